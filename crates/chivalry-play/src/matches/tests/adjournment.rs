//! Adjournment and resumption.

use std::time::Duration;

use super::*;

const DAY: Duration = Duration::from_secs(86_400);

fn say(offer: Offer, action: OfferAction) -> Command {
    Command::Offer(offer, action)
}

/// A match in which the second seat is to move and has used four of its ten seconds.
fn begun() -> TestMatch {
    let mut test_match = TestMatch::seated("camette", BLITZ);
    test_match.play(1, "C2-B2").unwrap();
    test_match.play(2, "C6-B6").unwrap();
    test_match.play(1, "B2-C2").unwrap();
    test_match.now = Timestamp(4_000);
    test_match
}

fn adjourned(until: Option<Timestamp>) -> TestMatch {
    let mut test_match = begun();
    test_match.ask(1, Command::Adjourn { until }).unwrap();
    let events = test_match.ask(2, say(Offer::Adjournment, OfferAction::Accept)).unwrap();
    assert!(matches!(events[1], Event::Adjourned { .. }));
    test_match
}

#[test]
fn an_adjourned_match_stops_its_clocks_and_continues_at_the_agreed_time() {
    let until = Timestamp(4_000) + DAY;
    let mut test_match = adjourned(Some(until));
    assert_eq!(test_match.match_state.adjourned_until(), Some(until));
    assert_eq!(test_match.match_state.deadline(), Some(until));
    assert_eq!(test_match.match_state.clock().running(), None);
    assert_eq!(test_match.match_state.grace(), None, "nobody has to be present");
    assert_eq!(test_match.play(2, "B6-C6").unwrap_err(), Refusal::Adjourned);
    let takeback = test_match.ask(1, say(Offer::Takeback, OfferAction::Offer)).unwrap_err();
    assert_eq!(takeback, Refusal::Adjourned);
    test_match.now = Timestamp(until.0 - 1);
    assert!(test_match.match_state.decide_flag(test_match.now).is_empty());
    test_match.now = until;
    let events = test_match.match_state.decide_flag(until);
    assert_eq!(events, [Event::AdjournmentEnded { order: None }]);
    test_match.record(events, None);
    let clock = test_match.match_state.clock();
    assert_eq!(clock.running(), Some(Seat::SECOND));
    assert_eq!(clock.left_ms(Seat::SECOND, until), Some(6_000), "as on adjourning");
    assert_eq!(clock.flags_at(), Some(Timestamp(until.0 + 6_000)));
    test_match.play(2, "B6-C6").unwrap();
    let folded = Match::fold(test_match.match_state.id(), test_match.log.clone()).unwrap();
    assert_eq!(folded.clock(), test_match.match_state.clock());
    assert_eq!(folded.adjourned_until(), None);
}

#[test]
fn an_adjournment_needs_both_sides_and_ends_by_agreement() {
    let mut test_match = begun();
    let alone = test_match.ask(1, say(Offer::Resumption, OfferAction::Offer)).unwrap_err();
    assert_eq!(alone, Refusal::NotAdjourned);
    test_match.ask(1, Command::Adjourn { until: None }).unwrap();
    let offer = test_match.match_state.offers().collect::<Vec<_>>();
    assert_eq!(offer, [(Offer::Adjournment, Seat::FIRST)]);
    let declined = test_match.ask(2, say(Offer::Adjournment, OfferAction::Decline)).unwrap();
    assert!(matches!(declined[0], Event::OfferEnded { how: OfferEnd::Declined, .. }));
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::SECOND));

    test_match.ask(1, Command::Adjourn { until: None }).unwrap();
    let moved = test_match.play(2, "B6-C6").unwrap();
    assert!(matches!(moved[1], Event::OfferEnded { how: OfferEnd::Lapsed, .. }));

    test_match.ask(2, Command::Adjourn { until: None }).unwrap();
    test_match.ask(1, Command::Adjourn { until: None }).unwrap();
    let until = test_match.match_state.adjourned_until();
    assert_eq!(until, Some(test_match.now + MAX_ADJOURNMENT), "it always continues");
    test_match.now = test_match.now + DAY;
    test_match.ask(1, say(Offer::Resumption, OfferAction::Offer)).unwrap();
    let events = test_match.ask(2, say(Offer::Resumption, OfferAction::Offer)).unwrap();
    assert_eq!(events[1], Event::AdjournmentEnded { order: None });
    assert_eq!(test_match.match_state.clock().running(), Some(Seat::FIRST));
}

#[test]
fn the_time_of_an_adjournment_is_agreed_too() {
    let mut test_match = begun();
    for until in [test_match.now, test_match.now + MAX_ADJOURNMENT + DAY] {
        let refused = test_match.ask(1, Command::Adjourn { until: Some(until) }).unwrap_err();
        assert_eq!(refused, Refusal::AdjournmentTime);
    }
    let (first, second) = (test_match.now + DAY, test_match.now + DAY * 2);
    let id = |id: &str| Some(CommandRef { player: player(1), id: id.to_owned() });
    let offer = Command::Adjourn { until: Some(first) };
    let decided = test_match.match_state.decide(player(1), &offer, test_match.now).unwrap();
    test_match.record_decision(decided, id("a"));
    let again = |test_match: &TestMatch, command: &Command| {
        test_match.match_state.previous_answer(&id("a").unwrap(), command)
    };
    assert!(again(&test_match, &offer).unwrap().is_some());
    let other = Command::Adjourn { until: Some(second) };
    assert_eq!(again(&test_match, &other).unwrap_err(), Refusal::IdReused);
    assert_eq!(test_match.ask(2, other).unwrap_err(), Refusal::AlreadyOffered, "another time");
    assert_eq!(test_match.match_state.offered_until(Offer::Adjournment), Some(first));
    test_match.ask(2, offer).unwrap();
    assert_eq!(test_match.match_state.adjourned_until(), Some(first));
}

#[test]
fn a_restart_of_the_server_does_not_continue_an_adjourned_match() {
    let mut test_match = adjourned(None);
    test_match.record(vec![Event::Paused], None);
    test_match.now = test_match.now + DAY;
    test_match.record(vec![Event::Resumed], None);
    assert_eq!(test_match.match_state.clock().running(), None);
    test_match.ask(1, Command::Resign).unwrap();
    assert!(matches!(test_match.match_state.status(), Status::Ended { .. }));
    assert_eq!(test_match.match_state.deadline(), None);
}

#[test]
fn a_seat_that_drops_out_leaves_the_match_adjourned() {
    let variant = Variant::named("grand-cam").unwrap();
    let new = NewMatch { partner_plays_on: true, ..NewMatch::plain(variant, BLITZ) };
    let seats: Vec<_> = variant.seats().zip((1..).map(player)).collect();
    let events = Match::creation_with(&new, player(1), &seats, String::new);
    let log: Vec<RecordedEvent> = (1..)
        .zip(events)
        .map(|(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event })
        .collect();
    let match_state = Match::fold(MatchId(Uuid::from_u128(7)), log.clone()).unwrap();
    let mut test_match = TestMatch { match_state, log, now: Timestamp(0) };
    test_match.ask(1, Command::Adjourn { until: None }).unwrap();
    assert_eq!(test_match.ask(2, Command::Adjourn { until: None }).unwrap().len(), 1);
    assert_eq!(test_match.ask(4, Command::Adjourn { until: None }).unwrap().len(), 2);
    let events = test_match.ask(1, Command::Resign).unwrap();
    assert!(matches!(events[0], Event::SeatOut { .. }));
    assert_eq!(test_match.match_state.clock().running(), None);
    test_match.ask(3, say(Offer::Resumption, OfferAction::Offer)).unwrap();
    test_match.ask(2, say(Offer::Resumption, OfferAction::Accept)).unwrap();
    test_match.ask(4, say(Offer::Resumption, OfferAction::Accept)).unwrap();
    let turn = test_match.match_state.game().position().turn();
    assert_eq!(test_match.match_state.clock().running(), Some(turn));
}

#[test]
fn only_live_matches_adjourn_and_tournament_games_if_the_plan_allows_it() {
    for time in [TimeControl::Unlimited {}, TimeControl::days(1)] {
        let mut test_match = TestMatch::seated("camette", time);
        let refused = test_match.ask(1, Command::Adjourn { until: None }).unwrap_err();
        assert_eq!(refused, Refusal::NotRealTime);
    }
    for adjournment in [false, true] {
        let variant = Variant::named("camette").unwrap();
        let game = TournamentGame {
            tournament: Uuid::from_u128(1),
            name: "Cup".to_owned(),
            stage: 0,
            round: 1,
            pairing: 1,
            number: 1,
            first_extra_ms: 0,
            adjournment,
        };
        let new = NewMatch { tournament_game: Some(game), ..NewMatch::plain(variant, BLITZ) };
        let seats: Vec<_> = variant.seats().zip((1..).map(player)).collect();
        let events = Match::creation_with(&new, player(1), &seats, String::new);
        let log: Vec<RecordedEvent> = (1..)
            .zip(events)
            .map(|(v, event)| RecordedEvent { v, at: Timestamp(0), cause: None, event })
            .collect();
        let match_state = Match::fold(MatchId(Uuid::from_u128(7)), log).unwrap();
        let offer = Command::Adjourn { until: None };
        let decided = match_state.decide(player(1), &offer, Timestamp(1)).map(|it| it.events.len());
        let expected = if adjournment { Ok(1) } else { Err(Refusal::ForbiddenInTournament) };
        assert_eq!(decided, expected);
    }
}
