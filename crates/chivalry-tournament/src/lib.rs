//! Tournaments: who meets whom, and where they stand.
//!
//! A [`Tournament`] is a fold of its log, as a match is: a command becomes
//! events or a refusal ([`Tournament::decide`]), and events are all that ever
//! changes it. Rounds are paired by pure functions of a [`PairingInput`] and a
//! seed, which the log keeps with the result; standings are worked out from
//! the games each time ([`Tournament::standings`]).

pub mod arena;
mod command;
mod contest;
mod decide;
mod entry;
mod event;
mod input;
pub mod knockout;
mod lot;
mod pairing;
mod plan;
mod reading;
mod report;
mod round_robin;
mod series;
mod side;
mod standings;
pub mod swiss;
mod table;
#[cfg(test)]
mod tests;
mod tie_break;
mod trf;
mod why;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use command::{Command, Refusal};
pub use contest::{Drawing, LogError, Place, Round, Stage, Tournament, TournamentStatus};
pub use entry::{Applicant, Condition, Entrant, Verdict, verdicts};
pub use event::{Event, Recorded};
pub use input::{Drawn, PairingInput};
pub use pairing::{
    Bye, ByeReason, Figures, GameDue, GameEnd, GameRecord, Paired, Pairing, PairingId,
};
pub use plan::{
    AskedByes, ByeWorth, Format, LateEntry, Plan, PlanConflict, PlanFault, Scoring, StagePlan,
    StartPlan,
};
pub use report::outcome;
pub use round_robin::{BergerPair, berger};
pub use series::{Decider, GameResult, NextGame, Series, SeriesEnd, SeriesPlan, SeriesState};
pub use standings::Standing;
pub use table::{Line, Outing, OutingKind};
pub use tie_break::{Term, TieBreak, Unit, Working};
pub use trf::{Report, ReportFault, ReportedPlayer, ReportedRound};
pub use why::{Obstacle, Reason, Why};

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
