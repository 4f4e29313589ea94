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

use crate::live::tournament_actor::message::TournamentError;
use crate::live::{Broadcast, Subscriber, TournamentSnapshot, TournamentUpdate};
use crate::protocol::Reason;
use crate::protocol::{List, RequestError, TournamentFrame};
use chivalry_tournament::{TournamentId, TournamentStatus};

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Params, PathParam};
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
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let mut since = params.number("since")?.unwrap_or(0);
    let last_event_id = last_event_id(&headers)?;
    let content_type = preferred(&headers, &[JSON, NDJSON, SSE]);
    let response = match content_type {
        JSON => {
            let snapshot = state.tournaments.look(id).await?;
            check_since(since, &snapshot)?;
            let items = missed(&snapshot, since).map(|(_, frame)| frame).collect();
            Json(List { items, next: None }).into_response()
        }
        _ => {
            let mut format = StreamFormat::Lines;
            if content_type == SSE {
                format = StreamFormat::ServerSent;
                since = last_event_id.unwrap_or(since);
            }
            let event_stream = EventStream::start(state, id, since, format).await?;
            stream(event_stream.into_stream(), content_type)
        }
    };
    Ok(varying(response))
}

/// The frames of the events after a version.
pub(crate) fn missed(
    snapshot: &TournamentSnapshot,
    since: u32,
) -> impl Iterator<Item = (u32, TournamentFrame)> {
    let new = snapshot.tournament.log().iter().skip(since as usize);
    new.map(|recorded| (recorded.v, TournamentFrame::of(snapshot.id, recorded, &snapshot.players)))
}

/// The JSON of the frame that all subscribers receive for an event.
pub(crate) fn written(update: &TournamentUpdate) -> Vec<u8> {
    let snapshot = &update.room;
    TournamentFrame::of(snapshot.id, &update.recorded, &snapshot.players).to_json().into_bytes()
}

/// Refuses a version greater than that of the tournament.
pub(crate) fn check_since(since: u32, snapshot: &TournamentSnapshot) -> Result<(), RequestError> {
    let v = snapshot.tournament.v();
    if since > v {
        return Err(RequestError::unmet(
            "since",
            Reason::TournamentVersion.with([("v", v.into())]),
        ));
    }
    Ok(())
}

/// A reader of a tournament's events, with its pending output.
struct EventStream {
    state: AppState,
    id: TournamentId,
    format: StreamFormat,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was queued.
    v: u32,
    pending: VecDeque<Bytes>,
    is_over: bool,
    keepalive: Interval,
}

impl EventStream {
    async fn start(
        state: AppState,
        id: TournamentId,
        since: u32,
        format: StreamFormat,
    ) -> ApiResult<EventStream> {
        let (subscriber, updates) = Subscriber::new(OUTBOX);
        let mut keepalive = interval_at(Instant::now() + KEEPALIVE, KEEPALIVE);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let snapshot = state.tournaments.look(id).await?;
        check_since(since, &snapshot)?;
        let (pending, is_over) = (VecDeque::new(), false);
        let mut event_stream = EventStream {
            state,
            id,
            format,
            subscriber,
            updates,
            v: since,
            pending,
            is_over,
            keepalive,
        };
        event_stream.catch_up().await?;
        Ok(event_stream)
    }

    fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
        stream::unfold(self, |mut event_stream| async move {
            let piece = event_stream.next().await?;
            Some((Ok(piece), event_stream))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(piece) = self.pending.pop_front() {
                return Some(piece);
            }
            if self.is_over {
                return None;
            }
            tokio::select! {
                () = self.state.draining.cancelled() => return None,
                Some(item) = self.updates.recv() => if let Broadcast::Tournament(update) = item {
                    self.on_update(&update).await.ok()?;
                },
                _ = self.keepalive.tick() => {
                    // The subscriber may have been marked as lagged after the last update.
                    if self.subscriber.take_lagged() {
                        self.catch_up().await.ok()?;
                    }
                    self.pending.push_back(self.format.keepalive());
                }
            }
        }
    }

    async fn on_update(&mut self, update: &TournamentUpdate) -> Result<(), TournamentError> {
        let v = update.recorded.v;
        if v == self.v + 1 {
            let frame = update.frame(written);
            self.pending.push_back(self.format.write(Some(v), &frame));
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
        let snapshot = self.state.tournaments.follow(self.id, &self.subscriber).await?;
        for (v, frame) in missed(&snapshot, self.v) {
            self.pending.push_back(self.format.write(Some(v), frame.to_json().as_bytes()));
            self.v = v;
        }
        self.is_over = is_over(&snapshot);
        Ok(())
    }
}

fn is_over(snapshot: &TournamentSnapshot) -> bool {
    matches!(snapshot.tournament.status(), TournamentStatus::Ended | TournamentStatus::Cancelled)
}
