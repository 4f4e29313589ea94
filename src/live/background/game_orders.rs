//! Orders of directors reach the games of their tournaments.

use std::sync::Arc;
use std::time::Duration;

use crate::live::cluster::heartbeat::start_unless_owned;
use crate::live::context::LiveContext;
use crate::live::match_actor::message::Message;
use crate::live::time::Rounds;
use crate::store::StoreError;

/// Interval at which the store is asked for orders that matches have not carried out. The node of
/// the tournament passes an order on at once.
const SWEEP: Duration = Duration::from_secs(2);

/// Maximum number of matches per sweep. The next sweep continues.
const MOST_AT_ONCE: u32 = 1_024;

/// Passes orders on to matches until the server shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>) {
    let mut sweeps = Rounds::every(SWEEP, &context.shutdown);
    while sweeps.next().await {
        if let Err(error) = sweep(&context).await {
            tracing::warn!(%error, "could not read the orders of directors");
        }
    }
}

/// Asks every match of this node with an order to carry it out. A match that is not in memory does
/// so when it is loaded.
pub(crate) async fn sweep(context: &Arc<LiveContext>) -> Result<(), StoreError> {
    for id in context.store.game_orders().matches(MOST_AT_ONCE).await? {
        match context.sender(id) {
            // A retiring actor carries it out on its return.
            Some(sender) => drop(sender.send(Box::new(Message::Orders)).await),
            None => start_unless_owned(context, id).await,
        }
    }
    Ok(())
}
