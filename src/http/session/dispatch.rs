//! Which node answers what a client says, and what happens when that changes.

use std::future;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::live::FrameVariant;
use crate::live::cluster::nodes::Entity;
use crate::protocol::Reason;
use crate::protocol::{ClientMessage, Code, LobbyMessage, RequestError};

use crate::http::api::lobby::lobby_error;
use crate::http::gateway::forwarding::{AnsweredBy, Relayed};
use crate::http::gateway::remote_subscriptions::{
    Forwarded, RemoteSubscriptions, Speaker, follow_again, watch_again,
};
use crate::http::session::session::{GO_ON, STOP, Session, Step};

/// What a connection to one of several nodes has besides.
pub(crate) struct Routing {
    pub(crate) connection: u64,
    pub(crate) relayed: mpsc::Receiver<Relayed>,
    pub(crate) elsewhere: RemoteSubscriptions,
    /// Whether the client looks for a game that ends with the lobby's node.
    has_sought: bool,
    /// The lobby's node is being told of the connection.
    reaching: Option<JoinHandle<AnsweredBy>>,
}

/// Where a frame is to be answered.
pub(crate) enum ConnectionPermit {
    Here,
    There,
    Nowhere(RequestError),
}

/// What comes of other nodes.
pub(crate) enum MatchNotice {
    Relayed(Option<Relayed>),
    /// Who has the lobby.
    Reached(AnsweredBy),
}

/// What the next node tells; without others, nothing ever.
pub(crate) async fn news(routing: &mut Option<Box<Routing>>) -> MatchNotice {
    let Some(routing) = routing else { return future::pending().await };
    match &mut routing.reaching {
        None => MatchNotice::Relayed(routing.relayed.recv().await),
        Some(reaching) => tokio::select! {
            relayed = routing.relayed.recv() => MatchNotice::Relayed(relayed),
            reached = reaching => {
                routing.reaching = None;
                MatchNotice::Reached(reached.unwrap_or(AnsweredBy::OutOfReach))
            }
        },
    }
}

impl Routing {
    /// Whether the client is to hear what that node tells. Two that take something in one
    /// moment both answer what comes in it: the client hears the one that it was found to
    /// have been answered by.
    fn is_to_tell(&mut self, node: Uuid) -> bool {
        // Who has the lobby may tell of it before it is known who that is.
        let is_known = self.reaching.is_some() || self.elsewhere.has_to_do_with(Some(node));
        if !is_known {
            self.elsewhere.note_unheard(node);
        }
        is_known
    }
}

impl Session {
    /// Makes the connection known to this node, where there are several.
    pub(crate) fn begin_routing(&mut self) {
        let relay = self.app.relay.as_ref().filter(|_| self.line.guest().is_none());
        let player = self.viewer();
        self.routing = relay.map(|relay| {
            let (connection, relayed) = relay.connect(player);
            let elsewhere = RemoteSubscriptions::default();
            let (has_sought, reaching) = (false, None);
            Box::new(Routing { connection, relayed, elsewhere, has_sought, reaching })
        });
    }

    pub(crate) async fn end_routing(&mut self) {
        if let (Some(routing), Some(relay)) = (self.routing.take(), self.app.relay.clone()) {
            let nodes = routing.elsewhere.nodes();
            relay.disconnect(routing.connection, self.viewer(), nodes).await;
        }
    }

    /// Begins to let the lobby's node know whose connection it is, to be told what
    /// concerns them. What the client says meanwhile need not wait for that.
    pub(crate) fn reach_lobby(&mut self) {
        if self.app.has(Entity::Lobby) {
            return;
        }
        let (Some(speaker), Some(relay)) = (self.speaker(), self.app.relay.clone()) else { return };
        let reaching = tokio::spawn(async move { relay.reach_lobby(&speaker).await });
        if let Some(routing) = &mut self.routing {
            routing.reaching = Some(reaching);
        }
    }

    async fn reached(&mut self, by: AnsweredBy) -> Step {
        match by {
            AnsweredBy::Node(by) => {
                if let Some(routing) = &mut self.routing {
                    routing.elsewhere.note_owner(Entity::Lobby, by);
                }
                self.follow_what_is_lost().await
            }
            AnsweredBy::Nobody | AnsweredBy::NobodyInTime => {
                match self.app.lobby.take_over().await {
                    Ok(()) => GO_ON,
                    Err(_) => self.say_goodbye().await,
                }
            }
            // Without it the client cannot be told what it waits for.
            AnsweredBy::OutOfReach => self.say_goodbye().await,
        }
    }

    /// Who speaks, to other nodes where there are any.
    fn speaker(&self) -> Option<Speaker> {
        let connection = self.routing.as_ref()?.connection;
        let player = self.player.as_ref().map(|player| player.id);
        let (is_again, scopes, lag) = (self.is_again, self.scopes, self.lag.lag());
        Some(Speaker { is_again, connection, player, scopes, lag })
    }

    /// Who is to answer a frame; where that is another node, it has.
    pub(crate) async fn place(&mut self, message: &ClientMessage, text: &str) -> ConnectionPermit {
        let Some(about) = about(message) else { return ConnectionPermit::Here };
        if self.line.guest().is_some() {
            // Whoever carried it here looked for the owner.
            self.is_moved = !self.app.has(about);
            return if self.is_moved { ConnectionPermit::There } else { ConnectionPermit::Here };
        }
        let Some(routing) = &mut self.routing else { return ConnectionPermit::Here };
        if let ClientMessage::Lobby(LobbyMessage::Seek(_) | LobbyMessage::Accept(..)) = message {
            routing.has_sought = true;
        }
        let again = match message {
            ClientMessage::Watch { legal, chat, .. } => {
                Some(Some(watch_again(about, *legal, *chat)))
            }
            ClientMessage::Unwatch { .. } => Some(None),
            ClientMessage::Lobby(LobbyMessage::Follow(on)) => {
                Some(on.then(|| follow_again(about, None)))
            }
            ClientMessage::Tournament(request) => {
                Some(request.on.then(|| follow_again(about, request.since)))
            }
            _ => None,
        };
        Box::pin(self.place_of(about, text, again)).await
    }

    async fn place_of(
        &mut self,
        about: Entity,
        text: &str,
        again: Option<Option<String>>,
    ) -> ConnectionPermit {
        if self.app.has(about) {
            return ConnectionPermit::Here;
        }
        let speaker = self.speaker();
        let (Some(routing), Some(relay), Some(speaker)) =
            (&mut self.routing, self.app.relay.clone(), speaker)
        else {
            return ConnectionPermit::Here;
        };
        match routing.elsewhere.pass(&relay, &speaker, about, text, again).await {
            Forwarded::There => ConnectionPermit::There,
            Forwarded::Here if about == Entity::Lobby => match self.app.lobby.take_over().await {
                Ok(()) => ConnectionPermit::Here,
                Err(error) => ConnectionPermit::Nowhere(lobby_error(&error)),
            },
            Forwarded::Here => ConnectionPermit::Here,
            Forwarded::Nowhere => {
                let mut error = RequestError::new(Code::Unavailable, Reason::OwnerUnreachable);
                error.more.retry_after_ms = Some(1_000);
                ConnectionPermit::Nowhere(error)
            }
        }
    }

    /// Passes on what another node tells.
    pub(crate) async fn take_news(&mut self, news: MatchNotice) -> Step {
        let relayed = match news {
            MatchNotice::Reached(by) => return self.reached(by).await,
            MatchNotice::Relayed(relayed) => relayed,
        };
        match relayed {
            Some(Relayed::Frame { by, frame }) => {
                if self.routing.as_mut().is_some_and(|routing| routing.is_to_tell(by)) {
                    self.send_bytes(frame).await
                } else {
                    GO_ON
                }
            }
            Some(Relayed::Notice(frame)) => self.send_bytes(frame).await,
            Some(Relayed::Moved { by, about }) => self.follow_on(by, about).await,
            Some(Relayed::Lost(node)) => self.begin_anew_with(Some(node)).await,
            Some(Relayed::Joined) => GO_ON,
            Some(Relayed::AllLost) => self.begin_anew_with(None).await,
            // Too much came at once: the client comes back, and is told anew.
            None => STOP,
        }
    }

    /// Goes to the next owner of what that node had.
    async fn follow_on(&mut self, by: Uuid, about: Entity) -> Step {
        let Some(routing) = &mut self.routing else { return GO_ON };
        match routing.elsewhere.take_from(by, about) {
            Some(again) => self.say_again(about, again).await,
            None => GO_ON,
        }
    }

    /// What that node told may be lost, or what any of them told.
    async fn begin_anew_with(&mut self, node: Option<Uuid>) -> Step {
        match &self.routing {
            Some(routing) if routing.elsewhere.has_to_do_with(node) => self.begin_anew().await,
            _ => GO_ON,
        }
    }

    /// Takes along what the connection followed at a node that was found to be gone.
    pub(crate) async fn follow_what_is_lost(&mut self) -> Step {
        match &self.routing {
            Some(routing) if routing.elsewhere.has_lost() => Box::pin(self.begin_anew()).await,
            _ => GO_ON,
        }
    }

    /// Follows everything anew, as another connection: what other nodes still say to the
    /// one before reaches nobody, so nothing comes late, twice or with a gap.
    async fn begin_anew(&mut self) -> Step {
        let viewer = self.viewer();
        let (Some(routing), Some(relay)) = (&mut self.routing, &self.app.relay) else {
            return GO_ON;
        };
        let nodes: Vec<Uuid> = routing.elsewhere.nodes().collect();
        relay.disconnect(routing.connection, viewer, nodes.into_iter()).await;
        (routing.connection, routing.relayed) = relay.connect(viewer);
        for (about, again) in routing.elsewhere.take_all() {
            self.say_again(about, again).await?;
        }
        GO_ON
    }

    async fn say_again(&mut self, about: Entity, again: Option<String>) -> Step {
        if about == Entity::Lobby {
            if self.routing.as_ref().is_some_and(|routing| routing.has_sought) {
                // Its seeks went with the lobby's node: it makes them anew.
                return self.say_goodbye().await;
            }
            self.reach_lobby();
        }
        match again {
            Some(text) => {
                self.is_again = true;
                let step = Box::pin(self.answer(&text)).await;
                self.is_again = false;
                step
            }
            None => GO_ON,
        }
    }

    /// This node has something no more: the client is taken to the next owner.
    pub(crate) async fn moved(&mut self, about: Entity) -> Step {
        let again = match about {
            Entity::Match(id) => self.watched.remove(&id).map(|watched| {
                let is_legal = watched.flavour == FrameVariant::WithLegalMoves;
                watch_again(about, is_legal, watched.heard.is_some())
            }),
            Entity::Tournament(id) => {
                self.followed.remove(&id).map(|v| follow_again(about, Some(v)))
            }
            Entity::Lobby => self.lobby_v.take().map(|_| follow_again(about, None)),
        };
        match self.line.guest() {
            Some(line) => {
                line.send_moved(about).await;
                GO_ON
            }
            None => Box::pin(self.say_again(about, again)).await,
        }
    }
}

/// What a frame is about that one of the nodes owns.
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
