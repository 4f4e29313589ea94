//! Whole matches by their commands and events, without a server.

mod claims;
mod clocks;
mod conduct;
mod leaving;
mod offers;
mod premoves;
mod takebacks;

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

/// A match and its log, driven as the server drives it.
struct Table {
    contest: Match,
    log: Vec<Recorded>,
    now: Timestamp,
}

impl Table {
    fn new(variant: &str, time: TimeControl) -> Table {
        Table::from(variant, None, time, false)
    }

    fn from(variant: &str, position: Option<&str>, time: TimeControl, private: bool) -> Table {
        let variant = Variant::named(variant).unwrap();
        let position = position.map(|text| Opening::at(Position::read(text, variant).unwrap()));
        let seat = Some(Seat::FIRST);
        let new = NewMatch { position, private, seat, ..NewMatch::plain(variant, time) };
        let events = Match::creation(&new, player(1), || "secret".to_owned());
        let log: Vec<Recorded> = (1..)
            .zip(events)
            .map(|(v, event)| Recorded { v, at: Timestamp(0), cause: None, event })
            .collect();
        let contest = Match::fold(MatchId(Uuid::from_u128(7)), log.clone()).unwrap();
        Table { contest, log, now: Timestamp(0) }
    }

    fn seated(variant: &str, time: TimeControl) -> Table {
        let mut table = Table::new(variant, time);
        for number in 2..=table.contest.variant().seat_count() as u128 {
            table.ask(number, join()).unwrap();
        }
        table
    }

    fn ask(&mut self, by: u128, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = self.contest.decide(player(by), &command, self.now)?;
        self.record(events.clone(), None);
        Ok(events)
    }

    fn record(&mut self, events: Vec<Event>, mut cause: Option<CommandRef>) {
        for event in events {
            let v = self.contest.v() + 1;
            let recorded = Recorded { v, at: self.now, cause: cause.take(), event };
            self.log.push(recorded.clone());
            self.contest.apply(recorded).unwrap();
        }
    }

    fn play(&mut self, by: u128, text: &str) -> Result<Vec<Event>, Refusal> {
        let ply = self.contest.game().plies() + 1;
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
    let mut table = Table::new("grand-cam", BLITZ);
    assert_eq!(table.play(1, "G2-F1").unwrap_err(), Refusal::NotBegun);
    for number in 2..=3 {
        assert_eq!(table.ask(number, join()).unwrap().len(), 1);
        assert_eq!(table.contest.status(), Status::Open);
    }
    let events = table.ask(4, join()).unwrap();
    assert_eq!(events[1], Event::Started);
    assert_eq!(table.contest.status(), Status::Playing);
    assert_eq!(table.contest.clock().running(), Some(Seat::FIRST));
    let taken = table.ask(5, join()).unwrap_err();
    assert_eq!(taken, Refusal::SeatTaken("the seat is taken"));
}

#[test]
fn seats_are_taken_by_letter_or_by_key() {
    let mut table = Table::from("camette", None, BLITZ, true);
    let by =
        |seat: Option<char>, key: Option<&str>| Command::Join { seat, key: key.map(str::to_owned) };
    assert_eq!(table.ask(2, by(None, None)).unwrap_err(), Refusal::WrongKey);
    assert_eq!(table.ask(2, by(None, Some("guess"))).unwrap_err(), Refusal::WrongKey);
    assert_eq!(table.ask(2, by(Some('R'), None)).unwrap_err(), Refusal::NoSuchSeat);
    assert!(matches!(table.ask(1, join()), Err(Refusal::SeatTaken(_))));
    table.ask(2, by(Some('b'), Some("secret"))).unwrap();
    assert!(matches!(table.ask(3, by(None, Some("secret"))), Err(Refusal::SeatTaken(_))));
}

#[test]
fn a_move_is_judged_and_refused_moves_change_nothing() {
    let mut table = Table::seated("camette", BLITZ);
    let v = table.contest.v();
    assert_eq!(table.play(2, "C6-B6").unwrap_err(), Refusal::NotYourTurn);
    assert_eq!(table.play(3, "C2-B2").unwrap_err(), Refusal::NotAPlayer);
    assert_eq!(table.play(1, "pass").unwrap_err(), Refusal::PassIsAutomatic);
    let stale = Command::Move { ply: 2, turn: "C2-B2".parse().unwrap(), lag: NO_LAG };
    assert_eq!(table.ask(1, stale).unwrap_err(), Refusal::StalePly { expected: 1, given: 2 });
    let Err(Refusal::IllegalMove(violation)) = table.play(1, "C2-C1") else { panic!() };
    assert_eq!(violation.rule(), Rule::OwnCastle);
    assert_eq!(table.contest.v(), v);
    table.play(1, "C2-B2").unwrap();
    assert_eq!(table.contest.v(), v + 1);
    assert_eq!(table.contest.moves().iter().next().unwrap().text, "C2-B2");
}

#[test]
fn a_fold_of_the_log_is_the_match() {
    let mut table = Table::seated("camette", BLITZ);
    for (by, text) in [(1, "C3-C4"), (2, "C5xC3xC1")] {
        table.now = table.now + Duration::from_millis(700);
        table.play(by, text).unwrap();
    }
    let folded = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    assert_eq!(folded.game().position().to_string(), table.contest.game().position().to_string());
    assert_eq!(folded.clock(), table.contest.clock());
    assert_eq!((folded.v(), folded.status()), (table.contest.v(), table.contest.status()));
    let (occurrences, _) = Match::history(table.contest.id(), table.log.clone()).unwrap();
    assert_eq!(occurrences.len(), table.log.len());
    assert_eq!(occurrences.iter().map(|occurrence| occurrence.captured.len()).sum::<usize>(), 2);
}

#[test]
fn the_same_command_has_the_same_answer() {
    let mut table = Table::seated("camette", BLITZ);
    let cause = CommandRef { player: player(1), id: "first".to_owned() };
    assert_eq!(table.contest.answer_before(&cause), None);
    let turn = "C2-B2".parse().unwrap();
    let command = Command::Move { ply: 1, turn, lag: NO_LAG };
    let events = table.contest.decide(player(1), &command, table.now);
    table.record(events.unwrap(), Some(cause.clone()));
    let v = table.contest.v();
    table.play(2, "C6-B6").unwrap();
    let answer = Some(Accepted { v, ply: 1, seat: Some('W') });
    assert_eq!(table.contest.answer_before(&cause), answer);
    let folded = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    assert_eq!(folded.answer_before(&cause), answer);
    let other = CommandRef { player: player(2), ..cause };
    assert_eq!(table.contest.answer_before(&other), None);
}

#[test]
fn a_draw_needs_both_sides() {
    let mut table = Table::seated("camette", BLITZ);
    assert_eq!(
        table.ask(1, Command::Offer(Offer::Draw, Say::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    let again = table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap_err();
    assert_eq!(again, Refusal::AlreadyOffered);
    let withdrawn = table.ask(1, Command::Offer(Offer::Draw, Say::Decline)).unwrap();
    let how = OfferEnd::Withdrawn;
    assert_eq!(withdrawn, [Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }]);
    assert_eq!(
        table.ask(2, Command::Offer(Offer::Draw, Say::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    let declined = table.ask(2, Command::Offer(Offer::Draw, Say::Decline)).unwrap();
    let how = OfferEnd::Declined;
    assert_eq!(declined, [Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }]);
    assert_eq!(table.contest.offers().count(), 0);
    table.ask(2, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    let events = table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
}

#[test]
fn an_offer_lapses_when_the_other_side_moves() {
    let mut table = Table::seated("camette", BLITZ);
    table.play(1, "C2-B2").unwrap();
    table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    let events = table.play(2, "C6-B6").unwrap();
    let how = OfferEnd::Lapsed;
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how });
    assert_eq!(
        table.ask(2, Command::Offer(Offer::Draw, Say::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
}

#[test]
fn in_games_for_four_the_whole_other_team_accepts() {
    let mut table = Table::seated("grand-cam", BLITZ);
    table.ask(1, Command::Offer(Offer::Draw, Say::Offer)).unwrap();
    assert_eq!(
        table.ask(3, Command::Offer(Offer::Draw, Say::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
    assert_eq!(table.ask(2, Command::Offer(Offer::Draw, Say::Accept)).unwrap().len(), 1);
    let events = table.ask(4, Command::Offer(Offer::Draw, Say::Accept)).unwrap();
    assert_eq!(events[1], ended(MatchResult::Draw, Termination::Agreement));
}

#[test]
fn resigning_loses_for_the_team() {
    let mut table = Table::seated("grand-cam", BLITZ);
    let events = table.ask(3, Command::Resign).unwrap();
    assert_eq!(events, [ended(MatchResult::Second, Termination::Resignation)]);
}

#[test]
fn a_match_can_be_called_off_until_every_seat_has_moved() {
    let mut table = Table::seated("camette", BLITZ);
    table.play(1, "C2-B2").unwrap();
    assert_eq!(table.ask(3, Command::Abort).unwrap_err(), Refusal::NotAPlayer);
    let mut other = Table::seated("camette", BLITZ);
    let events = other.ask(2, Command::Abort).unwrap();
    assert_eq!(events, [ended(MatchResult::Aborted, Termination::Abort)]);
    table.play(2, "C6-B6").unwrap();
    assert_eq!(table.ask(1, Command::Abort).unwrap_err(), Refusal::CannotAbort);
}

#[test]
fn a_seat_without_a_move_passes_by_itself() {
    // Green has nothing left; Red moves, Green passes, and it is Blue's turn.
    let position = "1/3/7/9/9/11/b5y6/11/9/9/7/1r1/1 r 0,0,0,0";
    let mut table = Table::from("grand-cam", Some(position), BLITZ, false);
    for number in 2..=4 {
        table.ask(number, join()).unwrap();
    }
    let events = table.play(1, "G2-G3").unwrap();
    let pass = Event::Moved { seat: Seat::SECOND, text: "pass".to_owned(), ledger: None };
    assert_eq!(events[1], pass);
    assert_eq!(table.contest.game().plies(), 2);
    assert_eq!(table.contest.clock().running(), Some(Seat::THIRD));
}

#[test]
fn a_game_that_the_rules_end_ends_the_match() {
    let position = "1/1w1/5/5/b4/3/1 w 0,0";
    let mut table = Table::from("camette", Some(position), BLITZ, false);
    table.ask(2, join()).unwrap();
    let events = table.play(1, "C6-C7").unwrap();
    assert_eq!(events[1], ended(MatchResult::First, Termination::Castle));
    assert_eq!(table.play(2, "A3-A4").unwrap_err(), Refusal::MatchOver);
}

#[test]
fn a_log_that_cannot_be_is_refused() {
    let table = Table::seated("camette", BLITZ);
    let id = table.contest.id();
    let fault = |log: Vec<Recorded>| Match::fold(id, log).unwrap_err().fault;
    assert_eq!(fault(Vec::new()), "the log is empty");
    assert_eq!(fault(table.log[1..].to_vec()), "a log begins with the match's creation");
    let mut gap = table.log.clone();
    gap.remove(1);
    assert_eq!(fault(gap), "version 3 does not follow");
    let mut illegal = table.log;
    let event = Event::Moved { seat: Seat::FIRST, text: "C2-C5".to_owned(), ledger: None };
    illegal.push(Recorded { v: 5, at: Timestamp(0), cause: None, event });
    assert!(Match::fold(id, illegal).is_err());
}
