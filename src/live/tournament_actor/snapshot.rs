//! A tournament with the names of its players, and its updates and calls.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use parking_lot::Mutex;

use crate::live::frame::Frame;
use crate::store::{Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{Event, PairingId, RecordedEvent, Tournament, TournamentId};

use crate::live::frame::FrameCounter;

/// Maximum number of cached answers per snapshot.
const MOST_KEPT: usize = 64;

/// A tournament and its players.
#[derive(Clone, Debug)]
pub struct TournamentSnapshot {
    /// The id.
    pub id: TournamentId,
    /// The tournament.
    pub tournament: Tournament,
    /// All directors, entered or invited players, and authors of events.
    pub players: HashMap<PlayerId, Player>,
    /// Encoded answers computed from this state, by request. The lock is held for one lookup.
    kept: Arc<Mutex<HashMap<String, Bytes>>>,
}

/// A tournament event for subscribers. It is encoded once for all of them.
#[derive(Debug)]
pub struct TournamentUpdate {
    /// The tournament after this event and the events of the same action.
    pub snapshot: Arc<TournamentSnapshot>,
    /// The event.
    pub recorded: RecordedEvent,
    written: FrameCounter,
    frame: OnceLock<Frame>,
}

/// A call to a player whose round or game has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The tournament.
    pub tournament: TournamentId,
    /// The name of the tournament.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: PairingId,
    /// The match and the letter of the player's seat, once the game has begun. Without a match, the
    /// pairing waits until all sides are ready.
    pub game: Option<(MatchId, char)>,
    /// The end of the wait. `None` if it is unlimited.
    pub until: Option<Timestamp>,
    /// The time of the call.
    pub at: Timestamp,
}

impl TournamentUpdate {
    pub(crate) fn new(
        snapshot: Arc<TournamentSnapshot>,
        recorded: RecordedEvent,
        written: &FrameCounter,
    ) -> Arc<TournamentUpdate> {
        let (written, frame) = (written.clone(), OnceLock::new());
        Arc::new(TournamentUpdate { snapshot, recorded, written, frame })
    }

    /// Returns the encoded update. `write` encodes it on the first call.
    pub fn frame(&self, write: impl FnOnce(&TournamentUpdate) -> String) -> Frame {
        self.frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}

impl TournamentSnapshot {
    /// Returns the snapshot of a tournament. Loads the names that are not in `players`.
    pub(crate) async fn named(
        store: &Store,
        id: TournamentId,
        tournament: Tournament,
        mut players: HashMap<PlayerId, Player>,
    ) -> Result<TournamentSnapshot, StoreError> {
        let entered = tournament.entrants().iter().flat_map(|entrant| &entrant.players);
        let acted = tournament.log().iter().filter_map(|recorded| recorded.by.as_ref());
        let invited = tournament.log().iter().flat_map(|recorded| match &recorded.event {
            Event::PartnerInvited { players } => players.as_slice(),
            _ => &[],
        });
        let all = tournament.directors().iter().chain(entered).chain(acted).chain(invited);
        let new: BTreeSet<PlayerId> =
            all.filter(|player| !players.contains_key(player)).copied().collect();
        if !new.is_empty() {
            let new: Vec<PlayerId> = new.into_iter().collect();
            players.extend(store.players().by_ids(&new).await?.into_iter().map(|it| (it.id, it)));
        }
        Ok(TournamentSnapshot { id, tournament, players, kept: Arc::default() })
    }

    /// Returns a cached answer for this state.
    #[must_use]
    pub fn kept(&self, what: &str) -> Option<Bytes> {
        let kept = self.kept.lock();
        kept.get(what).cloned()
    }

    /// Caches an answer for this state.
    pub fn keep(&self, what: &str, written: &Bytes) {
        let mut kept = self.kept.lock();
        if kept.len() < MOST_KEPT {
            kept.insert(what.to_owned(), written.clone());
        }
    }

    /// Returns the calls that an event causes, by player.
    pub(crate) fn calls(&self, recorded: &RecordedEvent) -> Vec<(PlayerId, Call)> {
        match recorded.event {
            Event::RoundBegan { stage, round } if self.tournament.requires_ready(stage) => {
                let no_show_ms = self.tournament.plan().stages[stage].no_show_ms;
                let until = no_show_ms.map(|ms| recorded.at + std::time::Duration::from_millis(ms));
                let waiting = self.tournament.pairings().filter(|pairing| {
                    (pairing.stage, pairing.round) == (stage, round)
                        && pairing.began_at.is_none()
                        && !self.tournament.is_decided(pairing)
                });
                let call = |pairing: &chivalry_tournament::Pairing| {
                    let call = self.call(pairing.pair.id, recorded.at)?;
                    let call = Call { until, ..call };
                    let players = self.players_of(pairing.entrants());
                    Some(players.map(move |player| (player, call.clone())).collect::<Vec<_>>())
                };
                waiting.filter_map(call).flatten().collect()
            }
            Event::GameBegan { pairing, first, played_in, .. } => {
                let variant = self.tournament.variant();
                let seats = self.tournament.seats_of(pairing, first).into_iter();
                let call = |(seat, player)| {
                    let game = Some((played_in, variant.seat_name(seat).letter()));
                    Some((player, Call { game, ..self.call(pairing, recorded.at)? }))
                };
                seats.filter_map(call).collect()
            }
            _ => Vec::new(),
        }
    }

    fn call(&self, pairing: PairingId, at: Timestamp) -> Option<Call> {
        let known = self.tournament.pairing(pairing)?;
        Some(Call {
            tournament: self.id,
            name: self.tournament.plan().name.clone(),
            stage: known.stage,
            round: known.round,
            pairing,
            game: None,
            until: None,
            at,
        })
    }

    fn players_of(
        &self,
        entrants: Vec<chivalry_tournament::EntrantId>,
    ) -> impl Iterator<Item = PlayerId> {
        let players = |id| self.tournament.entrant(id).map(|entrant| entrant.players.clone());
        entrants.into_iter().filter_map(players).flatten()
    }
}
