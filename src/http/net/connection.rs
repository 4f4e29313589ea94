//! An accepted connection, as the code of its protocol receives it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::protocol::{Code, Reason, RequestError};

use crate::http::net::client_addr::Peer;
use crate::http::net::rate_limit::RateLimits;
use crate::http::net::scheduling::priority::TaskPriority;
use crate::http::net::scheduling::turns::Turns;

/// Timeout for the head of a request, and for an idle connection.
pub(crate) const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Write timeout. A client that reads nothing of a response for this time is disconnected.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// An accepted connection without its stream.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) peer: Peer,
    /// True if the connection carries the requests of several clients.
    pub(crate) is_proxy: bool,
    pub(crate) priority: TaskPriority,
    pub(crate) router: Router,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) turns: Turns,
    /// The tasks of all connections.
    pub(crate) tasks: TaskTracker,
    pub(crate) shutdown: CancellationToken,
}

/// The refusal of a request by its connection, as an extension of the request.
#[derive(Clone, Debug)]
pub(crate) struct RefusedRequest(pub(crate) RequestError);

impl From<Reason> for RefusedRequest {
    /// The refusal of a head.
    fn from(reason: Reason) -> RefusedRequest {
        RefusedRequest(RequestError::new(Code::BadFrame, reason))
    }
}
