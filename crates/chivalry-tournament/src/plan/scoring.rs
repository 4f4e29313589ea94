//! Points for games and byes.

use serde::{Deserialize, Serialize};

/// What a round without a game is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeWorth {
    /// Nothing.
    #[default]
    Zero,
    /// A draw.
    Half,
    /// A win.
    Full,
}

/// What the points of a standing are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// Whether each game counts, and not each mini-match as one.
    #[serde(default)]
    pub by_game: bool,
    /// Half points for a win.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub win: u32,
    /// Half points for a draw: no more than for a win.
    #[cfg_attr(feature = "schema", schema(maximum = 100))]
    pub draw: u32,
    /// Half points for a loss: no more than for a draw.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 100))]
    pub loss: u32,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring { by_game: false, win: 2, draw: 1, loss: 0 }
    }
}

impl Scoring {
    /// Half points for a bye.
    #[must_use]
    pub const fn bye(&self, worth: ByeWorth) -> u32 {
        match worth {
            ByeWorth::Zero => 0,
            ByeWorth::Half => self.draw,
            ByeWorth::Full => self.win,
        }
    }
}
