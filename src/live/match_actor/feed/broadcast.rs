//! Updates of a match, shared by all its subscribers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

use crate::live::frame::Frame;
use chivalry_play::matches::{AppliedEvent, MatchId};
use chivalry_play::player::Player;
use chivalry_rules::Variant;

use crate::live::cluster::nodes::Entity;
use crate::live::frame::FrameCounter;
use crate::live::match_actor::feed::side_event::SideEvent;
use crate::live::tournament_actor::snapshot::TournamentUpdate;

/// An update for the subscribers of a match or tournament.
#[derive(Clone, Debug)]
pub enum Broadcast {
    /// An event from the log.
    Event(Arc<MatchUpdate>),
    /// A side event, which is in no log.
    SideEvent(Arc<SideEvent>),
    /// An event of a tournament.
    Tournament(Arc<TournamentUpdate>),
    /// Another node owns the entity now and sends its updates.
    Moved(Entity),
}

/// A match event for subscribers. It is encoded once per [`FrameVariant`] for all of them.
#[derive(Debug)]
pub struct MatchUpdate {
    /// The match.
    pub match_id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// The event and the state after it.
    pub occurrence: AppliedEvent,
    /// The player who took a seat by this event.
    pub seated: Option<Player>,
    /// The time at which the commit was acknowledged.
    pub committed_at: Instant,
    written: FrameCounter,
    frames: [OnceLock<Frame>; FrameVariant::ALL.len()],
}

/// The content that a subscriber asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameVariant {
    /// The events.
    Plain,
    /// The events, and the legal moves after each.
    WithLegalMoves,
}

impl FrameVariant {
    /// All variants.
    pub const ALL: [FrameVariant; 2] = [FrameVariant::Plain, FrameVariant::WithLegalMoves];
}

impl MatchUpdate {
    pub(crate) fn new(
        match_id: MatchId,
        variant: &'static Variant,
        occurrence: AppliedEvent,
        seated: Option<Player>,
        written: &FrameCounter,
    ) -> Arc<MatchUpdate> {
        let (committed_at, written) = (Instant::now(), written.clone());
        let frames = Default::default();
        Arc::new(MatchUpdate {
            match_id,
            variant,
            occurrence,
            seated,
            committed_at,
            written,
            frames,
        })
    }

    /// Returns the version of the match after this event.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.occurrence.recorded.v
    }

    /// Returns the encoded update. `write` encodes it on the first call.
    pub fn frame(
        &self,
        variant: FrameVariant,
        write: impl FnOnce(&MatchUpdate) -> String,
    ) -> Frame {
        let frame = &self.frames[variant as usize];
        frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}

/// A subscriber to any number of matches. Its queue is bounded: when it is full, the subscriber is
/// removed and marked as lagged.
#[derive(Clone, Debug)]
pub struct Subscriber {
    outbox: mpsc::Sender<Broadcast>,
    lagged: Arc<AtomicBool>,
}

impl Subscriber {
    /// Returns a subscriber and its queue with `capacity` slots.
    #[must_use]
    pub fn new(capacity: usize) -> (Subscriber, mpsc::Receiver<Broadcast>) {
        let (outbox, updates) = mpsc::channel(capacity);
        (Subscriber { outbox, lagged: Arc::default() }, updates)
    }

    /// Returns and clears the lagged mark. A lagged subscriber was removed from a match and has to
    /// watch again.
    #[must_use]
    pub fn take_lagged(&self) -> bool {
        self.lagged.swap(false, Ordering::AcqRel)
    }

    /// Enqueues an update. Returns false if the subscriber has to be removed.
    pub(crate) fn send(&self, update: &Broadcast) -> bool {
        match self.outbox.try_send(update.clone()) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.lagged.store(true, Ordering::Release);
                false
            }
        }
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.outbox.is_closed()
    }

    pub(crate) fn is_same(&self, other: &Subscriber) -> bool {
        self.outbox.same_channel(&other.outbox)
    }
}
