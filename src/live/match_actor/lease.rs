//! Cluster ownership of a match: acquisition, loss and release of its lease.

use crate::store::{AppendError, Epoch, NodeId};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, Event, Match, Refusal, Status};

use crate::live::cluster::lease::{Lease, LeaseError};
use crate::live::cluster::nodes::Entity;
use crate::live::error::LiveError;
use crate::live::match_actor::actor::MatchActor;
use crate::live::match_actor::feed::broadcast::Broadcast;
use crate::live::match_actor::message::Message;

impl From<LeaseError> for LiveError {
    fn from(error: LeaseError) -> LiveError {
        match error {
            LeaseError::Store(error) => error.into(),
            LeaseError::Bus(error) => {
                tracing::warn!(%error, "could not acquire a lease");
                LiveError::CutOff
            }
        }
    }
}

impl MatchActor {
    /// Acquires the lease on the match. Does nothing on a single server.
    pub(crate) async fn acquire_lease(&mut self) -> Result<(), LiveError> {
        let Some(nodes) = &self.context.nodes else { return Ok(()) };
        let about = Entity::Match(self.id);
        if self.view.snapshot().is_some() {
            self.lease = Some(Box::new(Lease::for_new(nodes, about).await?));
            return Ok(());
        }
        let store = &self.context.store;
        if store.events_since(self.id, 0, 1).await?.is_empty() {
            return Err(LiveError::NotFound);
        }
        self.lease = Some(Box::new(Lease::acquire(nodes, store, about).await?));
        Ok(())
    }

    /// Reports a match that was acquired from another node.
    pub(crate) fn report_takeover(&self) {
        if self.lease.as_ref().is_some_and(|lease| lease.was_owned_by_another) {
            // Nobody may be listening.
            let _ = self.context.taken_over.send(self.id);
        }
    }

    /// Gives up after the lease could not be acquired. The acquisition may have succeeded without
    /// an answer. This node would then be the owner, so the match is retried soon.
    pub(crate) async fn abandon(self, error: &LiveError) -> Vec<Box<Message>> {
        if self.context.nodes.is_some() && !matches!(error, LiveError::NotFound) {
            self.retry_soon();
        }
        self.refuse_all(error).await
    }

    /// Releases a match for which the store has a newer owner. That owner may have abandoned the
    /// match before its acquisition took effect, so the match is retried soon.
    pub(crate) async fn release_stale(self) -> Vec<Box<Message>> {
        self.retry_soon();
        self.release().await
    }

    /// Schedules the match to be loaded soon if no other node owns it then.
    fn retry_soon(&self) {
        self.context.hibernated.insert(self.id, self.context.time.now());
    }

    /// True if no other node has acquired the match.
    pub(crate) async fn holds_lease(&self) -> bool {
        match &self.lease {
            Some(lease) => lease.is_current(&self.context.store).await,
            None => true,
        }
    }

    /// Records a refusal and returns the error for the requester.
    pub(crate) async fn refused(
        &mut self,
        cause: Option<CommandRef>,
        refusal: Refusal,
    ) -> LiveError {
        // A previous owner has not seen the newer events, so its refusal is void.
        if !self.holds_lease().await {
            self.is_stale = true;
            return LiveError::Moved;
        }
        if let Some(cause) = cause {
            self.refusals.record(cause, refusal.clone());
        }
        LiveError::Refused(refusal)
    }

    /// Hands the match over to another node. Subscribers are sent there.
    pub(crate) async fn release(mut self) -> Vec<Box<Message>> {
        // Dropping the lease first keeps new requests away from this node.
        self.lease = None;
        self.subscribers.send(&Broadcast::Moved(Entity::Match(self.id)), |_| true);
        self.refuse_all(&LiveError::Moved).await
    }

    /// Returns the node and epoch that fence the appends of this node.
    pub(crate) fn owner(&self) -> Option<(NodeId, Epoch)> {
        self.lease.as_deref().map(Lease::owner)
    }

    /// Refuses to acknowledge anything while the bus is down.
    pub(crate) fn check_connected(&self) -> Result<(), LiveError> {
        match &self.lease {
            Some(lease) if !lease.is_connected() => Err(LiveError::CutOff),
            _ => Ok(()),
        }
    }

    /// Returns the error for the requester of a failed append.
    pub(crate) fn failed_append(&mut self, error: AppendError) -> LiveError {
        match error {
            AppendError::Stale => {
                self.is_stale = true;
                LiveError::Moved
            }
            error => LiveError::Unavailable(error),
        }
    }

    /// Returns the pause and resumption to append after a downtime. No player is charged for time
    /// in which nobody could move. Returns `None` if nothing has to be appended.
    pub(crate) fn resumption(&self, match_state: &Match) -> Option<Vec<(Event, Timestamp)>> {
        if match_state.status() != Status::Playing || !match_state.time().is_real_time() {
            return None;
        }
        // A single server paused this match.
        if self.lease.is_some() && match_state.is_paused() {
            return Some(vec![(Event::Resumed, self.context.time.now())]);
        }
        let (alive_until, back_at) = self.downtime()?;
        if match_state.last_at() >= back_at {
            return None;
        }
        let paused_at = alive_until.unwrap_or(match_state.last_at());
        let paused_at = paused_at.clamp(match_state.last_at(), back_at);
        let resumed = (Event::Resumed, self.context.time.now());
        if match_state.is_paused() {
            Some(vec![resumed])
        } else {
            Some(vec![(Event::Paused, paused_at), resumed])
        }
    }

    /// Returns the last sign of life of the previous owner and the time of takeover. `None` if the
    /// match was never without an owner.
    fn downtime(&self) -> Option<(Option<Timestamp>, Timestamp)> {
        match &self.lease {
            None => Some((self.context.alive_until, self.context.time.began_at())),
            Some(lease) => {
                let since = lease.unowned_since()?;
                Some((Some(since), self.context.time.now()))
            }
        }
    }

    /// Reloads the ratings after some node rated the match.
    pub(crate) async fn reload_ratings(&mut self) {
        self.publish_due_events().await;
        self.load_ratings().await;
    }
}
