//! Appends to match logs, and the errors of appends.

use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Infraction, MatchId, Premove, RecordedEvent};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::store::error::StoreError;

/// New entries for the end of one match log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub match_id: MatchId,
    /// The entries in order. The first follows the last stored entry.
    pub records: Vec<RecordedEvent>,
    /// The next deadline of the match's clock, for matches without a timer in memory
    /// ([`Match::deadline`](chivalry_play::matches::Match::deadline)).
    pub deadline: Option<Timestamp>,
    /// The appending node, where several nodes share the database. The append is refused if
    /// another node acquired the match after that epoch. The creator of a match is its first
    /// owner.
    pub owner: Option<(NodeId, Epoch)>,
}

/// Rows written in the transaction of an append besides its entries.
#[derive(Clone, Debug, Default)]
pub struct SideEffects {
    /// Effects on the players whom the append concerns.
    pub due: Vec<Due>,
    /// Changed premoves.
    pub premoves: Vec<PremoveChange>,
    /// Infractions of players.
    pub faults: Vec<(PlayerId, Infraction)>,
}

/// An event that concerns a player. It causes deliveries to webhooks, and notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The player.
    pub player: PlayerId,
    /// The version of the match.
    pub v: u32,
    /// The event's name.
    pub event: &'static str,
    /// The time of the event.
    pub at: Timestamp,
    /// True if the player may have webhooks.
    pub has_webhook: bool,
    /// The other channels of the event.
    pub reach: Reach,
}

/// The channels besides webhooks by which a player gets an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No other channel.
    Webhooks,
    /// The player has a page open that shows the event. It ends earlier notifications, and causes
    /// none.
    Present,
    /// The event causes a notification.
    Away,
}

/// The premove of a seat after a commit, or `None` to delete it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PremoveChange {
    /// The seat.
    pub seat: Seat,
    /// The new premove.
    pub premove: Option<Premove>,
}

/// Identifies one run of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub Uuid);

/// The number of an ownership. Each new owner of an entity gets a higher epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);

impl Epoch {
    /// The epoch of the creator of a match or tournament.
    pub const FIRST: Epoch = Epoch(1);
}

/// The reason why an append was not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The match already has an entry with that version from another append.
    #[error("the match changed meanwhile: the version is taken")]
    Conflict,
    /// Another node acquired the match. Only appends of that node are stored.
    #[error("another node acquired the match")]
    Stale,
    /// The records do not follow the log: there are no records, a version is skipped, or `Created`
    /// is not exactly version 1.
    #[error("the records do not follow the match's log")]
    Gap,
    /// The player created this match earlier by the same command, or somebody imported the same
    /// record.
    #[error("the same command made match {0} before")]
    CreatedBefore(MatchId),
    /// The creator or a seated player is unknown or has been erased.
    #[error("a player of the match is unknown")]
    UnknownPlayer,
    /// The database failed for longer than the writer retries. The records may or may not be
    /// stored. The caller has to read the log before it continues.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}
