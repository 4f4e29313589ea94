//! The lease of a node on an entity that it owns.

use std::cmp::Ordering;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::broadcast;
use uuid::Uuid;

use chivalry_play::clock::Timestamp;

use crate::cluster::{BusError, Inbox};
use crate::live::cluster::nodes::{Call, Entity, Nodes, message_kind};
use crate::store::{Epoch, NodeId, Store, StoreError, Taken};

/// The store of owners, shared by all nodes.
pub(crate) trait Owners {
    /// Makes `node` the owner of an entity.
    fn acquire(
        &self,
        entity: Uuid,
        node: NodeId,
    ) -> impl Future<Output = Result<Taken, StoreError>> + Send;

    /// True if `epoch` is the newest epoch of an entity.
    fn is_current(
        &self,
        entity: Uuid,
        epoch: Epoch,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// True if a living node other than `node` owns the entity.
    fn is_owned_elsewhere(
        &self,
        entity: Uuid,
        node: NodeId,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;
}

impl Owners for Store {
    async fn acquire(&self, entity: Uuid, node: NodeId) -> Result<Taken, StoreError> {
        self.owners().acquire(entity, node).await
    }

    async fn is_current(&self, entity: Uuid, epoch: Epoch) -> Result<bool, StoreError> {
        self.owners().is_current(entity, epoch).await
    }

    async fn is_owned_elsewhere(&self, entity: Uuid, node: NodeId) -> Result<bool, StoreError> {
        self.owners().is_owned_elsewhere(entity, node).await
    }
}

/// The ownership of an entity, until another node acquires it.
#[derive(Debug)]
pub(crate) struct Lease {
    about: Entity,
    epoch: Epoch,
    inbox: Inbox,
    losses: broadcast::Receiver<()>,
    nodes: Arc<Nodes>,
    /// Dropped with the lease, which voids the calls that arrived under it.
    validity: Arc<()>,
    /// True until the announcement of this acquisition arrives, if the previous owner is alive. It
    /// answers the calls before the announcement, because both nodes receive the messages about an
    /// entity in the same order.
    has_living_predecessor: bool,
    /// Last heartbeat of the previous owner, if that node died.
    lost: Option<Timestamp>,
    /// True if another node was the previous owner.
    pub(crate) was_owned_by_another: bool,
}

/// An event for the owner of an entity.
pub(crate) enum LeaseEvent {
    /// Another node acquired the entity.
    OwnerChanged,
    /// Data of the entity was stored by another task.
    DataChanged,
    /// The message about another owner may have been lost.
    PossiblyLost,
}

impl Lease {
    /// Acquires an entity and notifies the previous owner. Subscribes first, so that no message is
    /// missed.
    pub(crate) async fn acquire(
        nodes: &Arc<Nodes>,
        owners: &impl Owners,
        about: Entity,
    ) -> Result<Lease, LeaseError> {
        let losses = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        let taken = owners.acquire(about.id(), nodes.me).await?;
        let lease = Lease {
            about,
            epoch: taken.epoch,
            inbox,
            losses,
            nodes: Arc::clone(nodes),
            validity: Arc::default(),
            has_living_predecessor: taken.was_owned_by_another && taken.lost.is_none(),
            lost: taken.lost,
            was_owned_by_another: taken.was_owned_by_another,
        };
        if lease.was_owned_by_another {
            let payload =
                [&[message_kind::ACQUIRED], taken.epoch.0.to_be_bytes().as_slice()].concat();
            nodes.bus.publish(nodes.subject_about(about), payload.into()).await?;
        }
        Ok(lease)
    }

    /// Returns the lease on an entity that this node has just created.
    pub(crate) async fn for_new(nodes: &Arc<Nodes>, about: Entity) -> Result<Lease, LeaseError> {
        let losses = nodes.lost.subscribe();
        let inbox = nodes.bus.listen(nodes.subject_about(about)).await?;
        Ok(Lease {
            about,
            epoch: Epoch::FIRST,
            inbox,
            losses,
            nodes: Arc::clone(nodes),
            validity: Arc::default(),
            has_living_predecessor: false,
            lost: None,
            was_owned_by_another: false,
        })
    }

    /// True if the store has no newer owner. False if the store cannot be read.
    pub(crate) async fn is_current(&self, owners: &impl Owners) -> bool {
        owners.is_current(self.about.id(), self.epoch).await.unwrap_or(false)
    }

    /// True if the store has a newer owner. False if the store cannot be read.
    pub(crate) async fn is_surpassed(&self, owners: &impl Owners) -> bool {
        !owners.is_current(self.about.id(), self.epoch).await.unwrap_or(true)
    }

    /// Returns the node and epoch that fence appends.
    pub(crate) fn owner(&self) -> (NodeId, Epoch) {
        (self.nodes.me, self.epoch)
    }

    /// Returns the last heartbeat of a previous owner that died.
    pub(crate) fn unowned_since(&self) -> Option<Timestamp> {
        self.lost
    }

    /// Marks the downtime as compensated.
    pub(crate) fn mark_compensated(&mut self) {
        self.lost = None;
    }

    /// True if the bus is up. Without the bus nothing must be acknowledged.
    pub(crate) fn is_connected(&self) -> bool {
        self.nodes.bus.is_up()
    }

    /// Returns the next event for the owner. Forwards calls and confirms the ownership on the way.
    /// Cancel safe.
    pub(crate) async fn next(&mut self) -> LeaseEvent {
        loop {
            let delivery = tokio::select! {
                biased;
                Some(delivery) = self.inbox.next() => delivery,
                _ = self.losses.recv() => {
                    self.has_living_predecessor = false;
                    return LeaseEvent::PossiblyLost;
                }
            };
            let payload = delivery.payload.clone();
            match payload.first() {
                Some(&message_kind::CALL) if self.has_living_predecessor => {}
                Some(&message_kind::CALL) => {
                    let call = Call {
                        about: self.about,
                        payload: payload.slice(1..),
                        delivery,
                        lease: Arc::downgrade(&self.validity),
                    };
                    // The caller retries.
                    if self.nodes.calls.try_send(call).is_err() {
                        tracing::warn!(about = ?self.about, "dropped a call: the queue is full");
                    }
                }
                Some(&message_kind::ACQUIRED) => {
                    let epoch = payload.get(1..9).and_then(|bytes| bytes.try_into().ok());
                    match epoch.map(|epoch| i64::from_be_bytes(epoch).cmp(&self.epoch.0)) {
                        Some(Ordering::Greater) => return LeaseEvent::OwnerChanged,
                        Some(Ordering::Equal) => self.has_living_predecessor = false,
                        Some(Ordering::Less) | None => {}
                    }
                }
                Some(&message_kind::DATA_CHANGED) => return LeaseEvent::DataChanged,
                Some(&message_kind::PROBE) => delivery.answer(Bytes::new()).await,
                // Sent by a newer version. Without an answer, the sender would take over.
                _ => delivery.answer(Bytes::from_static(message_kind::UNSUPPORTED)).await,
            }
        }
    }
}

/// True if another node is responsible for the entity: one that answers, or a living owner
/// according to the store. The former may have lost the entity and the latter may have missed
/// its acquisition. `None` if the owner cannot be determined now.
pub(crate) async fn is_owned_elsewhere(
    nodes: &Nodes,
    owners: &impl Owners,
    about: Entity,
) -> Option<bool> {
    if !nodes.somebody_has(about).await {
        return Some(false);
    }
    if !nodes.bus.is_up() {
        return None;
    }
    owners.is_owned_elsewhere(about.id(), nodes.me).await.ok()
}

/// The reason for which an entity could not be acquired.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LeaseError {
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio_util::sync::CancellationToken;

    use chivalry_play::matches::MatchId;

    use super::*;
    use crate::cluster::{Bus, in_process};

    const MATCH: Entity = Entity::Match(MatchId(Uuid::from_u128(7)));

    async fn call(bus: &Arc<dyn Bus>, subject: &str, text: &str) {
        let payload = [&[message_kind::CALL], text.as_bytes()].concat();
        bus.publish(subject.to_owned(), payload.into()).await.unwrap();
    }

    /// A store of owners. Another node calls the owner while this node acquires the entity.
    struct CalledMeanwhile {
        bus: Arc<dyn Bus>,
        subject: String,
        /// The last heartbeat of the previous owner, if it died.
        lost: Option<Timestamp>,
    }

    impl Owners for CalledMeanwhile {
        async fn acquire(&self, _: Uuid, _: NodeId) -> Result<Taken, StoreError> {
            call(&self.bus, &self.subject, "meanwhile").await;
            Ok(Taken { epoch: Epoch(2), lost: self.lost, was_owned_by_another: true })
        }

        async fn is_current(&self, _: Uuid, epoch: Epoch) -> Result<bool, StoreError> {
            Ok(epoch == Epoch(2))
        }

        async fn is_owned_elsewhere(&self, _: Uuid, _: NodeId) -> Result<bool, StoreError> {
            Ok(false)
        }
    }

    #[tokio::test]
    async fn a_living_predecessor_answers_the_calls_before_the_announcement() {
        for (lost, expected) in
            [(None, vec!["after"]), (Some(Timestamp(1)), vec!["meanwhile", "after"])]
        {
            let bus = in_process();
            let (nodes, mut arrivals) =
                Nodes::join(Arc::clone(&bus), Uuid::nil(), CancellationToken::new(), None);
            let subject = nodes.subject_about(MATCH);
            let owners = CalledMeanwhile { bus: Arc::clone(&bus), subject: subject.clone(), lost };
            let mut lease = Lease::acquire(&nodes, &owners, MATCH).await.unwrap();
            call(&bus, &subject, "after").await;
            assert!(lease.next().now_or_never().is_none());
            let calls: Vec<Call> = std::iter::from_fn(|| arrivals.calls.try_recv().ok()).collect();
            let texts: Vec<&[u8]> = calls.iter().map(|call| &*call.payload).collect();
            assert_eq!(texts, expected.iter().map(|text| text.as_bytes()).collect::<Vec<_>>());
            assert!(calls.iter().all(Call::is_current));
            drop(lease);
            assert!(!calls.iter().any(Call::is_current), "the lease has ended");
        }
    }
}
