//! Subscribers of a match and the number of spectators.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use chivalry_play::matches::Match;
use chivalry_play::player::PlayerId;

use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};

/// Minimum interval between two reports of the number of spectators.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// The subscribers of one match.
#[derive(Debug)]
pub(crate) struct Subscribers {
    readers: Vec<Reader>,
    /// Number of connections without a seat. Lists and snapshots read it.
    watchers: Arc<AtomicU32>,
    reported: u32,
    reported_at: Option<Instant>,
}

#[derive(Debug)]
pub(crate) struct Reader {
    subscriber: Subscriber,
    /// The player of the connection. `None` for an anonymous connection.
    pub(crate) viewer: Option<PlayerId>,
    /// True if the subscriber receives chat.
    pub(crate) receives_chat: bool,
}

impl Subscribers {
    /// Starts without subscribers. `watchers` receives the number of spectators.
    pub(crate) fn new(watchers: Arc<AtomicU32>) -> Subscribers {
        watchers.store(0, Ordering::Relaxed);
        Subscribers { readers: Vec::new(), watchers, reported: 0, reported_at: None }
    }

    pub(crate) fn add(
        &mut self,
        subscriber: &Subscriber,
        viewer: Option<PlayerId>,
        match_state: &Match,
    ) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        self.readers.push(Reader { subscriber: subscriber.clone(), viewer, receives_chat: false });
        self.prune(Some(match_state));
    }

    pub(crate) fn remove(&mut self, subscriber: &Subscriber, match_state: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        self.prune(match_state);
    }

    /// Removes closed subscribers and counts the spectators.
    pub(crate) fn prune(&mut self, match_state: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_gone());
        let sits =
            |viewer| match_state.is_some_and(|match_state| match_state.seat_of(viewer).is_some());
        let count = self.readers.iter().filter(|reader| !reader.viewer.is_some_and(sits)).count();
        self.watchers.store(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    /// Sends an update to the readers that `is_recipient` selects. Removes readers that lag.
    pub(crate) fn send(
        &mut self,
        update: &Broadcast,
        is_recipient: impl Fn(Option<PlayerId>) -> bool,
    ) {
        self.readers
            .retain(|reader| !is_recipient(reader.viewer) || reader.subscriber.send(update));
    }

    /// Subscribes a reader to the chat of the match.
    pub(crate) fn subscribe_to_chat(&mut self, subscriber: &Subscriber) {
        let readers = self.readers.iter_mut();
        for reader in readers.filter(|reader| reader.subscriber.is_same(subscriber)) {
            reader.receives_chat = true;
        }
    }

    /// Sends each reader the update that `select` selects for it. Removes readers that lag.
    pub(crate) fn send_each<'t>(&mut self, select: impl Fn(&Reader) -> Option<&'t Broadcast>) {
        self.readers
            .retain(|reader| select(reader).is_none_or(|update| reader.subscriber.send(update)));
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
