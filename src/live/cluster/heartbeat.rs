//! The heartbeat of a node, and the takeover of entities whose owners are dead.

use std::sync::Arc;

use chivalry_play::matches::MatchId;

use crate::live::background::heartbeat::HEARTBEAT;
use crate::live::cluster::lease::is_owned_elsewhere;
use crate::live::cluster::nodes::{Entity, Nodes};
use crate::live::context::LiveContext;
use crate::live::time::Rounds;
use crate::store::Orphan;

/// Number of heartbeats between two reads of the data that other nodes may have changed.
const RELOAD_EVERY: u64 = 5;

/// Starts the actor of a match with due work, unless another node owns it.
pub(crate) async fn start_unless_owned(context: &Arc<LiveContext>, id: MatchId) {
    if let Some(nodes) = &context.nodes
        && !context.is_in_memory(id)
    {
        match is_owned_elsewhere(nodes, &context.store, Entity::Match(id)).await {
            Some(true) => return context.hibernated.remove(id),
            // The next sweep retries.
            None => return,
            Some(false) => {}
        }
    }
    context.start(id, None);
}

/// Stores the heartbeat of this node and takes over orphans, until the node shuts down.
pub(crate) async fn watch(context: Arc<LiveContext>, nodes: Arc<Nodes>) {
    match context.store.owners().unowned_matches().await {
        Ok(matches) => matches.into_iter().for_each(|id| spawn_start(&context, id)),
        Err(error) => tracing::warn!(%error, "could not read the matches without an owner"),
    }
    let mut beats = Rounds::every(HEARTBEAT, nodes.leaving());
    for beat in 0_u64.. {
        if !beats.next().await {
            break;
        }
        nodes.check_losses();
        if beat % RELOAD_EVERY == 0
            && let Err(error) = context.store.reload_caches().await
        {
            tracing::warn!(%error, "could not read the changes of other nodes");
        }
        match context.store.owners().heartbeat(nodes.me).await {
            Ok(orphans) => {
                for orphan in orphans {
                    match orphan {
                        Orphan::Match(id) => spawn_start(&context, id),
                        // There may be no receiver.
                        other => drop(nodes.orphans.send(other)),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "could not store the heartbeat of this node"),
        }
    }
}

fn spawn_start(context: &Arc<LiveContext>, id: MatchId) {
    let starting = Arc::clone(context);
    context.tasks.spawn(async move { start_unless_owned(&starting, id).await });
}
