//! Tests of whole matches by commands and events, without a server.

mod abandonment_claim;
mod adjournment;
mod clocks;
mod decisions;
mod director_orders;
mod free_for_all;
mod infractions;
mod offers;
mod premoves;
mod resignation;
mod takebacks;
mod vacations;

use std::time::Duration;

use uuid::Uuid;

use crate::clock::{TimeControl, Timestamp};
use crate::player::PlayerId;
use chivalry_rules::{Position, Rule, Seat, Variant};

use super::*;

const BLITZ: TimeControl = TimeControl::Fischer { initial_ms: 10_000, increment_ms: 1_000 };
const NO_LAG: Duration = Duration::ZERO;

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

/// A match with its log, driven as the server drives it.
struct TestMatch {
    match_state: Match,
    log: Vec<RecordedEvent>,
    now: Timestamp,
}

impl TestMatch {
    fn new(variant: &str, time: TimeControl) -> TestMatch {
        TestMatch::from(variant, None, time, false)
    }

    fn from(variant: &str, position: Option<&str>, time: TimeControl, private: bool) -> TestMatch {
        let variant = Variant::named(variant).unwrap();
        let position =
            position.map(|text| StartPosition::at(Position::read(text, variant).unwrap()));
        let seat = Some(Seat::FIRST);
        let new = NewMatch { position, private, seat, ..NewMatch::plain(variant, time) };
        let events = Match::creation(&new, player(1), || "secret".to_owned());
        let log: Vec<RecordedEvent> = (1..)
            .zip(events)
            .map(|(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event })
            .collect();
        let match_state = Match::fold(MatchId(Uuid::from_u128(7)), log.clone()).unwrap();
        TestMatch { match_state, log, now: Timestamp(0) }
    }

    fn seated(variant: &str, time: TimeControl) -> TestMatch {
        let mut test_match = TestMatch::new(variant, time);
        for number in 2..=test_match.match_state.variant().seat_count() as u128 {
            test_match.ask(number, join()).unwrap();
        }
        test_match
    }

    fn ask(&mut self, by: u128, command: Command) -> Result<Vec<Event>, Refusal> {
        let decision = self.match_state.decide(player(by), &command, self.now)?;
        let events = decision.events.clone();
        self.record_decision(decision, None);
        Ok(events)
    }

    fn record(&mut self, events: Vec<Event>, cause: Option<CommandRef>) {
        self.record_decision(events.into(), cause);
    }

    /// Applies each event with the decision's outcomes and from text, and compares the results.
    fn record_decision(&mut self, decision: Decision, mut cause: Option<CommandRef>) {
        let Decision { events, mut outcomes } = decision;
        for event in events {
            let v = self.match_state.v() + 1;
            let recorded = RecordedEvent { v, at: self.now, cause: cause.take(), event };
            let mut from_text = self.match_state.clone();
            let expected = from_text.apply(recorded.clone()).unwrap();
            let applied = self.match_state.apply_decided(recorded.clone(), &mut outcomes).unwrap();
            assert_eq!(applied.recorded, expected.recorded);
            assert_eq!((applied.position, applied.clock), (expected.position, expected.clock));
            assert_eq!((applied.ply, applied.captured), (expected.ply, expected.captured));
            assert_eq!(applied.in_play, expected.in_play);
            self.log.push(recorded);
        }
    }

    fn play(&mut self, by: u128, text: &str) -> Result<Vec<Event>, Refusal> {
        let ply = self.match_state.game().plies() + 1;
        self.ask(by, Command::Move { ply, turn: text.parse().unwrap(), lag: NO_LAG })
    }
}

fn join() -> Command {
    Command::Join { seat: None, key: None }
}

fn ended(result: MatchResult, termination: Termination) -> Event {
    Event::Ended { result, termination }
}

#[test]
fn a_match_begins_when_every_seat_is_taken() {
    let mut test_match = TestMatch::new("grand-cam", BLITZ);
    assert_eq!(test_match.play(1, "G2-F1").unwrap_err(), Refusal::NotBegun);
    for number in 2..=3 {
        assert_eq!(test_match.ask(number, join()).unwrap().len(), 1);
        assert_eq!(test_match.match_state.status(), Status::Open);
    }
    let events = test_match.ask(4, join()).unwrap();
    assert_eq!(events[1], Event::Started);
    assert_eq!(test_match.match_state.status(), Status::Playing);
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::FIRST));
    let taken = test_match.ask(5, join()).unwrap_err();
    assert_eq!(taken, Refusal::SeatTaken("the seat is taken"));
}

#[test]
fn seats_are_taken_by_letter_or_by_key() {
    let mut test_match = TestMatch::from("camette", None, BLITZ, true);
    let by =
        |seat: Option<char>, key: Option<&str>| Command::Join { seat, key: key.map(str::to_owned) };
    assert_eq!(test_match.ask(2, by(None, None)).unwrap_err(), Refusal::WrongKey);
    assert_eq!(test_match.ask(2, by(None, Some("guess"))).unwrap_err(), Refusal::WrongKey);
    assert_eq!(test_match.ask(2, by(Some('R'), None)).unwrap_err(), Refusal::NoSuchSeat);
    assert!(matches!(test_match.ask(1, join()), Err(Refusal::SeatTaken(_))));
    test_match.ask(2, by(Some('b'), Some("secret"))).unwrap();
    assert!(matches!(test_match.ask(3, by(None, Some("secret"))), Err(Refusal::SeatTaken(_))));
}

#[test]
fn a_move_is_judged_and_refused_moves_change_nothing() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    let v = test_match.match_state.v();
    assert_eq!(test_match.play(2, "C6-B6").unwrap_err(), Refusal::NotYourTurn);
    assert_eq!(test_match.play(3, "C2-B2").unwrap_err(), Refusal::NotAPlayer);
    assert_eq!(test_match.play(1, "pass").unwrap_err(), Refusal::PassIsAutomatic);
    let stale = Command::Move { ply: 2, turn: "C2-B2".parse().unwrap(), lag: NO_LAG };
    assert_eq!(test_match.ask(1, stale).unwrap_err(), Refusal::StalePly { expected: 1, given: 2 });
    let Err(Refusal::IllegalMove(violation)) = test_match.play(1, "C2-C1") else { panic!() };
    assert_eq!(violation.rule(), Rule::OwnCastle);
    assert_eq!(test_match.match_state.v(), v);
    test_match.play(1, "C2-B2").unwrap();
    assert_eq!(test_match.match_state.v(), v + 1);
    assert_eq!(test_match.match_state.moves().iter().next().unwrap().text, "C2-B2");
}

#[test]
fn a_fold_of_the_log_is_the_match() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    for (by, text) in [(1, "C3-C4"), (2, "C5xC3xC1")] {
        test_match.now = test_match.now + Duration::from_millis(700);
        test_match.play(by, text).unwrap();
    }
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(
        folded.game().position().to_string(),
        test_match.match_state.game().position().to_string()
    );
    assert_eq!(folded.clock(), test_match.match_state.clock());
    assert_eq!(
        (folded.v(), folded.status()),
        (test_match.match_state.v(), test_match.match_state.status())
    );
    let (occurrences, _) =
        Match::history(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(occurrences.len(), test_match.log.len());
    assert_eq!(occurrences.iter().map(|occurrence| occurrence.captured.len()).sum::<usize>(), 2);
}

#[test]
fn the_same_command_has_the_same_answer() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    let cause = CommandRef { player: player(1), id: "first".to_owned() };
    let moves = |ply, turn: &str| Command::Move { ply, turn: turn.parse().unwrap(), lag: NO_LAG };
    let command = moves(1, "C2-B2");
    assert_eq!(test_match.match_state.previous_answer(&cause, &command), Ok(None));
    let decision = test_match.match_state.decide(player(1), &command, test_match.now);
    test_match.record_decision(decision.unwrap(), Some(cause.clone()));
    let v = test_match.match_state.v();
    test_match.play(2, "C6-B6").unwrap();
    let answer = Some(CommandAck { v, ply: 1, seat: Some('W') });
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    for match_state in [&test_match.match_state, &folded] {
        assert_eq!(match_state.previous_answer(&cause, &command), Ok(answer));
        let others = [moves(1, "C2-C3"), moves(3, "C2-B2"), Command::Resign, Command::Abort];
        for other in others {
            let refusal = match_state.previous_answer(&cause, &other);
            assert_eq!(refusal, Err(Refusal::IdReused), "{other:?}");
        }
    }
    let other = CommandRef { player: player(2), ..cause };
    assert_eq!(test_match.match_state.previous_answer(&other, &command), Ok(None));
}

#[test]
fn a_draw_needs_both_sides() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    assert_eq!(
        test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    let again = test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap_err();
    assert_eq!(again, Refusal::AlreadyOffered);
    let withdrawn = test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Decline)).unwrap();
    let how = OfferEnd::Withdrawn;
    assert_eq!(withdrawn, [Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }]);
    assert_eq!(
        test_match.ask(2, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    let declined = test_match.ask(2, Command::Offer(Offer::Draw, OfferAction::Decline)).unwrap();
    let how = OfferEnd::Declined;
    assert_eq!(declined, [Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }]);
    assert_eq!(test_match.match_state.offers().count(), 0);
    test_match.ask(2, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    let events = test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
}

#[test]
fn an_offer_lapses_when_the_other_side_moves() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    let events = test_match.play(2, "C6-B6").unwrap();
    let how = OfferEnd::Lapsed;
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how });
    assert_eq!(
        test_match.ask(2, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
}

#[test]
fn in_games_for_four_the_whole_other_team_accepts() {
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    assert_eq!(
        test_match.ask(3, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    assert_eq!(
        test_match.ask(2, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap().len(),
        1
    );
    let events = test_match.ask(4, Command::Offer(Offer::Draw, OfferAction::Accept)).unwrap();
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
}

#[test]
fn resigning_loses_for_the_team() {
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    let events = test_match.ask(3, Command::Resign).unwrap();
    assert_eq!(events, [ended(MatchResult::Second, Termination::Resignation)]);
}

#[test]
fn a_match_can_be_called_off_until_every_seat_has_moved() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    assert_eq!(test_match.ask(3, Command::Abort).unwrap_err(), Refusal::NotAPlayer);
    let mut other = TestMatch::seated("camette", BLITZ);
    let events = other.ask(2, Command::Abort).unwrap();
    assert_eq!(events, [ended(MatchResult::Aborted, Termination::Abort)]);
    test_match.play(2, "C6-B6").unwrap();
    assert_eq!(test_match.ask(1, Command::Abort).unwrap_err(), Refusal::CannotAbort);
}

#[test]
fn a_seat_without_a_move_passes_by_itself() {
    // Green has no legal move. After Red, Green passes and Blue is to move.
    let position = "1/3/7/9/9/11/b5y6/11/9/9/7/1r1/1 r 0,0,0,0";
    let mut test_match = TestMatch::from("grand-cam", Some(position), BLITZ, false);
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    let events = test_match.play(1, "G2-G3").unwrap();
    let pass = Event::Moved { seat: Seat::SECOND, text: "pass".to_owned(), ledger: None };
    assert_eq!(events[1], pass);
    assert_eq!(test_match.match_state.game().plies(), 2);
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::THIRD));
}

#[test]
fn a_game_that_the_rules_end_ends_the_match() {
    let position = "1/1w1/5/5/b4/3/1 w 0,0";
    let mut test_match = TestMatch::from("camette", Some(position), BLITZ, false);
    test_match.ask(2, join()).unwrap();
    let events = test_match.play(1, "C6-C7").unwrap();
    assert_eq!(events[1], ended(MatchResult::First, Termination::Castle));
    assert_eq!(test_match.play(2, "A3-A4").unwrap_err(), Refusal::MatchOver);
}

#[test]
fn an_invalid_log_is_refused() {
    let test_match = TestMatch::seated("camette", BLITZ);
    let id = test_match.match_state.id();
    let fault = |log: Vec<RecordedEvent>| Match::fold(id, log).unwrap_err().fault;
    assert_eq!(fault(Vec::new()), "the log is empty");
    assert_eq!(fault(test_match.log[1..].to_vec()), "a log begins with the match's creation");
    let mut gap = test_match.log.clone();
    gap.remove(1);
    assert_eq!(fault(gap), "version 3 does not follow");
    let mut illegal = test_match.log;
    let event = Event::Moved { seat: Seat::FIRST, text: "C2-C5".to_owned(), ledger: None };
    illegal.push(RecordedEvent { v: 5, at: Timestamp(0), cause: None, event });
    assert!(Match::fold(id, illegal).is_err());
}
