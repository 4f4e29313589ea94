//! One match as a pure state machine: a command becomes events or a refusal,
//! and events are all that ever changes a match.

mod abandonment_claim;
mod chain;
mod chat;
mod command;
mod decide;
mod event;
mod import;
mod infractions;
mod invite_links;
mod match_state;
mod move_log;
mod offers;
mod premove_tree;
mod premoves;
mod resignation;
mod spectator_delay;
mod start_position;
#[cfg(test)]
mod tests;
mod tournament_game;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use chain::{CHAIN_START, ChainEntry, ChainError, ChainVerifier, EntryHash, StoredEvent};
pub use chat::{ChatLine, ChatRoom, TimeoutReason};
pub use command::{Command, CommandAck, InviteLinkChange, NewMatch, OfferAction, Refusal};
pub use decide::admit;
pub use event::{
    CommandRef, Event, MatchResult, Offer, OfferEnd, Origin, RecordedEvent, SeatOutReason,
    Termination,
};
pub use import::{ImportError, ImportedMatch, ImportedRecord};
pub use infractions::{Infraction, penalty_until};
pub use match_state::{AppliedEvent, LogError, Match};
pub use move_log::{MoveLog, PlayedMove};
pub use premove_tree::{Branch, MAX_BRANCHES, MAX_DEPTH, Premove, PremoveTree, PremoveTreeError};
pub use premoves::{DropReason, DroppedPremove, Premoves, ResolvedPremoves};
pub use resignation::SeatExit;
pub use spectator_delay::{MAX_SPECTATOR_DELAY, public_len, visible_len};
pub use start_position::{PriorMoves, StartPosition, StartPositionError};
pub use tournament_game::TournamentGame;

/// Names a match for ever. Version 7: later matches sort after earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MatchId(pub Uuid);

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for MatchId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<MatchId, uuid::Error> {
        text.parse().map(MatchId)
    }
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Waiting for players.
    Open,
    /// Being played.
    Playing,
    /// Over.
    Ended {
        /// Who won, if anybody.
        result: MatchResult,
        /// Why it ended.
        termination: Termination,
    },
}

impl Status {
    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Playing => "playing",
            Status::Ended { .. } => "ended",
        }
    }
}
