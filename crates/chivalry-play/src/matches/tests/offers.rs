//! Draws, takebacks and rematches: who has to say what, and what comes of it.

use super::*;
use chivalry_rules::notation::move_text::Turn;

fn say(offer: Offer, say: Say) -> Command {
    Command::Offer(offer, say)
}

/// A takeback that `by` asks for and all `enemies` allow.
pub(super) fn take_back(table: &mut Table, by: u128, enemies: &[u128]) -> Vec<Event> {
    table.ask(by, say(Offer::Takeback, Say::Offer)).unwrap();
    let mut events = Vec::new();
    for enemy in enemies {
        events = table.ask(*enemy, say(Offer::Takeback, Say::Accept)).unwrap();
    }
    events
}

fn seats_of(table: &Table, offer: Offer) -> Vec<Seat> {
    table.contest.offers().filter(|(kind, _)| *kind == offer).map(|(_, seat)| seat).collect()
}

#[test]
fn a_takeback_goes_to_before_the_last_move_of_the_seat_that_asks() {
    let mut table = Table::seated("camette", BLITZ);
    let early = table.ask(1, say(Offer::Takeback, Say::Offer)).unwrap_err();
    assert_eq!(early, Refusal::NothingToTakeBack);
    let positions: Vec<String> = [(1, "C2-B2"), (2, "C6-B6"), (1, "B2-C2")]
        .into_iter()
        .map(|(by, text)| {
            let before = table.contest.game().position().to_string();
            table.play(by, text).unwrap();
            before
        })
        .collect();
    // Asked in the other's turn, one ply goes; asked in one's own, two.
    let events = take_back(&mut table, 1, &[2]);
    assert_eq!(events[1], Event::TookBack { ply: 2 });
    assert_eq!(table.contest.game().position().to_string(), positions[2]);
    let events = take_back(&mut table, 1, &[2]);
    assert_eq!(events[1], Event::TookBack { ply: 0 });
    assert_eq!(table.contest.game().position().to_string(), positions[0]);
    assert!(table.contest.moves().is_empty());
    assert_eq!(table.play(1, "C2-D2").unwrap().len(), 1, "ply 1 is another now");
    assert_eq!(table.contest.moves().iter().next().unwrap().text, "C2-D2");
    let stale = Command::Move { ply: 4, turn: "C6-B6".parse().unwrap(), lag: NO_LAG };
    assert_eq!(table.ask(2, stale).unwrap_err(), Refusal::StalePly { expected: 2, given: 4 });
    let folded = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    assert_eq!(folded.game().position(), table.contest.game().position());
    assert_eq!(folded.clock(), table.contest.clock());
}

#[test]
fn a_position_that_came_before_a_takeback_does_not_count_as_repeated() {
    let mut table = Table::seated("camette", BLITZ);
    for _ in 0..4 {
        table.play(1, "C2-B2").unwrap();
        table.play(2, "C6-B6").unwrap();
        table.play(1, "B2-C2").unwrap();
        table.play(2, "B6-C6").unwrap();
        take_back(&mut table, 1, &[2]);
        take_back(&mut table, 1, &[2]);
        assert_eq!((table.contest.game().plies(), table.contest.status()), (0, Status::Playing));
    }
}

#[test]
fn a_takeback_and_a_rematch_remember_what_was_before_the_match() {
    let variant = Variant::named("camette").unwrap();
    let around = ["C5-C4", "E4-E3", "C4-C5", "E3-E4"];
    let turns: Vec<Turn> = around.iter().map(|text| text.parse().unwrap()).collect();
    let start = Position::read("1/3/2w2/4b/5/3/1 w 0,0 3 7", variant).unwrap();
    let mut table = Table::from("camette", None, BLITZ, false);
    let (rated, private) = (false, false);
    let position = Some(Opening::after(start, &turns).unwrap());
    let (seat, watch_delay_ms, partner_plays_on) = (None, 900_000, false);
    let time = BLITZ;
    let new = NewMatch {
        position,
        rated,
        private,
        partner_plays_on,
        seat,
        watch_delay_ms,
        ..NewMatch::plain(variant, time)
    };
    let seats = [(Seat::FIRST, player(1)), (Seat::SECOND, player(2))];
    let events = Match::creation_with(&new, player(1), &seats, String::new);
    let record = |(v, event)| Recorded { v, at: Timestamp(0), cause: None, event };
    table.log = (1..).zip(events).map(record).collect();
    table.contest = Match::fold(table.contest.id(), table.log.clone()).unwrap();
    table.play(1, around[0]).unwrap();
    take_back(&mut table, 1, &[2]);
    for (by, text) in [1, 2, 1].into_iter().zip(around) {
        table.play(by, text).unwrap();
    }
    let last = table.play(2, around[3]).unwrap();
    assert_eq!(last[1], ended(MatchResult::Draw, Termination::Repetition));
    let (again, _) = table.contest.rematch_of_this();
    assert_eq!(again.watch_delay_ms, 900_000);
    let opening = again.position.expect("the same start");
    assert_eq!(opening.game().ending(), None);
    assert_eq!(opening.position(), table.contest.start());
}

#[test]
fn in_games_for_four_the_whole_other_team_allows_a_takeback() {
    let mut table = Table::seated("grand-cam", BLITZ);
    for by in [1, 2] {
        let text = super::clocks::legal_move(&table, 0);
        table.play(by, &text).unwrap();
    }
    table.ask(1, say(Offer::Takeback, Say::Offer)).unwrap();
    let partner = table.ask(3, say(Offer::Takeback, Say::Accept)).unwrap_err();
    assert_eq!(partner, Refusal::NoOffer);
    let partner = table.ask(3, say(Offer::Takeback, Say::Offer)).unwrap_err();
    assert_eq!(partner, Refusal::AlreadyOffered);
    assert_eq!(table.ask(2, say(Offer::Takeback, Say::Accept)).unwrap().len(), 1);
    assert_eq!(seats_of(&table, Offer::Takeback), [Seat::FIRST, Seat::SECOND]);
    let twice = table.ask(2, say(Offer::Takeback, Say::Accept)).unwrap_err();
    assert_eq!(twice, Refusal::AlreadyOffered);
    let events = table.ask(4, say(Offer::Takeback, Say::Offer)).unwrap();
    assert_eq!(events[1], Event::TookBack { ply: 0 });
    assert_eq!(table.contest.clock().running(), Some(Seat::FIRST));
}

#[test]
fn an_offer_is_taken_back_by_the_seat_that_made_it_alone() {
    let mut table = Table::seated("grand-cam", BLITZ);
    table.ask(2, say(Offer::Draw, Say::Offer)).unwrap();
    table.ask(1, say(Offer::Draw, Say::Accept)).unwrap();
    let partner = table.ask(4, say(Offer::Draw, Say::Decline)).unwrap_err();
    assert_eq!(partner, Refusal::NoOffer);
    let events = table.ask(2, say(Offer::Draw, Say::Decline)).unwrap();
    let (offer, how) = (Offer::Draw, OfferEnd::Withdrawn);
    let ends = [Seat::FIRST, Seat::SECOND].map(|seat| Event::OfferEnded { seat, offer, how });
    assert_eq!(events, ends);
    assert_eq!(table.contest.offers().count(), 0);
    assert_eq!(table.ask(3, say(Offer::Draw, Say::Accept)).unwrap_err(), Refusal::NoOffer);
}

#[test]
fn a_takeback_takes_back_pass_turns_too() {
    // Green has nothing left; Red moves, Green passes, Blue and Yellow move.
    let position = "1/3/7/9/9/11/b5y6/11/9/9/7/1r1/1 r 0,0,0,0";
    let mut table = Table::from("grand-cam", Some(position), BLITZ, false);
    for number in 2..=4 {
        table.ask(number, join()).unwrap();
    }
    let start = table.contest.game().position().to_string();
    table.play(1, "G2-G3").unwrap();
    let blue = super::clocks::legal_move(&table, 0);
    table.play(3, &blue).unwrap();
    assert_eq!(table.contest.game().plies(), 3);
    let green = table.ask(2, say(Offer::Takeback, Say::Offer)).unwrap_err();
    assert_eq!(green, Refusal::NothingToTakeBack, "a pass is no move");
    assert_eq!(take_back(&mut table, 3, &[2, 4])[1], Event::TookBack { ply: 2 });
    assert_eq!(take_back(&mut table, 1, &[2, 4])[1], Event::TookBack { ply: 0 });
    assert_eq!(table.contest.game().position().to_string(), start);
    table.play(1, "G2-G3").unwrap();
    assert_eq!(table.contest.game().plies(), 2, "Green passes again");
}

#[test]
fn a_takeback_lapses_with_any_move_and_ends_all_other_offers() {
    let mut table = Table::seated("camette", BLITZ);
    table.play(1, "C2-B2").unwrap();
    table.ask(1, say(Offer::Takeback, Say::Offer)).unwrap();
    let events = table.play(2, "C6-B6").unwrap();
    let (offer, how) = (Offer::Takeback, OfferEnd::Lapsed);
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer, how });
    table.ask(1, say(Offer::Takeback, Say::Offer)).unwrap();
    let events = table.play(1, "B2-C2").unwrap();
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer, how });

    table.ask(1, say(Offer::Draw, Say::Offer)).unwrap();
    table.ask(2, say(Offer::Takeback, Say::Offer)).unwrap();
    let declined = table.ask(1, say(Offer::Takeback, Say::Decline)).unwrap();
    let how = OfferEnd::Declined;
    assert_eq!(declined, [Event::OfferEnded { seat: Seat::SECOND, offer, how }]);
    assert_eq!(table.contest.offers().collect::<Vec<_>>(), [(Offer::Draw, Seat::FIRST)]);
    take_back(&mut table, 2, &[1]);
    assert_eq!(table.contest.offers().count(), 0);
    assert_eq!(table.ask(2, say(Offer::Draw, Say::Accept)).unwrap_err(), Refusal::NoOffer);
}

#[test]
fn a_command_before_a_takeback_keeps_its_answer() {
    let mut table = Table::seated("camette", BLITZ);
    let cause = CommandRef { player: player(1), id: "first".to_owned() };
    let command = Command::Move { ply: 1, turn: "C2-B2".parse().unwrap(), lag: NO_LAG };
    let events = table.contest.decide(player(1), &command, table.now).unwrap();
    table.record(events, Some(cause.clone()));
    let before = table.contest.answer_before(&cause);
    assert!(before.is_some());
    take_back(&mut table, 1, &[2]);
    table.play(1, "C2-D2").unwrap();
    assert_eq!(table.contest.answer_before(&cause), before);
}

#[test]
fn the_plies_that_stand_are_those_not_taken_back() {
    let mut table = Table::seated("camette", BLITZ);
    table.play(1, "C2-B2").unwrap();
    table.play(2, "C6-B6").unwrap();
    take_back(&mut table, 1, &[2]);
    table.play(1, "C2-D2").unwrap();
    let (log, _) = Match::history(table.contest.id(), table.log.clone()).unwrap();
    let text = |ply| {
        Occurrence::of_ply(&log, ply).map(|occurrence| match &occurrence.recorded.event {
            Event::Moved { text, .. } => text.as_str(),
            _ => "",
        })
    };
    assert_eq!([text(0), text(1), text(2)], [Some(""), Some("C2-D2"), None]);
}

#[test]
fn a_rematch_swaps_the_seats_and_is_agreed_after_the_end() {
    for (variant, players) in [("camette", 2), ("grand-cam", 4)] {
        let mut table = Table::seated(variant, BLITZ);
        let offer = |say| Command::Offer(Offer::Rematch, say);
        assert_eq!(table.ask(1, offer(Say::Offer)).unwrap_err(), Refusal::NotOver);
        table.ask(1, Command::Resign).unwrap();
        assert_eq!(table.ask(9, offer(Say::Offer)).unwrap_err(), Refusal::NotAPlayer);
        assert_eq!(table.ask(2, offer(Say::Accept)).unwrap_err(), Refusal::NoOffer);
        table.ask(1, offer(Say::Offer)).unwrap();
        table.ask(2, offer(Say::Decline)).unwrap();
        assert_eq!(table.contest.offers().count(), 0);
        table.ask(1, offer(Say::Offer)).unwrap();
        for by in (2..=players).step_by(2) {
            let events = table.contest.decide(player(by), &offer(Say::Accept), table.now).unwrap();
            let is_last = by == players;
            assert_eq!(table.contest.agrees_to_rematch(&events), is_last, "{variant}: {by}");
            table.record(events, None);
        }
        let (new, seats) = table.contest.rematch_of_this();
        assert_eq!((new.variant.name(), new.time, new.seat), (variant, BLITZ, None));
        let seats: Vec<_> = seats.into_iter().map(|(seat, player)| (player, seat)).collect();
        let expected = Seat::ALL.into_iter().take(players as usize).map(|seat| {
            (player(seat.index() as u128 + 1), table.contest.variant().next_seat(seat))
        });
        assert_eq!(seats, expected.collect::<Vec<_>>());
        let to = MatchId(Uuid::from_u128(8));
        table.record(vec![Event::Rematched { to }], None);
        assert_eq!((table.contest.rematch(), table.contest.offers().count()), (Some(to), 0));
        assert_eq!(table.ask(1, offer(Say::Offer)).unwrap_err(), Refusal::RematchMade);
        let draw = table.ask(1, say(Offer::Draw, Say::Offer)).unwrap_err();
        assert_eq!(draw, Refusal::MatchOver);
    }
    let mut open = Table::new("camette", BLITZ);
    open.ask(1, Command::Abort).unwrap();
    let alone = open.ask(1, say(Offer::Rematch, Say::Offer)).unwrap_err();
    assert_eq!(alone, Refusal::MatchOver, "a seat was never taken");
}

#[test]
fn logs_with_offers_of_an_earlier_version_are_read() {
    for (json, event) in [
        (
            r#"{"t":"offered","seat":0,"offer":"draw"}"#,
            Event::Offered { seat: Seat::FIRST, offer: Offer::Draw },
        ),
        (r#"{"t":"took_back","ply":3}"#, Event::TookBack { ply: 3 }),
        (
            r#"{"t":"time_added","seat":1,"ms":15000}"#,
            Event::TimeAdded { seat: Seat::SECOND, ms: 15_000 },
        ),
        (
            r#"{"t":"rematched","to":"00000000-0000-0000-0000-000000000007"}"#,
            Event::Rematched { to: MatchId(Uuid::from_u128(7)) },
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        assert_eq!(serde_json::from_str::<Event>(json).unwrap(), event);
    }
    // Partners could both offer once, before the other team was asked as one.
    let mut table = Table::seated("grand-cam", BLITZ);
    let offered = |seat| Event::Offered { seat, offer: Offer::Draw };
    table.record(vec![offered(Seat::FIRST), offered(Seat::THIRD)], None);
    let how = OfferEnd::Lapsed;
    table.record(vec![Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }], None);
    assert_eq!(seats_of(&table, Offer::Draw), [Seat::THIRD]);
    assert_eq!(table.ask(2, say(Offer::Draw, Say::Accept)).unwrap().len(), 1);
}
