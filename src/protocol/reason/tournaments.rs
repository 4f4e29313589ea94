//! Messages for the errors of tournaments.

use chivalry_tournament::{PlanConflict, PlanError, Refusal, ReportError};

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
            Refusal::NoMoreByes => Reason::NoMoreByes,
            Refusal::NothingThere => Reason::NothingThere,
            Refusal::NotAPair => Reason::NotAPair,
            Refusal::NotPlaying => Reason::NotPlaying,
            Refusal::NotAnOrder => Reason::NotAnOrder,
            Refusal::StillPlaying => Reason::StillPlaying,
            Refusal::NotEnough => Reason::NotEnough,
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
            Refusal::WouldTakeBack(_) => Reason::WouldTakeBack,
            Refusal::LaterStage => Reason::LaterStage,
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

impl From<&ReportError> for Message {
    fn from(fault: &ReportError) -> Message {
        match fault {
            ReportError::NotSwiss => Reason::ReportNotSwiss.message([], fault),
            ReportError::Line { line, what } => {
                let params = [("line", (*line).into()), ("detail", (*what).into())];
                Reason::ReportLine.message(params, fault)
            }
            ReportError::Round { player, round, what } => {
                let (player, round) = ((*player).into(), (*round).into());
                let params = [("player", player), ("round", round), ("detail", (*what).into())];
                Reason::ReportRound.message(params, fault)
            }
        }
    }
}
