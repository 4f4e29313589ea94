//! Machine faults: full or read-only disks, locked databases, file limits and clock changes.
//! Acknowledged moves survive, other commands are refused with a code, and the log names the cause.

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

/// A server process with a readable log, started by a shell after `before`.
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

    /// The log of the process.
    fn log(&self) -> String {
        fs::read_to_string(self.log.path().join("log")).unwrap()
    }
}

/// Two players who move back and forth and record the acknowledged moves.
struct Shuffle {
    players: [Client; 2],
    matches: Vec<Remembered>,
}

/// A match and its acknowledged moves.
struct Remembered {
    id: String,
    moves: Vec<&'static str>,
}

/// Each Knight moves out and back. The second repetition draws the match.
const STEPS: [&str; 4] = ["C2-B2", "C6-B6", "B2-C2", "B6-C6"];

impl Shuffle {
    async fn begin(url: &str) -> Shuffle {
        let players = [Client::guest(url).await, Client::guest(url).await];
        let mut shuffle = Shuffle { players, matches: Vec::new() };
        shuffle.begin_another().await.expect("a match");
        shuffle
    }

    /// Starts another match, or returns the refusal.
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

    /// Sends the next move and returns the answer.
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

    /// Sends the next move until it is accepted.
    async fn play_until_accepted(&mut self) {
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

    /// Compares the acknowledged moves with the logs.
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
        // Limits every file to three MiB.
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

        // The limit is lifted.
        let server = start(&database.options, port);
        let url = format!("http://127.0.0.1:{port}");
        shuffle.check(&url).await;
        shuffle.come_back(&url).await;
        // The refused command may have been the creation of a match.
        if shuffle.matches.last().is_some_and(|last| last.moves.len() == 8) {
            shuffle.begin_another().await.expect("a match");
        }
        shuffle.play_until_accepted().await;
        shuffle.check(&url).await;
        server.kill();
    })
    .await;
}

/// Builds the library that makes files read-only. Every machine that builds the server has a C
/// compiler as its linker.
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
            shuffle.play_until_accepted().await;
        }
        File::create(&flag).unwrap();
        let refused = shuffle.ask().await;
        assert_eq!(refused["code"], "unavailable", "{refused}");
        assert!(refused["retry_after_ms"].is_u64(), "{refused}");
        // Stored data can still be read.
        shuffle.check(&machine.url).await;
        let log = machine.log();
        assert!(log.contains("could not be stored") || log.contains("commit failed"), "{log}");
        fs::remove_file(&flag).unwrap();
        for _ in 0..4 {
            shuffle.play_until_accepted().await;
        }
        shuffle.check(&machine.url).await;
        machine.process.kill();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_wait_for_a_database_locked_for_half_a_minute() {
    on_sqlite(|database| async move {
        let machine = Machine::start(&database, free_port(), ":");
        let mut shuffle = Shuffle::begin(&machine.url).await;
        // A seat has its full clock after its first move.
        for _ in 0..2 {
            shuffle.play_until_accepted().await;
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
        shuffle.play_until_accepted().await;
        assert!(Instant::now() >= until, "nobody else could write");
        unlocking.await.unwrap();
        // Clients that only waited did not answer pings.
        shuffle.come_back(&machine.url).await;
        shuffle.play_until_accepted().await;
        shuffle.check(&machine.url).await;
        assert!(machine.log().contains("a commit failed, trying again"), "{}", machine.log());
        machine.process.kill();
    })
    .await;
}

/// Locks an SQLite file for writing.
pub(crate) async fn lock(file: &Path) -> SqliteConnection {
    let address = format!("sqlite://{}", file.display());
    let mut other = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("begin immediate").execute(&mut other).await.unwrap();
    other
}

#[tokio::test]
async fn matches_continue_when_file_descriptors_run_out() {
    on_sqlite(|database| async move {
        // Of these, 128 are reserved for the server.
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
            shuffle.play_until_accepted().await;
        }
        let log = machine.log();
        assert!(log.contains("the server has too many connections"), "{log}");
        drop(crowd);
        // The connections are released once the server notices that their clients are gone.
        let health = format!("{}/healthz", machine.url);
        while !reqwest::get(&health).await.is_ok_and(|answer| answer.status() == 200) {}
        shuffle.check(&machine.url).await;
        machine.process.kill();
    })
    .await;
}

#[tokio::test]
async fn event_times_stay_ordered_after_the_clock_is_set_back() {
    on_sqlite(|database| async move {
        let port = free_port();
        let server = start(&database.options, port);
        let url = format!("http://127.0.0.1:{port}");
        let mut shuffle = Shuffle::begin(&url).await;
        for _ in 0..3 {
            shuffle.play_until_accepted().await;
        }
        server.kill();
        // Entries written before the change carry a time one hour ahead.
        database.execute("update match_events set at = at + 3600000").await;
        database.execute("update matches set started_at = started_at + 3600000").await;
        let server = start(&database.options, port);
        shuffle.check(&url).await;
        shuffle.come_back(&url).await;
        for _ in 0..3 {
            shuffle.play_until_accepted().await;
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
