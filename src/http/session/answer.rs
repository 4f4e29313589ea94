//! The answer to a frame, here or at the owner of its entity, and the frames that subscribe again
//! after an owner changed.

use std::ops::ControlFlow;

use tokio::time::{Instant, timeout_at};

use crate::live::cluster::nodes::Entity;
use crate::live::{ANSWER_WITHIN, FrameVariant, LiveError};
use crate::planted::{Planted, is_planted};
use crate::protocol::{
    ClientFrame, ClientMessage, Code, Reason, RequestError, ServerMessage, is_accepted_move,
    rfc3339,
};

use crate::http::error::live_error;
use crate::http::net::scheduling::work_class::WorkClass;
use crate::http::net::scheduling::work_limits::WorkPermit;
use crate::http::session::commands;
use crate::http::session::pending_answers::LostAnswer;
use crate::http::session::remote_subscriptions::{follow_frame, watch_frame};
use crate::http::session::routing::{
    RemoteAction, RemoteEvent, Route, entity_of, owner_unreachable,
};
use crate::http::session::session::Session;
use crate::http::session::subscriptions::chat;
use crate::http::session::transport::{Step, Transport};

/// Maximum owner changes that are followed for one frame.
const MAX_OWNER_CHANGES: u32 = 4;

impl<T: Transport> Session<T> {
    /// Answers a frame that was received at `at`, within the time limit of answers. A client whose
    /// subscriptions cannot follow their owner in time connects again, because nothing else is
    /// answered meanwhile.
    pub(crate) async fn answer_in_time(&mut self, text: &str, at: Instant) -> Step {
        if is_planted(Planted::NoAnswerDeadline) {
            return self.answer(text).await;
        }
        self.connection.has_answered = false;
        let answered = timeout_at(at + ANSWER_WITHIN, self.answer(text)).await;
        match answered {
            Ok(step) => step,
            // The subscriptions could not follow their owner.
            Err(_) if self.connection.has_answered => self.connection.send_bye().await,
            Err(_) if self.routing.as_mut().is_some_and(|routing| routing.lose_answers()) => {
                self.refuse_unanswered().await?;
                self.connection.send_bye().await
            }
            Err(_) => {
                let ClientFrame { id, message } = ClientFrame::read(text);
                self.connection.refuse(id.as_deref(), &live_error(&LiveError::TimedOut)).await?;
                let about = message.ok().as_ref().and_then(entity_of);
                match about.filter(|about| !self.connection.app.has(*about)) {
                    // The owner may carry the frame out later. Its events must not follow those of
                    // the next attempt, so the client connects again.
                    Some(_) if self.routing.is_some() => self.connection.send_bye().await,
                    _ => ControlFlow::Continue(()),
                }
            }
        }
    }

    /// Answers a frame here or at its owner, and retries if the owner changes meanwhile.
    pub(crate) async fn answer(&mut self, text: &str) -> Step {
        for _ in 0..MAX_OWNER_CHANGES {
            self.connection.owner_changed = false;
            self.answer_once(text).await?;
            if T::IS_REMOTE {
                return ControlFlow::Continue(());
            }
            if !self.connection.owner_changed {
                return self.resubscribe_lost().await;
            }
        }
        self.connection.owner_changed = false;
        if self.connection.is_replay {
            // The client reconnects and subscribes again.
            return self.connection.send_bye().await;
        }
        let ClientFrame { id, .. } = ClientFrame::read(text);
        self.connection.refuse(id.as_deref(), &live_error(&LiveError::CutOff)).await
    }

    async fn answer_once(&mut self, text: &str) -> Step {
        let ClientFrame { id, message } = ClientFrame::read(text);
        let connection = &mut self.connection;
        let message = match message {
            Ok(message) => message,
            Err(error) => return connection.refuse(id.as_deref(), &error).await,
        };
        let _permit = match self.admit(&message).await {
            Ok(permit) => permit,
            Err(error) => return self.connection.refuse(id.as_deref(), &error).await,
        };
        // A message without a scope needs no player.
        if self.unstored_guest.is_some() && message.scope().is_some() {
            match Box::pin(self.store_guest()).await {
                Ok(()) => self.resubscribe_all().await?,
                Err(error) => return self.connection.refuse(id.as_deref(), &error).await,
            }
        }
        let connection = &mut self.connection;
        // Without a player, the commands themselves answer `unauthorized`.
        if connection.player.is_some()
            && let Err(error) = connection.scopes.check(message.scope())
        {
            return connection.refuse(id.as_deref(), &error).await;
        }
        match self.route(id.as_deref(), &message, text).await {
            Route::Local => {
                self.leave_lost_owner().await?;
                self.answer_here(id, message).await
            }
            Route::Remote => ControlFlow::Continue(()),
            Route::Unreachable(error) => self.connection.refuse(id.as_deref(), &error).await,
        }
    }

    /// Waits for a permit of the frame's class. `None` for a frame without a limit.
    pub(crate) async fn admit(
        &mut self,
        message: &ClientMessage,
    ) -> Result<Option<WorkPermit>, RequestError> {
        let priority = self.limiter.priority.task();
        let waited = priority.drain_longest_wait();
        // The client's own node admits a frame, and its first node a replay.
        if T::IS_REMOTE || self.connection.is_replay {
            return Ok(None);
        }
        match WorkClass::of_message(message, priority.is_play()) {
            Some(class) => self.connection.app.work_limits.admit(class, waited).await.map(Some),
            None => Ok(None),
        }
    }

    async fn answer_here(&mut self, id: Option<String>, message: ClientMessage) -> Step {
        let connection = &mut self.connection;
        match message {
            ClientMessage::Auth(_) => {
                let error = RequestError::new(Code::TooLate, Reason::AuthTooLate);
                connection.refuse(id.as_deref(), &error).await
            }
            ClientMessage::Ping => {
                let now = rfc3339(connection.app.live.time().now());
                connection.send_message(&ServerMessage::Pong { re: id.as_deref(), now }).await
            }
            ClientMessage::Command { match_id, command, legal } => {
                let matches = &mut self.matches;
                commands::command(connection, matches, id, match_id, command, legal).await
            }
            // Boxed, because these futures are large and rare.
            ClientMessage::Watch { match_id, since, legal, chat } => {
                Box::pin(self.matches.watch(connection, id, match_id, since, legal)).await?;
                if chat {
                    Box::pin(self.matches.subscribe_chat(connection, match_id)).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            ClientMessage::Chat { match_id, request } => {
                Box::pin(chat::command(connection, id, match_id, &request)).await
            }
            ClientMessage::Unwatch { match_id } => {
                Box::pin(self.matches.unwatch(connection, id, match_id)).await
            }
            ClientMessage::Lobby(message) => {
                self.lobby.connect(connection).await;
                Box::pin(self.lobby.command(connection, id, message)).await
            }
            ClientMessage::Channel(request) => {
                Box::pin(self.featured.follow(connection, id, &request)).await
            }
            ClientMessage::Tournament(request) => {
                Box::pin(self.tournaments.follow(connection, id, request)).await
            }
            ClientMessage::Analyse(request) => {
                Box::pin(self.analysis.start(connection, id, request)).await
            }
            ClientMessage::Create(request) => {
                Box::pin(commands::create(connection, id, request)).await
            }
            ClientMessage::Premove { match_id, request } => {
                let matches = &mut self.matches;
                Box::pin(commands::premove(connection, matches, id, match_id, request)).await
            }
        }
    }

    /// Returns the node that answers a frame, after forwarding the frame to a remote owner.
    async fn route(&mut self, id: Option<&str>, message: &ClientMessage, text: &str) -> Route {
        let Some(about) = entity_of(message) else { return Route::Local };
        let connection = &mut self.connection;
        if T::IS_REMOTE {
            // The forwarding node already looked up the owner.
            connection.owner_changed = !connection.app.has(about);
            return if connection.owner_changed { Route::Remote } else { Route::Local };
        }
        let Some(routing) = &mut self.routing else { return Route::Local };
        let identity = connection.identity(routing.connection());
        Box::pin(routing.route(&connection.app, identity, about, (id, message), text)).await
    }

    /// Starts the registration with the lobby's owner, which then sends the player's notices.
    pub(crate) fn register_with_lobby_owner(&mut self) {
        if let Some(routing) = &mut self.routing
            && !self.connection.app.has(Entity::Lobby)
        {
            let identity = self.connection.identity(routing.connection());
            routing.register_with_lobby_owner(identity);
        }
    }

    /// Acts on an event from another node. A client whose subscriptions cannot follow until
    /// `deadline` connects again, because nothing else is answered meanwhile.
    pub(crate) async fn on_remote_event(&mut self, event: RemoteEvent, deadline: Instant) -> Step {
        match timeout_at(deadline, self.follow_remote_event(event)).await {
            Ok(step) => step,
            Err(_) => self.connection.send_bye().await,
        }
    }

    async fn follow_remote_event(&mut self, event: RemoteEvent) -> Step {
        let Some(routing) = &mut self.routing else { return ControlFlow::Continue(()) };
        let action = routing.on_event(event);
        self.refuse_unanswered().await?;
        match action {
            RemoteAction::None => ControlFlow::Continue(()),
            RemoteAction::Send(frame) => self.connection.send_relayed(frame).await,
            RemoteAction::SendAnswer(frame) => {
                if is_accepted_move(&frame) {
                    self.limiter.priority.on_move();
                }
                self.connection.send_relayed(frame).await?;
                self.resubscribe_lost().await?;
                self.suggest_place().await
            }
            RemoteAction::Resubscribe(about, frame) => self.resubscribe(about, frame).await,
            RemoteAction::ResubscribeAll => self.resubscribe_all().await,
            RemoteAction::ResubscribeLost => self.resubscribe_lost().await,
            RemoteAction::AcquireLobby => {
                if self.connection.app.lobby.acquire().await.is_err()
                    && let Some(routing) = &mut self.routing
                {
                    routing.retry_lobby();
                }
                ControlFlow::Continue(())
            }
            RemoteAction::RegisterWithLobby => {
                self.register_with_lobby_owner();
                ControlFlow::Continue(())
            }
            RemoteAction::Reconnect => self.connection.send_bye().await,
            RemoteAction::Close => ControlFlow::Break(()),
        }
    }

    /// Asks the client to reconnect to the node that owns its matches, after an answer. The client
    /// then waits for its opponent.
    async fn suggest_place(&mut self) -> Step {
        let Some(routing) = self.routing.as_ref().filter(|_| self.matches.is_empty()) else {
            return ControlFlow::Continue(());
        };
        match routing.better_place() {
            Some(at) => self.connection.send_to_node(&at).await,
            None => ControlFlow::Continue(()),
        }
    }

    /// Answers the commands whose answers were lost. The client sends them again with their ids.
    async fn refuse_unanswered(&mut self) -> Step {
        let Some(routing) = &mut self.routing else { return ControlFlow::Continue(()) };
        for LostAnswer(id) in routing.drain_lost_answers() {
            let error = owner_unreachable();
            let refusal = ServerMessage::Err { re: id.as_deref(), error: &error };
            self.connection.send_message(&refusal).await?;
        }
        ControlFlow::Continue(())
    }

    /// Drops what an owner that is gone may still send, before another node answers instead. The
    /// client would otherwise receive the events of a subscription twice.
    async fn leave_lost_owner(&mut self) -> Step {
        let viewer = self.connection.viewer();
        let Some(routing) = self.routing.as_mut().filter(|routing| routing.has_lost_owner()) else {
            return ControlFlow::Continue(());
        };
        for answer in routing.renumber(viewer).await {
            self.connection.send_relayed(answer).await?;
        }
        self.refuse_unanswered().await
    }

    /// Resubscribes if an owner of a subscribed entity is gone.
    async fn resubscribe_lost(&mut self) -> Step {
        self.refuse_unanswered().await?;
        match &self.routing {
            Some(routing) if routing.needs_resubscribe() => Box::pin(self.resubscribe_all()).await,
            _ => ControlFlow::Continue(()),
        }
    }

    /// Resubscribes to everything under a new connection number.
    async fn resubscribe_all(&mut self) -> Step {
        let Some(routing) = &mut self.routing else { return ControlFlow::Continue(()) };
        let (arrived, frames) = routing.reconnect(self.connection.viewer()).await;
        for answer in arrived {
            self.connection.send_relayed(answer).await?;
        }
        self.refuse_unanswered().await?;
        for (about, frame) in frames {
            self.resubscribe(about, frame).await?;
        }
        ControlFlow::Continue(())
    }

    async fn resubscribe(&mut self, about: Entity, frame: Option<String>) -> Step {
        if about == Entity::Lobby {
            if self.routing.as_ref().is_some_and(|routing| routing.has_seeks()) {
                // The client's seeks ended with the lobby's owner. After a reconnect the client
                // sends them again.
                return self.connection.send_bye().await;
            }
            self.register_with_lobby_owner();
        }
        let Some(text) = frame else { return ControlFlow::Continue(()) };
        // The new owner may be slow, and what was answered must not wait for it.
        self.connection.flush().await?;
        self.connection.is_replay = true;
        let step = Box::pin(self.answer(&text)).await;
        self.connection.is_replay = false;
        step
    }

    /// Resubscribes at the next owner after this node released an entity. A client that cannot
    /// follow until `deadline` connects again.
    pub(crate) async fn on_moved(&mut self, about: Entity, deadline: Instant) -> Step {
        let frame = match about {
            Entity::Match(id) => self.matches.remove(id).map(|watched| {
                let with_legal = watched.frame_variant == FrameVariant::WithLegalMoves;
                watch_frame(about, with_legal, watched.chat.is_some())
            }),
            Entity::Tournament(id) => {
                self.tournaments.remove(id).map(|v| follow_frame(about, Some(v)))
            }
            Entity::Lobby => self.lobby.unfollow().then(|| follow_frame(about, None)),
        };
        if T::IS_REMOTE {
            self.connection.transport.send_moved(about).await;
            return ControlFlow::Continue(());
        }
        match timeout_at(deadline, Box::pin(self.resubscribe(about, frame))).await {
            Ok(step) => step,
            Err(_) => self.connection.send_bye().await,
        }
    }
}
