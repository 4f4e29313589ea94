//! Errors of WebSocket and REST, which share one set of codes
//! (`docs/protocol.md`, "Errors").

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use chivalry_play::matches::{PremoveTreeError, Refusal};
use chivalry_rules::Violation;
use chivalry_tournament::PairingId;

use crate::protocol::reason::Message;
use crate::protocol::reason::ParamMap;
use crate::protocol::reason::Params;
use crate::protocol::reason::Reason;
use crate::protocol::tournaments::verdict::VerdictView;

/// The stable code of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Code {
    /// The frame or body is not the expected JSON.
    BadFrame,
    /// The type of the frame is unknown.
    UnknownType,
    /// A field is missing or invalid.
    BadField,
    /// The token is missing or unknown.
    Unauthorized,
    /// The player lacks the permission.
    Forbidden,
    /// The resource does not exist.
    NotFound,
    /// The resource exists and does not support the method (REST).
    MethodNotAllowed,
    /// Another seat is to move, or the match has not started.
    NotYourTurn,
    /// The move names another ply than the next one.
    StalePly,
    /// The move violates a rule of the game.
    IllegalMove,
    /// The match has ended.
    MatchOver,
    /// The seat is occupied.
    SeatTaken,
    /// The name is in use.
    NameTaken,
    /// The deadline has passed.
    TooLate,
    /// The request is premature.
    TooSoon,
    /// A rate limit or a count limit is exceeded.
    RateLimited,
    /// The request is too large.
    TooLarge,
    /// The server is shutting down.
    ServerDraining,
    /// The database or the owning node does not answer.
    Unavailable,
    /// Internal error.
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

    /// The code as it appears in JSON.
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

/// An error as clients receive it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{detail}")]
pub struct RequestError {
    /// The stable code.
    pub code: Code,
    /// One English sentence.
    pub detail: String,
    /// Further members of the error.
    #[serde(flatten)]
    pub more: Box<More>,
}

/// A rate limit that a request exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceededLimit {
    /// The name of the limit (`docs/operations.md`, "Limits").
    pub name: &'static str,
    /// The number of units that are available at once.
    pub quota: u32,
    /// The time in which all of them become available again, in seconds.
    pub window_s: u64,
}

/// Members that only some errors have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct More {
    /// True if another node owns the entity. Not part of the JSON.
    #[serde(skip)]
    pub is_moved: bool,
    /// True if the request is well-formed and its content cannot be accepted. REST
    /// answers 422 instead of 400. Not part of the JSON.
    #[serde(skip)]
    pub is_well_formed: bool,
    /// The exceeded limit, for the headers of REST. Not part of the JSON.
    #[serde(skip)]
    pub exceeded: Option<ExceededLimit>,
    /// The invalid field, parameter or header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The column of the error in that field, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The violated rule of the game, by its reason code
    /// (`rules.md 7`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub rule: Option<&'static str>,
    /// The section of `rules.md` that states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub section: Option<&'static str>,
    /// The reason, which is more specific than the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The parameters of the reason.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(value_type = ParamMap, required = false)]
    pub params: Params,
    /// The verdict on each entry condition of a tournament.
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
    /// Time until the request can succeed, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl RequestError {
    /// Creates an error with a code and a message.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Message>) -> RequestError {
        let Message { reason, params, detail } = message.into();
        let more = Box::new(More { reason: Some(reason), params, ..More::default() });
        RequestError { code, detail, more }
    }

    /// Creates the error of a missing or invalid field.
    #[must_use]
    pub fn field(name: &str, message: impl Into<Message>) -> RequestError {
        let mut error = RequestError::new(Code::BadField, message);
        error.more.field = Some(name.to_owned());
        error
    }

    /// Creates the error of a field that matches the published schema and whose value
    /// cannot be accepted.
    #[must_use]
    pub fn unmet(name: &str, message: impl Into<Message>) -> RequestError {
        RequestError::field(name, message).well_formed()
    }

    /// Marks the request as well-formed.
    #[must_use]
    pub fn well_formed(mut self) -> RequestError {
        self.more.is_well_formed = true;
        self
    }

    /// Creates the error of a field whose text cannot be accepted, with the column of
    /// the error from 1.
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

    /// Creates the error of an unknown frame type.
    #[must_use]
    pub fn unknown_type(name: &str) -> RequestError {
        let shown: String = name.chars().take(32).collect();
        RequestError::new(
            Code::UnknownType,
            Reason::UnknownFrameType.with([("name", shown.into())]),
        )
    }

    /// Creates the error of a text that is not JSON.
    #[must_use]
    pub fn bad_frame(detail: impl fmt::Display) -> RequestError {
        let detail = detail.to_string().into();
        RequestError::new(Code::BadFrame, Reason::NotJson.with([("detail", detail)]))
    }

    /// Creates the error of a move that violates a rule of the game.
    #[must_use]
    pub fn illegal(violation: &Violation) -> RequestError {
        let message = Reason::IllegalMove.message([], violation);
        let mut error = RequestError::new(Code::IllegalMove, message);
        error.more.rule = Some(violation.rule().code());
        error.more.section = Some(violation.rule().section());
        error
    }

    /// Creates the error of an exceeded rate limit, with the time until the next attempt.
    #[must_use]
    pub fn rate_limited(reason: Reason, retry_after: Duration) -> RequestError {
        let mut error = RequestError::new(Code::RateLimited, reason);
        error.more.retry_after_ms = Some(retry_after.as_millis() as u64 + 1);
        error
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
            | Refusal::Adjourned
            | Refusal::NotAdjourned
            | Refusal::RoundPaused
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
            | Refusal::CalendarOff
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
            Refusal::AdjournmentTime => return RequestError::unmet("until", refusal),
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
            Refusal::IdReused => return RequestError::unmet("id", refusal),
        };
        RequestError::new(code, refusal)
    }
}
