//! Subscribers of a match and the number of spectators.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use chivalry_play::matches::{Match, Status};
use chivalry_play::player::PlayerId;

use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};
use crate::live::match_actor::feed::spectator_queue::{CHUNK, SpectatorQueue};

/// Minimum interval between two reports of the number of spectators.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// The subscribers of one match.
#[derive(Debug)]
pub(crate) struct Subscribers {
    readers: Vec<Reader>,
    /// Updates that spectators have not received yet.
    queue: SpectatorQueue,
    /// Number of readers without a seat.
    spectators: usize,
    /// Number of readers without a seat, or zero until the match starts. Lists and snapshots read
    /// it.
    watchers: Arc<AtomicU32>,
    reported: u32,
    reported_at: Option<Instant>,
}

#[derive(Debug)]
pub(crate) struct Reader {
    subscriber: Subscriber,
    /// The player of the connection. `None` for an anonymous connection.
    pub(crate) viewer: Option<PlayerId>,
    /// True if the viewer has a seat.
    is_player: bool,
    /// True if the subscriber receives chat.
    pub(crate) receives_chat: bool,
}

impl Subscribers {
    /// Starts without subscribers. `watchers` receives the number of spectators.
    pub(crate) fn new(watchers: Arc<AtomicU32>) -> Subscribers {
        watchers.store(0, Ordering::Relaxed);
        Subscribers {
            readers: Vec::new(),
            queue: SpectatorQueue::default(),
            spectators: 0,
            watchers,
            reported: 0,
            reported_at: None,
        }
    }

    pub(crate) fn add(
        &mut self,
        subscriber: &Subscriber,
        viewer: Option<PlayerId>,
        match_state: &Match,
    ) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        let subscriber = subscriber.clone();
        self.readers.push(Reader { subscriber, viewer, is_player: false, receives_chat: false });
        self.prune(Some(match_state));
    }

    pub(crate) fn remove(&mut self, subscriber: &Subscriber, match_state: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        self.prune(match_state);
    }

    /// Removes closed subscribers and counts the spectators. The readers of a match that waits for
    /// players may be these players, so that none of them counts.
    pub(crate) fn prune(&mut self, match_state: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_gone());
        let has_seat =
            |viewer| match_state.is_some_and(|match_state| match_state.seat_of(viewer).is_some());
        self.spectators = 0;
        for reader in &mut self.readers {
            reader.is_player = reader.viewer.is_some_and(has_seat);
            self.spectators += usize::from(!reader.is_player);
        }
        let is_open = match_state.is_some_and(|it| it.status() == Status::Open);
        let count = if is_open { 0 } else { self.spectators };
        self.watchers.store(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    /// Sends the readers that `is_recipient` selects an update: first the players, then the
    /// spectators. More than a few spectators receive theirs after other tasks had a turn. Removes
    /// readers that lag.
    pub(crate) fn send(
        &mut self,
        to_players: Option<&Broadcast>,
        to_spectators: Option<&Broadcast>,
        is_recipient: impl Fn(&Reader) -> bool,
    ) {
        if let Some(update) = to_players {
            let is_recipient = |reader: &Reader| reader.is_player && is_recipient(reader);
            self.readers.retain(|reader| !is_recipient(reader) || reader.subscriber.send(update));
        }
        let Some(update) = to_spectators else { return };
        let is_recipient = |reader: &Reader| !reader.is_player && is_recipient(reader);
        if self.spectators <= CHUNK && self.queue.is_empty() {
            self.readers.retain(|reader| !is_recipient(reader) || reader.subscriber.send(update));
        } else {
            let recipients = self.readers.iter().filter(|reader| is_recipient(reader));
            let recipients = recipients.map(|reader| reader.subscriber.clone()).collect();
            self.queue.push(update.clone(), recipients);
        }
    }

    /// Subscribes a reader to the chat of the match.
    pub(crate) fn subscribe_to_chat(&mut self, subscriber: &Subscriber) {
        let readers = self.readers.iter_mut();
        for reader in readers.filter(|reader| reader.subscriber.is_same(subscriber)) {
            reader.receives_chat = true;
        }
    }

    /// True if the player has an open connection among the subscribers.
    pub(crate) fn has_connection(&self, player: PlayerId) -> bool {
        let is_theirs = |reader: &Reader| reader.viewer == Some(player);
        self.readers.iter().any(|reader| is_theirs(reader) && !reader.subscriber.is_gone())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.readers.is_empty()
    }

    /// Returns the time of the next report of the number of spectators. `None` while it is
    /// unchanged.
    pub(crate) fn count_due_at(&self) -> Option<Instant> {
        let is_due = !self.readers.is_empty() && self.count() != self.reported;
        is_due.then(|| self.reported_at.map_or_else(Instant::now, |at| at + REPORT_EVERY))
    }

    /// Returns the number of spectators and marks it as reported.
    pub(crate) fn take_spectator_count(&mut self) -> u32 {
        (self.reported, self.reported_at) = (self.count(), Some(Instant::now()));
        self.reported
    }

    fn count(&self) -> u32 {
        self.watchers.load(Ordering::Relaxed)
    }
}
