//! The origin of a match that is not an ordinary new game.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::matches::log::imported_record::ImportedRecord;

/// The origin of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The match continues another game.
    Continued(PriorMoves),
    /// The match was imported from a record.
    Imported(ImportedRecord),
    /// The match is a tournament game.
    #[serde(rename = "fixture")]
    TournamentGame(TournamentGame),
    /// The match began at a time on which its players had agreed.
    Arranged,
}

impl Origin {
    /// Returns the record of an imported match.
    #[must_use]
    pub fn imported(&self) -> Option<&ImportedRecord> {
        match self {
            Origin::Imported(imported) => Some(imported),
            Origin::Continued(_) | Origin::TournamentGame(_) | Origin::Arranged => None,
        }
    }

    /// Returns the tournament game.
    #[must_use]
    pub fn tournament_game(&self) -> Option<&TournamentGame> {
        match self {
            Origin::TournamentGame(game) => Some(game),
            Origin::Continued(_) | Origin::Imported(_) | Origin::Arranged => None,
        }
    }
}

/// The moves that led to a start position, as far back as a position can recur (`rules.md 5.5`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorMoves {
    /// The position before the moves.
    pub(in crate::matches) position: String,
    /// The moves as played, including `pass`.
    pub(in crate::matches) moves: Vec<String>,
}

/// The place of a match in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The tournament.
    pub tournament: Uuid,
    /// The tournament's name.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The number of the pairing in the tournament.
    pub pairing: u32,
    /// The number of the game in the pairing, from 1.
    pub number: u16,
    /// The extra time on each clock of the first side, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_extra_ms: u64,
    /// True if its players may adjourn it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjournment: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
