//! Messages for the errors of positions, moves and game records.

use chivalry_play::matches::ImportError;
use chivalry_rules::notation::move_text::MoveTextError;
use chivalry_rules::notation::position_text::PositionError;
use chivalry_rules::notation::record::{RecordError, RecordErrorKind, ReplayError};
use chivalry_rules::{GameError, HandicapError, SetupError};

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

impl From<&HandicapError> for Message {
    fn from(fault: &HandicapError) -> Message {
        match fault {
            HandicapError::NoPiece(square) => {
                Reason::HandicapNoPiece.message([("square", square.as_str().into())], fault)
            }
            HandicapError::BothSides => Reason::HandicapBothSides.message([], fault),
            HandicapError::NothingLeft => Reason::HandicapNothingLeft.message([], fault),
            HandicapError::Setup(error) => error.into(),
        }
    }
}

impl From<&MoveTextError> for Message {
    fn from(error: &MoveTextError) -> Message {
        match error {
            MoveTextError::Square { column } => {
                Reason::SquareExpected.message([("column", (*column).into())], error)
            }
            MoveTextError::LegMark { column } => {
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
        let reason = match &error.kind {
            RecordErrorKind::Tag => Reason::RecordTag,
            RecordErrorKind::Move { text, .. } => {
                return Reason::RecordMove.message([line, ("text", text.as_str().into())], error);
            }
            RecordErrorKind::Mark => Reason::RecordMark,
            RecordErrorKind::Unexpected(sign) => {
                let sign = ("sign", sign.to_string().into());
                return Reason::RecordSign.message([line, sign], error);
            }
            RecordErrorKind::OpenComment => Reason::RecordCommentOpen,
            RecordErrorKind::OpenVariation => Reason::RecordVariationOpen,
            RecordErrorKind::TooDeep => Reason::RecordTooDeep,
            RecordErrorKind::TooLarge => Reason::RecordTooLarge,
            RecordErrorKind::NotText => Reason::RecordNotText,
            RecordErrorKind::NoGame => Reason::RecordEmpty,
            RecordErrorKind::SecondGame => Reason::RecordSecondGame,
        };
        reason.message([line], error)
    }
}

impl From<&ReplayError> for Message {
    fn from(fault: &ReplayError) -> Message {
        match fault {
            ReplayError::NoVariant => Reason::RecordNoVariant.message([], fault),
            ReplayError::UnknownVariant(variant) => {
                Reason::UnknownVariant.message([("variant", variant.as_str().into())], fault)
            }
            ReplayError::UnknownRules { rules, title } => {
                let params = [("rules", rules.as_str().into()), ("title", (*title).into())];
                Reason::UnknownRules.message(params, fault)
            }
            ReplayError::Position(error) => Message::from(error).prefixed("tag `Position`: "),
            ReplayError::Ply(ply) => {
                let params = [("ply", ply.ply.into()), ("move", ply.written.to_string().into())];
                Reason::RecordPly.message(params, fault)
            }
            ReplayError::Result { claimed: said, contradiction: because, .. } => {
                let params =
                    [("result", said.to_string().into()), ("because", because.as_str().into())];
                Reason::RecordResult.message(params, fault)
            }
            ReplayError::Termination { claimed: said, contradiction: because, .. } => {
                record_termination(said, because, fault)
            }
        }
    }
}

impl From<&ImportError> for Message {
    fn from(fault: &ImportError) -> Message {
        match fault {
            ImportError::Record(fault) => fault.into(),
            ImportError::Start(fault) => Message::from(fault).prefixed("tag `Position`: "),
            ImportError::Termination { said, because } => record_termination(said, because, fault),
        }
    }
}

fn record_termination(said: &str, because: &str, fault: &dyn ToString) -> Message {
    let params = [("termination", said.into()), ("because", because.into())];
    Reason::RecordTermination.message(params, fault.to_string())
}
