//! The transport of a session: a WebSocket, or the bus for a client of another node.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt as _};
use tokio::time::timeout;

use crate::live::cluster::nodes::Entity;

/// Write timeout. A client that accepts no frame for this time is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);

/// `Continue` keeps the connection open; `Break` ends its task.
pub(crate) type Step = ControlFlow<()>;

/// The connection to a client. The default methods are those of a client of this node.
pub(crate) trait Transport: Send {
    /// True if the client is connected to another node, which checks rates, sends pings and closes
    /// the connection.
    const IS_REMOTE: bool = false;

    /// The part that receives frames while others are sent.
    type Receiver: Send;

    /// Receives the next frame, or `None` after the client disconnected. Cancel-safe.
    fn recv(
        &mut self,
        receiver: &mut Self::Receiver,
    ) -> impl Future<Output = Option<Result<Message, axum::Error>>> + Send;

    /// Receives the next frame before the current one is answered. Never completes for a remote
    /// client, whose own node answers pings. Cancel-safe.
    fn recv_early(
        receiver: &mut Self::Receiver,
    ) -> impl Future<Output = Option<Result<Message, axum::Error>>> + Send;

    /// Queues a frame for the next flush.
    fn feed(&mut self, message: Message) -> impl Future<Output = Result<(), axum::Error>> + Send;

    /// Queues the answer to the current frame.
    fn feed_answer(
        &mut self,
        message: Message,
    ) -> impl Future<Output = Result<(), axum::Error>> + Send {
        self.feed(message)
    }

    /// Flushes queued frames. A remote transport also acknowledges the current frame, or reports
    /// that the owner changed.
    fn flush(
        &mut self,
        owner_changed: bool,
    ) -> impl Future<Output = Result<(), axum::Error>> + Send;

    /// True if the current frame replays one that an earlier owner answered.
    fn is_replay(&self) -> bool {
        false
    }

    /// The latency of the client's connection to its own node, if that is another node.
    fn remote_lag(&self) -> Option<Duration> {
        None
    }

    /// Notifies the client's node that this node released an entity.
    fn send_moved(&mut self, _about: Entity) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// The sending half of a WebSocket.
pub(crate) type WebSocketSink = SplitSink<WebSocket, Message>;

impl Transport for WebSocketSink {
    type Receiver = SplitStream<WebSocket>;

    async fn recv(
        &mut self,
        receiver: &mut Self::Receiver,
    ) -> Option<Result<Message, axum::Error>> {
        receiver.next().await
    }

    async fn recv_early(receiver: &mut Self::Receiver) -> Option<Result<Message, axum::Error>> {
        receiver.next().await
    }

    async fn feed(&mut self, message: Message) -> Result<(), axum::Error> {
        SinkExt::feed(self, message).await
    }

    async fn flush(&mut self, _owner_changed: bool) -> Result<(), axum::Error> {
        SinkExt::flush(self).await
    }
}

/// Ends the session if a write fails or times out.
pub(crate) async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Step {
    match timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(())) => ControlFlow::Continue(()),
        Ok(Err(_)) | Err(_) => ControlFlow::Break(()),
    }
}
