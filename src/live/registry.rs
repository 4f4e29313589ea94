//! The registry of matches: finds or starts the actor of a match and passes requests to it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::broadcast;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::oneshot;

use chivalry_play::matches::{
    AppliedEvent, ChatLine, ChatRoom, Command, CommandAck, CommandRef, Event, Match, MatchId,
    NewMatch, Refusal, visible_len,
};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::Seat;
use chivalry_tournament::TournamentId;

use crate::live::answer_deadline::in_time;
use crate::live::background::retention::RetentionOptions;
use crate::live::background::scrub::ScrubOptions;
use crate::live::background::{
    deadlines, erasure, explorer, game_orders, heartbeat, hibernation, ratings, retention, scrub,
    vacations,
};
use crate::live::cluster::heartbeat as node_heartbeat;
use crate::live::cluster::nodes::{Entity, Nodes};
use crate::live::context::LiveContext;
use crate::live::creation;
use crate::live::creation::Creation;
use crate::live::error::LiveError;
use crate::live::frame::FrameCounter;
use crate::live::lobby_actor::notification::Notice;
use crate::live::match_actor::actor::MatchActor;
use crate::live::match_actor::chat;
use crate::live::match_actor::chat::{LastLines, Said};
use crate::live::match_actor::feed::broadcast::Subscriber;
use crate::live::match_actor::feed::featured_change::FeaturedChange;
use crate::live::match_actor::handle::MatchHandle;
use crate::live::match_actor::message::{Answer, ChatRequest, Message, NewPremove};
use crate::live::match_actor::snapshot;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::player_feed::PlayerNotice;
use crate::live::time::Time;
use crate::planted::{Planted, is_planted};
use crate::store::{Store, StoreError};

/// The registry of matches. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Live {
    context: Arc<LiveContext>,
}

impl Live {
    /// Loads every match whose clock may run and starts the background tasks for deadlines,
    /// hibernation, erasure, ratings and the heartbeat. A node of a cluster loads only matches
    /// without an owner. [`Live::close`] shuts it down.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn open(
        store: Store,
        time: Time,
        nodes: Option<Arc<Nodes>>,
    ) -> Result<Live, StoreError> {
        let context = Arc::new(LiveContext::open(store, time, nodes, start_actor).await?);
        match &context.nodes {
            None => {
                for id in context.store.matches().live().await? {
                    context.start(id, None);
                }
            }
            Some(nodes) => {
                // A node has to be alive before it can own anything.
                context.store.owners().heartbeat(nodes.me()).await?;
                context.tasks.spawn(node_heartbeat::watch(Arc::clone(&context), Arc::clone(nodes)));
            }
        }
        context.tasks.spawn(heartbeat::watch(Arc::clone(&context)));
        context.tasks.spawn(deadlines::watch(Arc::clone(&context)));
        context.tasks.spawn(vacations::watch(Arc::clone(&context)));
        context.tasks.spawn(game_orders::watch(Arc::clone(&context)));
        context.tasks.spawn(hibernation::watch(Arc::clone(&context)));
        context.tasks.spawn(erasure::watch(Arc::clone(&context)));
        context.tasks.spawn(ratings::rate(Arc::clone(&context)));
        Ok(Live { context })
    }

    /// Pauses every running clock and stops every actor.
    pub async fn close(&self) {
        self.context.shutdown.cancel();
        self.context.tasks.join().await;
        // The heartbeat is the pause of hibernated matches.
        if !self.context.hibernated.is_empty() {
            heartbeat::store(&self.context).await;
        }
    }

    /// Deletes expired data until [`Live::close`].
    pub fn delete_after(&self, options: RetentionOptions) {
        self.context.tasks.spawn(retention::watch(Arc::clone(&self.context), options));
    }

    /// Adds ended matches to the opening explorer until [`Live::close`].
    pub fn explore(&self) {
        self.context.tasks.spawn(explorer::watch(Arc::clone(&self.context)));
    }

    /// Verifies the logs of ended matches until [`Live::close`].
    pub fn scrub(&self, options: ScrubOptions) {
        self.context.tasks.spawn(scrub::watch(Arc::clone(&self.context), options));
    }

    /// Creates a match and its actor. A repeated command of a player returns the first match.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn create(
        &self,
        new: &NewMatch,
        by: &Player,
        command_id: Option<String>,
        key: impl FnMut() -> String,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let seated = new.seat.map(|seat| (seat, by.clone()));
        self.create_with(new, by, seated.as_slice(), command_id, key).await
    }

    /// Creates a match in which `seated` hold seats. It starts immediately if all seats are taken.
    ///
    /// # Errors
    /// Fails if the match is rated and a guest is involved, or if the database fails.
    pub async fn create_with(
        &self,
        new: &NewMatch,
        by: &Player,
        seated: &[(Seat, Player)],
        command_id: Option<String>,
        key: impl FnMut() -> String,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let creation = creation::create(&self.context, new, by, seated, command_id, key);
        self.created(creation.await?, by).await
    }

    /// Like [`Live::create_with`], for the command of a client: the id of an earlier command for
    /// another match is refused.
    ///
    /// # Errors
    /// The errors of [`Live::create_with`], and [`Refusal::IdReused`].
    pub async fn create_once(
        &self,
        new: &NewMatch,
        by: &Player,
        seated: &[(Seat, Player)],
        command_id: Option<String>,
        key: impl FnMut() -> String,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let creation = creation::create(&self.context, new, by, seated, command_id, key).await?;
        if let Creation::Earlier { is_same: false, .. } = creation {
            return Err(Refusal::IdReused.into());
        }
        self.created(creation, by).await
    }

    async fn created(
        &self,
        creation: Creation,
        by: &Player,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        match creation {
            Creation::New(snapshot) => Ok(snapshot),
            Creation::Earlier { id, .. } => self.snapshot(id, Some(by.id)).await,
        }
    }

    /// Stores a match that was played elsewhere. A repeated import of its record returns the first
    /// match, and makes the player another importer. `digest` identifies the record, and `match_id`
    /// becomes the id of a new match.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn import(
        &self,
        match_id: MatchId,
        events: Vec<Event>,
        by: PlayerId,
        digest: String,
    ) -> Result<MatchId, LiveError> {
        creation::import(&self.context, match_id, events, by, digest).await
    }

    /// Executes a command. A repeated command id returns the first answer.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn command(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        command: Command,
    ) -> Result<CommandAck, LiveError> {
        if command.is_adjournment() {
            self.context.check_calendar()?;
        }
        let (by, cause) = (by.clone(), cause_of(by, command_id));
        let received_at = self.context.time.now();
        self.request(id, |answer| Message::Command { by, cause, command, received_at, answer })
            .await
    }

    /// Sets or clears a premove of `by`. A repeated command id has no further effect.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn premove(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        wish: NewPremove,
    ) -> Result<CommandAck, LiveError> {
        let (by, cause) = (by.id, cause_of(by, command_id));
        let received_at = self.context.time.now();
        self.request(id, |answer| Message::Premove { by, cause, wish, received_at, answer }).await
    }

    /// Switches vacations, rest hours, adjournments and arranged games off.
    pub fn switch_calendar_off(&self) {
        self.context.has_calendar.store(false, Ordering::Relaxed);
    }

    /// Checks that the operator has not switched the calendar off.
    ///
    /// # Errors
    /// Fails with [`Refusal::CalendarOff`].
    pub fn check_calendar(&self) -> Result<(), LiveError> {
        self.context.check_calendar()
    }

    /// Passes vacations that began or ended on to the matches of this node. Those of other nodes
    /// adopt them within seconds.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn adopt_vacations(&self) -> Result<(), StoreError> {
        vacations::sweep(&self.context).await
    }

    /// Passes new orders of directors on to the matches, of which `matches` are concerned. Matches of
    /// other nodes that miss the message carry them out within seconds.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub(crate) async fn pass_orders_on(&self, matches: &[MatchId]) -> Result<(), StoreError> {
        if let Some(nodes) = &self.context.nodes {
            for id in matches.iter().filter(|id| !self.is_in_memory(**id)) {
                nodes.publish_change(Entity::Match(*id)).await;
            }
        }
        game_orders::sweep(&self.context).await
    }

    /// Aborts the player's matches that nobody else has joined. Other matches are left unchanged.
    ///
    /// # Errors
    /// Fails if the database fails.
    pub async fn withdraw(&self, player: &Player, matches: &[MatchId]) -> Result<(), LiveError> {
        for id in matches {
            match self.command(*id, player, None, Command::Abort).await {
                Ok(_) | Err(LiveError::Refused(_) | LiveError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the match as `viewer` may see it. Only its players see a delayed match without
    /// delay.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn snapshot(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        self.request(id, |answer| Message::GetSnapshot { viewer, answer }).await
    }

    /// Returns the match as `viewer` may see it, and subscribes `subscriber` to its updates.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn watch(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Arc<MatchSnapshot>, LiveError> {
        let subscriber = subscriber.clone();
        self.request(id, |answer| Message::Watch { viewer, subscriber, answer }).await
    }

    /// Unsubscribes `subscriber` from the match.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn unwatch(&self, id: MatchId, subscriber: &Subscriber) -> Result<(), LiveError> {
        let subscriber = subscriber.clone();
        self.request(id, |answer| Message::Unwatch { subscriber, answer }).await
    }

    /// Calls [`Live::unwatch`] in the background.
    pub fn leave(&self, id: MatchId, subscriber: &Subscriber) {
        let (live, subscriber) = (self.clone(), subscriber.clone());
        self.context.tasks.spawn(async move {
            // An error means that the match is gone, and the subscription with it.
            let _ = live.unwatch(id, &subscriber).await;
        });
    }

    /// Returns the history of a match that `viewer` may see, and the match after it. Reads the
    /// store.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn history(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
    ) -> Result<(Vec<AppliedEvent>, MatchSnapshot), LiveError> {
        let mut log = self.context.store.log().read(id).await?.ok_or(LiveError::NotFound)?;
        log.truncate(visible_len(&log, viewer, self.context.time.now()));
        let (occurrences, match_state) = Match::history(id, log)?;
        let mut snapshot = MatchSnapshot::new(match_state);
        snapshot.players =
            snapshot::load_players(&self.context.store, &snapshot.match_state).await?;
        Ok((occurrences, snapshot))
    }

    /// Sends a chat line. A repeated command id has no further effect.
    ///
    /// # Errors
    /// Returns the refusal, or an error after which the outcome is unknown.
    pub async fn say(
        &self,
        id: MatchId,
        by: &Player,
        command_id: Option<String>,
        room: ChatRoom,
        text: &str,
    ) -> Result<Said, LiveError> {
        chat::check_timeout(&self.context.store, by.id, self.context.time.now()).await?;
        let (by, cause, text) = (by.clone(), cause_of(by, command_id), text.to_owned());
        let send = |answer| ChatRequest::Send { by, cause, room, text, answer };
        self.request(id, |answer| Message::Chat(send(answer))).await
    }

    /// Returns the last lines of each room that the viewer may read, and subscribes to these rooms.
    /// The subscriber must watch the match.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn listen_in(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        subscriber: &Subscriber,
    ) -> Result<Vec<LastLines>, LiveError> {
        let subscriber = subscriber.clone();
        let subscribe = |answer| ChatRequest::Subscribe { viewer, subscriber, answer };
        self.request(id, |answer| Message::Chat(subscribe(answer))).await
    }

    /// Removes the text of a line. Returns false if there is no such text.
    ///
    /// # Errors
    /// Fails if the match does not exist or the database fails.
    pub async fn hide(
        &self,
        id: MatchId,
        by: PlayerId,
        room: ChatRoom,
        line: u32,
    ) -> Result<bool, LiveError> {
        self.request(id, |answer| Message::Chat(ChatRequest::Hide { by, room, line, answer })).await
    }

    /// Returns up to `limit` lines after the line `since` that the viewer may read. The second
    /// value is the number from which to continue, if there are more lines.
    ///
    /// # Errors
    /// Fails if the viewer may not read the room, the match does not exist, or the database fails.
    pub async fn lines(
        &self,
        id: MatchId,
        viewer: Option<PlayerId>,
        room: ChatRoom,
        since: u32,
        limit: u32,
    ) -> Result<(Vec<ChatLine>, Option<u32>), LiveError> {
        // The public view decides, because rooms open after spectators have seen the end.
        let snapshot = self.snapshot(id, None).await?;
        if !snapshot.match_state.can_read_chat(viewer, room) {
            return Err(Refusal::WrongChatRoom.into());
        }
        let store = &self.context.store;
        // Reads one extra line to find out if there are more.
        let mut lines = store.chat().lines_since(id, room, since, limit + 1).await?;
        let has_more = lines.len() > limit as usize;
        lines.truncate(limit as usize);
        let next = lines.last().map(|line| line.line).filter(|_| has_more);
        lines.retain(|line| {
            chat::may_read(store, &snapshot.match_state, viewer, room, Some(line.player.id))
        });
        Ok((lines, next))
    }

    /// Checks that no penalty bars the player from pairing
    /// ([`penalty_until`](chivalry_play::matches::penalty_until)).
    ///
    /// # Errors
    /// Fails if a penalty is active or the database fails.
    pub async fn check_wait(&self, player: PlayerId) -> Result<(), LiveError> {
        self.context.check_penalty(player).await
    }

    /// Shows the new name of a player in the matches in memory. The other nodes read it from the
    /// store.
    pub async fn reload_player(&self, player: PlayerId) {
        self.context.reload_player(player).await;
    }

    /// Removes an erased player from memory. The other nodes read the erasure from the store.
    pub async fn remove_player(&self, player: PlayerId) {
        self.context.remove_player(player).await;
    }

    /// Returns the number of connections that watch a match without a seat.
    #[must_use]
    pub fn watchers(&self, id: MatchId) -> u32 {
        self.context.spectators(id)
    }

    /// Returns the number of match frames encoded since the start of the server. Each variant of an
    /// event is encoded once for all readers.
    #[must_use]
    pub fn frames_written(&self) -> u64 {
        self.context.frames.total()
    }

    /// Returns the counter of encoded frames.
    pub(crate) fn frames(&self) -> &FrameCounter {
        &self.context.frames
    }

    /// Returns the number of matches in memory.
    #[must_use]
    pub fn matches_in_memory(&self) -> usize {
        self.context.matches_in_memory()
    }

    /// True if this node has the match in memory.
    #[must_use]
    pub fn is_in_memory(&self, id: MatchId) -> bool {
        self.context.is_in_memory(id)
    }

    /// Acquires a match that its owner offers to this node.
    pub(crate) fn take_over(&self, id: MatchId) {
        if !self.is_draining() {
            self.context.start(id, None);
        }
    }

    /// True if this node accepts no new work.
    pub(crate) fn is_draining(&self) -> bool {
        self.context.is_draining()
    }

    /// Returns the server time.
    #[must_use]
    pub fn time(&self) -> Time {
        self.context.time
    }

    /// Returns the cluster. `None` on a single server.
    #[must_use]
    pub fn nodes(&self) -> Option<&Arc<Nodes>> {
        self.context.nodes.as_ref()
    }

    /// Hands a notice over for delivery by the other nodes.
    pub(crate) async fn notify_on_other_nodes(&self, player: PlayerId, notice: &Notice) {
        if let Some(nodes) = &self.context.nodes {
            nodes.notify_on_other_nodes(player, notice.clone()).await;
        }
    }

    /// Subscribes to the notices to the player.
    #[must_use]
    pub fn listen(&self, player: PlayerId) -> broadcast::Receiver<PlayerNotice> {
        self.context.player_feeds.listen(player)
    }

    /// Publishes a notice to the player's readers, if there are any.
    pub fn notify(&self, player: PlayerId, notice: PlayerNotice) {
        self.context.player_feeds.publish(player, || notice);
    }

    /// Subscribes to changes of public matches that wait for players.
    #[must_use]
    pub fn openings(&self) -> broadcast::Receiver<Arc<MatchSnapshot>> {
        self.context.openings.subscribe()
    }

    /// Subscribes to the changes for the featured matches.
    pub(crate) fn featured_changes(&self) -> broadcast::Receiver<FeaturedChange> {
        self.context.featured_changes.subscribe()
    }

    /// Subscribes to the ends of matches that are games of tournaments.
    pub(crate) fn game_ends(&self) -> broadcast::Receiver<(TournamentId, MatchId)> {
        self.context.game_ends.subscribe()
    }

    /// Subscribes to erased players, whichever node erased them.
    #[must_use]
    pub fn erased(&self) -> broadcast::Receiver<PlayerId> {
        self.context.erased.subscribe()
    }

    /// Subscribes to matches that are acquired from another node.
    #[must_use]
    pub fn acquired(&self) -> broadcast::Receiver<MatchId> {
        self.context.acquired.subscribe()
    }

    /// Sends a message to a match actor, which is started if necessary, and waits for its answer
    /// until the deadline.
    async fn request<T>(
        &self,
        id: MatchId,
        message: impl FnOnce(Answer<T>) -> Message,
    ) -> Result<T, LiveError> {
        in_time(self.send_request(id, message)).await
    }

    async fn send_request<T>(
        &self,
        id: MatchId,
        message: impl FnOnce(Answer<T>) -> Message,
    ) -> Result<T, LiveError> {
        let (answer, answered) = oneshot::channel();
        let mut message = Box::new(message(answer));
        while !self.context.is_draining() {
            match self.context.start(id, None).send(message).await {
                Ok(()) => return answered.await.unwrap_or(Err(LiveError::Draining)),
                // An actor that has just retired accepts no messages and is about to leave the
                // registry.
                Err(SendError(unsent)) => message = unsent,
            }
            tokio::task::yield_now().await;
        }
        Err(LiveError::Draining)
    }
}

fn cause_of(by: &Player, command_id: Option<String>) -> Option<CommandRef> {
    let command_id = command_id.filter(|_| !is_planted(Planted::ForgetsCommandIds));
    command_id.map(|id| CommandRef { player: by.id, id })
}

/// Starts the actor of a match. The match leaves the registry with it. Messages that the actor has
/// not answered are passed on to a new actor.
fn start_actor(
    context: &Arc<LiveContext>,
    id: MatchId,
    known: Option<Arc<MatchSnapshot>>,
) -> MatchHandle {
    let (handle, actor) = MatchActor::new(id, known, Arc::clone(context));
    let context = Arc::clone(context);
    context.clone().tasks.spawn(async move {
        let unanswered = actor.run().await;
        context.unregister(id);
        for message in unanswered {
            if let Err(SendError(unsent)) = context.start(id, None).send(message).await {
                unsent.refuse(LiveError::Draining);
            }
        }
    });
    handle
}
