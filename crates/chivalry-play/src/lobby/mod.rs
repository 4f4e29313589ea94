//! Finding a game: open seeks, which pair as soon as they fit each other, and
//! challenges from one player to another.
//!
//! [`Lobby`] is a plain value. Time, ratings and chance are arguments, and
//! what a call changes is seen by comparing values ([`Lobby::changes_since`]).

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

/// Seeks in which one player may be at once.
pub const MAX_SEEKS: usize = 5;

/// Challenges that one player may have sent and not yet have answered.
pub const MAX_CHALLENGES: usize = 5;

/// Challenges that may wait for one player's answer.
pub const MAX_RECEIVED_CHALLENGES: usize = 20;

/// Names a seek for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeekId(pub Uuid);

/// Names a challenge for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChallengeId(pub Uuid);

/// Names a client's connection for as long as it lasts.
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
