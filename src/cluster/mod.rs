//! The message bus between nodes.
//!
//! A [`Bus`] delivers at most once and stores nothing. Durable data is in the store, and a node
//! that missed a message reads it there. Subjects are words separated by dots, such as
//! `match.018f…`, without spaces, `*` or `>`. A message has at most 1 MB, the default limit of
//! NATS.

mod in_process;
mod nats;
mod options;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

pub use in_process::in_process;
pub use nats::connect_nats;
pub use options::ClusterOptions;

/// Capacity of an inbox. Later messages are dropped while it is full.
const INBOX: usize = 16_384;

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
}

/// The reason why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The subject has no subscribers. The request was not and will not be delivered.
    #[error("nobody serves the subject")]
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
#[derive(Debug)]
pub struct Inbox(Source);

#[derive(Debug)]
enum Source {
    InProcess(in_process::Subscription),
    Nats(nats::Subscription),
    #[cfg(test)]
    Simulated(mpsc::Receiver<Delivery>),
}

impl Inbox {
    /// Creates the inbox of a simulated bus.
    #[cfg(test)]
    pub(crate) fn simulated(deliveries: mpsc::Receiver<Delivery>) -> Inbox {
        Inbox(Source::Simulated(deliveries))
    }

    /// Waits for the next delivery. Returns `None` when the bus has shut down permanently. The
    /// future is cancel-safe.
    pub async fn next(&mut self) -> Option<Delivery> {
        match &mut self.0 {
            Source::InProcess(subscription) => subscription.next().await,
            Source::Nats(subscription) => subscription.next().await,
            #[cfg(test)]
            Source::Simulated(deliveries) => deliveries.recv().await,
        }
    }
}

/// A received request or message.
#[derive(Debug)]
pub struct Delivery {
    /// The content.
    pub payload: Bytes,
    answer: Option<Answer>,
}

impl Delivery {
    /// Creates a delivery of a simulated bus, with the channel for the answer.
    #[cfg(test)]
    pub(crate) fn simulated(payload: Bytes, asker: Option<mpsc::Sender<Bytes>>) -> Delivery {
        Delivery { payload, answer: asker.map(Answer::InProcess) }
    }

    /// Returns true if the sender waits for an answer.
    #[must_use]
    pub fn wants_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Answers a request. The answer is dropped if the sender no longer waits.
    pub async fn answer(self, payload: Bytes) {
        match self.answer {
            None => {}
            // The channel has capacity one, so that it keeps the first answer.
            Some(Answer::InProcess(asker)) => drop(asker.try_send(payload)),
            Some(Answer::Nats(reply_to)) => reply_to.answer(payload).await,
        }
    }
}

/// The way back to the sender of a request.
#[derive(Clone, Debug)]
enum Answer {
    InProcess(mpsc::Sender<Bytes>),
    Nats(nats::ReplyTo),
}
