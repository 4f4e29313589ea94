//! Notices to one player about all matches.
//!
//! Each player has one bounded broadcast channel, created for its first reader. A reader that lags
//! is told so by its queue and has to reload.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast;

use crate::store::{Due, Store};
use chivalry_play::matches::{Event, Match, RecordedEvent, Status};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::live::match_actor::feed::broadcast::MatchUpdate;
use crate::live::registry::Live;
use crate::live::tournament_actor::snapshot::Call;

/// Capacity of a player's channel.
const OUTBOX: usize = 64;

/// A notice to one player, published by [`Live::tell`].
#[derive(Clone, Debug)]
pub enum Concern {
    /// A match of the player changed.
    Match {
        /// The change as it concerns the player.
        news: MatchNotice,
        /// The event that caused it.
        update: Arc<MatchUpdate>,
    },
    /// The player is called to play in a tournament.
    Called(Arc<Call>),
    /// The player was erased. No further notices follow.
    Erased,
}

/// The meaning of match events for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchNotice {
    /// The player.
    pub player: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// The kind of notice.
    pub kind: MatchNoticeKind,
}

/// The kinds of match notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchNoticeKind {
    /// All seats are taken and play begins.
    Started,
    /// It is the player's turn.
    Turn,
    /// The match is over.
    Ended,
}

/// The state of a match whose changes cause notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    plies: u32,
    status: &'static str,
}

impl Standing {
    pub(crate) fn of(contest: &Match) -> Standing {
        Standing { plies: contest.game().plies(), status: contest.status().as_str() }
    }

    /// True if the match started or ended since this state.
    pub(crate) fn has_come_on(self, contest: &Match) -> bool {
        contest.status().as_str() != self.status
    }

    /// Returns the notices for the changes since this state.
    pub(crate) fn news(self, contest: &Match) -> Vec<MatchNotice> {
        let now = Standing::of(contest);
        if now == self {
            return Vec::new();
        }
        let (turn, game) = (contest.game().position().turn(), contest.game());
        let is_in_play = contest.status() == Status::Playing && game.ending().is_none();
        let has_started = contest.status() == Status::Playing && now.status != self.status;
        let has_ended = matches!(contest.status(), Status::Ended { .. });
        let mut news = Vec::new();
        for (seat, player) in contest.players().iter() {
            let Some(player) = *player else { continue };
            let mut add = |kind| news.push(MatchNotice { player, seat, kind });
            if has_started {
                add(MatchNoticeKind::Started);
            }
            // The server plays a pass immediately.
            if is_in_play && seat == turn && !game.must_pass() {
                add(MatchNoticeKind::Turn);
            }
            if has_ended {
                add(MatchNoticeKind::Ended);
            }
        }
        news
    }
}

impl MatchNoticeKind {
    /// Returns the name of the webhook event, if there is one.
    #[must_use]
    pub const fn webhook_event(self) -> Option<&'static str> {
        match self {
            MatchNoticeKind::Started => None,
            MatchNoticeKind::Turn => Some("match.turn"),
            MatchNoticeKind::Ended => Some("match.ended"),
        }
    }
}

/// Returns the notices of a match that started at its creation.
pub(crate) fn at_once(contest: &Match) -> Vec<MatchNotice> {
    Standing { plies: 0, status: Status::Open.as_str() }.news(contest)
}

/// Returns the webhook deliveries for a match that started at its creation.
pub(crate) fn due_at_once(contest: &Match, store: &Store) -> Vec<Due> {
    due_of(at_once(contest), contest, store)
}

/// Returns the webhook deliveries caused by `records`. Free of cost if no player has a webhook.
pub(crate) fn due(contest: &Match, records: &[RecordedEvent], store: &Store) -> Vec<Due> {
    let mut players = contest.players().iter().filter_map(|(_, player)| *player);
    let comes = records.iter().any(|record| matches!(record.event, Event::Seated { .. }));
    if !comes && !players.any(|player| store.may_have_webhooks(player)) {
        return Vec::new();
    }
    let (before, mut after) = (Standing::of(contest), contest.clone());
    for record in records {
        // Applying an invalid record reports the error later.
        if after.apply(record.clone()).is_err() {
            return Vec::new();
        }
    }
    due_of(before.news(&after), &after, store)
}

/// Returns the webhook deliveries for `news`. `after` is the match after these changes.
fn due_of(news: Vec<MatchNotice>, after: &Match, store: &Store) -> Vec<Due> {
    let (v, at) = (after.v(), after.last_at());
    let news = news.into_iter().filter(|news| store.may_have_webhooks(news.player));
    news.filter_map(|MatchNotice { player, kind, .. }| {
        Some(Due { player, v, event: kind.webhook_event()?, at })
    })
    .collect()
}

/// The channels of all players. The lock is never held across an await.
#[derive(Debug, Default)]
pub(crate) struct Concerns {
    readers: RwLock<HashMap<PlayerId, broadcast::Sender<Concern>>>,
}

impl Concerns {
    pub(crate) fn listen(&self, player: PlayerId) -> broadcast::Receiver<Concern> {
        let mut readers = self.readers.write().unwrap_or_else(PoisonError::into_inner);
        readers.retain(|_, outbox| outbox.receiver_count() > 0);
        readers.entry(player).or_insert_with(|| broadcast::Sender::new(OUTBOX)).subscribe()
    }

    /// True if the player's notices have a reader.
    pub(crate) fn is_read_by(&self, player: PlayerId) -> bool {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        readers.get(&player).is_some_and(|outbox| outbox.receiver_count() > 0)
    }

    pub(crate) fn tell(&self, player: PlayerId, concern: impl FnOnce() -> Concern) {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(outbox) = readers.get(&player) {
            // The readers may be gone.
            let _ = outbox.send(concern());
        }
    }
}

impl Live {
    /// Subscribes to the notices to the player.
    #[must_use]
    pub fn listen(&self, player: PlayerId) -> broadcast::Receiver<Concern> {
        self.shared.concerns.listen(player)
    }

    /// Publishes a notice to the player's readers, if there are any.
    pub fn tell(&self, player: PlayerId, concern: Concern) {
        self.shared.concerns.tell(player, || concern);
    }
}
