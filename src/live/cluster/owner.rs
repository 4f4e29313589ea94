//! The owner of an entity: its lease and the state of its ownership.

use std::sync::Arc;

use chivalry_play::clock::Timestamp;

use crate::live::cluster::lease::{Lease, LeaseError, LeaseEvent, Owners};
use crate::live::cluster::nodes::{Entity, Nodes};
use crate::live::cluster::ownership::{Ownership, OwnershipEvent, Stop};
use crate::planted::{Planted, is_planted};
use crate::store::{Epoch, NodeId};

/// The owner of an entity. On a single server, which owns everything, it has no lease.
#[derive(Debug, Default)]
pub(crate) struct Owner {
    lease: Option<Box<Lease>>,
    ownership: Ownership,
}

impl Owner {
    /// Acquires an entity. An entity that this node has just created needs no acquisition in the
    /// store.
    ///
    /// # Errors
    /// Fails, and ends the ownership, if the bus or the store fails.
    pub(crate) async fn acquire(
        &mut self,
        nodes: &Arc<Nodes>,
        owners: &impl Owners,
        about: Entity,
        is_new: bool,
    ) -> Result<(), LeaseError> {
        let lease = if is_new {
            Lease::for_new(nodes, about).await
        } else {
            Lease::acquire(nodes, owners, about).await
        };
        match lease {
            Ok(lease) => {
                self.lease = Some(Box::new(lease));
                Ok(())
            }
            Err(error) => {
                self.ownership.on(OwnershipEvent::NotAcquired);
                Err(error)
            }
        }
    }

    /// Waits for the next event of the lease. Pending forever on a single server. Cancel safe.
    pub(crate) async fn next_event(&mut self) -> LeaseEvent {
        match &mut self.lease {
            Some(lease) => lease.next().await,
            None => std::future::pending().await,
        }
    }

    /// Processes an event of the lease.
    pub(crate) async fn on_event(&mut self, event: &LeaseEvent, owners: &impl Owners) {
        match event {
            LeaseEvent::OwnerChanged => self.ownership.on(OwnershipEvent::OwnerChanged),
            LeaseEvent::PossiblyLost => drop(self.check_epoch(owners).await),
            LeaseEvent::DataChanged => {}
        }
    }

    /// Reads the newest epoch. Returns true if no other node acquired the entity.
    pub(crate) async fn check_epoch(&mut self, owners: &impl Owners) -> bool {
        let Some(lease) = &self.lease else { return true };
        let is_newest = lease.is_current(owners).await;
        self.ownership.on(OwnershipEvent::EpochRead { is_newest });
        is_newest
    }

    /// True if the store has a newer owner. False if the store cannot be read.
    pub(crate) async fn check_surpassed(&mut self, owners: &impl Owners) -> bool {
        let Some(lease) = &self.lease else { return false };
        let is_surpassed = lease.is_surpassed(owners).await;
        if is_surpassed {
            self.ownership.on(OwnershipEvent::EpochRead { is_newest: false });
        }
        is_surpassed
    }

    /// Processes the rejection of an append by the store.
    pub(crate) fn on_rejected_append(&mut self) {
        self.ownership.on(OwnershipEvent::AppendRejected);
    }

    /// Ends the ownership, because this node hands over what it owns.
    pub(crate) fn hand_over(&mut self) {
        self.ownership.on(OwnershipEvent::Handover);
    }

    /// Returns the end of the ownership. `None` while it lasts.
    pub(crate) fn stop(&self) -> Option<Stop> {
        self.ownership.stop()
    }

    /// Unsubscribes from requests, which then reach the new owner only.
    pub(crate) fn release(&mut self) {
        self.lease = None;
    }

    /// True if this node is in a cluster and owns the entity.
    pub(crate) fn has_lease(&self) -> bool {
        self.lease.is_some()
    }

    /// True if the bus is up, or this is a single server. Without the bus nothing must be
    /// acknowledged.
    pub(crate) fn is_connected(&self) -> bool {
        self.lease.as_ref().is_none_or(|lease| lease.is_connected())
    }

    /// Returns the node and epoch that fence appends.
    pub(crate) fn fence(&self) -> Option<(NodeId, Epoch)> {
        let lease = self.lease.as_ref().filter(|_| !is_planted(Planted::IgnoresEpoch));
        lease.map(|lease| lease.owner())
    }

    /// True if another node was the previous owner.
    pub(crate) fn is_takeover(&self) -> bool {
        self.lease.as_ref().is_some_and(|lease| lease.was_owned_by_another)
    }

    /// Returns the last heartbeat of a previous owner that died.
    pub(crate) fn unowned_since(&self) -> Option<Timestamp> {
        self.lease.as_ref().and_then(|lease| lease.unowned_since())
    }

    /// Marks the downtime as compensated.
    pub(crate) fn mark_compensated(&mut self) {
        if let Some(lease) = &mut self.lease {
            lease.mark_compensated();
        }
    }
}
