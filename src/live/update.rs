//! What watchers are told, shared by all of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use crate::matches::{MatchId, Occurrence};
use crate::player::Player;
use crate::rules::Variant;

/// Something that happened to a match, as it is told to watchers. It is
/// written out once for each [`Flavour`], however many read it.
#[derive(Debug)]
pub struct Update {
    /// The match.
    pub match_id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// What happened, and the state after it.
    pub occurrence: Occurrence,
    /// The player who took a seat, if that is what happened.
    pub seated: Option<Player>,
    frames: [OnceLock<Bytes>; Flavour::ALL.len()],
}

/// What a watcher has asked to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// The events.
    Plain,
    /// The events, and the legal moves after each.
    WithLegalMoves,
}

impl Flavour {
    /// Every flavour.
    pub const ALL: [Flavour; 2] = [Flavour::Plain, Flavour::WithLegalMoves];
}

impl Update {
    pub(super) fn new(
        match_id: MatchId,
        variant: &'static Variant,
        occurrence: Occurrence,
        seated: Option<Player>,
    ) -> Update {
        Update { match_id, variant, occurrence, seated, frames: Default::default() }
    }

    /// The update written out, by `write` the first time it is asked for.
    pub fn frame(&self, flavour: Flavour, write: impl FnOnce(&Update) -> Vec<u8>) -> Bytes {
        let frame = &self.frames[flavour as usize];
        frame.get_or_init(|| Bytes::from(write(self))).clone()
    }
}

/// One reader of updates, of as many matches as it likes. Its queue is
/// bounded: when it is full, the reader is cut off, and told so.
#[derive(Clone, Debug)]
pub struct Subscriber {
    outbox: mpsc::Sender<Arc<Update>>,
    lagged: Arc<AtomicBool>,
}

impl Subscriber {
    /// A reader and its queue of `room` updates.
    #[must_use]
    pub fn new(room: usize) -> (Subscriber, mpsc::Receiver<Arc<Update>>) {
        let (outbox, updates) = mpsc::channel(room);
        (Subscriber { outbox, lagged: Arc::default() }, updates)
    }

    /// Whether the reader fell behind and was cut off from a match since this
    /// was last asked. It then has to watch its matches again.
    #[must_use]
    pub fn take_lagged(&self) -> bool {
        self.lagged.swap(false, Ordering::AcqRel)
    }

    /// Hands over an update; whether the reader is still to be told more.
    pub(super) fn tell(&self, update: &Arc<Update>) -> bool {
        match self.outbox.try_send(Arc::clone(update)) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.lagged.store(true, Ordering::Release);
                false
            }
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        self.outbox.is_closed()
    }

    pub(super) fn is_same(&self, other: &Subscriber) -> bool {
        self.outbox.same_channel(&other.outbox)
    }
}
