//! Classes of requests and frames.

use axum::http::Method;

use crate::protocol::ClientMessage;

use crate::http::net::scheduling::priority::Priority;

/// A class of requests with a limit of its own. Monitoring and the commands of players who move
/// have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkClass {
    /// Commands of matches that wait for a commit, by clients above the rate of players.
    Command,
    /// Reads, and commands that belong to no other class.
    Ordinary,
    /// Sign-ins, sign-ups and recoveries, which hash passwords.
    Hashing,
    /// New WebSocket connections and new guests.
    Handshake,
    /// Exports, imports, analyses, images, the explorer and generated documents.
    Bulk,
}

/// Routes of monitoring.
const MONITORING: [&str; 4] = ["/healthz", "/livez", "/readyz", "/metrics"];

impl WorkClass {
    /// Every class.
    pub const ALL: [WorkClass; 5] = [
        WorkClass::Command,
        WorkClass::Ordinary,
        WorkClass::Hashing,
        WorkClass::Handshake,
        WorkClass::Bulk,
    ];

    /// The name in the metric.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            WorkClass::Command => "command",
            WorkClass::Ordinary => "ordinary",
            WorkClass::Hashing => "hashing",
            WorkClass::Handshake => "handshake",
            WorkClass::Bulk => "bulk",
        }
    }

    /// The priority of the connection while it is served.
    pub(crate) const fn priority(self) -> Priority {
        match self {
            WorkClass::Command | WorkClass::Ordinary => Priority::Ordinary,
            WorkClass::Hashing | WorkClass::Handshake | WorkClass::Bulk => Priority::Last,
        }
    }

    /// The class of a request by the pattern of its route, or `None` for monitoring.
    pub(crate) fn of_request(method: &Method, route: &str) -> Option<WorkClass> {
        if MONITORING.contains(&route) {
            return None;
        }
        let route = route.strip_prefix("/api/v1").unwrap_or(route);
        Some(match (method, route) {
            (
                &Method::POST,
                "/accounts" | "/sessions" | "/recoveries" | "/me/recovery-codes"
                | "/passkeys/options",
            )
            | (&Method::PUT, "/me/password")
            | (&Method::DELETE, "/me") => WorkClass::Hashing,
            (_, "/ws") | (&Method::POST, "/guests") => WorkClass::Handshake,
            (
                _,
                "/records"
                | "/me/export"
                | "/openapi.json"
                | "/asyncapi.json"
                | "/api/docs"
                | "/rules/record"
                | "/analysis/position"
                | "/analysis/game"
                | "/matches/{id}/analysis"
                | "/matches/{id}/proof"
                | "/explorer/{variant}"
                | "/matches/{id}/image.gif"
                | "/matches/{id}/image.png"
                | "/variants/{variant}/image.png"
                | "/players/{name}/engine-use"
                | "/tournaments/report"
                | "/tournaments/import"
                | "/tournaments/{id}/report"
                | "/tournaments/{id}/export"
                | "/tournaments/{id}/record",
            ) => WorkClass::Bulk,
            _ => WorkClass::Ordinary,
        })
    }

    /// The class of a frame. `None` for frames that cost little, and for all frames of players who
    /// move, except analyses.
    pub(crate) fn of_message(message: &ClientMessage, is_play: bool) -> Option<WorkClass> {
        match message {
            ClientMessage::Ping | ClientMessage::Unwatch { .. } => None,
            ClientMessage::Auth(_) => Some(WorkClass::Handshake),
            ClientMessage::Analyse(_) => Some(WorkClass::Bulk),
            _ if is_play => None,
            ClientMessage::Command { .. } | ClientMessage::Premove { .. } => {
                Some(WorkClass::Command)
            }
            _ => Some(WorkClass::Ordinary),
        }
    }
}

/// True for the route of moves.
pub(crate) fn is_move(method: &Method, route: &str) -> bool {
    *method == Method::POST && route == "/api/v1/matches/{id}/moves"
}
