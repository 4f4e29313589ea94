//! A minimal WebSocket client that validates each frame against the server's AsyncAPI document.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Response;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::described::{check_frame, check_sent};

/// Timeout for one frame, after which a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// Delay before a command is sent again after `unavailable`.
const AGAIN_AFTER: Duration = Duration::from_millis(100);

/// One connection. Frames that were not awaited are kept.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    kept: VecDeque<Value>,
    /// Sent and unanswered commands by id.
    sent: HashMap<String, Value>,
    commands: u32,
    /// The first frame, `hello`.
    pub(crate) hello: Value,
}

/// Error: the connection ended.
#[derive(Debug)]
pub(crate) struct Gone(pub(crate) Option<CloseFrame>);

impl Client {
    /// Connects as a new guest, or as the player of `token`.
    pub(crate) async fn connect(url: &str, token: Option<&str>) -> Result<Client, Gone> {
        let address = url.replacen("http", "ws", 1);
        let query = token.map(|token| format!("?token={token}")).unwrap_or_default();
        let address = format!("{address}/api/v1/ws{query}");
        Client::open(address).await.map(|(client, _)| client)
    }

    /// Connects by a request. Returns the response to its handshake, too.
    pub(crate) async fn open(
        request: impl IntoClientRequest + Unpin,
    ) -> Result<(Client, Response), Gone> {
        let connected = connect_async(request).await;
        let (socket, response) = connected.map_err(|_| Gone(None))?;
        let mut client = Client::of(socket);
        client.hello = client.next_of("hello").await?;
        Ok((client, response))
    }

    /// Connects by a request whose handshake the server may refuse.
    pub(crate) async fn open_refusable(
        request: impl IntoClientRequest + Unpin,
    ) -> Result<Client, Error> {
        let (socket, _) = connect_async(request).await?;
        let mut client = Client::of(socket);
        client.hello = client.next_of("hello").await.expect("a first frame");
        Ok(client)
    }

    /// Connects by a request and receives nothing yet.
    pub(crate) async fn open_silent(request: impl IntoClientRequest + Unpin) -> Client {
        let (socket, _) = connect_async(request).await.expect("a connection");
        Client::of(socket)
    }

    fn of(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Client {
        Client {
            socket,
            kept: VecDeque::new(),
            sent: HashMap::new(),
            commands: 0,
            hello: Value::Null,
        }
    }

    /// Connects with these subprotocols. Returns the response to the handshake, too.
    pub(crate) async fn with_subprotocols(
        url: &str,
        protocols: &str,
    ) -> Result<(Client, Response), Gone> {
        let address = format!("{}/api/v1/ws", url.replacen("http", "ws", 1));
        let mut request = address.into_client_request().expect("an address");
        let protocols = protocols.parse().expect("a header");
        request.headers_mut().insert("sec-websocket-protocol", protocols);
        Client::open(request).await
    }

    /// Connects as a new guest.
    pub(crate) async fn guest(url: &str) -> Client {
        Client::connect(url, None).await.expect("a server that answers")
    }

    /// Returns the token from `hello`.
    pub(crate) fn token(&self) -> String {
        self.hello["token"].as_str().expect("a token for a new guest").to_owned()
    }

    /// Queues `hello` to be read again as the first frame.
    pub(crate) fn keep_hello(&mut self) {
        self.kept.push_back(self.hello.clone());
    }

    /// Reconnects as the same player. Command ids continue.
    pub(crate) async fn come_back(&mut self, url: &str) {
        let mut again = Client::connect(url, Some(&self.token())).await.expect("a connection");
        again.commands = self.commands;
        *self = again;
    }

    /// Sends `command` under a new id and returns its answer.
    pub(crate) async fn ask(&mut self, command: Value) -> Result<Value, Gone> {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        self.ask_as(&id, command).await
    }

    /// Sends `command` under `id` and returns its answer.
    pub(crate) async fn ask_as(&mut self, id: &str, mut command: Value) -> Result<Value, Gone> {
        command["id"] = json!(id);
        self.send(Message::text(command.to_string())).await?;
        self.next_where(|frame| frame["re"] == id).await
    }

    /// Sends `command` and asserts that it is accepted. After `unavailable`, the same id is sent
    /// again as the protocol specifies.
    pub(crate) async fn ok(&mut self, command: Value) -> Value {
        let shown = command.to_string();
        let began = Instant::now();
        let mut answer = self.ask(command.clone()).await.expect("an answer");
        while answer["code"] == "unavailable" && began.elapsed() < PATIENCE {
            sleep_until(Instant::now() + AGAIN_AFTER).await;
            let id = answer["re"].as_str().expect("an id").to_owned();
            answer = self.ask_as(&id, command.clone()).await.expect("an answer");
        }
        assert_eq!(answer["t"], "ok", "{shown} was answered {answer}");
        answer
    }

    /// Sends `command` and asserts that it is refused with `code`.
    pub(crate) async fn refused(&mut self, command: Value, code: &str) -> Value {
        let shown = command.to_string();
        let answer = self.ask(command).await.expect("an answer");
        assert_eq!((&answer["t"], &answer["code"]), (&json!("err"), &json!(code)), "{shown}");
        answer
    }

    /// Returns the next frame of type `t` and keeps others.
    pub(crate) async fn next_of(&mut self, t: &str) -> Result<Value, Gone> {
        self.next_where(|frame| frame["t"] == t).await
    }

    /// Returns the next matching frame and keeps others.
    pub(crate) async fn next_where(
        &mut self,
        wanted: impl Fn(&Value) -> bool,
    ) -> Result<Value, Gone> {
        if let Some(index) = self.kept.iter().position(&wanted) {
            return Ok(self.kept.remove(index).expect("a frame at its index"));
        }
        loop {
            let frame = self.receive().await?;
            if wanted(&frame) {
                return Ok(frame);
            }
            self.kept.push_back(frame);
        }
    }

    /// The kept frames, in order.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Value> {
        self.kept.iter()
    }

    /// Returns the next frame in order.
    pub(crate) async fn next(&mut self) -> Result<Value, Gone> {
        match self.kept.pop_front() {
            Some(frame) => Ok(frame),
            None => self.receive().await,
        }
    }

    /// The kept frames of these types.
    pub(crate) fn kept_of(&self, types: &[&str]) -> Vec<&Value> {
        let is_wanted = |frame: &&Value| types.iter().any(|t| frame["t"] == *t);
        self.kept.iter().filter(is_wanted).collect()
    }

    /// Sends a message unchanged.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Gone> {
        let frame = message.to_text().ok().and_then(|text| serde_json::from_str(text).ok());
        if let Some(frame) = frame.filter(|frame: &Value| frame["id"].is_string()) {
            let id = frame["id"].as_str().unwrap_or_default().to_owned();
            self.sent.insert(id, frame);
        }
        self.socket.send(message).await.map_err(|_| Gone(None))
    }

    /// Sends a ping and waits for its pong. Fails if a frame with `re` arrives before it.
    pub(crate) async fn ping_before_answer(&mut self, re: &str) {
        self.send(Message::Ping("still there".into())).await.expect("a connection");
        let answered = tokio::time::timeout(PATIENCE, async {
            loop {
                match self.socket.next().await.expect("a connection").expect("a frame") {
                    Message::Pong(payload) => return assert_eq!(payload, "still there"),
                    Message::Text(text) => {
                        let frame: Value = serde_json::from_str(&text).expect("JSON");
                        assert_ne!(frame["re"], re, "{frame}");
                        self.kept.push_back(frame);
                    }
                    _ => {}
                }
            }
        });
        answered.await.expect("a pong within a minute");
    }

    async fn receive(&mut self) -> Result<Value, Gone> {
        // Pings are not frames of the protocol and are skipped.
        let received = tokio::time::timeout(PATIENCE, async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        return Ok(serde_json::from_str::<Value>(&text).expect("JSON"));
                    }
                    Some(Ok(Message::Close(frame))) => return Err(Gone(frame)),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Err(Gone(None)),
                }
            }
        });
        let frame = received.await.expect("a frame within a minute")?;
        check_frame(&frame);
        if let Some(sent) = frame["re"].as_str().and_then(|id| self.sent.remove(id)) {
            check_sent(&sent, &frame);
        }
        Ok(frame)
    }
}
