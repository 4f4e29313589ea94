//! The connection to a client: its player, its transport and the frames sent to it.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes};
use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::live::{Broadcast, Frame, Subscriber};
use crate::protocol::{Code, Done, Reason, RequestError, Scopes, ServerMessage};
use chivalry_play::player::{Player, PlayerId};

use crate::http::error::store_error;
use crate::http::net::scheduling::work_limits::WorkPermit;
use crate::http::owner_router::ClientIdentity;
use crate::http::session::latency::LatencyMeter;
use crate::http::session::transport::{Step, Transport, in_time};
use crate::http::state::AppState;

/// Capacity of the queue of updates. A client that falls further behind receives a snapshot
/// instead.
pub(crate) const OUTBOX_CAPACITY: usize = 256;

/// Delay after which clients of a draining server should reconnect.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Close codes (`docs/protocol.md`, "Close codes").
const GOING_AWAY: u16 = 1001;
pub(crate) const POLICY_VIOLATION: u16 = 1008;

/// The player that a client names.
pub(crate) enum Credential {
    /// The owner of a token in the handshake.
    Token(String),
    /// The owner of the token in an `auth` frame, or no player. It is boxed, because every
    /// connection has room for a credential.
    Frame(Box<AuthFrame>),
    /// A new guest.
    Guest,
}

/// An `auth` frame.
pub(crate) struct AuthFrame {
    pub(crate) id: Option<String>,
    pub(crate) token: Option<String>,
    /// The permit of a new connection, which is held until `hello`.
    pub(crate) permit: Option<WorkPermit>,
}

/// A client's connection, its player and its queue of updates.
pub(crate) struct Connection<T> {
    pub(crate) app: AppState,
    pub(crate) transport: T,
    pub(crate) player: Option<Player>,
    pub(crate) scopes: Scopes,
    pub(crate) subscriber: Subscriber,
    pub(crate) lag: LatencyMeter,
    /// True if the current frame was answered.
    pub(crate) has_answered: bool,
    /// True if the current frame made a move.
    pub(crate) has_moved: bool,
    /// True if another node acquired the entity of the current frame.
    pub(crate) owner_changed: bool,
    /// True while the current frame is a replay for a new owner. The client already received its
    /// `ok`.
    pub(crate) is_replay: bool,
}

impl<T: Transport> Connection<T> {
    /// Creates a connection without a player, and its queue of updates.
    pub(crate) fn new(app: AppState, transport: T) -> (Connection<T>, mpsc::Receiver<Broadcast>) {
        let (subscriber, updates) = Subscriber::new(OUTBOX_CAPACITY);
        let connection = Connection {
            app,
            transport,
            player: None,
            scopes: Scopes::default(),
            subscriber,
            lag: LatencyMeter::new(Instant::now()),
            has_answered: false,
            has_moved: false,
            owner_changed: false,
            is_replay: false,
        };
        (connection, updates)
    }

    /// The id of the player, if the client has one.
    pub(crate) fn viewer(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    /// The player of a command.
    ///
    /// # Errors
    ///
    /// `unauthorized` without a player.
    pub(crate) fn player(&self) -> Result<&Player, RequestError> {
        let missing = || RequestError::new(Code::Unauthorized, Reason::TokenNeededToPlay);
        self.player.as_ref().ok_or_else(missing)
    }

    /// Reads the player's current record, which may have become an account or a bot after the
    /// connection opened.
    ///
    /// # Errors
    ///
    /// `unauthorized` without a player; `unavailable` if the store cannot be read.
    pub(crate) async fn player_now(&mut self) -> Result<Player, RequestError> {
        let player = self.player()?;
        let known =
            self.app.store.players().by_id(player.id).await.map_err(|error| store_error(&error))?;
        Ok(known.unwrap_or_else(|| player.clone()))
    }

    /// The identity that other nodes receive with each frame of connection number `connection`.
    pub(crate) fn identity(&self, connection: u64) -> ClientIdentity {
        let (is_replay, scopes, lag) = (self.is_replay, self.scopes, self.lag.lag());
        let player = self.viewer();
        ClientIdentity { is_replay, connection, player, scopes, lag, number: None }
    }

    /// The latency credited to a move.
    pub(crate) fn move_lag(&self) -> Duration {
        self.transport.remote_lag().unwrap_or_else(|| self.lag.lag())
    }

    pub(crate) async fn ping(&mut self) -> Step {
        let payload = self.lag.ping(Instant::now());
        self.send(Message::Ping(payload)).await
    }

    pub(crate) async fn send_bye(&mut self) -> Step {
        self.say_bye("the server is shutting down", RETRY_AFTER, None).await
    }

    /// Asks the client to reconnect to the node that owns its match.
    pub(crate) async fn send_to_node(&mut self, at: &str) -> Step {
        self.say_bye("another node owns the match", Duration::ZERO, Some(at)).await
    }

    async fn say_bye(
        &mut self,
        reason: &'static str,
        retry_after: Duration,
        at: Option<&str>,
    ) -> Step {
        let retry_after_ms = retry_after.as_millis() as u64;
        self.send_message(&ServerMessage::Bye { reason, retry_after_ms, at }).await?;
        self.close(GOING_AWAY, reason).await
    }

    /// Ends the connection because the server drains, or else because its token ended.
    pub(crate) async fn send_end(&mut self) -> Step {
        if self.app.draining.is_cancelled() {
            return self.send_bye().await;
        }
        self.close(POLICY_VIOLATION, "the token is no longer valid").await
    }

    /// Closes the connection of an erased player.
    pub(crate) async fn close_erased(&mut self) -> Step {
        // The client's own node closes the connection.
        if T::IS_REMOTE {
            return ControlFlow::Continue(());
        }
        self.player = None;
        self.scopes = Scopes::default();
        self.close(POLICY_VIOLATION, "the player has been erased").await
    }

    pub(crate) async fn report(
        &mut self,
        id: Option<&str>,
        done: Result<Done, RequestError>,
    ) -> Step {
        match done {
            Ok(done) => self.send_message(&ServerMessage::Ok { re: id, done }).await,
            Err(error) => self.refuse(id, &error).await,
        }
    }

    pub(crate) async fn refuse(&mut self, id: Option<&str>, error: &RequestError) -> Step {
        if error.more.is_moved || self.is_replay {
            // The next owner answers instead.
            self.owner_changed = true;
            return ControlFlow::Continue(());
        }
        self.send_message(&ServerMessage::Err { re: id, error }).await
    }

    pub(crate) async fn send_message(&mut self, message: &ServerMessage<'_>) -> Step {
        let is_answer = matches!(message, ServerMessage::Ok { .. } | ServerMessage::Err { .. });
        if self.is_replay && matches!(message, ServerMessage::Ok { .. }) {
            return ControlFlow::Continue(());
        }
        let frame = Message::Text(message.to_json().into());
        self.has_answered |= is_answer;
        match is_answer {
            true => in_time(self.transport.feed_answer(frame)).await,
            false => self.send(frame).await,
        }
    }

    pub(crate) async fn send_text(&mut self, text: String) -> Step {
        self.send_frame(text.into()).await
    }

    pub(crate) async fn send_frame(&mut self, frame: Frame) -> Step {
        self.send(Message::Text(frame)).await
    }

    /// Sends a frame of another node.
    pub(crate) async fn send_relayed(&mut self, frame: Bytes) -> Step {
        match Frame::try_from(frame) {
            Ok(frame) => self.send_frame(frame).await,
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Queues a frame for the next flush.
    async fn send(&mut self, message: Message) -> Step {
        in_time(self.transport.feed(message)).await
    }

    pub(crate) async fn flush(&mut self) -> Step {
        in_time(self.transport.flush(self.owner_changed)).await
    }

    pub(crate) async fn close(&mut self, code: u16, reason: &'static str) -> Step {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await?;
        self.flush().await?;
        ControlFlow::Break(())
    }
}
