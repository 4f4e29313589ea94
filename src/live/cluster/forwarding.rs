//! Calls to the owner of an entity, whichever node it is. The gateway and the simulation use them
//! alike.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, sleep_until};

use crate::cluster::BusError;

/// Maximum number of owner changes that a call follows.
const MAX_OWNER_CHANGES: u32 = 8;

/// Delay before an entity that was changing its owner is called again.
pub(crate) const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The result of a call to the owner of an entity.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OwnerAnswer<T> {
    /// The owner answered.
    Answered(T),
    /// No node owns the entity.
    Unowned,
    /// The owner did not answer in time.
    TimedOut,
    /// The bus is down, the entity changed its owner too often, or the owner does not support the
    /// call.
    Unreachable,
}

/// The meaning of an answer to a call.
pub(crate) enum OwnerReading<T> {
    /// The owner answered.
    Answer(T),
    /// The node is not the owner any more, and the call is repeated.
    NotOwner,
    /// The owner runs another version, which does not support the call.
    Unsupported,
}

/// Calls the owner of an entity. `read` interprets the answer.
pub(crate) async fn call_owner<T, F: Future<Output = Result<Bytes, BusError>>>(
    call: impl Fn() -> F,
    read: impl Fn(&Bytes) -> OwnerReading<T>,
) -> OwnerAnswer<T> {
    for _ in 0..MAX_OWNER_CHANGES {
        match call().await {
            Ok(answer) => match read(&answer) {
                OwnerReading::Answer(answer) => return OwnerAnswer::Answered(answer),
                OwnerReading::NotOwner => sleep_until(Instant::now() + RETRY_DELAY).await,
                // The owner is alive, so nothing is taken over.
                OwnerReading::Unsupported => return OwnerAnswer::Unreachable,
            },
            Err(BusError::NobodyThere) => return OwnerAnswer::Unowned,
            Err(BusError::TimedOut) => return OwnerAnswer::TimedOut,
            Err(BusError::Down(_)) => return OwnerAnswer::Unreachable,
        }
    }
    OwnerAnswer::Unreachable
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    async fn answer_of(readings: &[fn() -> OwnerReading<u32>]) -> (OwnerAnswer<u32>, usize) {
        let calls = Cell::new(0);
        let call = || async {
            calls.set(calls.get() + 1);
            Ok(Bytes::new())
        };
        let answer = call_owner(call, |_| readings[calls.get() - 1]()).await;
        (answer, calls.get())
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_is_repeated_at_the_next_owner_and_not_if_the_owner_does_not_support_it() {
        let (answer, calls) =
            answer_of(&[|| OwnerReading::NotOwner, || OwnerReading::Answer(7)]).await;
        assert!(matches!(answer, OwnerAnswer::Answered(7)));
        assert_eq!(calls, 2);
        let (answer, calls) = answer_of(&[|| OwnerReading::Unsupported]).await;
        assert!(matches!(answer, OwnerAnswer::Unreachable), "no takeover");
        assert_eq!(calls, 1);
    }
}
