//! Tests that run `examples/bot.py` against the real server.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use reqwest::StatusCode;
use tokio::task::spawn_blocking;

use crate::support::{TestServer, on_every_server};

/// A bot process and its output.
struct Bot {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Bot {
    fn start(server: &TestServer, arguments: &[&str]) -> Bot {
        Bot::start_with(&[&["--server", server.url()], arguments].concat())
    }

    fn start_with(arguments: &[&str]) -> Bot {
        let mut command = Command::new("python3");
        command.args(["-I", "examples/bot.py"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a bot that starts");
        let said = BufReader::new(child.stdout.take().expect("a pipe"));
        Bot { child, said }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }

    /// Waits for the exit code and the remaining output.
    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).expect("text");
        (self.child.wait().expect("an end").code(), rest)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // The process has exited, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// True if a Python interpreter is installed. Reports the skipped test otherwise.
fn python_is_there() -> bool {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        // The harness captures `eprintln!`, so the message is written to the stream directly.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no python3; examples/bot.py was not run");
    }
    is_there
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_bots_play_a_match_to_its_end() {
    if !python_is_there() {
        return;
    }
    on_every_server(async |server: TestServer| {
        let mut first = Bot::start(&server, &["--create", "--variant", "camette", "--seed", "1"]);
        let (first, link) = spawn_blocking(move || {
            let link = first.line();
            (first, link.strip_prefix("seat B: ").expect("a link").to_owned())
        })
        .await
        .unwrap();
        // A link names its server.
        let second = Bot::start_with(&["--match", &link, "--seed", "2"]);
        let ends = spawn_blocking(move || [first.end(), second.end()]).await.unwrap();
        let [(first, first_said), (second, second_said)] = ends;
        assert_eq!((first, second), (Some(0), Some(0)), "{first_said}{second_said}");
        assert_eq!(first_said.lines().last(), second_said.lines().last());
        let id = link.split(['?', '/']).rev().nth(1).unwrap().to_owned();
        let ended = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        assert_eq!(ended["status"], "ended");
        let said = format!(
            "{} ({})",
            ended["result"].as_str().unwrap(),
            ended["termination"].as_str().unwrap()
        );
        assert_eq!(first_said.lines().last(), Some(said.as_str()));
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_plays_the_moves_of_an_external_engine() {
    if !python_is_there() {
        return;
    }
    on_every_server(async |server: TestServer| {
        let engine = concat!(env!("CARGO_BIN_EXE_chivalry"), " engine");
        let arguments = ["--create", "--variant", "cam", "--engine", engine, "--think", "20"];
        let mut thinking = Bot::start(&server, &arguments);
        let (thinking, link) = spawn_blocking(move || {
            let link = thinking.line();
            (thinking, link.strip_prefix("seat B: ").expect("a link").to_owned())
        })
        .await
        .unwrap();
        let other = Bot::start(&server, &["--match", &link, "--seed", "2"]);
        let ends = spawn_blocking(move || [thinking.end(), other.end()]).await.unwrap();
        let [(first, first_said), (second, second_said)] = ends;
        assert_eq!((first, second), (Some(0), Some(0)), "{first_said}{second_said}");
        assert!(first_said.lines().last().unwrap().starts_with("1-0 ("), "{first_said}");
        server.shutdown().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_bot_ends_its_match() {
    if !python_is_there() {
        return;
    }
    on_every_server(async |server: TestServer| {
        let mut bot = Bot::start(&server, &["--create", "--variant", "cam"]);
        let (code, id) = spawn_blocking(move || {
            let _link = bot.line();
            let playing = bot.line();
            let id = playing.rsplit(' ').next().expect("a match").to_owned();
            let told = Command::new("kill").arg(bot.child.id().to_string()).status();
            assert!(told.expect("a signal").success());
            (bot.end().0, id)
        })
        .await
        .unwrap();
        assert_eq!(code, Some(130));
        let ended = server.get(&format!("/matches/{id}")).await.json(StatusCode::OK);
        assert_eq!((&ended["status"], &ended["result"]), (&"ended".into(), &"*".into()));
        server.shutdown().await;
    })
    .await;
}
