//! A tournament with the names of those who have to do with it, and what its
//! readers and players are told.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;

use crate::store::{Store, StoreError};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{Event, PairingId, RecordedEvent, Tournament, TournamentId};

use crate::live::match_actor::feed::broadcast::FrameCounter;

/// Answers that are kept of a tournament as it stands.
const MOST_KEPT: usize = 64;

/// A tournament and its players.
#[derive(Clone, Debug)]
pub struct TournamentSnapshot {
    /// Names it.
    pub id: TournamentId,
    /// The tournament.
    pub tournament: Tournament,
    /// Everybody who directs it, entered it or did something to it.
    pub players: HashMap<PlayerId, Player>,
    /// What was worked out of it and written, by what was asked. A plain lock,
    /// held for one look-up.
    kept: Arc<Mutex<HashMap<String, Bytes>>>,
}

/// Something that happened to a tournament, as it is told to all who follow
/// it. It is written out once, however many read it.
#[derive(Debug)]
pub struct TournamentUpdate {
    /// The tournament just after it, and after what happened together with it.
    pub room: Arc<TournamentSnapshot>,
    /// What happened.
    pub recorded: RecordedEvent,
    written: FrameCounter,
    frame: OnceLock<Bytes>,
}

/// A player is to come: their round or their game has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The tournament.
    pub tournament: TournamentId,
    /// What it is called.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The pairing.
    pub pairing: PairingId,
    /// The match, and the letter of the player's seat in it, once the game has
    /// begun. Without one, the pairing waits for both to say that they are
    /// there.
    pub game: Option<(MatchId, char)>,
    /// Until when a pairing waits, where it does not wait for ever.
    pub until: Option<Timestamp>,
    /// When the player was called.
    pub at: Timestamp,
}

impl TournamentUpdate {
    pub(crate) fn new(
        room: Arc<TournamentSnapshot>,
        recorded: RecordedEvent,
        written: &FrameCounter,
    ) -> Arc<TournamentUpdate> {
        let (written, frame) = (written.clone(), OnceLock::new());
        Arc::new(TournamentUpdate { room, recorded, written, frame })
    }

    /// The update written out, by `write` the first time it is asked for.
    pub fn frame(&self, write: impl FnOnce(&TournamentUpdate) -> Vec<u8>) -> Bytes {
        self.frame.get_or_init(|| self.written.count(write(self))).clone()
    }
}

impl TournamentSnapshot {
    /// A tournament, with the names of all who are new in it besides those
    /// known.
    pub(crate) async fn named(
        store: &Store,
        id: TournamentId,
        tournament: Tournament,
        mut players: HashMap<PlayerId, Player>,
    ) -> Result<TournamentSnapshot, StoreError> {
        let entered = tournament.entrants().iter().flat_map(|entrant| &entrant.players);
        let acted = tournament.log().iter().filter_map(|recorded| recorded.by.as_ref());
        let all = tournament.directors().iter().chain(entered).chain(acted);
        let new: BTreeSet<PlayerId> =
            all.filter(|player| !players.contains_key(player)).copied().collect();
        if !new.is_empty() {
            let new: Vec<PlayerId> = new.into_iter().collect();
            players.extend(store.players(&new).await?.into_iter().map(|it| (it.id, it)));
        }
        Ok(TournamentSnapshot { id, tournament, players, kept: Arc::default() })
    }

    /// What was worked out of the tournament as it stands, and kept.
    #[must_use]
    pub fn kept(&self, what: &str) -> Option<Bytes> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(what).cloned()
    }

    /// Keeps what was worked out for others who ask for it.
    pub fn keep(&self, what: &str, written: &Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_KEPT {
            kept.insert(what.to_owned(), written.clone());
        }
    }

    /// Who is to be told by an event that they are to come, and of what.
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
                let Some(known) = self.tournament.pairing(pairing) else { return Vec::new() };
                let second = known.opponent(first);
                let variant = self.tournament.variant();
                let seats = self.tournament.seats_between(first, second).into_iter();
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
        entrants: [chivalry_tournament::EntrantId; 2],
    ) -> impl Iterator<Item = PlayerId> {
        let players = |id| self.tournament.entrant(id).map(|entrant| entrant.players.clone());
        entrants.into_iter().filter_map(players).flatten()
    }
}
