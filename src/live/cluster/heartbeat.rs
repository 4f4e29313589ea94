//! The heartbeat of a node, and the takeover of entities whose owners are dead.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

use chivalry_play::matches::MatchId;

use crate::live::background::heartbeat::HEARTBEAT;
use crate::live::cluster::balance::{Balance, Offer};
use crate::live::cluster::lease::is_owned_elsewhere;
use crate::live::cluster::nodes::{Entity, Nodes};
use crate::live::context::LiveContext;
use crate::live::match_actor::handle::MatchSender;
use crate::live::match_actor::message::Message;
use crate::live::time::Rounds;
use crate::store::{Member, Orphan, StoreError};

/// Number of heartbeats between two reads of the data that other nodes may have changed.
const RELOAD_EVERY: u64 = 5;

/// Number of matches that are asked for each match that is offered.
const CANDIDATES: usize = 4;

/// Time in which matches have to answer. It delays the next heartbeat.
const MOVABLE_WITHIN: Duration = Duration::from_millis(100);

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
    let mut balance = Balance::default();
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
            Err(error) => {
                tracing::warn!(%error, "could not store the heartbeat of this node");
                continue;
            }
        }
        match announce(&context, &nodes).await {
            Ok(()) => offer_matches(&context, &nodes, &mut balance).await,
            Err(error) => tracing::warn!(%error, "could not read the other nodes"),
        }
    }
}

/// Stores the address and the load of this node, and reads those of the others.
async fn announce(context: &LiveContext, nodes: &Nodes) -> Result<(), StoreError> {
    let matches = context.running_clocks.load(Ordering::Relaxed) as u64;
    let own = Member { node: nodes.me, url: nodes.url().map(str::to_owned), matches };
    nodes.set_members(context.store.owners().announce(&own).await?);
    Ok(())
}

/// Offers matches to the node that owns the fewest, if this node owns clearly more than the mean.
/// This node owns them until the other node acquires them.
async fn offer_matches(context: &LiveContext, nodes: &Nodes, balance: &mut Balance) {
    let Some(Offer { to, matches }) = balance.next_offer(nodes.me, &nodes.members()) else {
        return;
    };
    let most = usize::try_from(matches).unwrap_or(usize::MAX);
    let ask = |(id, sender): (MatchId, MatchSender)| {
        let (answer, answered) = oneshot::channel();
        // A busy match is not moved.
        sender.try_send(Box::new(Message::IsMovable { answer })).ok().map(|()| (id, answered))
    };
    let asked: Vec<_> =
        context.senders().into_iter().take(most * CANDIDATES).filter_map(ask).collect();
    let deadline = Instant::now() + MOVABLE_WITHIN;
    let mut movable = Vec::new();
    for (id, answered) in asked {
        if let Ok(Ok(Ok(true))) = timeout_at(deadline, answered).await {
            movable.push(id);
        }
    }
    movable.truncate(most);
    if !movable.is_empty() {
        nodes.offer(to, movable);
    }
}

fn spawn_start(context: &Arc<LiveContext>, id: MatchId) {
    let starting = Arc::clone(context);
    context.tasks.spawn(async move { start_unless_owned(&starting, id).await });
}
