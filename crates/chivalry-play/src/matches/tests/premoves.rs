//! Tests of premoves: checks, play and drops.

use std::time::Duration;

use serde_json::json;

use chivalry_rules::{Piece, PieceKind, Rule, Setup, SquareName};

use super::*;

/// A match with its pending premoves.
struct PremoveTest {
    test_match: TestMatch,
    premoves: Premoves,
}

impl PremoveTest {
    fn seated(variant: &str, time: TimeControl) -> PremoveTest {
        PremoveTest { test_match: TestMatch::seated(variant, time), premoves: Premoves::default() }
    }

    /// Creates a match in the position of the listed pieces: `w wD8 bD10`.
    fn from(variant: &str, pieces: &str) -> PremoveTest {
        let named = Variant::named(variant).unwrap();
        let seat = |letter: char| named.seat_of_letter(letter).unwrap();
        let mut words = pieces.split_whitespace();
        let mut setup = Setup::empty(named.board().len());
        setup.turn = seat(words.next().unwrap().parse().unwrap());
        for word in words {
            let letter = word.chars().next().unwrap();
            let kind = if letter.is_uppercase() { PieceKind::Knight } else { PieceKind::Man };
            let square = named.board().square(SquareName::parse(&word[1..]).unwrap()).unwrap();
            setup.set_piece(square, Some(Piece { seat: seat(letter), kind }));
        }
        let position = setup.position(named).unwrap().to_string();
        let mut test_match =
            TestMatch::from(variant, Some(&position), TimeControl::Unlimited {}, false);
        for number in 2..=named.seat_count() as u128 {
            test_match.ask(number, join()).unwrap();
        }
        PremoveTest { test_match, premoves: Premoves::default() }
    }

    fn keep(&mut self, by: u128, ply: u32, line: serde_json::Value) -> Result<(), Refusal> {
        let line: PremoveTree = serde_json::from_value(line).unwrap();
        let (seat, ply) =
            self.test_match.match_state.check_premove(player(by), Some(ply), Some(&line))?;
        self.premoves.set(seat, Some(Premove { ply, tree: line }));
        Ok(())
    }

    /// Returns the path and the error of an invalid premove.
    fn fault(&mut self, by: u128, ply: u32, line: serde_json::Value) -> (String, PremoveTreeError) {
        match self.keep(by, ply, line) {
            Err(Refusal::InvalidPremove { at, fault }) => (at, fault),
            other => panic!("{other:?}"),
        }
    }

    /// Returns the path and the broken rule of an illegal premove.
    fn broken(&mut self, by: u128, ply: u32, line: serde_json::Value) -> (String, Rule) {
        match self.fault(by, ply, line) {
            (at, PremoveTreeError::Illegal(violation)) => (at, violation.rule()),
            other => panic!("{other:?}"),
        }
    }

    /// Plays a move. Returns the moves with the premoves, and the dropped premoves.
    fn play(&mut self, by: u128, text: &str) -> (Vec<String>, Vec<DroppedPremove>) {
        let match_state = &self.test_match.match_state;
        let ply = match_state.game().plies() + 1;
        let command = Command::Move { ply, turn: text.parse().unwrap(), lag: NO_LAG };
        let decision = match_state.decide(player(by), &command, self.test_match.now).unwrap();
        self.resolve(decision)
    }

    fn resolve(&mut self, decision: Decision) -> (Vec<String>, Vec<DroppedPremove>) {
        let resolved = self
            .premoves
            .resolve(&self.test_match.match_state, decision, self.test_match.now)
            .unwrap();
        let moves = resolved.decision.events.iter().filter_map(|event| match event {
            Event::Moved { text, .. } => Some(text.clone()),
            _ => None,
        });
        let moves = moves.collect();
        self.test_match.record_decision(resolved.decision, None);
        if let Some(premoves) = resolved.premoves {
            self.premoves = premoves;
        }
        (moves, resolved.dropped)
    }

    fn ready(&self, seat: Seat) -> Option<(u32, serde_json::Value)> {
        let premove = self.premoves.of(seat)?;
        Some((premove.ply, serde_json::to_value(&premove.tree).unwrap()))
    }
}

#[test]
fn a_premove_is_played_with_the_move_that_it_answers_and_takes_no_time() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    test.play(1, "C2-B2");
    test.play(2, "C6-B6");
    test.keep(2, 4, json!("B6-C6")).unwrap();
    test.test_match.now = test.test_match.now + Duration::from_secs(3);
    let (moves, dropped) = test.play(1, "B2-C2");
    assert_eq!((moves, dropped), (vec!["B2-C2".to_owned(), "B6-C6".to_owned()], vec![]));
    assert_eq!(test.ready(Seat::SECOND), None);
    let left = |seat| test.test_match.match_state.clock().left_ms(seat, test.test_match.now);
    assert_eq!(left(Seat::FIRST), Some(8_000), "three seconds used, one added");
    assert_eq!(left(Seat::SECOND), Some(11_000), "none used, one added");
    let folded =
        Match::fold(test.test_match.match_state.id(), test.test_match.log.clone()).unwrap();
    assert_eq!(folded.clock(), test.test_match.match_state.clock());
}

#[test]
fn a_premove_that_is_illegal_in_its_ply_is_gone_and_does_not_fire_later() {
    let mut test = PremoveTest::from("camelot", "w wD8 wA4 wA6 bD10 bF12 bL12");
    test.keep(2, 2, json!("F12-F11")).unwrap();
    let (moves, dropped) = test.play(1, "D8-D9");
    assert_eq!(moves, ["D8-D9"]);
    let [DroppedPremove { seat, ply: 2, reason: DropReason::Illegal(violation) }] = &dropped[..]
    else {
        panic!("{dropped:?}")
    };
    assert_eq!((*seat, violation.rule()), (Seat::SECOND, Rule::MustCapture));
    test.play(2, "D10xD8");
    // The move would be legal two plies later.
    assert_eq!(test.play(1, "A4-A5"), (vec!["A4-A5".to_owned()], vec![]));
    assert_eq!(test.test_match.match_state.game().position().turn(), Seat::SECOND);
}

#[test]
fn a_premove_is_for_the_coming_ply_of_a_seat_whose_turn_it_is_not() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    assert_eq!(test.keep(1, 1, json!("C2-B2")), Err(Refusal::OwnTurn));
    let stale = Refusal::StalePly { expected: 2, given: 4 };
    assert_eq!(test.keep(2, 4, json!("C6-B6")), Err(stale));
    assert_eq!(test.keep(3, 2, json!("C6-B6")), Err(Refusal::NotAPlayer));
    assert_eq!(test.broken(2, 2, json!("C6-C7")), ("line".to_owned(), Rule::OwnCastle));
    assert_eq!(test.broken(2, 2, json!("C6xE4")), ("line".to_owned(), Rule::WrongMark));
    assert_eq!(test.broken(2, 2, json!("C2-B2")), ("line".to_owned(), Rule::NotYourPiece));
    // White takes one of two pieces, and Black can take the other.
    let mut crowded = PremoveTest::from("camelot", "w wD9 wH9 bD10 bH10 bL12");
    assert_eq!(crowded.broken(2, 2, json!("L12-L11")).1, Rule::MustCapture);

    let mut open =
        PremoveTest { test_match: TestMatch::new("camette", BLITZ), premoves: Premoves::default() };
    assert_eq!(open.keep(1, 1, json!("C2-B2")), Err(Refusal::NotBegun));
    test.test_match.ask(1, Command::Resign).unwrap();
    assert_eq!(test.keep(2, 2, json!("C6-B6")), Err(Refusal::MatchOver));
}

#[test]
fn a_branch_is_taken_by_its_result_whatever_the_route() {
    let mut test = PremoveTest::from("camelot", "w wD4 wE4 wF5 wD5 wE6 bA12 bL12");
    let tree = json!([
        {"if": "D4-F4", "then": "L12-L11"},
        {"if": "D4-D6-F6", "then": "A12-A11",
         "next": [{"if": "F6-F7", "then": "A11-A10"}, {"if": "F6-G7", "then": "A11-B10"}]},
    ]);
    test.keep(2, 2, tree.clone()).unwrap();
    let (moves, dropped) = test.play(1, "D4-F4-F6");
    assert_eq!((moves, dropped), (vec!["D4-F4-F6".to_owned(), "A12-A11".to_owned()], vec![]));
    assert_eq!(test.ready(Seat::SECOND), Some((4, tree[1]["next"].clone())));
    let (moves, _) = test.play(1, "F6-G7");
    assert_eq!(moves, ["F6-G7", "A11-B10"]);
    assert_eq!(test.ready(Seat::SECOND), None);
}

#[test]
fn a_tree_without_a_branch_for_the_move_is_dropped() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    test.keep(2, 2, json!([{"if": "C2-D2", "then": "C6-B6"}])).unwrap();
    let (moves, dropped) = test.play(1, "C2-B2");
    assert_eq!(moves, ["C2-B2"]);
    let reason = DropReason::Unforeseen;
    assert_eq!(dropped, [DroppedPremove { seat: Seat::SECOND, ply: 2, reason }]);
    assert_eq!(test.ready(Seat::SECOND), None);
}

#[test]
fn every_move_of_a_tree_is_judged_where_it_stands() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    let at = |text: &str| text.to_owned();
    let after = |then: &str, next: serde_json::Value| {
        json!([{"if": "C2-D2", "then": "C6-D6"},
               {"if": "C2-B2", "then": then, "next": next}])
    };
    let broken = test.broken(2, 2, json!([{"if": "C2-C1", "then": "C6-B6"}]));
    assert_eq!(broken, (at("line[0].if"), Rule::OwnCastle));
    let broken = test.broken(2, 2, after("C6-C5", json!([])));
    assert_eq!(broken, (at("line[1].then"), Rule::Occupied));
    let broken = test.broken(2, 2, after("C6-B6", json!([{"if": "C2-B2", "then": "B6-C6"}])));
    assert_eq!(broken, (at("line[1].next[0].if"), Rule::EmptySquare));
    let next = json!([{"if": "B2-C2", "then": "B6-C6"}, {"if": "B2-C2", "then": "B6-A6"}]);
    let twice = test.fault(2, 2, after("C6-B6", next));
    assert_eq!(twice, (at("line[1].next[1].if"), PremoveTreeError::DuplicateBranch));
    let missing = test.fault(2, 2, json!([{"if": "C2-B2"}]));
    assert_eq!(missing, (at("line[0].then"), PremoveTreeError::MissingMove));
    assert_eq!(test.fault(2, 2, json!([])), (at("line"), PremoveTreeError::NoBranch));

    let mut end = PremoveTest::from("camelot", "w wF15 wG16 wA4 bA12 bL12");
    let over = end.fault(2, 2, json!([{"if": "F15-F16", "then": "A12-A11"}]));
    assert_eq!(over, (at("line[0].if"), PremoveTreeError::GameOver));
}

#[test]
fn a_premove_tree_is_limited_in_size() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    let branch = json!({"if": "C2-B2", "then": "C6-B6"});
    let wide = test.fault(2, 2, json!(vec![branch.clone(); MAX_BRANCHES + 1]));
    assert_eq!(wide, ("line".to_owned(), PremoveTreeError::TooManyBranches));
    let mut deep = branch.clone();
    for _ in 0..MAX_DEPTH {
        deep = json!({"if": "C2-B2", "then": "C6-B6", "next": [deep]});
    }
    let deep = test.fault(2, 2, json!([deep]));
    assert_eq!(deep, ("line".to_owned(), PremoveTreeError::TooDeep));
}

#[test]
fn premoves_of_several_seats_follow_one_another() {
    let mut test = PremoveTest::seated("grand-cam", BLITZ);
    test.keep(2, 2, json!("G10-G9")).unwrap();
    test.keep(3, 3, json!("D7-E7")).unwrap();
    test.keep(4, 4, json!("J7-I7")).unwrap();
    let (moves, dropped) = test.play(1, "G4-G5");
    assert_eq!((moves.len(), dropped), (4, vec![]));
    assert_eq!(moves[1..], ["G10-G9", "D7-E7", "J7-I7"]);
    assert_eq!(test.test_match.match_state.game().position().turn(), Seat::FIRST);
}

#[test]
fn with_four_seats_a_tree_says_what_each_of_the_others_plays() {
    let mut test = PremoveTest::seated("grand-cam", BLITZ);
    let tree = json!([{"if": "G4-G5", "next": [
        {"if": "G10-G9", "then": "D7-E7"},
        {"if": "G10-H9", "then": "D7-D6"},
    ]}]);
    test.keep(3, 3, tree.clone()).unwrap();
    assert_eq!(test.play(1, "G4-G5").0, ["G4-G5"]);
    assert_eq!(test.ready(Seat::THIRD), Some((3, tree[0]["next"].clone())));
    assert_eq!(test.play(2, "G10-H9").0, ["G10-H9", "D7-D6"]);

    let mut test = PremoveTest::seated("grand-cam", BLITZ);
    let early = test.fault(3, 3, json!([{"if": "G4-G5", "then": "D7-E7"}]));
    assert_eq!(early, ("line[0].then".to_owned(), PremoveTreeError::EarlyMove));
    let ends = test.fault(3, 3, json!([{"if": "G4-G5"}]));
    assert_eq!(ends, ("line[0].next".to_owned(), PremoveTreeError::NoBranch));
    // Moves that the two seats between can still change are not checked.
    test.keep(3, 3, json!("D7xF7")).unwrap();
    assert_eq!(test.broken(3, 3, json!("D7-F8")).1, Rule::NotALeg);
}

#[test]
fn a_seat_that_passes_loses_its_premove_and_other_premoves_are_played() {
    let mut test = PremoveTest::from("chivalry-four-handed", "r RG7 RA5 GG8 BK14 YA6 YJ2");
    test.keep(2, 2, json!("G8xG6")).unwrap();
    test.keep(3, 3, json!("K14-K13")).unwrap();
    let (moves, dropped) = test.play(1, "G7xG9");
    assert_eq!(moves, ["G7xG9", "pass", "K14-K13"]);
    assert_eq!(
        dropped,
        [DroppedPremove { seat: Seat::SECOND, ply: 2, reason: DropReason::Passed }]
    );
}

#[test]
fn the_end_of_a_match_clears_all_premoves() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    test.keep(2, 2, json!("C6-B6")).unwrap();
    let (result, termination) = (MatchResult::Second, Termination::Resignation);
    assert_eq!(test.resolve(vec![ended(result, termination)].into()), (vec![], vec![]));
    assert_eq!(test.ready(Seat::SECOND), None);
}

#[test]
fn an_offer_lapses_by_a_premove_as_by_any_move() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    test.keep(2, 2, json!("C6-B6")).unwrap();
    test.test_match.ask(1, Command::Offer(Offer::Draw, OfferAction::Offer)).unwrap();
    test.play(1, "C2-B2");
    assert_eq!(test.test_match.match_state.offers().count(), 0);
}

#[test]
fn a_takeback_drops_all_premoves() {
    let mut test = PremoveTest::seated("camette", BLITZ);
    test.play(1, "C2-B2");
    test.keep(1, 3, json!("B2-C2")).unwrap();
    let dropped = vec![DroppedPremove { seat: Seat::FIRST, ply: 3, reason: DropReason::WentBack }];
    assert_eq!(test.resolve(vec![Event::TookBack { ply: 0 }].into()), (vec![], dropped));
    assert_eq!(test.ready(Seat::FIRST), None);
}

#[test]
fn events_that_concern_no_premove_leave_the_premoves_unchanged() {
    let mut test = PremoveTest::seated("grand-cam", BLITZ);
    test.keep(3, 3, json!("D7-E7")).unwrap();
    let match_state = &test.test_match.match_state;
    let move_one = Command::Move { ply: 1, turn: "G4-G5".parse().unwrap(), lag: NO_LAG };
    for command in [move_one, Command::Offer(Offer::Draw, OfferAction::Offer)] {
        let decision = match_state.decide(player(1), &command, test.test_match.now).unwrap();
        let resolved = test.premoves.resolve(match_state, decision, test.test_match.now).unwrap();
        assert!(resolved.premoves.is_none() && resolved.dropped.is_empty());
    }
}
