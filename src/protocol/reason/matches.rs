//! Messages for the errors of matches and the lobby.

use chivalry_play::clock::TimeControlError;
use chivalry_play::lobby::{
    ArrangementRefusal, LobbyRefusal, MAX_CHALLENGES, MAX_RECEIVED_CHALLENGES, MAX_SEEKS,
};
use chivalry_play::matches::{PremoveTreeError, Refusal, StartPositionError};

use super::list::Reason;
use super::message::Message;

impl From<&Refusal> for Message {
    fn from(refusal: &Refusal) -> Message {
        let reason = match refusal {
            Refusal::IdReused => Reason::IdReused,
            Refusal::MatchOver => Reason::MatchOver,
            Refusal::TooLate => Reason::MoveTooLate,
            Refusal::NotAPlayer => Reason::NotAPlayer,
            Refusal::SeatOut => Reason::SeatOut,
            Refusal::NotBegun => Reason::MatchNotBegun,
            Refusal::NotYourTurn => Reason::NotYourTurn,
            Refusal::StalePly { expected, given } => {
                let params = [("expected", (*expected).into()), ("given", (*given).into())];
                return Reason::StalePly.message(params, refusal);
            }
            Refusal::IllegalMove(_) => Reason::IllegalMove,
            Refusal::PassIsAutomatic => Reason::PassIsAutomatic,
            Refusal::SeatTaken(_) => Reason::SeatTaken,
            Refusal::NoSuchSeat => Reason::NoSuchSeat,
            Refusal::WrongKey => Reason::WrongLinkKey,
            Refusal::LinkExpired => Reason::LinkExpired,
            Refusal::AccountsOnly => Reason::AccountsOnly,
            Refusal::NoTakebacks => Reason::RatedNoTakebacks,
            Refusal::NotTheCreator => Reason::NotTheMaker,
            Refusal::NotClaimable => Reason::PresenceNotRequired,
            Refusal::ClaimTooEarly => Reason::AbortInstead,
            Refusal::OpponentPresent => Reason::OpponentPresent,
            Refusal::OpponentMayReturn(_) => Reason::OpponentMayReturn,
            Refusal::PenaltyActive(_) => Reason::LeftTooOften,
            Refusal::NotRealTime => Reason::NoClockToAddTo,
            Refusal::CalendarOff => Reason::CalendarOff,
            Refusal::Adjourned => Reason::MatchAdjourned,
            Refusal::RoundPaused => Reason::RoundPaused,
            Refusal::NotAdjourned => Reason::MatchNotAdjourned,
            Refusal::AdjournmentTime => Reason::AdjournmentTime,
            Refusal::NothingToTakeBack => Reason::NothingToTakeBack,
            Refusal::NotOver => Reason::RematchTooEarly,
            Refusal::RematchMade => Reason::RematchMade,
            Refusal::NoOffer => Reason::NoOffer,
            Refusal::AlreadyOffered => Reason::AlreadyOffered,
            Refusal::OwnTurn => Reason::OwnTurn,
            Refusal::InvalidPremove { fault, .. } => return Message::from(fault),
            Refusal::WrongChatRoom => Reason::NotYourRoom,
            Refusal::ChatTimeout { .. } => Reason::TimedOut,
            Refusal::ForbiddenInTournament => Reason::TournamentGame,
            Refusal::CannotAbort => Reason::CannotAbort,
        };
        reason.message([], refusal)
    }
}

impl From<&PremoveTreeError> for Message {
    fn from(fault: &PremoveTreeError) -> Message {
        let reason = match fault {
            PremoveTreeError::Illegal(_) => Reason::IllegalMove,
            PremoveTreeError::GameOver => Reason::LineGameOver,
            PremoveTreeError::DuplicateBranch => Reason::LineBranchTwice,
            PremoveTreeError::MissingMove => Reason::LineMoveMissing,
            PremoveTreeError::EarlyMove => Reason::LineOtherSeatNext,
            PremoveTreeError::NoMoveBetween => Reason::LineNobodyBetween,
            PremoveTreeError::NoBranch => Reason::LineBranchMissing,
            PremoveTreeError::TooManyBranches => Reason::LineTooManyBranches,
            PremoveTreeError::TooDeep => Reason::LineTooDeep,
        };
        reason.message([], fault)
    }
}

impl From<&LobbyRefusal> for Message {
    fn from(refusal: &LobbyRefusal) -> Message {
        let most = |reason: Reason, most: usize| reason.message([("most", most.into())], refusal);
        let reason = match refusal {
            LobbyRefusal::NoSuchSeek => Reason::NoSuchSeek,
            LobbyRefusal::OwnSeek | LobbyRefusal::SelfChallenge => Reason::AgainstThemselves,
            LobbyRefusal::AccountsOnly => Reason::AccountsOnly,
            LobbyRefusal::TooManySeeks => return most(Reason::TooManySeeks, MAX_SEEKS),
            LobbyRefusal::NeedsConnection => Reason::SeekNeedsConnection,
            LobbyRefusal::InvalidPartner => Reason::NoPartner,
            LobbyRefusal::RatingOutOfRange => Reason::NotWanted,
            LobbyRefusal::NoSuchSeat => Reason::NoSuchSeat,
            LobbyRefusal::SeatConflict => Reason::SeatWanted,
            LobbyRefusal::NotTwoPlayers => Reason::ChallengeForTwo,
            LobbyRefusal::TooManyChallenges => {
                return most(Reason::TooManyChallenges, MAX_CHALLENGES);
            }
            LobbyRefusal::TooManyReceived => {
                return most(Reason::TooManyChallengesReceived, MAX_RECEIVED_CHALLENGES);
            }
            LobbyRefusal::NotAccepting => Reason::ChallengeNotTaken,
            LobbyRefusal::NoSuchChallenge => Reason::NoSuchChallenge,
            LobbyRefusal::NotYourChallenge => Reason::NotYourChallenge,
        };
        reason.message([], refusal)
    }
}

impl From<&ArrangementRefusal> for Message {
    fn from(refusal: &ArrangementRefusal) -> Message {
        let reason = match refusal {
            ArrangementRefusal::NotYours => Reason::NotYourArrangement,
            ArrangementRefusal::NotOpen => Reason::ArrangementNotOpen,
            ArrangementRefusal::OwnTimes => Reason::OwnTimes,
            ArrangementRefusal::NotProposed => Reason::TimeNotProposed,
            ArrangementRefusal::TimeCount => Reason::TimeCount,
            ArrangementRefusal::TimeRange => Reason::TimeRange,
            ArrangementRefusal::NotRealTime => Reason::ArrangedInRealTime,
            ArrangementRefusal::AgainstThemselves => Reason::AgainstThemselves,
            ArrangementRefusal::NotTwoPlayers => Reason::ArrangedForTwo,
        };
        reason.message([], refusal)
    }
}

impl From<&StartPositionError> for Message {
    fn from(fault: &StartPositionError) -> Message {
        let reason = match fault {
            StartPositionError::Crowded => Reason::StartCrowded,
            StartPositionError::Over => Reason::StartIsOver,
        };
        reason.message([], fault)
    }
}

impl From<&TimeControlError> for Message {
    fn from(error: &TimeControlError) -> Message {
        let (reason, field) = match error {
            TimeControlError::NoTime(field) => (Reason::NoTime, field),
            TimeControlError::TooLong(field) => (Reason::TimeTooLong, field),
            TimeControlError::NoMoves(field) => (Reason::StageMovesMissing, field),
            TimeControlError::LastStage(field) => (Reason::LastStageMoves, field),
            TimeControlError::OffsetTooLarge(field) => (Reason::OffsetTooLarge, field),
            TimeControlError::TooManyDaysOff(field) => (Reason::TooManyDaysOff, field),
            TimeControlError::RestTooLong(field) => (Reason::RestTooLong, field),
            TimeControlError::NoRest(field) => (Reason::NoRest, field),
            TimeControlError::OutOfRange { field, least, most } => {
                let field = field.to_string().into();
                let params =
                    [("field", field), ("least", (*least).into()), ("most", (*most).into())];
                return Reason::OutOfRange.message(params, error);
            }
        };
        reason.message([("field", field.to_string().into())], error)
    }
}
