//! Input of the Swiss pairing.

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use crate::color;
use crate::ids::EntrantId;

/// The complete input of a Swiss round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissInput {
    /// The round to pair, from 1.
    pub round: u16,
    /// The total number of rounds. Rules for topscorers apply to the last one
    /// (A.7).
    pub rounds: u16,
    /// Half points for a win.
    pub win: u32,
    /// The initial color, drawn by lot (section E).
    #[serde(with = "color")]
    pub initial: Team,
    /// The players to pair.
    pub players: Vec<SwissPlayer>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player to pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissPlayer {
    /// The entrant.
    pub id: EntrantId,
    /// The pairing number, from 1 (A.1).
    pub number: u32,
    /// The score, in half points.
    pub points: u32,
    /// The past rounds, the first round first.
    pub past: Vec<PastRound>,
}

/// A past round of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRound {
    /// The opponent, with or without a played game.
    pub opponent: Option<EntrantId>,
    /// The side. `None` if no game was played.
    #[serde(with = "color::optional")]
    pub side: Option<Team>,
    /// The float received.
    pub float: Float,
    /// True for a pairing-allocated bye or a forfeit win, which exclude a
    /// further bye (C.2).
    pub had_bye: bool,
}

/// The float of a player in a round (A.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// None: the scores were equal.
    None,
    /// A downfloat: the opponent had a lower score, or no game was played.
    Down,
    /// An upfloat: the opponent had a higher score.
    Up,
}

impl Float {
    /// Returns the float of a played game from the scores before the round.
    #[must_use]
    pub const fn of_scores(own: u32, opponent: u32) -> Float {
        if own > opponent {
            Float::Down
        } else if own < opponent {
            Float::Up
        } else {
            Float::None
        }
    }
}
