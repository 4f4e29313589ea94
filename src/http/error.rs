//! API errors as `application/problem+json` (RFC 9457), with the codes of the WebSocket protocol.
//! Internal details are not exposed.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::live::LiveError;
use crate::live::compute::cpu_pool::RunError;
use crate::protocol::{Code, ExceededLimit, Message, Reason, RequestError};
use crate::store::{AppendError, PlayerError, StoreError};

/// The headers of an exceeded limit (draft-ietf-httpapi-ratelimit-headers).
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The header with the client's id of a command.
pub(crate) const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// Delay before a retry while the queue of a thread pool is full, in milliseconds.
const RETRY_WHEN_BUSY_MS: u64 = 1_000;

/// An error response.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) RequestError);

pub(crate) type ApiResult<T> = Result<T, ApiError>;

/// A problem document (RFC 9457) with an error code of the WebSocket protocol.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemBody {
    /// The name of the HTTP status.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    #[serde(flatten)]
    error: RequestError,
}

/// The error responses that every route may return.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only described")]
pub(crate) enum Failures {
    /// The request is refused; `code` states the reason.
    #[response(status = "4XX", content_type = "application/problem+json")]
    Refused(ProblemBody),
    /// The server is shutting down, cannot reach its database, or failed internally.
    #[response(status = "5XX", content_type = "application/problem+json")]
    Failed(ProblemBody),
}

pub(crate) const fn status_of(code: Code) -> StatusCode {
    match code {
        Code::BadFrame | Code::UnknownType | Code::BadField => StatusCode::BAD_REQUEST,
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::NotYourTurn
        | Code::StalePly
        | Code::MatchOver
        | Code::SeatTaken
        | Code::NameTaken
        | Code::TooLate
        | Code::TooSoon => StatusCode::CONFLICT,
        Code::IllegalMove => StatusCode::UNPROCESSABLE_ENTITY,
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::ServerDraining | Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl From<RunError> for ApiError {
    fn from(error: RunError) -> ApiError {
        ApiError(run_error(error))
    }
}

/// The error that clients receive for a job that was not carried out.
pub(crate) fn run_error(error: RunError) -> RequestError {
    match error {
        RunError::QueueFull(_) => {
            let mut busy = RequestError::new(Code::RateLimited, Reason::Busy);
            busy.more.retry_after_ms = Some(RETRY_WHEN_BUSY_MS);
            busy
        }
        RunError::Failed => RequestError::new(Code::Internal, Reason::WorkFailed),
    }
}

impl ApiError {
    pub(crate) fn new(code: Code, message: impl Into<Message>) -> ApiError {
        ApiError(RequestError::new(code, message))
    }

    /// The error for a text body that cannot be parsed.
    pub(crate) fn no_such_text(reason: Reason) -> ApiError {
        ApiError(RequestError::new(Code::BadFrame, reason).well_formed())
    }

    pub(crate) fn not_found(what: &str) -> ApiError {
        let message = match what {
            "match" => Reason::NoSuchMatch.into(),
            "player" => Reason::NoSuchPlayer.into(),
            what => Reason::NoSuchThing.with([("what", what.into())]),
        };
        ApiError::new(Code::NotFound, message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError(mut error) = self;
        if error.more.reason == Some(Reason::IdReused) {
            error.more.field = Some(IDEMPOTENCY_KEY.to_owned());
        }
        let status = match status_of(error.code) {
            StatusCode::BAD_REQUEST if error.more.is_well_formed => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            _ if error.more.reason == Some(Reason::WebsocketVersion) => {
                StatusCode::UPGRADE_REQUIRED
            }
            status => status,
        };
        let title = status.canonical_reason().unwrap_or("Error");
        let retry_after_ms = error.more.retry_after_ms;
        let exceeded = error.more.exceeded;
        let body = ProblemBody { title, status: status.as_u16(), error };
        let mut response = (status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(wait) = retry_after_ms {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(wait.div_ceil(1000)));
        }
        if let Some(ExceededLimit { name, quota, window_s }) = exceeded {
            let wait = retry_after_ms.unwrap_or_default().div_ceil(1000);
            for (header, value) in [
                (RATE_LIMIT_POLICY, format!("\"{name}\";q={quota};w={window_s}")),
                (RATE_LIMIT, format!("\"{name}\";r=0;t={wait}")),
            ] {
                let value = HeaderValue::from_str(&value).expect("a name and numbers");
                headers.insert(header, value);
            }
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        }
        response
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        ApiError(error)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError(store_error(&error))
    }
}

impl From<PlayerError> for ApiError {
    fn from(error: PlayerError) -> ApiError {
        match error {
            PlayerError::NameTaken => ApiError::new(Code::NameTaken, Reason::NameTaken),
            // Only a guest's first command creates a player with a given id.
            PlayerError::Exists => ApiError::new(Code::Unauthorized, Reason::TokenUnknown),
            PlayerError::NotAGuest => ApiError::new(Code::Forbidden, Reason::HasAccount),
            PlayerError::HasPlayed => {
                ApiError::new(Code::Forbidden, Reason::BotHasPlayed.message([], error))
            }
            PlayerError::Store(error) => error.into(),
        }
    }
}

impl From<LiveError> for ApiError {
    fn from(error: LiveError) -> ApiError {
        ApiError(live_error(&error))
    }
}

/// The error response for a refused or failed match command.
pub(crate) fn live_error(error: &LiveError) -> RequestError {
    match error {
        LiveError::NotFound => RequestError::new(Code::NotFound, Reason::NoSuchMatch),
        LiveError::Refused(refusal) => RequestError::from(refusal),
        LiveError::Draining => {
            let message = Reason::ServerDraining.message([], error);
            let mut error = RequestError::new(Code::ServerDraining, message);
            error.more.retry_after_ms = Some(1_000);
            error
        }
        LiveError::Moved | LiveError::CutOff => {
            let is_moved = matches!(error, LiveError::Moved);
            let reason = if is_moved { Reason::OwnerChanged } else { Reason::NodesUnreachable };
            let mut refusal = RequestError::new(Code::Unavailable, reason.message([], error));
            refusal.more.retry_after_ms = Some(1_000);
            refusal.more.is_moved = is_moved;
            refusal
        }
        // The player had a valid token, so the account was erased meanwhile.
        LiveError::Unavailable(AppendError::UnknownPlayer) => {
            RequestError::new(Code::Unauthorized, Reason::PlayerErased)
        }
        LiveError::Unavailable(cause) => {
            tracing::error!(%cause, "a match could not be stored or read");
            unavailable()
        }
        LiveError::TimedOut => unavailable(),
        LiveError::BrokenLog(fault) => {
            tracing::error!(%fault, "failed to replay the log of a match");
            RequestError::new(Code::Internal, Reason::MatchUnreadable)
        }
        LiveError::Unreadable(cause) => {
            tracing::error!(%cause, "the stored data of a match cannot be read");
            RequestError::new(Code::Internal, Reason::MatchUnreadable)
        }
    }
}

/// The error response for a failed database. Unreadable data is not repaired by another try.
pub(crate) fn store_error(error: &StoreError) -> RequestError {
    tracing::error!(%error, "a database operation failed");
    match error.is_unreadable() {
        true => RequestError::new(Code::Internal, Reason::ServerFault),
        false => unavailable(),
    }
}

fn unavailable() -> RequestError {
    let reason = Reason::DatabaseUnavailable;
    let mut error = RequestError::new(Code::Unavailable, reason);
    error.more.retry_after_ms = Some(1_000);
    error
}
