//! Seeks and challenges by name, and in random conversations.

mod conversations;

use std::time::Duration;

use uuid::Uuid;

use crate::clock::{TimeControl, Timestamp};
use crate::player::{Player, PlayerId, PlayerKind};
use crate::rating::Strength;
use chivalry_rules::{Seat, Team, Variant};

use super::*;

const BLITZ: TimeControl = TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 };
const SLOW: TimeControl = TimeControl::Unlimited {};
const HOME: Option<ConnectionId> = Some(ConnectionId(7));
const NOW: Timestamp = Timestamp(1_000_000);

fn player(number: u128) -> Player {
    let id = PlayerId(Uuid::from_u128(number));
    Player { id, name: format!("p{number}"), kind: PlayerKind::Account }
}

fn seeker(number: u128, rating: u16) -> Seeker {
    Seeker { player: player(number), strength: Strength { rating, provisional: false } }
}

fn terms(variant: &str, time: TimeControl) -> Terms {
    Terms { variant: Variant::named(variant).unwrap(), time, rated: false }
}

fn wish(terms: Terms) -> Wish {
    Wish { terms, seat: None, range: RatingRange::ANY, quick: false, bots: false, with: None }
}

fn id(number: u128) -> SeekId {
    SeekId(Uuid::from_u128(number))
}

/// A lobby that is asked one thing after the other.
#[derive(Default)]
struct Table {
    lobby: Lobby,
    asked: u128,
}

impl Table {
    fn seek(&mut self, by: u128, wish: Wish) -> Result<Placed, LobbyRefusal> {
        self.seek_as(seeker(by, 1500), wish)
    }

    fn seek_as(&mut self, by: Seeker, wish: Wish) -> Result<Placed, LobbyRefusal> {
        self.asked += 1;
        self.lobby.seek(id(self.asked), by, wish, HOME, NOW, 0)
    }

    fn accept(&mut self, seek: SeekId, by: u128) -> Result<Placed, LobbyRefusal> {
        self.lobby.accept(seek, seeker(by, 1500), None, HOME, NOW, 0)
    }
}

fn names(placed: &Placed) -> Vec<String> {
    let seats = placed.pairing.iter().flat_map(|pairing| &pairing.seats);
    seats.map(|(_, player)| player.name.clone()).collect()
}

#[test]
fn a_seek_is_paired_with_the_oldest_that_fits() {
    let mut table = Table::default();
    let cam = wish(terms("cam", BLITZ));
    let camelot = wish(terms("camelot", BLITZ));
    assert_eq!(table.seek(1, camelot.clone()).unwrap().pairing, None);
    assert_eq!(table.seek(2, wish(terms("camelot", SLOW))).unwrap().pairing, None);
    let rated = Wish { terms: Terms { rated: true, ..camelot.terms }, ..camelot.clone() };
    assert_eq!(table.seek(3, rated).unwrap().pairing, None);
    assert_eq!(table.seek(4, cam).unwrap().pairing, None);
    let paired = table.seek(5, camelot).unwrap();
    assert_eq!((paired.seek, names(&paired)), (id(1), vec!["p1".to_owned(), "p5".to_owned()]));
    let left: Vec<SeekId> = table.lobby.seeks().iter().map(|seek| seek.id).collect();
    assert_eq!(left, [id(2), id(3), id(4)]);
}

#[test]
fn both_ranges_have_to_hold() {
    let mut table = Table::default();
    let cam = wish(terms("cam", BLITZ));
    let strong = Wish { range: RatingRange { lo: 1800, hi: 2200 }, ..cam.clone() };
    assert_eq!(table.seek_as(seeker(1, 1900), strong.clone()).unwrap().pairing, None);
    assert_eq!(table.seek_as(seeker(2, 1700), cam.clone()).unwrap().pairing, None);
    let weak = Wish { range: RatingRange { lo: 1000, hi: 1600 }, ..cam };
    assert_eq!(table.seek_as(seeker(3, 1850), weak).unwrap().pairing, None);
    let refused = table.accept(id(1), 4);
    assert_eq!(refused, Err(LobbyRefusal::NotWanted));
    assert!(table.seek_as(seeker(5, 2200), strong).unwrap().pairing.is_some());
}

#[test]
fn what_is_rated_is_for_accounts() {
    let mut table = Table::default();
    let guest = || {
        let Seeker { player, strength } = seeker(1, 1500);
        Seeker { player: Player { kind: PlayerKind::Guest, ..player }, strength }
    };
    let no = Err(LobbyRefusal::AccountsOnly);
    let rated = |variant| wish(Terms { rated: true, ..terms(variant, BLITZ) });
    assert_eq!(table.seek_as(guest(), rated("cam")), no);
    let with_a_guest = Wish { with: Some(guest().player), ..rated("grand-cam") };
    assert_eq!(table.seek(2, with_a_guest), no);
    let seek = table.seek(2, rated("cam")).unwrap().seek;
    assert_eq!(table.lobby.accept(seek, guest(), None, HOME, NOW, 0), no);
    let terms = rated("cam").terms;
    for (by, to) in [(guest(), seeker(2, 1500)), (seeker(2, 1500), guest())] {
        let challenge = NewChallenge { by, to, terms: terms.clone(), ..challenge(1, 1, 2) };
        assert_eq!(table.lobby.challenge(challenge, NOW), Err(LobbyRefusal::AccountsOnly));
    }
    assert!(table.accept(seek, 3).unwrap().pairing.is_some());
}

#[test]
fn seats_wanted_twice_do_not_pair_and_chance_gives_the_others() {
    let mut table = Table::default();
    let white = Wish { seat: Some(Seat::FIRST), ..wish(terms("cam", BLITZ)) };
    table.seek(1, white.clone()).unwrap();
    assert_eq!(table.seek(2, white.clone()).unwrap().pairing, None);
    let refused = table.lobby.accept(id(1), seeker(3, 1500), Some(Seat::FIRST), HOME, NOW, 0);
    assert_eq!(refused, Err(LobbyRefusal::SeatWanted));
    assert_eq!(names(&table.accept(id(1), 3).unwrap()), ["p1", "p3"]);

    let mut firsts = Vec::new();
    for random in 0..2 {
        let mut lobby = Lobby::default();
        let any = wish(terms("cam", BLITZ));
        lobby.seek(id(1), seeker(1, 1500), any.clone(), HOME, NOW, random).unwrap();
        let paired = lobby.seek(id(2), seeker(2, 1500), any, HOME, NOW, random).unwrap();
        firsts.extend(names(&paired).into_iter().next());
    }
    assert_eq!(firsts, ["p1", "p2"]);
}

#[test]
fn a_seek_of_one_player_is_one_however_often_it_is_asked_for() {
    let mut table = Table::default();
    let cam = wish(terms("cam", BLITZ));
    let first = table.seek(1, cam.clone()).unwrap();
    let other = Some(ConnectionId(8));
    let again = table.lobby.seek(id(9), seeker(1, 1500), cam.clone(), other, NOW, 0).unwrap();
    assert_eq!(again, first);
    assert_eq!(table.accept(first.seek, 1), Err(LobbyRefusal::OwnSeek));
    table.lobby.disconnect(ConnectionId(7));
    assert_eq!(table.lobby.seeks().len(), 1);
    table.lobby.disconnect(ConnectionId(8));
    assert!(table.lobby.seeks().is_empty());
    for variant in ["cam", "camelot", "camette", "chivalry", "chivalry-1887"] {
        table.seek(1, wish(terms(variant, BLITZ))).unwrap();
    }
    assert_eq!(table.seek(1, wish(terms("cam", SLOW))), Err(LobbyRefusal::TooManySeeks));
}

#[test]
fn what_is_played_over_days_stays_and_the_rest_goes_with_its_connection() {
    let mut table = Table::default();
    table.seek(1, wish(terms("cam", SLOW))).unwrap();
    table.seek(1, wish(terms("cam", BLITZ))).unwrap();
    table.lobby.disconnect(ConnectionId(7));
    assert_eq!(table.lobby.seeks().len(), 1);
    let homeless =
        table.lobby.seek(id(9), seeker(2, 1500), wish(terms("cam", BLITZ)), None, NOW, 0);
    assert_eq!(homeless, Err(LobbyRefusal::NeedsConnection));
    let away = table.lobby.accept(id(1), seeker(2, 1500), None, None, NOW, 0).unwrap();
    assert!(away.pairing.is_some());
}

#[test]
fn who_is_paired_leaves_their_other_seeks_by_a_clock() {
    let mut table = Table::default();
    for variant in ["cam", "camelot"] {
        table.seek(1, wish(terms(variant, BLITZ))).unwrap();
    }
    table.seek(1, wish(terms("cam", SLOW))).unwrap();
    table.seek(2, wish(terms("camelot", BLITZ))).unwrap();
    let left: Vec<SeekId> = table.lobby.seeks().iter().map(|seek| seek.id).collect();
    assert_eq!(left, [id(3)]);
}

#[test]
fn a_quick_pairing_looks_further_the_longer_it_waits() {
    let mut table = Table::default();
    let quick = Wish { quick: true, ..wish(terms("cam", BLITZ)) };
    table.seek_as(seeker(1, 1500), quick.clone()).unwrap();
    table.seek_as(seeker(2, 1700), quick).unwrap();
    assert_eq!(table.lobby.seeks().len(), 2);
    for (seconds, is_paired) in [(9, false), (10, true)] {
        table.lobby.widen();
        let pairing = table.lobby.next_pairing(NOW + Duration::from_secs(seconds), 0);
        assert_eq!(pairing.is_some(), is_paired, "after {seconds} s");
    }
    assert!(table.lobby.seeks().is_empty());
}

#[test]
fn four_seats_fill_up_and_partners_share_a_team() {
    let mut table = Table::default();
    let grand = wish(terms("grand-cam", BLITZ));
    let pair = Wish { with: Some(player(2)), ..grand.clone() };
    let opened = table.seek(1, pair).unwrap();
    assert_eq!(table.accept(opened.seek, 3), Err(LobbyRefusal::NoSuchSeek), "not open yet");
    let other = table.seek(3, grand.clone()).unwrap();
    assert_ne!(other.seek, opened.seek);
    let agreed = table.accept(opened.seek, 2).unwrap();
    let together = table.lobby.find(agreed.seek).unwrap();
    assert_eq!((together.players().count(), together.free()), (3, 1));
    assert_eq!(table.lobby.seeks().len(), 1);
    let full = table.seek(4, grand).unwrap().pairing.unwrap();
    let team = |number| Team::of(full.seat_of(player(number).id).unwrap());
    assert_eq!((team(1), team(3)), (team(2), team(4)));
    assert_ne!(team(1), team(3));
}

#[test]
fn who_declines_to_be_a_partner_ends_the_seek_and_who_goes_takes_the_partner_along() {
    let mut table = Table::default();
    let grand = wish(terms("grand-cam", BLITZ));
    let pair = |with| Wish { with: Some(player(with)), ..grand.clone() };
    let opened = table.seek(1, pair(2)).unwrap().seek;
    table.lobby.leave(opened, player(2).id).unwrap();
    assert!(table.lobby.seeks().is_empty());
    let opened = table.seek(1, pair(2)).unwrap().seek;
    table.accept(opened, 2).unwrap();
    table.seek(3, grand.clone()).unwrap();
    table.lobby.leave(opened, player(2).id).unwrap();
    let left: Vec<u128> =
        table.lobby.seeks()[0].players().map(|s| s.player.id.0.as_u128()).collect();
    assert_eq!(left, [3]);
    let alone = Wish { with: Some(player(2)), ..wish(terms("cam", BLITZ)) };
    assert_eq!(table.seek(1, alone), Err(LobbyRefusal::NoPartner));
}

fn challenge(number: u128, by: u128, to: u128) -> NewChallenge {
    NewChallenge {
        id: ChallengeId(Uuid::from_u128(number)),
        by: seeker(by, 1500),
        to: seeker(to, 1500),
        terms: terms("cam", BLITZ),
        seat: Some(Seat::SECOND),
        stands_for: None,
        home: HOME,
    }
}

#[test]
fn a_challenge_is_answered_once_by_the_one_it_is_for() {
    let mut lobby = Lobby::default();
    let sent = lobby.challenge(challenge(1, 1, 2), NOW).unwrap();
    assert_eq!(lobby.challenge(challenge(2, 1, 2), NOW).unwrap(), sent);
    let own = lobby.challenge(challenge(3, 1, 1), NOW);
    assert_eq!(own, Err(LobbyRefusal::OwnChallenge));
    let by = |number| player(number).id;
    assert_eq!(lobby.accept_challenge(sent.id, by(1), 0), Err(LobbyRefusal::NotYours));
    assert_eq!(lobby.cancel_challenge(sent.id, by(2)), Err(LobbyRefusal::NotYours));
    assert_eq!(lobby.decline_challenge(sent.id, by(3)), Err(LobbyRefusal::NoSuchChallenge));
    let pairing = lobby.accept_challenge(sent.id, by(2), 5).unwrap();
    assert_eq!(pairing.seat_of(by(1)), Some(Seat::SECOND));
    assert_eq!(lobby.accept_challenge(sent.id, by(2), 0), Err(LobbyRefusal::NoSuchChallenge));
}

#[test]
fn challenges_run_out_and_have_a_limit() {
    let mut lobby = Lobby::default();
    for to in 2..7 {
        lobby.challenge(challenge(to, 1, to), NOW).unwrap();
    }
    let more = lobby.challenge(challenge(9, 1, 9), NOW);
    assert_eq!(more, Err(LobbyRefusal::TooManyChallenges));
    let end = lobby.expires_at().unwrap();
    assert!(lobby.expire(Timestamp(end.0 - 1)).is_empty());
    assert_eq!(lobby.expire(end).len(), 5);
    assert_eq!(lobby.expires_at(), None);
    lobby.challenge(challenge(1, 1, 2), NOW).unwrap();
    lobby.disconnect(ConnectionId(7));
    assert!(lobby.challenges().is_empty());
}
