//! The events that concern the player of the token, as a stream.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::live::cluster::nodes::Entity;
use crate::live::{Concern, MatchNoticeKind};
use crate::protocol::{PlayerEvent, SeatView, rfc3339};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_play::matches::{MatchId, Status};
use chivalry_play::player::PlayerId;

use crate::http::api::tournaments::tournaments::called;
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Read};
use crate::http::extract::body::Params;
use crate::http::gateway::forwarding::Relayed;
use crate::http::gateway::remote_feed::RemoteFeed;
use crate::http::response::{NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::StreamFormat;
use crate::http::stream::match_events;

/// Matches read from the store at a time.
const LISTED_AT_ONCE: u32 = 100;

/// Interval between keepalives on a silent connection.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Follow a player's events
///
/// A stream without an end for the player of the token. The header `Accept` selects one
/// JSON object a line or server-sent events. Empty lines are keepalives.
///
/// The stream begins with `playing` for each match under way in which the player has a
/// seat, followed by `ready`. Then come `started`, `turn` and `ended` as they happen. A
/// turn may be repeated with the same `next_ply`. `called` announces a game of the
/// player in a tournament.
///
/// A reader that falls behind receives `look_again` and every match under way once
/// more. A match that is not among them has ended.
#[utoipa::path(get, path = "/me/events", tag = "live", security(("token" = ["read"])),
    params(("legal" = Option<bool>, Query,
        description = "whether to list the legal moves in the player's own turns")),
    responses(
        (status = 200, description = "events", content(
            (PlayerEvent = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn my_events(
    State(state): State<AppState>,
    bearer: Bearer<Read>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let legal = params.flag("legal")?.unwrap_or(false);
    let content_type = preferred(&headers, &[NDJSON, SSE]);
    let format = if content_type == SSE { StreamFormat::ServerSent } else { StreamFormat::Lines };
    let mut event_stream = PlayerEventStream::new(state, bearer.player.id, legal, format);
    event_stream.list_matches().await?;
    Ok(varying(match_events::stream(event_stream.into_stream(), content_type)))
}

/// A reader of a player's events, with its pending output.
struct PlayerEventStream {
    state: AppState,
    player: PlayerId,
    legal: bool,
    format: StreamFormat,
    concerns: broadcast::Receiver<Concern>,
    /// Events from other nodes, in a cluster.
    remote_feed: Option<RemoteFeed>,
    /// Matches under way that have not been sent yet.
    pending_matches: VecDeque<MatchId>,
    pending: VecDeque<Bytes>,
    keepalive: Interval,
}

impl PlayerEventStream {
    /// Subscribes at once, so that no event is missed while the lists are read.
    fn new(
        state: AppState,
        player: PlayerId,
        legal: bool,
        format: StreamFormat,
    ) -> PlayerEventStream {
        let mut keepalive = interval_at(Instant::now() + KEEPALIVE, KEEPALIVE);
        keepalive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (concerns, pending_matches, pending) =
            (state.live.listen(player), VecDeque::new(), VecDeque::new());
        let remote_feed = state.relay.clone().map(|relay| RemoteFeed::of(relay, player, legal));
        PlayerEventStream {
            state,
            player,
            legal,
            format,
            concerns,
            remote_feed,
            pending_matches,
            pending,
            keepalive,
        }
    }

    /// Reads the list of matches under way.
    async fn list_matches(&mut self) -> ApiResult<()> {
        if let Some(remote_feed) = &self.remote_feed {
            remote_feed.announce().await;
        }
        let filter = MatchFilter {
            player: Some(self.player),
            status: Some(MatchStatus::Playing),
            ..MatchFilter::default()
        };
        self.pending_matches.clear();
        let mut cursor = None;
        loop {
            let page = self.state.store.matches(&filter, LISTED_AT_ONCE, cursor).await?;
            self.pending_matches.extend(page.items.iter().map(|row| row.id));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        if self.pending_matches.is_empty() {
            self.enqueue_ready();
        }
        Ok(())
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
            if let Some(id) = self.pending_matches.pop_front() {
                self.enqueue_playing(id).await?;
                continue;
            }
            tokio::select! {
                () = self.state.draining.cancelled() => return None,
                concern = self.concerns.recv() => match concern {
                    Ok(Concern::Erased) => return None,
                    Ok(concern) => {
                        if let Some(event) = event_of(&concern, self.legal) {
                            self.enqueue(&event);
                        }
                    }
                    Err(RecvError::Lagged(_)) => self.resynchronize().await?,
                    Err(RecvError::Closed) => return None,
                },
                relayed = next_remote_event(&mut self.remote_feed) => match relayed {
                    Some(Relayed::Frame { frame: event, .. } | Relayed::Notice(event)) => {
                        self.pending.push_back(self.format.write(None, &event));
                    }
                    Some(Relayed::Moved { .. }) => {}
                    Some(Relayed::Lost(_) | Relayed::AllLost | Relayed::Joined) => {
                        self.resynchronize().await?;
                    }
                    None => {
                        let relay = self.state.relay.clone();
                        self.remote_feed =
                            relay.map(|relay| RemoteFeed::of(relay, self.player, self.legal));
                        self.resynchronize().await?;
                    }
                },
                _ = self.keepalive.tick() => self.pending.push_back(self.format.keepalive()),
            }
        }
    }

    /// Sends `look_again` and rereads the matches. `None` if the store returns an error.
    async fn resynchronize(&mut self) -> Option<()> {
        self.enqueue(&PlayerEvent::LookAgain { now: self.now() });
        self.list_matches().await.ok()
    }

    /// Queues `playing` for a match, unless it has just ended. `None` if the match cannot
    /// be read.
    async fn enqueue_playing(&mut self, id: MatchId) -> Option<()> {
        let (live, viewer) = (&self.state.live, Some(self.player));
        let snapshot = if self.remote_feed.is_none() || self.state.has(Entity::Match(id)) {
            live.look(id, viewer).await.ok()?
        } else {
            // The owner alone keeps the match in memory, so this node reads its log.
            Arc::new(live.history(id, viewer).await.ok()?.1)
        };
        let match_state = &snapshot.contest;
        if match_state.status() == Status::Playing
            && let Some(seat) = match_state.seat_of(self.player)
        {
            let now = self.state.live.time().now();
            self.enqueue(&PlayerEvent::Playing(SeatView::of(match_state, seat, now, self.legal)));
        }
        if self.pending_matches.is_empty() {
            self.enqueue_ready();
        }
        Some(())
    }

    fn enqueue_ready(&mut self) {
        self.enqueue(&PlayerEvent::Ready { now: self.now() });
    }

    fn now(&self) -> String {
        rfc3339(self.state.live.time().now())
    }

    fn enqueue(&mut self, event: &PlayerEvent) {
        self.pending.push_back(self.format.write(None, event.to_json().as_bytes()));
    }
}

/// The event that the player receives for a concern, if any.
pub(crate) fn event_of(concern: &Concern, legal: bool) -> Option<PlayerEvent> {
    let (news, update) = match concern {
        Concern::Match { news, update } => (news, update),
        Concern::Called(call) => return Some(PlayerEvent::Called(called(call))),
        Concern::Erased => return None,
    };
    let view = || SeatView::after(update.match_id, &update.occurrence, news.seat, legal);
    match news.kind {
        MatchNoticeKind::Started => Some(PlayerEvent::Started(view())),
        MatchNoticeKind::Turn => Some(PlayerEvent::Turn(view())),
        MatchNoticeKind::Ended => {
            PlayerEvent::ended(update.match_id, &update.occurrence, news.seat)
        }
    }
}

/// Receives the next event from other nodes. Pending forever without a cluster.
async fn next_remote_event(remote_feed: &mut Option<RemoteFeed>) -> Option<Relayed> {
    match remote_feed {
        Some(remote_feed) => remote_feed.next().await,
        None => future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use serde_json::Value;
    use tokio_util::sync::CancellationToken;

    use crate::store::StoreOptions;
    use chivalry_play::clock::TimeControl;
    use chivalry_play::matches::{Command, NewMatch};
    use chivalry_rules::{Seat, Variant};

    use super::*;
    use crate::http::extract::auth;
    use crate::http::options::HttpOptions;
    use crate::http::server::{Server, bind};

    #[tokio::test]
    async fn a_slow_reader_is_resynchronized() {
        let directory = tempfile::tempdir().unwrap();
        let (options, store) = (HttpOptions::local(), StoreOptions::sqlite(directory.path()));
        let listener = bind(&options).await.unwrap();
        let shutdown = CancellationToken::new();
        let server = Server::open(listener, options, &store, shutdown).await.unwrap();
        let (state, live) = (server.app.clone(), server.app.live.clone());

        let (white, _) = auth::new_guest(&state, None).await.unwrap();
        let (black, _) = auth::new_guest(&state, None).await.unwrap();
        let mut event_stream = PlayerEventStream::new(state, white.id, true, StreamFormat::Lines);
        event_stream.list_matches().await.unwrap();
        let new = NewMatch {
            seat: Some(Seat::FIRST),
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let snapshot = live.create(&new, &white, None, auth::secret::<16>).await.unwrap();
        let mut concerns = live.listen(white.id);
        let join = Command::Join { seat: None, key: None };
        live.command(snapshot.contest.id(), &black, None, join).await.unwrap();
        let concern = concerns.recv().await.unwrap();
        for _ in 0..100 {
            live.tell(white.id, concern.clone());
        }

        let pieces: Vec<_> = event_stream.into_stream().take(5).collect().await;
        let read = |piece: &Bytes| serde_json::from_slice::<Value>(piece).unwrap();
        let events: Vec<Value> = pieces.iter().flatten().map(read).collect();
        let kinds: Vec<&str> = events.iter().map(|event| event["t"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["ready", "look_again", "playing", "ready", "started"]);
        assert_eq!((&events[2]["seat"], &events[2]["my_turn"]), (&"W".into(), &true.into()));
        assert!(!events[2]["legal"].as_array().unwrap().is_empty());
    }
}
