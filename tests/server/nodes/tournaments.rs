//! Tournaments whose games are owned by another node.

use chivalry::store::StoreOptions;
use chivalry_play::clock::Timestamp;
use chivalry_tournament::{Command, RecordedEvent, Tournament, TournamentId};
use reqwest::header::ACCEPT;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::crashes::{Process, start_with};
use crate::databases::{Database, on_postgres};
use crate::ports::free_port;
use crate::support::{Answer, TestPlayer};

use super::{KEY, nats};

/// Entrants of the tournament.
const ENTRANTS: usize = 8;

/// Games that the other node owns. The nodes exchange no games for so small a difference.
const MOVED: usize = 2;

/// A node as a process, and its address.
struct Node {
    url: String,
    process: Process,
}

impl Node {
    fn start(options: &StoreOptions, nats: &str) -> Node {
        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        let more = ["--nats-url", nats, "--cluster-key", KEY, "--node-url", &url];
        Node { process: start_with(options, port, &more), url }
    }

    async fn ask(
        &self,
        by: Option<&TestPlayer>,
        method: Method,
        path: &str,
        body: Value,
    ) -> Answer {
        let url = format!("{}/api/v1{path}", self.url);
        let request = reqwest::Client::new().request(method, url).body(body.to_string());
        Answer::to(match by {
            Some(by) => by.sign(request),
            None => request,
        })
        .await
    }

    async fn post(&self, by: &TestPlayer, path: &str, body: Value) -> Value {
        let answer = self.ask(Some(by), Method::POST, path, body).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.text);
        serde_json::from_str(&answer.text).expect("JSON")
    }

    /// Asks again while an entity changes its owner.
    async fn get(&self, by: Option<&TestPlayer>, path: &str) -> Value {
        loop {
            let answer = self.ask(by, Method::GET, path, Value::Null).await;
            if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                return answer.json(StatusCode::OK);
            }
        }
    }

    async fn matches_in_memory(&self) -> u64 {
        let text = reqwest::get(format!("{}/metrics", self.url)).await.expect("an answer").text();
        let text = text.await.expect("a whole answer");
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("chivalry_matches_in_memory "));
        line.expect("a metric").parse().expect("a count")
    }

    async fn guest(&self) -> TestPlayer {
        let request = reqwest::Client::new().post(format!("{}/api/v1/guests", self.url));
        TestPlayer::of(&Answer::to(request.body("{}")).await.json(StatusCode::CREATED))
    }

    /// Waits until the match has ended, and returns its log. Asks again while the match changes its
    /// owner.
    async fn ended(&self, id: &str) -> String {
        let url = format!("{}/api/v1/matches/{id}/events", self.url);
        loop {
            let request = reqwest::Client::new().get(&url).header(ACCEPT, "application/x-ndjson");
            let answer = Answer::to(request).await;
            if answer.status == StatusCode::OK && answer.text.contains(r#""t":"ended""#) {
                return answer.text;
            }
        }
    }
}

/// A tournament whose games are shared by two nodes.
struct SharedTournament {
    /// The node that owns the tournament.
    owner: Node,
    /// A node that owns some of the games.
    other: Node,
    id: String,
    director: TestPlayer,
    players: Vec<TestPlayer>,
    /// The matches of the round under way.
    matches: Vec<String>,
    /// A match that the other node owns.
    moved: String,
    /// Keep the matches in memory, so that each stays at its node.
    _spectators: Vec<Client>,
}

impl SharedTournament {
    async fn begin(database: &Database, nats: &str) -> SharedTournament {
        let owner = Node::start(&database.options, nats);
        let director = owner.guest().await;
        // Absences are reported after half of a grace of 30 seconds at the latest.
        let time = json!({"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000});
        let stage = json!({"name": "stage", "format": {"kind": "swiss", "rounds": 3}});
        let plan =
            json!({"name": "Evening", "variant": "camette", "time": time, "stages": [stage]});
        let made = owner.post(&director, "/tournaments", json!({"plan": plan})).await;
        let id = made["tournament"].as_str().expect("an id").to_owned();
        let path = |rest: &str| format!("/tournaments/{id}/{rest}");
        let mut players = Vec::new();
        for _ in 0..ENTRANTS {
            let player = owner.guest().await;
            owner.post(&player, &path("join"), json!({})).await;
            players.push(player);
        }
        let mut news = Client::guest(&owner.url).await;
        news.ok(json!({"t": "tournament", "tournament": id, "on": true})).await;
        owner.post(&director, &path("start"), json!({})).await;
        owner.post(&director, &path("actions"), json!({"do": "pair"})).await;
        owner.post(&director, &path("actions"), json!({"do": "begin_round"})).await;
        let mut matches = Vec::new();
        while matches.len() < ENTRANTS / 2 {
            let frame = news.next_of("tournament").await.expect("the next event");
            let event = &frame["event"];
            matches.extend(event["match"].as_str().map(str::to_owned));
        }
        let other = Node::start(&database.options, nats);
        // Nobody watches the games, so they leave memory. The node that is asked acquires a game.
        while owner.matches_in_memory().await > 0 {}
        let mut spectators = Vec::new();
        for (node, own) in [(&other, &matches[..MOVED]), (&owner, &matches[MOVED..])] {
            let mut spectator = Client::guest(&node.url).await;
            for id in own {
                spectator.ok(json!({"t": "watch", "match": id})).await;
                let at = node.get(None, &format!("/matches/{id}/node")).await;
                assert_eq!(at["at"], node.url.as_str(), "{at}");
            }
            spectators.push(spectator);
        }
        let (moved, _spectators) = (matches[0].clone(), spectators);
        SharedTournament { owner, other, id, director, players, matches, moved, _spectators }
    }

    fn path(&self, rest: &str) -> String {
        format!("/tournaments/{}/{rest}", self.id)
    }

    /// Stores an action of the director without any message to a node, like a node that is killed
    /// after its commit.
    async fn append(&self, database: &Database, command: Command) {
        let running = database.open().await;
        let id = TournamentId(self.id.parse().expect("an id"));
        let log = running.store.tournaments().read(id).await.expect("a log").expect("a tournament");
        let mut after = Tournament::fold(log).expect("a log that folds");
        let by = after.directors().first().copied();
        let at = after.log().last().map_or(Timestamp(0), |last| last.at);
        let events = after.decide(by, &command, at).expect("an action that is allowed");
        let action = after.v() + 1;
        let new: Vec<RecordedEvent> = (action..)
            .zip(events)
            .map(|(v, event)| RecordedEvent { v, at, by, action, event })
            .collect();
        for recorded in &new {
            after.apply(recorded.clone()).expect("an event that fits");
        }
        let appended = running.store.tournaments().append(id, &after, &new, None, None).await;
        appended.expect("an append");
        running.stop().await;
    }
}

async fn on_shared_tournament<F: Future<Output = ()> + Send + 'static>(
    test: impl Fn(Database, SharedTournament) -> F + Clone + Send + Sync + 'static,
) {
    let Some(nats) = nats().await else { return };
    on_postgres(move |database| {
        let (nats, test) = (nats.clone(), test.clone());
        async move {
            let event = SharedTournament::begin(&database, &nats).await;
            test(database, event).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_tournament_ends_its_games_on_another_node() {
    on_shared_tournament(|_, event| async move {
        event.owner.post(&event.director, &event.path("actions"), json!({"do": "cancel"})).await;
        for id in &event.matches {
            let log = event.other.ended(id).await;
            assert!(log.contains(r#""termination":"abort""#), "{log}");
            assert_eq!(log.matches(r#""t":"ended""#).count(), 1, "once: {log}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_end_when_the_node_of_a_cancelled_tournament_is_killed_before_it_calls_them() {
    on_shared_tournament(|database, event| async move {
        event.append(&database, Command::Cancel).await;
        let SharedTournament { owner, other, matches, .. } = event;
        owner.process.kill();
        for id in &matches {
            let log = other.ended(id).await;
            assert!(log.contains(r#""termination":"abort""#), "{log}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_round_stays_paused_when_its_node_is_killed_and_is_resumed_on_another() {
    on_shared_tournament(|_, event| async move {
        let mut spectator = Client::guest(&event.other.url).await;
        for id in &event.matches {
            spectator.ok(json!({"t": "watch", "match": id})).await;
        }
        event.owner.post(&event.director, &event.path("actions"), json!({"do": "pause"})).await;
        for _ in &event.matches {
            spectator.next_of("adjourned").await.expect("a pause");
        }
        let mut clocks = Vec::new();
        for id in &event.matches {
            let view = event.other.get(None, &format!("/matches/{id}")).await;
            assert_eq!(view["round_paused"], true, "{view}");
            clocks.push(view["clock"]["left_ms"].clone());
        }
        let SharedTournament { owner, other, id, director, matches, .. } = event;
        owner.process.kill();
        // The other node acquires the tournament and its matches.
        let desk = other.get(Some(&director), &format!("/tournaments/{id}/desk")).await;
        assert!(desk["pause"]["until"].is_string(), "{desk}");
        for (id, clock) in matches.iter().zip(&clocks) {
            let view = other.get(None, &format!("/matches/{id}")).await;
            assert_eq!(view["round_paused"], true, "{view}");
            assert_eq!(&view["clock"]["left_ms"], clock, "no time passes in a pause: {view}");
        }
        let mut spectator = Client::guest(&other.url).await;
        for id in &matches {
            spectator.ok(json!({"t": "watch", "match": id})).await;
        }
        other.post(&director, &format!("/tournaments/{id}/actions"), json!({"do": "resume"})).await;
        for _ in &matches {
            spectator.next_of("adjournment_ended").await.expect("the end of the pause");
        }
        for id in &matches {
            let view = other.get(None, &format!("/matches/{id}")).await;
            assert_eq!(view["round_paused"], Value::Null, "{view}");
            assert_eq!(view["clock"]["running"], "W", "{view}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_desk_shows_the_presence_of_players_at_another_node_also_in_a_pause() {
    on_shared_tournament(|_, event| async move {
        let path = format!("/matches/{}", event.moved);
        let seats = event.other.get(None, &path).await["seats"].clone();
        let player_of = |seat: &str| {
            let id = seats[seat]["id"].as_str();
            event.players.iter().find(|player| Some(player.id.as_str()) == id).expect("a player")
        };
        let watch = json!({"t": "watch", "match": event.moved});
        let connect = async |url: &str, seat: &str| {
            let token = Some(player_of(seat).token.as_str());
            let mut player = Client::connect(url, token).await.expect("a player");
            player.ok(watch.clone()).await;
            player
        };
        let mut white = connect(&event.other.url, "W").await;
        let black = connect(&event.owner.url, "B").await;
        let desk = async || {
            let desk = event.owner.get(Some(&event.director), &event.path("desk")).await;
            let games = desk["games"].as_array().expect("games").clone();
            let game = games.into_iter().find(|it| it["match"]["match"] == event.moved.as_str());
            game.expect("the game")["match"]["presence"].clone()
        };
        assert_eq!(desk().await, json!({"W": {"gone": false}, "B": {"gone": false}}));
        drop(black);
        let is_gone =
            |gone: bool| move |frame: &Value| frame["t"] == "presence" && frame["gone"] == gone;
        white.next_where(is_gone(true)).await.expect("an absence");
        let presence = desk().await;
        assert_eq!(presence["W"], json!({"gone": false}), "{presence}");
        assert_eq!(presence["B"]["gone"], true, "{presence}");
        assert!(presence["B"]["claim_in_ms"].is_u64(), "{presence}");

        event.owner.post(&event.director, &event.path("actions"), json!({"do": "pause"})).await;
        let without_claim = |frame: &Value| is_gone(true)(frame) && frame["claim_in_ms"].is_null();
        white.next_where(without_claim).await.expect("the absence without a claim");
        assert_eq!(desk().await, json!({"W": {"gone": false}, "B": {"gone": true}}));
        let claim = json!({"t": "claim", "match": event.moved});
        assert_eq!(white.ask(claim).await.expect("an answer")["t"], "err");
        let mut black = connect(&event.owner.url, "B").await;
        white.next_where(is_gone(false)).await.expect("the return");
        assert_eq!(desk().await, json!({"W": {"gone": false}, "B": {"gone": false}}));
        event.owner.post(&event.director, &event.path("actions"), json!({"do": "resume"})).await;
        black.next_of("adjournment_ended").await.expect("the end of the pause");
    })
    .await;
}
