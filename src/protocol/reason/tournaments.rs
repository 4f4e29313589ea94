//! Messages for the errors of tournaments.

use chivalry_tournament::{
    MAX_SCHEDULE_NAME_LENGTH, PlanConflict, PlanError, Refusal, ReportError, ScheduleError,
};

use super::list::Reason;
use super::message::Message;

impl From<&Refusal> for Message {
    fn from(refusal: &Refusal) -> Message {
        let reason = match refusal {
            Refusal::NotADirector => Reason::NotADirector,
            Refusal::NotTheServer => Reason::NotTheServer,
            Refusal::NotYours => Reason::NotYours,
            Refusal::Over => Reason::Over,
            Refusal::NotBegun => Reason::NotBegun,
            Refusal::NotAdmitted(_) => Reason::NotAdmitted,
            Refusal::Full => Reason::Full,
            Refusal::Entered(_) => Reason::Entered,
            Refusal::TeamSize(count) => {
                return Reason::TeamSize.message([("count", (*count).into())], refusal);
            }
            Refusal::TooLate => Reason::TooLate,
            Refusal::NoSuchEntrant => Reason::NoSuchEntrant,
            Refusal::NoSuchPairing => Reason::NoSuchPairing,
            Refusal::NoSuchGame => Reason::NoSuchGame,
            Refusal::NoSuchStage => Reason::NoSuchStage,
            Refusal::NoSuchRound => Reason::NoSuchRound,
            Refusal::PartnerWithdrew => Reason::PartnerWithdrew,
            Refusal::NoByes => Reason::NoByes,
            Refusal::NoMoreByes(most) => {
                return Reason::NoMoreByes.message([("most", (*most).into())], refusal);
            }
            Refusal::ByeTaken => Reason::ByeTaken,
            Refusal::ByeTooLate(rounds) => {
                return Reason::ByeTooLate.message([("rounds", (*rounds).into())], refusal);
            }
            Refusal::ByeWorth => Reason::ByeWorth,
            Refusal::PairForbidden => Reason::FixedPairForbidden,
            Refusal::HaveMet => Reason::FixedPairMet,
            Refusal::TooManyRounds(most) => {
                return Reason::TooManyRounds.message([("most", (*most).into())], refusal);
            }
            Refusal::NothingThere => Reason::NothingThere,
            Refusal::NotAPair => Reason::NotAPair,
            Refusal::NotPlaying => Reason::NotPlaying,
            Refusal::NotAnOrder => Reason::NotAnOrder,
            Refusal::StillPlaying => Reason::StillPlaying,
            Refusal::NotEnough(least) => {
                return Reason::NotEnough.message([("least", (*least).into())], refusal);
            }
            Refusal::GroupTooLarge(most) => {
                return Reason::GroupTooLarge.message([("most", (*most).into())], refusal);
            }
            Refusal::NotInThisFormat => Reason::NotInThisFormat,
            Refusal::NothingToPair => Reason::NothingToPair,
            Refusal::Unpairable => Reason::Unpairable,
            Refusal::NothingToBegin => Reason::NothingToBegin,
            Refusal::Decided => Reason::Decided,
            Refusal::NotWaiting => Reason::NotWaiting,
            Refusal::SameResult => Reason::SameResult,
            Refusal::ResultUnfit => Reason::ResultUnfit,
            Refusal::WouldTakeBack(_) => Reason::WouldTakeBack,
            Refusal::LaterResult => Reason::LaterResult,
            Refusal::LaterStage => Reason::LaterStage,
            Refusal::NotUndoable => Reason::NotUndoable,
            Refusal::Paused => Reason::RoundsPaused,
            Refusal::NotPaused => Reason::RoundsNotPaused,
            Refusal::NothingToUndo => Reason::NothingToUndo,
            Refusal::GameBegunSince => Reason::GameBegunSince,
            Refusal::RestsUpon(what) => {
                return Reason::RestsUpon.message([("detail", what.as_str().into())], refusal);
            }
        };
        reason.message([], refusal)
    }
}

impl From<&PlanError> for Message {
    fn from(fault: &PlanError) -> Message {
        match fault {
            PlanError::Variant(variant) => {
                Reason::PlanVariant.message([("variant", variant.as_str().into())], fault)
            }
            PlanError::NotTwoSides { variant, .. } => {
                Reason::PlanTwoSides.message([("variant", variant.as_str().into())], fault)
            }
            PlanError::Start(detail) => {
                Reason::PlanPosition.message([("detail", detail.as_str().into())], fault)
            }
            PlanError::Text(field) => {
                let params =
                    [("field", field.as_str().into()), ("least", 1.into()), ("most", 80.into())];
                Reason::TextLength.message(params, fault)
            }
            PlanError::OutOfRange { field, least, most } => {
                let field = field.as_str().into();
                let params =
                    [("field", field), ("least", (*least).into()), ("most", (*most).into())];
                Reason::OutOfRange.message(params, fault)
            }
            PlanError::Time { at, fault } => Message::from(fault).prefixed(at),
            PlanError::Conflict { why, .. } => Reason::from(*why).message([], fault),
        }
    }
}

impl From<PlanConflict> for Reason {
    fn from(conflict: PlanConflict) -> Reason {
        match conflict {
            PlanConflict::RatedStart => Reason::RatedPlanNeedsArray,
            PlanConflict::RatedTime => Reason::RatedPlanNeedsClock,
            PlanConflict::NoStageBefore => Reason::NoStageBefore,
            PlanConflict::DrawWorth => Reason::DrawWorthTooMuch,
            PlanConflict::LossWorth => Reason::LossWorthTooMuch,
            PlanConflict::MoreRoundsThanOpponents => Reason::MoreRoundsThanOpponents,
            PlanConflict::BuchholzInRoundRobin => Reason::BuchholzInRoundRobin,
            PlanConflict::TableSeries => Reason::TableOneGame,
            PlanConflict::TieBreakOfTwoSides => Reason::TieBreakOfTwoSides,
            PlanConflict::BeginsInThePast => Reason::BeginsInThePast,
            PlanConflict::KnockoutDrawn => Reason::KnockoutNeedsWinner,
            PlanConflict::ThirdPlaceTwice => Reason::ThirdPlaceTwice,
            PlanConflict::ArenaSeries => Reason::ArenaOneGame,
            PlanConflict::ArenaScoring => Reason::ArenaScoring,
            PlanConflict::EvenBestOf => Reason::BestOfOdd,
            PlanConflict::EndlessGames => Reason::AllGamesEndless,
            PlanConflict::ExtraTime => Reason::ExtraTimeNeedsClock,
        }
    }
}

impl From<&ScheduleError> for Message {
    fn from(error: &ScheduleError) -> Message {
        let reason = match error {
            ScheduleError::Plan(error) => return error.into(),
            ScheduleError::Name => {
                let (field, most) = (error.field().into(), MAX_SCHEDULE_NAME_LENGTH.into());
                let params = [("field", field), ("least", 1.into()), ("most", most)];
                return Reason::TextLength.message(params, error);
            }
            ScheduleError::OutOfRange { field, least, most } => {
                let (least, most) = ((*least).into(), (*most).into());
                let params = [("field", (*field).into()), ("least", least), ("most", most)];
                return Reason::OutOfRange.message(params, error);
            }
            ScheduleError::Days => Reason::ScheduleDays,
            ScheduleError::Time => Reason::ScheduleTime,
            ScheduleError::Zone => Reason::ScheduleZone,
            ScheduleError::Points => Reason::SchedulePoints,
            ScheduleError::BeginsAt => Reason::ScheduleBeginsAt,
        };
        reason.message([], error)
    }
}

impl From<&ReportError> for Message {
    fn from(fault: &ReportError) -> Message {
        match fault {
            ReportError::NotSwiss => Reason::ReportNotSwiss.message([], fault),
            ReportError::NotTwoSides => Reason::ReportTwoSides.message([], fault),
            ReportError::At { line, column, fault: detail } => {
                let (line, column) = ((*line).into(), (*column).into());
                let detail = detail.to_string().into();
                let params = [("line", line), ("column", column), ("detail", detail)];
                Reason::ReportLine.message(params, fault)
            }
        }
    }
}
