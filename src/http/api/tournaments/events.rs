//! The events of a tournament: those there are as a list, or those and all that
//! follow as a stream.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::live::tournament_actor::handle::TournamentError;
use crate::live::{Broadcast, Subscriber, TournamentSnapshot, TournamentUpdate};
use crate::protocol::Reason;
use crate::protocol::{List, RequestError, TournamentFrame};
use chivalry_tournament::{TournamentId, TournamentStatus};

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Named, Params};
use crate::http::response::{JSON, NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::StreamFormat;
use crate::http::stream::match_events::{LastEventId, last_event_id, stream};

/// Events that may wait for a reader; one that is further behind is told what
/// it missed from the log.
const OUTBOX: usize = 64;

/// How often a silent connection is shown to be alive.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Follow a tournament
///
/// The events after version `since`, as a list (`application/json`), or as a
/// stream that goes on until the tournament is over: one event a line
/// (`application/x-ndjson`) or server-sent events (`text/event-stream`), by the
/// header `Accept`. Each is the same as over WebSocket. It is the log of
/// whatever was done: `by` whom, and the `action` by which a director undoes it.
#[utoipa::path(get, path = "/tournaments/{id}/events", tag = "tournaments",
    operation_id = "tournament_events",
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        ("since" = Option<u32>, Query,
            description = "the last version that the client has; 0, or left out, for all"),
        LastEventId),
    responses(
        (status = 200, description = "events", content(
            (List<TournamentFrame> = "application/json"),
            (TournamentFrame = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn tournament_events(
    State(app): State<AppState>,
    Named(id): Named<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let mut since = params.number("since")?.unwrap_or(0);
    let last_event_id = last_event_id(&headers)?;
    let content_type = preferred(&headers, &[JSON, NDJSON, SSE]);
    let response = match content_type {
        JSON => {
            let room = app.tournaments.look(id).await?;
            check_since(since, &room)?;
            let items = missed(&room, since).map(|(_, frame)| frame).collect();
            Json(List { items, next: None }).into_response()
        }
        _ => {
            let mut form = StreamFormat::Lines;
            if content_type == SSE {
                form = StreamFormat::ServerSent;
                since = last_event_id.unwrap_or(since);
            }
            let follower = EventStream::start(app, id, since, form).await?;
            stream(follower.into_stream(), content_type)
        }
    };
    Ok(varying(response))
}

/// The frames of what happened after a version.
pub(crate) fn missed(
    room: &TournamentSnapshot,
    since: u32,
) -> impl Iterator<Item = (u32, TournamentFrame)> {
    let new = room.tournament.log().iter().skip(since as usize);
    new.map(|recorded| (recorded.v, TournamentFrame::of(room.id, recorded, &room.players)))
}

/// A frame about an event, as it is told to all.
pub(crate) fn written(update: &TournamentUpdate) -> Vec<u8> {
    let room = &update.room;
    TournamentFrame::of(room.id, &update.recorded, &room.players).to_json().into_bytes()
}

/// Refuses a version that the tournament has not come to.
pub(crate) fn check_since(since: u32, room: &TournamentSnapshot) -> Result<(), RequestError> {
    let v = room.tournament.v();
    if since > v {
        return Err(RequestError::unmet(
            "since",
            Reason::TournamentVersion.with([("v", v.into())]),
        ));
    }
    Ok(())
}

/// A reader and what it is still to be sent.
struct EventStream {
    app: AppState,
    id: TournamentId,
    form: StreamFormat,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was made ready.
    v: u32,
    ready: VecDeque<Bytes>,
    is_over: bool,
    keepalive: Interval,
}

impl EventStream {
    async fn start(
        app: AppState,
        id: TournamentId,
        since: u32,
        form: StreamFormat,
    ) -> ApiResult<EventStream> {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let mut keepalive = interval_at(Instant::now() + KEEPALIVE, KEEPALIVE);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let room = app.tournaments.look(id).await?;
        check_since(since, &room)?;
        let (ready, is_over) = (VecDeque::new(), false);
        let mut follower =
            EventStream { app, id, form, subscriber, updates, v: since, ready, is_over, keepalive };
        follower.catch_up().await?;
        Ok(follower)
    }

    fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        stream::unfold(self, |mut follower| async move {
            let piece = follower.next().await?;
            Some((Ok(piece), follower))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            if self.is_over {
                return None;
            }
            tokio::select! {
                () = self.app.draining.cancelled() => return None,
                Some(told) = self.updates.recv() => if let Broadcast::Tournament(update) = told {
                    self.take(&update).await.ok()?;
                },
                _ = self.keepalive.tick() => {
                    // Being cut off may have been noted after the last update was taken.
                    if self.subscriber.take_lagged() {
                        self.catch_up().await.ok()?;
                    }
                    self.ready.push_back(self.form.sign_of_life());
                }
            }
        }
    }

    async fn take(&mut self, update: &TournamentUpdate) -> Result<(), TournamentError> {
        let v = update.recorded.v;
        if v == self.v + 1 {
            let frame = update.frame(written);
            self.ready.push_back(self.form.write(Some(v), &frame));
            self.v = v;
            self.is_over = v == update.room.tournament.v() && is_over(&update.room);
        }
        let is_cut_off = self.updates.is_empty() && self.subscriber.take_lagged();
        if v > self.v || is_cut_off {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Makes ready every event that is not yet, and asks to be told what
    /// follows.
    async fn catch_up(&mut self) -> Result<(), TournamentError> {
        let room = self.app.tournaments.follow(self.id, &self.subscriber).await?;
        for (v, frame) in missed(&room, self.v) {
            self.ready.push_back(self.form.write(Some(v), frame.to_json().as_bytes()));
            self.v = v;
        }
        self.is_over = is_over(&room);
        Ok(())
    }
}

fn is_over(room: &TournamentSnapshot) -> bool {
    matches!(room.tournament.status(), TournamentStatus::Ended | TournamentStatus::Cancelled)
}
