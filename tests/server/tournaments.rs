//! Tournaments on the real server: creation, entry, direction, events and complete
//! runs.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::Client;
use crate::support::{Answer, TestPlayer, TestServer};

/// Re-evaluates an expression after each event of the tournament until it returns a
/// value.
macro_rules! until {
    ($event:expr, $condition:expr) => {{
        let mut news = $event.follow().await;
        loop {
            if let Some(found) = $condition {
                break found;
            }
            news.next_of("tournament").await.expect("something happens");
        }
    }};
}
/// A stage of the given format, started by the director.
fn stage(format: Value) -> Value {
    json!({"name": "stage", "format": format})
}

fn plan(stages: Value) -> Value {
    let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2_000});
    json!({"name": "Evening", "variant": "camette", "time": time, "stages": stages})
}

fn swiss(rounds: u16) -> Value {
    plan(json!([stage(json!({"kind": "swiss", "rounds": rounds}))]))
}

mod desk;
mod directing;
mod editions;
mod full_tournaments;
mod live;
mod schedules;
mod sizes;
mod starts;
mod tables;

/// A tournament, its director and its entrants.
struct TestTournament {
    server: TestServer,
    id: String,
    director: TestPlayer,
    players: Vec<TestPlayer>,
}

impl TestTournament {
    async fn create(server: TestServer, plan: Value) -> TestTournament {
        let director = server.guest().await;
        let made = server.post_as(&director, "/tournaments", json!({"plan": plan})).await;
        let made = made.json(StatusCode::CREATED);
        let id = made["tournament"].as_str().unwrap().to_owned();
        TestTournament { server, id, director, players: Vec::new() }
    }

    /// Creates a tournament that `players` guests enter.
    async fn with_entrants(server: TestServer, plan: Value, players: usize) -> TestTournament {
        let mut event = TestTournament::create(server, plan).await;
        for number in 1..=players {
            let player = event.server.guest().await;
            let joined = event.ask(&player, "join", json!({})).await.json(StatusCode::OK);
            assert_eq!(joined["entrant"], number, "{joined}");
            event.players.push(player);
        }
        event
    }

    fn path(&self, rest: &str) -> String {
        let slash = if rest.is_empty() || rest.starts_with('?') { "" } else { "/" };
        format!("/tournaments/{}{slash}{rest}", self.id)
    }

    async fn get(&self, rest: &str) -> Answer {
        self.server.get(&self.path(rest)).await
    }

    async fn view(&self, rest: &str) -> Value {
        self.get(rest).await.json(StatusCode::OK)
    }

    async fn ask(&self, by: &TestPlayer, rest: &str, body: Value) -> Answer {
        self.server.post_as(by, &self.path(rest), body).await
    }

    async fn act(&self, by: &TestPlayer, action: Value) -> Answer {
        self.ask(by, "actions", action).await
    }

    /// Carries out an action of the director and returns the version of its first event.
    async fn direct(&self, action: Value) -> u64 {
        let shown = action.to_string();
        let done = self.act(&self.director, action).await;
        assert_eq!(done.status, StatusCode::OK, "{shown}: {}", done.text);
        done.json(StatusCode::OK)["v"].as_u64().unwrap()
    }

    async fn start(&self) {
        self.ask(&self.director, "start", json!({})).await.json(StatusCode::OK);
    }

    async fn begin_round(&self) {
        self.direct(json!({"do": "pair"})).await;
        self.direct(json!({"do": "begin_round"})).await;
    }

    /// The pairings of a round of the stage that began last.
    async fn pairings(&self, round: usize) -> Vec<Value> {
        let round = self.view(&format!("rounds/{round}")).await;
        round["pairings"].as_array().unwrap().clone()
    }

    /// The pairings of a round once each has the given number of games.
    async fn with_games(&self, round: usize, games: usize) -> Vec<Value> {
        until!(self, {
            let pairings = self.pairings(round).await;
            let has_all = |it: &Value| {
                it["games"].as_array().unwrap().len() >= games || it["decided"] == true
            };
            pairings.iter().all(has_all).then_some(pairings)
        })
    }

    /// A connection that follows the tournament.
    async fn follow(&self) -> Client {
        let mut client = Client::guest(self.server.url()).await;
        client.ok(json!({"t": "tournament", "tournament": self.id, "on": true})).await;
        client
    }

    fn player(&self, entrant: &Value) -> &TestPlayer {
        &self.players[entrant.as_u64().unwrap() as usize - 1]
    }

    /// Resigns every game of a round for the second side.
    async fn resign_all(&self, round: usize) {
        for pairing in self.with_games(round, 1).await {
            if pairing["decided"] == true {
                continue;
            }
            let game = pairing["games"].as_array().unwrap().last().expect("a game under way");
            let loser = self.player(if game["first"] == pairing["first"] {
                &pairing["second"]
            } else {
                &pairing["first"]
            });
            self.resign(loser, game).await;
        }
        until!(self, {
            let pairings = self.pairings(round).await;
            pairings.iter().all(|it| it["decided"] == true).then_some(())
        });
    }

    async fn resign(&self, player: &TestPlayer, game: &Value) {
        let path = format!("/matches/{}/resign", game["match"].as_str().unwrap());
        self.server.post_as(player, &path, json!({})).await.json(StatusCode::OK);
    }

    /// Entrants and points by the standings, in their order.
    async fn points(&self) -> Vec<(u64, f64)> {
        let standings = self.view("standings").await;
        let places = standings["items"].as_array().unwrap().iter();
        places.map(|it| (it["entrant"].as_u64().unwrap(), it["points"].as_f64().unwrap())).collect()
    }

    /// Sends a request with an `Idempotency-Key`.
    async fn ask_once(&self, by: &TestPlayer, rest: &str, body: Value, key: &str) -> Answer {
        let request = by.sign(self.server.request(Method::POST, &self.path(rest)));
        Answer::to(request.header("Idempotency-Key", key).body(body.to_string())).await
    }
}
