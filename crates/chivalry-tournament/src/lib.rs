//! Tournaments of two-player and four-player games: pairing, standings,
//! tie-breaks and report files.
//!
//! The crate is pure: no I/O, no async, no clock of its own. Every function
//! that depends on the time takes it as an argument.
//!
//! A [`Tournament`] is a fold of its log. [`Tournament::decide`] turns a
//! [`Command`] into [`Event`]s or a [`Refusal`], and [`Tournament::apply`] is
//! the only way to change the state. The log stores the [`PairingInput`] and
//! the seed of every round, so that each pairing can be reproduced.
//! [`Tournament::standings`] computes the standings from the games.
//!
//! | module | contents |
//! |---|---|
//! | `plan` | [`TournamentPlan`], [`StagePlan`], [`Scoring`], [`TieBreak`] and their validation |
//! | `tournament` | [`Tournament`], [`Event`], [`Command`], [`Refusal`], [`Entrant`] |
//! | `decide` | [`Tournament::decide`] and [`Tournament::next_due_at`] |
//! | `pairing` | [`Pairing`], [`Series`], [`PairingInput`], [`PairingExplanation`] |
//! | [`swiss`] | the FIDE (Dutch) system |
//! | `formats` | [`arena`], [`knockout`], [`tables`] and [`arena_tables`] of more than two players, and the Berger tables ([`berger`]) |
//! | `standings` | [`Scorecard`], [`Standing`], [`TieBreakValue`] |
//! | `schedule` | [`SchedulePlan`] of tournaments that repeat, and its standings |
//! | `report` | [`TournamentReport`] (TRF16 and TRF26) and [`game_outcome`] |

mod color;
mod decide;
mod formats;
mod ids;
mod pairing;
mod plan;
mod report;
mod schedule;
mod seeded_shuffle;
mod standings;
pub mod swiss;
#[cfg(test)]
mod tests;
mod tournament;

pub use formats::round_robin::{BergerPair, berger};
pub use formats::{arena, arena_tables, knockout, tables};
pub use ids::{EntrantId, PairingId, ScheduleId, TournamentId};
pub use pairing::explanation::{Obstacle, PairingExplanation, PairingReason};
pub use pairing::input::{PairingInput, ProposedPair};
pub use pairing::places::Places;
pub use pairing::record::{
    Bye, ByeReason, DueGame, GameEnd, GameRecord, GameStats, PairRecord, Pairing, RequestedBye,
};
pub use pairing::series::{
    GameResult, NextGame, Series, SeriesEnd, SeriesPlan, SeriesState, SeriesTieBreak,
};
pub use plan::edition::Edition;
pub use plan::error::{PlanConflict, PlanError};
pub use plan::scoring::{ByeWorth, Scoring};
pub use plan::stage_plan::{Format, StagePlan, StartPlan};
pub use plan::tie_break::{TieBreak, TieBreakUnit};
pub use plan::tournament_plan::{ByePolicy, LateEntry, MAX_ENTRANTS, TournamentPlan};
pub use report::error::{ReportError, ReportFault};
pub use report::import::ImportedTournament;
pub use report::match_report::game_outcome;
pub use report::report_file::{
    ReportBye, ReportFormat, ReportHeader, ReportPlayer, ReportRound, TournamentReport,
};
pub use schedule::error::{MAX_SCHEDULE_NAME_LENGTH, ScheduleError};
pub use schedule::recurrence::{Recurrence, Weekday, time_zone};
pub use schedule::schedule_plan::{SchedulePlan, ScheduleScoring};
pub use schedule::schedule_standings::ScheduleStanding;
pub use standings::cross_table::Scorecard;
pub use standings::ranking::Standing;
pub use standings::round_result::{RoundResult, RoundResultKind, TableResult};
pub use standings::tie_break_value::{TieBreakTerm, TieBreakValue};
pub use tournament::command::Command;
pub use tournament::direction::RecordedPenalty;
pub use tournament::entrant::{
    Applicant, Condition, Entrant, PartnerInvitation, Verdict, verdicts,
};
pub use tournament::event::{Event, RecordedEvent};
pub use tournament::fold::LogError;
pub use tournament::penalty::{
    MAX_ANNOUNCEMENT_LENGTH, MAX_PENALTY_MS, MAX_REASON_LENGTH, Penalty, RoundPause,
};
pub use tournament::refusal::Refusal;
pub use tournament::state::{PairingRun, Round, RoundSlot, Stage, Tournament, TournamentStatus};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
