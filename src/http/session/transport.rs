//! What a session speaks over: a socket, or the bus for a client that is
//! connected to another node, who are few: what is done for them takes no room
//! in the sessions of all others.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::SinkExt as _;
use tokio::time::timeout;

use crate::http::gateway::remote_session::RemoteTransport;
use crate::http::session::session::{GO_ON, STOP, Step};

/// A client that takes no frame for so long is gone.
const SEND_WITHIN: Duration = Duration::from_secs(15);

/// The way to a client.
#[expect(clippy::large_enum_variant, reason = "nearly every line is a socket")]
pub(crate) enum Transport {
    Socket(WebSocket),
    Guest(Box<RemoteTransport>),
}

impl Transport {
    /// What the client says next; `None` when it is gone. Loses nothing when
    /// it is dropped before its end.
    pub(crate) async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        match self {
            Transport::Socket(socket) => socket.recv().await,
            Transport::Guest(line) => {
                let frame = line.recv().await?;
                // What is no text is no frame either: the answer says so.
                let text = Utf8Bytes::try_from(frame).unwrap_or_default();
                Some(Ok(Message::Text(text)))
            }
        }
    }

    /// Writes a frame, to be sent with those that follow at once.
    pub(crate) async fn feed(&mut self, message: Message) -> Result<(), axum::Error> {
        match (self, message) {
            (Transport::Socket(socket), message) => socket.feed(message).await,
            (Transport::Guest(line), Message::Text(text)) => {
                Box::pin(line.send(Bytes::from(text))).await;
                Ok(())
            }
            // Whether the client is there is for its own node to find out.
            (Transport::Guest(_), _) => Ok(()),
        }
    }

    /// Sends what has been written; a guest's node is told that its frame is
    /// answered, or that this is not the node to answer it.
    pub(crate) async fn flush(&mut self, is_moved: bool) -> Result<(), axum::Error> {
        match self {
            Transport::Socket(socket) => socket.flush().await,
            Transport::Guest(line) => {
                Box::pin(line.done(is_moved)).await;
                Ok(())
            }
        }
    }

    pub(crate) fn guest(&self) -> Option<&RemoteTransport> {
        match self {
            Transport::Socket(_) => None,
            Transport::Guest(line) => Some(line),
        }
    }
}

/// A client that takes nothing for too long is gone.
pub(crate) async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Step {
    match timeout(SEND_WITHIN, sending).await {
        Ok(Ok(())) => GO_ON,
        Ok(Err(_)) | Err(_) => STOP,
    }
}

#[cfg(test)]
mod tests {
    use crate::http::session::session::Session;

    #[test]
    fn a_connection_over_which_nothing_comes_needs_little_memory() {
        fn size_of_future<F: Future>(_: impl FnOnce(Box<Session>, Option<String>) -> F) -> usize {
            size_of::<F>()
        }
        let (task, session) = (size_of_future(Session::run), size_of::<Session>());
        assert!(task <= 1_536, "a task of {task} bytes");
        assert!(session <= 1_280, "a session of {session} bytes");
    }
}
