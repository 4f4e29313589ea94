//! One match as a pure state machine: a command becomes events or a refusal,
//! and events are all that ever changes a match.

mod chain;
mod claims;
mod command;
mod conduct;
mod contest;
mod decide;
mod delay;
mod event;
mod fixture;
mod import;
mod leaving;
mod line;
mod links;
mod move_log;
mod offers;
mod opening;
mod premoves;
mod talk;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use chain::{BEFORE_FIRST, ChainFault, ChainReader, Link, LinkHash, WrittenEvent};
pub use command::{Accepted, Command, LinkChange, NewMatch, Refusal, Say};
pub use conduct::{Fault, waits_until};
pub use contest::{LogError, Match, Occurrence};
pub use decide::admit;
pub use delay::{MOST_WATCH_DELAY, public_len, visible_len};
pub use event::{
    CommandRef, Event, Leaving, MatchResult, Offer, OfferEnd, Origin, Recorded, Termination,
};
pub use fixture::Fixture;
pub use import::{Import, ImportFault, Imported};
pub use leaving::Left;
pub use line::{Branch, Line, LineFault, MOST_BRANCHES, MOST_DEPTH, Premove};
pub use move_log::{MoveLog, Played};
pub use opening::{Opening, Past, StartFault};
pub use premoves::{DropReason, Dropped, Followed, Premoves};
pub use talk::{TalkLine, TalkRoom, TimeoutReason};

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
