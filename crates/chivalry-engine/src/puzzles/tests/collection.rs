//! Tests of the collection, of grades and of themes.

use std::collections::{HashMap, HashSet};

use chivalry_rules::{Game, Position, Variant};

use crate::puzzles::collection::{DATA, collection};
use crate::puzzles::grade::{Grade, Grader};
use crate::puzzles::graded::{LineError, PuzzleLine};
use crate::puzzles::miner::PuzzleMiner;
use crate::puzzles::puzzle::{Puzzle, has_won, play_turn};
use crate::puzzles::theme::Theme;

/// The number of puzzles of each variant.
const LEAST: usize = 150;

/// The index of the puzzle of each variant that is proved and graded again.
const SAMPLE: usize = 60;

/// The nodes of one proof.
const PROOF_NODES: u64 = 30_000;

fn lines() -> impl Iterator<Item = &'static str> {
    DATA.iter().flat_map(|data| data.lines())
}

fn themes(variant: &str, position: &str, line: &str) -> Vec<Theme> {
    let position = Position::read(position, Variant::named(variant).unwrap()).unwrap();
    Puzzle::parse(position, line).unwrap().themes()
}

#[test]
fn every_puzzle_of_the_collection_wins_and_has_an_id_of_its_own() {
    let mut ids = HashSet::new();
    for line in lines() {
        let read = PuzzleLine::parse(line).unwrap();
        assert_eq!(read.to_string(), line);
        assert!(read.grade.is_some(), "{line}");
        let mut game = Game::new(*read.puzzle.position());
        for turn in read.puzzle.solution() {
            play_turn(&mut game, turn).unwrap();
        }
        assert!(has_won(&game, read.puzzle.solver()), "{line}");
        assert!((2..=5).contains(&read.puzzle.move_count()), "{line}");
        assert!(ids.insert(read.puzzle.id()), "twice: {line}");
        let known = collection().get(read.puzzle.id()).unwrap();
        assert_eq!(known.puzzle, read.puzzle);
    }
    assert_eq!(collection().puzzles().len(), ids.len());
}

#[test]
fn every_offered_variant_has_enough_puzzles() {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for puzzle in collection().puzzles() {
        *counts.entry(puzzle.puzzle.position().variant().name()).or_default() += 1;
    }
    // Puzzles have two sides.
    let few: Vec<(&str, usize)> = Variant::all()
        .iter()
        .filter(|variant| !variant.is_free_for_all())
        .map(|variant| (variant.name(), counts.get(variant.name()).copied().unwrap_or(0)))
        .filter(|(_, count)| *count < LEAST)
        .collect();
    assert_eq!(few, [], "too few puzzles");
}

#[test]
fn a_sample_of_the_collection_is_proved_and_graded_again() {
    for data in DATA {
        let line = data.lines().nth(SAMPLE).unwrap();
        let PuzzleLine { puzzle, grade } = PuzzleLine::parse(line).unwrap();
        let variant = puzzle.position().variant();
        assert!(PuzzleMiner::new(variant, PROOF_NODES).verify(&puzzle), "{line}");
        assert_eq!(Some(Grader::new(variant).grade(&puzzle)), grade, "{line}");
    }
}

#[test]
fn a_puzzle_with_two_wins_or_a_longer_one_is_not_verified() {
    let variant = Variant::named("camette").unwrap();
    let mut miner = PuzzleMiner::new(variant, PROOF_NODES);
    let position = Position::read("1/3/2w2/4b/5/3/1 w 0,0 0 1", variant).unwrap();
    let puzzle = |line| Puzzle::parse(position, line).unwrap();
    assert!(!miner.verify(&puzzle("C5-C6 E4-E5 C6-C7")), "C5-B6 wins too");
    assert!(!miner.verify(&puzzle("C5-C4 E4-E5 C4-C5 E5-E4 C5-C6 E4-E5 C6-C7")));
}

#[test]
fn themes_follow_from_the_moves() {
    let charge = themes(
        "grand-cam",
        "1/GgG/2gggg1/1R7/bR6y/Bb9/1bBb5yyy1/6YY2y/2r6/4r2b1/2r1r2/1r1/1 r 0,0,0,0 0 1",
        "E5-F6 F11-E10 C7-E7-G5-G3-I3-K5xM7",
    );
    assert!(charge.contains(&Theme::Charge), "{charge:?}");
    let double = themes(
        "chivalry-four-handed",
        "2/8/10/12/2B6BB3/8B2B2/6R1B5/7B6/14/10B3/14/8Y5/12/10/8/2 b 0,0,0,0 0 1",
        "K7-J6 I5xK7 G10-I8 pass H9-J7xL7",
    );
    assert_eq!(double, [Theme::Charge, Theme::Sacrifice]);
    let entry = themes("camette", "1/3/2w2/4b/5/3/1 w 0,0 0 1", "C5-C6 E4-E5 C6-C7");
    assert_eq!(entry, [Theme::CastleEntry]);
    for theme in Theme::ALL {
        assert_eq!(Theme::named(theme.as_str()), Some(theme));
        let is_in = |it: &&std::sync::Arc<crate::puzzles::GradedPuzzle>| it.themes.contains(&theme);
        assert!(collection().puzzles().iter().any(|it| is_in(&it)), "{theme:?}");
    }
}

#[test]
fn a_rating_grows_with_the_grade_and_the_number_of_moves() {
    let grade = |nodes| Grade::of_nodes(nodes).unwrap();
    assert_eq!(grade(25).rating(2), 800);
    assert_eq!(grade(50).rating(2), 960);
    assert_eq!(grade(102_400).rating(5), 800 + 12 * 160 + 3 * 60);
    assert_eq!(Grade::of_nodes(26), None);
    assert_eq!(Grade::of_nodes(204_800), None);
}

#[test]
fn a_faulty_line_is_an_error() {
    let line = "camette\t1/3/2w2/4b/5/3/1 w 0,0 0 1\tC5-C6 E4-E5 C6-C7\t25";
    assert!(PuzzleLine::parse(line).is_ok());
    let fault = |line: &str| PuzzleLine::parse(line).unwrap_err();
    assert_eq!(fault("camette\ta"), LineError::Fields);
    assert_eq!(fault(&format!("{line}\tmore")), LineError::Fields);
    assert_eq!(fault(&line.replace("\t25", "\t26")), LineError::Grade("26".to_owned()));
    assert_eq!(fault(&line.replace("camette", "chess")), LineError::Variant("chess".to_owned()));
    assert!(matches!(fault(&line.replace("4b", "9b")), LineError::Position(_)));
    assert!(matches!(fault(&line.replace(" C6-C7", "")), LineError::Solution(_)));
}
