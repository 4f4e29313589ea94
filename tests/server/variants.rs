//! Custom variants: a file defines a game, and a changed file does not affect existing games.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;
use crate::crashes::{Process, start_with};
use crate::databases::{Database, on_every_database};
use crate::ports::free_port;

/// The README's example: Chivalry on the Camelot board.
const FILE: &str = include_str!("../../examples/variants/chivalry-on-camelot.variant");

const NAME: &str = "chivalry-on-camelot";

/// A server with a folder of custom variants.
struct Operator {
    database: Database,
    folder: TempDir,
    port: u16,
    url: String,
}

impl Operator {
    fn new(database: Database) -> Operator {
        let port = free_port();
        let url = format!("http://127.0.0.1:{port}");
        Operator { database, folder: tempfile::tempdir().unwrap(), port, url }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("own.variant")
    }

    fn start(&self) -> Process {
        let folder = Path::to_str(self.folder.path()).unwrap();
        start_with(&self.database.options, self.port, &["--variants", folder])
    }

    async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = reqwest::Client::new().request(method, format!("{}/api/v1{path}", self.url));
        let answer = request.body(body.to_string()).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap())
    }

    async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(Method::GET, path, Value::Null).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// The names of the listed variants.
    async fn listed(&self) -> Vec<String> {
        let variants = self.get("/variants").await;
        let names = variants["items"].as_array().unwrap().iter();
        names.map(|variant| variant["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// The two players of a match.
struct TestMatch {
    id: String,
    tokens: [String; 2],
    players: [Client; 2],
}

impl TestMatch {
    async fn new(url: &str) -> TestMatch {
        let [mut white, mut black] = [Client::guest(url).await, Client::guest(url).await];
        let create = json!({"t": "create", "variant": NAME, "seats": {"W": "me"}});
        let id = white.ok(create).await["match"].as_str().unwrap().to_owned();
        assert_eq!(black.ok(json!({"t": "join", "match": id})).await["seat"], "B");
        TestMatch { id, tokens: [white.token(), black.token()], players: [white, black] }
    }

    /// Makes a move and returns the answer.
    async fn play(&mut self, ply: usize, text: &str) -> Value {
        let command = json!({"t": "move", "match": self.id, "ply": ply, "move": text});
        let player = &mut self.players[(ply - 1) % 2];
        player.ask_as(&format!("ply {ply}"), command).await.unwrap()
    }

    async fn come_back(&mut self, url: &str) {
        for (player, token) in self.players.iter_mut().zip(&self.tokens) {
            *player = Client::connect(url, Some(token)).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changing_a_custom_variant_does_not_affect_existing_games() {
    on_every_database(|database| async move {
        let operator = Operator::new(database);
        let url = operator.url.clone();
        fs::write(operator.file(), FILE).unwrap();

        let server = operator.start();
        assert!(operator.listed().await.contains(&NAME.to_owned()));
        let first = operator.get(&format!("/variants/{NAME}")).await;
        let first_pin = first["pin"].as_str().unwrap().to_owned();
        assert!(first_pin.starts_with(&format!("{NAME}@")), "{first_pin}");
        let rules = operator.get(&format!("/variants/{NAME}/rules")).await;
        assert_eq!(rules["variant"], first);
        assert!(rules["lessons"].as_array().unwrap().len() >= 9, "{rules}");
        let mut old = TestMatch::new(&url).await;
        assert_eq!(old.play(1, "D7-D8").await["t"], "ok");
        assert_eq!(old.play(2, "I10-I9").await["t"], "ok");
        let events = operator.get(&format!("/matches/{}/events?since=0", old.id)).await;
        assert_eq!(events["items"][0]["variant"], first_pin.as_str());
        server.kill();

        // The changed variant adds a river that the first match does not have.
        let changed = FILE.replace("seats:", "water: E8 E9\nseats:");
        fs::write(operator.file(), &changed).unwrap();
        let server = operator.start();
        old.come_back(&url).await;
        let second = operator.get(&format!("/variants/{NAME}")).await;
        assert_ne!(second["pin"], first["pin"]);
        assert_eq!(second["water"], json!(["E8", "E9"]));
        let earlier = operator.get(&format!("/variants/{first_pin}")).await;
        assert_eq!((&earlier["name"], &earlier["water"]), (&json!(first_pin), &json!([])));
        let mut new = TestMatch::new(&url).await;
        assert_eq!(new.play(1, "E7-E8").await["rule"], "water");
        assert_eq!(old.play(3, "E7-E8").await["t"], "ok");
        let again = operator.get(&format!("/matches/{}/events?since=0", old.id)).await;
        assert_eq!(again["items"][0], events["items"][0], "what happened reads the same");
        let listed = operator.get(&format!("/matches?variant={NAME}")).await;
        let pins: Vec<&Value> =
            listed["items"].as_array().unwrap().iter().map(|item| &item["variant"]).collect();
        assert_eq!(pins, [&second["pin"], &first["pin"]]);
        let mut guest = Client::guest(&url).await;
        let by_earlier = json!({"t": "create", "variant": first_pin});
        assert_eq!(guest.refused(by_earlier, "bad_field").await["field"], "variant");
        server.kill();

        fs::remove_file(operator.file()).unwrap();
        let server = operator.start();
        old.come_back(&url).await;
        assert!(!operator.listed().await.contains(&NAME.to_owned()));
        let mut guest = Client::guest(&url).await;
        let gone = json!({"t": "create", "variant": NAME});
        assert_eq!(guest.refused(gone, "bad_field").await["field"], "variant");
        assert_eq!(old.play(4, "H10-H9").await["t"], "ok");
        guest.ok(json!({"t": "watch", "match": old.id, "legal": true})).await;
        let snapshot = guest.next_of("snapshot").await.unwrap();
        assert_eq!((&snapshot["ply"], &snapshot["variant"]), (&json!(4), &json!(first_pin)));
        let position = json!({"variant": first_pin, "position": snapshot["position"]});
        let (status, moves) = operator.ask(Method::POST, "/rules/moves", position).await;
        assert_eq!(status, 200, "{moves}");
        let (legal, listed) = (snapshot["legal"].as_array(), moves["moves"].as_array());
        assert_eq!(legal.map(Vec::len), listed.map(Vec::len));
        server.kill();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_plays_a_custom_variant() {
    on_every_database(|database| async move {
        let operator = Operator::new(database);
        fs::write(operator.file(), FILE).unwrap();
        let server = operator.start();
        let mut white = Client::guest(&operator.url).await;
        let seats = json!({"W": "me", "B": "computer:1"});
        let create = json!({"t": "create", "variant": NAME, "seats": seats});
        let id = white.ok(create).await["match"].clone();
        white.ok(json!({"t": "watch", "match": id})).await;
        white.ok(json!({"t": "move", "match": id, "ply": 1, "move": "D7-D8"})).await;
        let is_reply = |frame: &Value| frame["t"] == "moved" && frame["ply"] == 2;
        assert_eq!(white.next_where(is_reply).await.unwrap()["seat"], "B");
        server.kill();
    })
    .await;
}
