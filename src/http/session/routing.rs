//! Routing of frames to the nodes that own their entities.

use std::future;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use uuid::Uuid;

use crate::live::cluster::nodes::Entity;
use crate::live::time::until;
use crate::protocol::{ClientMessage, Code, LobbyMessage, Reason, RequestError};
use crate::scheduling;
use chivalry_play::player::PlayerId;

use crate::http::api::lobby::lobby_error;
use crate::http::owner_router::{ClientIdentity, OwnerResponse, OwnerRouter, Relayed};
use crate::http::session::pending_answers::{LostAnswer, PendingAnswers, PendingCommand};
use crate::http::session::remote_subscriptions::{
    Forwarded, RemoteSubscriptions, follow_frame, watch_frame,
};
use crate::http::state::AppState;

/// Delay before a retry when an owner is unreachable.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Number of commands that another node has to answer before the client is asked to reconnect
/// there. A reconnection costs as much as a few forwarded commands.
const MIN_ANSWERED: u32 = 4;

/// The routes of a connection to the other nodes of a cluster.
pub(crate) struct Routing {
    router: Arc<dyn OwnerRouter>,
    /// The number of the connection on this node.
    connection: u64,
    relayed: mpsc::Receiver<Relayed>,
    subscriptions: RemoteSubscriptions,
    answers: PendingAnswers,
    /// True if the client has seeks, which end with the lobby's owner.
    has_seeks: bool,
    /// The registration of the connection with the lobby's owner, while it runs.
    lobby_registration: Option<JoinHandle<OwnerResponse>>,
    /// The commands about matches that a node has answered in sequence.
    answered_by: Option<(Uuid, u32)>,
    /// The next attempt to register with the lobby's owner, if that was unreachable.
    lobby_retry_at: Option<Instant>,
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
    /// An answer of another node is overdue, or the registration with the lobby's owner is due
    /// again.
    TimerDue,
}

/// The action of a session on an event from other nodes.
pub(crate) enum RemoteAction {
    None,
    /// Send a frame to the client.
    Send(Bytes),
    /// Send the answer to a command, then subscribe again to every entity if an owner is gone.
    SendAnswer(Bytes),
    /// Subscribe again to an entity, with the frame that does so.
    Resubscribe(Entity, Option<String>),
    /// Subscribe again to every entity.
    ResubscribeAll,
    /// Subscribe again to every entity if an owner is gone.
    ResubscribeLost,
    /// Acquire the lobby, which has no owner.
    AcquireLobby,
    /// Register with the lobby's owner.
    RegisterWithLobby,
    /// Ask the client to reconnect.
    Reconnect,
    /// Close the connection. The client reconnects and receives snapshots.
    Close,
}

impl Routing {
    /// Registers a connection with the router.
    pub(crate) fn open(router: Arc<dyn OwnerRouter>, player: Option<PlayerId>) -> Routing {
        let (connection, relayed) = router.connect(player);
        Routing {
            router,
            connection,
            relayed,
            subscriptions: RemoteSubscriptions::default(),
            answers: PendingAnswers::default(),
            has_seeks: false,
            lobby_registration: None,
            answered_by: None,
            lobby_retry_at: None,
        }
    }

    /// Unregisters the connection and ends its sessions on other nodes.
    pub(crate) async fn close(&self, player: Option<PlayerId>) {
        self.router.disconnect(self.connection, player);
        let nodes = self.subscriptions.nodes().collect();
        self.router.close_sessions(self.connection, nodes).await;
    }

    /// The number of the connection on this node.
    pub(crate) fn connection(&self) -> u64 {
        self.connection
    }

    /// True if the client has seeks, which ended with the lobby's owner.
    pub(crate) fn has_seeks(&self) -> bool {
        self.has_seeks
    }

    /// True if a subscription ended, or missed its first events. Subscribing again would lose the
    /// answers that are under way, so it waits for them.
    pub(crate) fn needs_resubscribe(&self) -> bool {
        self.answers.is_empty() && self.subscriptions.needs_resubscribe()
    }

    /// Returns the URL of the node to which the client should reconnect, if that node owns every
    /// match that the client watches and has answered several of its commands. No command waits
    /// for its answer then.
    pub(crate) fn better_place(&self) -> Option<String> {
        let (node, answered) = self.answered_by?;
        let is_idle = self.answers.is_empty() && !self.has_seeks && !self.needs_resubscribe();
        let is_far = answered >= MIN_ANSWERED && self.subscriptions.owns_all_matches(node);
        if is_idle && is_far { self.router.place_at(node) } else { None }
    }

    /// The time at which the next answer of another node is overdue.
    pub(crate) fn next_answer_deadline(&self) -> Option<Instant> {
        self.answers.next_deadline()
    }

    /// Returns the commands whose answers were lost since the last call.
    pub(crate) fn drain_lost_answers(&mut self) -> Vec<LostAnswer> {
        self.answers.drain_lost()
    }

    /// Receives the next event of other nodes. Cancel-safe.
    pub(crate) async fn next(&mut self) -> RemoteEvent {
        let registered = async {
            match &mut self.lobby_registration {
                Some(registration) => registration.await.unwrap_or(OwnerResponse::Unreachable),
                None => future::pending().await,
            }
        };
        let timers = [self.answers.next_deadline(), self.lobby_retry_at];
        let timer = timers.into_iter().flatten().min();
        tokio::select! {
            biased;
            relayed = self.relayed.recv() => RemoteEvent::Relayed(relayed),
            response = registered => {
                self.lobby_registration = None;
                RemoteEvent::LobbyOwner(response)
            }
            // One timer, which keeps an idle connection small.
            () = until(timer) => RemoteEvent::TimerDue,
        }
    }

    /// Returns the action of the session on an event.
    pub(crate) fn on_event(&mut self, event: RemoteEvent) -> RemoteAction {
        match event {
            RemoteEvent::LobbyOwner(OwnerResponse::Answered(by)) => {
                self.subscriptions.note_owner(Entity::Lobby, by);
                RemoteAction::ResubscribeLost
            }
            RemoteEvent::LobbyOwner(OwnerResponse::Unowned | OwnerResponse::TimedOut) => {
                RemoteAction::AcquireLobby
            }
            // The connection stays usable for everything that this node owns.
            RemoteEvent::LobbyOwner(OwnerResponse::Unreachable) => {
                self.retry_lobby();
                RemoteAction::None
            }
            RemoteEvent::Relayed(relayed) => self.on_relayed(relayed),
            RemoteEvent::TimerDue => self.on_timer(Instant::now()),
        }
    }

    fn on_timer(&mut self, now: Instant) -> RemoteAction {
        if self.lobby_retry_at.is_some_and(|at| at <= now) {
            self.lobby_retry_at = None;
            return RemoteAction::RegisterWithLobby;
        }
        // An owner may carry a command out later. Its events must not follow those of the next
        // attempt.
        match self.answers.lose_overdue(now) {
            true => RemoteAction::Reconnect,
            false => RemoteAction::ResubscribeLost,
        }
    }

    fn on_relayed(&mut self, relayed: Option<Relayed>) -> RemoteAction {
        match relayed {
            Some(Relayed::Frame { by, frame }) if self.accept_from(by, &frame) => {
                RemoteAction::Send(frame)
            }
            Some(Relayed::Frame { .. } | Relayed::Joined) => RemoteAction::None,
            Some(Relayed::Answer { number, frame }) => match self.answers.resolve(number) {
                true => RemoteAction::SendAnswer(frame),
                false => RemoteAction::None,
            },
            Some(Relayed::Notice(frame)) => RemoteAction::Send(frame),
            Some(Relayed::Moved { by, about }) => match self.subscriptions.remove_from(by, about) {
                Some(resubscribe) => {
                    self.answers.lose_entity(about);
                    RemoteAction::Resubscribe(about, resubscribe)
                }
                None => RemoteAction::None,
            },
            Some(Relayed::Lost(node)) => self.resubscribe_if_involved(Some(node)),
            Some(Relayed::AllLost) => self.resubscribe_if_involved(None),
            // The queue overflowed.
            None => RemoteAction::Close,
        }
    }

    /// Resubscribes after messages of `node`, or of any node, may have been lost.
    fn resubscribe_if_involved(&self, node: Option<Uuid>) -> RemoteAction {
        match self.subscriptions.involves(node) {
            true => RemoteAction::ResubscribeAll,
            false => RemoteAction::None,
        }
    }

    /// True if frames of `node` are forwarded to the client. Two nodes may briefly own one entity
    /// and both send its events. Only the owner that acknowledged the connection is forwarded.
    fn accept_from(&mut self, node: Uuid, frame: &[u8]) -> bool {
        // The lobby's owner may send notices before its registration completes.
        let is_owner = (self.lobby_registration.is_some()
            || self.subscriptions.involves(Some(node)))
            && self.subscriptions.accepts(node, frame);
        if !is_owner {
            self.subscriptions.note_dropped(node);
        }
        is_owner
    }

    /// Starts the registration with the lobby's owner, which then sends the player's notices.
    /// Frames are answered while the registration runs.
    pub(crate) fn register_with_lobby_owner(&mut self, identity: ClientIdentity) {
        let router = Arc::clone(&self.router);
        let registration = async move { router.register_with_lobby_owner(&identity).await };
        self.lobby_registration = Some(scheduling::spawn(registration));
    }

    /// Gives up all answers of other nodes. Returns false if none was expected.
    pub(crate) fn lose_answers(&mut self) -> bool {
        let is_waiting = !self.answers.is_empty();
        self.answers.lose_all();
        is_waiting
    }

    /// Counts a command that the owner of a match answers.
    fn count_answer(&mut self, about: Entity) {
        let Some(owner) = self.subscriptions.owner_of(about) else { return };
        let before = self.answered_by.filter(|(node, _)| *node == owner);
        self.answered_by = Some((owner, before.map_or(0, |(_, answered)| answered) + 1));
    }

    /// Schedules another registration with the lobby's owner.
    pub(crate) fn retry_lobby(&mut self) {
        self.lobby_retry_at = Some(Instant::now() + RETRY_AFTER);
    }

    /// Registers the connection under a new number, and takes the frames that subscribe again.
    /// Returns them after the answers that have arrived. All other answers are lost.
    pub(crate) async fn reconnect(
        &mut self,
        player: Option<PlayerId>,
    ) -> (Vec<Bytes>, Vec<(Entity, Option<String>)>) {
        let arrived = self.renumber(player).await;
        let mut again = self.subscriptions.take_all();
        // A registration that still runs is for the old number.
        let running = self.lobby_registration.take().inspect(JoinHandle::abort);
        let is_registering = running.is_some() || self.lobby_retry_at.take().is_some();
        if is_registering && again.iter().all(|(about, _)| *about != Entity::Lobby) {
            again.push((Entity::Lobby, None));
        }
        (arrived, again)
    }

    /// True if an entity lost its owner, which may still send frames.
    pub(crate) fn has_lost_owner(&self) -> bool {
        self.subscriptions.has_lost_owner()
    }

    /// Registers the connection under a new number. Messages to the old number are dropped, so
    /// that none arrives late, twice or with a gap. Returns the answers that have arrived.
    pub(crate) async fn renumber(&mut self, player: Option<PlayerId>) -> Vec<Bytes> {
        self.close(player).await;
        let mut arrived = Vec::new();
        while let Ok(relayed) = self.relayed.try_recv() {
            if let Relayed::Answer { number, frame } = relayed
                && self.answers.resolve(number)
            {
                arrived.push(frame);
            }
        }
        self.answers.lose_all();
        (self.connection, self.relayed) = self.router.connect(player);
        arrived
    }

    /// Returns the node that answers a frame, after forwarding the frame to a remote owner.
    pub(crate) async fn route(
        &mut self,
        app: &AppState,
        mut identity: ClientIdentity,
        about: Entity,
        (id, message): (Option<&str>, &ClientMessage),
        text: &str,
    ) -> Route {
        if let ClientMessage::Lobby(LobbyMessage::Seek(_) | LobbyMessage::Accept(..)) = message {
            self.has_seeks = true;
        }
        if app.has(about) {
            let subscribes = resubscribe_frame(about, message).is_some();
            self.subscriptions.lose(about, subscribes);
            return Route::Local;
        }
        // A replay is not answered.
        let command = match identity.is_replay {
            true => None,
            false => match self.answers.next(id, about) {
                Some(command) => Some(command),
                None => return Route::Unreachable(owner_unreachable()),
            },
        };
        identity.number = command.as_ref().map(PendingCommand::number);
        let resubscribe = resubscribe_frame(about, message);
        let forwarded =
            self.subscriptions.forward(&*self.router, &identity, about, text, resubscribe);
        match forwarded.await {
            Forwarded::Remote => {
                if let Some(command) = command {
                    self.answers.insert(command, Instant::now());
                }
                if let ClientMessage::Command { .. } = message {
                    self.count_answer(about);
                }
                Route::Remote
            }
            Forwarded::Local => {
                // The previous owner is gone.
                self.answers.lose_entity(about);
                match about {
                    Entity::Lobby => match app.lobby.acquire().await {
                        Ok(()) => Route::Local,
                        Err(error) => Route::Unreachable(lobby_error(&error)),
                    },
                    Entity::Match(_) | Entity::Tournament(_) => Route::Local,
                }
            }
            Forwarded::Unreachable => Route::Unreachable(owner_unreachable()),
        }
    }
}

/// The error of a command whose owner cannot be reached, or whose answer was lost.
pub(crate) fn owner_unreachable() -> RequestError {
    let mut error = RequestError::new(Code::Unavailable, Reason::OwnerUnreachable);
    error.more.retry_after_ms = Some(RETRY_AFTER.as_millis() as u64);
    error
}

/// Receives the next event of other nodes; never completes on a single node. Cancel-safe.
pub(crate) async fn next_remote_event(routing: &mut Option<Box<Routing>>) -> RemoteEvent {
    match routing {
        Some(routing) => routing.next().await,
        None => future::pending().await,
    }
}

/// The frame that replaces the one stored for the next owner; `None` if the message does not
/// change a subscription.
fn resubscribe_frame(about: Entity, message: &ClientMessage) -> Option<Option<String>> {
    match message {
        ClientMessage::Watch { legal, chat, .. } => Some(Some(watch_frame(about, *legal, *chat))),
        ClientMessage::Unwatch { .. } => Some(None),
        ClientMessage::Lobby(LobbyMessage::Follow(on)) => {
            Some(on.then(|| follow_frame(about, None)))
        }
        ClientMessage::Tournament(request) => {
            Some(request.on.then(|| follow_frame(about, request.since)))
        }
        _ => None,
    }
}

/// The entity of a frame, if one node owns it.
pub(crate) fn entity_of(message: &ClientMessage) -> Option<Entity> {
    match message {
        ClientMessage::Command { match_id, .. }
        | ClientMessage::Premove { match_id, .. }
        | ClientMessage::Watch { match_id, .. }
        | ClientMessage::Chat { match_id, .. }
        | ClientMessage::Unwatch { match_id } => Some(Entity::Match(*match_id)),
        ClientMessage::Tournament(request) => Some(Entity::Tournament(request.tournament)),
        ClientMessage::Lobby(_) => Some(Entity::Lobby),
        ClientMessage::Auth(_)
        | ClientMessage::Create(_)
        | ClientMessage::Channel(_)
        | ClientMessage::Analyse(_)
        | ClientMessage::Ping => None,
    }
}
