//! Every command on an open connection gets one answer, also if NATS loses the answer of another
//! node.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::{Site, print_line};

const CLIENTS: usize = 20;

/// Commands about one match, before another one is created at the first node.
const COMMANDS_PER_MATCH: u32 = 200;

/// Time after which a command on an open connection has no answer. It holds on slow machines too.
const SILENCE: Duration = Duration::from_secs(60);

/// Delay before a command is sent again.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// A connection without retries and timeouts of its own.
struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of answers to each command.
    answers: HashMap<String, u32>,
    hello: Value,
}

/// The connection was closed.
#[derive(Debug)]
struct Closed;

#[derive(Default)]
struct Counts {
    answered: u64,
    unavailable: u64,
}

impl Connection {
    async fn open(url: &str, token: Option<&str>) -> Result<Connection, Closed> {
        let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
        let address = format!("{}/api/v1/ws{query}", url.replacen("http", "ws", 1));
        let (socket, _) = connect_async(address).await.map_err(|_| Closed)?;
        let mut connection = Connection { socket, answers: HashMap::new(), hello: Value::Null };
        connection.hello = connection.receive().await?;
        Ok(connection)
    }

    /// Sends a command and returns its first answer.
    async fn ask(&mut self, id: &str, mut command: Value) -> Result<Value, Closed> {
        command["id"] = json!(id);
        self.socket.send(Message::text(command.to_string())).await.map_err(|_| Closed)?;
        let answer = async {
            loop {
                let frame = self.receive().await?;
                if frame["re"] == id {
                    return Ok(frame);
                }
            }
        };
        timeout(SILENCE, answer).await.expect("an answer on an open connection")
    }

    async fn receive(&mut self) -> Result<Value, Closed> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    if let Some(id) = frame["re"].as_str() {
                        *self.answers.entry(id.to_owned()).or_default() += 1;
                    }
                    return Ok(frame);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Closed),
                Some(Ok(_)) => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_gets_one_answer_while_nats_is_killed() {
    let Some(mut site) = Site::open().await else { return };
    let urls: Arc<[String]> = site.context.urls.clone().into();
    let is_over = Arc::new(AtomicBool::new(false));
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        clients.spawn(command_until_over(Arc::clone(&urls), Arc::clone(&is_over)));
    }
    for outage_ms in [0, 1_000, 0, 2_000, 0] {
        site.wait(1_500).await;
        site.nats.kill();
        site.wait(outage_ms).await;
        site.nats.launch();
    }
    site.wait(1_500).await;
    is_over.store(true, Ordering::Relaxed);
    let mut all = Counts::default();
    while let Some(counts) = clients.join_next().await {
        let Counts { answered, unavailable } = counts.expect("a client without a panic");
        all.answered += answered;
        all.unavailable += unavailable;
    }
    print_line(&format!("{} commands answered, {} unavailable", all.answered, all.unavailable));
    assert!(all.unavailable > 0, "no outage was noticed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_carried_out_soon_after_an_outage_of_nats() {
    let Some(mut site) = Site::open().await else { return };
    let urls: Arc<[String]> = site.context.urls.clone().into();
    let (is_back, _) = watch::channel(None);
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        clients.spawn(retry_until_back(Arc::clone(&urls), is_back.subscribe()));
    }
    site.wait(1_500).await;
    site.nats.kill();
    site.wait(6_000).await;
    site.nats.launch();
    is_back.send_replace(Some(Instant::now()));
    let waits = timeout(SILENCE, clients.join_all()).await.expect("an answer after the outage");
    let (waits, closed): (Vec<Duration>, Vec<u32>) = waits.into_iter().unzip();
    let (longest, closed) = (waits.into_iter().max().unwrap(), closed.into_iter().sum::<u32>());
    print_line(&format!(
        "longest wait after the outage {} ms, {closed} closed connections",
        longest.as_millis()
    ));
}

/// Repeats a command about a match of the first node at the second until it succeeds after the
/// outage. Returns the time since the end of the outage and the number of closed connections.
async fn retry_until_back(
    urls: Arc<[String]>,
    is_back: watch::Receiver<Option<Instant>>,
) -> (Duration, u32) {
    let owner = Connection::open(&urls[0], None).await.unwrap();
    let token = owner.hello["token"].as_str().expect("a token").to_owned();
    let mut connection = owner;
    let create = json!({"t": "create", "variant": "camette", "time": {"kind": "unlimited"},
                        "seats": {"W": "me"}});
    let made = connection.ask("create", create).await.unwrap();
    let id = made["match"].as_str().expect("a match").to_owned();
    let (mut client, mut closed) = (None, 0);
    for number in 0.. {
        if client.is_none() {
            client = Connection::open(&urls[1], Some(&token)).await.ok();
        }
        let began = *is_back.borrow();
        let answer = match &mut client {
            Some(open) => {
                open.ask(&number.to_string(), json!({"t": "watch", "match": id})).await.ok()
            }
            None => None,
        };
        match (answer, began) {
            (Some(answer), Some(began)) if answer["t"] == "ok" => return (began.elapsed(), closed),
            (Some(_), _) => {}
            (None, _) => {
                closed += 1;
                client = None;
            }
        }
        sleep_until(Instant::now() + RETRY_DELAY).await;
    }
    unreachable!("the loop has no end")
}

/// Sends commands about matches of the first node to the second.
async fn command_until_over(urls: Arc<[String]>, is_over: Arc<AtomicBool>) -> Counts {
    let mut counts = Counts::default();
    while !is_over.load(Ordering::Relaxed) {
        // A closed connection has no answers to give.
        let _ = command_while_open(&urls, &is_over, &mut counts).await;
    }
    counts
}

async fn command_while_open(
    urls: &[String],
    is_over: &AtomicBool,
    counts: &mut Counts,
) -> Result<(), Closed> {
    let mut owner = Connection::open(&urls[0], None).await?;
    let token = owner.hello["token"].as_str().ok_or(Closed)?.to_owned();
    let create = json!({"t": "create", "variant": "camette", "time": {"kind": "unlimited"},
                        "seats": {"W": "me"}});
    let made = owner.ask("create", create).await?;
    let Some(id) = made["match"].as_str() else { return Ok(()) };
    let mut client = Connection::open(&urls[1], Some(&token)).await?;
    for number in 0..COMMANDS_PER_MATCH {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let answer = client.ask(&number.to_string(), json!({"t": "watch", "match": id})).await?;
        counts.answered += 1;
        counts.unavailable += u64::from(answer["code"] == "unavailable");
    }
    client.ask("last", json!({"t": "ping"})).await?;
    let twice = client.answers.iter().find(|(_, count)| **count > 1);
    assert!(twice.is_none(), "{twice:?}");
    Ok(())
}
