//! Cluster ownership of the lobby. One node owns it, and the first node that finds no owner
//! acquires it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::store::Orphan;
use chivalry_play::lobby::Lobby;

use crate::live::cluster::nodes::{Entity, Lease};
use crate::live::error::LiveError;
use crate::live::lobby_actor::actor::{LobbyActor, kept, open_matches};
use crate::live::lobby_actor::handle::LobbyError;
use crate::live::lobby_actor::notification::Notice;
use crate::live::lobby_actor::reply_cache::ReplyCache;
use crate::live::match_actor::snapshot::MatchSnapshot;

impl LobbyActor {
    /// Returns the token of the handover and the orphans of other nodes.
    pub(crate) fn around(&self) -> (CancellationToken, Option<broadcast::Receiver<Orphan>>) {
        match self.live.nodes() {
            None => (CancellationToken::new(), None),
            Some(nodes) => (nodes.leaving().clone(), Some(nodes.orphans())),
        }
    }

    /// Acquires the lobby for this node and restores its stored part.
    pub(crate) async fn take_over(&mut self) -> Result<(), LobbyError> {
        let Some(nodes) = self.live.nodes().cloned() else { return Ok(()) };
        if self.hold.is_some() {
            return Ok(());
        }
        if nodes.leaving().is_cancelled() {
            return Err(LiveError::Draining.into());
        }
        let hold =
            Lease::take(&nodes, &self.store, Entity::Lobby).await.map_err(LiveError::from)?;
        self.lobby = kept(&self.live, &self.store).await?;
        self.matches = open_matches(&self.store).await?;
        self.snapshot = None;
        self.hold = Some(hold);
        self.is_here.store(true, Ordering::Release);
        Ok(())
    }

    /// Acquires the lobby after its owner died, unless another node was faster.
    pub(crate) async fn look_after(&mut self) {
        let Some(nodes) = self.live.nodes().cloned() else { return };
        if !nodes.somebody_has(Entity::Lobby).await
            && let Err(error) = self.take_over().await
        {
            tracing::warn!(%error, "the lobby cannot be taken");
        }
    }

    /// Releases the lobby to another node. Its connections are sent there.
    pub(crate) fn let_go(&mut self) {
        self.hold = None;
        self.is_here.store(false, Ordering::Release);
        self.lobby = Lobby::default();
        self.matches = BTreeMap::new();
        self.answered = ReplyCache::default();
        self.snapshot = None;
        self.audience.tell_all(&Notice::Moved);
    }

    /// Fails if another node owns the lobby or may own it.
    pub(crate) async fn check_hold(&mut self) -> Result<(), LobbyError> {
        if self.live.nodes().is_none() {
            return Ok(());
        }
        let Some(hold) = &self.hold else { return Err(LiveError::Moved.into()) };
        if !hold.is_in_touch() {
            return Err(LiveError::CutOff.into());
        }
        if !hold.is_newest(&self.store).await {
            self.let_go();
            return Err(LiveError::Moved.into());
        }
        Ok(())
    }

    /// Reports an opened or closed match to the owner of the lobby.
    pub(crate) async fn opening_anywhere(&mut self, room: &Arc<MatchSnapshot>) {
        match self.live.nodes() {
            Some(nodes) if self.hold.is_none() => nodes.tell_news(Entity::Lobby).await,
            _ => self.opening(room),
        }
    }
}

/// Waits until the lobby has no owner.
pub(crate) async fn left_alone(orphans: &mut Option<broadcast::Receiver<Orphan>>) {
    let Some(orphans) = orphans else { return std::future::pending().await };
    loop {
        match orphans.recv().await {
            Ok(Orphan::Lobby) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}
