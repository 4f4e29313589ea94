//! Messages of the lobby to connections: feed changes for all readers, and notices to one player.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc;

use crate::live::frame::Frame;
use crate::store::ChatTimeout;
use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{
    Challenge, ChallengeEnd, OpenMatch, PairingOrigin, PeoplePlaying, Seek, SeekId,
};
use chivalry_play::matches::MatchId;

use crate::live::tournament_actor::snapshot::Call;

/// Queue slots reserved for notices to the player.
const RESERVED: usize = 64;

/// A message to a connection.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The lobby feed changed.
    Feed(Arc<FeedChange>),
    /// Another node owns the lobby now.
    Moved,
    /// The player was paired.
    Paired {
        /// The match.
        match_id: MatchId,
        /// The letter of the player's seat.
        seat: char,
        /// The seek or challenge that led to the match.
        origin: PairingOrigin,
    },
    /// The player is called to play in a tournament.
    Called(Arc<Call>),
    /// Other players joined or left a seek of the player.
    Seeking(Arc<Seek>),
    /// The player is invited to be a partner.
    Invited(Arc<Seek>),
    /// The player is no longer in the seek.
    SeekEnded(SeekId),
    /// A moderator imposed a chat timeout. `None` if it was lifted.
    ChatTimeout(Option<ChatTimeout>),
    /// The player was erased. The connection has no player any more.
    Erased,
    /// A challenge was sent, or ended.
    Challenge {
        /// The challenge.
        challenge: Arc<Challenge>,
        /// The end of the challenge. `None` while it is open.
        end: Option<ChallengeEnd>,
        /// The match created from it.
        match_id: Option<MatchId>,
    },
}

/// The public seeks and open matches at one version of the lobby.
#[derive(Debug)]
pub struct FeedSnapshot {
    /// The version of the lobby. It restarts with the server.
    pub v: u64,
    /// The time of the snapshot.
    pub at: Timestamp,
    /// The public seeks, oldest first.
    pub seeks: Vec<Arc<Seek>>,
    /// The public matches with a free seat, oldest first.
    pub matches: Vec<OpenMatch>,
    /// The numbers of people who play.
    pub playing: Vec<PeoplePlaying>,
    pub(crate) frame: OnceLock<Frame>,
}

/// The difference between two versions of the lobby feed.
#[derive(Debug, Default)]
pub struct FeedChange {
    /// The version after the change.
    pub v: u64,
    /// The time of the change.
    pub at: Timestamp,
    /// The new and changed seeks.
    pub seeks: Vec<Arc<Seek>>,
    /// The removed seeks.
    pub seeks_gone: Vec<SeekId>,
    /// The new and changed open matches.
    pub matches: Vec<OpenMatch>,
    /// The matches that are no longer open.
    pub matches_gone: Vec<MatchId>,
    /// The numbers of people who play, if they changed.
    pub playing: Option<Vec<PeoplePlaying>>,
    pub(crate) frame: OnceLock<Frame>,
}

impl FeedSnapshot {
    /// Returns the encoded snapshot. `write` encodes it on the first call.
    pub fn frame(&self, write: impl FnOnce(&FeedSnapshot) -> String) -> Frame {
        self.frame.get_or_init(|| Frame::from(write(self))).clone()
    }
}

impl FeedChange {
    /// Returns the encoded change. `write` encodes it on the first call.
    pub fn frame(&self, write: impl FnOnce(&FeedChange) -> String) -> Frame {
        self.frame.get_or_init(|| Frame::from(write(self))).clone()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.seeks.is_empty()
            && self.seeks_gone.is_empty()
            && self.matches.is_empty()
            && self.matches_gone.is_empty()
            && self.playing.is_none()
    }
}

/// The sender of one connection. Its queue is bounded: a reader that lags is unsubscribed from the
/// lobby feed and marked as lagged.
#[derive(Clone, Debug)]
pub struct Notifier {
    /// Boxed, because the queue allocates its slots in advance and notices are rare.
    outbox: mpsc::Sender<Box<Notice>>,
    lagged: Arc<AtomicBool>,
}

impl Notifier {
    /// Returns a sender and its queue with `capacity` slots, besides the slots reserved for the
    /// player.
    #[must_use]
    pub fn new(capacity: usize) -> (Notifier, mpsc::Receiver<Box<Notice>>) {
        let (outbox, notices) = mpsc::channel(capacity + RESERVED);
        (Notifier { outbox, lagged: Arc::default() }, notices)
    }

    /// Returns and clears the lagged mark. A lagged reader was unsubscribed from the lobby feed.
    #[must_use]
    pub fn take_lagged(&self) -> bool {
        self.lagged.swap(false, Ordering::AcqRel)
    }

    /// Enqueues a change. Returns false if the reader has to be unsubscribed.
    pub(crate) fn send_change(&self, change: &Arc<FeedChange>) -> bool {
        let has_room = self.outbox.capacity() > RESERVED;
        let notice = || Box::new(Notice::Feed(Arc::clone(change)));
        let is_sent = has_room && self.outbox.try_send(notice()).is_ok();
        if !is_sent {
            self.lagged.store(true, Ordering::Release);
        }
        is_sent
    }

    /// Enqueues a notice to the player.
    pub(crate) fn send(&self, notice: Notice) {
        if let Err(error) = self.outbox.try_send(Box::new(notice)) {
            tracing::debug!(%error, "dropped a notice to a full or closed connection");
        }
    }
}
