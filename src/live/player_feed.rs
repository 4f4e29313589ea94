//! What concerns one player, in whichever match it happens.
//!
//! Each player has one bounded broadcast, made when the first reader asks for
//! it. A reader that falls behind is told so by its queue, and has to look
//! again for itself.

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

/// Concerns that may wait for a reader.
const OUTBOX: usize = 64;

/// Something that one player is to know. Other ways to meet, such as a
/// challenge, become further kinds, told by [`Live::tell`].
#[derive(Clone, Debug)]
pub enum Concern {
    /// A match of the player's has happened on.
    Match {
        /// What concerns the player about it.
        news: MatchNotice,
        /// The event that brought it about.
        update: Arc<MatchUpdate>,
    },
    /// The player is to come and play in a tournament.
    Called(Arc<Call>),
    /// The player has been erased: nobody is to be told more.
    Erased,
}

/// What a match's events mean for one player in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchNotice {
    /// The player.
    pub player: PlayerId,
    /// Their seat.
    pub seat: Seat,
    /// What it is.
    pub kind: MatchNoticeKind,
}

/// What can concern a player about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchNoticeKind {
    /// Every seat is taken.
    Started,
    /// It is the player's turn.
    Turn,
    /// It is over.
    Ended,
}

/// As much of a match as has to change for there to be news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    plies: u32,
    status: &'static str,
}

impl Standing {
    pub(crate) fn of(contest: &Match) -> Standing {
        Standing { plies: contest.game().plies(), status: contest.status().as_str() }
    }

    /// Whether the match has begun, or ended, since it stood so.
    pub(crate) fn has_come_on(self, contest: &Match) -> bool {
        contest.status().as_str() != self.status
    }

    /// What has come about in a match since it stood so.
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
            // A pass-turn is made by the server at once.
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
    /// The name by which webhooks ask for it, if they can.
    #[must_use]
    pub const fn webhook_event(self) -> Option<&'static str> {
        match self {
            MatchNoticeKind::Started => None,
            MatchNoticeKind::Turn => Some("match.turn"),
            MatchNoticeKind::Ended => Some("match.ended"),
        }
    }
}

/// What has come about in a match that began as it was made.
pub(crate) fn at_once(contest: &Match) -> Vec<MatchNotice> {
    Standing { plies: 0, status: Status::Open.as_str() }.news(contest)
}

/// What the webhooks of its players are to be told of a match that began as
/// it was made.
pub(crate) fn due_at_once(contest: &Match, store: &Store) -> Vec<Due> {
    due_of(at_once(contest), contest, store)
}

/// What the webhooks of a match's players are to be told once `records` follow
/// its log. Costs nothing where nobody has any.
pub(crate) fn due(contest: &Match, records: &[RecordedEvent], store: &Store) -> Vec<Due> {
    let mut players = contest.players().iter().filter_map(|(_, player)| *player);
    let comes = records.iter().any(|record| matches!(record.event, Event::Seated { .. }));
    if !comes && !players.any(|player| store.may_have_webhooks(player)) {
        return Vec::new();
    }
    let (before, mut after) = (Standing::of(contest), contest.clone());
    for record in records {
        // A log that cannot go on so is found out when it is applied.
        if after.apply(record.clone()).is_err() {
            return Vec::new();
        }
    }
    due_of(before.news(&after), &after, store)
}

/// What of `news` webhooks are to be told, of the match as it then stands.
fn due_of(news: Vec<MatchNotice>, after: &Match, store: &Store) -> Vec<Due> {
    let (v, at) = (after.v(), after.last_at());
    let news = news.into_iter().filter(|news| store.may_have_webhooks(news.player));
    news.filter_map(|MatchNotice { player, kind, .. }| {
        Some(Due { player, v, event: kind.webhook_event()?, at })
    })
    .collect()
}

/// The readers of every player. A lock is held for one look-up, never across
/// an await.
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

    /// Whether somebody reads what concerns the player.
    pub(crate) fn is_read_by(&self, player: PlayerId) -> bool {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        readers.get(&player).is_some_and(|outbox| outbox.receiver_count() > 0)
    }

    pub(crate) fn tell(&self, player: PlayerId, concern: impl FnOnce() -> Concern) {
        let readers = self.readers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(outbox) = readers.get(&player) {
            // Nobody may listen any more.
            let _ = outbox.send(concern());
        }
    }
}

impl Live {
    /// Everything that concerns the player, from now on.
    #[must_use]
    pub fn listen(&self, player: PlayerId) -> broadcast::Receiver<Concern> {
        self.shared.concerns.listen(player)
    }

    /// Tells the player, if anybody listens for them.
    pub fn tell(&self, player: PlayerId, concern: Concern) {
        self.shared.concerns.tell(player, || concern);
    }
}
