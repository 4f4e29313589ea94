//! Messages for the errors of matches and the lobby.

use chivalry_play::clock::TimeControlError;
use chivalry_play::lobby::{LobbyRefusal, MOST_CHALLENGES, MOST_RECEIVED, MOST_SEEKS};
use chivalry_play::matches::{LineFault, Refusal, StartFault};

use super::list::Reason;
use super::message::Message;

impl From<&Refusal> for Message {
    fn from(refusal: &Refusal) -> Message {
        let reason = match refusal {
            Refusal::MatchOver => Reason::MatchOver,
            Refusal::TooLate => Reason::MoveTooLate,
            Refusal::NotAPlayer => Reason::NotAPlayer,
            Refusal::Out => Reason::SeatOut,
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
            Refusal::NotTheMaker => Reason::NotTheMaker,
            Refusal::NeverMissed => Reason::PresenceNotRequired,
            Refusal::AbortInstead => Reason::AbortInstead,
            Refusal::NotGone => Reason::OpponentPresent,
            Refusal::NotGoneYet(_) => Reason::OpponentMayReturn,
            Refusal::MustWait(_) => Reason::LeftTooOften,
            Refusal::NoSuchClock => Reason::NoClockToAddTo,
            Refusal::NothingToTakeBack => Reason::NothingToTakeBack,
            Refusal::NotOver => Reason::RematchTooEarly,
            Refusal::RematchMade => Reason::RematchMade,
            Refusal::NoOffer => Reason::NoOffer,
            Refusal::AlreadyOffered => Reason::AlreadyOffered,
            Refusal::OwnTurn => Reason::OwnTurn,
            Refusal::Line { fault, .. } => return Message::from(fault),
            Refusal::NotYourRoom => Reason::NotYourRoom,
            Refusal::TimedOut { .. } => Reason::TimedOut,
            Refusal::OfATournament => Reason::TournamentGame,
            Refusal::CannotAbort => Reason::CannotAbort,
        };
        reason.message([], refusal)
    }
}

impl From<&LineFault> for Message {
    fn from(fault: &LineFault) -> Message {
        let reason = match fault {
            LineFault::Illegal(_) => Reason::IllegalMove,
            LineFault::Over => Reason::LineGameOver,
            LineFault::Twice => Reason::LineBranchTwice,
            LineFault::NoMove => Reason::LineMoveMissing,
            LineFault::NotYet => Reason::LineOtherSeatNext,
            LineFault::NobodyBetween => Reason::LineNobodyBetween,
            LineFault::Empty => Reason::LineBranchMissing,
            LineFault::TooManyBranches => Reason::LineTooManyBranches,
            LineFault::TooDeep => Reason::LineTooDeep,
        };
        reason.message([], fault)
    }
}

impl From<&LobbyRefusal> for Message {
    fn from(refusal: &LobbyRefusal) -> Message {
        let most = |reason: Reason, most: usize| reason.message([("most", most.into())], refusal);
        let reason = match refusal {
            LobbyRefusal::NoSuchSeek => Reason::NoSuchSeek,
            LobbyRefusal::OwnSeek | LobbyRefusal::OwnChallenge => Reason::AgainstThemselves,
            LobbyRefusal::AccountsOnly => Reason::AccountsOnly,
            LobbyRefusal::TooManySeeks => return most(Reason::TooManySeeks, MOST_SEEKS),
            LobbyRefusal::NeedsConnection => Reason::SeekNeedsConnection,
            LobbyRefusal::NoPartner => Reason::NoPartner,
            LobbyRefusal::NotWanted => Reason::NotWanted,
            LobbyRefusal::NoSuchSeat => Reason::NoSuchSeat,
            LobbyRefusal::SeatWanted => Reason::SeatWanted,
            LobbyRefusal::NotForTwo => Reason::ChallengeForTwo,
            LobbyRefusal::TooManyChallenges => {
                return most(Reason::TooManyChallenges, MOST_CHALLENGES);
            }
            LobbyRefusal::TooManyReceived => {
                return most(Reason::TooManyChallengesReceived, MOST_RECEIVED);
            }
            LobbyRefusal::NotTaken => Reason::ChallengeNotTaken,
            LobbyRefusal::NoSuchChallenge => Reason::NoSuchChallenge,
            LobbyRefusal::NotYours => Reason::NotYourChallenge,
        };
        reason.message([], refusal)
    }
}

impl From<&StartFault> for Message {
    fn from(fault: &StartFault) -> Message {
        let reason = match fault {
            StartFault::Crowded => Reason::StartCrowded,
            StartFault::Over => Reason::StartIsOver,
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
