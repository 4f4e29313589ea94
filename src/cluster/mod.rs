//! How nodes reach each other: the only message bus.
//!
//! A [`Bus`] loses what nobody takes, and keeps nothing: whatever must not be lost is in
//! the store, and whoever missed a message looks there. Subjects are words with dots
//! between them, `match.018f…`: no spaces, `*` or `>`. A message has up to a megabyte,
//! which is what NATS takes unless it is told otherwise.

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

/// How many deliveries wait in an inbox: more than that, and the latest are lost.
const INBOX: usize = 16_384;

/// A way for nodes to reach each other by subject. At most once; in order between
/// two nodes on one subject.
pub trait Bus: fmt::Debug + Send + Sync + 'static {
    /// Asks whoever serves `subject`, and waits up to `within`. Of several who answer,
    /// the first is heard.
    ///
    /// # Errors
    /// See [`BusError`].
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>>;

    /// Tells everybody who listens to `subject`; nobody may.
    ///
    /// # Errors
    /// [`BusError::Down`].
    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>>;

    /// Everything asked or told on `subject` from now on, until the inbox is dropped.
    /// When the future is ready, others who ask will reach it.
    ///
    /// # Errors
    /// [`BusError::Down`].
    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>>;

    /// Whether the bus is there now.
    fn is_up(&self) -> bool;

    /// How often so far something may have been lost on its way to this end or from it.
    /// It grows before anything is delivered that was said after the loss.
    fn losses(&self) -> u64;
}

/// Why the bus gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// Nobody serves the subject: what was asked has not been heard, and never will be.
    #[error("nobody serves the subject")]
    NobodyThere,
    /// No answer came. What was asked may have been done.
    #[error("no answer came in time")]
    TimedOut,
    /// The bus is not there, or did not take the message; it may have been delivered.
    #[error("the message bus: {0}")]
    Down(Arc<str>),
}

/// What is asked and told on a subject, in the order in which it came.
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
    /// What a simulated bus delivers.
    #[cfg(test)]
    pub(crate) fn simulated(deliveries: mpsc::Receiver<Delivery>) -> Inbox {
        Inbox(Source::Simulated(deliveries))
    }

    /// The next delivery, once there is one; `None` when the bus is gone for good.
    /// A call that is given up loses nothing.
    pub async fn next(&mut self) -> Option<Delivery> {
        match &mut self.0 {
            Source::InProcess(subscription) => subscription.next().await,
            Source::Nats(subscription) => subscription.next().await,
            #[cfg(test)]
            Source::Simulated(deliveries) => deliveries.recv().await,
        }
    }
}

/// Something that somebody asked or told.
#[derive(Debug)]
pub struct Delivery {
    /// What it says.
    pub payload: Bytes,
    answer: Option<Answer>,
}

impl Delivery {
    /// Something that a simulated bus delivers, and where the answer goes.
    #[cfg(test)]
    pub(crate) fn simulated(payload: Bytes, asker: Option<mpsc::Sender<Bytes>>) -> Delivery {
        Delivery { payload, answer: asker.map(Answer::InProcess) }
    }

    /// Whether somebody waits for an answer.
    #[must_use]
    pub fn wants_answer(&self) -> bool {
        self.answer.is_some()
    }

    /// Answers whoever asked. What nobody waits for, any more or at all, is lost.
    pub async fn answer(self, payload: Bytes) {
        match self.answer {
            None => {}
            // It has room for one: the first answer is heard.
            Some(Answer::InProcess(asker)) => drop(asker.try_send(payload)),
            Some(Answer::Nats(reply_to)) => reply_to.answer(payload).await,
        }
    }
}

/// How an answer gets back.
#[derive(Clone, Debug)]
enum Answer {
    InProcess(mpsc::Sender<Bytes>),
    Nats(nats::ReplyTo),
}
