//! Rating of ended matches.
//!
//! The commit of a match's end also queues the match for rating in the store. A restart therefore
//! loses no rating, and play never waits for it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use chivalry_play::clock::Timestamp;

use crate::live::cluster::nodes::Entity;
use crate::live::context::LiveContext;
use crate::live::match_actor::message::Message;
use crate::live::match_actor::seat_ratings;
use crate::store::{RatedMatch, StoreError};

/// Maximum number of matches per transaction.
const AT_ONCE: u32 = 32;

/// Pause of the task when no match is due or the database fails.
const REST: Duration = Duration::from_secs(30);

/// Rates ended matches until the server shuts down.
pub(crate) async fn rate(context: Arc<LiveContext>) {
    while !context.shutdown.is_cancelled() {
        let next_at = rate_due(&context).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "could not rate ended matches");
            None
        });
        let rest = Instant::now() + REST;
        let next_at = next_at.map_or(rest, |at| context.time.instant(at).min(rest));
        tokio::select! {
            biased;
            () = context.shutdown.cancelled() => {}
            () = context.store.rated_matches().match_to_rate() => {}
            () = sleep_until(next_at) => {}
        }
    }
}

/// Rates all due matches and returns the next due time.
async fn rate_due(context: &LiveContext) -> Result<Option<Timestamp>, StoreError> {
    while let Some(rated) =
        context.store.rated_matches().rate_due(context.time.now(), AT_ONCE).await?
    {
        for rated in rated {
            send_ratings(context, &rated).await;
        }
        if context.shutdown.is_cancelled() {
            break;
        }
    }
    context.store.rated_matches().next_rating_at().await
}

/// Sends a match in memory its rating changes.
async fn send_ratings(context: &LiveContext, rated: &RatedMatch) {
    if let Some(sender) = context.sender(rated.match_id) {
        // A retiring actor loads the changes on its return.
        let message = Message::Rated(seat_ratings::of_changes(rated));
        let _ = sender.send(Box::new(message)).await;
    } else if let Some(nodes) = &context.nodes {
        nodes.publish_change(Entity::Match(rated.match_id)).await;
    }
}
