//! Effect of 2,000 hostile connections on 200 regular matches.
//!
//! `cargo bench --bench attack`. The server, with its default limits, runs on one processor.
//! The players and the attackers share the other processors. Phases without and with an attack
//! alternate. The output shows the response times of the players, the server's memory and the
//! number of rejections in both kinds of phases.
//!
//! Some attackers stay silent, write one byte per second or never read. Others send invalid
//! frames as fast as possible, send oversized messages, guess passwords or create guests.
//! Attackers use addresses in 127.0.1.0/24, each of which is subject to the connection limit. A
//! disconnected attacker reconnects.

#![expect(clippy::print_stdout, reason = "figures are what this program is for")]

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chivalry::process::{Process, pin_to, processors};
use serde_json::Value;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep_until, timeout, timeout_at};

const ROUNDS: usize = 3;
const HOSTILE: usize = 2_000;
/// Number of attacking addresses. Each opens about a hundred connections, but the first exceeds
/// its limit.
const ADDRESSES: usize = 16;
const SECONDS: u64 = 20;

/// Delay before a disconnected attacker reconnects.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("attack") {
        let address = arguments.next().and_then(|text| text.parse().ok()).expect("an address");
        return attack(address);
    }
    let all = processors().expect("the processors of this machine");
    let directory = tempfile::tempdir().expect("a folder");
    pin_to(&all[..1]).expect("a processor");
    let mut server = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    server.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
    server.args(["--trusted-proxies", "127.0.0.1/32", "--data-dir"]).arg(directory.path());
    let (mut server, address) = start(&mut server);
    pin_to(all.get(1..).filter(|rest| !rest.is_empty()).unwrap_or(&all)).expect("processors");
    let process = Process::of(server.id());
    let resident = || process.resident_bytes().expect("a process") / (1024 * 1024);
    let (mut calm, mut attacked) = (Vec::new(), Vec::new());
    println!("{} MiB before anything", resident());
    for _ in 0..ROUNDS {
        calm.push(play(&address));
        println!("calm: p99 {:.2} ms, {} MiB", calm[calm.len() - 1], resident());
        let program = std::env::current_exe().expect("this program");
        let (mut hostile, _) = start(Command::new(program).args(["attack", &address]));
        attacked.push(play(&address));
        println!("attacked: p99 {:.2} ms, {} MiB", attacked[attacked.len() - 1], resident());
        hostile.kill().expect("an attack to stop");
        hostile.wait().expect("an attack that stops");
    }
    println!("{}", refusals(&address));
    server.kill().expect("a server to stop");
    server.wait().expect("a server that stops");
    let [calm, attacked] = [calm, attacked].map(|mut figures| {
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    });
    println!(
        "medians of {ROUNDS}: p99 {calm:.2} ms calm, {attacked:.2} ms attacked, {:.2} times",
        attacked / calm
    );
}

/// Starts a program and returns the address at the end of its first output line.
fn start(command: &mut Command) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a program that starts");
    let output = child.stdout.take().expect("its output");
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).expect("a line");
    (child, line.trim().rsplit('/').next().unwrap_or_default().to_owned())
}

/// Plays 200 matches in which every move must be answered. Returns the 99th percentile of the
/// response time, in milliseconds.
fn play(address: &str) -> f64 {
    let output = Command::new(env!("CARGO_BIN_EXE_chivalry"))
        .args(["load", "--server", &format!("http://{address}"), "--json"])
        .args(["--matches", "200", "--rate", "400", "--seconds", &SECONDS.to_string()])
        .stderr(Stdio::inherit())
        .output()
        .expect("chivalry load");
    assert!(output.status.success(), "the honest were refused");
    let figures: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    figures["latency"]["p99_ms"].as_f64().unwrap_or_else(|| panic!("no p99: {figures}"))
}

/// Returns the rejections by limit.
fn refusals(address: &str) -> String {
    let ask = async {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        answer
    };
    let answer = runtime().block_on(ask);
    let lines = answer.lines().filter(|line| line.starts_with("chivalry_refusals_total"));
    lines.collect::<Vec<_>>().join("\n")
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Attacks until the process is killed.
fn attack(address: SocketAddr) {
    println!("at {address}");
    // A low priority keeps the attackers from taking processor time from the players.
    set_current_thread_priority(ThreadPriority::Min).expect("a lower priority");
    runtime().block_on(async {
        let mut hostile = JoinSet::new();
        for number in 0..HOSTILE {
            hostile.spawn(async move {
                loop {
                    // Disconnection is expected.
                    let _ = attack_once(number, address).await;
                    sleep_until(Instant::now() + RECONNECT_DELAY).await;
                }
            });
        }
        while hostile.join_next().await.is_some() {}
    });
}

async fn attack_once(number: usize, address: SocketAddr) -> std::io::Result<()> {
    let from = if number.is_multiple_of(4) { 0 } else { number % ADDRESSES };
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 1, 1 + from as u8], 0)))?;
    let stream = socket.connect(address).await?;
    match (number / 4) % 8 {
        0 => stay_silent(stream).await,
        1 => write_slowly(stream).await,
        2 => send_without_reading(stream).await,
        3 => send_invalid_frames(stream).await,
        4 => send_oversized_message(stream).await,
        5 => repeat_request(stream, "sessions", r#"{"name":"Arthur","password":"mordred"}"#).await,
        6 => repeat_request(stream, "guests", "{}").await,
        _ => ignore_responses(stream).await,
    }
}

async fn stay_silent(mut stream: TcpStream) -> std::io::Result<()> {
    stream.read_u8().await.map(drop)
}

async fn write_slowly(mut stream: TcpStream) -> std::io::Result<()> {
    let mut second = interval(Duration::from_secs(1));
    for byte in b"GET /healthz HTTP/1.1\r\nx: ".iter().chain(std::iter::repeat(&b'x')) {
        second.tick().await;
        stream.write_u8(*byte).await?;
    }
    Ok(())
}

/// Sends frames continuously and never reads an answer.
async fn send_without_reading(mut stream: TcpStream) -> std::io::Result<()> {
    open_socket(&mut stream).await?;
    let mut often = interval(Duration::from_millis(25));
    loop {
        often.tick().await;
        stream.write_all(&frame(br#"{"t":"ping","id":"1"}"#)).await?;
    }
}

async fn send_invalid_frames(mut stream: TcpStream) -> std::io::Result<()> {
    open_socket(&mut stream).await?;
    let (mut from, mut to) = stream.split();
    let nonsense = frame(br#"{"t":"move","match":7,"ply":[]"#);
    let sending = async {
        let mut often = interval(Duration::from_millis(5));
        loop {
            often.tick().await;
            to.write_all(&nonsense).await?;
        }
    };
    let mut nowhere = tokio::io::sink();
    let reading = tokio::io::copy(&mut from, &mut nowhere);
    tokio::select! {
        sent = sending => sent,
        read = reading => read.map(drop),
    }
}

async fn send_oversized_message(mut stream: TcpStream) -> std::io::Result<()> {
    open_socket(&mut stream).await?;
    stream.write_all(&[0x81, 0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0]).await?;
    let piece = vec![b'x'; 64 * 1024];
    for _ in 0..64 {
        stream.write_all(&piece).await?;
    }
    stream.read_to_end(&mut Vec::new()).await.map(drop)
}

/// Sends the same request repeatedly over one connection.
async fn repeat_request(mut stream: TcpStream, path: &str, body: &str) -> std::io::Result<()> {
    let length = body.len();
    let request = format!(
        "POST /api/v1/{path} HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut answer = vec![0; 4096];
    loop {
        stream.write_all(request.as_bytes()).await?;
        if stream.read(&mut answer).await? == 0 {
            return Ok(());
        }
        sleep_until(Instant::now() + Duration::from_millis(20)).await;
    }
}

/// Requests large answers and never reads them.
async fn ignore_responses(mut stream: TcpStream) -> std::io::Result<()> {
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    let until = Instant::now() + Duration::from_secs(60);
    while let Ok(sent) = timeout_at(until, stream.write_all(request)).await {
        sent?;
        sleep_until(Instant::now() + Duration::from_millis(100)).await;
    }
    Ok(())
}

async fn open_socket(stream: &mut TcpStream) -> std::io::Result<()> {
    let request = b"GET /api/v1/ws?token=nobodys HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n\
        upgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    stream.write_all(request).await?;
    let mut answer = vec![0; 1024];
    match timeout(Duration::from_secs(30), stream.read(&mut answer)).await {
        Ok(Ok(length)) if answer[..length].starts_with(b"HTTP/1.1 101") => Ok(()),
        _ => Err(std::io::ErrorKind::ConnectionRefused.into()),
    }
}

/// Encodes a frame with an all-zero mask.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    bytes.extend_from_slice(text);
    bytes
}
