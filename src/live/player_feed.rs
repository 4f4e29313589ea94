//! Notices to one player about all matches.
//!
//! Each player has one bounded broadcast channel, created for its first reader. A reader that lags
//! gets a lag error from its queue and has to reload.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use tokio::sync::broadcast;

use crate::store::{Due, Reach, Store};
use chivalry_play::clock::Timestamp;
use chivalry_play::lobby::{Arrangement, Challenge, ChallengeEnd};
use chivalry_play::matches::{ChatLine, Event, Match, MatchId, Offer, RecordedEvent, Status};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::live::match_actor::feed::broadcast::MatchUpdate;
use crate::live::tournament_actor::snapshot::Call;

/// Capacity of a player's channel.
const OUTBOX: usize = 64;

/// A notice to one player, published by [`Live::notify`](crate::live::Live::notify).
#[derive(Clone, Debug)]
pub enum PlayerNotice {
    /// A match of the player changed.
    Match {
        /// The change as it notices the player.
        notice: MatchNotice,
        /// The event that caused it.
        update: Arc<MatchUpdate>,
    },
    /// The player has to answer an offer in the match. It is repeated when the match is loaded.
    Offer(OfferNotice),
    /// A challenge of the player was sent, or ended.
    Challenge {
        /// The challenge.
        challenge: Arc<Challenge>,
        /// The end of the challenge. `None` while it is open.
        end: Option<ChallengeEnd>,
        /// The match created from it.
        match_id: Option<MatchId>,
    },
    /// Another player sent a chat line in a match of the player.
    Said {
        /// The match.
        match_id: MatchId,
        /// The version of the match.
        v: u32,
        /// The line.
        line: Arc<ChatLine>,
    },
    /// A game of the player at an agreed time was proposed or changed, or it begins soon.
    Arranged {
        /// The arrangement.
        arrangement: Arc<Arrangement>,
        /// True if the agreed time is near.
        is_reminder: bool,
    },
    /// The player is called to play in a tournament.
    Called(Arc<Call>),
    /// The player was erased. No further notices follow.
    Erased,
}

/// An offer that a player has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferNotice {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match.
    pub v: u32,
    /// The time of the last event of the match.
    pub at: Timestamp,
    /// The variant's pin.
    pub variant: &'static str,
    /// The letter of the player's seat.
    pub seat: char,
    /// The offer.
    pub offer: Offer,
}

impl OfferNotice {
    /// Returns the offers that wait for an answer of the player in `seat`.
    pub fn pending(match_state: &Match, seat: Seat) -> impl Iterator<Item = OfferNotice> {
        let awaited = move |offer: &Offer| match_state.awaits_answer(*offer, seat);
        Offer::ALL.into_iter().filter(awaited).map(move |offer| OfferNotice {
            match_id: match_state.id(),
            v: match_state.v(),
            at: match_state.last_at(),
            variant: match_state.variant().pin(),
            seat: match_state.variant().seat_name(seat).letter(),
            offer,
        })
    }
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
    /// The player is to move.
    Turn,
    /// The match is over.
    Ended,
}

/// The state of a match whose changes cause notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    plies: u32,
    status: &'static str,
    is_adjourned: bool,
}

impl Standing {
    pub(crate) fn of(match_state: &Match) -> Standing {
        Standing {
            plies: match_state.game().plies(),
            status: match_state.status().as_str(),
            is_adjourned: match_state.adjourned_until().is_some(),
        }
    }

    /// True if the match had not started.
    pub(crate) fn is_open(self) -> bool {
        self.status == Status::Open.as_str()
    }

    /// True if the match started or ended since this state.
    pub(crate) fn has_changed_phase(self, match_state: &Match) -> bool {
        match_state.status().as_str() != self.status
    }

    /// Returns the notices for the changes since this state.
    pub(crate) fn notices(self, match_state: &Match) -> Vec<MatchNotice> {
        let now = Standing::of(match_state);
        if now == self {
            return Vec::new();
        }
        let (turn, game) = (match_state.game().position().turn(), match_state.game());
        let is_in_play = match_state.status() == Status::Playing && game.ending().is_none();
        let has_started = match_state.status() == Status::Playing && now.status != self.status;
        let has_ended = matches!(match_state.status(), Status::Ended { .. });
        let mut notices = Vec::new();
        for (seat, player) in match_state.players().iter() {
            let Some(player) = *player else { continue };
            let mut add = |kind| notices.push(MatchNotice { player, seat, kind });
            if has_started {
                add(MatchNoticeKind::Started);
            }
            // The server plays a pass immediately.
            if is_in_play && seat == turn && !game.must_pass() && !now.is_adjourned {
                add(MatchNoticeKind::Turn);
            }
            if has_ended {
                add(MatchNoticeKind::Ended);
            }
        }
        notices
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
pub(crate) fn creation_notices(match_state: &Match) -> Vec<MatchNotice> {
    let before = Standing { plies: 0, status: Status::Open.as_str(), is_adjourned: false };
    before.notices(match_state)
}

/// The reach of the events of a match. Players of a match with a running clock are at their board.
pub(crate) fn reach(match_state: &Match, is_present: bool) -> Reach {
    match (match_state.time().is_real_time(), is_present) {
        (true, _) => Reach::Webhooks,
        (false, true) => Reach::Present,
        (false, false) => Reach::Away,
    }
}

/// Returns the effects on its players of a match that started at its creation.
pub(crate) fn creation_deliveries(match_state: &Match, store: &Store) -> Vec<Due> {
    deliveries_of(creation_notices(match_state), match_state, store, &|_| false)
}

/// Returns the effects of `records` on the players. Free of cost for a match with a running clock
/// if no player has a webhook. `is_present` is true for players with a page open on the match.
pub(crate) fn deliveries(
    match_state: &Match,
    records: &[RecordedEvent],
    store: &Store,
    is_present: &dyn Fn(PlayerId) -> bool,
) -> Vec<Due> {
    let mut players = match_state.players().iter().filter_map(|(_, player)| *player);
    let has_seated = records.iter().any(|record| matches!(record.event, Event::Seated { .. }));
    if !has_seated
        && match_state.time().is_real_time()
        && !players.any(|player| store.webhooks().may_have_webhooks(player))
    {
        return Vec::new();
    }
    let (before, mut after) = (Standing::of(match_state), match_state.clone());
    let mut offers = Vec::new();
    for record in records {
        // Applying an invalid record reports the error later.
        if after.apply(record.clone()).is_err() {
            return Vec::new();
        }
        if let Event::Offered { offer, .. } = record.event {
            offers.extend(offer_deliveries(&after, offer, store, is_present));
        }
    }
    offers.extend(deliveries_of(before.notices(&after), &after, store, is_present));
    offers
}

/// Returns the effects of an offer on the players who have to answer it.
fn offer_deliveries(
    after: &Match,
    offer: Offer,
    store: &Store,
    is_present: &dyn Fn(PlayerId) -> bool,
) -> Vec<Due> {
    let awaited = after.players().iter().filter(|(seat, _)| after.awaits_answer(offer, *seat));
    let players = awaited.filter_map(|(_, player)| *player);
    let event = (after.v(), "match.offer", after.last_at());
    let due = |player| store.webhooks().due(player, event, reach(after, is_present(player)));
    players.filter_map(due).collect()
}

/// Returns the effects of `notices`. `after` is the match after these changes.
fn deliveries_of(
    notices: Vec<MatchNotice>,
    after: &Match,
    store: &Store,
    is_present: &dyn Fn(PlayerId) -> bool,
) -> Vec<Due> {
    let due = |MatchNotice { player, kind, .. }: MatchNotice| {
        let event = (after.v(), kind.webhook_event()?, after.last_at());
        store.webhooks().due(player, event, reach(after, is_present(player)))
    };
    notices.into_iter().filter_map(due).collect()
}

/// The channels of all players. The lock is never held across an await.
#[derive(Debug, Default)]
pub(crate) struct PlayerFeeds {
    readers: RwLock<HashMap<PlayerId, broadcast::Sender<PlayerNotice>>>,
}

impl PlayerFeeds {
    pub(crate) fn listen(&self, player: PlayerId) -> broadcast::Receiver<PlayerNotice> {
        let mut readers = self.readers.write();
        readers.retain(|_, channel| channel.receiver_count() > 0);
        readers.entry(player).or_insert_with(|| broadcast::Sender::new(OUTBOX)).subscribe()
    }

    /// True if the player's notices have a reader.
    pub(crate) fn has_reader(&self, player: PlayerId) -> bool {
        let readers = self.readers.read();
        readers.get(&player).is_some_and(|channel| channel.receiver_count() > 0)
    }

    /// Publishes each offer to the players who have to answer it. With `only`, other offers are
    /// left out.
    pub(crate) fn publish_offers(&self, match_state: &Match, only: Option<Offer>) {
        for (seat, player) in match_state.players().iter() {
            let Some(player) = *player else { continue };
            let offers = OfferNotice::pending(match_state, seat);
            for notice in offers.filter(|notice| only.is_none_or(|offer| offer == notice.offer)) {
                self.publish(player, || PlayerNotice::Offer(notice));
            }
        }
    }

    pub(crate) fn publish(&self, player: PlayerId, notice: impl FnOnce() -> PlayerNotice) {
        let readers = self.readers.read();
        if let Some(channel) = readers.get(&player) {
            // The readers may be gone.
            let _ = channel.send(notice());
        }
    }
}
