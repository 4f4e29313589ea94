//! The system under load, and the errors of a run.

use std::net::SocketAddr;

use crate::process::ProcessError;

/// Number of connections that are opened concurrently.
pub(super) const MAX_CONCURRENT_OPENS: usize = 64;

/// The system under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A chivalry server.
    Server,
    /// A plain relay, which forwards each frame to all clients of a match. Its figures are the
    /// lower bound for any server.
    Relay,
}

/// The reason why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A connection failed or was lost.
    #[error("the connection to {address} failed: {source}")]
    Connection {
        /// The server.
        address: SocketAddr,
        /// The error of the connection.
        source: tokio_tungstenite::tungstenite::Error,
    },
    /// A refusal or an unexpected frame.
    #[error("the server answered: {0}")]
    Refused(String),
    /// The server process cannot be inspected.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// A task panicked.
    #[error("a player failed: {0}")]
    Player(#[from] tokio::task::JoinError),
    /// The connections were not ready within ten minutes.
    #[error("the connections were not ready in time")]
    NotReady,
}
