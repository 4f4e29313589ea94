//! Vacations reach the matches of their players.

use std::sync::Arc;
use std::time::Duration;

use crate::live::cluster::heartbeat::start_unless_owned;
use crate::live::context::LiveContext;
use crate::live::match_actor::message::Message;
use crate::live::time::Rounds;
use crate::store::StoreError;

/// Interval at which the store is asked for vacations that matches have not adopted. A match
/// adopts a late vacation from its beginning.
const SWEEP: Duration = Duration::from_secs(10);

/// Maximum number of matches per sweep. The next sweep continues.
const MOST_AT_ONCE: u32 = 256;

/// Passes vacations on to matches until the server shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        if let Err(error) = sweep(&context).await {
            tracing::warn!(%error, "could not read the vacations");
        }
    }
}

/// Asks every match of this node that lacks a vacation, or its end, to adopt it. A match that is
/// not in memory adopts it when it is loaded.
pub(crate) async fn sweep(context: &Arc<LiveContext>) -> Result<(), StoreError> {
    let now = context.time.now();
    for id in context.store.vacations().unadopted(now, MOST_AT_ONCE).await? {
        match context.sender(id) {
            // A retiring actor adopts it on its return.
            Some(sender) => drop(sender.send(Box::new(Message::Vacation)).await),
            None => start_unless_owned(context, id).await,
        }
    }
    Ok(())
}
