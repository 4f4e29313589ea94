//! Tests of seeks and challenges.

mod conversations;

use std::time::Duration;

use uuid::Uuid;

use crate::clock::{TimeControl, Timestamp};
use crate::player::{Player, PlayerId, PlayerKind};
use crate::rating::PublicRating;
use chivalry_rules::{Seat, Variant};

use super::*;

const BLITZ: TimeControl = TimeControl::Fischer { initial_ms: 180_000, increment_ms: 2_000 };
const SLOW: TimeControl = TimeControl::Unlimited {};
const CONNECTION: Option<ConnectionId> = Some(ConnectionId(7));
const NOW: Timestamp = Timestamp(1_000_000);

fn player(number: u128) -> Player {
    let id = PlayerId(Uuid::from_u128(number));
    Player { id, name: format!("p{number}"), kind: PlayerKind::Account }
}

fn seeker(number: u128, rating: u16) -> Seeker {
    Seeker { player: player(number), strength: PublicRating { rating, provisional: false } }
}

fn terms(variant: &str, time: TimeControl) -> Terms {
    Terms { variant: Variant::named(variant).unwrap(), time, rated: false }
}

fn request(terms: Terms) -> SeekPreferences {
    SeekPreferences {
        terms,
        seat: None,
        range: RatingRange::ANY,
        quick: false,
        bots: false,
        with: None,
    }
}

fn id(number: u128) -> SeekId {
    SeekId(Uuid::from_u128(number))
}

/// A lobby that numbers its seeks.
#[derive(Default)]
struct TestLobby {
    lobby: Lobby,
    asked: u128,
}

impl TestLobby {
    fn seek(&mut self, by: u128, request: SeekPreferences) -> Result<SeekOutcome, LobbyRefusal> {
        self.seek_as(seeker(by, 1500), request)
    }

    fn seek_as(
        &mut self,
        by: Seeker,
        request: SeekPreferences,
    ) -> Result<SeekOutcome, LobbyRefusal> {
        self.asked += 1;
        self.lobby.seek(id(self.asked), by, request, CONNECTION, NOW, 0)
    }

    fn accept(&mut self, seek: SeekId, by: u128) -> Result<SeekOutcome, LobbyRefusal> {
        self.lobby.accept(seek, seeker(by, 1500), None, CONNECTION, NOW, 0)
    }
}

fn names(placed: &SeekOutcome) -> Vec<String> {
    let seats = placed.pairing.iter().flat_map(|pairing| &pairing.seats);
    seats.map(|(_, player)| player.name.clone()).collect()
}

#[test]
fn a_seek_is_paired_with_the_oldest_that_fits() {
    let mut test_lobby = TestLobby::default();
    let cam = request(terms("cam", BLITZ));
    let camelot = request(terms("camelot", BLITZ));
    assert_eq!(test_lobby.seek(1, camelot.clone()).unwrap().pairing, None);
    assert_eq!(test_lobby.seek(2, request(terms("camelot", SLOW))).unwrap().pairing, None);
    let rated =
        SeekPreferences { terms: Terms { rated: true, ..camelot.terms }, ..camelot.clone() };
    assert_eq!(test_lobby.seek(3, rated).unwrap().pairing, None);
    assert_eq!(test_lobby.seek(4, cam).unwrap().pairing, None);
    let paired = test_lobby.seek(5, camelot).unwrap();
    assert_eq!((paired.seek, names(&paired)), (id(1), vec!["p1".to_owned(), "p5".to_owned()]));
    let left: Vec<SeekId> = test_lobby.lobby.seeks().iter().map(|seek| seek.id).collect();
    assert_eq!(left, [id(2), id(3), id(4)]);
}

#[test]
fn both_ranges_have_to_hold() {
    let mut test_lobby = TestLobby::default();
    let cam = request(terms("cam", BLITZ));
    let strong = SeekPreferences { range: RatingRange { lo: 1800, hi: 2200 }, ..cam.clone() };
    assert_eq!(test_lobby.seek_as(seeker(1, 1900), strong.clone()).unwrap().pairing, None);
    assert_eq!(test_lobby.seek_as(seeker(2, 1700), cam.clone()).unwrap().pairing, None);
    let weak = SeekPreferences { range: RatingRange { lo: 1000, hi: 1600 }, ..cam };
    assert_eq!(test_lobby.seek_as(seeker(3, 1850), weak).unwrap().pairing, None);
    let refused = test_lobby.accept(id(1), 4);
    assert_eq!(refused, Err(LobbyRefusal::RatingOutOfRange));
    assert!(test_lobby.seek_as(seeker(5, 2200), strong).unwrap().pairing.is_some());
}

#[test]
fn rated_seeks_and_challenges_are_for_accounts() {
    let mut test_lobby = TestLobby::default();
    let guest = || {
        let Seeker { player, strength } = seeker(1, 1500);
        Seeker { player: Player { kind: PlayerKind::Guest, ..player }, strength }
    };
    let no = Err(LobbyRefusal::AccountsOnly);
    let rated = |variant| request(Terms { rated: true, ..terms(variant, BLITZ) });
    assert_eq!(test_lobby.seek_as(guest(), rated("cam")), no);
    let with_a_guest = SeekPreferences { with: Some(guest().player), ..rated("grand-cam") };
    assert_eq!(test_lobby.seek(2, with_a_guest), no);
    let seek = test_lobby.seek(2, rated("cam")).unwrap().seek;
    assert_eq!(test_lobby.lobby.accept(seek, guest(), None, CONNECTION, NOW, 0), no);
    let terms = rated("cam").terms;
    for (by, to) in [(guest(), seeker(2, 1500)), (seeker(2, 1500), guest())] {
        let challenge = NewChallenge { by, to, terms: terms.clone(), ..challenge(1, 1, 2) };
        assert_eq!(test_lobby.lobby.challenge(challenge, NOW), Err(LobbyRefusal::AccountsOnly));
    }
    assert!(test_lobby.accept(seek, 3).unwrap().pairing.is_some());
}

#[test]
fn seats_wanted_twice_do_not_pair_and_chance_gives_the_others() {
    let mut test_lobby = TestLobby::default();
    let white = SeekPreferences { seat: Some(Seat::FIRST), ..request(terms("cam", BLITZ)) };
    test_lobby.seek(1, white.clone()).unwrap();
    assert_eq!(test_lobby.seek(2, white.clone()).unwrap().pairing, None);
    let refused =
        test_lobby.lobby.accept(id(1), seeker(3, 1500), Some(Seat::FIRST), CONNECTION, NOW, 0);
    assert_eq!(refused, Err(LobbyRefusal::SeatConflict));
    assert_eq!(names(&test_lobby.accept(id(1), 3).unwrap()), ["p1", "p3"]);

    let mut firsts = Vec::new();
    for random in 0..2 {
        let mut lobby = Lobby::default();
        let any = request(terms("cam", BLITZ));
        lobby.seek(id(1), seeker(1, 1500), any.clone(), CONNECTION, NOW, random).unwrap();
        let paired = lobby.seek(id(2), seeker(2, 1500), any, CONNECTION, NOW, random).unwrap();
        firsts.extend(names(&paired).into_iter().next());
    }
    assert_eq!(firsts, ["p1", "p2"]);
}

#[test]
fn a_repeated_seek_of_one_player_opens_one_seek() {
    let mut test_lobby = TestLobby::default();
    let cam = request(terms("cam", BLITZ));
    let first = test_lobby.seek(1, cam.clone()).unwrap();
    let other = Some(ConnectionId(8));
    let again = test_lobby.lobby.seek(id(9), seeker(1, 1500), cam.clone(), other, NOW, 0).unwrap();
    assert_eq!(again, first);
    assert_eq!(test_lobby.accept(first.seek, 1), Err(LobbyRefusal::OwnSeek));
    test_lobby.lobby.disconnect(ConnectionId(7));
    assert_eq!(test_lobby.lobby.seeks().len(), 1);
    test_lobby.lobby.disconnect(ConnectionId(8));
    assert!(test_lobby.lobby.seeks().is_empty());
    for variant in ["cam", "camelot", "camette", "chivalry", "chivalry-1887"] {
        test_lobby.seek(1, request(terms(variant, BLITZ))).unwrap();
    }
    assert_eq!(test_lobby.seek(1, request(terms("cam", SLOW))), Err(LobbyRefusal::TooManySeeks));
}

#[test]
fn persistent_seeks_outlive_their_connection_and_real_time_seeks_do_not() {
    let mut test_lobby = TestLobby::default();
    test_lobby.seek(1, request(terms("cam", SLOW))).unwrap();
    test_lobby.seek(1, request(terms("cam", BLITZ))).unwrap();
    test_lobby.lobby.disconnect(ConnectionId(7));
    assert_eq!(test_lobby.lobby.seeks().len(), 1);
    let homeless =
        test_lobby.lobby.seek(id(9), seeker(2, 1500), request(terms("cam", BLITZ)), None, NOW, 0);
    assert_eq!(homeless, Err(LobbyRefusal::NeedsConnection));
    let away = test_lobby.lobby.accept(id(1), seeker(2, 1500), None, None, NOW, 0).unwrap();
    assert!(away.pairing.is_some());
}

#[test]
fn paired_players_leave_their_other_real_time_seeks() {
    let mut test_lobby = TestLobby::default();
    for variant in ["cam", "camelot"] {
        test_lobby.seek(1, request(terms(variant, BLITZ))).unwrap();
    }
    test_lobby.seek(1, request(terms("cam", SLOW))).unwrap();
    test_lobby.seek(2, request(terms("camelot", BLITZ))).unwrap();
    let left: Vec<SeekId> = test_lobby.lobby.seeks().iter().map(|seek| seek.id).collect();
    assert_eq!(left, [id(3)]);
}

#[test]
fn a_quick_pairing_widens_its_range_over_time() {
    let mut test_lobby = TestLobby::default();
    let quick = SeekPreferences { quick: true, ..request(terms("cam", BLITZ)) };
    test_lobby.seek_as(seeker(1, 1500), quick.clone()).unwrap();
    test_lobby.seek_as(seeker(2, 1700), quick).unwrap();
    assert_eq!(test_lobby.lobby.seeks().len(), 2);
    for (seconds, is_paired) in [(9, false), (10, true)] {
        test_lobby.lobby.widen();
        let pairing = test_lobby.lobby.next_pairing(NOW + Duration::from_secs(seconds), 0);
        assert_eq!(pairing.is_some(), is_paired, "after {seconds} s");
    }
    assert!(test_lobby.lobby.seeks().is_empty());
}

#[test]
fn four_seats_fill_up_and_partners_share_a_team() {
    let mut test_lobby = TestLobby::default();
    let grand = request(terms("grand-cam", BLITZ));
    let pair = SeekPreferences { with: Some(player(2)), ..grand.clone() };
    let opened = test_lobby.seek(1, pair).unwrap();
    assert_eq!(test_lobby.accept(opened.seek, 3), Err(LobbyRefusal::NoSuchSeek), "not open yet");
    let other = test_lobby.seek(3, grand.clone()).unwrap();
    assert_ne!(other.seek, opened.seek);
    let agreed = test_lobby.accept(opened.seek, 2).unwrap();
    let together = test_lobby.lobby.find(agreed.seek).unwrap();
    assert_eq!((together.players().count(), together.free_seats()), (3, 1));
    assert_eq!(test_lobby.lobby.seeks().len(), 1);
    let full = test_lobby.seek(4, grand).unwrap().pairing.unwrap();
    let variant = Variant::named("grand-cam").unwrap();
    let team = |number| variant.team_of(full.seat_of(player(number).id).unwrap());
    assert_eq!((team(1), team(3)), (team(2), team(4)));
    assert_ne!(team(1), team(3));
}

#[test]
fn a_partner_who_declines_ends_the_seek_and_a_player_who_leaves_takes_the_partner_along() {
    let mut test_lobby = TestLobby::default();
    let grand = request(terms("grand-cam", BLITZ));
    let pair = |with| SeekPreferences { with: Some(player(with)), ..grand.clone() };
    let opened = test_lobby.seek(1, pair(2)).unwrap().seek;
    test_lobby.lobby.leave(opened, player(2).id).unwrap();
    assert!(test_lobby.lobby.seeks().is_empty());
    let opened = test_lobby.seek(1, pair(2)).unwrap().seek;
    test_lobby.accept(opened, 2).unwrap();
    test_lobby.seek(3, grand.clone()).unwrap();
    test_lobby.lobby.leave(opened, player(2).id).unwrap();
    let left: Vec<u128> =
        test_lobby.lobby.seeks()[0].players().map(|s| s.player.id.0.as_u128()).collect();
    assert_eq!(left, [3]);
    let alone = SeekPreferences { with: Some(player(2)), ..request(terms("cam", BLITZ)) };
    assert_eq!(test_lobby.seek(1, alone), Err(LobbyRefusal::InvalidPartner));
}

fn challenge(number: u128, by: u128, to: u128) -> NewChallenge {
    NewChallenge {
        id: ChallengeId(Uuid::from_u128(number)),
        by: seeker(by, 1500),
        to: seeker(to, 1500),
        terms: terms("cam", BLITZ),
        seat: Some(Seat::SECOND),
        expires_in: None,
        connection: CONNECTION,
    }
}

#[test]
fn a_challenge_is_answered_once_by_the_challenged_player() {
    let mut lobby = Lobby::default();
    let sent = lobby.challenge(challenge(1, 1, 2), NOW).unwrap();
    assert_eq!(lobby.challenge(challenge(2, 1, 2), NOW).unwrap(), sent);
    let own = lobby.challenge(challenge(3, 1, 1), NOW);
    assert_eq!(own, Err(LobbyRefusal::SelfChallenge));
    let by = |number| player(number).id;
    assert_eq!(lobby.accept_challenge(sent.id, by(1), 0), Err(LobbyRefusal::NotYourChallenge));
    assert_eq!(lobby.cancel_challenge(sent.id, by(2)), Err(LobbyRefusal::NotYourChallenge));
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
