//! The matches that a connection watches, and their updates.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;

use crate::live::{FrameVariant, MatchSnapshot, MatchUpdate, SideEvent, SideEventKind};
use crate::planted::{Planted, is_planted};
use crate::protocol::{
    Code, Done, MatchView, PresenceView, Reason, RequestError, SeatRatingView, ServerMessage,
    event_frame, rfc3339,
};
use chivalry_play::matches::{Event, MatchId};

use crate::http::error::live_error;
use crate::http::session::connection::Connection;
use crate::http::session::subscriptions::chat;
use crate::http::session::subscriptions::chat::ChatProgress;
use crate::http::session::transport::{Step, Transport};
use crate::http::stream::match_events::{check_since, match_event_frame};

/// Maximum missed events that are sent one by one. A snapshot is shorter than more events.
const MAX_REPLAYED_EVENTS: u32 = 64;

/// The subscription of a client to one match.
#[derive(Clone, Copy)]
pub(crate) struct Watched {
    v: u32,
    pub(crate) frame_variant: FrameVariant,
    /// The chat lines already sent, if the client subscribed to chat.
    pub(crate) chat: Option<ChatProgress>,
}

/// The subscriptions of a client to matches.
#[derive(Default)]
pub(crate) struct MatchSubscriptions(BTreeMap<MatchId, Watched>);

impl MatchSubscriptions {
    /// True if the client watches no match of this node.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if the client wants the legal moves of a match, with `legal` of its command.
    pub(crate) fn wants_legal(&self, match_id: MatchId, legal: bool) -> bool {
        let watched = self.0.get(&match_id);
        legal || watched.is_some_and(|it| it.frame_variant == FrameVariant::WithLegalMoves)
    }

    /// Records that the client received the state of a match. Queued events up to its version are
    /// not sent any more.
    pub(crate) fn set_version(&mut self, match_id: MatchId, v: u32) {
        if let Some(watched) = self.0.get_mut(&match_id) {
            watched.v = v;
        }
    }

    pub(crate) async fn watch<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        match_id: MatchId,
        since: Option<u32>,
        legal: bool,
    ) -> Step {
        let app = &connection.app;
        let is_new = !self.0.contains_key(&match_id);
        if is_new && self.0.len() >= app.options.matches_watched {
            let error = RequestError::new(Code::RateLimited, Reason::TooManyWatched);
            return connection.refuse(id.as_deref(), &error).await;
        }
        let watching = app.live.watch(match_id, connection.viewer(), &connection.subscriber);
        let snapshot = match watching.await {
            Ok(snapshot) => snapshot,
            Err(error) => return connection.refuse(id.as_deref(), &live_error(&error)).await,
        };
        let frame_variant = if legal { FrameVariant::WithLegalMoves } else { FrameVariant::Plain };
        let v = snapshot.match_state.v();
        // A subscription that follows its match to another node is not a request of the client.
        let since_checked = since.filter(|_| !connection.is_replay);
        if let Some(Err(error)) = since_checked.map(|since| check_since(since, v)) {
            if is_new {
                app.live.leave(match_id, &connection.subscriber);
            }
            return connection.refuse(id.as_deref(), &error).await;
        }
        self.0.insert(match_id, Watched { v, frame_variant, chat: None });
        let watchers = Some(connection.app.live.watchers(match_id));
        let done = Done { match_id: Some(match_id), v: Some(v), watchers, ..Done::default() };
        connection.report(id.as_deref(), Ok(done)).await?;
        catch_up(connection, &snapshot, since, frame_variant).await
    }

    pub(crate) async fn unwatch<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        id: Option<String>,
        match_id: MatchId,
    ) -> Step {
        if self.0.remove(&match_id).is_some() {
            // An ended match has no subscribers left.
            let _ = connection.app.live.unwatch(match_id, &connection.subscriber).await;
        }
        let done = Done { match_id: Some(match_id), ..Done::default() };
        connection.report(id.as_deref(), Ok(done)).await
    }

    /// Cancels all subscriptions.
    pub(crate) async fn unwatch_all<T: Transport>(&mut self, connection: &mut Connection<T>) {
        for id in mem::take(&mut self.0).into_keys() {
            // An ended match has no subscribers left.
            let _ = connection.app.live.unwatch(id, &connection.subscriber).await;
        }
    }

    /// Removes a match that this node released. Returns its subscription.
    pub(crate) fn remove(&mut self, id: MatchId) -> Option<Watched> {
        self.0.remove(&id)
    }

    /// Subscribes the client to the chat of a match that it watches.
    pub(crate) async fn subscribe_chat<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        match_id: MatchId,
    ) -> Step {
        if let Some(watched) = self.0.get_mut(&match_id) {
            watched.chat = Some(ChatProgress::default());
        }
        self.catch_up_chat(connection, match_id).await
    }

    /// Sends the missed lines of the rooms that the client may read, and subscribes to later ones.
    async fn catch_up_chat<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        match_id: MatchId,
    ) -> Step {
        let Some(chat) = self.chat_progress(match_id) else { return ControlFlow::Continue(()) };
        let (live, viewer) = (&connection.app.live, connection.viewer());
        // An ended match has no chat left to send.
        let Ok(rooms) = live.listen_in(match_id, viewer, &connection.subscriber).await else {
            return ControlFlow::Continue(());
        };
        for room in rooms {
            let now = connection.app.live.time().now();
            if let Some(frame) = chat.catch_up(match_id, room, now) {
                connection.send_text(frame.to_json()).await?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The chat progress of a match, if the client subscribed to its chat.
    fn chat_progress(&mut self, match_id: MatchId) -> Option<&mut ChatProgress> {
        self.0.get_mut(&match_id)?.chat.as_mut()
    }

    pub(crate) async fn forward_event<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        update: &MatchUpdate,
    ) -> Step {
        let v = update.occurrence.recorded.v;
        match self.0.get_mut(&update.match_id) {
            Some(watched) if v == watched.v + 1 => {
                watched.v = v;
                let frame = match_event_frame(update, watched.frame_variant);
                // All chat rooms open to everybody when a match ends.
                let rooms_opened = watched.chat.is_some()
                    && matches!(update.occurrence.recorded.event, Event::Ended { .. });
                connection.send_frame(frame).await?;
                if rooms_opened {
                    Box::pin(self.catch_up_chat(connection, update.match_id)).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            Some(watched) if v > watched.v => Box::pin(self.resync(connection)).await,
            _ => ControlFlow::Continue(()),
        }
    }

    /// Forwards a side event if its version matches the client's. Another version is either
    /// outdated or precedes events that are still queued.
    pub(crate) async fn forward_side_event<T: Transport>(
        &mut self,
        connection: &mut Connection<T>,
        event: &SideEvent,
    ) -> Step {
        let is_current = match &event.what {
            // Chat lines carry their own numbers.
            SideEventKind::Said(line) => {
                self.chat_progress(event.match_id).is_some_and(|chat| chat.mark_sent(line))
            }
            SideEventKind::Hidden { .. } => true,
            _ => self.0.get(&event.match_id).is_some_and(|it| it.v == event.v),
        };
        if is_current {
            connection.send_frame(event.frame(side_event_frame)).await
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Resubscribes to all watched matches after updates were dropped.
    pub(crate) async fn resync<T: Transport>(&mut self, connection: &mut Connection<T>) -> Step {
        let watched: Vec<(MatchId, Watched)> =
            self.0.iter().map(|(id, watched)| (*id, *watched)).collect();
        for (id, Watched { v: had, frame_variant, chat }) in watched {
            let (live, viewer) = (&connection.app.live, connection.viewer());
            let Ok(snapshot) = live.watch(id, viewer, &connection.subscriber).await else {
                continue;
            };
            self.0.insert(id, Watched { v: snapshot.match_state.v(), frame_variant, chat });
            catch_up(connection, &snapshot, Some(had), frame_variant).await?;
            if chat.is_some() {
                self.catch_up_chat(connection, id).await?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Sends the state of a match.
pub(crate) async fn send_snapshot<T: Transport>(
    connection: &mut Connection<T>,
    snapshot: &MatchSnapshot,
    legal: bool,
) -> Step {
    let now = snapshot.as_of(connection.app.live.time().now());
    let watchers = connection.app.live.watchers(snapshot.match_state.id());
    let MatchSnapshot { match_state, players, ratings, gone, .. } = snapshot;
    let mut view = MatchView::of(match_state, players, ratings, gone, watchers, now, legal);
    view.premove =
        connection.viewer().and_then(|viewer| snapshot.premove_of(viewer)).map(Into::into);
    connection.send_message(&ServerMessage::Snapshot(Box::new(view))).await
}

/// Sends the events after version `since`, or a snapshot if that is shorter.
async fn catch_up<T: Transport>(
    connection: &mut Connection<T>,
    snapshot: &MatchSnapshot,
    since: Option<u32>,
    frame_variant: FrameVariant,
) -> Step {
    let v = snapshot.match_state.v();
    let legal = frame_variant == FrameVariant::WithLegalMoves;
    match since {
        Some(since) if since == v || is_planted(Planted::SkipsMissedEvents) => {
            ControlFlow::Continue(())
        }
        Some(since) if since < v && v - since <= MAX_REPLAYED_EVENTS => {
            let id = snapshot.match_state.id();
            let history = connection.app.live.history(id, connection.viewer()).await;
            let Ok((occurrences, then)) = history else {
                return send_snapshot(connection, snapshot, legal).await;
            };
            let missed = occurrences
                .iter()
                .filter(|occurrence| occurrence.recorded.v > since && occurrence.recorded.v <= v);
            for occurrence in missed {
                let seated = then.seated_by(&occurrence.recorded.event);
                let variant = snapshot.match_state.variant();
                let frame = event_frame(id, variant, occurrence, seated, legal);
                connection.send_text(frame).await?;
            }
            ControlFlow::Continue(())
        }
        _ => send_snapshot(connection, snapshot, legal).await,
    }
}

fn side_event_frame(event: &SideEvent) -> String {
    let (match_id, v, now) = (event.match_id, event.v, rfc3339(event.at));
    let message = match &event.what {
        SideEventKind::Said(line) => return chat::chat_frame(event, line),
        SideEventKind::Hidden { room, line } => {
            return chat::chat_hidden_frame(event, *room, *line);
        }
        SideEventKind::Watchers { count } => {
            ServerMessage::Watchers { match_id, v, now, count: *count }
        }
        SideEventKind::Presence { seat, gone_at, is_held } => {
            let seat = event.variant.seat_name(*seat).letter();
            let presence = PresenceView::of(*gone_at, *is_held, event.at);
            ServerMessage::Presence { match_id, v, now, seat, presence }
        }
        SideEventKind::Renamed { seat, player } => {
            let seat = event.variant.seat_name(*seat).letter();
            ServerMessage::Renamed { match_id, v, now, seat, player: player.into() }
        }
        SideEventKind::Rated { ratings } => {
            let ratings = SeatRatingView::of_seats(event.variant, ratings);
            ServerMessage::Rated { match_id, v, now, ratings }
        }
        SideEventKind::Premove { premove } => {
            let (ply, line) = premove.as_ref().map(|it| (it.ply, &it.tree)).unzip();
            ServerMessage::Premove { match_id, v, now, ply, line }
        }
        SideEventKind::PremoveDropped { ply, why } => {
            ServerMessage::premove_dropped(match_id, v, now, *ply, why)
        }
    };
    message.to_json()
}
