//! A connection to the server or the relay.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::load::target::LoadError;

/// An unknown token. A client with it may watch, and the server creates no guest for it.
pub(super) const UNKNOWN_TOKEN_QUERY: &str = "?token=nobody";

pub(super) struct Client {
    socket: WebSocketStream<TcpStream>,
    address: SocketAddr,
}

impl Client {
    /// Opens a connection to `path`, which may have a query.
    pub(super) async fn open(address: SocketAddr, path: &str) -> Result<Client, LoadError> {
        let connect = async {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
            let request = format!("ws://{address}{path}");
            client_async_with_config(request, stream, Some(config)).await
        };
        let (socket, _) =
            connect.await.map_err(|source| LoadError::Connection { address, source })?;
        Ok(Client { socket, address })
    }

    /// Opens a connection to a chivalry server and returns it with the `hello` frame.
    pub(super) async fn to_server(
        address: SocketAddr,
        query: &str,
    ) -> Result<(Client, Value), LoadError> {
        let mut client = Client::open(address, &format!("/api/v1/ws{query}")).await?;
        loop {
            let text = client.next_frame().await?;
            if has_type(&text, "hello") {
                let hello = serde_json::from_str(&text);
                return Ok((client, hello.map_err(|_| LoadError::Refused(text.to_string()))?));
            }
            // The server reports the unknown token first.
            if !has_type(&text, "err") {
                return Err(LoadError::Refused(text.to_string()));
            }
        }
    }

    pub(super) async fn send(&mut self, frame: impl Into<Utf8Bytes>) -> Result<(), LoadError> {
        let sent = self.socket.send(Message::Text(frame.into())).await;
        sent.map_err(|error| self.connection_error(error))
    }

    /// Returns the next text frame. Pings are answered in between.
    pub(super) async fn next_frame(&mut self) -> Result<Utf8Bytes, LoadError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(self.connection_error(error)),
                None => return Err(self.connection_error(Error::ConnectionClosed)),
            }
        }
    }

    /// Sends a command and reads until it is answered by `ok`. A command that exceeds a rate limit
    /// is repeated when the server allows.
    pub(super) async fn request(&mut self, command: &Value) -> Result<Value, LoadError> {
        let text = loop {
            self.send(command.to_string()).await?;
            match self.read_until("ok").await {
                Ok(text) => break text,
                Err(LoadError::Refused(refusal)) => match retry_after(&refusal) {
                    Some(wait) => sleep(wait).await,
                    None => return Err(LoadError::Refused(refusal)),
                },
                Err(error) => return Err(error),
            }
        };
        serde_json::from_str(&text).map_err(|_| LoadError::Refused(text.to_string()))
    }

    /// Reads until a frame of type `t`.
    pub(super) async fn read_until(&mut self, t: &str) -> Result<Utf8Bytes, LoadError> {
        loop {
            let text = self.next_frame().await?;
            if has_type(&text, t) {
                return Ok(text);
            }
            if has_type(&text, "err") || has_type(&text, "bye") {
                return Err(LoadError::Refused(text.to_string()));
            }
        }
    }

    fn connection_error(&self, source: Error) -> LoadError {
        LoadError::Connection { address: self.address, source }
    }
}

/// Returns the wait before a command that exceeded a rate limit is repeated.
fn retry_after(refusal: &str) -> Option<Duration> {
    let refusal: Value = serde_json::from_str(refusal).ok()?;
    let wait = refusal["retry_after_ms"].as_u64().filter(|_| refusal["code"] == "rate_limited")?;
    Some(Duration::from_millis(wait))
}

/// Returns true if a frame has type `t`, which the server writes first.
pub(super) fn has_type(frame: &str, t: &str) -> bool {
    frame
        .strip_prefix(r#"{"t":""#)
        .and_then(|rest| rest.strip_prefix(t))
        .is_some_and(|rest| rest.starts_with('"'))
}
