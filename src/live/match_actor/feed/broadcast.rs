//! What watchers are told, shared by all of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::Instant;

use chivalry_play::matches::{AppliedEvent, MatchId};
use chivalry_play::player::Player;
use chivalry_rules::Variant;

use crate::live::cluster::nodes::Entity;
use crate::live::match_actor::feed::side_event::SideEvent;
use crate::live::tournament_actor::snapshot::TournamentUpdate;

/// Something that a reader is told of a match or tournament.
#[derive(Clone, Debug)]
pub enum Broadcast {
    /// An event: it is in the log.
    Event(Arc<MatchUpdate>),
    /// Something around the match: it is not.
    SideEvent(Arc<SideEvent>),
    /// An event of a tournament.
    Tournament(Arc<TournamentUpdate>),
    /// Another node has it now, which tells what follows.
    Moved(Entity),
}

/// Counts the frames that were written out for readers, in all matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameCounter(Arc<AtomicU64>);

impl FrameCounter {
    pub(crate) fn count(&self, frame: Vec<u8>) -> Bytes {
        self.0.fetch_add(1, Ordering::Relaxed);
        Bytes::from(frame)
    }

    pub(crate) fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that happened to a match, as it is told to watchers. It is
/// written out once for each [`FrameVariant`], however many read it.
#[derive(Debug)]
pub struct MatchUpdate {
    /// The match.
    pub match_id: MatchId,
    /// Its variant.
    pub variant: &'static Variant,
    /// What happened, and the state after it.
    pub occurrence: AppliedEvent,
    /// The player who took a seat, if that is what happened.
    pub seated: Option<Player>,
    /// When its commit was known.
    pub committed_at: Instant,
    written: FrameCounter,
    frames: [OnceLock<Bytes>; FrameVariant::ALL.len()],
}

/// What a watcher has asked to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameVariant {
    /// The events.
    Plain,
    /// The events, and the legal moves after each.
    WithLegalMoves,
}

impl FrameVariant {
    /// Every flavour.
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

    /// The version of the match with it.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.occurrence.recorded.v
    }

    /// The update written out, by `write` the first time it is asked for.
    pub fn frame(
        &self,
        flavour: FrameVariant,
        write: impl FnOnce(&MatchUpdate) -> Vec<u8>,
    ) -> Bytes {
        let frame = &self.frames[flavour as usize];
        frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}

/// One reader of updates, of as many matches as it likes. Its queue is
/// bounded: when it is full, the reader is cut off, and told so.
#[derive(Clone, Debug)]
pub struct Subscriber {
    outbox: mpsc::Sender<Broadcast>,
    lagged: Arc<AtomicBool>,
}

impl Subscriber {
    /// A reader, and its queue of `room` things to be told.
    #[must_use]
    pub fn new(room: usize) -> (Subscriber, mpsc::Receiver<Broadcast>) {
        let (outbox, updates) = mpsc::channel(room);
        (Subscriber { outbox, lagged: Arc::default() }, updates)
    }

    /// Whether the reader fell behind and was cut off from a match since this
    /// was last asked. It then has to watch its matches again.
    #[must_use]
    pub fn take_lagged(&self) -> bool {
        self.lagged.swap(false, Ordering::AcqRel)
    }

    /// Hands over what there is to tell; whether the reader is still to be
    /// told more.
    pub(crate) fn tell(&self, told: &Broadcast) -> bool {
        match self.outbox.try_send(told.clone()) {
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
