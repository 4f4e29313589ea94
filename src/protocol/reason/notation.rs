//! Messages for the errors of positions, moves and game records.

use chivalry_play::matches::ImportFault;
use chivalry_rules::notation::move_text::MoveTextError;
use chivalry_rules::notation::position_text::PositionError;
use chivalry_rules::notation::record::{RecordError, RecordFault, TextFault};
use chivalry_rules::{GameError, HandicapFault, SetupError};

use super::list::Reason;
use super::message::Message;

impl From<&SetupError> for Message {
    fn from(error: &SetupError) -> Message {
        let square = |name: &dyn ToString| ("square", name.to_string().into());
        match error {
            SetupError::WrongBoard { found, expected } => {
                let params = [("found", (*found).into()), ("expected", (*expected).into())];
                Reason::WrongBoard.message(params, error)
            }
            SetupError::BothSidesEmpty => Reason::BothSidesEmpty.message([], error),
            SetupError::OnWater { name } => Reason::PieceOnWater.message([square(name)], error),
            SetupError::TreeOutOfPlace { name } => {
                Reason::TreeOutOfPlace.message([square(name)], error)
            }
            SetupError::Trees => Reason::TreesImpossible.message([], error),
            SetupError::TooManyInCastle { name, most } => {
                Reason::TooManyInGoal.message([square(name), ("most", (*most).into())], error)
            }
            SetupError::CastleMovesOverLimit { used, most } => {
                let params = [("most", (*most).into()), ("used", (*used).into())];
                Reason::TooManyCastleMoves.message(params, error)
            }
            SetupError::NoSuchSeat => Reason::SeatNotInGame.message([], error),
        }
    }
}

impl From<&PositionError> for Message {
    fn from(error: &PositionError) -> Message {
        match error {
            PositionError::Setup(error) => error.into(),
            PositionError::Text(fault) => {
                let (part, column) = (fault.field.as_str(), fault.column);
                let detail = fault.detail.as_str().into();
                let params = [("part", part.into()), ("column", column.into()), ("detail", detail)];
                Reason::PositionUnreadable.message(params, error)
            }
        }
    }
}

impl From<&HandicapFault> for Message {
    fn from(fault: &HandicapFault) -> Message {
        match fault {
            HandicapFault::NoPiece(square) => {
                Reason::HandicapNoPiece.message([("square", square.as_str().into())], fault)
            }
            HandicapFault::BothSides => Reason::HandicapBothSides.message([], fault),
            HandicapFault::NothingLeft => Reason::HandicapNothingLeft.message([], fault),
            HandicapFault::Setup(error) => error.into(),
        }
    }
}

impl From<&MoveTextError> for Message {
    fn from(error: &MoveTextError) -> Message {
        match error {
            MoveTextError::Square { column } => {
                Reason::SquareExpected.message([("column", (*column).into())], error)
            }
            MoveTextError::Mark { column } => {
                Reason::SeparatorExpected.message([("column", (*column).into())], error)
            }
            MoveTextError::NoLegs => Reason::MoveWithoutLegs.message([], error),
            MoveTextError::TooManyLegs => Reason::MoveTooLong.message([], error),
        }
    }
}

impl From<&GameError> for Message {
    fn from(error: &GameError) -> Message {
        let reason = match error {
            GameError::Illegal(_) => Reason::IllegalMove,
            GameError::Over => Reason::GameOver,
            GameError::Pass => Reason::PassNotDue,
        };
        reason.message([], error)
    }
}

impl From<&RecordError> for Message {
    fn from(error: &RecordError) -> Message {
        let line = ("line", error.line.into());
        let reason = match &error.fault {
            TextFault::Tag => Reason::RecordTag,
            TextFault::Move { text, .. } => {
                return Reason::RecordMove.message([line, ("text", text.as_str().into())], error);
            }
            TextFault::Mark => Reason::RecordMark,
            TextFault::Sign(sign) => {
                let sign = ("sign", sign.to_string().into());
                return Reason::RecordSign.message([line, sign], error);
            }
            TextFault::OpenComment => Reason::RecordCommentOpen,
            TextFault::OpenVariation => Reason::RecordVariationOpen,
            TextFault::TooDeep => Reason::RecordTooDeep,
            TextFault::TooLarge => Reason::RecordTooLarge,
            TextFault::NotText => Reason::RecordNotText,
            TextFault::NoGame => Reason::RecordEmpty,
            TextFault::SecondGame => Reason::RecordSecondGame,
        };
        reason.message([line], error)
    }
}

impl From<&RecordFault> for Message {
    fn from(fault: &RecordFault) -> Message {
        match fault {
            RecordFault::NoVariant => Reason::RecordNoVariant.message([], fault),
            RecordFault::UnknownVariant(variant) => {
                Reason::UnknownVariant.message([("variant", variant.as_str().into())], fault)
            }
            RecordFault::UnknownRules { rules, title } => {
                let params = [("rules", rules.as_str().into()), ("title", (*title).into())];
                Reason::UnknownRules.message(params, fault)
            }
            RecordFault::Position(error) => Message::from(error).prefixed("tag `Position`: "),
            RecordFault::Ply(ply) => {
                let params = [("ply", ply.ply.into()), ("move", ply.written.to_string().into())];
                Reason::RecordPly.message(params, fault)
            }
            RecordFault::Result { said, because, .. } => {
                let params =
                    [("result", said.to_string().into()), ("because", because.as_str().into())];
                Reason::RecordResult.message(params, fault)
            }
            RecordFault::Termination { said, because, .. } => {
                record_termination(said, because, fault)
            }
        }
    }
}

impl From<&ImportFault> for Message {
    fn from(fault: &ImportFault) -> Message {
        match fault {
            ImportFault::Record(fault) => fault.into(),
            ImportFault::Start(fault) => Message::from(fault).prefixed("tag `Position`: "),
            ImportFault::Termination { said, because } => record_termination(said, because, fault),
        }
    }
}

fn record_termination(said: &str, because: &str, fault: &dyn ToString) -> Message {
    let params = [("termination", said.into()), ("because", because.into())];
    Reason::RecordTermination.message(params, fault.to_string())
}
