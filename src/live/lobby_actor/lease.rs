//! How there is one lobby in all nodes: one of them has it, and the first that
//! finds nobody there takes it.

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
    /// When the node leaves, and what others leave to it.
    pub(crate) fn around(&self) -> (CancellationToken, Option<broadcast::Receiver<Orphan>>) {
        match self.live.nodes() {
            None => (CancellationToken::new(), None),
            Some(nodes) => (nodes.leaving().clone(), Some(nodes.orphans())),
        }
    }

    /// Makes the lobby this node's, with what stays of it.
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

    /// The lobby is without a node: it becomes this one's, unless another was
    /// quicker.
    pub(crate) async fn look_after(&mut self) {
        let Some(nodes) = self.live.nodes().cloned() else { return };
        if !nodes.somebody_has(Entity::Lobby).await
            && let Err(error) = self.take_over().await
        {
            tracing::warn!(%error, "the lobby cannot be taken");
        }
    }

    /// Another node has the lobby: what lives with connections is gone, and
    /// they are to go there.
    pub(crate) fn let_go(&mut self) {
        self.hold = None;
        self.is_here.store(false, Ordering::Release);
        self.lobby = Lobby::default();
        self.matches = BTreeMap::new();
        self.answered = ReplyCache::default();
        self.snapshot = None;
        self.audience.tell_all(&Notice::Moved);
    }

    /// Whether what is decided here holds.
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

    /// A public match has a free seat, or no longer: for whoever has the lobby.
    pub(crate) async fn opening_anywhere(&mut self, room: &Arc<MatchSnapshot>) {
        match self.live.nodes() {
            Some(nodes) if self.hold.is_none() => nodes.tell_news(Entity::Lobby).await,
            _ => self.opening(room),
        }
    }
}

/// Waits until the lobby is found without a node.
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
