//! Points for games and byes.

use serde::{Deserialize, Serialize};

/// The points of a bye.
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

/// The points of a standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Scoring {
    /// True if each game scores. Otherwise each series scores once.
    #[serde(default)]
    pub by_game: bool,
    /// Half points for a win.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub win: u32,
    /// Half points for a draw. At most those for a win.
    #[cfg_attr(feature = "schema", schema(maximum = 100))]
    pub draw: u32,
    /// Half points for a loss. At most those for a draw.
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
    /// Returns the half points of a bye.
    #[must_use]
    pub const fn bye(&self, worth: ByeWorth) -> u32 {
        match worth {
            ByeWorth::Zero => 0,
            ByeWorth::Half => self.draw,
            ByeWorth::Full => self.win,
        }
    }
}
