//! Cluster ownership of a match: acquisition, loss and release of its lease.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::store::{AppendError, Epoch, NodeId};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, Event, Match, Refusal, Status};

use crate::live::background::ratings;
use crate::live::cluster::nodes::{Entity, HoldError, Lease};
use crate::live::error::LiveError;
use crate::live::match_actor::actor::{MatchActor, REFUSALS};
use crate::live::match_actor::feed::broadcast::Broadcast;
use crate::live::registry::LiveContext;

impl From<HoldError> for LiveError {
    fn from(error: HoldError) -> LiveError {
        match error {
            HoldError::Store(error) => error.into(),
            HoldError::Bus(error) => {
                tracing::warn!(%error, "what is asked for cannot be taken");
                LiveError::CutOff
            }
        }
    }
}

impl MatchActor {
    /// Acquires the lease on the match. Does nothing on a single server.
    pub(crate) async fn hold_on(&mut self) -> Result<(), LiveError> {
        let Some(nodes) = &self.shared.nodes else { return Ok(()) };
        let about = Entity::Match(self.id);
        if self.known.is_some() {
            self.hold = Some(Box::new(Lease::of_new(nodes, about).await?));
            return Ok(());
        }
        let store = &self.shared.store;
        if store.events_since(self.id, 0, 1).await?.is_empty() {
            return Err(LiveError::NotFound);
        }
        self.hold = Some(Box::new(Lease::take(nodes, store, about).await?));
        Ok(())
    }

    /// Reports a match that was acquired from another node.
    pub(crate) fn tell_taken_over(&self) {
        if self.hold.as_ref().is_some_and(|hold| hold.was_anothers) {
            // Nobody may be listening.
            let _ = self.shared.taken_over.send(self.id);
        }
    }

    /// Gives up after the lease could not be acquired. The acquisition may have succeeded without
    /// an answer. This node would then be the owner, so the match is retried soon.
    pub(crate) async fn give_up(self, error: &LiveError) {
        if self.shared.nodes.is_some() && !matches!(error, LiveError::NotFound) {
            self.look_soon();
        }
        self.refuse_all(error).await;
    }

    /// Releases a match for which the store has a newer owner. That owner may have abandoned the
    /// match before its acquisition took effect, so the match is retried soon.
    pub(crate) async fn let_go_as_stale(self) {
        self.look_soon();
        self.let_go().await;
    }

    /// Schedules the match to be loaded soon if no other node owns it then.
    fn look_soon(&self) {
        self.shared.dozing.begin(self.id, self.shared.time.now());
    }

    /// True if no other node has acquired the match.
    pub(crate) async fn still_holds(&self) -> bool {
        match &self.hold {
            Some(hold) => hold.is_newest(&self.shared.store).await,
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
        if !self.still_holds().await {
            self.is_stale = true;
            return LiveError::Moved;
        }
        if let Some(cause) = cause {
            self.refusals.truncate(REFUSALS - 1);
            self.refusals.push_front((cause, refusal.clone()));
        }
        LiveError::Refused(refusal)
    }

    /// Hands the match over to another node. Subscribers are sent there.
    pub(crate) async fn let_go(mut self) {
        // Dropping the lease first keeps new requests away from this node.
        self.hold = None;
        self.readers.tell(&Broadcast::Moved(Entity::Match(self.id)), |_| true);
        self.refuse_all(&LiveError::Moved).await;
    }

    /// Returns the node and epoch that fence the appends of this node.
    pub(crate) fn owner(&self) -> Option<(NodeId, Epoch)> {
        self.hold.as_deref().map(Lease::owner)
    }

    /// Refuses to acknowledge anything while the bus is down.
    pub(crate) fn check_in_touch(&self) -> Result<(), LiveError> {
        match &self.hold {
            Some(hold) if !hold.is_in_touch() => Err(LiveError::CutOff),
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
    pub(crate) fn resumption(&self, contest: &Match) -> Option<Vec<(Event, Timestamp)>> {
        if contest.status() != Status::Playing || !contest.time().is_real_time() {
            return None;
        }
        // A single server paused this match.
        if self.hold.is_some() && contest.is_paused() {
            return Some(vec![(Event::Resumed, self.shared.time.now())]);
        }
        let (lived_until, back_at) = self.away()?;
        if contest.last_at() >= back_at {
            return None;
        }
        let paused_at = lived_until.unwrap_or(contest.last_at());
        let paused_at = paused_at.clamp(contest.last_at(), back_at);
        let resumed = (Event::Resumed, self.shared.time.now());
        if contest.is_paused() {
            Some(vec![resumed])
        } else {
            Some(vec![(Event::Paused, paused_at), resumed])
        }
    }

    /// Returns the last sign of life of the previous owner and the time of takeover. `None` if the
    /// match was never without an owner.
    fn away(&self) -> Option<(Option<Timestamp>, Timestamp)> {
        match &self.hold {
            None => Some((self.shared.alive_until, self.shared.time.began_at())),
            Some(hold) => {
                let since = hold.neglected_since()?;
                Some((Some(since), self.shared.time.now()))
            }
        }
    }

    /// Reloads the ratings after some node rated the match.
    pub(crate) async fn look_at_ratings(&mut self) {
        let Some(room) = self.known.clone() else { return };
        match ratings::load(&self.shared.store, &room, self.shared.time.now()).await {
            Ok(ratings) => {
                self.show_in_time().await;
                self.show_ratings(ratings);
            }
            Err(error) => tracing::warn!(%error, id = %self.id, "ratings could not be read"),
        }
    }
}

impl LiveContext {
    /// Returns the token that is cancelled when this node hands over what it owns.
    pub(crate) fn leaving(self: &Arc<Self>) -> CancellationToken {
        self.nodes.as_ref().map_or_else(CancellationToken::new, |nodes| nodes.leaving().clone())
    }
}
