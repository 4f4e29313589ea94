//! How a match's task is the only one in all nodes, and lets go when it is no
//! more.

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
    /// Makes this node the match's owner, where there are several.
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

    /// Lets whoever waits for something in matches know of one that was not
    /// here before.
    pub(crate) fn tell_taken_over(&self) {
        if self.hold.as_ref().is_some_and(|hold| hold.was_anothers) {
            // Nobody may be listening.
            let _ = self.shared.taken_over.send(self.id);
        }
    }

    /// The match could not be taken. Where it was all the same, and nothing was
    /// heard of it, this node is its owner, and lives: nobody else would look
    /// after it.
    pub(crate) async fn give_up(self, error: &LiveError) {
        if self.shared.nodes.is_some() && !matches!(error, LiveError::NotFound) {
            self.look_soon();
        }
        self.refuse_all(error).await;
    }

    /// The store knows a newer owner: one that may not know of it, as it had
    /// given up before it was.
    pub(crate) async fn let_go_as_stale(self) {
        self.look_soon();
        self.let_go().await;
    }

    /// Has the match taken up soon, if no other node has it then.
    fn look_soon(&self) {
        self.shared.dozing.begin(self.id, self.shared.time.now());
    }

    /// Whether no other node has taken the match.
    pub(crate) async fn still_holds(&self) -> bool {
        match &self.hold {
            Some(hold) => hold.is_newest(&self.shared.store).await,
            None => true,
        }
    }

    /// What is said to who is refused.
    pub(crate) async fn refused(
        &mut self,
        cause: Option<CommandRef>,
        refusal: Refusal,
    ) -> LiveError {
        // An earlier owner has not seen what came after.
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

    /// Another node has the match, or may have it: readers go there.
    pub(crate) async fn let_go(mut self) {
        // Nobody who asks again is to reach this node.
        self.hold = None;
        self.readers.tell(&Broadcast::Moved(Entity::Match(self.id)), |_| true);
        self.refuse_all(&LiveError::Moved).await;
    }

    /// What the store is to know of the owner when this node appends.
    pub(crate) fn owner(&self) -> Option<(NodeId, Epoch)> {
        self.hold.as_deref().map(Lease::owner)
    }

    /// What is acknowledged to nobody else must not be acknowledged.
    pub(crate) fn check_in_touch(&self) -> Result<(), LiveError> {
        match &self.hold {
            Some(hold) if !hold.is_in_touch() => Err(LiveError::CutOff),
            _ => Ok(()),
        }
    }

    /// What an append that failed means to who asked for it.
    pub(crate) fn failed_append(&mut self, error: AppendError) -> LiveError {
        match error {
            AppendError::Stale => {
                self.is_stale = true;
                LiveError::Moved
            }
            error => LiveError::Unavailable(error),
        }
    }

    /// What has to be noted of a match whose clock ran, or was stopped, when
    /// an earlier run of the server ended: time in which nobody could move is
    /// nobody's.
    pub(crate) fn resumption(&self, contest: &Match) -> Option<Vec<(Event, Timestamp)>> {
        if contest.status() != Status::Playing || !contest.time().is_real_time() {
            return None;
        }
        // By a server that was alone.
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

    /// Until when somebody is known to have looked after the match before, and
    /// from when on this node does; `None` when it was looked after throughout.
    fn away(&self) -> Option<(Option<Timestamp>, Timestamp)> {
        match &self.hold {
            None => Some((self.shared.alive_until, self.shared.time.began_at())),
            Some(hold) => {
                let since = hold.neglected_since()?;
                Some((Some(since), self.shared.time.now()))
            }
        }
    }

    /// The match was rated, by whichever node.
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
    /// Cancelled when what this node has is to go to others.
    pub(crate) fn leaving(self: &Arc<Self>) -> CancellationToken {
        self.nodes.as_ref().map_or_else(CancellationToken::new, |nodes| nodes.leaving().clone())
    }
}
