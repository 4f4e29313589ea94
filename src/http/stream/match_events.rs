//! Events of a match, as a list or as a stream.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::value::RawValue;
use tokio::sync::{broadcast, mpsc};

use crate::live::Live;
use crate::live::{Broadcast, Frame, FrameVariant, LiveError, MatchUpdate, Subscriber};
use crate::protocol::Reason;
use crate::protocol::{List, RequestError, event_frame};
use chivalry_play::matches::{Event, MatchId, Status};
use chivalry_play::player::PlayerId;

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::response::{JSON, NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::{
    EventSource, LastEventId, OUTBOX_CAPACITY, PendingEvents, StreamEnded, StreamFormat,
    last_event_id, respond,
};

/// Follow a match
///
/// Returns the events after version `since` in one of three formats, by the header
/// `Accept`:
///
/// `application/json` is a list of the events so far.
///
/// `application/x-ndjson` has one event a line and follows the match to its end. Empty
/// lines are keepalives.
///
/// `text/event-stream` (server-sent events) is the same for browsers. The `id` of each
/// event is its `v`. A reconnecting browser resumes after its last event by the header
/// `Last-Event-ID`. It receives `204` if no event follows.
///
/// Each event has `t` (its type), `match`, `v` and `now`, and is the same as over
/// WebSocket: `created`, `joined`, `started`, `moved`, `offer`, `offer_ended`,
/// `took_back`, `seat_out`, `time_added`, `paused`, `resumed`, `ended`, and `rematched`
/// for rematch offers after the end. `v` is contiguous: no event is missing or
/// repeated. If a stream stops before `ended`, request it again from the last `v`.
#[utoipa::path(get, path = "/matches/{id}/events", tag = "live", security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("since" = Option<u32>, Query,
            description = "the last version that the client has; 0 (the default) for all events"),
        ("legal" = Option<bool>, Query,
            description = "true to include the legal moves of the seat to move"),
        LastEventId),
    responses(
        (status = 200, description = "events", content(
            (List<Object> = "application/json"),
            (String = "application/x-ndjson"),
            (String = "text/event-stream"))),
        (status = 204, description = "server-sent events: the match has ended, and the client has \
                                      all of it"),
        Failures))]
pub(crate) async fn events(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    params: Params,
    bearer: Option<Bearer<AnyScope>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let viewer = bearer.as_ref().map(|bearer| bearer.player.id);
    let since = params.number("since")?.unwrap_or(0);
    let legal = params.flag("legal")?.unwrap_or(false);
    let frame_variant = if legal { FrameVariant::WithLegalMoves } else { FrameVariant::Plain };
    let last_event_id = last_event_id(&headers)?;
    let content_type = preferred(&headers, &[JSON, NDJSON, SSE]);
    let response = match content_type {
        JSON => list(&state.live, id, viewer, since, frame_variant).await?,
        content_type => {
            let format = StreamFormat::of(content_type);
            let last_event_id = last_event_id.filter(|_| format == StreamFormat::ServerSent);
            let since = last_event_id.unwrap_or(since);
            let mut pending = PendingEvents::new(format);
            let end = match &bearer {
                Some(bearer) => bearer.open_stream(&state).await?,
                None => state.draining.clone().into(),
            };
            let source =
                MatchEvents::start(state, id, viewer, since, frame_variant, &mut pending).await?;
            if format == StreamFormat::ServerSent && source.has_ended() && pending.is_empty() {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            respond(source, pending, end)
        }
    };
    Ok(varying(response))
}

/// Refuses a version greater than that of the match.
pub(crate) fn check_since(since: u32, v: u32) -> Result<(), RequestError> {
    if since > v {
        return Err(RequestError::unmet("since", Reason::MatchVersion.with([("v", v.into())])));
    }
    Ok(())
}

async fn list(
    live: &Live,
    id: MatchId,
    viewer: Option<PlayerId>,
    since: u32,
    frame_variant: FrameVariant,
) -> ApiResult<Response> {
    let (occurrences, snapshot) = live.history(id, viewer).await?;
    check_since(since, snapshot.match_state.v())?;
    let legal = frame_variant == FrameVariant::WithLegalMoves;
    let variant = snapshot.match_state.variant();
    let items = occurrences.iter().filter(|occurrence| occurrence.recorded.v > since);
    let items = items.map(|occurrence| {
        let seated = snapshot.seated_by(&occurrence.recorded.event);
        let frame = event_frame(id, variant, occurrence, seated, legal);
        let frame = RawValue::from_string(frame);
        frame.expect("an event's frame, which is JSON")
    });
    let list = List { items: items.collect(), next: None };
    let mut response = Json(list).into_response();
    // A rematch is the last event of a match.
    let is_over = snapshot.match_state.rematch().is_some();
    let cache_control = if is_over { "max-age=300" } else { "no-store" };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
    Ok(response)
}

/// A reader of a match's events.
struct MatchEvents {
    state: AppState,
    match_id: MatchId,
    frame_variant: FrameVariant,
    viewer: Option<PlayerId>,
    subscriber: Subscriber,
    updates: mpsc::Receiver<Broadcast>,
    /// The version of the last event that was queued.
    v: u32,
    has_ended: bool,
    erased: broadcast::Receiver<PlayerId>,
}

impl MatchEvents {
    /// Subscribes `viewer` to the events after version `since`.
    async fn start(
        state: AppState,
        match_id: MatchId,
        viewer: Option<PlayerId>,
        since: u32,
        frame_variant: FrameVariant,
        pending: &mut PendingEvents,
    ) -> ApiResult<MatchEvents> {
        let (subscriber, updates) = Subscriber::new(OUTBOX_CAPACITY);
        let erased = state.live.erased();
        let mut events = MatchEvents {
            state,
            match_id,
            frame_variant,
            viewer,
            subscriber,
            updates,
            v: since,
            has_ended: false,
            erased,
        };
        let v = events.catch_up(pending).await?;
        check_since(since, v)?;
        Ok(events)
    }

    /// Queues every missing event of the log, subscribes to the following ones, and returns
    /// the version of the match.
    ///
    /// The subscription precedes the read of the log. Events in between occur in both and
    /// are recognised by their version.
    async fn catch_up(&mut self, pending: &mut PendingEvents) -> Result<u32, LiveError> {
        let live = &self.state.live;
        live.watch(self.match_id, self.viewer, &self.subscriber).await?;
        let (occurrences, snapshot) = live.history(self.match_id, self.viewer).await?;
        let legal = self.frame_variant == FrameVariant::WithLegalMoves;
        for occurrence in &occurrences {
            let recorded = &occurrence.recorded;
            if recorded.v > self.v {
                let seated = snapshot.seated_by(&recorded.event);
                let variant = snapshot.match_state.variant();
                let frame = event_frame(self.match_id, variant, occurrence, seated, legal);
                pending.push(Some(recorded.v), frame.as_bytes());
                self.v = recorded.v;
            }
        }
        self.has_ended = matches!(snapshot.match_state.status(), Status::Ended { .. });
        Ok(snapshot.match_state.v())
    }
}

impl EventSource for MatchEvents {
    type Update = Arc<MatchUpdate>;

    async fn recv(&mut self) -> Result<Arc<MatchUpdate>, StreamEnded> {
        loop {
            tokio::select! {
                biased;
                // A stream with a player's private view ends when the player is erased.
                erased = self.erased.recv() => {
                    if erased.ok() == self.viewer && self.viewer.is_some() {
                        return Err(StreamEnded);
                    }
                }
                Some(broadcast) = self.updates.recv() => match broadcast {
                    Broadcast::Event(update) => return Ok(update),
                    // Streams contain logged events only.
                    Broadcast::SideEvent(_) | Broadcast::Tournament(_) => {}
                    // The client reconnects to the new owner and resumes from its version.
                    Broadcast::Moved(_) => return Err(StreamEnded),
                },
            }
        }
    }

    /// Queues the event of an update, after events that were missed before it.
    async fn on_update(
        &mut self,
        update: Arc<MatchUpdate>,
        pending: &mut PendingEvents,
    ) -> Result<(), StreamEnded> {
        let v = update.version();
        if v == self.v + 1 {
            let frame = match_event_frame(&update, self.frame_variant);
            pending.push(Some(v), frame.as_bytes());
            self.v = v;
            self.has_ended = matches!(update.occurrence.recorded.event, Event::Ended { .. });
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

impl Drop for MatchEvents {
    /// Removes the subscriber, which also updates the number of watchers.
    fn drop(&mut self) {
        self.state.live.leave(self.match_id, &self.subscriber);
    }
}

impl From<LiveError> for StreamEnded {
    fn from(_: LiveError) -> StreamEnded {
        StreamEnded
    }
}

/// Returns the frame of an update, which is encoded once for all of its readers.
pub(crate) fn match_event_frame(update: &MatchUpdate, frame_variant: FrameVariant) -> Frame {
    update.frame(frame_variant, |update| {
        let seated = update.seated.as_ref();
        let legal = frame_variant == FrameVariant::WithLegalMoves;
        event_frame(update.match_id, update.variant, &update.occurrence, seated, legal)
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::StreamExt as _;
    use serde_json::Value;
    use tokio_util::sync::CancellationToken;

    use crate::store::StoreOptions;
    use chivalry_play::clock::TimeControl;
    use chivalry_play::matches::{Command, NewMatch, Offer, OfferAction};
    use chivalry_rules::{Seat, Variant};

    use super::*;
    use crate::http::extract::{identity, token};
    use crate::http::options::HttpOptions;
    use crate::http::server::{Server, bind};
    use crate::http::stream::event_stream::pieces;

    #[tokio::test]
    async fn a_slow_reader_receives_every_missed_event() {
        let directory = tempfile::tempdir().unwrap();
        let (options, store) = (HttpOptions::local(), StoreOptions::sqlite(directory.path()));
        let listener = bind(&options).await.unwrap();
        let shutdown = CancellationToken::new();
        let server = Server::open(listener, options, &store, shutdown).await.unwrap();
        let (state, live) = (server.services.app.clone(), server.services.app.live.clone());

        let (white, _) = identity::new_guest(&state, None).await.unwrap();
        let (black, _) = identity::new_guest(&state, None).await.unwrap();
        let new = NewMatch {
            seat: Some(Seat::FIRST),
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let snapshot = live.create(&new, &white, None, token::secret::<16>).await.unwrap();
        let id = snapshot.match_state.id();
        let join = Command::Join { seat: None, key: None };
        live.command(id, &black, None, join).await.unwrap();

        let mut pending = PendingEvents::new(StreamFormat::Lines);
        let draining = state.draining.clone();
        let source = MatchEvents::start(state, id, None, 1, FrameVariant::Plain, &mut pending);
        let source = source.await.ok().unwrap();
        for _ in 0..OUTBOX_CAPACITY {
            live.command(id, &white, None, Command::Offer(Offer::Draw, OfferAction::Offer))
                .await
                .unwrap();
            live.command(id, &black, None, Command::Offer(Offer::Draw, OfferAction::Decline))
                .await
                .unwrap();
        }
        live.command(id, &white, None, Command::Resign).await.unwrap();

        let pieces: Vec<_> = pieces(source, pending, draining.into()).collect().await;
        let version = |piece: &Bytes| serde_json::from_slice::<Value>(piece).unwrap()["v"].as_u64();
        let versions: Vec<_> = pieces.iter().flatten().filter_map(version).collect();
        let last = live.snapshot(id, None).await.unwrap().match_state.v();
        assert!(versions.iter().copied().eq(2..=u64::from(last)), "{versions:?}");
        assert_eq!(last as usize, 5 + 2 * OUTBOX_CAPACITY);
    }
}
