//! Deadlines of database work. A hanging connection is dropped.

use std::io;
use std::time::Duration;

use tokio::time::error::Elapsed;
use tokio::time::timeout;

/// Runs work on a connection for at most `limit`. Afterwards the connection is in an unknown state.
pub(crate) async fn in_time<T>(
    limit: Option<Duration>,
    work: impl Future<Output = T>,
) -> Result<T, Elapsed> {
    match limit {
        Some(limit) => timeout(limit, work).await,
        None => Ok(work.await),
    }
}

/// The error of work that missed its deadline.
pub(crate) fn unanswered() -> sqlx::Error {
    sqlx::Error::Io(io::ErrorKind::TimedOut.into())
}
