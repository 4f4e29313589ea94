//! Subscribers of a match and the number of spectators.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use chivalry_play::matches::Match;
use chivalry_play::player::PlayerId;

use crate::live::match_actor::feed::broadcast::{Broadcast, Subscriber};

/// Minimum interval between two reports of the number of spectators.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// The subscribers of one match.
#[derive(Debug)]
pub(crate) struct Subscribers {
    readers: Vec<Reader>,
    /// Number of connections without a seat. Lists and snapshots read it.
    watchers: Arc<AtomicU32>,
    told: u32,
    told_at: Option<Instant>,
}

#[derive(Debug)]
pub(crate) struct Reader {
    subscriber: Subscriber,
    /// The player of the connection. `None` for an anonymous connection.
    pub(crate) viewer: Option<PlayerId>,
    /// True if the subscriber receives chat.
    pub(crate) hears: bool,
}

impl Subscribers {
    /// Starts without subscribers. `watchers` receives the number of spectators.
    pub(crate) fn new(watchers: Arc<AtomicU32>) -> Subscribers {
        watchers.store(0, Ordering::Relaxed);
        Subscribers { readers: Vec::new(), watchers, told: 0, told_at: None }
    }

    pub(crate) fn add(
        &mut self,
        subscriber: &Subscriber,
        viewer: Option<PlayerId>,
        contest: &Match,
    ) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        self.readers.push(Reader { subscriber: subscriber.clone(), viewer, hears: false });
        self.prune(Some(contest));
    }

    pub(crate) fn remove(&mut self, subscriber: &Subscriber, contest: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_same(subscriber));
        self.prune(contest);
    }

    /// Removes closed subscribers and counts the spectators.
    pub(crate) fn prune(&mut self, contest: Option<&Match>) {
        self.readers.retain(|reader| !reader.subscriber.is_gone());
        let sits = |viewer| contest.is_some_and(|contest| contest.seat_of(viewer).is_some());
        let count = self.readers.iter().filter(|reader| !reader.viewer.is_some_and(sits)).count();
        self.watchers.store(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    /// Sends an update to the readers that `is_told` selects. Removes readers that lag.
    pub(crate) fn tell(&mut self, told: &Broadcast, is_told: impl Fn(Option<PlayerId>) -> bool) {
        self.readers.retain(|reader| !is_told(reader.viewer) || reader.subscriber.tell(told));
    }

    /// Subscribes a reader to the chat of the match.
    pub(crate) fn let_hear(&mut self, subscriber: &Subscriber) {
        let readers = self.readers.iter_mut();
        for reader in readers.filter(|reader| reader.subscriber.is_same(subscriber)) {
            reader.hears = true;
        }
    }

    /// Sends each reader the update that `told` selects for it. Removes readers that lag.
    pub(crate) fn tell_each<'t>(&mut self, told: impl Fn(&Reader) -> Option<&'t Broadcast>) {
        self.readers.retain(|reader| told(reader).is_none_or(|told| reader.subscriber.tell(told)));
    }

    /// True if the player has an open connection among the subscribers.
    pub(crate) fn has(&self, player: PlayerId) -> bool {
        let is_theirs = |reader: &Reader| reader.viewer == Some(player);
        self.readers.iter().any(|reader| is_theirs(reader) && !reader.subscriber.is_gone())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.readers.is_empty()
    }

    /// Returns the time of the next report of the number of spectators. `None` while it is
    /// unchanged.
    pub(crate) fn count_due_at(&self) -> Option<Instant> {
        let is_due = !self.readers.is_empty() && self.count() != self.told;
        is_due.then(|| self.told_at.map_or_else(Instant::now, |at| at + TOLD_EVERY))
    }

    /// Returns the number of spectators and marks it as reported.
    pub(crate) fn take_count(&mut self) -> u32 {
        (self.told, self.told_at) = (self.count(), Some(Instant::now()));
        self.told
    }

    fn count(&self) -> u32 {
        self.watchers.load(Ordering::Relaxed)
    }
}
