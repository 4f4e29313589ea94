//! The events that notice the player of the token, as a stream.

use std::collections::VecDeque;
use std::future;
use std::mem;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::live::cluster::nodes::Entity;
use crate::live::{Call, MatchNoticeKind, OfferNotice, PlayerNotice};
use crate::protocol::{
    ArrangementView, AwaitedOfferView, CalledView, ChallengeView, PlayerEvent, SeatView, rfc3339,
};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_play::lobby::Challenge;
use chivalry_play::matches::{MatchId, Status};
use chivalry_play::player::PlayerId;

use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{Bearer, Read};
use crate::http::extract::body::Params;
use crate::http::owner_router::Relayed;
use crate::http::response::{NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::{
    EventSource, PendingEvents, StreamEnded, StreamFormat, respond,
};
use crate::http::stream::remote_feed::RemoteFeed;

/// Matches read from the store at a time.
const LISTED_AT_ONCE: u32 = 100;

/// Follow a player's events
///
/// A stream without an end for the player of the token. The header `Accept` selects one
/// JSON object a line or server-sent events. Empty lines are keepalives.
///
/// The stream begins with `playing` for each match under way in which the player has a
/// seat and `challenge` for each open challenge, followed by `ready`. Then come
/// `started`, `turn` and `ended` as they happen. A turn may be repeated with the same
/// `next_ply`. `called` announces a game of the player in a tournament.
///
/// `challenge` also reports the end of a challenge. `offer` names an offer that the
/// player has to answer. `chat` is a line of another player in a match of the player.
/// `arrangement` reports a proposed or agreed game, and `reminder` one that begins within an hour.
///
/// A reader that falls behind receives `look_again` and every match under way once
/// more. A match that is not among them has ended.
#[utoipa::path(get, path = "/me/events", tag = "live", security(("token" = ["read"])),
    params(("legal" = Option<bool>, Query,
        description = "true to list the legal moves in the player's own turns")),
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
    let mut pending = PendingEvents::new(StreamFormat::of(content_type));
    let end = bearer.open_stream(&state).await?;
    let mut source = PlayerEvents::new(state, bearer.player.id, legal);
    source.list_matches(&mut pending).await?;
    Ok(varying(respond(source, pending, end)))
}

/// A reader of a player's events.
struct PlayerEvents {
    state: AppState,
    player: PlayerId,
    legal: bool,
    notices: broadcast::Receiver<PlayerNotice>,
    /// Events from other nodes, in a cluster.
    remote_feed: Option<RemoteFeed>,
    /// Matches under way that have not been sent yet.
    pending_matches: VecDeque<MatchId>,
    /// Open challenges that have not been sent yet.
    open_challenges: Vec<Challenge>,
}

/// An update of a player's events.
enum PlayerUpdate {
    Local(PlayerNotice),
    /// The encoded event of another node.
    Remote(Bytes),
    /// Events were dropped.
    Lagged,
}

impl PlayerEvents {
    /// Subscribes at once, so that no event is missed while the lists are read.
    fn new(state: AppState, player: PlayerId, legal: bool) -> PlayerEvents {
        let notices = state.live.listen(player);
        let router = state.owner_router.clone();
        let remote_feed = router.map(|router| RemoteFeed::of(router, player, legal));
        PlayerEvents {
            state,
            player,
            legal,
            notices,
            remote_feed,
            pending_matches: VecDeque::new(),
            open_challenges: Vec::new(),
        }
    }

    /// Reads the lists of matches under way and of open challenges.
    async fn list_matches(&mut self, pending: &mut PendingEvents) -> ApiResult<()> {
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
            let page = self.state.store.matches().page(&filter, LISTED_AT_ONCE, cursor).await?;
            self.pending_matches.extend(page.items.iter().map(|row| row.id));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        let now = self.state.live.time().now();
        let challenges = self.state.store.challenges();
        let rows = challenges.of_player(self.player, LISTED_AT_ONCE, now).await?;
        let open = rows.into_iter().filter(|row| row.end.is_none());
        let open = open.map(|row| row.challenge).filter(|it| it.expires_at > now);
        self.open_challenges = open.collect();
        if self.pending_matches.is_empty() {
            self.push_ready(pending);
        }
        Ok(())
    }

    /// Queues `playing` for a match, unless it has just ended.
    async fn push_playing(
        &self,
        id: MatchId,
        pending: &mut PendingEvents,
    ) -> Result<(), StreamEnded> {
        let (live, viewer) = (&self.state.live, Some(self.player));
        let snapshot = if self.remote_feed.is_none() || self.state.has(Entity::Match(id)) {
            live.snapshot(id, viewer).await?
        } else {
            // The owner alone keeps the match in memory, so this node reads its log.
            Arc::new(live.history(id, viewer).await?.1)
        };
        let match_state = &snapshot.match_state;
        if match_state.status() == Status::Playing
            && let Some(seat) = match_state.seat_of(self.player)
        {
            let now = self.state.live.time().now();
            let view = SeatView::of(match_state, seat, now, self.legal);
            push(pending, &PlayerEvent::Playing(view));
            for offer in OfferNotice::pending(match_state, seat) {
                push(pending, &PlayerEvent::Offer(offer_view(offer)));
            }
        }
        Ok(())
    }

    /// Queues the open challenges, and `ready`.
    fn push_ready(&mut self, pending: &mut PendingEvents) {
        for challenge in mem::take(&mut self.open_challenges) {
            let view = ChallengeView::of(&challenge, None, None);
            push(pending, &PlayerEvent::Challenge(Box::new(view)));
        }
        push(pending, &PlayerEvent::Ready { now: self.now() });
    }

    fn now(&self) -> String {
        rfc3339(self.state.live.time().now())
    }
}

impl EventSource for PlayerEvents {
    type Update = PlayerUpdate;

    async fn recv(&mut self) -> Result<PlayerUpdate, StreamEnded> {
        loop {
            tokio::select! {
                biased;
                notice = self.notices.recv() => return match notice {
                    Ok(PlayerNotice::Erased) | Err(RecvError::Closed) => Err(StreamEnded),
                    Ok(notice) => Ok(PlayerUpdate::Local(notice)),
                    Err(RecvError::Lagged(_)) => Ok(PlayerUpdate::Lagged),
                },
                relayed = next_remote_event(&mut self.remote_feed) => match relayed {
                    Some(Relayed::Frame { frame: event, .. } | Relayed::Notice(event)) => {
                        return Ok(PlayerUpdate::Remote(event));
                    }
                    Some(Relayed::Moved { .. } | Relayed::Answer { .. }) => {}
                    Some(Relayed::Lost(_) | Relayed::AllLost | Relayed::Joined) => {
                        return Ok(PlayerUpdate::Lagged);
                    }
                    None => {
                        let router = self.state.owner_router.clone();
                        self.remote_feed =
                            router.map(|router| RemoteFeed::of(router, self.player, self.legal));
                        return Ok(PlayerUpdate::Lagged);
                    }
                },
            }
        }
    }

    async fn on_update(
        &mut self,
        update: PlayerUpdate,
        pending: &mut PendingEvents,
    ) -> Result<(), StreamEnded> {
        match update {
            PlayerUpdate::Local(notice) => {
                if let Some(event) = event_of(&notice, self.legal) {
                    push(pending, &event);
                }
            }
            PlayerUpdate::Remote(event) => pending.push(None, &event),
            PlayerUpdate::Lagged => {
                push(pending, &PlayerEvent::LookAgain { now: self.now() });
                self.list_matches(pending).await.map_err(|_| StreamEnded)?;
            }
        }
        Ok(())
    }

    /// Queues the next of the matches under way, and `ready` after the last one.
    async fn fill(&mut self, pending: &mut PendingEvents) -> Result<(), StreamEnded> {
        while pending.is_empty()
            && let Some(id) = self.pending_matches.pop_front()
        {
            self.push_playing(id, pending).await?;
            if self.pending_matches.is_empty() {
                self.push_ready(pending);
            }
        }
        Ok(())
    }
}

fn push(pending: &mut PendingEvents, event: &PlayerEvent) {
    pending.push(None, event.to_json().as_bytes());
}

/// The view of a call that players receive.
pub(crate) fn called(call: &Call) -> CalledView {
    let (match_id, seat) = call.game.unzip();
    CalledView {
        tournament: call.tournament,
        name: call.name.clone(),
        stage: call.stage,
        round: call.round,
        pairing: call.pairing,
        match_id,
        seat,
        until: call.until.map(rfc3339),
        now: rfc3339(call.at),
    }
}

/// The view of an offer that the player has to answer.
pub(crate) fn offer_view(notice: OfferNotice) -> AwaitedOfferView {
    let OfferNotice { match_id, v, at, variant, seat, offer } = notice;
    AwaitedOfferView { id: match_id, v, now: rfc3339(at), variant, seat, offer }
}

/// The event that the player receives for a notice, if any.
pub(crate) fn event_of(notice: &PlayerNotice, legal: bool) -> Option<PlayerEvent> {
    let (notice, update) = match notice {
        PlayerNotice::Match { notice, update } => (notice, update),
        PlayerNotice::Called(call) => return Some(PlayerEvent::Called(called(call))),
        PlayerNotice::Offer(offer) => return Some(PlayerEvent::Offer(offer_view(*offer))),
        PlayerNotice::Challenge { challenge, end, match_id } => {
            let view = ChallengeView::of(challenge, *end, *match_id);
            return Some(PlayerEvent::Challenge(Box::new(view)));
        }
        PlayerNotice::Arranged { arrangement, is_reminder } => {
            let view = Box::new(ArrangementView::from(&**arrangement));
            return Some(match is_reminder {
                true => PlayerEvent::Reminder(view),
                false => PlayerEvent::Arrangement(view),
            });
        }
        PlayerNotice::Said { match_id, v, line } => return PlayerEvent::said(*match_id, *v, line),
        PlayerNotice::Erased => return None,
    };
    let view = || SeatView::after(update.match_id, &update.occurrence, notice.seat, legal);
    match notice.kind {
        MatchNoticeKind::Started => Some(PlayerEvent::Started(view())),
        MatchNoticeKind::Turn => Some(PlayerEvent::Turn(view())),
        MatchNoticeKind::Ended => {
            PlayerEvent::ended(update.match_id, &update.occurrence, notice.seat)
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
    use crate::http::extract::{identity, token};
    use crate::http::options::HttpOptions;
    use crate::http::server::{Server, bind};
    use crate::http::stream::event_stream::pieces;

    #[tokio::test]
    async fn a_slow_reader_is_resynchronized() {
        let directory = tempfile::tempdir().unwrap();
        let (options, store) = (HttpOptions::local(), StoreOptions::sqlite(directory.path()));
        let listener = bind(&options).await.unwrap();
        let shutdown = CancellationToken::new();
        let server = Server::open(listener, options, &store, shutdown).await.unwrap();
        let (state, live) = (server.services.app.clone(), server.services.app.live.clone());

        let (white, _) = identity::new_guest(&state, None).await.unwrap();
        let (black, _) = identity::new_guest(&state, None).await.unwrap();
        let mut pending = PendingEvents::new(StreamFormat::Lines);
        let draining = state.draining.clone();
        let mut source = PlayerEvents::new(state, white.id, true);
        source.list_matches(&mut pending).await.unwrap();
        let new = NewMatch {
            seat: Some(Seat::FIRST),
            ..NewMatch::plain(Variant::named("cam").unwrap(), TimeControl::Unlimited {})
        };
        let snapshot = live.create(&new, &white, None, token::secret::<16>).await.unwrap();
        let mut notices = live.listen(white.id);
        let join = Command::Join { seat: None, key: None };
        live.command(snapshot.match_state.id(), &black, None, join).await.unwrap();
        let notice = notices.recv().await.unwrap();
        for _ in 0..100 {
            live.notify(white.id, notice.clone());
        }

        let pieces: Vec<_> = pieces(source, pending, draining.into()).take(5).collect().await;
        let read = |piece: &Bytes| serde_json::from_slice::<Value>(piece).unwrap();
        let events: Vec<Value> = pieces.iter().flatten().map(read).collect();
        let kinds: Vec<&str> = events.iter().map(|event| event["t"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["ready", "look_again", "playing", "ready", "started"]);
        assert_eq!((&events[2]["seat"], &events[2]["my_turn"]), (&"W".into(), &true.into()));
        assert!(!events[2]["legal"].as_array().unwrap().is_empty());
    }
}
