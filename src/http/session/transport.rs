//! The transport of a session: a WebSocket, or the bus for a client of another node.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::SinkExt as _;
use tokio::time::timeout;

use crate::http::gateway::remote_session::RemoteTransport;
use crate::http::session::session::Step;

/// Write timeout. A client that accepts no frame for this time is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);

/// The connection to a client.
#[expect(clippy::large_enum_variant, reason = "nearly every transport is a socket")]
pub(crate) enum Transport {
    Socket(WebSocket),
    Remote(Box<RemoteTransport>),
}

impl Transport {
    /// Receives the next frame, or `None` after the client disconnected. Cancel-safe.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        match self {
            Transport::Socket(socket) => socket.recv().await,
            Transport::Remote(transport) => {
                let frame = transport.recv().await?;
                // Invalid UTF-8 becomes an empty frame, which the session refuses.
                let text = Utf8Bytes::try_from(frame).unwrap_or_default();
                Some(Ok(Message::Text(text)))
            }
        }
    }

    /// Queues a frame for the next flush.
    pub(crate) async fn feed(&mut self, message: Message) -> Result<(), axum::Error> {
        match (self, message) {
            (Transport::Socket(socket), message) => socket.feed(message).await,
            (Transport::Remote(transport), Message::Text(text)) => {
                Box::pin(transport.send(Bytes::from(text))).await;
                Ok(())
            }
            // The client's own node sends pings and close frames.
            (Transport::Remote(_), _) => Ok(()),
        }
    }

    /// Flushes queued frames. A remote transport also acknowledges the current frame, or reports
    /// that the owner changed.
    pub(crate) async fn flush(&mut self, owner_changed: bool) -> Result<(), axum::Error> {
        match self {
            Transport::Socket(socket) => socket.flush().await,
            Transport::Remote(transport) => {
                Box::pin(transport.acknowledge(owner_changed)).await;
                Ok(())
            }
        }
    }

    pub(crate) fn remote(&self) -> Option<&RemoteTransport> {
        match self {
            Transport::Socket(_) => None,
            Transport::Remote(transport) => Some(transport),
        }
    }
}

/// Ends the session if a write fails or times out.
pub(crate) async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Step {
    match timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        Ok(Err(_)) | Err(_) => ControlFlow::Break(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::http::session::session::Session;

    #[test]
    fn an_idle_connection_needs_little_memory() {
        fn size_of_future<F: Future>(_: impl FnOnce(Box<Session>, Option<String>) -> F) -> usize {
            size_of::<F>()
        }
        let (task, session) = (size_of_future(Session::run), size_of::<Session>());
        assert!(task <= 1_536, "a task of {task} bytes");
        assert!(session <= 1_280, "a session of {session} bytes");
    }
}
