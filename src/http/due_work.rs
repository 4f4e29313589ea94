//! The wait of a task whose due work is stored.

use std::time::Duration;

use tokio::time::Instant;

use chivalry_play::clock::Timestamp;

use crate::http::state::AppState;
use crate::store::StoreError;

/// Delay when nothing is due or the database fails. A node finds the work of a node that failed
/// after this time.
const IDLE_DELAY: Duration = Duration::from_secs(30);

/// Returns the time at which the task looks for due work again. `next_at` is the time of the next
/// work, as the last round found it. An error is logged with `failure`.
pub(crate) fn next_round(
    app: &AppState,
    next_at: Result<Option<Timestamp>, StoreError>,
    failure: &'static str,
) -> Instant {
    let idle_until = Instant::now() + IDLE_DELAY;
    match next_at {
        Ok(Some(at)) => app.live.time().instant(at).min(idle_until),
        Ok(None) => idle_until,
        Err(error) => {
            tracing::warn!(%error, "{failure}");
            idle_until
        }
    }
}
