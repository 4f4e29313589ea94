//! The attackers.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, sleep_until, timeout};

/// Concurrent attackers, two per address.
const ATTACKERS: usize = 2_000;

/// Delay before a disconnected attacker reconnects.
const RECONNECT_DELAY: Duration = Duration::from_millis(10);

/// Timeout of an answer, after which an attacker reconnects.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// WebSockets that one attacker of [`Attack::Handshakes`] holds open.
const HELD: usize = 8;

/// A token that no player has. The server stores no guest for it.
const UNKNOWN: &str = "?token=nobodys";

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attack {
    /// WebSockets without a token, held open.
    Handshakes,
    /// Bytes that are no HTTP, and frames that are no WebSocket.
    Garbage,
    /// Heads of requests, one byte per second.
    SlowLoris,
    /// Pings of WebSocket as fast as they can be written.
    Pings,
    /// Analyses, matches, seeks and engine games.
    Commands,
    /// Sign-ins, exports of all games, and large documents that nobody reads.
    Hashing,
    /// Guests, imports, personal exports, and analyses over REST.
    Imports,
    /// All of them.
    All,
}

impl Attack {
    pub(crate) const ALL: [Attack; 8] = [
        Attack::Handshakes,
        Attack::Garbage,
        Attack::SlowLoris,
        Attack::Pings,
        Attack::Commands,
        Attack::Hashing,
        Attack::Imports,
        Attack::All,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Attack::Handshakes => "handshakes",
            Attack::Garbage => "garbage",
            Attack::SlowLoris => "slow-loris",
            Attack::Pings => "pings",
            Attack::Commands => "commands",
            Attack::Hashing => "hashing",
            Attack::Imports => "imports",
            Attack::All => "all",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Attack> {
        Attack::ALL.into_iter().find(|attack| attack.name() == name)
    }

    async fn once(self, number: usize, server: Server) -> io::Result<()> {
        match self {
            Attack::Handshakes => handshakes(server).await,
            Attack::Garbage => garbage(server, number).await,
            Attack::SlowLoris => slow_loris(server).await,
            Attack::Pings => pings(server).await,
            Attack::Commands => commands(server).await,
            Attack::Hashing => hashing(server, number).await,
            Attack::Imports => imports(server, number).await,
            Attack::All => {
                let kind = Attack::ALL[number % (Attack::ALL.len() - 1)];
                Box::pin(kind.once(number / (Attack::ALL.len() - 1), server)).await
            }
        }
    }
}

/// The server, as reached from one address.
#[derive(Clone, Copy)]
struct Server {
    address: SocketAddr,
    from: SocketAddr,
}

impl Server {
    async fn connect(self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(self.from)?;
        timeout(ANSWER_TIMEOUT, socket.connect(self.address)).await?
    }

    /// Opens a WebSocket.
    async fn open(self, query: &str) -> io::Result<TcpStream> {
        let mut stream = self.connect().await?;
        let request = format!(
            "GET /api/v1/ws{query} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let answer = read_some(&mut stream).await?;
        if answer.starts_with("HTTP/1.1 101") { Ok(stream) } else { Err(refused()) }
    }
}

/// Attacks until the process is killed.
pub(crate) fn run(address: SocketAddr, attack: Attack) {
    println!("at {address}");
    set_current_thread_priority(ThreadPriority::Min).expect("a lower priority");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().expect("a runtime").block_on(async {
        let mut hostile = JoinSet::new();
        for number in 0..ATTACKERS {
            let of = number / 2;
            let host = [127, 0, 1 + (of / 250) as u8, 1 + (of % 250) as u8];
            let server = Server { address, from: SocketAddr::from((host, 0)) };
            hostile.spawn(async move {
                loop {
                    // A refusal and a disconnection are expected.
                    let _ = attack.once(number, server).await;
                    sleep_until(Instant::now() + RECONNECT_DELAY).await;
                }
            });
        }
        while hostile.join_next().await.is_some() {}
    });
}

async fn handshakes(server: Server) -> io::Result<()> {
    let mut held = Vec::new();
    for _ in 0..HELD {
        held.push(server.open("").await?);
    }
    let [first, ..] = held.as_mut_slice() else { return Ok(()) };
    // Reads until the server closes the first.
    tokio::io::copy(first, &mut tokio::io::sink()).await.map(drop)
}

async fn garbage(server: Server, number: usize) -> io::Result<()> {
    let oversized = [0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let reserved = [0xf1, 0x80, 0, 0, 0, 0];
    let (mut stream, bytes) = match number % 4 {
        0 => (server.connect().await?, vec![0xff; 4096]),
        1 => (server.open(UNKNOWN).await?, oversized.to_vec()),
        2 => (server.open(UNKNOWN).await?, reserved.to_vec()),
        _ => {
            let nonsense = frame(br#"{"t":"move","match":7,"ply":[]"#);
            (server.open(UNKNOWN).await?, nonsense.repeat(50))
        }
    };
    stream.write_all(&bytes).await?;
    let mut nowhere = tokio::io::sink();
    let reading = tokio::io::copy(&mut stream, &mut nowhere);
    // Only the last of the four stays open.
    let _ = timeout(Duration::from_secs(1), reading).await;
    Ok(())
}

async fn slow_loris(server: Server) -> io::Result<()> {
    let mut stream = server.connect().await?;
    let mut second = interval(Duration::from_secs(1));
    for byte in b"GET /healthz HTTP/1.1\r\nx: ".iter().chain(std::iter::repeat(&b'x')) {
        second.tick().await;
        stream.write_u8(*byte).await?;
    }
    Ok(())
}

async fn pings(server: Server) -> io::Result<()> {
    let (mut first, mut second) = (server.open("").await?, server.open(UNKNOWN).await?);
    let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(64);
    loop {
        first.write_all(&pings).await?;
        second.write_all(&pings).await?;
        tokio::task::yield_now().await;
    }
}

async fn commands(server: Server) -> io::Result<()> {
    let mut stream = server.open("").await?;
    let time = r#""time":{"kind":"fischer","initial_ms":600000,"increment_ms":5000}"#;
    loop {
        for command in [
            r#"{"t":"analyse","id":"1","variant":"camelot","nodes":5000000}"#.to_owned(),
            format!(r#"{{"t":"create","id":"2","variant":"camelot","seats":{{"W":"me"}},{time}}}"#),
            format!(r#"{{"t":"seek","id":"3","variant":"camelot",{time}}}"#),
            format!(
                r#"{{"t":"create","id":"4","variant":"camelot","seats":{{"W":"me","B":"computer:8"}},{time}}}"#
            ),
        ] {
            stream.write_all(&frame(command.as_bytes())).await?;
            read_some(&mut stream).await?;
        }
    }
}

async fn hashing(server: Server, number: usize) -> io::Result<()> {
    let mut stream = server.connect().await?;
    let credentials = format!(r#"{{"name":"Arthur{number}","password":"mordredmordred"}}"#);
    let (request, is_read) = match number % 4 {
        0 => (post("sessions", "application/json", "", &credentials), true),
        1 => (get("records", ""), false),
        2 => (get("openapi.json", ""), false),
        _ => (get("openapi.json", ""), true),
    };
    loop {
        let sent = timeout(ANSWER_TIMEOUT, stream.write_all(request.as_bytes()));
        sent.await??;
        if is_read {
            read_some(&mut stream).await?;
        } else {
            sleep_until(Instant::now() + Duration::from_millis(50)).await;
        }
    }
}

async fn imports(server: Server, number: usize) -> io::Result<()> {
    let mut stream = server.connect().await?;
    stream.write_all(post("guests", "application/json", "", "{}").as_bytes()).await?;
    let answer = read_some(&mut stream).await?;
    let (_, rest) = answer.split_once("\"token\":\"").ok_or_else(refused)?;
    let token = rest.split('"').next().unwrap_or_default();
    let record = "[Variant \"camelot\"]\n[Result \"*\"]\n\n1. d6-d8 *\n\n".repeat(200);
    let analysis = r#"{"variant":"camelot","nodes":5000000}"#;
    let request = match number % 3 {
        0 => post("records", "text/plain", token, &record),
        1 => get("me/export", token),
        _ => post("analysis/position", "application/json", token, analysis),
    };
    loop {
        stream.write_all(request.as_bytes()).await?;
        read_some(&mut stream).await?;
    }
}

fn get(path: &str, token: &str) -> String {
    format!("GET /api/v1/{path} HTTP/1.1\r\nhost: x\r\n{}\r\n", authorization(token))
}

fn post(path: &str, content_type: &str, token: &str, body: &str) -> String {
    format!(
        "POST /api/v1/{path} HTTP/1.1\r\nhost: x\r\n{}content-type: {content_type}\r\n\
         content-length: {}\r\n\r\n{body}",
        authorization(token),
        body.len()
    )
}

fn authorization(token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") }
}

/// Reads a part of an answer.
async fn read_some(stream: &mut TcpStream) -> io::Result<String> {
    let mut bytes = vec![0; 16 * 1024];
    match timeout(ANSWER_TIMEOUT, stream.read(&mut bytes)).await?? {
        0 => Err(refused()),
        length => Ok(String::from_utf8_lossy(&bytes[..length]).into_owned()),
    }
}

fn refused() -> io::Error {
    io::ErrorKind::ConnectionRefused.into()
}

/// Encodes a frame with an all-zero mask.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x81];
    match u8::try_from(text.len()) {
        Ok(length) if length < 126 => bytes.push(0x80 | length),
        _ => {
            bytes.push(0x80 | 126);
            bytes.extend_from_slice(&(text.len() as u16).to_be_bytes());
        }
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(text);
    bytes
}
