//! The deadline of answers to clients.

use std::time::Duration;

use tokio::time::timeout;

use crate::live::error::LiveError;
use crate::planted::{Planted, is_planted};

/// Longest wait of a client for the answer to a command.
pub(crate) const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// Waits for an answer until the deadline. Actors and the writer continue afterwards, so the
/// outcome of a command is unknown until it is repeated with the same id.
///
/// # Errors
/// Returns the error of `answer`, or [`LiveError::TimedOut`].
pub(crate) async fn in_time<T, E: From<LiveError>>(
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    if is_planted(Planted::NoAnswerDeadline) {
        return answer.await;
    }
    timeout(ANSWER_WITHIN, answer).await.unwrap_or_else(|_| Err(LiveError::TimedOut.into()))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_awaited_for_five_seconds() {
        let began = Instant::now();
        let answer = in_time(pending::<Result<(), LiveError>>()).await;
        assert!(matches!(answer, Err(LiveError::TimedOut)), "{answer:?}");
        assert_eq!(began.elapsed(), Duration::from_secs(5));
    }
}
