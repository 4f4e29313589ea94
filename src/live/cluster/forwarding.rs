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
    /// The bus is down, or the entity changed its owner too often.
    Unreachable,
}

/// Calls the owner of an entity. `read` returns `None` for an answer of a node that is not the
/// owner; the call is then repeated.
pub(crate) async fn call_owner<T, F: Future<Output = Result<Bytes, BusError>>>(
    call: impl Fn() -> F,
    read: impl Fn(&Bytes) -> Option<T>,
) -> OwnerAnswer<T> {
    for _ in 0..MAX_OWNER_CHANGES {
        match call().await {
            Ok(answer) => match read(&answer) {
                Some(answer) => return OwnerAnswer::Answered(answer),
                None => sleep_until(Instant::now() + RETRY_DELAY).await,
            },
            Err(BusError::NobodyThere) => return OwnerAnswer::Unowned,
            Err(BusError::TimedOut) => return OwnerAnswer::TimedOut,
            Err(BusError::Down(_)) => return OwnerAnswer::Unreachable,
        }
    }
    OwnerAnswer::Unreachable
}
