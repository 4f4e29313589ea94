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
use crate::live::lobby_actor::actor::{LobbyActor, open_matches, restore_lobby};
use crate::live::lobby_actor::handle::LobbyError;
use crate::live::lobby_actor::notification::Notice;
use crate::live::lobby_actor::reply_cache::ReplyCache;
use crate::live::match_actor::snapshot::MatchSnapshot;

impl LobbyActor {
    /// Returns the token of the handover and the orphans of other nodes.
    pub(crate) fn lease_signals(&self) -> (CancellationToken, Option<broadcast::Receiver<Orphan>>) {
        match self.live.nodes() {
            None => (CancellationToken::new(), None),
            Some(nodes) => (nodes.leaving().clone(), Some(nodes.orphans())),
        }
    }

    /// Acquires the lobby for this node and restores its stored part.
    pub(crate) async fn take_over(&mut self) -> Result<(), LobbyError> {
        let Some(nodes) = self.live.nodes().cloned() else { return Ok(()) };
        if self.lease.is_some() {
            return Ok(());
        }
        if nodes.leaving().is_cancelled() {
            return Err(LiveError::Draining.into());
        }
        let lease =
            Lease::take(&nodes, &self.store, Entity::Lobby).await.map_err(LiveError::from)?;
        self.lobby = restore_lobby(&self.live, &self.store).await?;
        self.matches = open_matches(&self.store).await?;
        self.snapshot = None;
        self.lease = Some(lease);
        self.is_here.store(true, Ordering::Release);
        Ok(())
    }

    /// Acquires the lobby after its owner died, unless another node was faster.
    pub(crate) async fn take_over_if_unowned(&mut self) {
        let Some(nodes) = self.live.nodes().cloned() else { return };
        if !nodes.somebody_has(Entity::Lobby).await
            && let Err(error) = self.take_over().await
        {
            tracing::warn!(%error, "could not acquire the lobby");
        }
    }

    /// Releases the lobby to another node. Its connections are sent there.
    pub(crate) fn release(&mut self) {
        self.lease = None;
        self.is_here.store(false, Ordering::Release);
        self.lobby = Lobby::default();
        self.matches = BTreeMap::new();
        self.replies = ReplyCache::default();
        self.snapshot = None;
        self.subscribers.send_all(&Notice::Moved);
    }

    /// Fails if another node owns the lobby or may own it.
    pub(crate) async fn check_lease(&mut self) -> Result<(), LobbyError> {
        if self.live.nodes().is_none() {
            return Ok(());
        }
        let Some(lease) = &self.lease else { return Err(LiveError::Moved.into()) };
        if !lease.is_connected() {
            return Err(LiveError::CutOff.into());
        }
        if !lease.is_current(&self.store).await {
            self.release();
            return Err(LiveError::Moved.into());
        }
        Ok(())
    }

    /// Reports an opened or closed match to the owner of the lobby.
    pub(crate) async fn report_opening(&mut self, snapshot: &Arc<MatchSnapshot>) {
        match self.live.nodes() {
            Some(nodes) if self.lease.is_none() => nodes.tell_news(Entity::Lobby).await,
            _ => self.update_open_match(snapshot),
        }
    }
}

/// Waits until the lobby has no owner.
pub(crate) async fn lobby_orphaned(orphans: &mut Option<broadcast::Receiver<Orphan>>) {
    let Some(orphans) = orphans else { return std::future::pending().await };
    loop {
        match orphans.recv().await {
            Ok(Orphan::Lobby) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}
