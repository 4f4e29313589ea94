//! Throughput of the server compared with a bare relay of the same frames. Each target runs on
//! one processor and is driven from another.
//!
//! `cargo bench --bench load`; arguments after ` -- ` are passed to `chivalry load`, as in
//! `cargo bench --bench load -- --matches 1000`. Set `DATABASE_URL` for Postgres.
//!
//! The relay has no rules and no storage. It sends each frame to all connections of its path,
//! with the same axum version and read buffer size. `chivalry load` drives the relay and then a
//! server of its own, three times. The result is the median.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

const RUNS: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "relay") {
        return relay();
    }
    let processors = chivalry::process::processors().expect("the processors of this machine");
    let (mut relay, url) = start_relay(&processors[..1]);
    chivalry::process::pin_to(&processors).expect("the processors that were there before");
    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let output = Command::new(env!("CARGO_BIN_EXE_chivalry"))
            .args(["load", "--pin", "--json", "--relay", &url])
            .args(arguments.iter().filter(|argument| *argument != "--bench"))
            .stderr(Stdio::inherit())
            .output()
            .expect("chivalry load");
        assert!(output.status.success(), "chivalry load failed");
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        print!("{lines}");
        let figures: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let rate = |index: usize| figures[index]["moves_per_second"].as_f64().expect("a rate");
        runs.push((rate(0), rate(1)));
    }
    relay.kill().expect("a relay to stop");
    relay.wait().expect("a relay that stops");
    let median = |mut rates: Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    let relayed = median(runs.iter().map(|run| run.0).collect());
    let served = median(runs.iter().map(|run| run.1).collect());
    println!(
        "medians of {RUNS}: relay {relayed:.0} moves/s, server {served:.0} moves/s, {:.2} of it",
        served / relayed
    );
}

fn start_relay(processors: &[usize]) -> (Child, String) {
    chivalry::process::pin_to(processors).expect("a processor");
    let program = std::env::current_exe().expect("this program");
    let mut child = Command::new(program)
        .arg("relay")
        .stdout(Stdio::piped())
        .spawn()
        .expect("a relay that starts");
    let output = child.stdout.take().expect("its output");
    let mut url = String::new();
    BufReader::new(output).read_line(&mut url).expect("its address");
    (child, url.trim().to_owned())
}

type MatchSnapshot = Vec<(u64, mpsc::Sender<Utf8Bytes>)>;

#[derive(Clone, Default)]
struct Rooms(Arc<Mutex<HashMap<String, MatchSnapshot>>>);

fn relay() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        println!("http://{}", listener.local_addr().expect("an address"));
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).expect("a socket"));
        let router = Router::new().route("/relay/{room}", get(open)).with_state(Rooms::default());
        axum::serve(listener, router).await.expect("a relay that serves");
    });
}

async fn open(
    State(rooms): State<Rooms>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .on_upgrade(move |socket| relay_frames(rooms, name, socket))
}

async fn relay_frames(rooms: Rooms, name: String, mut socket: WebSocket) {
    let (sender, mut frames) = mpsc::channel(256);
    let number = {
        let mut rooms = rooms.0.lock().expect("a lock");
        let room = rooms.entry(name.clone()).or_default();
        let number = room.last().map_or(0, |(last, _)| last + 1);
        room.push((number, sender));
        number
    };
    loop {
        tokio::select! {
            received = socket.recv() => {
                let Some(Ok(message)) = received else { break };
                let Message::Text(text) = message else { continue };
                let room = rooms.0.lock().expect("a lock")[&name].clone();
                for (_, sender) in room {
                    // A connection that does not read misses the frame.
                    let _ = sender.try_send(text.clone());
                }
            }
            Some(text) = frames.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    break;
                }
            }
        }
    }
    let mut rooms = rooms.0.lock().expect("a lock");
    if let Some(room) = rooms.get_mut(&name) {
        room.retain(|(other, _)| *other != number);
        if room.is_empty() {
            rooms.remove(&name);
        }
    }
}
