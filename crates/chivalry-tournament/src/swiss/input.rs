//! Input of the Swiss pairing.

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use crate::color;
use crate::ids::EntrantId;

/// All that a round's pairing is worked out from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissInput {
    /// The round to be paired, from 1.
    pub round: u16,
    /// Rounds in all: topscorers are looked after in the last (A.7).
    pub rounds: u16,
    /// Half points for a win.
    pub win: u32,
    /// The side drawn by lot for odd numbers in the first round (section E).
    #[serde(with = "color")]
    pub initial: Team,
    /// Who is to be paired.
    pub players: Vec<SwissPlayer>,
    /// Pairs that the director has forbidden.
    pub forbidden: Vec<(EntrantId, EntrantId)>,
}

/// A player who is to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissPlayer {
    /// The entrant.
    pub id: EntrantId,
    /// The place in the initial order, from 1 (A.1).
    pub number: u32,
    /// The score, in half points.
    pub points: u32,
    /// The rounds before, the first in front.
    pub past: Vec<PastRound>,
}

/// One of the rounds before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRound {
    /// The opponent, played or not.
    pub opponent: Option<EntrantId>,
    /// The side; `None` when there was no game.
    #[serde(with = "color::optional")]
    pub side: Option<Team>,
    /// The float received.
    pub float: Float,
    /// Whether it was a bye by the pairing, or a win without a game, after
    /// which there is no such bye (C.2).
    pub had_bye: bool,
}

/// What a player received from a game with one of another score (A.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// Nothing: the scores were the same.
    None,
    /// A downfloat: the opponent had less, or there was no game.
    Down,
    /// An upfloat: the opponent had more.
    Up,
}
