//! What the lobby tells connections: changes that all its readers share, and
//! notices to one player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::store::ChatTimeout;
use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{Challenge, ChallengeEnd, OpenMatch, PairingOrigin, Seek, SeekId};
use chivalry_play::matches::MatchId;

use crate::live::tournament_actor::snapshot::Call;

/// Places in a queue that are kept for notices to the player.
const RESERVED: usize = 64;

/// Something that a connection is told.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The lobby changed.
    Feed(Arc<FeedChange>),
    /// Another node has the lobby now.
    Moved,
    /// The player plays.
    Paired {
        /// The match.
        match_id: MatchId,
        /// The letter of the player's seat.
        seat: char,
        /// What brought the players together.
        origin: PairingOrigin,
    },
    /// The player is to come and play in a tournament.
    Called(Arc<Call>),
    /// Others came to, or left, a seek in which the player is.
    Seeking(Arc<Seek>),
    /// The player is asked to be a partner.
    Invited(Arc<Seek>),
    /// The player is no longer in the seek.
    SeekEnded(SeekId),
    /// A moderator told the player not to talk for a while; or, without a
    /// timeout, let them talk again.
    ChatTimeout(Option<ChatTimeout>),
    /// The player has been erased: the connection is nobody's.
    Erased,
    /// A challenge was sent, or ended.
    Challenge {
        /// The challenge.
        challenge: Arc<Challenge>,
        /// How it ended; `None` while it waits.
        end: Option<ChallengeEnd>,
        /// The match that came of it.
        match_id: Option<MatchId>,
    },
}

/// All that waits for players, at one version of the lobby.
#[derive(Debug)]
pub struct FeedSnapshot {
    /// The lobby's version; it begins anew with the server.
    pub v: u64,
    /// When it was taken.
    pub at: Timestamp,
    /// The seeks that are open to others, oldest first.
    pub seeks: Vec<Arc<Seek>>,
    /// The public matches with a free seat, oldest first.
    pub matches: Vec<OpenMatch>,
    pub(crate) frame: OnceLock<Bytes>,
}

/// What changed from one version of the lobby to the next.
#[derive(Debug, Default)]
pub struct FeedChange {
    /// The version that it leads to.
    pub v: u64,
    /// When it changed.
    pub at: Timestamp,
    /// The seeks that are new, or not what they were.
    pub seeks: Vec<Arc<Seek>>,
    /// The seeks that are no more.
    pub seeks_gone: Vec<SeekId>,
    /// The open matches that are new, or not what they were.
    pub matches: Vec<OpenMatch>,
    /// The matches that are no longer open.
    pub matches_gone: Vec<MatchId>,
    pub(crate) frame: OnceLock<Bytes>,
}

impl FeedSnapshot {
    /// It written out, by `write` the first time it is asked for.
    pub fn frame(&self, write: impl FnOnce(&FeedSnapshot) -> Vec<u8>) -> Bytes {
        self.frame.get_or_init(|| Bytes::from(write(self))).clone()
    }
}

impl FeedChange {
    /// It written out, by `write` the first time it is asked for.
    pub fn frame(&self, write: impl FnOnce(&FeedChange) -> Vec<u8>) -> Bytes {
        self.frame.get_or_init(|| Bytes::from(write(self))).clone()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.seeks.is_empty()
            && self.seeks_gone.is_empty()
            && self.matches.is_empty()
            && self.matches_gone.is_empty()
    }
}

/// The way to one connection. Its queue is bounded: a reader who falls behind
/// is cut off from the lobby's changes, and told so.
#[derive(Clone, Debug)]
pub struct Notifier {
    /// Few come, and room for many is made at once: each is a pointer.
    outbox: mpsc::Sender<Box<Notice>>,
    lagged: Arc<AtomicBool>,
}

impl Notifier {
    /// A connection's queue of `room` notices, and as many more for the player
    /// alone as are kept for them.
    #[must_use]
    pub fn new(room: usize) -> (Notifier, mpsc::Receiver<Box<Notice>>) {
        let (outbox, notices) = mpsc::channel(room + RESERVED);
        (Notifier { outbox, lagged: Arc::default() }, notices)
    }

    /// Whether the reader was cut off from the lobby's changes since this was
    /// last asked.
    #[must_use]
    pub fn take_lagged(&self) -> bool {
        self.lagged.swap(false, Ordering::AcqRel)
    }

    /// Hands over a change; whether the reader is still to be told more.
    pub(crate) fn tell_change(&self, change: &Arc<FeedChange>) -> bool {
        let has_room = self.outbox.capacity() > RESERVED;
        let notice = || Box::new(Notice::Feed(Arc::clone(change)));
        let is_told = has_room && self.outbox.try_send(notice()).is_ok();
        if !is_told {
            self.lagged.store(true, Ordering::Release);
        }
        is_told
    }

    /// Hands over a notice to the player.
    pub(crate) fn tell(&self, notice: Notice) {
        if let Err(error) = self.outbox.try_send(Box::new(notice)) {
            tracing::debug!(%error, "a connection that takes nothing was not told");
        }
    }
}
