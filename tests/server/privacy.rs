//! Personal data: export, erasure and retention (`docs/privacy.md`).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chivalry::cluster::{Bus, in_process};
use chivalry::http::HttpOptions;
use chivalry::live::RetentionOptions;
use chivalry::store::SECTIONS;
use chivalry_play::clock::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::client::{Client, Gone};
use crate::databases::{Database, on_every_database, on_postgres};
use crate::support::{Answer, TestPlayer, TestServer, on_every_server, unlimited};

/// Timeout after which a wait fails the test.
const PATIENCE: Duration = Duration::from_secs(60);

async fn ask(server: &TestServer, player: &TestPlayer, method: Method, path: &str) -> Answer {
    Answer::to(player.sign(server.request(method, path))).await
}

async fn get_as(server: &TestServer, player: &TestPlayer, path: &str) -> Answer {
    ask(server, player, Method::GET, path).await
}

async fn erase(server: &TestServer, player: &TestPlayer, body: Value) -> Answer {
    let request = player.sign(server.request(Method::DELETE, "/me"));
    Answer::to(request.body(body.to_string())).await
}

fn password() -> Value {
    json!({"password": "excalibur"})
}

/// Plays a rated game that `white` wins, with a chat line, and waits for its rating.
async fn game(server: &TestServer, white: &TestPlayer, black: &TestPlayer) -> String {
    let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0});
    let wish = json!({"variant": "cam", "time": time, "rated": true});
    let id = server.start_match(white, black, wish).await;
    let mut watcher = Client::guest(server.url()).await;
    watcher.ok(json!({"t": "watch", "match": id})).await;
    for (ply, player) in (1..).zip([white, black]) {
        let view = server.get(&format!("/matches/{id}?legal=true")).await.json(StatusCode::OK);
        server.play(player, &id, ply, view["legal"][0].as_str().unwrap()).await;
    }
    say(server, white, &id, "a secret").await;
    say(server, black, &id, "an answer").await;
    let resign = format!("/matches/{id}/resign");
    server.post_as(black, &resign, json!({})).await.json(StatusCode::OK);
    let has_change = |frame: &Value| {
        let mut ratings = frame["ratings"].as_object().into_iter().flatten();
        frame["t"] == "rated" && ratings.any(|(_, rating)| rating.get("change").is_some())
    };
    watcher.next_where(has_change).await.unwrap();
    id
}

async fn say(server: &TestServer, player: &TestPlayer, id: &str, text: &str) {
    let line = json!({"room": "players", "text": text});
    let said = server.post_as(player, &format!("/matches/{id}/chat"), line).await;
    assert!(said.status.is_success(), "{}", said.text);
}

fn plan() -> Value {
    json!({"name": "Round Table", "variant": "cam", "time": {"kind": "unlimited"},
           "stages": [{"name": "All", "format": {"kind": "round_robin"},
                       "series": {"best_of": 1}, "start": {"by": "director"}}]})
}

/// A tournament created by `director` with `player` entered.
async fn tournament(server: &TestServer, director: &TestPlayer, player: &TestPlayer) -> String {
    let made = server.post_as(director, "/tournaments", json!({"plan": plan()})).await;
    let id = made.json(StatusCode::CREATED)["tournament"].as_str().unwrap().to_owned();
    let join = format!("/tournaments/{id}/join");
    let joined = server.post_as(player, &join, json!({})).await;
    assert!(joined.status.is_success(), "{}", joined.text);
    id
}

/// A server with the moderator Bedivere.
async fn moderated(database: &Database) -> (TestServer, TestPlayer) {
    let server = TestServer::start(database).await;
    let bedivere = server.account("Bedivere").await;
    let store = database.open().await;
    assert!(store.store.moderation().set_moderator("bedivere", Some(Timestamp(1))).await.unwrap());
    store.stop().await;
    (server, bedivere)
}

fn items<'a>(export: &'a Value, name: &str) -> &'a Vec<Value> {
    export[name].as_array().unwrap_or_else(|| panic!("no {name} in {export}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_contains_all_data_of_the_player_and_no_secret() {
    on_every_database(|database| async move {
        let (server, bedivere) = moderated(&database).await;
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let id = game(&server, &arthur, &kay).await;
        let entered = tournament(&server, &kay, &arthur).await;
        let made = server.post_as(&arthur, "/tokens", json!({"scopes": ["read"]})).await;
        let token = made.json(StatusCode::CREATED)["token"].as_str().unwrap().to_owned();
        let hook = json!({"url": "https://example.org/hook", "events": ["match.ended"]});
        let hook = server.post_as(&arthur, "/webhooks", hook).await.json(StatusCode::CREATED);
        assert!(ask(&server, &arthur, Method::PUT, "/mutes/kay").await.status.is_success());
        let unlimited = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        for (path, mut wish) in [
            ("/seeks", unlimited.clone()),
            ("/matches", unlimited.clone()),
            ("/challenges", unlimited),
        ] {
            if path == "/challenges" {
                wish["to"] = json!("Bedivere");
            }
            let made = server.post_as(&arthur, path, wish).await;
            assert!(made.status.is_success(), "{path}: {}", made.text);
        }
        let record = server.get(&format!("/matches/{id}/record")).await.text;
        let imported = server.request(Method::POST, "/records").body(record);
        let imported = Answer::to(arthur.sign(imported)).await.json(StatusCode::OK);
        let imported = imported["items"][0]["match"].clone();
        let timeout = json!({"minutes": 5, "reason": "spam"});
        server.post_as(&bedivere, "/players/arthur/timeout", timeout).await.json(StatusCode::OK);

        let answer = get_as(&server, &arthur, "/me/export").await;
        let export = answer.json(StatusCode::OK);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.header("content-disposition").contains("chivalry-Arthur.json"));
        let named: BTreeSet<&str> =
            export.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected: BTreeSet<&str> = SECTIONS.iter().map(|section| section.name).collect();
        expected.insert("exported_at");
        assert_eq!(named, expected);
        let player = &export["player"];
        assert_eq!((&player["id"], &player["name"]), (&json!(arthur.id), &json!("Arthur")));
        assert_eq!((&player["has_password"], &player["kind"]), (&json!(true), &json!("account")));
        let only = |name: &str| {
            assert_eq!(items(&export, name).len(), 1, "{name}: {export}");
            &export[name][0]
        };
        let game = only("matches");
        assert_eq!((&game["match"], &game["seat"]), (&json!(id), &json!(0)));
        assert_eq!((&game["status"], &game["result"]), (&json!("ended"), &json!("first")));
        let record = game["record"].as_str().unwrap().strip_prefix(server.url()).unwrap();
        assert!(server.get(record).await.text.contains("Arthur"));
        assert_eq!(only("talk")["text"], "a secret");
        assert_eq!(only("mutes")["name"], "Kay");
        assert_eq!(only("webhooks")["url"], "https://example.org/hook");
        assert_eq!(only("challenges")["from"], json!(arthur.id));
        assert_eq!(only("chat_timeouts")["reason"], "spam");
        assert_eq!(only("moderation")["action"], "timeout");
        assert_eq!(only("tournaments")["tournament"], json!(entered));
        assert_eq!(only("tournament_actions")["tournament"], json!(entered));
        assert_eq!(only("rating_changes")["match"], json!(id));
        assert!(only("ratings")["rating"].as_f64().unwrap() > 1_500.0);
        assert_eq!(only("seeks")["seek"]["variant"], "cam");
        assert_eq!(items(&export, "tokens").len(), 2);
        let made = items(&export, "matches_made");
        let is_import = |it: &&Value| it["imported"] == true;
        assert_eq!(made.iter().find(is_import).unwrap()["match"], imported, "{made:?}");
        assert_eq!(made.len(), 3, "{made:?}");
        let secrets =
            [&token, &arthur.token, hook["secret"].as_str().unwrap(), "argon2", "an answer"];
        for secret in secrets {
            assert!(!answer.text.contains(secret), "{secret} in {export}");
        }
        let reader = TestPlayer { token, ..arthur.clone() };
        get_as(&server, &reader, "/me/export").await.problem(403, "forbidden");
        server.get("/me/export").await.problem(401, "unauthorized");
        // The other player's export contains Arthur only in shared matches.
        let other = get_as(&server, &bedivere, "/me/export").await.json(StatusCode::OK);
        assert_eq!((items(&other, "matches").len(), items(&other, "moderated").len()), (0, 1));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_a_player_removes_their_name_and_keeps_the_games() {
    on_every_database(|database| async move {
        let (server, bedivere) = moderated(&database).await;
        let [arthur, kay] = [server.account("Arthur").await, server.account("Kay").await];
        let id = game(&server, &arthur, &kay).await;
        let event = tournament(&server, &kay, &arthur).await;
        let unlimited = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        server.post_as(&arthur, "/seeks", unlimited.clone()).await;
        for (by, to) in [(&arthur, "Kay"), (&kay, "Arthur")] {
            let challenge = json!({"to": to, "variant": "cam"});
            let sent = server.post_as(by, "/challenges", challenge).await;
            assert!(sent.status.is_success(), "{}", sent.text);
        }
        let open = server.post_as(&arthur, "/matches", unlimited.clone()).await;
        let open = open.json(StatusCode::CREATED)["match"].as_str().unwrap().to_owned();
        let muted = ask(&server, &kay, Method::PUT, "/mutes/arthur").await;
        assert!(muted.status.is_success());
        let told_off = json!({"minutes": 5, "reason": "spam"});
        server.post_as(&bedivere, "/players/arthur/timeout", told_off).await.json(StatusCode::OK);
        let mut client = Client::connect(server.url(), Some(&arthur.token)).await.unwrap();
        client.ok(json!({"t": "watch", "match": id, "chat": true})).await;
        let streams = ["/me/events".to_owned(), format!("/matches/{open}/events")];
        let mut following = Vec::new();
        for path in &streams {
            let stream = arthur.sign(server.request(Method::GET, path)).send().await.unwrap();
            assert_eq!(stream.status(), StatusCode::OK, "{path}");
            following.push(stream);
        }

        erase(&server, &arthur, json!({})).await.bad_field("password");
        let wrong = json!({"password": "Excalibur"});
        erase(&server, &arthur, wrong).await.problem(401, "unauthorized");
        let refused = erase(&server, &arthur, password()).await.problem(409, "too_soon");
        assert!(refused["detail"].as_str().unwrap().contains("matches (0) or tournaments (1)"));
        let withdraw = format!("/tournaments/{event}/withdraw");
        server.post_as(&arthur, &withdraw, json!({})).await.json(StatusCode::OK);
        let going = server.start_match(&kay, &arthur, unlimited).await;
        let refused = erase(&server, &arthur, password()).await.problem(409, "too_soon");
        assert!(refused["detail"].as_str().unwrap().contains("matches (1) or tournaments (0)"));
        let seeks = server.get("/seeks").await.json(StatusCode::OK);
        assert!(seeks.to_string().contains("Arthur"), "nothing is withdrawn yet: {seeks}");
        let resign = format!("/matches/{going}/abort");
        server.post_as(&arthur, &resign, json!({})).await.json(StatusCode::OK);
        let known = server.get(&format!("/matches/{id}")).await;
        let known = known.header("etag").to_owned();
        assert_eq!(erase(&server, &arthur, password()).await.status, StatusCode::NO_CONTENT);
        let again = server.request(Method::GET, &format!("/matches/{id}"));
        let again = Answer::to(again.header("if-none-match", known)).await;
        assert_eq!(again.status, StatusCode::OK, "a copy with the name is not good any more");

        // The server closes the player's connections.
        let Gone(closed) = loop {
            if let Err(gone) = client.next().await {
                break gone;
            }
        };
        assert_eq!(u16::from(closed.expect("a close frame").code), 1008);
        for stream in following {
            timeout(PATIENCE, stream.bytes()).await.expect("an end").unwrap();
        }
        get_as(&server, &arthur, "/me").await.problem(401, "unauthorized");
        let credentials = json!({"name": "Arthur", "password": "excalibur"});
        server.post("/sessions", credentials).await.problem(401, "unauthorized");

        let view = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        let ghost =
            view["seats"]["W"]["player"]["name"].as_str().or(view["seats"]["W"]["name"].as_str());
        let ghost = ghost.unwrap_or_else(|| panic!("{view}")).to_owned();
        assert!(ghost.starts_with("ghost-"), "{view}");
        is_nowhere(&server, &[&kay, &bedivere], &ghost, &id, &event).await;
        let lines = get_as(&server, &kay, &format!("/matches/{id}/chat?room=players")).await;
        assert!(!lines.text.contains("a secret") && lines.text.contains("an answer"));
        let aborted = server.get(&format!("/matches/{open}")).await.json(StatusCode::OK);
        assert_eq!(aborted["status"], "ended", "{aborted}");

        // The ghost's name cannot be registered, and the erased name is free.
        for name in ["ghost-12345678", "Ghost-a"] {
            let wish = json!({"name": name, "password": "excalibur"});
            server.post("/accounts", wish).await.bad_field("name");
        }
        for password in ["-", "--------", "excalibur"] {
            let wish = json!({"name": ghost, "password": password});
            server.post("/sessions", wish).await.problem(401, "unauthorized");
        }
        let another = server.account("Arthur").await;
        assert_ne!(another.id, arthur.id);
        let games = server.get("/players/Arthur/matches").await.json(StatusCode::OK);
        assert_eq!(games["items"], json!([]));
        server.shutdown().await;

        let running = database.open().await;
        let mut findings = Vec::new();
        running.store.doctor().examine(|finding| findings.push(finding)).await.unwrap();
        assert_eq!(findings, []);
        let rebuilt = running.store.rating_rebuild().run().await.unwrap();
        assert_eq!((rebuilt.matches, rebuilt.mended), (1, 0));
        running.stop().await;
    })
    .await;
}

/// Waits until a route no longer mentions Arthur. Some caches expire later.
async fn forgotten(server: &TestServer, path: &str) {
    let forgotten = async {
        while server.get(path).await.text.contains("Arthur") {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, forgotten).await.unwrap_or_else(|_| panic!("{path} still says it"));
}

/// Asserts that no route shows Arthur and that routes of the game show the ghost.
async fn is_nowhere(
    server: &TestServer,
    readers: &[&TestPlayer],
    ghost: &str,
    id: &str,
    event: &str,
) {
    server.get("/players/arthur").await.problem(404, "not_found");
    let with_ghost = [
        format!("/players/{ghost}"),
        format!("/players/{ghost}/matches"),
        format!("/matches/{id}"),
        format!("/matches/{id}/events"),
        format!("/matches/{id}/record"),
        format!("/matches/{id}/proof"),
        format!("/matches/{id}/chat?room=players"),
        "/matches".to_owned(),
        "/players/kay/matches".to_owned(),
        format!("/records?player={ghost}"),
        format!("/tournaments/{event}"),
    ];
    let without = [
        "/players/kay".to_owned(),
        format!("/players/{ghost}/ratings"),
        format!("/players/{ghost}/ratings/cam/blitz/history"),
        "/players/kay/ratings".to_owned(),
        format!("/players/kay/against/{ghost}"),
        "/leaderboards/cam/blitz".to_owned(),
        "/seeks".to_owned(),
        "/challenges".to_owned(),
        "/mutes".to_owned(),
        "/tournaments".to_owned(),
        format!("/tournaments/{event}/standings"),
        format!("/tournaments/{event}/events"),
        format!("/tournaments/{event}/export"),
        "/moderation/log".to_owned(),
    ];
    for path in with_ghost.iter().chain(&without) {
        for reader in readers {
            let request = reader.sign(server.request(Method::GET, path));
            let mut answer = request.send().await.unwrap();
            let mut text = String::new();
            // Streams do not end, so only their first event is read.
            let follows = path.ends_with("/events") && path.contains("tournaments");
            while let Some(piece) = answer.chunk().await.unwrap() {
                text += &String::from_utf8_lossy(&piece);
                if follows {
                    break;
                }
            }
            assert!(!text.contains("Arthur") && !text.contains("a secret"), "{path}: {text}");
            let shows_game = with_ghost.contains(path) && answer.status().is_success();
            assert!(!shows_game || text.contains(ghost), "{path}: {text}");
        }
    }
    forgotten(server, "/channels").await;
    let log = get_as(server, readers[1], "/moderation/log").await.json(StatusCode::OK);
    assert_eq!(log["items"][0]["player"]["name"], ghost);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_erased_without_a_password() {
    on_every_server(|server| async move {
        let guest = server.guest().await;
        assert_eq!(erase(&server, &guest, json!({})).await.status, StatusCode::NO_CONTENT);
        get_as(&server, &guest, "/me").await.problem(401, "unauthorized");
        server.get(&format!("/players/{}", guest.name)).await.problem(404, "not_found");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_count_as_sign_ins() {
    on_every_database(|database| async move {
        let mut options = HttpOptions::local();
        options.rate_limits.sign_ins_per_hour = 9;
        options.rate_limits.trusted_proxies.clear();
        let server = TestServer::start_with(&database, options).await;
        let arthur = server.account("Arthur").await;
        let wrong = || json!({"password": "Excalibur"});
        for _ in 0..3 {
            erase(&server, &arthur, wrong()).await.problem(401, "unauthorized");
        }
        erase(&server, &arthur, wrong()).await.problem(429, "rate_limited");
        let credentials = json!({"name": "Arthur", "password": "excalibur"});
        server.post("/sessions", credentials).await.problem(429, "rate_limited");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn erasing_a_player_reaches_all_nodes() {
    on_postgres(|database| async move {
        let bus: Arc<dyn Bus> = in_process();
        let mut nodes = Vec::new();
        for _ in 0..2 {
            nodes
                .push(TestServer::start_node(&database, unlimited(), Some(Arc::clone(&bus))).await);
        }
        let [arthur, kay] = [nodes[0].account("Arthur").await, nodes[0].account("Kay").await];
        // The second node owns the match, the lobby and two connections.
        let id = game(&nodes[1], &arthur, &kay).await;
        let unlimited = json!({"variant": "cam", "time": {"kind": "unlimited"}});
        nodes[1].post_as(&arthur, "/seeks", unlimited).await;
        let mut client = Client::connect(nodes[1].url(), Some(&arthur.token)).await.unwrap();
        let mut reader = Client::connect(nodes[1].url(), Some(&kay.token)).await.unwrap();
        reader.ok(json!({"t": "watch", "match": id, "chat": true})).await;
        let erased = erase(&nodes[0], &arthur, password()).await;
        assert_eq!(erased.status, StatusCode::NO_CONTENT, "{}", erased.text);
        while client.next().await.is_ok() {}
        for path in [format!("/matches/{id}"), "/seeks".to_owned()] {
            forgotten(&nodes[1], &path).await;
        }
        get_as(&nodes[1], &arthur, "/me").await.problem(401, "unauthorized");
        for node in nodes {
            node.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_data_is_deleted_when_the_server_starts() {
    on_every_database(|database| async move {
        let server = TestServer::start(&database).await;
        let [idle, player] = [server.guest().await, server.guest().await];
        let kay = server.account("Kay").await;
        let camette = json!({"variant": "camette"});
        let id = server.start_match(&player, &kay, camette).await;
        say(&server, &player, &id, "long ago").await;
        let abort = format!("/matches/{id}/abort");
        server.post_as(&player, &abort, json!({})).await.json(StatusCode::OK);
        server.shutdown().await;
        let aged = "update players set created_at = 1; update tokens set created_at = 1;
                    update matches set ended_at = 1;";
        database.execute(aged).await;

        // Without options, data is kept permanently.
        let kept = RetentionOptions { talk_kept: 0, guests_kept: 0 };
        let options = HttpOptions { retention: kept, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        get_as(&server, &idle, "/me").await.json(StatusCode::OK);
        server.shutdown().await;

        let kept = RetentionOptions { talk_kept: 1, guests_kept: 1 };
        let options = HttpOptions { retention: kept, ..unlimited() };
        let server = TestServer::start_with(&database, options).await;
        let path = format!("/players/{}", idle.name);
        let deleted = async {
            while server.get(&path).await.status != StatusCode::NOT_FOUND {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, deleted).await.expect("a guest to be deleted");
        get_as(&server, &player, "/me").await.json(StatusCode::OK);
        let lines = get_as(&server, &player, &format!("/matches/{id}/chat?room=players")).await;
        let lines = lines.json(StatusCode::OK);
        assert_eq!(lines["items"].as_array().unwrap().len(), 1, "{lines}");
        assert!(!lines.to_string().contains("long ago"), "{lines}");
        server.shutdown().await;
    })
    .await;
}
