//! Routing of frames to the nodes that own their entities, and resubscription after an owner
//! changes.

use std::future;
use std::ops::ControlFlow;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::live::FrameVariant;
use crate::live::cluster::nodes::Entity;
use crate::protocol::Reason;
use crate::protocol::{ClientMessage, Code, LobbyMessage, RequestError};

use crate::http::api::lobby::lobby_error;
use crate::http::gateway::forwarding::{OwnerResponse, Relayed};
use crate::http::gateway::remote_subscriptions::{
    ClientIdentity, Forwarded, RemoteSubscriptions, follow_frame, watch_frame,
};
use crate::http::session::session::{Session, Step};

/// The state of a connection to one node of a cluster.
pub(crate) struct Routing {
    pub(crate) connection: u64,
    pub(crate) relayed: mpsc::Receiver<Relayed>,
    pub(crate) subscriptions: RemoteSubscriptions,
    /// True if the client has seeks, which end with the lobby's owner.
    has_seeks: bool,
    /// The registration of the connection with the lobby's owner, while it runs.
    lobby_registration: Option<JoinHandle<OwnerResponse>>,
}

/// The node that answers a frame.
pub(crate) enum Route {
    Local,
    Remote,
    Unreachable(RequestError),
}

/// An event from other nodes.
pub(crate) enum RemoteEvent {
    Relayed(Option<Relayed>),
    /// The registration with the lobby's owner ended.
    LobbyOwner(OwnerResponse),
}

/// Receives the next event of other nodes; never completes on a single node.
pub(crate) async fn next_remote_event(routing: &mut Option<Box<Routing>>) -> RemoteEvent {
    let Some(routing) = routing else { return future::pending().await };
    match &mut routing.lobby_registration {
        None => RemoteEvent::Relayed(routing.relayed.recv().await),
        Some(lobby_registration) => tokio::select! {
            relayed = routing.relayed.recv() => RemoteEvent::Relayed(relayed),
            response = lobby_registration => {
                routing.lobby_registration = None;
                RemoteEvent::LobbyOwner(response.unwrap_or(OwnerResponse::Unreachable))
            }
        },
    }
}

impl Routing {
    /// True if frames of `node` are forwarded to the client. Two nodes may briefly own one entity
    /// and both send its events. Only the owner that acknowledged the connection is forwarded.
    fn accept_from(&mut self, node: Uuid) -> bool {
        // The lobby's owner may send notices before its registration completes.
        let is_owner = self.lobby_registration.is_some() || self.subscriptions.involves(Some(node));
        if !is_owner {
            self.subscriptions.note_dropped(node);
        }
        is_owner
    }
}

impl Session {
    /// Registers the connection with the gateway, if there is one.
    pub(crate) fn start_routing(&mut self) {
        let relay = self.app.relay.as_ref().filter(|_| self.transport.remote().is_none());
        let player = self.viewer();
        self.routing = relay.map(|relay| {
            let (connection, relayed) = relay.connect(player);
            let subscriptions = RemoteSubscriptions::default();
            let (has_seeks, lobby_registration) = (false, None);
            Box::new(Routing { connection, relayed, subscriptions, has_seeks, lobby_registration })
        });
    }

    pub(crate) async fn end_routing(&mut self) {
        if let (Some(routing), Some(relay)) = (self.routing.take(), self.app.relay.clone()) {
            let nodes = routing.subscriptions.nodes();
            relay.disconnect(routing.connection, self.viewer(), nodes).await;
        }
    }

    /// Starts the registration with the lobby's owner, which then sends the player's notices.
    /// Frames are answered while the registration runs.
    pub(crate) fn register_with_lobby_owner(&mut self) {
        if self.app.has(Entity::Lobby) {
            return;
        }
        let (Some(identity), Some(relay)) = (self.identity(), self.app.relay.clone()) else {
            return;
        };
        let lobby_registration =
            tokio::spawn(async move { relay.register_with_lobby_owner(&identity).await });
        if let Some(routing) = &mut self.routing {
            routing.lobby_registration = Some(lobby_registration);
        }
    }

    async fn on_lobby_owner(&mut self, response: OwnerResponse) -> Step {
        match response {
            OwnerResponse::Answered(by) => {
                if let Some(routing) = &mut self.routing {
                    routing.subscriptions.note_owner(Entity::Lobby, by);
                }
                self.resubscribe_lost().await
            }
            OwnerResponse::Unowned | OwnerResponse::TimedOut => {
                match self.app.lobby.take_over().await {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => self.send_bye().await,
                }
            }
            // Without the lobby's owner the client would miss its pairings.
            OwnerResponse::Unreachable => self.send_bye().await,
        }
    }

    /// The identity that other nodes receive with each frame; `None` on a single node.
    fn identity(&self) -> Option<ClientIdentity> {
        let connection = self.routing.as_ref()?.connection;
        let player = self.player.as_ref().map(|player| player.id);
        let (is_replay, scopes, lag) = (self.is_replay, self.scopes, self.lag.lag());
        Some(ClientIdentity { is_replay, connection, player, scopes, lag })
    }

    /// Returns the node that answers a frame, after forwarding the frame to a remote owner.
    pub(crate) async fn route(&mut self, message: &ClientMessage, text: &str) -> Route {
        let Some(about) = about(message) else { return Route::Local };
        if self.transport.remote().is_some() {
            // The forwarding node already looked up the owner.
            self.owner_changed = !self.app.has(about);
            return if self.owner_changed { Route::Remote } else { Route::Local };
        }
        let Some(routing) = &mut self.routing else { return Route::Local };
        if let ClientMessage::Lobby(LobbyMessage::Seek(_) | LobbyMessage::Accept(..)) = message {
            routing.has_seeks = true;
        }
        let resubscribe = match message {
            ClientMessage::Watch { legal, chat, .. } => {
                Some(Some(watch_frame(about, *legal, *chat)))
            }
            ClientMessage::Unwatch { .. } => Some(None),
            ClientMessage::Lobby(LobbyMessage::Follow(on)) => {
                Some(on.then(|| follow_frame(about, None)))
            }
            ClientMessage::Tournament(request) => {
                Some(request.on.then(|| follow_frame(about, request.since)))
            }
            _ => None,
        };
        Box::pin(self.route_to_owner(about, text, resubscribe)).await
    }

    async fn route_to_owner(
        &mut self,
        about: Entity,
        text: &str,
        resubscribe: Option<Option<String>>,
    ) -> Route {
        if self.app.has(about) {
            return Route::Local;
        }
        let identity = self.identity();
        let (Some(routing), Some(relay), Some(identity)) =
            (&mut self.routing, self.app.relay.clone(), identity)
        else {
            return Route::Local;
        };
        match routing.subscriptions.forward(&relay, &identity, about, text, resubscribe).await {
            Forwarded::Remote => Route::Remote,
            Forwarded::Local if about == Entity::Lobby => match self.app.lobby.take_over().await {
                Ok(()) => Route::Local,
                Err(error) => Route::Unreachable(lobby_error(&error)),
            },
            Forwarded::Local => Route::Local,
            Forwarded::Unreachable => {
                let mut error = RequestError::new(Code::Unavailable, Reason::OwnerUnreachable);
                error.more.retry_after_ms = Some(1_000);
                Route::Unreachable(error)
            }
        }
    }

    /// Forwards an event from another node.
    pub(crate) async fn on_remote_event(&mut self, event: RemoteEvent) -> Step {
        let relayed = match event {
            RemoteEvent::LobbyOwner(response) => return self.on_lobby_owner(response).await,
            RemoteEvent::Relayed(relayed) => relayed,
        };
        match relayed {
            Some(Relayed::Frame { by, frame }) => {
                if self.routing.as_mut().is_some_and(|routing| routing.accept_from(by)) {
                    self.send_bytes(frame).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            Some(Relayed::Notice(frame)) => self.send_bytes(frame).await,
            Some(Relayed::Moved { by, about }) => self.resubscribe_moved(by, about).await,
            Some(Relayed::Lost(node)) => self.resubscribe_if_affected(Some(node)).await,
            Some(Relayed::Joined) => ControlFlow::Continue(()),
            Some(Relayed::AllLost) => self.resubscribe_if_affected(None).await,
            // The queue overflowed. The client reconnects and receives snapshots.
            None => ControlFlow::Break(()),
        }
    }

    /// Subscribes at the next owner of an entity that `by` released.
    async fn resubscribe_moved(&mut self, by: Uuid, about: Entity) -> Step {
        let Some(routing) = &mut self.routing else { return ControlFlow::Continue(()) };
        match routing.subscriptions.remove_from(by, about) {
            Some(resubscribe) => self.resend(about, resubscribe).await,
            None => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes after messages of `node`, or of any node, may have been lost.
    async fn resubscribe_if_affected(&mut self, node: Option<Uuid>) -> Step {
        match &self.routing {
            Some(routing) if routing.subscriptions.involves(node) => self.resubscribe_all().await,
            _ => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes if an owner of a subscribed entity is gone.
    pub(crate) async fn resubscribe_lost(&mut self) -> Step {
        match &self.routing {
            Some(routing) if routing.subscriptions.needs_resubscribe() => {
                Box::pin(self.resubscribe_all()).await
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes to everything under a new connection number. Messages to the old number are
    /// dropped, so that none arrives late, twice or with a gap.
    async fn resubscribe_all(&mut self) -> Step {
        let viewer = self.viewer();
        let (Some(routing), Some(relay)) = (&mut self.routing, &self.app.relay) else {
            return ControlFlow::Continue(());
        };
        let nodes: Vec<Uuid> = routing.subscriptions.nodes().collect();
        relay.disconnect(routing.connection, viewer, nodes.into_iter()).await;
        (routing.connection, routing.relayed) = relay.connect(viewer);
        for (about, resubscribe) in routing.subscriptions.take_all() {
            self.resend(about, resubscribe).await?;
        }
        ControlFlow::Continue(())
    }

    async fn resend(&mut self, about: Entity, resubscribe: Option<String>) -> Step {
        if about == Entity::Lobby {
            if self.routing.as_ref().is_some_and(|routing| routing.has_seeks) {
                // The client's seeks ended with the lobby's owner. After a reconnect the client
                // sends them again.
                return self.send_bye().await;
            }
            self.register_with_lobby_owner();
        }
        match resubscribe {
            Some(text) => {
                self.is_replay = true;
                let step = Box::pin(self.answer(&text)).await;
                self.is_replay = false;
                step
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes at the next owner after this node released an entity.
    pub(crate) async fn on_moved(&mut self, about: Entity) -> Step {
        let resubscribe = match about {
            Entity::Match(id) => self.watched.remove(&id).map(|watched| {
                let with_legal = watched.frame_variant == FrameVariant::WithLegalMoves;
                watch_frame(about, with_legal, watched.chat.is_some())
            }),
            Entity::Tournament(id) => {
                self.followed.remove(&id).map(|v| follow_frame(about, Some(v)))
            }
            Entity::Lobby => self.lobby_v.take().map(|_| follow_frame(about, None)),
        };
        match self.transport.remote() {
            Some(line) => {
                line.send_moved(about).await;
                ControlFlow::Continue(())
            }
            None => Box::pin(self.resend(about, resubscribe)).await,
        }
    }
}

/// The entity of a frame, if one node owns it.
fn about(message: &ClientMessage) -> Option<Entity> {
    match message {
        ClientMessage::Command { match_id, .. }
        | ClientMessage::Premove { match_id, .. }
        | ClientMessage::Watch { match_id, .. }
        | ClientMessage::Chat { match_id, .. }
        | ClientMessage::Unwatch { match_id } => Some(Entity::Match(*match_id)),
        ClientMessage::Tournament(request) => Some(Entity::Tournament(request.tournament)),
        ClientMessage::Lobby(_) => Some(Entity::Lobby),
        ClientMessage::Create(_)
        | ClientMessage::Channel(_)
        | ClientMessage::Analyse(_)
        | ClientMessage::Ping => None,
    }
}
