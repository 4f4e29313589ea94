//! Webhooks (`docs/protocol.md`, "Webhooks") with a receiver on a real socket.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chivalry::http::HttpOptions;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::databases::{Database, on_every_database};
use crate::described::check_player_event;
use crate::support::{Answer, TestPlayer, TestServer, unlimited};

type Posted = (HeaderMap, Bytes);

/// A receiver that records deliveries and answers with a given status.
pub(crate) struct Receiver {
    pub(crate) url: String,
    pub(crate) answer: watch::Sender<StatusCode>,
    posted: mpsc::Receiver<Posted>,
    _serving: JoinSet<()>,
}

impl Receiver {
    pub(crate) async fn start(answer: StatusCode) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook?for=me", listener.local_addr().unwrap());
        let (answer, answers) = watch::channel(answer);
        let (post, posted) = mpsc::channel(64);
        let take = async |State((post, answers)): State<Taken>, headers, body| {
            post.send((headers, body)).await.unwrap();
            let answer: StatusCode = *answers.borrow();
            answer
        };
        type Taken = (mpsc::Sender<Posted>, watch::Receiver<StatusCode>);
        let router = Router::new().fallback(take).with_state((post, answers));
        let mut serving = JoinSet::new();
        serving.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Receiver { url, answer, posted, _serving: serving }
    }

    /// Waits for the next request and returns its headers.
    pub(crate) async fn headers(&mut self) -> HeaderMap {
        let posted = timeout(Duration::from_secs(30), self.posted.recv()).await;
        posted.expect("a request in time").unwrap().0
    }

    /// Returns the id and body of the next delivery after checking its signature with `secret`.
    async fn next(&mut self, secret: &str) -> (String, Value) {
        let posted = timeout(Duration::from_secs(30), self.posted.recv()).await;
        let (headers, body) = posted.expect("a delivery in time").unwrap();
        let header = |name: &str| headers[name].to_str().unwrap().to_owned();
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let (id, timestamp) = (header("webhook-id"), header("webhook-timestamp"));
        let body = String::from_utf8(body.to_vec()).unwrap();
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        let signed = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        assert_eq!(header("webhook-signature"), signed);
        assert_eq!(header("content-type"), "application/json");
        let body: Value = serde_json::from_str(&body).unwrap();
        check_player_event(&body["data"]);
        (id, body)
    }
}

async fn server(database: &Database) -> TestServer {
    let options = HttpOptions { webhooks_to_private: true, ..unlimited() };
    TestServer::start_with(database, options).await
}

async fn account(server: &TestServer) -> TestPlayer {
    let credentials = json!({"name": "Percival", "password": "a holy grail"});
    TestPlayer::of(&server.post("/accounts", credentials).await.json(StatusCode::CREATED))
}

/// Registers the receiver for all events and returns the response with the secret.
async fn register(server: &TestServer, player: &TestPlayer, url: &str) -> Value {
    let wish = json!({"url": url, "events": ["match.turn", "match.ended"]});
    server.post_as(player, "/webhooks", wish).await.json(StatusCode::CREATED)
}

async fn list(server: &TestServer, player: &TestPlayer) -> Value {
    let request = player.sign(server.request(Method::GET, "/webhooks"));
    Answer::to(request).await.json(StatusCode::OK)["items"].take()
}

fn nearly_won() -> Value {
    json!({"variant": "camette", "position": "1/3/2w2/4b/5/3/1 w 0,0 0 1"})
}

#[tokio::test]
async fn a_failed_delivery_is_retried_with_the_same_id() {
    on_every_database(async |database| {
        let server = server(&database).await;
        let [player, other] = [account(&server).await, server.guest().await];
        let mut receiver = Receiver::start(StatusCode::INTERNAL_SERVER_ERROR).await;
        let made = register(&server, &player, &receiver.url).await;
        let secret = made["secret"].as_str().unwrap();

        let id = server.start_match(&player, &other, nearly_won()).await;
        let (first, turn) = receiver.next(secret).await;
        assert_eq!((&turn["type"], &turn["data"]["match"]), (&json!("match.turn"), &json!(id)));
        assert_eq!((&turn["data"]["seat"], &turn["data"]["next_ply"]), (&json!("W"), &json!(1)));
        assert!(!turn["data"]["legal"].as_array().unwrap().is_empty());
        receiver.answer.send(StatusCode::NO_CONTENT).unwrap();
        assert_eq!(receiver.next(secret).await, (first.clone(), turn));

        server.play(&player, &id, 1, "C5-C6").await;
        server.play(&other, &id, 2, "E4-E3").await;
        let (second, turn) = receiver.next(secret).await;
        assert_ne!(second, first);
        assert_eq!(turn["data"]["next_ply"], 3);
        server.play(&player, &id, 3, "C6-C7").await;
        let (_, ended) = receiver.next(secret).await;
        assert_eq!((&ended["type"], &ended["data"]["v"]), (&json!("match.ended"), &json!(8)));
        assert_eq!(
            (&ended["data"]["result"], &ended["data"]["t"]),
            (&json!("1-0"), &json!("ended"))
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn pending_deliveries_survive_a_restart() {
    on_every_database(async |database| {
        let first = server(&database).await;
        let [player, other] = [account(&first).await, first.guest().await];
        let mut receiver = Receiver::start(StatusCode::SERVICE_UNAVAILABLE).await;
        let made = register(&first, &player, &receiver.url).await;
        let secret = made["secret"].as_str().unwrap();
        first.start_match(&player, &other, nearly_won()).await;
        let before = receiver.next(secret).await;
        first.shutdown().await;

        receiver.answer.send(StatusCode::OK).unwrap();
        let second = server(&database).await;
        assert_eq!(receiver.next(secret).await, before);
        second.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn a_receiver_that_answers_gone_is_disabled() {
    on_every_database(async |database| {
        let server = server(&database).await;
        let [player, other] = [account(&server).await, server.guest().await];
        let mut receiver = Receiver::start(StatusCode::GONE).await;
        let made = register(&server, &player, &receiver.url).await;
        let secret = made["secret"].as_str().unwrap();
        server.start_match(&player, &other, nearly_won()).await;
        receiver.next(secret).await;
        let disabled = async {
            while list(&server, &player).await[0]["disabled_at"].is_null() {
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(20), disabled).await.expect("a webhook that is disabled");
        assert!(!list(&server, &player).await.to_string().contains(secret));
        let path = format!("/webhooks/{}", made["id"].as_str().unwrap());
        let stranger = other.sign(server.request(Method::DELETE, &path));
        Answer::to(stranger).await.problem(404, "not_found");
        let gone = Answer::to(player.sign(server.request(Method::DELETE, &path))).await;
        assert_eq!(gone.status, StatusCode::NO_CONTENT);
        assert_eq!(list(&server, &player).await, json!([]));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn webhooks_to_private_networks_are_refused() {
    on_every_database(async |database| {
        let server = TestServer::start(&database).await;
        let player = account(&server).await;
        for url in ["http://127.0.0.1:9/", "http://[::1]/", "http://10.0.0.1/", "file:///x", "x"] {
            let wish = json!({"url": url, "events": ["match.ended"]});
            server.post_as(&player, "/webhooks", wish).await.bad_field("url");
        }
        let wish = json!({"url": "https://example.org/", "events": []});
        server.post_as(&player, "/webhooks", wish).await.bad_field("events");
        let wish = json!({"url": "https://example.org/", "events": ["match.ended"]});
        let guest = server.guest().await;
        server.post_as(&guest, "/webhooks", wish).await.problem(403, "forbidden");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn challenges_offers_and_chat_are_delivered() {
    on_every_database(async |database| {
        let server = server(&database).await;
        let [player, other] = [account(&server).await, server.account("Gareth").await];
        let mut receiver = Receiver::start(StatusCode::NO_CONTENT).await;
        let events = json!([
            "match.offer",
            "match.chat",
            "challenge.received",
            "challenge.accepted",
            "challenge.declined",
            "challenge.cancelled",
            "challenge.expired",
        ]);
        let wish = json!({"url": receiver.url, "events": events});
        let made = server.post_as(&player, "/webhooks", wish).await.json(StatusCode::CREATED);
        assert_eq!(made["events"], events);
        let secret = made["secret"].as_str().unwrap();

        let time = json!({"kind": "correspondence", "days": 3});
        let challenge = |to: &str| json!({"to": to, "variant": "camette", "time": time});
        let sent = server.post_as(&other, "/challenges", challenge("Percival")).await;
        let sent = sent.json(StatusCode::CREATED);
        let (_, received) = receiver.next(secret).await;
        assert_eq!(received["type"], "challenge.received");
        assert_eq!(received["data"]["challenge"], sent["challenge"]);
        let cancel = format!("/challenges/{}/cancel", sent["challenge"].as_str().unwrap());
        server.post_as(&other, &cancel, json!({})).await;
        let (_, cancelled) = receiver.next(secret).await;
        assert_eq!(cancelled["type"], "challenge.cancelled");
        assert_eq!(cancelled["data"]["status"], "cancelled");

        let sent = server.post_as(&player, "/challenges", challenge("Gareth")).await;
        let sent = sent.json(StatusCode::CREATED);
        let accept = format!("/challenges/{}/accept", sent["challenge"].as_str().unwrap());
        let made = server.post_as(&other, &accept, json!({})).await.json(StatusCode::OK);
        let (_, accepted) = receiver.next(secret).await;
        assert_eq!(accepted["type"], "challenge.accepted");
        assert_eq!(accepted["data"]["match"], made["match"]);

        let path = |what: &str| format!("/matches/{}/{what}", made["match"].as_str().unwrap());
        server.post_as(&other, &path("draw"), json!({"say": "offer"})).await.json(StatusCode::OK);
        let (_, offer) = receiver.next(secret).await;
        assert_eq!(
            (&offer["type"], &offer["data"]["offer"]),
            (&json!("match.offer"), &json!("draw"))
        );
        let line = json!({"room": "players", "text": "good luck"});
        server.post_as(&other, &path("chat"), line).await;
        let (_, said) = receiver.next(secret).await;
        assert_eq!(
            (&said["type"], &said["data"]["text"]),
            (&json!("match.chat"), &json!("good luck"))
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn rounds_of_tournaments_and_invitations_to_a_team_are_delivered() {
    on_every_database(async |database| {
        let server = server(&database).await;
        let [player, other] = [account(&server).await, server.account("Gareth").await];
        let mut receiver = Receiver::start(StatusCode::NO_CONTENT).await;
        let events = json!(["match.reminder", "seek.invited", "tournament.round"]);
        let wish = json!({"url": receiver.url, "events": events});
        let made = server.post_as(&player, "/webhooks", wish).await.json(StatusCode::CREATED);
        assert_eq!(made["events"], events);
        let secret = made["secret"].as_str().unwrap();

        let wish = json!({"variant": "grand-cam", "with": "Percival"});
        let sought = server.post_as(&other, "/seeks", wish).await.json(StatusCode::CREATED);
        let (_, invited) = receiver.next(secret).await;
        assert_eq!(
            (&invited["type"], &invited["data"]["t"]),
            (&json!("seek.invited"), &json!("invitation"))
        );
        assert_eq!(invited["data"]["seek"], sought["seek"]);
        let request = player.sign(server.request(Method::GET, "/me/notifications"));
        let listed = Answer::to(request).await.json(StatusCode::OK);
        assert_eq!(listed["items"][0]["text"], "Gareth invites you to a team: Grand Cam");

        let stages = json!([{"name": "stage", "format": {"kind": "swiss", "rounds": 1}}]);
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        let plan = json!({"name": "Evening", "variant": "camette", "time": time, "stages": stages});
        let made = server.post_as(&other, "/tournaments", json!({"plan": plan})).await;
        let tournament = made.json(StatusCode::CREATED)["tournament"].clone();
        let path = |rest: &str| format!("/tournaments/{}/{rest}", tournament.as_str().unwrap());
        for entrant in [&player, &other] {
            server.post_as(entrant, &path("join"), json!({})).await.json(StatusCode::OK);
        }
        server.post_as(&other, &path("start"), json!({})).await.json(StatusCode::OK);
        for action in ["pair", "begin_round"] {
            server.post_as(&other, &path("actions"), json!({"do": action})).await;
        }
        let (_, round) = receiver.next(secret).await;
        assert_eq!(round["type"], "tournament.round");
        let data = &round["data"];
        assert_eq!((&data["t"], &data["tournament"]), (&json!("round"), &tournament));
        assert_eq!(
            (&data["name"], &data["stage"], &data["round"]),
            (&json!("Evening"), &json!(0), &json!(1))
        );
        server.shutdown().await;
    })
    .await;
}

#[tokio::test]
async fn messages_of_directors_reach_the_entrants_unless_they_are_undone() {
    on_every_database(async |database| {
        let server = server(&database).await;
        let [player, director] = [account(&server).await, server.account("Gareth").await];
        let mut receiver = Receiver::start(StatusCode::NO_CONTENT).await;
        let wish = json!({"url": receiver.url, "events": ["tournament.announcement"]});
        let made = server.post_as(&player, "/webhooks", wish).await.json(StatusCode::CREATED);
        let secret = made["secret"].as_str().unwrap();
        let stages = json!([{"name": "stage", "format": {"kind": "swiss", "rounds": 1}}]);
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
        let plan = json!({"name": "Evening", "variant": "camette", "time": time, "stages": stages});
        let made = server.post_as(&director, "/tournaments", json!({"plan": plan})).await;
        let tournament = made.json(StatusCode::CREATED)["tournament"].clone();
        let page = format!("/tournaments/{}", tournament.as_str().unwrap());
        for entrant in [&player, &director] {
            let joined = server.post_as(entrant, &format!("{page}/join"), json!({})).await;
            joined.json(StatusCode::OK);
        }
        let act = async |action| {
            server.post_as(&director, &format!("{page}/actions"), action).await.json(StatusCode::OK)
        };
        let mistake = act(json!({"do": "announce", "text": "a mistake"})).await;
        let (_, first) = receiver.next(secret).await;
        assert_eq!(first["data"]["text"], "a mistake");
        act(json!({"do": "undo", "action": mistake["v"]})).await;
        act(json!({"do": "announce", "text": "The hall closes at nine"})).await;
        let (_, second) = receiver.next(secret).await;
        assert_eq!(second["type"], "tournament.announcement");
        let data = &second["data"];
        assert_eq!((&data["t"], &data["tournament"]), (&json!("announcement"), &tournament));
        let text = json!("The hall closes at nine");
        assert_eq!((&data["name"], &data["text"]), (&json!("Evening"), &text));

        let list = async |reader: &TestPlayer| {
            let request = reader.sign(server.request(Method::GET, "/me/notifications"));
            Answer::to(request).await.json(StatusCode::OK)["items"].clone()
        };
        let listed = list(&player).await;
        assert_eq!(listed.as_array().unwrap().len(), 1, "an undone message is not shown");
        assert_eq!(listed[0]["kind"], "announcement");
        assert_eq!(listed[0]["text"], "Evening: The hall closes at nine");
        assert_eq!(listed[0]["path"], page);
        assert_eq!(list(&director).await, json!([]), "the author is not notified");
        server.shutdown().await;
    })
    .await;
}
