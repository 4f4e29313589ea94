//! The handle of a match actor.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::mpsc;

use crate::live::match_actor::message::Message;

/// The sending side of a match actor's mailbox.
pub(crate) type MatchSender = mpsc::Sender<Box<Message>>;

/// A match in memory.
#[derive(Debug)]
pub(crate) struct MatchHandle {
    pub(crate) sender: MatchSender,
    /// Number of connections without a seat, written by the actor.
    pub(crate) spectators: Arc<AtomicU32>,
}

impl MatchHandle {
    /// Returns the number of connections without a seat.
    pub(crate) fn spectators(&self) -> u32 {
        self.spectators.load(Ordering::Relaxed)
    }
}
