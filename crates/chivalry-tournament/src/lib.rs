//! Tournaments: who meets whom, and where they stand.
//!
//! A [`Tournament`] is a fold of its log, as a match is: a command becomes
//! events or a refusal ([`Tournament::decide`]), and events are all that ever
//! changes it. Rounds are paired by pure functions of a [`PairingInput`] and a
//! seed, which the log keeps with the result; standings are worked out from
//! the games each time ([`Tournament::standings`]).

pub mod arena;
mod color;
mod command;
mod cross_table;
mod decide;
mod entrant;
mod event;
mod explanation;
mod input;
pub mod knockout;
mod match_report;
mod pairing;
mod plan;
mod queries;
mod round_robin;
mod seeded_shuffle;
mod series;
mod standings;
pub mod swiss;
#[cfg(test)]
mod tests;
mod tie_break;
mod tournament;
mod trf;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use command::{Command, Refusal};
pub use cross_table::{RoundResult, RoundResultKind, Scorecard};
pub use entrant::{Applicant, Condition, Entrant, Verdict, verdicts};
pub use event::{Event, RecordedEvent};
pub use explanation::{Obstacle, PairingExplanation, PairingReason};
pub use input::{PairingInput, ProposedPair};
pub use match_report::game_outcome;
pub use pairing::{
    Bye, ByeReason, DueGame, GameEnd, GameRecord, GameStats, PairRecord, Pairing, PairingId,
};
pub use plan::{
    ByePolicy, ByeWorth, Format, LateEntry, PlanError, Scoring, StagePlan, StartPlan,
    TournamentPlan,
};
pub use round_robin::{BergerPair, berger};
pub use series::{
    GameResult, NextGame, Series, SeriesEnd, SeriesPlan, SeriesState, SeriesTieBreak,
};
pub use standings::Standing;
pub use tie_break::{TieBreak, TieBreakTerm, TieBreakUnit, TieBreakValue};
pub use tournament::{LogError, PairingRun, Round, RoundSlot, Stage, Tournament, TournamentStatus};
pub use trf::{ReportError, ReportPlayer, ReportRound, TournamentReport};

/// Names a tournament for ever. Version 7: later ones sort after earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TournamentId(pub Uuid);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for TournamentId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<TournamentId, uuid::Error> {
        text.parse().map(TournamentId)
    }
}

/// Names an entrant of a tournament: the order of entering, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct EntrantId(pub u32);
