//! Tests of single rules: a position, a few moves and the expected result.
//!
//! Positions are lists of pieces. `w 0,0 WC8 bD9` means White to move, no castle moves used, a
//! white Knight on C8 and a black Man on D9. The castle moves are optional, and `^C2` is a
//! tree.

mod capturing;
mod castles;
mod endings;
mod four_seats;
mod free_for_all;
mod reversed;
mod river;

use chivalry_rules::{
    EndReason, Ending, Game, GameError, MoveList, Outcome, PerSeat, Piece, PieceKind, Position,
    Rule, Setup, SquareName, Team, Variant,
};

use super::helpers::{self, variant};

fn set(name: &str, pieces: &str) -> Position {
    setup(variant(name), pieces).position(variant(name)).unwrap()
}

fn setup(variant: &Variant, pieces: &str) -> Setup {
    let seat = |letter| variant.seat_of_letter(letter).unwrap();
    let mut words = pieces.split_whitespace();
    let mut setup = Setup::empty(variant.board().len());
    setup.turn = seat(words.next().unwrap().parse().unwrap());
    for word in words {
        if word.contains(',') {
            let used: Vec<u8> = word.split(',').map(|used| used.parse().unwrap()).collect();
            setup.castle_moves =
                PerSeat::from_fn(|seat| used.get(seat.index()).copied().unwrap_or(0));
            continue;
        }
        let letter = word.chars().next().unwrap();
        let square = variant.board().square(SquareName::parse(&word[1..]).unwrap()).unwrap();
        if letter == '^' {
            setup.trees.insert(square);
            continue;
        }
        let kind = if letter.is_uppercase() { PieceKind::Knight } else { PieceKind::Man };
        setup.set_piece(square, Some(Piece { seat: seat(letter), kind }));
    }
    setup
}

/// `legal`, or the code of the violated rule.
fn verdict(position: &Position, text: &str) -> &'static str {
    let verdict = position.check(&text.parse().unwrap());
    verdict.map_or_else(|violation| violation.rule().code(), |_| "legal")
}

/// The squares captured by a legal move.
fn captured(position: &Position, text: &str) -> String {
    let effect = position.check(&text.parse().unwrap()).unwrap();
    helpers::result(position, &effect).2.join(" ")
}

/// The distinct starting squares of legal moves, in board order.
fn movers(position: &Position) -> String {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut from: Vec<_> = list.iter().map(|legal| legal.effect.from()).collect();
    from.dedup();
    let names = from.into_iter().map(|square| position.variant().board().name(square).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// The listed route from one square to another.
fn listed(position: &Position, from: &str, to: &str) -> String {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut texts = list.iter().map(|legal| position.move_text(&legal));
    texts.find(|text| text.starts_with(from) && text.ends_with(to)).unwrap()
}

fn game(name: &str, pieces: &str) -> Game {
    Game::new(set(name, pieces))
}

/// Plays turns in sequence, including `pass`.
fn play(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        if turn == "pass" {
            game.pass().unwrap();
            continue;
        }
        match game.check(&turn.parse().unwrap()) {
            Ok(effect) => game.play(&effect),
            Err(error) => panic!("{turn} in {}: {error}", game.position()),
        }
    }
}

/// The code of the error that a game returns for a move.
fn refusal(game: &Game, text: &str) -> &'static str {
    match game.check(&text.parse().unwrap()) {
        Err(GameError::Illegal(violation)) => violation.rule().code(),
        other => panic!("{text}: {other:?}"),
    }
}

fn win(team: Team, reason: EndReason) -> Option<Ending> {
    Some(Ending { outcome: Outcome::Win(team), reason })
}

fn draw(reason: EndReason) -> Option<Ending> {
    Some(Ending { outcome: Outcome::Draw, reason })
}

/// Every reason code of `rules.md 7`: variant, position, move, code, section.
#[test]
fn every_reason_code_is_produced_by_a_move() {
    let table = [
        ("camelot", "w wA4 wE6 bA12 bL12", "A4-A3", "off_board", "1"),
        ("camelot", "w wA4 wE6 bA12 bL12", "C8-C9", "empty_square", "1"),
        ("camelot", "w wA4 wE6 bA12 bL12", "A12-A11", "not_your_piece", "1"),
        ("camelot", "w wE6 wE7 bA12 bL12", "E6-E7", "occupied", "2"),
        ("camelot", "w wA4 wE6 bA12 bL12", "E6-E8", "not_a_leg", "2"),
        ("camelot", "w wA4 wE6 bA12 bL12", "E6-E7-E8", "plain_must_be_alone", "2.1"),
        ("camelot", "w wE6 wE7 bA12 bL12", "E6-E8-E6", "returns_to_start", "2.2"),
        ("camelot", "w wE6 wE7 bE9 bL12", "E6-E8xE10", "man_cannot_charge", "2.4"),
        ("camelot", "w WE6 bE7 wE9 bL12", "E6xE8-E10", "canter_after_jump", "2.4"),
        ("camelot", "w WE6 wE7 bE9 bL12", "E6-E8", "must_charge", "2.5"),
        ("camelot", "w wE6 bE7 wA4 bL12", "A4-A5", "must_capture", "3.1"),
        ("camelot", "w wE6 bE7 bE9 wA4", "E6xE8", "must_continue", "2.3"),
        ("camelot", "w wF2 wA4 bA12 bL12", "F2-F1", "own_castle", "4.1"),
        ("camelot", "w wF1 wE6 bA12 bL12", "E6-E7", "must_leave_castle", "4.3"),
        ("camelot", "w wF1 bF2 wA4 bL12", "F1-E2", "must_jump_out", "4.3"),
        ("camelot", "w wF16 wA4 bA12 bL12", "F16-F15", "in_goal_castle", "4.4"),
        ("camelot", "w 2,0 wF16 wA4 bA12 bL12", "F16-G16", "castle_moves_spent", "4.4"),
        ("grand-cam", "r rB7 gE9 bG6 yI9", "B7-A7", "side_castle", "4.6"),
        ("camelot", "w wA4 wE6 bA12 bL12", "E6xE7", "wrong_mark", "7"),
        ("river-camelot", river::AT_THE_BRIDGE, "D8-E8", "water", "8.10"),
        ("river-camelot", "w wA4 wD4 bA13 bL13", "A4-B4", "place_trees", "8.10"),
        ("river-camelot", river::AT_THE_BRIDGE, "C3,D3,E3", "no_trees_due", "8.10"),
        ("river-camelot", "w wA4 wD4 bA13 bL13", "C2,D2,E2", "not_a_tree_square", "8.10"),
    ];
    for (name, pieces, text, code, section) in table {
        let position = set(name, pieces);
        assert_eq!(position.ending(), None, "{pieces}");
        assert_eq!(verdict(&position, text), code, "{pieces}: {text}");
        let rule = Rule::ALL.into_iter().find(|rule| rule.code() == code).unwrap();
        assert_eq!(rule.section(), section, "{code}");
    }
    let codes: Vec<&str> = table.iter().map(|row| row.3).collect();
    assert_eq!(codes, Rule::ALL.map(Rule::code));
}

#[test]
fn inside_moves_is_camelot_under_another_name() {
    assert!(std::ptr::eq(variant("inside-moves"), variant("camelot")));
    assert_eq!(variant("inside-moves").name(), "camelot");
}
