//! What a connection asks of matches, and what it is told of those that it
//! watches.

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
use crate::http::session::chat::Heard;
use crate::http::session::session::{GO_ON, Session, Step, unauthorized};

/// Missed events are sent one by one up to this number; a snapshot is shorter
/// than more of them.
const MOST_MISSED: u32 = 64;

/// How far a client is that watches a match, and what it wants to be told.
#[derive(Clone, Copy)]
pub(crate) struct Watched {
    v: u32,
    pub(crate) flavour: FrameVariant,
    /// What it was told of talk, when it wants to hear it.
    pub(crate) heard: Option<Heard>,
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
        // Who takes a seat is seen there from then on.
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
            *lag = self.line.guest().map_or_else(|| self.lag.lag(), RemoteTransport::lag);
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
                // For the lag of the next one.
                let is_stale = is_move && self.lag.is_stale(Instant::now());
                if is_stale { self.ping().await } else { GO_ON }
            }
            Err(error) => Box::pin(self.explain(id, match_id, &error, legal)).await,
        }
    }

    /// Refuses a command, with what the client needs to go on from there.
    pub(crate) async fn explain(
        &mut self,
        id: Option<&str>,
        match_id: MatchId,
        error: &LiveError,
        legal: bool,
    ) -> Step {
        let mut refusal = live_error(error);
        let flavour = self.watched.get(&match_id).map(|watched| watched.flavour);
        let wants_legal = legal || flavour == Some(FrameVariant::WithLegalMoves);
        match error {
            LiveError::Refused(Refusal::IllegalMove(_)) if wants_legal => {
                if let Ok(room) = self.app.live.look(match_id, self.viewer()).await {
                    refusal.more.legal = Some(legal_moves(room.contest.game().position(), true));
                }
                self.refuse(id, &refusal).await
            }
            LiveError::Refused(Refusal::StalePly { .. }) => {
                self.refuse(id, &refusal).await?;
                match self.app.live.look(match_id, self.viewer()).await {
                    Ok(room) => self.snapshot(&room, wants_legal).await,
                    Err(_) => GO_ON,
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
        let room = match self.app.live.watch(match_id, self.viewer(), &self.subscriber).await {
            Ok(room) => room,
            Err(error) => return self.refuse(id.as_deref(), &live_error(&error)).await,
        };
        let flavour = if legal { FrameVariant::WithLegalMoves } else { FrameVariant::Plain };
        let v = room.contest.v();
        self.watched.insert(match_id, Watched { v, flavour, heard: None });
        let watchers = Some(self.app.live.watchers(match_id));
        let done = Done { match_id: Some(match_id), v: Some(v), watchers, ..Done::default() };
        self.report(id.as_deref(), Ok(done)).await?;
        self.catch_up(&room, since, flavour).await
    }

    pub(crate) async fn unwatch(&mut self, id: Option<String>, match_id: MatchId) -> Step {
        if self.watched.remove(&match_id).is_some() {
            // A match that is gone has nobody to tell.
            let _ = self.app.live.unwatch(match_id, &self.subscriber).await;
        }
        let done = Done { match_id: Some(match_id), ..Done::default() };
        self.report(id.as_deref(), Ok(done)).await
    }

    /// Sends what the client misses: the events since the version it has, or
    /// a snapshot where that is shorter.
    async fn catch_up(
        &mut self,
        room: &MatchSnapshot,
        since: Option<u32>,
        flavour: FrameVariant,
    ) -> Step {
        let v = room.contest.v();
        match since {
            Some(since) if since == v => GO_ON,
            Some(since) if since < v && v - since <= MOST_MISSED => {
                let Ok((occurrences, then)) =
                    self.app.live.history(room.contest.id(), self.viewer()).await
                else {
                    return self.snapshot(room, flavour == FrameVariant::WithLegalMoves).await;
                };
                let missed = occurrences.iter().filter(|occurrence| {
                    occurrence.recorded.v > since && occurrence.recorded.v <= v
                });
                for occurrence in missed {
                    let seated = then.seated_by(&occurrence.recorded.event);
                    let legal = flavour == FrameVariant::WithLegalMoves;
                    let variant = room.contest.variant();
                    let frame = event_frame(room.contest.id(), variant, occurrence, seated, legal);
                    self.send_bytes(frame.into()).await?;
                }
                GO_ON
            }
            _ => self.snapshot(room, flavour == FrameVariant::WithLegalMoves).await,
        }
    }

    async fn snapshot(&mut self, room: &MatchSnapshot, legal: bool) -> Step {
        let now = room.as_of(self.app.live.time().now());
        let watchers = self.app.live.watchers(room.contest.id());
        let MatchSnapshot { contest, players, ratings, gone, .. } = room;
        let mut view = MatchView::of(contest, players, ratings, gone, watchers, now, legal);
        view.premove = self.viewer().and_then(|viewer| room.premove_of(viewer)).map(Into::into);
        self.say(&ServerMessage::Snapshot(Box::new(view))).await
    }

    /// Passes on what happened in or around a match, and finds out what was
    /// missed when the client has been too slow.
    pub(crate) async fn pass_on(&mut self, told: &Broadcast) -> Step {
        match told {
            Broadcast::Event(update) => self.pass_on_event(update).await,
            Broadcast::SideEvent(around) => self.pass_on_around(around).await,
            Broadcast::Tournament(update) => Box::pin(self.pass_on_tournament(update)).await,
            Broadcast::Moved(about) => Box::pin(self.moved(*about)).await,
        }?;
        if self.updates.is_empty() && self.subscriber.take_lagged() {
            return Box::pin(self.watch_again()).await;
        }
        GO_ON
    }

    async fn pass_on_event(&mut self, update: &MatchUpdate) -> Step {
        let v = update.occurrence.recorded.v;
        match self.watched.get_mut(&update.match_id) {
            Some(watched) if v == watched.v + 1 => {
                watched.v = v;
                let flavour = watched.flavour;
                let frame = update.frame(flavour, |update| {
                    event_frame(
                        update.match_id,
                        update.variant,
                        &update.occurrence,
                        update.seated.as_ref(),
                        flavour == FrameVariant::WithLegalMoves,
                    )
                });
                // What is said around a match that is over is for everybody.
                let hears_more = watched.heard.is_some()
                    && matches!(update.occurrence.recorded.event, Event::Ended { .. });
                self.send_bytes(frame).await?;
                if hears_more { Box::pin(self.listen_in(update.match_id)).await } else { GO_ON }
            }
            Some(watched) if v > watched.v => Box::pin(self.watch_again()).await,
            _ => GO_ON,
        }
    }

    /// What is said of another version than the client has is old, or follows
    /// events that the client is about to be told.
    async fn pass_on_around(&mut self, around: &SideEvent) -> Step {
        let is_due = match &around.what {
            // Talk has numbers of its own.
            SideEventKind::Said(line) => self.is_unheard(around.match_id, line),
            SideEventKind::Hidden { .. } => true,
            _ => self.watched.get(&around.match_id).is_some_and(|it| it.v == around.v),
        };
        if is_due { self.send_bytes(around.frame(around_frame)).await } else { GO_ON }
    }

    /// Whose connection it is, as others are to see them: the player may have
    /// become an account or a bot since it was opened.
    pub(crate) async fn player_now(&mut self) -> Result<Player, RequestError> {
        let player = self.player.clone().ok_or_else(unauthorized)?;
        let known = self.app.store.player(player.id).await.map_err(|error| store_error(&error))?;
        Ok(known.unwrap_or(player))
    }

    /// Whose connection it is.
    pub(crate) fn viewer(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    pub(crate) async fn watch_again(&mut self) -> Step {
        let watched: Vec<(MatchId, Watched)> =
            self.watched.iter().map(|(id, watched)| (*id, *watched)).collect();
        for (id, Watched { v: had, flavour, heard }) in watched {
            let Ok(room) = self.app.live.watch(id, self.viewer(), &self.subscriber).await else {
                continue;
            };
            self.watched.insert(id, Watched { v: room.contest.v(), flavour, heard });
            self.catch_up(&room, Some(had), flavour).await?;
            if heard.is_some() {
                self.listen_in(id).await?;
            }
        }
        self.follow_again().await
    }
}

fn around_frame(around: &SideEvent) -> Vec<u8> {
    let (match_id, v, now) = (around.match_id, around.v, rfc3339(around.at));
    let message = match &around.what {
        SideEventKind::Said(line) => return chat::said(around, line),
        SideEventKind::Hidden { room, line } => return chat::hidden(around, *room, *line),
        SideEventKind::Watchers { count } => {
            ServerMessage::Watchers { match_id, v, now, count: *count }
        }
        SideEventKind::Presence { seat, gone_at } => {
            let seat = around.variant.seat_name(*seat).letter();
            let presence = PresenceView::of(*gone_at, around.at);
            ServerMessage::Presence { match_id, v, now, seat, presence }
        }
        SideEventKind::Rated { ratings } => {
            let ratings = SeatRatingView::of_seats(around.variant, ratings);
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
