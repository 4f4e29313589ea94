//! Errors of tournament commands.

use chivalry_tournament::{PlanError, Refusal, ReportError};

use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::tournaments::verdict::VerdictView;

impl From<&Refusal> for RequestError {
    fn from(refusal: &Refusal) -> RequestError {
        let code = match refusal {
            Refusal::NotADirector
            | Refusal::NotTheServer
            | Refusal::NotYours
            | Refusal::NotAdmitted(_)
            | Refusal::Full
            | Refusal::Entered(_)
            | Refusal::PartnerWithdrew
            | Refusal::NoByes
            | Refusal::NoMoreByes(_)
            | Refusal::ByeTaken
            | Refusal::ByeTooLate(_)
            | Refusal::ByeWorth
            | Refusal::PairForbidden
            | Refusal::HaveMet
            | Refusal::TooManyRounds(_)
            | Refusal::NotPlaying
            | Refusal::GroupTooLarge(_)
            | Refusal::NotInThisFormat
            | Refusal::Unpairable
            | Refusal::SameResult
            | Refusal::WouldTakeBack(_) => Code::Forbidden,
            Refusal::TeamSize(_)
            | Refusal::NotAPair
            | Refusal::NotAnOrder
            | Refusal::ResultUnfit => Code::BadField,
            Refusal::NoSuchEntrant
            | Refusal::NoSuchPairing
            | Refusal::NoSuchGame
            | Refusal::NoSuchStage
            | Refusal::NoSuchRound
            | Refusal::NothingThere
            | Refusal::NothingToUndo => Code::NotFound,
            Refusal::NotBegun
            | Refusal::StillPlaying
            | Refusal::NotEnough(_)
            | Refusal::Paused
            | Refusal::NotPaused
            | Refusal::NothingToBegin => Code::TooSoon,
            Refusal::Over
            | Refusal::TooLate
            | Refusal::NothingToPair
            | Refusal::Decided
            | Refusal::NotWaiting
            | Refusal::LaterResult
            | Refusal::LaterStage
            | Refusal::GameBegunSince
            | Refusal::NotUndoable
            | Refusal::RestsUpon(_) => Code::TooLate,
        };
        let mut error = RequestError::new(code, refusal).well_formed();
        match refusal {
            Refusal::NotAdmitted(verdicts) => {
                error.more.verdicts = Some(verdicts.iter().map(VerdictView::from).collect());
            }
            Refusal::WouldTakeBack(pairings) => error.more.pairings = Some(pairings.clone()),
            Refusal::TeamSize(_) => error.more.field = Some("players".to_owned()),
            Refusal::NotAPair => error.more.field = Some("pair".to_owned()),
            Refusal::ResultUnfit => error.more.field = Some("result".to_owned()),
            Refusal::NotAnOrder => error.more.field = Some("order".to_owned()),
            _ => {}
        }
        error
    }
}

impl From<&PlanError> for RequestError {
    fn from(fault: &PlanError) -> RequestError {
        let detail = fault.to_string();
        let field = detail.split([' ', ':']).next().unwrap_or_default();
        let error = RequestError::field(&format!("plan.{field}"), fault);
        if fault.is_of_one_field() { error } else { error.well_formed() }
    }
}

impl From<&ReportError> for RequestError {
    fn from(fault: &ReportError) -> RequestError {
        match fault {
            ReportError::NotSwiss | ReportError::NotTwoSides => {
                RequestError::new(Code::NotFound, fault)
            }
            ReportError::At { .. } => RequestError::new(Code::BadFrame, fault).well_formed(),
        }
    }
}
