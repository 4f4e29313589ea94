//! The regulations of one stage.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::TimeControl;

use super::scoring::Scoring;
use super::tie_break::TieBreak;
use crate::pairing::series::SeriesPlan;

/// Entrants that a group of a round robin can have.
pub(crate) const MAX_GROUP_SIZE: usize = 64;

/// A stage of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StagePlan {
    /// What it is called.
    #[cfg_attr(
        feature = "schema",
        schema(min_length = 1, max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")
    )]
    pub name: String,
    /// Who meets whom.
    pub format: Format,
    /// How many of each group of the stage before come into this one, besides
    /// who entered for it. The first stage has only the latter.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 1_000))]
    pub best_of_each_group: u16,
    /// The mini-match that each pairing is.
    #[serde(default = "SeriesPlan::one_game")]
    pub series: SeriesPlan,
    /// What is counted.
    #[serde(default)]
    pub scoring: Scoring,
    /// What decides among those with as many points, the first in front.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
    /// What begins rounds.
    #[serde(default)]
    pub start: StartPlan,
    /// How long entrants have, in milliseconds, to say that they are there
    /// when a round has begun; who has not, has lost without a game. When not
    /// said, games begin at once.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1_000, maximum = 2_592_000_000_u64))]
    pub no_show_ms: Option<u64>,
    /// How thinking time is given in this stage.
    #[serde(default)]
    pub time: Option<TimeControl>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody of their group.
    RoundRobin {
        /// Into how many groups the entrants are dealt.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 64))]
        groups: u16,
        /// Whether they meet twice, with sides changed.
        #[serde(default)]
        double: bool,
    },
    /// Those who have as much meet, and nobody twice.
    Swiss {
        /// How many rounds there are.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 30))]
        rounds: u16,
    },
    /// Who loses is out.
    Knockout {
        /// Whether it takes two losses to be out.
        #[serde(default)]
        double: bool,
        /// Whether the losers of the semi-finals play for the third place.
        #[serde(default)]
        third_place: bool,
    },
    /// Whoever waits is paired, until the time is over.
    Arena {
        /// For how long, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 60_000, maximum = 86_400_000))]
        length_ms: u64,
        /// Time between two waves of pairings, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 2_000, maximum = 600_000))]
        wave_ms: u64,
    },
}

impl Format {
    /// The format's name in frames and lists.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round_robin",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::Arena { .. } => "arena",
        }
    }
}

/// What begins the rounds of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum StartPlan {
    /// The director pairs each round and begins it.
    Director {},
    /// The server does, so long after the round before was over.
    Clock {
        /// Milliseconds between two rounds.
        #[cfg_attr(feature = "schema", schema(maximum = 31_622_400_000_u64))]
        pause_ms: u64,
    },
    /// Rounds are paired as soon as they can be, and each pairing begins when
    /// both say that they are ready: for games of days, and round robins
    /// played over weeks.
    Agreement {},
}

impl Default for StartPlan {
    fn default() -> StartPlan {
        StartPlan::Director {}
    }
}

const fn one() -> u16 {
    1
}
