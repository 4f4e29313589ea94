//! Checks of the published result of Camette (`data/tables/camette.txt`), which
//! `chivalry tables camette array` printed from the solved tables.

use std::collections::BTreeSet;

use chivalry_rules::{Game, Move, MoveList, Outcome, Position, Variant};

use super::probed;
use crate::proof::{Proof, prove};
use crate::tables::{TableValue, Tables};

const PROOF: &str = include_str!("../../../data/tables/camette.txt");

/// Pieces of the tables that the test solves itself.
const PIECES: u8 = 5;

/// Plies before the end from which a proof search repeats the result.
const PROVED_PLIES: usize = 7;

/// A first move with its value and the best line that begins with it.
struct Line {
    value: TableValue,
    moves: Vec<String>,
}

fn value(words: &[&str]) -> TableValue {
    match words {
        ["win", plies] => TableValue::Win { plies: plies.parse().unwrap() },
        ["loss", plies] => TableValue::Loss { plies: plies.parse().unwrap() },
        ["draw"] => TableValue::Draw,
        _ => panic!("{words:?} is no value"),
    }
}

fn published() -> (Position, TableValue, Vec<Line>) {
    let mut lines = PROOF.lines();
    let (position, stated) = lines.next().unwrap().split_once(": ").unwrap();
    let position = Position::read(position, Variant::named("camette").unwrap()).unwrap();
    let stated: Vec<&str> = stated.split_whitespace().collect();
    let first_moves = lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let split = if words[0] == "draw" { 1 } else { 2 };
        let moves = words[split..].iter().map(|&word| word.to_owned()).collect();
        Line { value: value(&words[..split]), moves }
    });
    (position, value(&stated), first_moves.collect())
}

#[test]
fn the_published_value_is_that_of_the_best_first_move() {
    let (array, stated, lines) = published();
    assert_eq!(array, Position::start(Variant::named("camette").unwrap()));
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.value.rank())));
    assert_eq!(lines[0].value, stated);
    let mut list = MoveList::new();
    array.legal_moves(&mut list);
    let legal: BTreeSet<String> = list.iter().map(|legal| array.move_text(&legal)).collect();
    let listed: BTreeSet<String> = lines.iter().map(|line| line.moves[0].clone()).collect();
    assert_eq!(listed, legal, "every first move has its refutation or its win");
}

/// The value that the rest of a line promises to the seat to move.
fn promised(value: TableValue, played: usize) -> TableValue {
    let (wins, plies) = match value {
        TableValue::Win { plies } => (true, plies),
        TableValue::Loss { plies } => (false, plies),
        TableValue::Draw => return TableValue::Draw,
    };
    let plies = plies - played as u16;
    if wins == played.is_multiple_of(2) {
        TableValue::Win { plies }
    } else {
        TableValue::Loss { plies }
    }
}

fn check_line(array: &Position, line: &Line, tables: &Tables) -> usize {
    let mut game = Game::new(*array);
    let mut checked = 0;
    for (played, text) in line.moves.iter().enumerate() {
        let here = game.position();
        let expected = promised(line.value, played);
        if let Some(value) = tables.probe(here).unwrap() {
            assert_eq!(value, expected, "{here}");
            checked += 1;
        }
        if let TableValue::Win { plies } = expected
            && usize::from(plies) <= PROVED_PLIES
        {
            let proof = prove(here, PROVED_PLIES, 10_000_000);
            assert!(matches!(proof, Proof::Win { plies: found, .. } if found == plies.into()));
            checked += 1;
        }
        let effect = game.check(&text.parse::<Move>().unwrap()).unwrap();
        game.play(&effect);
    }
    let Some(plies) = line.value.plies() else { return checked };
    assert_eq!(line.moves.len(), usize::from(plies), "{}", line.moves[0]);
    let winner = if matches!(line.value, TableValue::Win { .. }) {
        array.variant().team_of(array.turn())
    } else {
        array.variant().team_of(array.turn()).other_of_two()
    };
    assert_eq!(game.ending().unwrap().outcome, Outcome::Win(winner), "{}", line.moves[0]);
    checked
}

#[test]
fn the_published_lines_are_legal_and_end_as_stated() {
    let (array, _, lines) = published();
    let (_, tables) = probed("camette", PIECES);
    let checked: usize = lines.iter().map(|line| check_line(&array, line, &tables)).sum();
    assert!(checked > lines.len(), "{checked}");
}
