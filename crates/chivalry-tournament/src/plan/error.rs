//! Errors of a tournament plan.

use chivalry_play::clock::TimeControlError;

/// An error in a plan. Each message starts with the name of the field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Unknown variant.
    #[error("variant: {0} is not known")]
    Variant(String),
    /// A format for two sides, of a variant in which each plays for himself.
    #[error("{field}: {variant} is not a game of two sides, and only a Swiss has tables")]
    NotTwoSides {
        /// The field.
        field: String,
        /// The variant.
        variant: String,
    },
    /// Invalid start position.
    #[error("position: {0}")]
    Start(String),
    /// Empty or too long text.
    #[error("{0} must have 1 to 80 characters")]
    Text(String),
    /// Number out of range.
    #[error("{field} must be {least} to {most}")]
    OutOfRange {
        /// The field.
        field: String,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// Invalid time control.
    #[error("{at}{fault}")]
    Time {
        /// The prefix of the field, such as `stages[1].`.
        at: String,
        /// The error of the time control.
        fault: TimeControlError,
    },
    /// Conflict of a field with another one.
    #[error("{field}: {why}")]
    Conflict {
        /// The field.
        field: String,
        /// The conflict.
        why: PlanConflict,
    },
}

impl PlanError {
    /// True if the field is invalid on its own, without regard to other fields.
    #[must_use]
    pub const fn is_of_one_field(&self) -> bool {
        match self {
            PlanError::Text(_) | PlanError::OutOfRange { .. } => true,
            PlanError::Time { fault, .. } => fault.is_range_error(),
            PlanError::Variant(_)
            | PlanError::NotTwoSides { .. }
            | PlanError::Start(_)
            | PlanError::Conflict { .. } => false,
        }
    }
}

/// A field that does not go together with the rest of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanConflict {
    /// A rated game from another position.
    #[error("a rated game starts from the standard array")]
    RatedStart,
    /// A rated game without a clock.
    #[error("a rated game requires a clock")]
    RatedTime,
    /// Entrants of the stage before the first.
    #[error("there is no stage before the first")]
    NoStageBefore,
    /// A draw worth more than a win.
    #[error("a draw is worth no more than a win")]
    DrawWorth,
    /// A loss worth more than a draw.
    #[error("a loss is worth no more than a draw")]
    LossWorth,
    /// More rounds of a Swiss than opponents.
    #[error("a Swiss has fewer rounds than `most` entrants")]
    MoreRoundsThanOpponents,
    /// Buchholz in a round robin.
    #[error("a round robin has no Buchholz tie-breaks")]
    BuchholzInRoundRobin,
    /// A series of games at tables of more than two players.
    #[error("a table of more than two players plays one game")]
    TableSeries,
    /// A tie-break that is defined for two sides only.
    #[error("the tie-break is defined for games of two sides only")]
    TieBreakOfTwoSides,
    /// A start in the past.
    #[error("the beginning is in the past")]
    BeginsInThePast,
    /// A knockout whose pairings can be drawn.
    #[error("a pairing of a knockout needs a winner")]
    KnockoutDrawn,
    /// A game for the third place in a double elimination.
    #[error("a double elimination already decides third place")]
    ThirdPlaceTwice,
    /// An arena with series of games.
    #[error("a pairing of an arena has one game")]
    ArenaSeries,
    /// An arena with points of its own.
    #[error("the scoring of an arena is fixed")]
    ArenaScoring,
    /// An even number of games, of which draws do not count.
    #[error("the number of games must be odd if draws do not count")]
    EvenBestOf,
    /// All games of a series, of which draws do not count.
    #[error("the number of games has no limit if draws do not count")]
    EndlessGames,
    /// Extra time for a game without a clock.
    #[error("time can be added only to real-time games")]
    ExtraTime,
}
