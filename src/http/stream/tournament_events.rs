//! Events of a tournament, as a list or as a stream.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use tokio::sync::mpsc;

use crate::live::tournament_actor::message::TournamentError;
use crate::live::{Broadcast, Subscriber, TournamentSnapshot, TournamentUpdate};
use crate::protocol::Reason;
use crate::protocol::{List, RequestError, TournamentFrame};
use chivalry_tournament::{TournamentId, TournamentStatus};

use crate::http::api::matches::lists::limit;
use crate::http::api::tournaments::tables::MAX_ROWS;
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Params, PathParam};
use crate::http::response::{JSON, NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::{
    EventSource, LastEventId, OUTBOX_CAPACITY, PendingEvents, StreamEnded, StreamFormat,
    last_event_id, respond,
};

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
            description = "the last version that the client has; 0 (the default) for all events"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 1_000,
            description = "the most events in a list; the default is all of them"),
        ("cursor" = Option<u32>, Query,
            description = "the `next` of the previous list, instead of `since`"),
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
    let since = params.number("since")?.unwrap_or(0);
    let last_event_id = last_event_id(&headers)?;
    let content_type = preferred(&headers, &[JSON, NDJSON, SSE]);
    let response = match content_type {
        JSON => {
            let since = params.number("cursor")?.unwrap_or(since);
            let snapshot = state.tournaments.snapshot(id).await?;
            check_since(since, &snapshot)?;
            let limit = limit(&params, MAX_ROWS)?.unwrap_or(u32::MAX);
            let end = since.saturating_add(limit);
            let next = (end < snapshot.tournament.v()).then(|| end.to_string());
            let items = missed(&snapshot, since).take(limit as usize);
            Json(List { items: items.map(|(_, frame)| frame).collect(), next }).into_response()
        }
        _ => {
            let format = StreamFormat::of(content_type);
            let last_event_id = last_event_id.filter(|_| format == StreamFormat::ServerSent);
            let since = last_event_id.unwrap_or(since);
            let mut pending = PendingEvents::new(format);
            let draining = state.draining.clone();
            let source = TournamentEvents::start(state, id, since, &mut pending).await?;
            respond(source, pending, draining)
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
pub(crate) fn written(update: &TournamentUpdate) -> String {
    let snapshot = &update.snapshot;
    TournamentFrame::of(snapshot.id, &update.recorded, &snapshot.players).to_json()
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

/// A reader of a tournament's events.
struct TournamentEvents {
    state: AppState,
    id: TournamentId,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was queued.
    v: u32,
    has_ended: bool,
}

impl TournamentEvents {
    async fn start(
        state: AppState,
        id: TournamentId,
        since: u32,
        pending: &mut PendingEvents,
    ) -> ApiResult<TournamentEvents> {
        let (subscriber, updates) = Subscriber::new(OUTBOX_CAPACITY);
        let snapshot = state.tournaments.snapshot(id).await?;
        check_since(since, &snapshot)?;
        let mut events =
            TournamentEvents { state, id, subscriber, updates, v: since, has_ended: false };
        events.catch_up(pending).await?;
        Ok(events)
    }

    /// Queues every missing event and subscribes to the following ones.
    async fn catch_up(&mut self, pending: &mut PendingEvents) -> Result<(), TournamentError> {
        let snapshot = self.state.tournaments.follow(self.id, &self.subscriber).await?;
        for (v, frame) in missed(&snapshot, self.v) {
            pending.push(Some(v), frame.to_json().as_bytes());
            self.v = v;
        }
        self.has_ended = has_ended(&snapshot);
        Ok(())
    }
}

impl EventSource for TournamentEvents {
    type Update = Arc<TournamentUpdate>;

    async fn recv(&mut self) -> Result<Arc<TournamentUpdate>, StreamEnded> {
        loop {
            match self.updates.recv().await {
                Some(Broadcast::Tournament(update)) => return Ok(update),
                Some(_) => {}
                // The keepalive resynchronizes a removed subscriber.
                None => std::future::pending().await,
            }
        }
    }

    async fn on_update(
        &mut self,
        update: Arc<TournamentUpdate>,
        pending: &mut PendingEvents,
    ) -> Result<(), StreamEnded> {
        let v = update.recorded.v;
        if v == self.v + 1 {
            pending.push(Some(v), update.frame(written).as_bytes());
            self.v = v;
            self.has_ended = v == update.snapshot.tournament.v() && has_ended(&update.snapshot);
        }
        let is_cut_off = self.updates.is_empty() && self.subscriber.take_lagged();
        if v > self.v || is_cut_off {
            self.catch_up(pending).await?;
        }
        Ok(())
    }

    async fn resync(&mut self, pending: &mut PendingEvents) -> Result<(), StreamEnded> {
        // The subscriber may have been marked as lagged after the last update.
        if self.subscriber.take_lagged() {
            self.catch_up(pending).await?;
        }
        Ok(())
    }

    fn has_ended(&self) -> bool {
        self.has_ended
    }
}

impl From<TournamentError> for StreamEnded {
    fn from(_: TournamentError) -> StreamEnded {
        StreamEnded
    }
}

fn has_ended(snapshot: &TournamentSnapshot) -> bool {
    matches!(snapshot.tournament.status(), TournamentStatus::Ended | TournamentStatus::Cancelled)
}
