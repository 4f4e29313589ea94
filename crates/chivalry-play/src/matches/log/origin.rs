//! TODO-DOC

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::matches::log::imported_record::ImportedRecord;

/// What was before a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It goes on from the middle of another game.
    Continued(PriorMoves),
    /// It was played elsewhere, and is kept as its record tells it.
    Imported(ImportedRecord),
    /// It is a game of a tournament.
    #[serde(rename = "fixture")]
    TournamentGame(TournamentGame),
}

impl Origin {
    /// What the record told, of a game that was played elsewhere.
    #[must_use]
    pub fn imported(&self) -> Option<&ImportedRecord> {
        match self {
            Origin::Imported(imported) => Some(imported),
            Origin::Continued(_) | Origin::TournamentGame(_) => None,
        }
    }

    /// The game of a tournament that the match is.
    #[must_use]
    pub fn tournament_game(&self) -> Option<&TournamentGame> {
        match self {
            Origin::TournamentGame(game) => Some(game),
            Origin::Continued(_) | Origin::Imported(_) => None,
        }
    }
}

/// The moves that led to where a match starts, as far back as one of its
/// positions can come again (`rules.md 5.5`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorMoves {
    /// The position before them.
    pub(in crate::matches) position: String,
    /// The moves as played, `pass` included.
    pub(in crate::matches) moves: Vec<String>,
}

/// The game of a tournament that a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The tournament.
    pub tournament: Uuid,
    /// What it is called.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The number of the pairing in the tournament.
    pub pairing: u32,
    /// The game's number in the pairing, from 1.
    pub number: u16,
    /// How many milliseconds each clock of the first side has more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_extra_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
