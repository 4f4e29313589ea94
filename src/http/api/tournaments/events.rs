//! Events of a tournament, as a list or as a stream.

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
use crate::protocol::{List, RequestError, TournamentFrame};
use chivalry_tournament::{TournamentId, TournamentStatus};

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Named, Params};
use crate::http::response::{JSON, NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::StreamFormat;
use crate::http::stream::match_events::{LastEventId, last_event_id, stream};

/// Capacity of a reader's queue. A reader that falls further behind catches up from the
/// log.
const OUTBOX: usize = 64;

/// Interval between keepalives on a silent connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Follow a tournament
///
/// Returns the events after version `since`. The header `Accept` selects a list
/// (`application/json`) or a stream that ends with the tournament: one event a line
/// (`application/x-ndjson`) or server-sent events (`text/event-stream`). The events are
/// the same as over WebSocket. Each has the player who caused it as `by`, and the
/// `action` by which a director can undo it.
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

/// The frames of the events after a version.
pub(crate) fn missed(
    room: &TournamentSnapshot,
    since: u32,
) -> impl Iterator<Item = (u32, TournamentFrame)> {
    let new = room.tournament.log().iter().skip(since as usize);
    new.map(|recorded| (recorded.v, TournamentFrame::of(room.id, recorded, &room.players)))
}

/// The JSON of the frame that all subscribers receive for an event.
pub(crate) fn written(update: &TournamentUpdate) -> Vec<u8> {
    let room = &update.room;
    TournamentFrame::of(room.id, &update.recorded, &room.players).to_json().into_bytes()
}

/// Refuses a version greater than that of the tournament.
pub(crate) fn check_since(since: u32, room: &TournamentSnapshot) -> Result<(), RequestError> {
    let v = room.tournament.v();
    if since > v {
        return Err(RequestError::unmet("since", &format!("the tournament has {v} events so far")));
    }
    Ok(())
}

/// A reader of a tournament's events, with its pending output.
struct EventStream {
    app: AppState,
    id: TournamentId,
    form: StreamFormat,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was queued.
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
                    // The subscriber may have been marked as lagged after the last update.
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

    /// Queues every missing event and subscribes to the following ones.
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
