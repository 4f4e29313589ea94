//! The actor that owns one match.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatRoom, Match, MatchId, Status};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::{PerSeat, Seat};

use crate::live::cluster::lease::LeaseEvent;
use crate::live::cluster::nodes::Entity;
use crate::live::cluster::owner::Owner;
use crate::live::cluster::ownership::Stop;
use crate::live::context::LiveContext;
use crate::live::error::LiveError;
use crate::live::hibernated;
use crate::live::match_actor::chat;
use crate::live::match_actor::chat::{ChatHistory, LastLines};
use crate::live::match_actor::downtime::Stall;
use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};
use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::feed::side_event::{SideEvent, SideEventKind};
use crate::live::match_actor::feed::spectator_delay::MAX_BUFFERED;
use crate::live::match_actor::feed::subscribers::{Reader, Subscribers};
use crate::live::match_actor::handle::MatchHandle;
use crate::live::match_actor::message::{ChatRequest, Forget, Message};
use crate::live::match_actor::presence::{Connections, Presence};
use crate::live::match_actor::refusals::Refusals;
use crate::live::match_actor::seat_ratings;
use crate::live::match_actor::seat_ratings::SeatRatings;
use crate::live::match_actor::snapshot;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::match_actor::timers;
use crate::live::match_actor::timers::{RELOAD, TimerEvent};
use crate::live::match_actor::view::MatchView;

/// Capacity of the mailbox. Senders wait while it is full.
pub(crate) const MAILBOX: usize = 32;

/// Time to the end of the running clock that a match needs to move to another node.
const MIN_TIME_TO_MOVE: Duration = Duration::from_secs(10);

/// A match between its log and its subscribers.
///
/// The notices of a match are values: they own their state, take what they need as arguments, and
/// return what the actor has to send. `commit.rs` contains the commands, which change the log.
pub(crate) struct MatchActor {
    pub(crate) id: MatchId,
    pub(crate) mailbox: mpsc::Receiver<Box<Message>>,
    pub(crate) context: Arc<LiveContext>,
    pub(crate) view: MatchView,
    pub(crate) subscribers: Subscribers,
    /// The last chat lines. Loaded on first use.
    pub(crate) chat: Option<ChatHistory>,
    pub(crate) presence: Presence,
    pub(crate) refusals: Refusals,
    counts_as_running: bool,
    pub(crate) owner: Owner,
    pub(crate) stall: Stall,
    /// The number of stalls of the database that had ended at the last compensation.
    pub(crate) compensated_stalls: u64,
}

impl MatchActor {
    /// Returns an actor and its handle. `snapshot` is the state of a match that was just created.
    pub(crate) fn new(
        id: MatchId,
        snapshot: Option<Arc<MatchSnapshot>>,
        context: Arc<LiveContext>,
    ) -> (MatchHandle, MatchActor) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let handle = MatchHandle { sender, spectators: Arc::default() };
        let actor = MatchActor {
            id,
            mailbox,
            context,
            view: MatchView::new(snapshot),
            subscribers: Subscribers::new(Arc::clone(&handle.spectators)),
            chat: None,
            presence: Presence::default(),
            refusals: Refusals::default(),
            counts_as_running: false,
            owner: Owner::default(),
            stall: Stall::default(),
            compensated_stalls: 0,
        };
        (handle, actor)
    }

    /// Runs until the match is idle or the server shuts down. Returns the messages that a new
    /// actor has to answer.
    ///
    /// Handler futures are boxed, which keeps an idle actor small. Thousands of actors are idle at
    /// any time.
    pub(crate) async fn run(mut self) -> Vec<Box<Message>> {
        if let Err(error) = Box::pin(self.acquire()).await {
            return Box::pin(self.refuse_all(&error)).await;
        }
        // Database errors may be transient, so only permanent errors end the actor.
        if let Err(
            error @ (LiveError::NotFound | LiveError::BrokenLog(_) | LiveError::Unreadable(_)),
        ) = self.loaded().await
        {
            return Box::pin(self.refuse_all(&error)).await;
        }
        if self.owner.is_takeover() {
            // There may be no receiver.
            let _ = self.context.acquired.send(self.id);
        }
        let (shutdown, leaving) = (self.context.shutdown.clone(), self.context.leaving());
        let (mut shutdown, mut leaving) = (pin!(shutdown.cancelled()), pin!(leaving.cancelled()));
        let mut asked_at = Instant::now();
        let mut timer = pin!(sleep_until(asked_at));
        loop {
            if let Some(stop) = self.owner.stop() {
                return Box::pin(self.release(stop)).await;
            }
            if self.stall.is_over() && self.view.snapshot().is_some() {
                // After an error the next command or timer tries again.
                let _ = Box::pin(self.compensate_stall()).await;
            }
            self.count_running();
            let next = self.earliest_timer(asked_at);
            tokio::select! {
                biased;
                () = &mut shutdown => {
                    Box::pin(self.pause()).await;
                    return Box::pin(self.refuse_all(&LiveError::Draining)).await;
                }
                () = &mut leaving, if self.owner.stop().is_none() => self.owner.hand_over(),
                event = self.owner.next_event() => Box::pin(self.on_lease_event(event)).await,
                // Messages that arrived in time are judged before the clock is.
                due = timers::next_timer(timer.as_mut(), next),
                    if self.mailbox.is_empty() || next.is_some_and(|(_, due)| !due.yields()) =>
                {
                    if due == TimerEvent::Retire {
                        self.subscribers.prune(self.view.match_state());
                        if self.subscribers.is_empty() {
                            return Box::pin(self.retire()).await;
                        }
                        asked_at = Instant::now();
                    }
                    Box::pin(self.on_timer(due)).await;
                }
                message = self.mailbox.recv() => match message {
                    Some(message) => {
                        Box::pin(self.on_message(*message)).await;
                        asked_at = Instant::now();
                    }
                    None => return Box::pin(self.retire()).await,
                },
            }
        }
    }

    /// Acquires the match. Does nothing on a single server.
    async fn acquire(&mut self) -> Result<(), LiveError> {
        let Some(nodes) = &self.context.nodes else { return Ok(()) };
        let (store, is_new) = (&self.context.store, self.view.snapshot().is_some());
        if !is_new {
            match store.log().since(self.id, 0, 1).await {
                Ok(events) if events.is_empty() => return Err(LiveError::NotFound),
                Ok(_) => {}
                Err(error) => {
                    self.retry_soon();
                    return Err(error.into());
                }
            }
        }
        let acquired = self.owner.acquire(nodes, store, Entity::Match(self.id), is_new).await;
        if self.owner.stop().is_some_and(|stop| stop.retry_soon) {
            self.retry_soon();
        }
        Ok(acquired?)
    }

    async fn on_lease_event(&mut self, event: LeaseEvent) {
        self.owner.on_event(&event, &self.context.store).await;
        if matches!(event, LeaseEvent::DataChanged) {
            // Some node rated the match.
            self.publish_due_events().await;
            self.load_ratings().await;
            if let Err(error) = self.carry_orders_out().await {
                tracing::warn!(%error, id = %self.id, "could not carry out a director's order");
            }
        }
    }

    /// Ends the ownership. Subscribers are sent to the new owner.
    async fn release(mut self, stop: Stop) -> Vec<Box<Message>> {
        if stop.retry_soon {
            self.retry_soon();
        }
        // Releasing the lease first keeps new requests away from this node.
        self.owner.release();
        let moved = Broadcast::Moved(Entity::Match(self.id));
        self.subscribers.send(Some(&moved), Some(&moved), |_| true);
        self.refuse_all(&LiveError::Moved).await
    }

    /// Schedules the match to be loaded soon if no other node owns it then.
    fn retry_soon(&self) {
        self.context.hibernated.insert(self.id, self.context.time.now());
    }

    /// Returns the next timer. `asked_at` is the time of the last request.
    fn earliest_timer(&self, asked_at: Instant) -> Option<(Instant, TimerEvent)> {
        let instant = |at| self.context.time.instant(at);
        let match_state = self.view.match_state();
        let changes_at = match_state.and_then(Match::next_change_at);
        let check_at = match_state.and_then(|match_state| self.presence.check_at(match_state));
        let public_at = self.view.next_public_at(&self.context.time);
        let idle = match public_at {
            Some(_) => None,
            None => hibernated::idle_after(self.running_until(), self.context.time.now()),
        };
        let timers = [
            (changes_at.map(instant), TimerEvent::Flag),
            (public_at, TimerEvent::Publish),
            (self.subscribers.count_due_at(), TimerEvent::ReportSpectators),
            (check_at.map(instant), TimerEvent::CheckPresence),
            (match_state.is_none().then(|| Instant::now() + RELOAD), TimerEvent::Reload),
            (idle.map(|idle| asked_at + idle), TimerEvent::Retire),
        ];
        let timers = timers.into_iter().filter_map(|(at, due)| Some((at?, due)));
        timers.min_by_key(|(at, _)| *at)
    }

    async fn on_timer(&mut self, due: TimerEvent) {
        match due {
            TimerEvent::Flag => self.flag(self.context.time.now()).await,
            TimerEvent::Publish => self.publish_due_events().await,
            TimerEvent::ReportSpectators => self.send_spectator_count(),
            TimerEvent::CheckPresence => self.check_presence(),
            TimerEvent::Reload => drop(self.loaded().await),
            TimerEvent::Retire => {}
        }
    }

    async fn on_message(&mut self, message: Message) {
        // A requester may be gone. Its answer is then dropped.
        match message {
            Message::Command { by, cause, command, received_at, answer } => {
                self.record_request(by.id);
                let _ = answer.send(self.command(&by, cause, &command, received_at).await);
            }
            Message::Premove { by, cause, wish, received_at, answer } => {
                self.record_request(by);
                let _ = answer.send(Box::pin(self.premove(by, cause, wish, received_at)).await);
            }
            Message::GetSnapshot { viewer, answer } => {
                let snapshot = self.loaded().await;
                let _ = answer.send(snapshot.map(|it| self.view.seen_by(viewer, &it)));
            }
            Message::Watch { viewer, subscriber, answer } => {
                let mut snapshot = self.loaded().await;
                // A previous owner would show a state that the client has already left.
                if snapshot.is_ok() && self.owner.check_surpassed(&self.context.store).await {
                    snapshot = Err(LiveError::Moved);
                }
                if let Ok(snapshot) = &snapshot {
                    self.subscribers.add(&subscriber, viewer, &snapshot.match_state);
                }
                let _ = answer.send(snapshot.map(|it| self.view.seen_by(viewer, &it)));
                self.check_presence();
            }
            Message::Unwatch { subscriber, answer } => {
                self.subscribers.remove(&subscriber, self.view.match_state());
                let _ = answer.send(Ok(()));
                self.check_presence();
            }
            Message::Chat(request) => Box::pin(self.on_chat(request)).await,
            Message::IsMovable { answer } => drop(answer.send(Ok(self.is_movable()))),
            Message::Forget(what) => Box::pin(self.forget(what)).await,
            // After an error the next command or timer tries again.
            Message::Compensate if self.view.snapshot().is_some() => {
                let _ = Box::pin(self.compensate_stall()).await;
            }
            Message::Compensate => {}
            Message::Vacation if self.view.snapshot().is_some() => {
                if let Err(error) = Box::pin(self.adopt_vacations()).await {
                    tracing::warn!(%error, id = %self.id, "could not adopt a vacation");
                }
            }
            Message::Vacation => {}
            Message::Orders if self.view.snapshot().is_some() => {
                if let Err(error) = Box::pin(self.carry_orders_out()).await {
                    tracing::warn!(%error, id = %self.id, "could not carry out a director's order");
                }
            }
            Message::Orders => {}
            Message::Rated(ratings) => {
                // Spectators of a delayed match get its last events before the ratings.
                self.publish_due_events().await;
                self.show_ratings(ratings);
            }
        }
    }

    /// True if the clock runs and is not near its end, and every append succeeded. The players of
    /// such a match notice nothing but a snapshot if another node acquires it.
    fn is_movable(&self) -> bool {
        let earliest = self.context.time.now() + MIN_TIME_TO_MOVE;
        let has_time = self.running_until().is_some_and(|flags_at| flags_at > earliest);
        has_time && self.stall.since().is_none() && self.owner.has_lease()
    }

    /// Leaves memory. Returns the messages that arrived meanwhile.
    async fn retire(mut self) -> Vec<Box<Message>> {
        self.mailbox.close();
        let mut left = Vec::new();
        while let Some(message) = self.mailbox.recv().await {
            left.push(message);
        }
        if let Some(flags_at) = self.running_until() {
            self.context.hibernated.insert(self.id, flags_at);
        }
        self.stop();
        left
    }

    /// Closes the mailbox and answers each remaining message with `error`.
    pub(crate) async fn refuse_all(mut self, error: &LiveError) -> Vec<Box<Message>> {
        self.mailbox.close();
        while let Some(message) = self.mailbox.recv().await {
            message.refuse(error.clone());
        }
        self.stop();
        Vec::new()
    }

    fn stop(&mut self) {
        self.view.invalidate();
        self.count_running();
    }

    fn count_running(&mut self) {
        let runs = self.running_until().is_some();
        match (self.counts_as_running, runs) {
            (false, true) => self.context.running_clocks.fetch_add(1, Ordering::Relaxed),
            (true, false) => self.context.running_clocks.fetch_sub(1, Ordering::Relaxed),
            _ => 0,
        };
        self.counts_as_running = runs;
    }

    /// Returns the expiry of a clock that pauses during a downtime. Correspondence clocks continue
    /// and have a deadline in the store instead.
    pub(crate) fn running_until(&self) -> Option<Timestamp> {
        let match_state = self.view.match_state()?;
        match_state.clock().flags_at().filter(|_| match_state.time().is_real_time())
    }

    /// Returns the snapshot. Reads the log if there is no snapshot or it is uncertain.
    pub(crate) async fn loaded(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        match self.view.snapshot() {
            Some(snapshot) => Ok(Arc::clone(snapshot)),
            // Boxed because loading is rare and its future is large.
            None => Box::pin(self.load()).await,
        }
    }

    async fn load(&mut self) -> Result<Arc<MatchSnapshot>, LiveError> {
        let (store, now) = (&self.context.store, self.context.time.now());
        // Limits concurrent loads. Waiting here has no timeout, unlike waiting for a connection.
        let turn = self.context.loading.acquire().await;
        let log = store.log().read(self.id).await?.ok_or(LiveError::NotFound)?;
        let mut snapshot = MatchSnapshot::new(Match::fold(self.id, log.clone())?);
        if snapshot.match_state.status() != Status::Open {
            snapshot.premoves = store.premoves().of_match(self.id).await?;
        }
        snapshot.players = snapshot::load_players(store, &snapshot.match_state).await?;
        snapshot.gone = self.presence.gone(&snapshot.match_state);
        snapshot.ratings =
            seat_ratings::load(store, &snapshot.match_state, &snapshot.players, now).await?;
        drop(turn);
        self.view.adopt(Arc::new(snapshot), &log, now)?;
        self.subscribers.prune(self.view.match_state());
        if let Some(match_state) = self.view.match_state() {
            self.context.player_feeds.publish_offers(match_state, None);
        }
        // The match can be read while its events cannot be stored.
        if self.stall.since().is_none() {
            self.resume().await?;
            self.adopt_vacations().await?;
            self.carry_orders_out().await?;
        }
        self.view.snapshot().cloned().ok_or(LiveError::NotFound)
    }

    async fn on_chat(&mut self, request: ChatRequest) {
        match request {
            ChatRequest::Send { by, cause, room, text, answer } => {
                self.record_request(by.id);
                let _ = answer.send(self.say(by, cause, room, text).await);
            }
            ChatRequest::Subscribe { viewer, subscriber, answer } => {
                let _ = answer.send(self.subscribe_to_chat(viewer, &subscriber).await);
            }
            ChatRequest::Hide { by, room, line, answer } => {
                let _ = answer.send(self.hide(by, room, line).await);
            }
        }
    }

    async fn subscribe_to_chat(
        &mut self,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Vec<LastLines>, LiveError> {
        let snapshot = self.loaded().await?;
        self.load_chat().await?;
        self.subscribers.subscribe_to_chat(subscriber);
        let v = self.view.seen_by(viewer, &snapshot).match_state.v();
        let public = self.view.seen_by(None, &snapshot);
        let read =
            |it: &ChatHistory| it.readable_by(viewer, &public.match_state, &self.context.store, v);
        Ok(self.chat.as_ref().map(read).unwrap_or_default())
    }

    /// Reads the last chat lines on first use.
    pub(crate) async fn load_chat(&mut self) -> Result<(), LiveError> {
        if self.chat.is_none() {
            self.chat = Some(ChatHistory::load(&self.context.store, self.id).await?);
        }
        Ok(())
    }

    /// Drops or reloads cached personal data.
    async fn forget(&mut self, what: Forget) {
        let Forget::Player(player) = what else {
            self.chat = None;
            return;
        };
        if self.chat.as_ref().is_some_and(|chat| chat.has_lines_of(player)) {
            self.chat = None;
        }
        let Some(match_state) = self.view.match_state() else { return };
        if match_state.seat_of(player).is_none() {
            return;
        }
        match snapshot::load_players(&self.context.store, match_state).await {
            Ok(players) => self.show_players(players),
            // The next load reads the whole match.
            Err(error) => {
                tracing::warn!(%error, id = %self.id, "could not read player names");
                self.view.invalidate();
            }
        }
    }

    /// Adopts the players' names, and sends those that changed.
    fn show_players(&mut self, players: PerSeat<Option<Player>>) {
        let Some(before) = self.view.snapshot().map(|snapshot| snapshot.players.clone()) else {
            return;
        };
        self.view.set_players(players.clone());
        for (seat, player) in players.iter() {
            if let Some(player) = player.clone().filter(|it| before[seat].as_ref() != Some(it)) {
                self.send_side_event(SideEventKind::Renamed { seat, player }, |_| true);
            }
        }
    }

    /// Reads the ratings, and sends them if they changed.
    pub(crate) async fn load_ratings(&mut self) {
        let Some(snapshot) = self.view.snapshot() else { return };
        let (store, now) = (&self.context.store, self.context.time.now());
        match seat_ratings::load(store, &snapshot.match_state, &snapshot.players, now).await {
            Ok(ratings) => self.show_ratings(ratings),
            Err(error) => tracing::warn!(%error, id = %self.id, "could not read ratings"),
        }
    }

    fn show_ratings(&mut self, ratings: SeatRatings) {
        if self.view.set_ratings(ratings) {
            self.send_side_event(SideEventKind::Rated { ratings }, |_| true);
        }
    }

    fn record_request(&mut self, by: PlayerId) {
        let Some(match_state) = self.view.match_state() else { return };
        let now = self.context.time.now();
        let returned = self.presence.record_request(match_state, by, now);
        self.report_presence(returned);
    }

    fn check_presence(&mut self) {
        let Some(match_state) = self.view.match_state() else { return };
        let connections = |player| {
            let to_match = self.subscribers.has_connection(player);
            let to_feed = !to_match && self.context.player_feeds.has_reader(player);
            Connections { to_match, to_feed }
        };
        let changed = self.presence.check(match_state, connections, self.context.time.now());
        self.report_presence(changed);
    }

    fn report_presence(&mut self, changed: impl IntoIterator<Item = Seat>) {
        let Some(match_state) = self.view.match_state() else { return };
        let (gone, is_held) = (self.presence.gone(match_state), match_state.is_held());
        self.view.set_gone(gone);
        for seat in changed {
            let presence = SideEventKind::Presence { seat, gone_at: gone[seat], is_held };
            self.send_side_event(presence, |_| true);
        }
    }

    /// Sends the number of spectators to all subscribers.
    fn send_spectator_count(&mut self) {
        let count = self.subscribers.take_spectator_count();
        self.context.report_featured(Some(FeaturedChange::Watched(self.id, count)));
        self.send_side_event(SideEventKind::Watchers { count }, |_| true);
    }

    /// Sends a side event to the readers of the room who have not muted `author`.
    pub(crate) fn send_to_chat_readers(
        &mut self,
        what: SideEventKind,
        room: ChatRoom,
        author: Option<PlayerId>,
    ) {
        let Some(snapshot) = self.view.snapshot() else { return };
        let (public, context) = (self.view.seen_by(None, snapshot), Arc::clone(&self.context));
        let may_read =
            |viewer| chat::may_read(&context.store, &public.match_state, viewer, room, author);
        self.send_side_event(what, |reader| reader.receives_chat && may_read(reader.viewer));
    }

    /// Sends a side event, which is in no log, to the subscribers that `is_recipient` selects. Each
    /// frame carries the version of the match that its subscriber sees.
    pub(crate) fn send_side_event(
        &mut self,
        what: SideEventKind,
        is_recipient: impl Fn(&Reader) -> bool,
    ) {
        let Some(snapshot) = self.view.snapshot() else { return };
        let (about, now) = ((self.id, snapshot.match_state.variant()), self.context.time.now());
        let event_at = |v, what| {
            Broadcast::SideEvent(SideEvent::new(about, v, now, what, &self.context.frames))
        };
        let current = event_at(snapshot.match_state.v(), what.clone());
        let delayed = self.view.delayed_version().map(|v| (v, !what.reveals_present()));
        let to_spectators = match delayed {
            Some((v, true)) => Some(event_at(v, what)),
            Some((_, false)) => None,
            None => Some(current.clone()),
        };
        self.subscribers.send(Some(&current), to_spectators.as_ref(), is_recipient);
    }

    /// Sends spectators the events that have become public.
    pub(crate) async fn publish_due_events(&mut self) {
        if let Err(error) = self.publish_delayed().await {
            tracing::error!(%error, id = %self.id, "could not read the delayed events of a match");
            self.view.invalidate();
        }
    }

    async fn publish_delayed(&mut self) -> Result<(), LiveError> {
        if let Some(v) = self.view.missing_since() {
            let records = self.context.store.log().since(self.id, v, MAX_BUFFERED as u32).await?;
            self.view.refill(self.id, records, &self.context.frames)?;
        }
        while let Some(event) = self.view.pop_public(self.context.time.now())? {
            let (update, snapshot) = (Broadcast::Event(event.update), event.snapshot);
            self.subscribers.send(None, Some(&update), |_| true);
            if matches!(snapshot.match_state.status(), Status::Ended { .. }) {
                self.context.report_featured(FeaturedChange::of(&snapshot));
            }
        }
        Ok(())
    }
}
