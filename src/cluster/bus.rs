//! The interface of a message bus.

use std::fmt;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, Stream, StreamExt as _};
use tokio::sync::mpsc;

use crate::cluster::rejection::Rejections;

/// Capacity of an inbox. Later messages are dropped while it is full.
pub(super) const INBOX: usize = 16_384;

/// A publish/subscribe bus between nodes. Messages are delivered at most once, and in order
/// between two nodes on one subject.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// Sends a request to the subscribers of `subject` and waits up to `within`. The first answer
    /// is returned.
    ///
    /// # Errors
    /// See [`BusError`].
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>>;

    /// Publishes to all subscribers of `subject`. There may be none.
    ///
    /// # Errors
    /// Returns [`BusError::Down`].
    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Subscribes to requests and messages on `subject` until the inbox is dropped. When the
    /// future is ready, later requests of other nodes reach the inbox.
    ///
    /// # Errors
    /// Returns [`BusError::Down`].
    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>>;

    /// Returns true if the bus is connected.
    fn is_up(&self) -> bool;

    /// Counts the occasions when messages to or from this end may have been lost. The count
    /// increases before any message that was published after the loss is delivered.
    fn losses(&self) -> u64;

    /// Counts the messages that this end refused to read. A bus without sealing refuses none.
    fn rejections(&self) -> Rejections {
        Rejections::default()
    }
}

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The subject has no subscribers. The request was not and will not be delivered.
    #[error("no node serves the subject")]
    NobodyThere,
    /// No answer arrived in time. The request may have been carried out.
    #[error("no answer came in time")]
    TimedOut,
    /// The bus is not connected or did not accept the message. The message may have been
    /// delivered.
    #[error("the message bus: {0}")]
    Down(Arc<str>),
}

/// Requests and messages of a subject in the order of arrival.
pub struct Inbox(Pin<Box<dyn Stream<Item = Delivery> + Send + Sync>>);

impl Inbox {
    /// Creates an inbox from the deliveries of a bus.
    pub(crate) fn new(deliveries: impl Stream<Item = Delivery> + Send + Sync + 'static) -> Inbox {
        Inbox(Box::pin(deliveries))
    }

    /// Maps deliveries, and drops those for which `f` returns `None`.
    pub(super) fn filter_map(
        self,
        mut f: impl FnMut(Delivery) -> Option<Delivery> + Send + Sync + 'static,
    ) -> Inbox {
        Inbox::new(self.0.filter_map(move |delivery| ready(f(delivery))))
    }

    /// Waits for the next delivery. Returns `None` when the bus has shut down permanently. The
    /// future is cancel-safe.
    pub async fn next(&mut self) -> Option<Delivery> {
        self.0.next().await
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").finish_non_exhaustive()
    }
}

/// The way back to the sender of a request.
pub(crate) trait ReplyTo: fmt::Debug + Send + Sync {
    /// Answers the request. The answer is dropped if the sender no longer waits.
    fn reply(&self, payload: Bytes) -> BoxFuture<'_, ()>;
}

/// The channel has capacity one, so that it keeps the first answer.
impl ReplyTo for mpsc::Sender<Bytes> {
    fn reply(&self, payload: Bytes) -> BoxFuture<'_, ()> {
        drop(self.try_send(payload));
        ready(()).boxed()
    }
}

/// A received request or message.
#[derive(Debug)]
pub struct Delivery {
    /// The content.
    pub payload: Bytes,
    pub(super) reply_to: Option<Arc<dyn ReplyTo>>,
}

impl Delivery {
    /// Creates a delivery, with the way back to the sender of a request.
    pub(crate) fn new(payload: Bytes, reply_to: Option<Arc<dyn ReplyTo>>) -> Delivery {
        Delivery { payload, reply_to }
    }

    /// Creates a delivery of a simulated bus, with the channel for the answer.
    #[cfg(test)]
    pub(crate) fn simulated(payload: Bytes, asker: Option<mpsc::Sender<Bytes>>) -> Delivery {
        Delivery::new(payload, asker.map(|asker| Arc::new(asker) as Arc<dyn ReplyTo>))
    }

    /// Returns true if the sender waits for an answer.
    #[must_use]
    pub fn wants_answer(&self) -> bool {
        self.reply_to.is_some()
    }

    /// Answers a request. The answer is dropped if the sender no longer waits.
    pub async fn answer(self, payload: Bytes) {
        if let Some(reply_to) = self.reply_to {
            reply_to.reply(payload).await;
        }
    }
}
