//! A proxy that simulates a bad network between one client and the server. Seeded by a number, it
//! drops connections, delays, repeats and truncates frames. It waits for events, never for the
//! clock.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Number of commands kept for repetition on the next connection.
const REMEMBERED: usize = 3;

/// The fate of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Delivered.
    Pass,
    /// Delivered in two writes.
    Split,
    /// Delayed until that many frames passed in the other direction. As those may never come, the
    /// same number of other answered requests also ends the delay.
    Hold(u64),
    /// Dropped together with the connection.
    Lose,
    /// Truncated to half, then the connection is dropped.
    Cut,
    /// Delivered as the last frame of the connection.
    Last,
}

/// Decides the fate of a frame from its connection number, direction, and frame number in that
/// direction.
pub(crate) type Plan = Arc<dyn Fn(u64, Way, u64) -> Fate + Send + Sync>;

/// The direction of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// From client to server.
    Up,
    /// From server to client.
    Down,
}

/// The proxy, which runs until it is dropped.
pub(crate) struct Proxy {
    url: String,
    state: Arc<State>,
    _accepting: JoinSet<()>,
}

struct State {
    server: String,
    plan: Plan,
    /// True if commands are repeated on the next connection.
    repeats: bool,
    recent: Mutex<VecDeque<Vec<u8>>>,
    connections: watch::Sender<u64>,
}

impl Proxy {
    /// Starts a proxy in front of `url` whose faults are derived from `seed`.
    pub(crate) async fn seeded(url: &str, seed: u64) -> Proxy {
        let plan = move |connection: u64, way: Way, frame: u64| {
            let number = (connection << 20) ^ (frame << 1) ^ u64::from(way == Way::Up);
            let mut rng = StdRng::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            match rng.random_range(0..100) {
                0..=2 => Fate::Lose,
                3..=5 => Fate::Cut,
                6..=8 => Fate::Last,
                9..=15 => Fate::Hold(rng.random_range(1..4)),
                16..=25 => Fate::Split,
                _ => Fate::Pass,
            }
        };
        Proxy::start(url, true, Arc::new(plan)).await
    }

    /// Starts a proxy with planned faults.
    pub(crate) async fn planned(
        url: &str,
        plan: impl Fn(u64, Way, u64) -> Fate + Send + Sync + 'static,
    ) -> Proxy {
        Proxy::start(url, false, Arc::new(plan)).await
    }

    async fn start(url: &str, repeats: bool, plan: Plan) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = url.trim_start_matches("http://").to_owned();
        let (connections, _) = watch::channel(0);
        let recent = Mutex::default();
        let state = Arc::new(State { server, plan, repeats, recent, connections });
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, Arc::clone(&state)));
        Proxy { url: format!("http://{address}"), state, _accepting: accepting }
    }

    /// The URL of the proxy.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The number of connections made.
    pub(crate) fn connections(&self) -> u64 {
        *self.state.connections.borrow()
    }
}

async fn accept(listener: TcpListener, state: Arc<State>) {
    let mut links = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let mut number = 0;
        state.connections.send_modify(|count| {
            number = *count;
            *count += 1;
        });
        let state = Arc::clone(&state);
        // A failed connection counts as dropped.
        links.spawn(async move { drop(link(client, number, &state).await) });
    }
}

async fn link(client: TcpStream, number: u64, state: &State) -> io::Result<()> {
    let server = TcpStream::connect(&state.server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (from_client, mut to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    let (mut from_client, mut from_server) =
        (BufReader::new(from_client), BufReader::new(from_server));
    to_server.write_all(&head(&mut from_client).await?).await?;
    to_client.write_all(&head(&mut from_server).await?).await?;
    if state.repeats {
        let again: Vec<Vec<u8>> = state.recent().drain(..).collect();
        for frame in again {
            to_server.write_all(&frame).await?;
        }
    }
    let (ups, downs) = (watch::channel(0).0, watch::channel(0).0);
    let mut up = Lane { way: Way::Up, number, state, passed: &ups, other: &downs };
    let mut down = Lane { way: Way::Down, number, state, passed: &downs, other: &ups };
    tokio::select! {
        ended = up.carry(&mut from_client, &mut to_server) => ended,
        ended = down.carry(&mut from_server, &mut to_client) => ended,
    }
}

impl State {
    fn recent(&self) -> std::sync::MutexGuard<'_, VecDeque<Vec<u8>>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One direction of a connection.
struct Lane<'a> {
    way: Way,
    number: u64,
    state: &'a State,
    passed: &'a watch::Sender<u64>,
    other: &'a watch::Sender<u64>,
}

impl Lane<'_> {
    async fn carry(
        &mut self,
        from: &mut BufReader<OwnedReadHalf>,
        to: &mut OwnedWriteHalf,
    ) -> io::Result<()> {
        for count in 0.. {
            let frame = frame(from).await?;
            if self.way == Way::Up && is_text(&frame) {
                let mut recent = self.state.recent();
                recent.push_back(frame.clone());
                if recent.len() > REMEMBERED {
                    recent.pop_front();
                }
            }
            let half = frame.len() / 2;
            match (self.state.plan)(self.number, self.way, count) {
                Fate::Pass => to.write_all(&frame).await?,
                Fate::Split => {
                    to.write_all(&frame[..half]).await?;
                    self.delay(1).await?;
                    to.write_all(&frame[half..]).await?;
                }
                Fate::Hold(frames) => {
                    self.delay(frames).await?;
                    to.write_all(&frame).await?;
                }
                Fate::Lose => return Ok(()),
                Fate::Cut => return to.write_all(&frame[..half]).await,
                Fate::Last => return to.write_all(&frame).await,
            }
            self.passed.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    async fn delay(&self, frames: u64) -> io::Result<()> {
        let mut other = self.other.subscribe();
        let enough = *other.borrow() + frames;
        tokio::select! {
            _ = other.wait_for(|count| *count >= enough) => Ok(()),
            asked = self.await_other_requests(frames) => asked,
        }
    }

    async fn await_other_requests(&self, times: u64) -> io::Result<()> {
        let (from, mut to) = TcpStream::connect(&self.state.server).await?.into_split();
        let mut from = BufReader::new(from);
        for _ in 0..times {
            to.write_all(b"GET /healthz HTTP/1.1\r\nhost: chaos\r\n\r\n").await?;
            head(&mut from).await?;
            let mut body = [0; 3];
            from.read_exact(&mut body).await?;
        }
        Ok(())
    }
}

/// Reads the head of an HTTP message, including the empty line.
async fn head(from: &mut BufReader<OwnedReadHalf>) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if from.read_until(b'\n', &mut head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(head)
}

/// Reads one complete frame (RFC 6455, 5.2).
async fn frame(from: &mut BufReader<OwnedReadHalf>) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; 2];
    from.read_exact(&mut frame).await?;
    let more = match frame[1] & 0x7f {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mask = if frame[1] & 0x80 == 0 { 0 } else { 4 };
    frame.resize(2 + more, 0);
    from.read_exact(&mut frame[2..]).await?;
    let length = match more {
        0 => u64::from(frame[1] & 0x7f),
        _ => frame[2..].iter().fold(0, |length, byte| length << 8 | u64::from(*byte)),
    };
    let start = frame.len();
    frame.resize(start + mask + length as usize, 0);
    from.read_exact(&mut frame[start..]).await?;
    Ok(frame)
}

fn is_text(frame: &[u8]) -> bool {
    frame[0] & 0x0f == 1
}
