//! How the server says no: one set of codes for WebSocket and REST
//! (`docs/protocol.md`, "Errors").

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use chivalry_play::matches::{PremoveTreeError, Refusal};
use chivalry_rules::Violation;
use chivalry_tournament::PairingId;

use crate::protocol::reason::Message;
use crate::protocol::reason::Param;
use crate::protocol::reason::Params;
use crate::protocol::reason::Reason;
use crate::protocol::tournaments::refusals::VerdictView;

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Code {
    /// The frame or body is not the JSON expected.
    BadFrame,
    /// The frame's type is not known.
    UnknownType,
    /// A field is missing or wrong.
    BadField,
    /// No token, or one that is not known.
    Unauthorized,
    /// This player may not do that.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The thing is there, but takes no such method (REST).
    MethodNotAllowed,
    /// Another seat is to move, or the match has not begun.
    NotYourTurn,
    /// The move was meant for another ply.
    StalePly,
    /// The move breaks a rule of the game.
    IllegalMove,
    /// The match is over.
    MatchOver,
    /// The seat is taken.
    SeatTaken,
    /// The name is taken.
    NameTaken,
    /// The time for it has passed.
    TooLate,
    /// The time for it has not come.
    TooSoon,
    /// More than the limit allows.
    RateLimited,
    /// Larger than the limit allows.
    TooLarge,
    /// The server is going away.
    ServerDraining,
    /// The database does not answer.
    Unavailable,
    /// The server is at fault.
    Internal,
}

impl Code {
    /// Every code.
    pub const ALL: [Code; 20] = [
        Code::BadFrame,
        Code::UnknownType,
        Code::BadField,
        Code::Unauthorized,
        Code::Forbidden,
        Code::NotFound,
        Code::MethodNotAllowed,
        Code::NotYourTurn,
        Code::StalePly,
        Code::IllegalMove,
        Code::MatchOver,
        Code::SeatTaken,
        Code::NameTaken,
        Code::TooLate,
        Code::TooSoon,
        Code::RateLimited,
        Code::TooLarge,
        Code::ServerDraining,
        Code::Unavailable,
        Code::Internal,
    ];

    /// The code as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::BadFrame => "bad_frame",
            Code::UnknownType => "unknown_type",
            Code::BadField => "bad_field",
            Code::Unauthorized => "unauthorized",
            Code::Forbidden => "forbidden",
            Code::NotFound => "not_found",
            Code::MethodNotAllowed => "method_not_allowed",
            Code::NotYourTurn => "not_your_turn",
            Code::StalePly => "stale_ply",
            Code::IllegalMove => "illegal_move",
            Code::MatchOver => "match_over",
            Code::SeatTaken => "seat_taken",
            Code::NameTaken => "name_taken",
            Code::TooLate => "too_late",
            Code::TooSoon => "too_soon",
            Code::RateLimited => "rate_limited",
            Code::TooLarge => "too_large",
            Code::ServerDraining => "server_draining",
            Code::Unavailable => "unavailable",
            Code::Internal => "internal",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

/// A "no", with all that a client is told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{detail}")]
pub struct RequestError {
    /// Why.
    pub code: Code,
    /// One English sentence.
    pub detail: String,
    /// What more there is to say.
    #[serde(flatten)]
    pub more: Box<More>,
}

/// What some errors have to say besides code and sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct More {
    /// Whether another part of the server has to be asked: clients are never
    /// told.
    #[serde(skip)]
    pub is_moved: bool,
    /// Whether what was sent has its form, and only what it says cannot be had:
    /// REST tells the two apart by the status.
    #[serde(skip)]
    pub is_well_formed: bool,
    /// The field, parameter or header at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The column at fault in that field, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The rule of the game that is broken, by its reason code
    /// (`rules.md 7`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub rule: Option<&'static str>,
    /// The section of `rules.md` that states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub section: Option<&'static str>,
    /// The reason, more exact than the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The parameters of the reason.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(value_type = Option<std::collections::HashMap<String, Param>>)]
    pub params: Params,
    /// A verdict for each condition of entering a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<Vec<VerdictView>>,
    /// The pairings that would be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Vec<PairingId>>,
    /// The scope that the token lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub scope: Option<&'static str>,
    /// The legal moves, for a client that asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// When to try again, in milliseconds from now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl RequestError {
    /// An error with nothing but its code and sentence.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Message>) -> RequestError {
        let Message { reason, params, detail } = message.into();
        let more = Box::new(More { reason: Some(reason), params, ..More::default() });
        RequestError { code, detail, more }
    }

    /// A field that is missing or wrong.
    #[must_use]
    pub fn field(name: &str, message: impl Into<Message>) -> RequestError {
        let mut error = RequestError::new(Code::BadField, message);
        error.more.field = Some(name.to_owned());
        error
    }

    /// A field that has the form that the OpenAPI document gives it, and says
    /// what cannot be had.
    #[must_use]
    pub fn unmet(name: &str, message: impl Into<Message>) -> RequestError {
        RequestError::field(name, message).well_formed()
    }

    /// The same error of something that has its form.
    #[must_use]
    pub fn well_formed(mut self) -> RequestError {
        self.more.is_well_formed = true;
        self
    }

    /// A field whose text says what cannot be had, and where in it, from
    /// column 1.
    #[must_use]
    pub fn unmet_at(
        name: &str,
        column: Option<usize>,
        message: impl Into<Message>,
    ) -> RequestError {
        let mut error = RequestError::unmet(name, message);
        error.more.column = column;
        error
    }

    /// A type of frame that is not known.
    #[must_use]
    pub fn unknown_type(name: &str) -> RequestError {
        let shown: String = name.chars().take(32).collect();
        RequestError::new(
            Code::UnknownType,
            Reason::UnknownFrameType.with([("name", shown.into())]),
        )
    }

    /// A text that is not JSON.
    #[must_use]
    pub fn bad_frame(detail: impl fmt::Display) -> RequestError {
        let detail = detail.to_string().into();
        RequestError::new(Code::BadFrame, Reason::NotJson.with([("detail", detail)]))
    }

    /// A move that breaks a rule of the game.
    #[must_use]
    pub fn illegal(violation: &Violation) -> RequestError {
        let message = Reason::IllegalMove.message([], violation);
        let mut error = RequestError::new(Code::IllegalMove, message);
        error.more.rule = Some(violation.rule().code());
        error.more.section = Some(violation.rule().section());
        error
    }

    /// More than a limit allows, with the time after which to try again.
    #[must_use]
    pub fn rate_limited(reason: Reason, retry_after: Duration) -> RequestError {
        let mut error = RequestError::new(Code::RateLimited, reason);
        error.more.retry_after_ms = Some(retry_after.as_millis() as u64 + 1);
        error
    }

    pub(crate) fn unreadable(
        error: &serde_path_to_error::Error<serde_json::Error>,
    ) -> RequestError {
        let detail = error.inner().to_string();
        if !error.inner().is_data() {
            return RequestError::bad_frame(&detail);
        }
        let missing_field = || Reason::FieldMissing.message([], &detail);
        let path = error.path().to_string();
        let missing = detail.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
        match (path.as_str(), missing) {
            (".", None) => RequestError::bad_frame(&detail),
            (".", Some((field, _))) => RequestError::field(field, missing_field()),
            (parent, Some((field, _))) => {
                RequestError::field(&format!("{parent}.{field}"), missing_field())
            }
            (path, None) => {
                let message = Reason::FieldUnreadable.with([("detail", detail.as_str().into())]);
                RequestError::field(path, message)
            }
        }
    }
}

impl From<&Refusal> for RequestError {
    fn from(refusal: &Refusal) -> RequestError {
        let code = match refusal {
            Refusal::MatchOver => Code::MatchOver,
            Refusal::TooLate
            | Refusal::CannotAbort
            | Refusal::LinkExpired
            | Refusal::OwnTurn
            | Refusal::RematchMade => Code::TooLate,
            Refusal::NothingToTakeBack
            | Refusal::NotOver
            | Refusal::ClaimTooEarly
            | Refusal::OpponentPresent => Code::TooSoon,
            Refusal::OpponentMayReturn(wait) | Refusal::PenaltyActive(wait) => {
                let mut error = RequestError::new(Code::TooSoon, refusal);
                error.more.retry_after_ms = Some(wait.as_millis() as u64);
                return error;
            }
            Refusal::NotAPlayer
            | Refusal::SeatOut
            | Refusal::WrongChatRoom
            | Refusal::WrongKey
            | Refusal::AccountsOnly
            | Refusal::NoTakebacks
            | Refusal::ForbiddenInTournament
            | Refusal::NotTheCreator
            | Refusal::NoOffer
            | Refusal::NotRealTime
            | Refusal::NotClaimable
            | Refusal::AlreadyOffered => Code::Forbidden,
            Refusal::NotBegun | Refusal::NotYourTurn => Code::NotYourTurn,
            Refusal::StalePly { .. } => Code::StalePly,
            Refusal::IllegalMove(violation) => return RequestError::illegal(violation),
            Refusal::InvalidPremove { at, fault } => {
                let mut error = match fault {
                    PremoveTreeError::Illegal(violation) => RequestError::illegal(violation),
                    _ => RequestError::unmet(at, refusal),
                };
                error.more.field = Some(at.clone());
                return error;
            }
            Refusal::PassIsAutomatic => {
                return RequestError::unmet("move", refusal);
            }
            Refusal::SeatTaken(_) => Code::SeatTaken,
            Refusal::ChatTimeout { wait } => {
                let mut error = RequestError::new(Code::Forbidden, refusal);
                error.more.retry_after_ms = Some(wait.as_millis() as u64);
                return error;
            }
            Refusal::NoSuchSeat => return RequestError::unmet("seat", refusal),
        };
        RequestError::new(code, refusal)
    }
}
