//! Identifiers in the lobby.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Identifies a seek permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeekId(pub Uuid);

/// Identifies a challenge permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChallengeId(pub Uuid);

/// Identifies an arranged game permanently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ArrangementId(pub Uuid);

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

impl fmt::Display for ArrangementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ArrangementId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<ArrangementId, uuid::Error> {
        text.parse().map(ArrangementId)
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
