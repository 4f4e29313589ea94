//! Tests of draw, takeback and rematch offers.

use super::*;
use chivalry_rules::notation::move_text::Turn;

fn say(offer: Offer, say: OfferAction) -> Command {
    Command::Offer(offer, say)
}

/// Offers a takeback by `by` and accepts it by all `enemies`.
pub(super) fn take_back(test_match: &mut TestMatch, by: u128, enemies: &[u128]) -> Vec<Event> {
    test_match.ask(by, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    let mut events = Vec::new();
    for enemy in enemies {
        events = test_match.ask(*enemy, say(Offer::Takeback, OfferAction::Accept)).unwrap();
    }
    events
}

fn seats_of(test_match: &TestMatch, offer: Offer) -> Vec<Seat> {
    test_match
        .match_state
        .offers()
        .filter(|(kind, _)| *kind == offer)
        .map(|(_, seat)| seat)
        .collect()
}

#[test]
fn a_takeback_goes_to_before_the_last_move_of_the_seat_that_asks() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    let early = test_match.ask(1, say(Offer::Takeback, OfferAction::Offer)).unwrap_err();
    assert_eq!(early, Refusal::NothingToTakeBack);
    let positions: Vec<String> = [(1, "C2-B2"), (2, "C6-B6"), (1, "B2-C2")]
        .into_iter()
        .map(|(by, text)| {
            let before = test_match.match_state.game().position().to_string();
            test_match.play(by, text).unwrap();
            before
        })
        .collect();
    // A takeback removes one ply in the opponent's turn and two in the own turn.
    let events = take_back(&mut test_match, 1, &[2]);
    assert_eq!(events[1], Event::TookBack { ply: 2 });
    assert_eq!(test_match.match_state.game().position().to_string(), positions[2]);
    let events = take_back(&mut test_match, 1, &[2]);
    assert_eq!(events[1], Event::TookBack { ply: 0 });
    assert_eq!(test_match.match_state.game().position().to_string(), positions[0]);
    assert!(test_match.match_state.moves().is_empty());
    assert_eq!(test_match.play(1, "C2-D2").unwrap().len(), 1, "ply 1 is another now");
    assert_eq!(test_match.match_state.moves().iter().next().unwrap().text, "C2-D2");
    let stale = Command::Move { ply: 4, turn: "C6-B6".parse().unwrap(), lag: NO_LAG };
    assert_eq!(test_match.ask(2, stale).unwrap_err(), Refusal::StalePly { expected: 2, given: 4 });
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(folded.game().position(), test_match.match_state.game().position());
    assert_eq!(folded.clock(), test_match.match_state.clock());
}

#[test]
fn a_position_that_came_before_a_takeback_does_not_count_as_repeated() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    for _ in 0..4 {
        test_match.play(1, "C2-B2").unwrap();
        test_match.play(2, "C6-B6").unwrap();
        test_match.play(1, "B2-C2").unwrap();
        test_match.play(2, "B6-C6").unwrap();
        take_back(&mut test_match, 1, &[2]);
        take_back(&mut test_match, 1, &[2]);
        assert_eq!(
            (test_match.match_state.game().plies(), test_match.match_state.status()),
            (0, Status::Playing)
        );
    }
}

#[test]
fn a_takeback_and_a_rematch_remember_what_was_before_the_match() {
    let variant = Variant::named("camette").unwrap();
    let around = ["C5-C4", "E4-E3", "C4-C5", "E3-E4"];
    let turns: Vec<Turn> = around.iter().map(|text| text.parse().unwrap()).collect();
    let start = Position::read("1/3/2w2/4b/5/3/1 w 0,0 3 7", variant).unwrap();
    let mut test_match = TestMatch::from("camette", None, BLITZ, false);
    let (rated, private) = (false, false);
    let position = Some(StartPosition::after(start, &turns).unwrap());
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
    let record = |(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event };
    test_match.log = (1..).zip(events).map(record).collect();
    test_match.match_state =
        Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    test_match.play(1, around[0]).unwrap();
    take_back(&mut test_match, 1, &[2]);
    for (by, text) in [1, 2, 1].into_iter().zip(around) {
        test_match.play(by, text).unwrap();
    }
    let last = test_match.play(2, around[3]).unwrap();
    assert_eq!(last[1], ended(MatchResult::Draw, Termination::Repetition));
    let (again, _) = test_match.match_state.rematch_of_this();
    assert_eq!(again.watch_delay_ms, 900_000);
    let opening = again.position.expect("the same start");
    assert_eq!(opening.game().ending(), None);
    assert_eq!(opening.position(), test_match.match_state.start());
}

#[test]
fn in_games_for_four_the_whole_other_team_allows_a_takeback() {
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    for by in [1, 2] {
        let text = super::clocks::legal_move(&test_match, 0);
        test_match.play(by, &text).unwrap();
    }
    test_match.ask(1, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    let partner = test_match.ask(3, say(Offer::Takeback, OfferAction::Accept)).unwrap_err();
    assert_eq!(partner, Refusal::NoOffer);
    let partner = test_match.ask(3, say(Offer::Takeback, OfferAction::Offer)).unwrap_err();
    assert_eq!(partner, Refusal::AlreadyOffered);
    assert_eq!(test_match.ask(2, say(Offer::Takeback, OfferAction::Accept)).unwrap().len(), 1);
    assert_eq!(seats_of(&test_match, Offer::Takeback), [Seat::FIRST, Seat::SECOND]);
    let twice = test_match.ask(2, say(Offer::Takeback, OfferAction::Accept)).unwrap_err();
    assert_eq!(twice, Refusal::AlreadyOffered);
    let events = test_match.ask(4, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    assert_eq!(events[1], Event::TookBack { ply: 0 });
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::FIRST));
}

#[test]
fn an_offer_is_taken_back_by_the_seat_that_made_it_alone() {
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    test_match.ask(2, say(Offer::Draw, OfferAction::Offer)).unwrap();
    test_match.ask(1, say(Offer::Draw, OfferAction::Accept)).unwrap();
    let partner = test_match.ask(4, say(Offer::Draw, OfferAction::Decline)).unwrap_err();
    assert_eq!(partner, Refusal::NoOffer);
    let events = test_match.ask(2, say(Offer::Draw, OfferAction::Decline)).unwrap();
    let (offer, how) = (Offer::Draw, OfferEnd::Withdrawn);
    let ends = [Seat::FIRST, Seat::SECOND].map(|seat| Event::OfferEnded { seat, offer, how });
    assert_eq!(events, ends);
    assert_eq!(test_match.match_state.offers().count(), 0);
    assert_eq!(
        test_match.ask(3, say(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
}

#[test]
fn a_takeback_takes_back_pass_turns_too() {
    // Green has no legal move. Red moves, Green passes, Blue and Yellow move.
    let position = "1/3/7/9/9/11/b5y6/11/9/9/7/1r1/1 r 0,0,0,0";
    let mut test_match = TestMatch::from("grand-cam", Some(position), BLITZ, false);
    for number in 2..=4 {
        test_match.ask(number, join()).unwrap();
    }
    let start = test_match.match_state.game().position().to_string();
    test_match.play(1, "G2-G3").unwrap();
    let blue = super::clocks::legal_move(&test_match, 0);
    test_match.play(3, &blue).unwrap();
    assert_eq!(test_match.match_state.game().plies(), 3);
    let green = test_match.ask(2, say(Offer::Takeback, OfferAction::Offer)).unwrap_err();
    assert_eq!(green, Refusal::NothingToTakeBack, "a pass is no move");
    assert_eq!(take_back(&mut test_match, 3, &[2, 4])[1], Event::TookBack { ply: 2 });
    assert_eq!(take_back(&mut test_match, 1, &[2, 4])[1], Event::TookBack { ply: 0 });
    assert_eq!(test_match.match_state.game().position().to_string(), start);
    test_match.play(1, "G2-G3").unwrap();
    assert_eq!(test_match.match_state.game().plies(), 2, "Green passes again");
}

#[test]
fn a_takeback_lapses_with_any_move_and_ends_all_other_offers() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    test_match.ask(1, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    let events = test_match.play(2, "C6-B6").unwrap();
    let (offer, how) = (Offer::Takeback, OfferEnd::Lapsed);
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer, how });
    test_match.ask(1, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    let events = test_match.play(1, "B2-C2").unwrap();
    assert_eq!(events[1], Event::OfferEnded { seat: Seat::FIRST, offer, how });

    test_match.ask(1, say(Offer::Draw, OfferAction::Offer)).unwrap();
    test_match.ask(2, say(Offer::Takeback, OfferAction::Offer)).unwrap();
    let declined = test_match.ask(1, say(Offer::Takeback, OfferAction::Decline)).unwrap();
    let how = OfferEnd::Declined;
    assert_eq!(declined, [Event::OfferEnded { seat: Seat::SECOND, offer, how }]);
    assert_eq!(test_match.match_state.offers().collect::<Vec<_>>(), [(Offer::Draw, Seat::FIRST)]);
    take_back(&mut test_match, 2, &[1]);
    assert_eq!(test_match.match_state.offers().count(), 0);
    assert_eq!(
        test_match.ask(2, say(Offer::Draw, OfferAction::Accept)).unwrap_err(),
        Refusal::NoOffer
    );
}

#[test]
fn a_command_before_a_takeback_keeps_its_answer() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    let cause = CommandRef { player: player(1), id: "first".to_owned() };
    let command = Command::Move { ply: 1, turn: "C2-B2".parse().unwrap(), lag: NO_LAG };
    let events = test_match.match_state.decide(player(1), &command, test_match.now).unwrap().events;
    test_match.record(events, Some(cause.clone()));
    let before = test_match.match_state.previous_answer(&cause, &command);
    assert!(before.as_ref().is_ok_and(Option::is_some));
    take_back(&mut test_match, 1, &[2]);
    test_match.play(1, "C2-D2").unwrap();
    assert_eq!(test_match.match_state.previous_answer(&cause, &command), before);
}

#[test]
fn the_plies_that_stand_are_those_not_taken_back() {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    take_back(&mut test_match, 1, &[2]);
    test_match.play(1, "C2-D2").unwrap();
    let (log, _) = Match::history(test_match.match_state.id(), test_match.log.clone()).unwrap();
    let text = |ply| {
        AppliedEvent::find_ply(&log, ply).map(|occurrence| match &occurrence.recorded.event {
            Event::Moved { text, .. } => text.as_str(),
            _ => "",
        })
    };
    assert_eq!([text(0), text(1), text(2)], [Some(""), Some("C2-D2"), None]);
}

#[test]
fn a_rematch_swaps_the_seats_and_is_agreed_after_the_end() {
    for (variant, players) in [("camette", 2), ("grand-cam", 4)] {
        let mut test_match = TestMatch::seated(variant, BLITZ);
        let offer = |say| Command::Offer(Offer::Rematch, say);
        assert_eq!(test_match.ask(1, offer(OfferAction::Offer)).unwrap_err(), Refusal::NotOver);
        test_match.ask(1, Command::Resign).unwrap();
        assert_eq!(test_match.ask(9, offer(OfferAction::Offer)).unwrap_err(), Refusal::NotAPlayer);
        assert_eq!(test_match.ask(2, offer(OfferAction::Accept)).unwrap_err(), Refusal::NoOffer);
        test_match.ask(1, offer(OfferAction::Offer)).unwrap();
        test_match.ask(2, offer(OfferAction::Decline)).unwrap();
        assert_eq!(test_match.match_state.offers().count(), 0);
        test_match.ask(1, offer(OfferAction::Offer)).unwrap();
        for by in (2..=players).step_by(2) {
            let events = test_match
                .match_state
                .decide(player(by), &offer(OfferAction::Accept), test_match.now)
                .unwrap()
                .events;
            let is_last = by == players;
            assert_eq!(
                test_match.match_state.agrees_to_rematch(&events),
                is_last,
                "{variant}: {by}"
            );
            test_match.record(events, None);
        }
        let (new, seats) = test_match.match_state.rematch_of_this();
        assert_eq!((new.variant.name(), new.time, new.seat), (variant, BLITZ, None));
        let seats: Vec<_> = seats.into_iter().map(|(seat, player)| (player, seat)).collect();
        let expected = Seat::ALL.into_iter().take(players as usize).map(|seat| {
            (player(seat.index() as u128 + 1), test_match.match_state.variant().next_seat(seat))
        });
        assert_eq!(seats, expected.collect::<Vec<_>>());
        let to = MatchId(Uuid::from_u128(8));
        test_match.record(vec![Event::Rematched { to }], None);
        assert_eq!(
            (test_match.match_state.rematch(), test_match.match_state.offers().count()),
            (Some(to), 0)
        );
        assert_eq!(test_match.ask(1, offer(OfferAction::Offer)).unwrap_err(), Refusal::RematchMade);
        let draw = test_match.ask(1, say(Offer::Draw, OfferAction::Offer)).unwrap_err();
        assert_eq!(draw, Refusal::MatchOver);
    }
    let mut open = TestMatch::new("camette", BLITZ);
    open.ask(1, Command::Abort).unwrap();
    let alone = open.ask(1, say(Offer::Rematch, OfferAction::Offer)).unwrap_err();
    assert_eq!(alone, Refusal::MatchOver, "a seat was never taken");
}

#[test]
fn logs_with_offers_of_an_earlier_version_are_read() {
    for (json, event) in [
        (
            r#"{"t":"offered","seat":0,"offer":"draw"}"#,
            Event::Offered { seat: Seat::FIRST, offer: Offer::Draw, until: None },
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
    // Regression: both partners could offer before the other team answered.
    let mut test_match = TestMatch::seated("grand-cam", BLITZ);
    let offered = |seat| Event::Offered { seat, offer: Offer::Draw, until: None };
    test_match.record(vec![offered(Seat::FIRST), offered(Seat::THIRD)], None);
    let how = OfferEnd::Lapsed;
    test_match.record(vec![Event::OfferEnded { seat: Seat::FIRST, offer: Offer::Draw, how }], None);
    assert_eq!(seats_of(&test_match, Offer::Draw), [Seat::THIRD]);
    assert_eq!(test_match.ask(2, say(Offer::Draw, OfferAction::Accept)).unwrap().len(), 1);
}
