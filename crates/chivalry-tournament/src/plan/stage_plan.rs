//! The regulations of one stage.

use serde::{Deserialize, Serialize};

use chivalry_play::clock::TimeControl;

use super::scoring::Scoring;
use super::tie_break::TieBreak;
use crate::pairing::series::{SeriesPlan, SeriesTieBreak};

/// The maximum number of entrants in a round-robin group.
pub(crate) const MAX_GROUP_SIZE: usize = 64;

/// A stage of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, from = "StagePlanForm")]
pub struct StagePlan {
    /// The name of the stage.
    #[cfg_attr(
        feature = "schema",
        schema(min_length = 1, max_length = 80, pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$")
    )]
    pub name: String,
    /// The format.
    pub format: Format,
    /// The number of entrants that qualify from each group of the previous
    /// stage. Zero in the first stage.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 1_000))]
    pub best_of_each_group: u16,
    /// The series that each pairing plays. Defaults to one game, which a
    /// knockout replays until it is won.
    #[serde(default = "SeriesPlan::one_game")]
    pub series: SeriesPlan,
    /// The scoring.
    #[serde(default)]
    pub scoring: Scoring,
    /// The tie-breaks, the most significant first. A Swiss without tie-breaks has
    /// Buchholz without the lowest score, Buchholz, Sonneborn-Berger and wins. A
    /// Swiss of tables for more than two players has wins and progressive score.
    /// A round robin has direct encounter, wins and Sonneborn-Berger.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
    /// The start of the rounds.
    #[serde(default)]
    pub start: StartPlan,
    /// The time for entrants to confirm their presence after the start of a
    /// round, in milliseconds. Absent entrants forfeit. Without it, games start
    /// at once.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1_000, maximum = 2_592_000_000_u64))]
    pub no_show_ms: Option<u64>,
    /// The time control of this stage. Defaults to that of the tournament.
    #[serde(default)]
    pub time: Option<TimeControl>,
}

/// A stage as its author writes it. The format determines missing fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StagePlanForm {
    name: String,
    format: Format,
    #[serde(default)]
    best_of_each_group: u16,
    series: Option<SeriesPlan>,
    #[serde(default)]
    scoring: Scoring,
    tie_breaks: Option<Vec<TieBreak>>,
    #[serde(default)]
    start: StartPlan,
    #[serde(default)]
    no_show_ms: Option<u64>,
    #[serde(default)]
    time: Option<TimeControl>,
}

impl From<StagePlanForm> for StagePlan {
    fn from(form: StagePlanForm) -> StagePlan {
        let one_game = || match form.format {
            Format::Knockout { .. } => {
                SeriesPlan { decider: SeriesTieBreak::Replay {}, ..SeriesPlan::one_game() }
            }
            _ => SeriesPlan::one_game(),
        };
        StagePlan {
            name: form.name,
            format: form.format,
            best_of_each_group: form.best_of_each_group,
            series: form.series.unwrap_or_else(one_game),
            scoring: form.scoring,
            tie_breaks: form.tie_breaks.unwrap_or_else(|| form.format.tie_breaks()),
            start: form.start,
            no_show_ms: form.no_show_ms,
            time: form.time,
        }
    }
}

/// The format of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Format {
    /// All entrants of a group meet each other.
    RoundRobin {
        /// The number of groups.
        #[serde(default = "one")]
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 64))]
        groups: u16,
        /// True for a double round robin with sides reversed.
        #[serde(default)]
        double: bool,
    },
    /// Entrants with equal scores meet, and no two meet twice. Games of more than
    /// two teams are played at tables, and few meet again.
    Swiss {
        /// The number of rounds.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 30))]
        rounds: u16,
    },
    /// Losers are eliminated.
    Knockout {
        /// True for double elimination.
        #[serde(default)]
        double: bool,
        /// True if the losing semi-finalists play for third place.
        #[serde(default)]
        third_place: bool,
    },
    /// Free players are paired repeatedly until the time is over.
    Arena {
        /// The duration, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 60_000, maximum = 86_400_000))]
        length_ms: u64,
        /// The interval between waves, in milliseconds.
        #[cfg_attr(feature = "schema", schema(minimum = 2_000, maximum = 600_000))]
        wave_ms: u64,
    },
}

impl Format {
    /// Returns the name of the format in frames and lists.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round_robin",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::Arena { .. } => "arena",
        }
    }

    /// Returns the tie-breaks of a stage that names none, the most significant
    /// first. A knockout ranks by rounds, and an arena by points only.
    #[must_use]
    pub fn tie_breaks(self) -> Vec<TieBreak> {
        match self {
            Format::Swiss { .. } => vec![
                TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 },
                TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 },
                TieBreak::SonnebornBerger {},
                TieBreak::Wins {},
            ],
            Format::RoundRobin { .. } => {
                vec![TieBreak::DirectEncounter {}, TieBreak::Wins {}, TieBreak::SonnebornBerger {}]
            }
            Format::Knockout { .. } | Format::Arena { .. } => Vec::new(),
        }
    }
}

/// The start of the rounds of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum StartPlan {
    /// The director pairs and starts each round.
    Director {},
    /// The server starts each round after a pause.
    Clock {
        /// Milliseconds between two rounds.
        #[cfg_attr(feature = "schema", schema(maximum = 31_622_400_000_u64))]
        pause_ms: u64,
    },
    /// Rounds are paired as early as possible, and each pairing starts when
    /// both entrants are ready. Intended for correspondence games, and for
    /// round robins over weeks.
    Agreement {},
}

impl Default for StartPlan {
    fn default() -> StartPlan {
        StartPlan::Director {}
    }
}

/// Returns the number of rounds that so many entrants can play without meeting
/// twice. Of an odd number, each has a bye once.
pub(crate) const fn max_swiss_rounds(entrants: usize) -> u16 {
    (if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants }) as u16
}

const fn one() -> u16 {
    1
}
