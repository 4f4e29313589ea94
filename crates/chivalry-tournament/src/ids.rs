//! Identifiers of tournaments, entrants and pairings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Identifier of a tournament. UUID version 7, which sorts by creation time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentId(pub Uuid);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TournamentId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<TournamentId, uuid::Error> {
        text.parse().map(TournamentId)
    }
}

/// Identifier of a schedule. UUID version 7, which sorts by creation time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScheduleId(pub Uuid);

impl fmt::Display for ScheduleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for ScheduleId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<ScheduleId, uuid::Error> {
        text.parse().map(ScheduleId)
    }
}

/// Number of an entrant in its tournament, in order of registration from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct EntrantId(pub u32);

/// Number of a pairing in its tournament, in order of creation from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PairingId(pub u32);

/// Returns the pair with the lower number first.
pub(crate) fn sorted(pair: [EntrantId; 2]) -> [EntrantId; 2] {
    [pair[0].min(pair[1]), pair[0].max(pair[1])]
}
