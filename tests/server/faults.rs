//! A machine that fails under the server: what was acknowledged is there afterwards, what was
//! not is refused by name, and the log says what is wrong.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};

use crate::client::Client;
use crate::crashes::{Process, command, launch, start};
use crate::databases::{Database, on_sqlite};
use crate::ports::free_port;

/// A server whose log can be read, under what a shell says before it.
struct Machine {
    url: String,
    process: Process,
    log: tempfile::TempDir,
}

impl Machine {
    fn start(database: &Database, port: u16, before: &str) -> Machine {
        let log = tempfile::tempdir().unwrap();
        let plain = command(&database.options, port, &[]);
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]).arg(plain.get_program());
        shell.args(plain.get_args()).env("CHIVALRY_LOG", "warn");
        shell.env_remove("DATABASE_URL").env_remove("NATS_URL");
        shell.stderr(File::create(log.path().join("log")).unwrap());
        Machine { url: format!("http://127.0.0.1:{port}"), process: launch(shell), log }
    }

    /// What it wrote to its log.
    fn log(&self) -> String {
        fs::read_to_string(self.log.path().join("log")).unwrap()
    }
}

/// Two who move back and forth in match after match, and remember what was acknowledged.
struct Shuffle {
    players: [Client; 2],
    matches: Vec<Remembered>,
}

/// A match, and the moves of it that were acknowledged.
struct Remembered {
    id: String,
    moves: Vec<&'static str>,
}

/// Each Knight goes there and comes back; twice, and the match is drawn.
const STEPS: [&str; 4] = ["C2-B2", "C6-B6", "B2-C2", "B6-C6"];

impl Shuffle {
    async fn begin(url: &str) -> Shuffle {
        let players = [Client::guest(url).await, Client::guest(url).await];
        let mut shuffle = Shuffle { players, matches: Vec::new() };
        shuffle.begin_another().await.expect("a match");
        shuffle
    }

    /// Begins another match, or gives the refusal.
    async fn begin_another(&mut self) -> Result<(), Value> {
        let time = json!({"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000});
        let create = json!({"t": "create", "variant": "camette", "time": time,
                            "seats": {"W": "me"}});
        let [white, black] = &mut self.players;
        let made = white.ask(create).await.expect("an answer");
        let id = made["match"].as_str().ok_or(made.clone())?.to_owned();
        let joined = black.ask(json!({"t": "join", "match": id})).await.expect("an answer");
        if joined["t"] != "ok" {
            return Err(joined);
        }
        self.matches.push(Remembered { id, moves: Vec::new() });
        Ok(())
    }

    /// Asks for the next move, and gives the answer.
    async fn ask(&mut self) -> Value {
        let Remembered { id, moves } = self.matches.last_mut().expect("a match");
        let (made, text) = (moves.len(), STEPS[moves.len() % STEPS.len()]);
        let next = json!({"t": "move", "match": id, "ply": made + 1, "move": text});
        let name = format!("{id} {made}");
        let answer = self.players[made % 2].ask_as(&name, next).await.expect("an answer");
        if answer["t"] == "ok" {
            moves.push(text);
        }
        answer
    }

    /// Makes the next move, however often it has to be asked for.
    async fn insist(&mut self) {
        loop {
            let answer = self.ask().await;
            if answer["t"] == "ok" {
                return;
            }
            assert_eq!(answer["code"], "unavailable", "{answer}");
            let wait = answer["retry_after_ms"].as_u64().expect("a time to wait");
            sleep_until(Instant::now() + Duration::from_millis(wait)).await;
        }
    }

    async fn come_back(&mut self, url: &str) {
        for player in &mut self.players {
            player.come_back(url).await;
        }
    }

    /// Holds what was acknowledged against the logs.
    async fn check(&self, url: &str) {
        for Remembered { id, moves } in &self.matches {
            let path = format!("{url}/api/v1/matches/{id}");
            let seen: Value = reqwest::get(path).await.unwrap().json().await.unwrap();
            let there = seen["moves"].as_array().expect("moves");
            assert!(there.len() >= moves.len(), "{} of {} moves", there.len(), moves.len());
            assert_eq!(there[..moves.len()], *moves);
        }
    }
}

#[tokio::test]
async fn a_full_disk_refuses_moves_and_loses_none() {
    on_sqlite(|database| async move {
        let port = free_port();
        // No file may grow beyond three MiB.
        let machine = Machine::start(&database, port, "trap '' XFSZ; ulimit -f 3072");
        let mut shuffle = Shuffle::begin(&machine.url).await;
        let refused = loop {
            let answer = match shuffle.matches.last().is_some_and(|last| last.moves.len() < 8) {
                true => shuffle.ask().await,
                false => shuffle.begin_another().await.err().unwrap_or_default(),
            };
            if answer["t"] == "err" {
                break answer;
            }
        };
        assert_eq!(refused["code"], "unavailable", "{refused}");
        assert!(refused["retry_after_ms"].is_u64(), "{refused}");
        let log = machine.log();
        assert!(log.contains("could not be stored") || log.contains("commit failed"), "{log}");
        machine.process.kill();

        // There is room again.
        let server = start(&database.options, port);
        let url = format!("http://127.0.0.1:{port}");
        shuffle.check(&url).await;
        shuffle.come_back(&url).await;
        shuffle.insist().await;
        shuffle.check(&url).await;
        server.kill();
    })
    .await;
}

/// Builds what makes files read-only; every machine that builds the server has a C compiler to
/// link it by.
fn read_only(folder: &Path) -> PathBuf {
    let library = folder.join("read_only.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/faults/read_only.c");
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
    assert!(built.unwrap().success(), "a library that compiles");
    library
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_disk_that_turns_read_only_refuses_moves_and_loses_none() {
    on_sqlite(|database| async move {
        let folder = tempfile::tempdir().unwrap();
        let (library, flag) = (read_only(folder.path()), folder.path().join("read-only"));
        let (library, while_there) = (library.display(), flag.display());
        let before = format!("export LD_PRELOAD={library} READ_ONLY_WHILE={while_there}");
        let machine = Machine::start(&database, free_port(), &before);
        let mut shuffle = Shuffle::begin(&machine.url).await;
        for _ in 0..2 {
            shuffle.insist().await;
        }
        File::create(&flag).unwrap();
        let refused = shuffle.ask().await;
        assert_eq!(refused["code"], "unavailable", "{refused}");
        assert!(refused["retry_after_ms"].is_u64(), "{refused}");
        // What is stored is still shown.
        shuffle.check(&machine.url).await;
        let log = machine.log();
        assert!(log.contains("could not be stored") || log.contains("commit failed"), "{log}");
        fs::remove_file(&flag).unwrap();
        for _ in 0..4 {
            shuffle.insist().await;
        }
        shuffle.check(&machine.url).await;
        machine.process.kill();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_locked_for_half_a_minute_is_waited_for() {
    on_sqlite(|database| async move {
        let machine = Machine::start(&database, free_port(), ":");
        let mut shuffle = Shuffle::begin(&machine.url).await;
        // After its first move, a seat has all of its clock.
        for _ in 0..2 {
            shuffle.insist().await;
        }
        let file = database.options.data_dir.join("chivalry.sqlite");
        let mut other = lock(&file).await;
        let refused = shuffle.ask().await;
        assert_eq!(refused["code"], "unavailable", "{refused}");
        let until = Instant::now() + Duration::from_secs(30);
        let unlocking = tokio::spawn(async move {
            sleep_until(until).await;
            sqlx::raw_sql("rollback").execute(&mut other).await.unwrap();
            other.close().await.unwrap();
        });
        shuffle.insist().await;
        assert!(Instant::now() >= until, "nobody else could write");
        unlocking.await.unwrap();
        // Whoever only waited answered no ping.
        shuffle.come_back(&machine.url).await;
        shuffle.insist().await;
        shuffle.check(&machine.url).await;
        assert!(machine.log().contains("a commit failed, trying again"), "{}", machine.log());
        machine.process.kill();
    })
    .await;
}

async fn lock(file: &Path) -> SqliteConnection {
    let address = format!("sqlite://{}", file.display());
    let mut other = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("begin immediate").execute(&mut other).await.unwrap();
    other
}

#[tokio::test]
async fn when_files_run_out_those_who_play_go_on() {
    on_sqlite(|database| async move {
        // Of which 128 are not for clients.
        let machine = Machine::start(&database, free_port(), "ulimit -n 150");
        let mut shuffle = Shuffle::begin(&machine.url).await;
        let address = machine.url.strip_prefix("http://").unwrap();
        let mut crowd = Vec::new();
        let refused = loop {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let mut said = [0; 12];
            tokio::select! {
                read = stream.read_exact(&mut said) => match read {
                    Ok(_) => break said,
                    Err(error) => panic!("it was closed without a word: {error}"),
                },
                () = sleep_until(Instant::now() + Duration::from_millis(50)) => {}
            }
            crowd.push(stream);
            assert!(crowd.len() < 150, "there is no end to it");
        };
        assert_eq!(&refused, b"HTTP/1.1 503");
        for _ in 0..6 {
            shuffle.insist().await;
        }
        let log = machine.log();
        assert!(log.contains("there is no room for more connections"), "{log}");
        drop(crowd);
        // The places are free when the server has seen that nobody is there.
        let health = format!("{}/healthz", machine.url);
        while !reqwest::get(&health).await.is_ok_and(|answer| answer.status() == 200) {}
        shuffle.check(&machine.url).await;
        machine.process.kill();
    })
    .await;
}

#[tokio::test]
async fn a_clock_that_was_set_back_an_hour_makes_no_time_run_backwards() {
    on_sqlite(|database| async move {
        let port = free_port();
        let server = start(&database.options, port);
        let url = format!("http://127.0.0.1:{port}");
        let mut shuffle = Shuffle::begin(&url).await;
        for _ in 0..3 {
            shuffle.insist().await;
        }
        server.kill();
        // What was written an hour ago, by a clock that went an hour wrong.
        database.execute("update match_events set at = at + 3600000").await;
        database.execute("update matches set started_at = started_at + 3600000").await;
        let server = start(&database.options, port);
        shuffle.check(&url).await;
        shuffle.come_back(&url).await;
        for _ in 0..3 {
            shuffle.insist().await;
        }
        shuffle.check(&url).await;
        let path = format!("{url}/api/v1/matches/{}/events?since=0", shuffle.matches[0].id);
        let events: Value = reqwest::get(path).await.unwrap().json().await.unwrap();
        let at: Vec<&str> = events["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["now"].as_str().unwrap())
            .collect();
        assert!(at.is_sorted(), "{at:?}");
        server.kill();
    })
    .await;
}
