//! Invariants of the lobby under random requests.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use uuid::Uuid;

use crate::clock::{TimeControl, Timestamp};
use crate::player::{Player, PlayerId, PlayerKind};
use crate::rating::PublicRating;
use chivalry_rules::{Seat, Variant};

use crate::lobby::seeks::are_compatible;
use crate::lobby::*;

const CONVERSATIONS: u64 = 300;
const STEPS: usize = 120;
const PLAYERS: u128 = 12;

/// One player in one seek.
type Part = (SeekId, PlayerId);

struct Conversation {
    rng: StdRng,
    lobby: Lobby,
    now: Timestamp,
    asked: u128,
    paired: usize,
}

#[test]
fn nobody_is_lost_doubled_or_paired_with_themselves() {
    let mut paired = 0;
    for seed in 0..CONVERSATIONS {
        let mut conversation = Conversation {
            rng: StdRng::seed_from_u64(seed),
            lobby: Lobby::default(),
            now: Timestamp(1_000),
            asked: 0,
            paired: 0,
        };
        for _ in 0..STEPS {
            conversation.step();
        }
        paired += conversation.paired;
    }
    assert!(paired > 2_000, "only {paired} pairings came about");
}

impl Conversation {
    fn step(&mut self) {
        let before = self.lobby.clone();
        let by = self.seeker();
        let connection =
            ConnectionId(by.player.id.0.as_u128() as u64 * 2 + self.rng.random_range(0..2));
        let player = by.player.id;
        let random = self.rng.random();
        let (pairing, leavers) = match self.rng.random_range(0..10) {
            0..5 => {
                self.asked += 1;
                let id = SeekId(Uuid::from_u128(self.asked));
                let request = self.request(player);
                let done = self.lobby.seek(id, by, request, Some(connection), self.now, random);
                (done.ok().and_then(|placed| placed.pairing), vec![])
            }
            5..7 => {
                let Some(seek) = self.some_seek() else { return };
                let done = self.lobby.accept(seek, by, None, Some(connection), self.now, random);
                (done.ok().and_then(|placed| placed.pairing), vec![])
            }
            7 => {
                let Some(seek) = self.some_seek() else { return };
                let left = self.lobby.leave(seek, player);
                (None, left.map(|()| vec![player]).unwrap_or_default())
            }
            8 => {
                self.lobby.disconnect(connection);
                assert_eq!(self.lobby.seeks_of_connection(connection), []);
                (None, vec![player])
            }
            _ => {
                self.now = self.now + Duration::from_secs(self.rng.random_range(0..40));
                self.lobby.widen();
                (None, vec![])
            }
        };
        if let Some(pairing) = &pairing {
            self.check_pairing(pairing);
        }
        self.check_parts(&before, pairing.as_ref(), &leavers);
        self.drain();
        self.check_lobby();
    }

    /// Removes the pairings that result without a request.
    fn drain(&mut self) {
        loop {
            let before = self.lobby.clone();
            let random = self.rng.random();
            let Some(pairing) = self.lobby.next_pairing(self.now, random) else { break };
            self.check_pairing(&pairing);
            self.check_parts(&before, Some(&pairing), &[]);
        }
    }

    fn seeker(&mut self) -> Seeker {
        let number = self.rng.random_range(0..PLAYERS);
        let rating = 1_000 + 100 * number as u16;
        Seeker { player: player(number), strength: PublicRating { rating, provisional: true } }
    }

    fn request(&mut self, by: PlayerId) -> SeekPreferences {
        let four = self.rng.random_bool(0.5);
        let variant = Variant::named(if four { "grand-cam" } else { "cam" }).unwrap();
        let time = if self.rng.random_bool(0.8) {
            TimeControl::Fischer { initial_ms: 60_000, increment_ms: 0 }
        } else {
            TimeControl::Unlimited {}
        };
        let seats: Vec<Seat> = variant.seats().collect();
        let seat = seats[self.rng.random_range(0..seats.len())];
        let lo = self.rng.random_range(900..1_700);
        let range = RatingRange { lo, hi: lo + 900 };
        let with = player(self.rng.random_range(0..PLAYERS));
        SeekPreferences {
            terms: Terms { variant, time, rated: false },
            seat: self.rng.random_bool(0.3).then_some(seat),
            range: if self.rng.random_bool(0.3) { range } else { RatingRange::ANY },
            quick: self.rng.random_bool(0.2),
            bots: false,
            with: Some(with).filter(|with| four && with.id != by && self.rng.random_bool(0.3)),
        }
    }

    fn some_seek(&mut self) -> Option<SeekId> {
        let seeks = self.lobby.seeks();
        let index = self.rng.random_range(0..seeks.len().max(1));
        seeks.get(index).map(|seek| seek.id)
    }

    fn check_pairing(&mut self, pairing: &Pairing) {
        self.paired += 1;
        let seats: Vec<Seat> = pairing.seats.iter().map(|(seat, _)| *seat).collect();
        assert!(pairing.terms.variant.seats().eq(seats), "every seat has one player: {pairing:?}");
        for (seat, player) in &pairing.seats {
            assert_eq!(pairing.seat_of(player.id), Some(*seat), "one seat a player: {pairing:?}");
        }
        assert!(pairing.seat_of(pairing.by.id).is_some());
        let PairingOrigin::Seek(id) = pairing.origin else { panic!("a seek") };
        assert_eq!(self.lobby.find(id), None);
    }

    /// Checks that players enter seeks only by request, and leave them only by a pairing, on
    /// request, or with a partner.
    fn check_parts(&self, before: &Lobby, pairing: Option<&Pairing>, leavers: &[PlayerId]) {
        let goes = |player: PlayerId| {
            leavers.contains(&player) || pairing.is_some_and(|p| p.seat_of(player).is_some())
        };
        let after = parts(&self.lobby);
        for seek in before.seeks() {
            for party in &seek.parties {
                let may_go = party
                    .players
                    .iter()
                    .chain(&seeker_of(party.invited.as_ref()))
                    .any(|seeker| goes(seeker.player.id));
                for seeker in &party.players {
                    let is_in = |other: &Seek| {
                        other.terms == seek.terms
                            && other.parties.iter().any(|other| other.has(seeker.player.id))
                    };
                    let stays = self.lobby.seeks().iter().any(|other| is_in(other));
                    assert!(stays || may_go, "{} was lost", seeker.player.name);
                }
            }
        }
        assert!(after.len() <= parts(before).len() + 1, "somebody was doubled");
        for seek in self.lobby.seeks().iter().filter(|seek| !seek.terms.is_persistent()) {
            let is_paired =
                |seeker: &Seeker| pairing.is_some_and(|p| p.seat_of(seeker.player.id).is_some());
            let is_live = pairing.is_some_and(|pairing| !pairing.terms.is_persistent());
            assert!(!is_live || !seek.players().any(is_paired), "a player is paired and seeks on");
        }
    }

    fn check_lobby(&self) {
        for seek in self.lobby.seeks() {
            assert!(!seek.parties.is_empty() && (seek.free_seats() > 0 || !seek.is_open()));
            let mut players: Vec<PlayerId> = seek.players().map(|s| s.player.id).collect();
            players.sort();
            players.dedup();
            assert_eq!(players.len(), seek.players().count(), "one part a player");
            for party in &seek.parties {
                assert!(matches!(party.players.len(), 1 | 2));
            }
            if !seek.terms.is_persistent() {
                for seeker in seek.players() {
                    let number = seeker.player.id.0.as_u128() as u64;
                    let connections = [ConnectionId(number * 2), ConnectionId(number * 2 + 1)];
                    let is_held = connections.iter().any(|connection| {
                        self.lobby.seeks_of_connection(*connection).contains(&seek.id)
                    });
                    assert!(is_held, "a seek by a clock lives with a connection");
                }
            }
        }
        let is_steady = |seek: &&std::sync::Arc<Seek>| {
            seek.is_open() && seek.parties.iter().all(|party| party.quick_since.is_none())
        };
        let steady: Vec<_> = self.lobby.seeks().iter().filter(is_steady).collect();
        for one in &steady {
            for other in &steady {
                assert!(!are_compatible(one, other, self.now), "two that fit do not both wait");
            }
        }
    }
}

fn player(number: u128) -> Player {
    let id = PlayerId(Uuid::from_u128(number));
    Player { id, name: format!("p{number}"), kind: PlayerKind::Guest }
}

fn seeker_of(player: Option<&Player>) -> Option<Seeker> {
    player.map(|player| Seeker { player: player.clone(), strength: PublicRating::UNKNOWN })
}

fn parts(lobby: &Lobby) -> Vec<Part> {
    let seeks = lobby.seeks().iter();
    seeks.flat_map(|seek| seek.players().map(|s| (seek.id, s.player.id))).collect()
}

#[test]
fn partners_sit_in_one_team_and_wishes_are_met() {
    let variant = Variant::named("grand-camelot").unwrap();
    let party = |players: std::ops::Range<u128>, seat| SeekParty {
        players: players.filter_map(|number| seeker_of(Some(&player(number)))).collect(),
        invited: None,
        seat,
        range: RatingRange::ANY,
        quick_since: None,
        bots: false,
    };
    let (pair, one, other) =
        (party(0..2, None), party(2..3, Some(Seat::FOURTH)), party(3..4, None));
    let ways = seat_assignment::seat_assignments(variant, &[&one, &pair, &other]);
    assert_eq!(ways.len(), 2);
    for way in ways {
        let [one, other] = [way[1], way[2]].map(|seat| variant.team_of(seat));
        assert_eq!((way[0], one), (Seat::FOURTH, other));
    }
    let any = [party(0..1, None), party(1..2, None), party(2..3, None), party(3..4, None)];
    assert_eq!(seat_assignment::seat_assignments(variant, &any.each_ref()).len(), 24);
    let pairs = [party(0..2, None), party(2..4, None)];
    assert_eq!(seat_assignment::seat_assignments(variant, &pairs.each_ref()).len(), 8);
}

#[test]
fn changes_list_seeks_that_opened_changed_and_closed() {
    let mut rng = StdRng::seed_from_u64(1887);
    let mut conversation = Conversation {
        rng: StdRng::seed_from_u64(3),
        lobby: Lobby::default(),
        now: Timestamp(1_000),
        asked: 0,
        paired: 0,
    };
    let mut seen: Vec<Seek> = Vec::new();
    let mut earlier = conversation.lobby.clone();
    for _ in 0..1_000 {
        conversation.step();
        if rng.random_bool(0.5) {
            let changes = conversation.lobby.changes_since(&earlier);
            for gone in &changes.gone {
                let index = seen.iter().position(|seek| seek.id == gone.id).unwrap();
                seen.remove(index);
            }
            for kept in &changes.kept {
                seen.retain(|seek| seek.id != kept.id);
                seen.push(Seek::clone(kept));
            }
            seen.sort_by_key(|seek| seek.id);
            let mut now: Vec<Seek> =
                conversation.lobby.seeks().iter().map(|seek| Seek::clone(seek)).collect();
            now.sort_by_key(|seek| seek.id);
            assert_eq!(seen, now);
            earlier = conversation.lobby.clone();
        }
    }
}
