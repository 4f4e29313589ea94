//! WebSocket sessions: one task per connection reads frames, answers them and forwards updates. A
//! session keeps no state after its connection ends (`docs/protocol.md`, "WebSocket").

use std::collections::HashMap;
use std::error::Error as _;
use std::future::pending;
use std::mem;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::response::Response;
use bytes::Bytes;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, sleep_until};
use tungstenite::error::ProtocolError::ResetWithoutClosingHandshake;

use crate::live::{Broadcast, LiveError, Notice, Notifier, Subscriber};
use crate::protocol::{
    ClientFrame, ClientMessage, Code, Done, PlayerView, Reason, RequestError, Scope, Scopes,
    ServerMessage, rfc3339,
};
use chivalry_play::lobby::ConnectionId;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};

use crate::http::error::{ApiError, ApiResult, Failures, live_error};
use crate::http::extract::auth;
use crate::http::extract::auth::Token;
use crate::http::gateway::remote_session::RemoteTransport;
use crate::http::net::client_addr::{Address, Caller};
use crate::http::net::connection_limit;
use crate::http::net::listener;
use crate::http::net::rate_limit::{Limit, read_backoff};
use crate::http::session::analysis;
use crate::http::session::analysis::RunningAnalysis;
use crate::http::session::dispatch;
use crate::http::session::dispatch::{Route, Routing};
use crate::http::session::featured;
use crate::http::session::featured::FeaturedSubscription;
use crate::http::session::latency::LatencyMeter;
use crate::http::session::matches::Watched;
use crate::http::session::transport::{Transport, in_time};
use crate::http::state::{AppState, LARGEST_REQUEST};
use chivalry_tournament::TournamentId;

/// Read buffer per connection, in bytes. The library's default of 128 KiB would be allocated and
/// zeroed for every connection. A longer frame needs several reads.
const READ_BUFFER: usize = 1024;

/// Write buffer, in bytes. Frames queued together leave in one write up to this size.
const WRITE_BUFFER: usize = 4 * 1024;

/// Frames up to this size, in bytes, are read completely, so that the client receives `too_large`
/// before the connection closes.
const MAX_MESSAGE: usize = 2 * 1024 * 1024;

/// Capacity of the queue of updates. A client that falls further behind receives a snapshot
/// instead.
const OUTBOX_CAPACITY: usize = 256;

/// Interval of pings. A client that sends nothing between two of them is disconnected.
const KEEPALIVE: Duration = Duration::from_secs(20);

/// Maximum owner changes that are followed for one frame.
const MAX_OWNER_CHANGES: u32 = 4;

/// Delay after which clients of a draining server should reconnect.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Close codes (`docs/protocol.md`, "WebSocket").
const GOING_AWAY: u16 = 1001;
const PROTOCOL_ERROR: u16 = 1002;
const UNSUPPORTED_DATA: u16 = 1003;
const INVALID_PAYLOAD: u16 = 1007;
const POLICY_VIOLATION: u16 = 1008;
const MESSAGE_TOO_BIG: u16 = 1009;

#[derive(Deserialize)]
pub(crate) struct TokenQuery {
    token: Option<String>,
}

/// `Continue` keeps the connection open; `Break` ends its task.
pub(crate) type Step = ControlFlow<()>;

/// Open a WebSocket
///
/// Without a token, the client becomes a new guest. With an unknown token, the client may watch
/// matches but not play.
#[utoipa::path(get, path = "/ws", tag = "live",
    params(("token" = Option<String>, Query, description = "a token, where no header can be set")),
    responses((status = 101, description = "frames of JSON follow"), Failures))]
pub(crate) async fn open(
    State(app): State<AppState>,
    Query(query): Query<TokenQuery>,
    headers: HeaderMap,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let upgrade = upgrade.map_err(|fault| {
        let detail = fault.body_text().into();
        ApiError::new(Code::BadFrame, Reason::UpgradeRefused.with([("detail", detail)]))
    })?;
    listener::check_origin(&headers, &app)?;
    let proxied_permit = match caller.is_proxied {
        true => Some(Arc::new(app.allowances.admit_proxied(caller.address)?)),
        false => None,
    };
    let bearer = headers.get(AUTHORIZATION).map(|value| {
        let text = value.to_str().unwrap_or_default();
        text.split_once(' ').map_or(text, |(_, token)| token).trim().to_owned()
    });
    let token = bearer.or(query.token);
    let response = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            let Caller { address, permit, .. } = caller;
            let session = Session {
                address,
                permits: [permit, proxied_permit],
                ..Session::new(app, Transport::Socket(socket))
            };
            Box::new(session).run(token).await;
        });
    Ok(response)
}

pub(crate) struct Session {
    pub(crate) app: AppState,
    pub(crate) transport: Transport,
    /// The client's address, or `None` if address limits do not apply.
    address: Option<Address>,
    /// The permits of the connection itself and of the client behind a proxy.
    permits: [Option<Arc<connection_limit::ConnectionPermit>>; 2],
    /// Routes to other nodes; `None` on a single node.
    pub(crate) routing: Option<Box<Routing>>,
    /// True if another node acquired the entity of the current frame.
    pub(crate) owner_changed: bool,
    /// True while the current frame is a replay for a new owner. The client already received its
    /// `ok`.
    pub(crate) is_replay: bool,
    pub(crate) player: Option<Player>,
    pub(crate) scopes: Scopes,
    pub(crate) subscriber: Subscriber,
    pub(crate) updates: mpsc::Receiver<Broadcast>,
    pub(crate) watched: HashMap<MatchId, Watched>,
    /// The lobby's id of the connection, set after authentication.
    pub(crate) connection: Option<ConnectionId>,
    pub(crate) notifier: Notifier,
    pub(crate) notices: mpsc::Receiver<Box<Notice>>,
    /// The lobby version last sent, while the client follows the lobby.
    pub(crate) lobby_v: Option<u64>,
    pub(crate) featured: Option<FeaturedSubscription>,
    /// The followed tournaments, each with the version last sent.
    pub(crate) followed: HashMap<TournamentId, u32>,
    pub(crate) analysis: Option<RunningAnalysis>,
    limiter: DefaultDirectRateLimiter,
    /// The end of the read back-off after a rate limit.
    backoff_until: Option<Instant>,
    received_since_ping: bool,
    pub(crate) lag: LatencyMeter,
}

impl Session {
    /// Creates the session of a client that is connected to another node.
    pub(crate) fn remote(app: AppState, transport: RemoteTransport, scopes: Scopes) -> Session {
        Session { scopes, ..Session::new(app, Transport::Remote(Box::new(transport))) }
    }

    fn new(app: AppState, transport: Transport) -> Session {
        let (subscriber, updates) = Subscriber::new(OUTBOX_CAPACITY);
        let (notifier, notices) = Notifier::new(OUTBOX_CAPACITY);
        let per_second =
            NonZeroU32::new(app.options.commands_per_second).unwrap_or(NonZeroU32::MIN);
        Session {
            limiter: RateLimiter::direct(Quota::per_second(per_second)),
            app,
            transport,
            address: None,
            permits: [None, None],
            routing: None,
            owner_changed: false,
            is_replay: false,
            player: None,
            scopes: Scopes::default(),
            subscriber,
            updates,
            watched: HashMap::new(),
            connection: None,
            notifier,
            notices,
            lobby_v: None,
            featured: None,
            followed: HashMap::new(),
            analysis: None,
            backoff_until: None,
            received_since_ping: true,
            lag: LatencyMeter::new(Instant::now()),
        }
    }

    pub(crate) async fn run(mut self: Box<Session>, token: Option<String>) {
        let _open_socket = self.app.metrics.open_socket();
        if self.greet(token).await.is_break() {
            return;
        }
        self.connect_to_lobby().await;
        self.start_routing();
        self.register_with_lobby_owner();
        self.serve().await;
        self.leave().await;
    }

    /// Serves a client that is connected to another node, until that node closes the connection.
    pub(crate) async fn receive(mut self: Box<Session>, player: Option<PlayerId>) {
        if let Some(player) = player {
            match self.app.store.player(player).await {
                Ok(player) => self.player = player,
                Err(error) => {
                    return tracing::error!(%error, "failed to load the player of a remote session");
                }
            }
        }
        self.serve().await;
        self.leave().await;
    }

    /// Registers the connection with the lobby, which then sends the player's notices.
    async fn connect_to_lobby(&mut self) {
        if self.connection.is_none() {
            let connection = self.app.lobby.connect(self.viewer(), self.notifier.clone()).await;
            self.connection = Some(connection);
        }
    }

    async fn serve(&mut self) {
        let mut draining = pin!(self.app.draining.clone().cancelled_owned());
        // Remote sessions do not drain: their entities move to another owner.
        let is_remote = self.transport.remote().is_some();
        let mut keepalive = keepalive_interval();
        loop {
            let step = tokio::select! {
                message = self.transport.recv(), if self.backoff_until.is_none() => match message {
                    Some(Ok(message)) => self.on_frame(message).await,
                    Some(Err(error)) => self.on_error(&error).await,
                    None => ControlFlow::Break(()),
                },
                Some(update) = self.updates.recv() => self.forward(&update).await,
                Some(notice) = self.notices.recv() => Box::pin(self.notify(&notice)).await,
                event = dispatch::next_remote_event(&mut self.routing) => Box::pin(self.on_remote_event(event)).await,
                () = featured::changed(&mut self.featured) => self.send_featured().await,
                result = analysis::next_result(&mut self.analysis) => self.send_analysis(result).await,
                _ = keepalive.tick() => self.keepalive().await,
                () = &mut draining, if !is_remote => self.send_bye().await,
                () = until(self.backoff_until) => {
                    self.backoff_until = None;
                    ControlFlow::Continue(())
                }
            };
            if step.is_break() || self.flush_pending().await.is_break() {
                break;
            }
        }
    }

    /// Cancels all subscriptions of the connection.
    async fn leave(&mut self) {
        self.end_routing().await;
        if let Some(connection) = self.connection.take() {
            self.app.lobby.disconnect(connection).await;
        }
        for id in mem::take(&mut self.watched).into_keys() {
            // An ended match has no subscribers left.
            let _ = self.app.live.unwatch(id, &self.subscriber).await;
        }
    }

    /// Forwards pending updates, then flushes. A move's `ok` and its event therefore leave in one
    /// write.
    async fn flush_pending(&mut self) -> Step {
        for _ in 0..OUTBOX_CAPACITY {
            let Ok(update) = self.updates.try_recv() else { break };
            self.forward(&update).await?;
        }
        self.flush().await
    }

    /// Authenticates the client and sends `hello`.
    async fn greet(&mut self, token: Option<String>) -> Step {
        let mut new_token: Option<Token> = None;
        match token {
            Some(token) => match auth::player_of(&self.app, &token).await {
                Ok((player, scopes)) => {
                    self.player = Some(player);
                    self.scopes = scopes;
                }
                Err(error) => self.refuse(None, &error).await?,
            },
            None => match auth::new_guest(&self.app, self.address).await {
                Ok((player, token)) => {
                    self.player = Some(player);
                    self.scopes = Scope::ALL.into_iter().collect();
                    new_token = Some(token);
                }
                Err(ApiError(error)) => self.refuse(None, &error).await?,
            },
        }
        let hello = ServerMessage::Hello {
            player: self.player.as_ref().map(PlayerView::from),
            token: new_token.as_ref().map(Token::as_str),
            protocol: "chivalry/1",
            limits: self.app.limits(),
            now: rfc3339(self.app.live.time().now()),
        };
        self.send_message(&hello).await?;
        self.flush().await
    }

    async fn on_frame(&mut self, message: Message) -> Step {
        self.received_since_ping = true;
        self.is_replay = self.transport.remote().is_some_and(RemoteTransport::is_replay);
        self.app.metrics.frame_received();
        match message {
            Message::Text(text) if text.len() > LARGEST_REQUEST => {
                let message = Reason::FrameTooLarge.with([("most", LARGEST_REQUEST.into())]);
                self.refuse(None, &RequestError::new(Code::TooLarge, message)).await?;
                self.close_abusive(MESSAGE_TOO_BIG, "the frame is too large").await
            }
            // An empty frame from another node subscribes to the player's notices.
            Message::Text(text) if self.transport.remote().is_some() && text.is_empty() => {
                self.connect_to_lobby().await;
                ControlFlow::Continue(())
            }
            Message::Text(text) => {
                if self.check_rate().await? {
                    // The future is boxed, which keeps idle connections small.
                    Box::pin(self.answer(&text)).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            Message::Binary(_) => self.close_abusive(UNSUPPORTED_DATA, "frames are text").await,
            Message::Pong(payload) => {
                self.lag.pong(&payload, Instant::now());
                ControlFlow::Continue(())
            }
            Message::Ping(_) => ControlFlow::Continue(()),
            Message::Close(_) => {
                // The library queues the close reply.
                self.flush().await?;
                ControlFlow::Break(())
            }
        }
    }

    /// Closes a failed connection, with a close code if the client can still receive one.
    async fn on_error(&mut self, error: &axum::Error) -> Step {
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

    async fn check_rate(&mut self) -> ControlFlow<(), bool> {
        // The client's own node charges the limits.
        if self.transport.remote().is_some() {
            return ControlFlow::Continue(true);
        }
        let limits = &self.app.allowances;
        let checked = self.limiter.check().map_err(|early| {
            limits.count(Limit::CommandsPerSecond);
            RequestError::rate_limited(
                Reason::TooManyCommands,
                early.wait_time_from(DefaultClock::default().now()),
            )
        });
        let checked = checked.and_then(|()| limits.request(self.address));
        let checked = checked.and_then(|()| match &self.player {
            Some(player) => limits.command(player.id),
            None => Ok(()),
        });
        let Err(mut error) = checked else { return ControlFlow::Continue(true) };
        // Reading pauses after a refusal, so that an abusive client cannot make the server answer
        // every frame.
        let read_backoff = read_backoff();
        self.backoff_until = Some(Instant::now() + read_backoff);
        let wait = error.more.retry_after_ms.unwrap_or_default();
        error.more.retry_after_ms = Some(wait.max(read_backoff.as_millis() as u64));
        self.refuse(None, &error).await?;
        ControlFlow::Continue(false)
    }

    /// Answers a frame here or at its owner, and retries if the owner changes meanwhile.
    pub(crate) async fn answer(&mut self, text: &str) -> Step {
        for _ in 0..MAX_OWNER_CHANGES {
            self.owner_changed = false;
            self.answer_once(text).await?;
            if self.transport.remote().is_some() {
                return ControlFlow::Continue(());
            }
            if !self.owner_changed {
                return self.resubscribe_lost().await;
            }
        }
        self.owner_changed = false;
        if self.is_replay {
            // The client reconnects and subscribes again.
            return self.send_bye().await;
        }
        let ClientFrame { id, .. } = ClientFrame::read(text);
        self.refuse(id.as_deref(), &live_error(&LiveError::CutOff)).await
    }

    async fn answer_once(&mut self, text: &str) -> Step {
        let ClientFrame { id, message } = ClientFrame::read(text);
        let message = match message {
            Ok(message) => message,
            Err(error) => return self.refuse(id.as_deref(), &error).await,
        };
        // Without a player, the commands themselves answer `unauthorized`.
        if self.player.is_some()
            && let Err(error) = self.scopes.check(message.scope())
        {
            return self.refuse(id.as_deref(), &error).await;
        }
        match self.route(&message, text).await {
            Route::Local => {}
            Route::Remote => return ControlFlow::Continue(()),
            Route::Unreachable(error) => return self.refuse(id.as_deref(), &error).await,
        }
        match message {
            ClientMessage::Ping => {
                let now = rfc3339(self.app.live.time().now());
                self.send_message(&ServerMessage::Pong { re: id.as_deref(), now }).await
            }
            ClientMessage::Command { match_id, command, legal } => {
                self.command(id, match_id, command, legal).await
            }
            // Boxed, because these futures are large and rare.
            ClientMessage::Watch { match_id, since, legal, chat } => {
                Box::pin(self.watch(id, match_id, since, legal)).await?;
                if chat {
                    Box::pin(self.subscribe_chat(match_id)).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            ClientMessage::Chat { match_id, request } => {
                Box::pin(self.chat(id, match_id, &request)).await
            }
            ClientMessage::Unwatch { match_id } => Box::pin(self.unwatch(id, match_id)).await,
            ClientMessage::Lobby(message) => {
                self.connect_to_lobby().await;
                Box::pin(self.lobby(id, message)).await
            }
            ClientMessage::Channel(request) => Box::pin(self.follow_channel(id, &request)).await,
            ClientMessage::Tournament(request) => {
                Box::pin(self.follow_tournament(id, request)).await
            }
            ClientMessage::Analyse(request) => Box::pin(self.analyse(id, request)).await,
            ClientMessage::Create(request) => Box::pin(self.create(id, request)).await,
            ClientMessage::Premove { match_id, request } => {
                Box::pin(self.premove(id, match_id, request)).await
            }
        }
    }

    async fn keepalive(&mut self) -> Step {
        if !self.received_since_ping && self.transport.remote().is_none() {
            return ControlFlow::Break(());
        }
        self.received_since_ping = false;
        // The lag flag may have been set after the last update was received.
        if self.subscriber.take_lagged() {
            Box::pin(self.resync()).await?;
        }
        self.resync_lobby().await?;
        self.ping().await
    }

    pub(crate) async fn ping(&mut self) -> Step {
        let payload = self.lag.ping(Instant::now());
        self.send(Message::Ping(payload)).await
    }

    pub(crate) async fn send_bye(&mut self) -> Step {
        let message = ServerMessage::Bye {
            reason: "the server is going away",
            retry_after_ms: RETRY_AFTER.as_millis() as u64,
        };
        self.send_message(&message).await?;
        self.close(GOING_AWAY, "the server is going away").await
    }

    /// Closes the connection of an erased player.
    pub(crate) async fn close_erased(&mut self) -> Step {
        // The client's own node closes the connection.
        if self.transport.remote().is_some() {
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
        if self.is_replay && matches!(message, ServerMessage::Ok { .. }) {
            return ControlFlow::Continue(());
        }
        self.send(Message::Text(message.to_json().into())).await
    }

    pub(crate) async fn send_bytes(&mut self, frame: Bytes) -> Step {
        match Utf8Bytes::try_from(frame) {
            Ok(text) => self.send(Message::Text(text)).await,
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Queues a frame for the next flush.
    pub(crate) async fn send(&mut self, message: Message) -> Step {
        in_time(self.transport.feed(message)).await
    }

    async fn flush(&mut self) -> Step {
        in_time(self.transport.flush(self.owner_changed)).await
    }

    /// Closes the connection for a protocol violation and charges its permits.
    async fn close_abusive(&mut self, code: u16, reason: &'static str) -> Step {
        self.permits.iter().flatten().for_each(|permit| permit.mark_abusive());
        self.close(code, reason).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Step {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await?;
        self.flush().await?;
        ControlFlow::Break(())
    }
}

/// Waits until `deadline`; never completes without one.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => pending().await,
    }
}

fn keepalive_interval() -> Interval {
    let mut pings = interval(KEEPALIVE);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings
}

pub(crate) fn unauthorized() -> RequestError {
    RequestError::new(Code::Unauthorized, Reason::TokenNeededToPlay)
}
