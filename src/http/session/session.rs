//! One WebSocket connection: frames in, frames out, and nothing kept between
//! connections (`docs/protocol.md`, "WebSocket").

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
use crate::http::session::analysis::Analysing;
use crate::http::session::dispatch::{ConnectionPermit, Routing};
use crate::http::session::featured::Following;
use crate::http::session::latency::LatencyMeter;
use crate::http::session::matches::Watched;
use crate::http::session::transport::{Transport, in_time};
use crate::http::state::{AppState, LARGEST_REQUEST};
use chivalry_tournament::TournamentId;

/// Small on purpose: the library's 128 KiB are zeroed and kept for every
/// connection. A longer frame takes more reads.
const READ_BUFFER: usize = 1024;

/// Frames that are told together leave together: up to this size, in bytes.
const WRITE_BUFFER: usize = 4 * 1024;

/// Frames up to this size are read to their end, so that a client that sends
/// too much is told so before the connection closes.
const LARGEST_READ: usize = 2 * 1024 * 1024;

/// Updates that may wait for a client; one that is further behind is given a
/// snapshot.
const OUTBOX: usize = 256;

/// How often the connection is tried; a client silent for two of these is
/// gone.
const KEEPALIVE: Duration = Duration::from_secs(20);

/// How often something that moves from node to node is followed with one
/// frame.
const MOST_MOVES: u32 = 4;

/// When clients are asked to come back after the server goes away.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Close codes of `docs/protocol.md`.
const GOING_AWAY: u16 = 1001;
const BROKEN: u16 = 1002;
const NOT_TEXT: u16 = 1003;
const NOT_UTF_8: u16 = 1007;
const NOBODYS: u16 = 1008;
const TOO_LARGE: u16 = 1009;

#[derive(Deserialize)]
pub(crate) struct TokenQuery {
    token: Option<String>,
}

/// The connection goes on, or is closed.
pub(crate) type Step = ControlFlow<()>;
pub(crate) const GO_ON: Step = ControlFlow::Continue(());
pub(crate) const STOP: Step = ControlFlow::Break(());

/// Open a WebSocket
///
/// Without a token the client is a new guest; with one that is not known, it
/// may watch but not play.
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
    let carried = match caller.is_proxied {
        true => Some(Arc::new(app.allowances.admit_proxied(caller.address)?)),
        false => None,
    };
    let header = headers.get(AUTHORIZATION).map(|value| {
        let text = value.to_str().unwrap_or_default();
        text.split_once(' ').map_or(text, |(_, token)| token).trim().to_owned()
    });
    let token = header.or(query.token);
    let opened = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(LARGEST_READ)
        .max_frame_size(LARGEST_READ)
        .on_upgrade(move |socket| async move {
            let Caller { address, place, .. } = caller;
            let session = Session {
                address,
                places: [place, carried],
                ..Session::new(app, Transport::Socket(socket))
            };
            Box::new(session).run(token).await;
        });
    Ok(opened)
}

pub(crate) struct Session {
    pub(crate) app: AppState,
    pub(crate) line: Transport,
    /// From where the client comes, where that is counted.
    address: Option<Address>,
    /// What counts the connection, and what counts it behind its proxy.
    places: [Option<Arc<connection_limit::ConnectionPermit>>; 2],
    /// The way to what other nodes own, where there are several.
    pub(crate) routing: Option<Box<Routing>>,
    /// Whether what was just asked for is not this node's any more.
    pub(crate) is_moved: bool,
    /// Whether what is answered now was asked of an earlier owner: the client has had its
    /// `ok`.
    pub(crate) is_again: bool,
    pub(crate) player: Option<Player>,
    pub(crate) scopes: Scopes,
    pub(crate) subscriber: Subscriber,
    pub(crate) updates: mpsc::Receiver<Broadcast>,
    pub(crate) watched: HashMap<MatchId, Watched>,
    /// Named once it is known who the client is.
    pub(crate) connection: Option<ConnectionId>,
    pub(crate) notifier: Notifier,
    pub(crate) notices: mpsc::Receiver<Box<Notice>>,
    /// The version of the lobby that the client has, while it follows it.
    pub(crate) lobby_v: Option<u64>,
    pub(crate) following: Option<Following>,
    /// The tournaments that the client follows, and the versions that it has.
    pub(crate) followed: HashMap<TournamentId, u32>,
    pub(crate) analysing: Option<Analysing>,
    limiter: DefaultDirectRateLimiter,
    /// Until when nothing of what the client says is read, as it was too much.
    unread_until: Option<Instant>,
    heard_since_ping: bool,
    pub(crate) lag: LatencyMeter,
}

impl Session {
    /// The session of a client that is connected to another node.
    pub(crate) fn guest(app: AppState, line: RemoteTransport, scopes: Scopes) -> Session {
        Session { scopes, ..Session::new(app, Transport::Guest(Box::new(line))) }
    }

    fn new(app: AppState, line: Transport) -> Session {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let (notifier, notices) = Notifier::new(OUTBOX);
        let per_second =
            NonZeroU32::new(app.options.commands_per_second).unwrap_or(NonZeroU32::MIN);
        Session {
            limiter: RateLimiter::direct(Quota::per_second(per_second)),
            app,
            line,
            address: None,
            places: [None, None],
            routing: None,
            is_moved: false,
            is_again: false,
            player: None,
            scopes: Scopes::default(),
            subscriber,
            updates,
            watched: HashMap::new(),
            connection: None,
            notifier,
            notices,
            lobby_v: None,
            following: None,
            followed: HashMap::new(),
            analysing: None,
            unread_until: None,
            heard_since_ping: true,
            lag: LatencyMeter::new(Instant::now()),
        }
    }

    pub(crate) async fn run(mut self: Box<Session>, token: Option<String>) {
        let _counted = self.app.metrics.open_socket();
        if self.greet(token).await.is_break() {
            return;
        }
        self.connect_to_lobby().await;
        self.begin_routing();
        self.reach_lobby();
        self.serve().await;
        self.leave().await;
    }

    /// Answers a client that is connected to another node, for as long as that
    /// has something to do with this one.
    pub(crate) async fn receive(mut self: Box<Session>, player: Option<PlayerId>) {
        if let Some(player) = player {
            match self.app.store.player(player).await {
                Ok(known) => self.player = known,
                Err(error) => return tracing::error!(%error, "a player could not be read"),
            }
        }
        self.serve().await;
        self.leave().await;
    }

    /// Makes the connection known to the lobby, which tells its player what
    /// concerns them.
    async fn connect_to_lobby(&mut self) {
        if self.connection.is_none() {
            let connection = self.app.lobby.connect(self.viewer(), self.notifier.clone()).await;
            self.connection = Some(connection);
        }
    }

    async fn serve(&mut self) {
        let mut draining = pin!(self.app.draining.clone().cancelled_owned());
        // What a guest has here moves; it stays at its own node.
        let is_guest = self.line.guest().is_some();
        let mut keepalive = keepalive();
        loop {
            let step = tokio::select! {
                message = self.line.recv(), if self.unread_until.is_none() => match message {
                    Some(Ok(message)) => self.take(message).await,
                    Some(Err(error)) => self.lost(&error).await,
                    None => STOP,
                },
                Some(told) = self.updates.recv() => self.pass_on(&told).await,
                Some(notice) = self.notices.recv() => Box::pin(self.notify(&notice)).await,
                news = crate::http::session::dispatch::news(&mut self.routing) => Box::pin(self.take_news(news)).await,
                () = crate::http::session::featured::changed(&mut self.following) => self.show().await,
                thought = crate::http::session::analysis::next(&mut self.analysing) => self.tell_thought(thought).await,
                _ = keepalive.tick() => self.try_connection().await,
                () = &mut draining, if !is_guest => self.say_goodbye().await,
                () = until(self.unread_until) => {
                    self.unread_until = None;
                    GO_ON
                }
            };
            if step.is_break() || self.tell_what_is_ready().await.is_break() {
                break;
            }
        }
    }

    /// Lets go of all that the connection had to do with.
    async fn leave(&mut self) {
        self.end_routing().await;
        if let Some(connection) = self.connection.take() {
            self.app.lobby.disconnect(connection).await;
        }
        for id in mem::take(&mut self.watched).into_keys() {
            // A match that is gone has nobody to tell.
            let _ = self.app.live.unwatch(id, &self.subscriber).await;
        }
    }

    /// Sends what has been written, with what else there is to tell by now: a
    /// move's `ok` and its event are one packet.
    async fn tell_what_is_ready(&mut self) -> Step {
        for _ in 0..OUTBOX {
            let Ok(told) = self.updates.try_recv() else { break };
            self.pass_on(&told).await?;
        }
        self.flush().await
    }

    /// Finds out who the client is, and says hello.
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
        self.say(&hello).await?;
        self.flush().await
    }

    async fn take(&mut self, message: Message) -> Step {
        self.heard_since_ping = true;
        self.is_again = self.line.guest().is_some_and(RemoteTransport::is_again);
        self.app.metrics.frame_received();
        match message {
            Message::Text(text) if text.len() > LARGEST_REQUEST => {
                let message = Reason::FrameTooLarge.with([("most", LARGEST_REQUEST.into())]);
                self.refuse(None, &RequestError::new(Code::TooLarge, message)).await?;
                self.cut_off(TOO_LARGE, "the frame is too large").await
            }
            // Who wants to be told what concerns its player.
            Message::Text(text) if self.line.guest().is_some() && text.is_empty() => {
                self.connect_to_lobby().await;
                GO_ON
            }
            Message::Text(text) => {
                if self.is_within_rate().await? {
                    // Most connections say nothing: they need not have room for what is said.
                    Box::pin(self.answer(&text)).await
                } else {
                    GO_ON
                }
            }
            Message::Binary(_) => self.cut_off(NOT_TEXT, "frames are text").await,
            Message::Pong(payload) => {
                self.lag.pong(&payload, Instant::now());
                GO_ON
            }
            Message::Ping(_) => GO_ON,
            Message::Close(_) => {
                // The answer to it is written by the library.
                self.flush().await?;
                STOP
            }
        }
    }

    /// The connection failed: the client is told why, if it can still hear.
    async fn lost(&mut self, error: &axum::Error) -> Step {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<tungstenite::Error>());
        match cause {
            Some(tungstenite::Error::Capacity(_)) => {
                self.cut_off(TOO_LARGE, "the frame is too large").await
            }
            Some(tungstenite::Error::Utf8(_)) => {
                self.cut_off(NOT_UTF_8, "the text is not UTF-8").await
            }
            Some(tungstenite::Error::Protocol(fault)) if *fault != ResetWithoutClosingHandshake => {
                self.cut_off(BROKEN, "that is no frame of WebSocket").await
            }
            _ => STOP,
        }
    }

    async fn is_within_rate(&mut self) -> ControlFlow<(), bool> {
        // Its own node has looked at that.
        if self.line.guest().is_some() {
            return ControlFlow::Continue(true);
        }
        let allowances = &self.app.allowances;
        let checked = self.limiter.check().map_err(|early| {
            allowances.count(Limit::CommandsPerSecond);
            RequestError::rate_limited(
                Reason::TooManyCommands,
                early.wait_time_from(DefaultClock::default().now()),
            )
        });
        let checked = checked.and_then(|()| allowances.request(self.address));
        let checked = checked.and_then(|()| match &self.player {
            Some(player) => allowances.command(player.id),
            None => Ok(()),
        });
        let Err(mut error) = checked else { return ControlFlow::Continue(true) };
        // An answer to each would cost as much as what is asked: what the client has sent
        // besides waits, and then it waits itself.
        let read_backoff = read_backoff();
        self.unread_until = Some(Instant::now() + read_backoff);
        let wait = error.more.retry_after_ms.unwrap_or_default();
        error.more.retry_after_ms = Some(wait.max(read_backoff.as_millis() as u64));
        self.refuse(None, &error).await?;
        ControlFlow::Continue(false)
    }

    /// Answers a frame, here or at the node that it is for: if that changes
    /// meanwhile, at the next.
    pub(crate) async fn answer(&mut self, text: &str) -> Step {
        for _ in 0..MOST_MOVES {
            self.is_moved = false;
            self.answer_once(text).await?;
            if self.line.guest().is_some() {
                return GO_ON;
            }
            if !self.is_moved {
                return self.follow_what_is_lost().await;
            }
        }
        self.is_moved = false;
        if self.is_again {
            // It comes back, and asks by itself.
            return self.say_goodbye().await;
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
        // A client without a player is told that instead.
        if self.player.is_some()
            && let Err(error) = self.scopes.check(message.scope())
        {
            return self.refuse(id.as_deref(), &error).await;
        }
        match self.place(&message, text).await {
            ConnectionPermit::Here => {}
            ConnectionPermit::There => return GO_ON,
            ConnectionPermit::Nowhere(error) => return self.refuse(id.as_deref(), &error).await,
        }
        match message {
            ClientMessage::Ping => {
                let now = rfc3339(self.app.live.time().now());
                self.say(&ServerMessage::Pong { re: id.as_deref(), now }).await
            }
            ClientMessage::Command { match_id, command, legal } => {
                self.command(id, match_id, command, legal).await
            }
            // These are rare and long: a connection need not have room for them.
            ClientMessage::Watch { match_id, since, legal, chat } => {
                Box::pin(self.watch(id, match_id, since, legal)).await?;
                if chat { Box::pin(self.begin_to_hear(match_id)).await } else { GO_ON }
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

    async fn try_connection(&mut self) -> Step {
        if !self.heard_since_ping && self.line.guest().is_none() {
            return STOP;
        }
        self.heard_since_ping = false;
        // Being cut off may have been noted after the last update was taken.
        if self.subscriber.take_lagged() {
            Box::pin(self.watch_again()).await?;
        }
        self.catch_up_with_lobby().await?;
        self.ping().await
    }

    pub(crate) async fn ping(&mut self) -> Step {
        let payload = self.lag.ping(Instant::now());
        self.send(Message::Ping(payload)).await
    }

    pub(crate) async fn say_goodbye(&mut self) -> Step {
        let bye = ServerMessage::Bye {
            reason: "the server is going away",
            retry_after_ms: RETRY_AFTER.as_millis() as u64,
        };
        self.say(&bye).await?;
        self.close(GOING_AWAY, "the server is going away").await
    }

    /// The player is nobody any more.
    pub(crate) async fn end_for_nobody(&mut self) -> Step {
        // Its own node closes a connection to another.
        if self.line.guest().is_some() {
            return GO_ON;
        }
        self.player = None;
        self.scopes = Scopes::default();
        self.close(NOBODYS, "the player has been erased").await
    }

    pub(crate) async fn report(
        &mut self,
        id: Option<&str>,
        done: Result<Done, RequestError>,
    ) -> Step {
        match done {
            Ok(done) => self.say(&ServerMessage::Ok { re: id, done }).await,
            Err(error) => self.refuse(id, &error).await,
        }
    }

    pub(crate) async fn refuse(&mut self, id: Option<&str>, error: &RequestError) -> Step {
        if error.more.is_moved || self.is_again {
            // The next owner answers.
            self.is_moved = true;
            return GO_ON;
        }
        self.say(&ServerMessage::Err { re: id, error }).await
    }

    pub(crate) async fn say(&mut self, message: &ServerMessage<'_>) -> Step {
        if self.is_again && matches!(message, ServerMessage::Ok { .. }) {
            return GO_ON;
        }
        self.send(Message::Text(message.to_json().into())).await
    }

    pub(crate) async fn send_bytes(&mut self, frame: Bytes) -> Step {
        match Utf8Bytes::try_from(frame) {
            Ok(text) => self.send(Message::Text(text)).await,
            Err(_) => STOP,
        }
    }

    /// Writes a frame, to be sent with those that follow at once.
    pub(crate) async fn send(&mut self, message: Message) -> Step {
        in_time(self.line.feed(message)).await
    }

    async fn flush(&mut self) -> Step {
        in_time(self.line.flush(self.is_moved)).await
    }

    /// Closes the connection for what came over it.
    async fn cut_off(&mut self, code: u16, reason: &'static str) -> Step {
        self.places.iter().flatten().for_each(|place| place.is_abused());
        self.close(code, reason).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Step {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await?;
        self.flush().await?;
        STOP
    }
}

/// Never, where there is nothing to wait for.
async fn until(then: Option<Instant>) {
    match then {
        Some(then) => sleep_until(then).await,
        None => pending().await,
    }
}

fn keepalive() -> Interval {
    let mut keepalive = interval(KEEPALIVE);
    keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    keepalive
}

pub(crate) fn unauthorized() -> RequestError {
    RequestError::new(Code::Unauthorized, Reason::TokenNeededToPlay)
}
