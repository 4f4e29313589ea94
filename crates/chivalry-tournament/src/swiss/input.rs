//! Input of the Swiss pairing.

use serde::{Deserialize, Serialize};

use chivalry_rules::Team;

use crate::color;
use crate::ids::EntrantId;
use crate::plan::edition::Edition;

/// The complete input of a Swiss round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwissInput {
    /// The edition of the rules.
    #[serde(default)]
    pub edition: Edition,
    /// The round to pair, from 1.
    pub round: u16,
    /// The total number of rounds. Rules for topscorers apply to the last one.
    pub rounds: u16,
    /// Half points for a win.
    pub win: u32,
    /// The initial color, drawn by lot.
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
    /// The pairing number, from 1.
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
    /// True for a round that excludes a pairing-allocated bye (C.2): such a bye
    /// or a forfeit win, and since 2026 any other bye worth a win.
    pub had_bye: bool,
}

/// The float of a player in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Float {
    /// None: the scores were equal, or a round without a game does not count as
    /// a float.
    None,
    /// A downfloat: the opponent had a lower score, or no game was played.
    Down,
    /// An upfloat: the opponent had a higher score.
    Up,
}

impl Float {
    /// Returns the float of a round without a game (A.4.b, 1.4.3).
    #[must_use]
    pub const fn of_unplayed(edition: Edition, is_worth_more_than_a_loss: bool) -> Float {
        match edition {
            Edition::Fide2017 => Float::Down,
            Edition::Fide2026 if is_worth_more_than_a_loss => Float::Down,
            Edition::Fide2026 => Float::None,
        }
    }

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
