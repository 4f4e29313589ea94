//! Match commands of a connection, and updates of the matches that it watches.

use std::ops::ControlFlow;

use tokio::time::Instant;

use crate::live::{
    Broadcast, FrameVariant, LiveError, MatchSnapshot, MatchUpdate, SideEvent, SideEventKind,
};
use crate::protocol::{
    Code, CreateRequest, Done, MatchView, PresenceView, Reason, RequestError, SeatRatingView,
    ServerMessage, event_frame, legal_moves, rfc3339,
};
use chivalry_play::matches::{Command, Event, MatchId, Refusal};
use chivalry_play::player::{Player, PlayerId};

use crate::http::api::matches::matches::make;
use crate::http::error::{live_error, store_error};
use crate::http::gateway::remote_session::RemoteTransport;
use crate::http::session::chat;
use crate::http::session::chat::ChatProgress;
use crate::http::session::session::{Session, Step, unauthorized};

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

impl Session {
    pub(crate) async fn create(&mut self, id: Option<String>, request: CreateRequest) -> Step {
        let created = async {
            let player = self.player_now().await?;
            Ok(make(&self.app, request, &player, id.clone()).await?.1)
        };
        let created = created.await;
        self.report(id.as_deref(), created).await
    }

    pub(crate) async fn command(
        &mut self,
        id: Option<String>,
        match_id: MatchId,
        mut command: Command,
        legal: bool,
    ) -> Step {
        // A join stores the player in the match, so the current record is read.
        let player = match (&command, &self.player) {
            (Command::Join { .. }, _) => Box::pin(self.player_now()).await,
            (_, player) => player.clone().ok_or_else(unauthorized),
        };
        let player = match player {
            Ok(player) => player,
            Err(error) => return self.refuse(id.as_deref(), &error).await,
        };
        let is_move = matches!(command, Command::Move { .. });
        if let Command::Move { lag, .. } = &mut command {
            *lag = self.transport.remote().map_or_else(|| self.lag.lag(), RemoteTransport::lag);
        }
        let done = self.app.live.command(match_id, &player, id.clone(), command).await;
        let id = id.as_deref();
        match done {
            Ok(accepted) => {
                let done = Done {
                    match_id: Some(match_id),
                    v: Some(accepted.v),
                    ply: is_move.then_some(accepted.ply),
                    seat: accepted.seat,
                    ..Done::default()
                };
                self.report(id, Ok(done)).await?;
                // The ping measures the latency that the next move is compensated for.
                let is_ping_due = is_move && self.lag.is_ping_due(Instant::now());
                if is_ping_due { self.ping().await } else { ControlFlow::Continue(()) }
            }
            Err(error) => Box::pin(self.refuse_command(id, match_id, &error, legal)).await,
        }
    }

    /// Refuses a command, with the legal moves or a snapshot if the client needs them.
    pub(crate) async fn refuse_command(
        &mut self,
        id: Option<&str>,
        match_id: MatchId,
        error: &LiveError,
        legal: bool,
    ) -> Step {
        let mut refusal = live_error(error);
        let frame_variant = self.watched.get(&match_id).map(|watched| watched.frame_variant);
        let wants_legal = legal || frame_variant == Some(FrameVariant::WithLegalMoves);
        match error {
            LiveError::Refused(Refusal::IllegalMove(_)) if wants_legal => {
                if let Ok(snapshot) = self.app.live.look(match_id, self.viewer()).await {
                    refusal.more.legal =
                        Some(legal_moves(snapshot.contest.game().position(), true));
                }
                self.refuse(id, &refusal).await
            }
            LiveError::Refused(Refusal::StalePly { .. }) => {
                self.refuse(id, &refusal).await?;
                match self.app.live.look(match_id, self.viewer()).await {
                    Ok(snapshot) => self.send_snapshot(&snapshot, wants_legal).await,
                    Err(_) => ControlFlow::Continue(()),
                }
            }
            _ => self.refuse(id, &refusal).await,
        }
    }

    pub(crate) async fn watch(
        &mut self,
        id: Option<String>,
        match_id: MatchId,
        since: Option<u32>,
        legal: bool,
    ) -> Step {
        let is_new = !self.watched.contains_key(&match_id);
        if is_new && self.watched.len() >= self.app.options.matches_watched {
            let reason = Reason::TooManyWatched;
            let error = RequestError::new(Code::RateLimited, reason);
            return self.refuse(id.as_deref(), &error).await;
        }
        let snapshot = match self.app.live.watch(match_id, self.viewer(), &self.subscriber).await {
            Ok(snapshot) => snapshot,
            Err(error) => return self.refuse(id.as_deref(), &live_error(&error)).await,
        };
        let frame_variant = if legal { FrameVariant::WithLegalMoves } else { FrameVariant::Plain };
        let v = snapshot.contest.v();
        self.watched.insert(match_id, Watched { v, frame_variant, chat: None });
        let watchers = Some(self.app.live.watchers(match_id));
        let done = Done { match_id: Some(match_id), v: Some(v), watchers, ..Done::default() };
        self.report(id.as_deref(), Ok(done)).await?;
        self.catch_up(&snapshot, since, frame_variant).await
    }

    pub(crate) async fn unwatch(&mut self, id: Option<String>, match_id: MatchId) -> Step {
        if self.watched.remove(&match_id).is_some() {
            // An ended match has no subscribers left.
            let _ = self.app.live.unwatch(match_id, &self.subscriber).await;
        }
        let done = Done { match_id: Some(match_id), ..Done::default() };
        self.report(id.as_deref(), Ok(done)).await
    }

    /// Sends the events after version `since`, or a snapshot if that is shorter.
    async fn catch_up(
        &mut self,
        snapshot: &MatchSnapshot,
        since: Option<u32>,
        frame_variant: FrameVariant,
    ) -> Step {
        let v = snapshot.contest.v();
        match since {
            Some(since) if since == v => ControlFlow::Continue(()),
            Some(since) if since < v && v - since <= MAX_REPLAYED_EVENTS => {
                let Ok((occurrences, then)) =
                    self.app.live.history(snapshot.contest.id(), self.viewer()).await
                else {
                    return self
                        .send_snapshot(snapshot, frame_variant == FrameVariant::WithLegalMoves)
                        .await;
                };
                let missed = occurrences.iter().filter(|occurrence| {
                    occurrence.recorded.v > since && occurrence.recorded.v <= v
                });
                for occurrence in missed {
                    let seated = then.seated_by(&occurrence.recorded.event);
                    let legal = frame_variant == FrameVariant::WithLegalMoves;
                    let variant = snapshot.contest.variant();
                    let frame =
                        event_frame(snapshot.contest.id(), variant, occurrence, seated, legal);
                    self.send_bytes(frame.into()).await?;
                }
                ControlFlow::Continue(())
            }
            _ => self.send_snapshot(snapshot, frame_variant == FrameVariant::WithLegalMoves).await,
        }
    }

    async fn send_snapshot(&mut self, snapshot: &MatchSnapshot, legal: bool) -> Step {
        let now = snapshot.as_of(self.app.live.time().now());
        let watchers = self.app.live.watchers(snapshot.contest.id());
        let MatchSnapshot { contest, players, ratings, gone, .. } = snapshot;
        let mut view = MatchView::of(contest, players, ratings, gone, watchers, now, legal);
        view.premove = self.viewer().and_then(|viewer| snapshot.premove_of(viewer)).map(Into::into);
        self.send_message(&ServerMessage::Snapshot(Box::new(view))).await
    }

    /// Forwards an update. Resynchronizes once the queue is empty if updates were dropped.
    pub(crate) async fn forward(&mut self, update: &Broadcast) -> Step {
        match update {
            Broadcast::Event(update) => self.forward_event(update).await,
            Broadcast::SideEvent(event) => self.forward_side_event(event).await,
            Broadcast::Tournament(update) => Box::pin(self.forward_tournament_event(update)).await,
            Broadcast::Moved(about) => Box::pin(self.on_moved(*about)).await,
        }?;
        if self.updates.is_empty() && self.subscriber.take_lagged() {
            return Box::pin(self.resync()).await;
        }
        ControlFlow::Continue(())
    }

    async fn forward_event(&mut self, update: &MatchUpdate) -> Step {
        let v = update.occurrence.recorded.v;
        match self.watched.get_mut(&update.match_id) {
            Some(watched) if v == watched.v + 1 => {
                watched.v = v;
                let frame_variant = watched.frame_variant;
                let frame = update.frame(frame_variant, |update| {
                    event_frame(
                        update.match_id,
                        update.variant,
                        &update.occurrence,
                        update.seated.as_ref(),
                        frame_variant == FrameVariant::WithLegalMoves,
                    )
                });
                // All chat rooms open to everybody when a match ends.
                let rooms_opened = watched.chat.is_some()
                    && matches!(update.occurrence.recorded.event, Event::Ended { .. });
                self.send_bytes(frame).await?;
                if rooms_opened {
                    Box::pin(self.catch_up_chat(update.match_id)).await
                } else {
                    ControlFlow::Continue(())
                }
            }
            Some(watched) if v > watched.v => Box::pin(self.resync()).await,
            _ => ControlFlow::Continue(()),
        }
    }

    /// Forwards a side event if its version matches the client's. Another version is either
    /// outdated or precedes events that are still queued.
    async fn forward_side_event(&mut self, event: &SideEvent) -> Step {
        let is_current = match &event.what {
            // Chat lines carry their own numbers.
            SideEventKind::Said(line) => self.mark_line_sent(event.match_id, line),
            SideEventKind::Hidden { .. } => true,
            _ => self.watched.get(&event.match_id).is_some_and(|it| it.v == event.v),
        };
        if is_current {
            self.send_bytes(event.frame(side_event_frame)).await
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reads the player's current record, which may have become an account or a bot after the
    /// connection opened.
    ///
    /// # Errors
    ///
    /// `unauthorized` without a player; `unavailable` if the store cannot be read.
    pub(crate) async fn player_now(&mut self) -> Result<Player, RequestError> {
        let player = self.player.clone().ok_or_else(unauthorized)?;
        let known = self.app.store.player(player.id).await.map_err(|error| store_error(&error))?;
        Ok(known.unwrap_or(player))
    }

    /// The id of the player, if the client has one.
    pub(crate) fn viewer(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    pub(crate) async fn resync(&mut self) -> Step {
        let watched: Vec<(MatchId, Watched)> =
            self.watched.iter().map(|(id, watched)| (*id, *watched)).collect();
        for (id, Watched { v: had, frame_variant, chat }) in watched {
            let Ok(snapshot) = self.app.live.watch(id, self.viewer(), &self.subscriber).await
            else {
                continue;
            };
            self.watched.insert(id, Watched { v: snapshot.contest.v(), frame_variant, chat });
            self.catch_up(&snapshot, Some(had), frame_variant).await?;
            if chat.is_some() {
                self.catch_up_chat(id).await?;
            }
        }
        self.resync_tournaments().await
    }
}

fn side_event_frame(event: &SideEvent) -> Vec<u8> {
    let (match_id, v, now) = (event.match_id, event.v, rfc3339(event.at));
    let message = match &event.what {
        SideEventKind::Said(line) => return chat::chat_frame(event, line),
        SideEventKind::Hidden { room, line } => {
            return chat::chat_hidden_frame(event, *room, *line);
        }
        SideEventKind::Watchers { count } => {
            ServerMessage::Watchers { match_id, v, now, count: *count }
        }
        SideEventKind::Presence { seat, gone_at } => {
            let seat = event.variant.seat_name(*seat).letter();
            let presence = PresenceView::of(*gone_at, event.at);
            ServerMessage::Presence { match_id, v, now, seat, presence }
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
    message.to_json().into_bytes()
}
