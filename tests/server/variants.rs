//! Custom variants: a file defines a game, and a changed file does not affect existing games.

use std::fs;
use std::path::Path;
use std::process::Command;

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;
use crate::crashes::{Process, command, start_with};
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

    /// The error of a server that does not start.
    fn refused_start(&self) -> String {
        let folder = Path::to_str(self.folder.path()).unwrap();
        let mut serve = command(&self.database.options, self.port, &["--variants", folder]);
        let ended = serve.output().unwrap();
        assert!(!ended.status.success());
        String::from_utf8(ended.stderr).unwrap()
    }

    /// Makes an account a moderator.
    fn add_moderator(&self, name: &str) {
        let options = &self.database.options;
        let mut add = Command::new(env!("CARGO_BIN_EXE_chivalry"));
        add.args(["moderator", "add", name, "--data-dir"]).arg(&options.data_dir);
        match &options.database_url {
            Some(url) => add.env("DATABASE_URL", url),
            None => add.env_remove("DATABASE_URL"),
        };
        assert!(add.status().unwrap().success());
    }

    /// The status and the variants on trial for the player of `token`.
    async fn on_trial_for(&self, token: Option<&str>) -> (u16, Value) {
        let url = format!("{}/api/v1/moderation/variants", self.url);
        let mut request = reqwest::Client::new().get(url);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
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
async fn a_variant_on_trial_is_played_against_the_computer_until_it_is_offered() {
    on_every_database(|database| async move {
        let operator = Operator::new(database);
        let trial = operator.folder.path().join("trial");
        fs::create_dir(&trial).unwrap();
        fs::write(trial.join("own.variant"), FILE).unwrap();
        let server = operator.start();
        assert!(!operator.listed().await.contains(&NAME.to_owned()));
        assert_eq!(operator.get(&format!("/variants/{NAME}")).await["trial"], true);
        assert_eq!(operator.get("/variants/cam").await["trial"], Value::Null);

        let mut player = Client::guest(&operator.url).await;
        let token = player.token();
        let seats = json!({"W": "me", "B": "computer:1"});
        let create = json!({"t": "create", "variant": NAME, "private": true, "seats": seats});
        let time = json!({"kind": "fischer", "initial_ms": 180_000, "increment_ms": 0});
        let name = player.hello["player"]["name"].clone();
        for (change, value) in
            [("private", json!(false)), ("seats", json!({"W": "me"})), ("rated", json!(true))]
        {
            let mut wrong = create.clone();
            wrong["time"] = time.clone();
            wrong[change] = value;
            let refused = player.refused(wrong, "bad_field").await;
            assert_eq!(
                (&refused["field"], &refused["reason"]),
                (&json!("variant"), &json!("variant_on_trial")),
                "{change}"
            );
        }
        for request in [
            json!({"t": "seek", "variant": NAME, "time": time}),
            json!({"t": "challenge", "variant": NAME, "time": time, "to": name}),
        ] {
            assert_eq!(player.refused(request, "bad_field").await["reason"], "variant_on_trial");
        }
        let id = player.ok(create).await["match"].clone();
        player.ok(json!({"t": "watch", "match": id})).await;
        player.ok(json!({"t": "move", "match": id, "ply": 1, "move": "D7-D8"})).await;
        let is_reply = |frame: &Value| frame["t"] == "moved" && frame["ply"] == 2;
        player.next_where(is_reply).await.unwrap();
        assert_eq!(operator.on_trial_for(None).await.0, 401);
        let session = json!({"name": "Arthur", "password": "excalibur"});
        let (_, session) = operator.ask(Method::POST, "/accounts", session).await;
        let arthur = session["token"].as_str();
        assert_eq!(operator.on_trial_for(arthur).await.0, 403);
        operator.add_moderator("Arthur");
        let (status, listed) = operator.on_trial_for(arthur).await;
        assert_eq!((status, &listed["items"][0]["name"]), (200, &json!(NAME)));
        server.kill();

        // The match goes on when the variant is offered, under the same pin.
        fs::rename(trial.join("own.variant"), operator.file()).unwrap();
        let server = operator.start();
        assert!(operator.listed().await.contains(&NAME.to_owned()));
        let mut player = Client::connect(&operator.url, Some(&token)).await.unwrap();
        player.ok(json!({"t": "watch", "match": id, "legal": true})).await;
        let snapshot = player.next_of("snapshot").await.unwrap();
        let offered = operator.get(&format!("/variants/{NAME}")).await;
        assert_eq!((&snapshot["ply"], &snapshot["variant"]), (&json!(2), &offered["pin"]));
        assert_eq!(offered["trial"], Value::Null);
        TestMatch::new(&operator.url).await;
        server.kill();

        // A name stands in one of the folders only.
        fs::write(trial.join("own.variant"), FILE).unwrap();
        let again = operator.refused_start();
        assert!(again.contains(NAME), "{again}");
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
