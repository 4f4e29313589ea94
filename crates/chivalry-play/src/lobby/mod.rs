//! The lobby: open seeks, which pair as soon as they are compatible, and challenges.
//!
//! [`Lobby`] is a plain value. Time, ratings and random numbers are arguments.
//! [`Lobby::changes_since`] compares two states.

mod challenge;
mod challenges;
mod featured;
mod open_match;
mod pairing;
mod refusal;
mod seat_assignment;
mod seek;
mod seeks;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use challenge::{Challenge, ChallengeEnd, DeclineReason, NewChallenge};
pub use featured::{FeaturedChannel, FeaturedMatch, FeaturedMatches};
pub use open_match::OpenMatch;
pub use pairing::{Pairing, PairingOrigin, SeekOutcome};
pub use refusal::LobbyRefusal;
pub use seek::{RatingRange, Seek, SeekParty, SeekPreferences, Seeker, Terms};
pub use seeks::{Lobby, SeekChanges};

/// The maximum number of seeks of one player.
pub const MAX_SEEKS: usize = 5;

/// The maximum number of unanswered challenges from one player.
pub const MAX_CHALLENGES: usize = 5;

/// The maximum number of unanswered challenges to one player.
pub const MAX_RECEIVED_CHALLENGES: usize = 20;

/// Identifies a seek permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeekId(pub Uuid);

/// Identifies a challenge permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChallengeId(pub Uuid);

/// Identifies a client's connection while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

impl fmt::Display for SeekId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for SeekId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<SeekId, uuid::Error> {
        text.parse().map(SeekId)
    }
}

impl fmt::Display for ChallengeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ChallengeId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<ChallengeId, uuid::Error> {
        text.parse().map(ChallengeId)
    }
}
