//! WebSocket sessions: one task per connection reads frames, answers them and forwards updates. A
//! session keeps no state after its connection ends (`docs/protocol.md`, "WebSocket").

use std::error::Error as _;
use std::mem;
use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::Message;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;

use crate::live::cluster::nodes::Entity;
use crate::live::time::ticks;
use crate::live::{Broadcast, Notice};
use crate::protocol::{Code, Reason, RequestError, Scopes};
use crate::store::TokenHash;
use chivalry_play::player::PlayerId;

use crate::http::extract::admission::Admission;
use crate::http::extract::identity::store_guest;
use crate::http::open_tokens::ConnectionEnd;
use crate::http::session::connection::{Connection, Credential, OUTBOX_CAPACITY};
use crate::http::session::frame_limiter::FrameLimiter;
use crate::http::session::incoming::Incoming;
use crate::http::session::routing::{Routing, next_remote_event};
use crate::http::session::subscriptions::analysis::AnalysisSubscription;
use crate::http::session::subscriptions::featured::FeaturedSubscription;
use crate::http::session::subscriptions::lobby::LobbySubscription;
use crate::http::session::subscriptions::matches::MatchSubscriptions;
use crate::http::session::subscriptions::tournaments::TournamentSubscriptions;
use crate::http::session::transport::{Step, Transport};
use crate::http::state::{AppState, LARGEST_REQUEST};

/// Interval of pings. A client that sends nothing between two of them is disconnected.
const KEEPALIVE: Duration = Duration::from_secs(20);

/// Close codes (`docs/protocol.md`, "Close codes").
const PROTOCOL_ERROR: u16 = 1002;
const UNSUPPORTED_DATA: u16 = 1003;
const INVALID_PAYLOAD: u16 = 1007;
const MESSAGE_TOO_BIG: u16 = 1009;

/// A client's connection and its subscriptions.
pub(crate) struct Session<T> {
    pub(crate) connection: Connection<T>,
    updates: mpsc::Receiver<Broadcast>,
    /// Entities that this node released, whose subscriptions have to follow.
    moved: Vec<Entity>,
    pub(crate) limiter: FrameLimiter,
    received_since_ping: bool,
    /// The token of a guest who is stored with the first command.
    pub(crate) unstored_guest: Option<TokenHash>,
    pub(crate) end: Box<ConnectionEnd>,
    /// Routes to other nodes; `None` on a single node.
    pub(crate) routing: Option<Box<Routing>>,
    pub(crate) matches: MatchSubscriptions,
    pub(crate) tournaments: TournamentSubscriptions,
    pub(crate) lobby: LobbySubscription,
    pub(crate) featured: FeaturedSubscription,
    pub(crate) analysis: AnalysisSubscription,
}

impl<T: Transport> Session<T> {
    /// Creates the session of a client that is connected to this node.
    pub(crate) fn local(app: AppState, transport: T, limiter: FrameLimiter) -> Session<T> {
        Session::new(app, transport, limiter)
    }

    /// Serves the client until its connection closes. Without a credential, an `auth` frame names
    /// the player.
    pub(crate) async fn run(
        mut self: Box<Self>,
        receiver: T::Receiver,
        credential: Option<Credential>,
        admission: Option<Extension<Admission>>,
    ) {
        let _open_socket = self.connection.app.metrics.open_socket();
        let mut incoming = Incoming::new(receiver, self.connection.app.clone());
        if Box::pin(self.begin(&mut incoming, credential, admission)).await.is_break() {
            return;
        }
        self.lobby.connect(&mut self.connection).await;
        let router = self.connection.app.owner_router.clone();
        let player = self.connection.viewer();
        self.routing = router.map(|router| Box::new(Routing::open(router, player)));
        self.register_with_lobby_owner();
        self.serve(&mut incoming).await;
        self.leave().await;
    }

    /// Creates the session of a client that is connected to another node.
    pub(crate) fn remote(app: AppState, transport: T, scopes: Scopes) -> Session<T> {
        let limiter = FrameLimiter::remote(&app);
        let mut session = Session::new(app, transport, limiter);
        session.connection.scopes = scopes;
        session
    }

    fn new(app: AppState, transport: T, limiter: FrameLimiter) -> Session<T> {
        let end = Box::new(app.draining.clone().into());
        let (connection, updates) = Connection::new(app, transport);
        Session {
            connection,
            updates,
            moved: Vec::new(),
            limiter,
            received_since_ping: true,
            end,
            unstored_guest: None,
            routing: None,
            matches: MatchSubscriptions::default(),
            tournaments: TournamentSubscriptions::default(),
            lobby: LobbySubscription::new(),
            featured: FeaturedSubscription::default(),
            analysis: AnalysisSubscription::default(),
        }
    }

    /// Stores a guest before the first command. Other nodes then find the player in the store.
    pub(crate) async fn store_guest(&mut self) -> Result<(), RequestError> {
        let connection = &mut self.connection;
        let Some((token, guest)) = self.unstored_guest.zip(connection.player.as_ref()) else {
            return Ok(());
        };
        let stored = store_guest(&connection.app, self.limiter.address, guest, token).await?;
        connection.player = Some(stored);
        self.unstored_guest = None;
        Ok(())
    }

    /// Serves a client that is connected to another node, until that node closes the connection.
    pub(crate) async fn receive(mut self: Box<Self>, player: Option<PlayerId>)
    where
        T: Transport<Receiver = ()>,
    {
        if let Some(player) = player {
            match self.connection.app.store.players().by_id(player).await {
                Ok(player) => self.connection.player = player,
                Err(error) => {
                    return tracing::error!(%error, "failed to load the player of a remote session");
                }
            }
        }
        let mut incoming = Incoming::new((), self.connection.app.clone());
        self.serve(&mut incoming).await;
        self.leave().await;
    }

    async fn serve(&mut self, incoming: &mut Incoming<T>) {
        let mut ended = pin!(self.end.ended().clone().cancelled_owned());
        let mut keepalive = ticks(KEEPALIVE);
        loop {
            // Frames come first. The limits of a client bound them, and each is followed by the
            // pending updates.
            let step = tokio::select! {
                biased;
                // Remote sessions do not drain: their entities move to another owner.
                () = &mut ended, if !T::IS_REMOTE => self.connection.send_end().await,
                _ = keepalive.tick() => self.keepalive().await,
                (message, at) = incoming.next(&mut self.connection.transport),
                    if self.limiter.may_read() =>
                {
                    match message {
                        // The future is boxed, which keeps idle connections small.
                        Some(Ok(message)) => {
                            incoming.during(Box::pin(self.on_frame(message, at)).as_mut()).await
                        }
                        Some(Err(error)) => self.on_error(&error).await,
                        None => ControlFlow::Break(()),
                    }
                }
                Some(update) = self.updates.recv() => self.forward(&update).await,
                Some(notice) = self.lobby.next() => {
                    let deadline = self.follow_deadline(incoming);
                    incoming.during(Box::pin(self.on_notice(&notice, deadline)).as_mut()).await
                }
                event = next_remote_event(&mut self.routing) => {
                    let deadline = self.follow_deadline(incoming);
                    incoming.during(Box::pin(self.on_remote_event(event, deadline)).as_mut()).await
                }
                () = self.featured.changed() => self.featured.send(&mut self.connection).await,
                result = self.analysis.next() => {
                    self.analysis.send(&mut self.connection, result).await
                }
                () = self.limiter.backoff_ended() => ControlFlow::Continue(()),
            };
            if step.is_break() || self.flush_pending().await.is_break() {
                break;
            }
            while let Some(about) = self.moved.pop() {
                let deadline = self.follow_deadline(incoming);
                let followed = Box::pin(self.on_moved(about, deadline));
                if incoming.during(pin!(followed)).await.is_break() {
                    return;
                }
            }
        }
    }

    /// Returns the time by which subscriptions have to follow their owner. Later, answers to the
    /// client would be late: those to the messages that were received, or those of other nodes.
    fn follow_deadline(&self, incoming: &Incoming<T>) -> Instant {
        let remote = self.routing.as_ref().and_then(|routing| routing.next_answer_deadline());
        let deadline = incoming.answer_deadline();
        remote.map_or(deadline, |remote| remote.min(deadline))
    }

    /// Cancels all subscriptions of the connection.
    async fn leave(&mut self) {
        if let Some(routing) = self.routing.take() {
            routing.close(self.connection.viewer()).await;
        }
        self.lobby.disconnect(&mut self.connection).await;
        self.matches.unwatch_all(&mut self.connection).await;
    }

    /// Forwards pending updates, then flushes. A move's `ok` and its event therefore leave in one
    /// write.
    async fn flush_pending(&mut self) -> Step {
        for _ in 0..OUTBOX_CAPACITY {
            let Ok(update) = self.updates.try_recv() else { break };
            self.forward(&update).await?;
        }
        self.connection.flush().await
    }

    pub(crate) async fn on_frame(&mut self, message: Message, at: Instant) -> Step {
        self.received_since_ping = true;
        let connection = &mut self.connection;
        connection.is_replay = connection.transport.is_replay();
        match message {
            Message::Text(text) if text.len() > LARGEST_REQUEST => {
                let message = Reason::FrameTooLarge.with([("most", LARGEST_REQUEST.into())]);
                connection.refuse(None, &RequestError::new(Code::TooLarge, message)).await?;
                self.close_abusive(MESSAGE_TOO_BIG, "the frame is too large").await
            }
            // An empty frame from another node subscribes to the player's notices.
            Message::Text(text) if T::IS_REMOTE && text.is_empty() => {
                self.lobby.connect(connection).await;
                ControlFlow::Continue(())
            }
            Message::Text(text) => {
                // The client's own node charges the limits.
                if !T::IS_REMOTE {
                    let limits = &connection.app.rate_limits;
                    if let Err(error) = self.limiter.check(limits, connection.viewer()) {
                        return connection.refuse(None, &error).await;
                    }
                }
                let step = self.answer_in_time(&text, at).await;
                if mem::take(&mut self.connection.has_moved) {
                    self.limiter.priority.on_move();
                }
                step
            }
            Message::Binary(_) => self.close_abusive(UNSUPPORTED_DATA, "frames are text").await,
            Message::Pong(payload) => {
                connection.lag.pong(&payload, at);
                ControlFlow::Continue(())
            }
            Message::Ping(_) => {
                self.limiter.check_ping(&connection.app.rate_limits);
                ControlFlow::Continue(())
            }
            Message::Close(_) => {
                // The library queues the close reply.
                connection.flush().await?;
                ControlFlow::Break(())
            }
        }
    }

    /// Closes a failed connection, with a close code if the client can still receive one.
    pub(crate) async fn on_error(&mut self, error: &axum::Error) -> Step {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<tungstenite::Error>());
        match cause {
            Some(tungstenite::Error::Capacity(_)) => {
                self.close_abusive(MESSAGE_TOO_BIG, "the frame is too large").await
            }
            Some(tungstenite::Error::Utf8(_)) => {
                self.close_abusive(INVALID_PAYLOAD, "the text is not UTF-8").await
            }
            Some(tungstenite::Error::Protocol(fault)) if *fault != ResetWithoutClosingHandshake => {
                self.close_abusive(PROTOCOL_ERROR, "that is no frame of WebSocket").await
            }
            _ => ControlFlow::Break(()),
        }
    }

    /// Forwards an update. Resynchronizes once the queue is empty if updates were dropped.
    async fn forward(&mut self, update: &Broadcast) -> Step {
        let connection = &mut self.connection;
        match update {
            Broadcast::Event(update) => self.matches.forward_event(connection, update).await,
            Broadcast::SideEvent(event) => self.matches.forward_side_event(connection, event).await,
            Broadcast::Tournament(update) => {
                Box::pin(self.tournaments.forward(connection, update)).await
            }
            Broadcast::Moved(about) => {
                self.moved.push(*about);
                ControlFlow::Continue(())
            }
        }?;
        if self.updates.is_empty() && self.connection.subscriber.take_lagged() {
            return Box::pin(self.resync()).await;
        }
        ControlFlow::Continue(())
    }

    async fn on_notice(&mut self, notice: &Notice, deadline: Instant) -> Step {
        match notice {
            Notice::Moved => self.on_moved(Entity::Lobby, deadline).await,
            _ => self.lobby.notify(&mut self.connection, notice).await,
        }
    }

    /// Resynchronizes all subscriptions after updates were dropped.
    async fn resync(&mut self) -> Step {
        self.matches.resync(&mut self.connection).await?;
        self.tournaments.resync(&mut self.connection).await
    }

    async fn keepalive(&mut self) -> Step {
        if !self.received_since_ping && !T::IS_REMOTE {
            return ControlFlow::Break(());
        }
        self.received_since_ping = false;
        // The lag flag may have been set after the last update was received.
        if self.connection.subscriber.take_lagged() {
            Box::pin(self.resync()).await?;
        }
        self.lobby.resync(&mut self.connection).await?;
        self.connection.ping().await
    }

    /// Closes the connection for a protocol violation and charges its permits.
    async fn close_abusive(&mut self, code: u16, reason: &'static str) -> Step {
        self.limiter.mark_abusive();
        self.connection.close(code, reason).await
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::ws::WebSocket;
    use futures_util::stream::SplitStream;

    use crate::http::session::transport::WebSocketSink;

    use super::*;

    #[test]
    fn an_idle_connection_needs_little_memory() {
        type Local = Session<WebSocketSink>;
        type Receiver = SplitStream<WebSocket>;

        fn size_of_future<F: Future>(
            _: impl FnOnce(Box<Local>, Receiver, Option<Credential>, Option<Extension<Admission>>) -> F,
        ) -> usize {
            size_of::<F>()
        }
        let (task, session) = (size_of_future(Local::run), size_of::<Local>());
        assert!(task <= 1_536, "a task of {task} bytes");
        assert!(session <= 1_280, "a session of {session} bytes");
    }
}
