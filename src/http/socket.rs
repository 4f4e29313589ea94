//! One WebSocket connection: frames in, frames out, and nothing kept between
//! connections (`docs/protocol.md`, "WebSocket").

mod analysis;
mod channels;
mod lobby;
mod matches;
mod premoves;
mod talk;
mod tournaments;

use std::collections::HashMap;
use std::error::Error as _;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::response::Response;
use bytes::Bytes;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use crate::live::{Notice, Notifier, Subscriber, Told};
use crate::lobby::ConnectionId;
use crate::matches::MatchId;
use crate::player::Player;
use crate::protocol::{
    ClientFrame, ClientMessage, Code, Done, PlayerView, RequestError, Scope, Scopes, ServerMessage,
    rfc3339,
};

use super::app::{App, LARGEST_REQUEST};
use super::auth::{self, Token};
use super::lag::LagMeter;
use super::problem::store_error;
use crate::store::PlayerError;
use crate::tournament::TournamentId;
use analysis::Analysing;
use channels::Following;
use matches::Watched;

/// Small on purpose: the library's 128 KiB are zeroed and kept for every
/// connection.
const READ_BUFFER: usize = 4 * 1024;

/// Frames up to this size are read to their end, so that a client that sends
/// too much is told so before the connection closes.
const LARGEST_READ: usize = 2 * 1024 * 1024;

/// Updates that may wait for a client; one that is further behind is given a
/// snapshot.
const OUTBOX: usize = 256;

/// A client that takes no frame for so long is gone.
const SEND_WITHIN: Duration = Duration::from_secs(15);

/// How often the connection is tried; a client silent for two of these is
/// gone.
const KEEPALIVE: Duration = Duration::from_secs(20);

/// Commands refused by the rate limit, one after another, that close the
/// connection.
const MOST_IGNORED: u32 = 100;

/// When clients are asked to come back after the server goes away.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Close codes of `docs/protocol.md`.
const GOING_AWAY: u16 = 1001;
const NOT_TEXT: u16 = 1003;
const POLICY: u16 = 1008;
const TOO_LARGE: u16 = 1009;

#[derive(Deserialize)]
pub(super) struct TokenQuery {
    token: Option<String>,
}

/// The connection goes on, or is closed.
type Step = ControlFlow<()>;
const GO_ON: Step = ControlFlow::Continue(());
const STOP: Step = ControlFlow::Break(());

/// Open a WebSocket
///
/// Without a token the client is a new guest; with one that is not known, it
/// may watch but not play.
#[utoipa::path(get, path = "/ws", tag = "live",
    params(("token" = Option<String>, Query, description = "a token, where no header can be set")),
    responses((status = 101, description = "frames of JSON follow")))]
pub(super) async fn open(
    State(app): State<App>,
    Query(query): Query<TokenQuery>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let header = headers.get(AUTHORIZATION).map(|value| {
        let text = value.to_str().unwrap_or_default();
        text.split_once(' ').map_or(text, |(_, token)| token).trim().to_owned()
    });
    let token = header.or(query.token);
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(LARGEST_READ)
        .max_frame_size(LARGEST_READ)
        .on_upgrade(move |socket| async move {
            Session::new(app, socket).run(token).await;
        })
}

struct Session {
    app: App,
    socket: WebSocket,
    player: Option<Player>,
    scopes: Scopes,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Told>,
    watched: HashMap<MatchId, Watched>,
    /// Named once it is known who the client is.
    connection: Option<ConnectionId>,
    notifier: Notifier,
    notices: mpsc::Receiver<Notice>,
    /// The version of the lobby that the client has, while it follows it.
    lobby_v: Option<u64>,
    following: Option<Following>,
    /// The tournaments that the client follows, and the versions that it has.
    followed: HashMap<TournamentId, u32>,
    analysing: Option<Analysing>,
    limiter: DefaultDirectRateLimiter,
    refused_in_a_row: u32,
    heard_since_ping: bool,
    lag: LagMeter,
}

impl Session {
    fn new(app: App, socket: WebSocket) -> Session {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let (notifier, notices) = Notifier::new(OUTBOX);
        let per_second =
            NonZeroU32::new(app.options.commands_per_second).unwrap_or(NonZeroU32::MIN);
        Session {
            limiter: RateLimiter::direct(Quota::per_second(per_second)),
            app,
            socket,
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
            refused_in_a_row: 0,
            heard_since_ping: true,
            lag: LagMeter::new(Instant::now()),
        }
    }

    async fn run(mut self, token: Option<String>) {
        let _counted = self.app.metrics.open_socket();
        if self.greet(token).await.is_break() {
            return;
        }
        let player = self.player.as_ref().map(|player| player.id);
        let connection = self.app.lobby.connect(player, self.notifier.clone()).await;
        self.connection = Some(connection);
        let draining = self.app.draining.clone();
        let mut keepalive = keepalive();
        loop {
            let step = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.take(message).await,
                    Some(Err(error)) => self.lost(&error).await,
                    None => STOP,
                },
                Some(told) = self.updates.recv() => self.pass_on(&told).await,
                Some(notice) = self.notices.recv() => self.notify(&notice).await,
                () = channels::changed(&mut self.following) => self.show().await,
                thought = analysis::next(&mut self.analysing) => self.tell_thought(thought).await,
                _ = keepalive.tick() => self.try_connection().await,
                () = draining.cancelled() => self.say_goodbye().await,
            };
            if step.is_break() {
                break;
            }
        }
        self.app.lobby.disconnect(connection).await;
        for id in self.watched.into_keys() {
            // A match that is gone has nobody to tell.
            let _ = self.app.live.unwatch(id, &self.subscriber).await;
        }
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
            None => match auth::new_guest(&self.app).await {
                Ok((player, token)) => {
                    self.player = Some(player);
                    self.scopes = Scope::ALL.into_iter().collect();
                    new_token = Some(token);
                }
                Err(error) => self.refuse(None, &guest_error(&error)).await?,
            },
        }
        let hello = ServerMessage::Hello {
            player: self.player.as_ref().map(PlayerView::from),
            token: new_token.as_ref().map(Token::as_str),
            protocol: "chivalry/1",
            limits: self.app.limits(),
            now: rfc3339(self.app.live.time().now()),
        };
        self.say(&hello).await
    }

    async fn take(&mut self, message: Message) -> Step {
        self.heard_since_ping = true;
        self.app.metrics.frame_received();
        match message {
            Message::Text(text) if text.len() > LARGEST_REQUEST => {
                let detail = format!("a frame has at most {LARGEST_REQUEST} bytes");
                self.refuse(None, &RequestError::new(Code::TooLarge, detail)).await?;
                self.close(TOO_LARGE, "the frame is too large").await
            }
            Message::Text(text) => {
                if self.is_within_rate().await? {
                    self.answer(&text).await
                } else {
                    GO_ON
                }
            }
            Message::Binary(_) => self.close(NOT_TEXT, "frames are text").await,
            Message::Pong(payload) => {
                self.lag.pong(&payload, Instant::now());
                GO_ON
            }
            Message::Ping(_) => GO_ON,
            Message::Close(_) => STOP,
        }
    }

    /// The connection failed: the client is told why, if it can still hear.
    async fn lost(&mut self, error: &axum::Error) -> Step {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<tungstenite::Error>());
        match cause {
            Some(tungstenite::Error::Capacity(_)) => {
                self.close(TOO_LARGE, "the frame is too large").await
            }
            Some(tungstenite::Error::Utf8(_)) => self.close(1007, "the text is not UTF-8").await,
            _ => STOP,
        }
    }

    async fn is_within_rate(&mut self) -> ControlFlow<(), bool> {
        let Err(early) = self.limiter.check() else {
            self.refused_in_a_row = 0;
            return ControlFlow::Continue(true);
        };
        self.refused_in_a_row += 1;
        if self.refused_in_a_row > MOST_IGNORED {
            self.close(POLICY, "the rate limit was ignored").await?;
        }
        let wait = early.wait_time_from(DefaultClock::default().now());
        self.refuse(None, &RequestError::rate_limited(wait)).await?;
        ControlFlow::Continue(false)
    }

    async fn answer(&mut self, text: &str) -> Step {
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
        match message {
            ClientMessage::Ping => {
                let now = rfc3339(self.app.live.time().now());
                self.say(&ServerMessage::Pong { re: id.as_deref(), now }).await
            }
            ClientMessage::Watch { match_id, since, legal, chat } => {
                self.watch(id, match_id, since, legal).await?;
                if chat { self.begin_to_hear(match_id).await } else { GO_ON }
            }
            ClientMessage::Chat { match_id, request } => self.chat(id, match_id, &request).await,
            ClientMessage::Unwatch { match_id } => self.unwatch(id, match_id).await,
            ClientMessage::Lobby(message) => self.lobby(id, message).await,
            ClientMessage::Channel(request) => self.follow_channel(id, &request).await,
            ClientMessage::Tournament(request) => self.follow_tournament(id, request).await,
            ClientMessage::Analyse(request) => self.analyse(id, request).await,
            ClientMessage::Create(request) => self.create(id, request).await,
            ClientMessage::Premove { match_id, request } => {
                self.premove(id, match_id, request).await
            }
            ClientMessage::Command { match_id, command, legal } => {
                self.command(id, match_id, command, legal).await
            }
        }
    }

    async fn try_connection(&mut self) -> Step {
        if !self.heard_since_ping {
            return STOP;
        }
        self.heard_since_ping = false;
        // Being cut off may have been noted after the last update was taken.
        if self.subscriber.take_lagged() {
            self.watch_again().await?;
        }
        self.catch_up_with_lobby().await?;
        self.ping().await
    }

    async fn ping(&mut self) -> Step {
        let payload = self.lag.ping(Instant::now());
        self.send(Message::Ping(payload)).await
    }

    async fn say_goodbye(&mut self) -> Step {
        let bye = ServerMessage::Bye {
            reason: "the server is going away",
            retry_after_ms: RETRY_AFTER.as_millis() as u64,
        };
        self.say(&bye).await?;
        self.close(GOING_AWAY, "the server is going away").await
    }

    async fn report(&mut self, id: Option<&str>, done: Result<Done, RequestError>) -> Step {
        match done {
            Ok(done) => self.say(&ServerMessage::Ok { re: id, done }).await,
            Err(error) => self.refuse(id, &error).await,
        }
    }

    async fn refuse(&mut self, id: Option<&str>, error: &RequestError) -> Step {
        self.say(&ServerMessage::Err { re: id, error }).await
    }

    async fn say(&mut self, message: &ServerMessage<'_>) -> Step {
        self.send(Message::Text(message.to_json().into())).await
    }

    async fn send_bytes(&mut self, frame: Bytes) -> Step {
        match Utf8Bytes::try_from(frame) {
            Ok(text) => self.send(Message::Text(text)).await,
            Err(_) => STOP,
        }
    }

    async fn send(&mut self, message: Message) -> Step {
        match timeout(SEND_WITHIN, self.socket.send(message)).await {
            Ok(Ok(())) => GO_ON,
            Ok(Err(_)) | Err(_) => STOP,
        }
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Step {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        self.send(Message::Close(Some(frame))).await?;
        STOP
    }
}

fn keepalive() -> Interval {
    let mut keepalive = interval(KEEPALIVE);
    keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    keepalive
}

fn unauthorized() -> RequestError {
    RequestError::new(Code::Unauthorized, "a known token is needed to play")
}

fn guest_error(error: &PlayerError) -> RequestError {
    match error {
        PlayerError::Store(error) => store_error(error),
        PlayerError::NameTaken | PlayerError::NotAGuest | PlayerError::HasPlayed => {
            RequestError::new(Code::Internal, error.to_string())
        }
    }
}
