//! Tests of puzzles and of the puzzle miner.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, GameError, Move, MoveList, Position, Variant};

use crate::level::Level;
use crate::proof::{Proof, prove};
use crate::puzzles::miner::{PuzzleMiner, practice_game};
use crate::puzzles::puzzle::{AttemptError, Puzzle, PuzzleError, Verdict, has_won};

/// A forced win in four moves that begins with C5-D4.
const PROBLEM: &str = "1/1Bw/2bb1/2b2/1w3/wW1/1 b 0,0";

fn camette(text: &str) -> Game {
    Game::new(Position::read(text, Variant::named("camette").unwrap()).unwrap())
}

fn miner() -> PuzzleMiner {
    PuzzleMiner::new(Variant::named("camette").unwrap(), 20_000_000)
}

/// Asserts that an attempt accepts each move of the solution and no other.
fn assert_unique_solution(puzzle: &Puzzle) {
    let moves: Vec<Move> = puzzle.solver_moves().into_iter().cloned().collect();
    assert_eq!(moves.len(), puzzle.move_count());
    assert_eq!(puzzle.check_attempt(&moves), Ok(Verdict::Solved));
    let mut position = *puzzle.position();
    let mut list = MoveList::new();
    for found in 0..moves.len() {
        position.legal_moves(&mut list);
        let best = position.check(&moves[found]).unwrap();
        for other in list.iter().filter(|legal| legal.effect != best) {
            let mut tried = moves[..found].to_vec();
            tried.push(position.move_text(&other).parse().unwrap());
            let verdict = puzzle.check_attempt(&tried).unwrap();
            let is_last = found + 1 == moves.len();
            let wins = has_won(&Game::new(position.after(&other.effect)), puzzle.solver());
            assert!(is_last || !wins, "{puzzle:?}");
            let expected = if wins { Verdict::Solved } else { Verdict::Wrong { index: found } };
            assert_eq!(verdict, expected, "{tried:?}");
        }
        let Verdict::Right { position: then, .. } = puzzle.check_attempt(&moves[..=found]).unwrap()
        else {
            assert_eq!(found + 1, moves.len());
            return;
        };
        position = *then;
    }
}

#[test]
fn puzzles_of_practice_games_have_a_unique_proved_solution() {
    for (name, games) in [("camette", 8), ("cam", 8)] {
        let variant = Variant::named(name).unwrap();
        let level = Level::new(4).unwrap();
        let mine = |miner: &mut PuzzleMiner| -> Vec<(usize, Puzzle)> {
            let mut all = Vec::new();
            for seed in 0..games {
                let games = practice_game(variant, level, seed);
                let mined = miner.mine(&games);
                for (index, puzzle) in &mined {
                    assert_eq!(puzzle.position(), games[*index].position());
                }
                all.extend(mined);
            }
            all
        };
        let all = mine(&mut PuzzleMiner::new(variant, 200_000));
        assert!(!all.is_empty(), "{name}");
        for (_, puzzle) in &all {
            assert_unique_solution(puzzle);
            let plies = puzzle.solution().len();
            let proof = prove(puzzle.position(), plies, 2_000_000);
            assert!(matches!(proof, Proof::Win { plies: at, .. } if at == plies), "{proof:?}");
            let texts: Vec<String> = puzzle.solution().iter().map(Turn::to_string).collect();
            let again = Puzzle::parse(*puzzle.position(), &texts.join(" ")).unwrap();
            assert_eq!((&again, again.id()), (puzzle, puzzle.id()));
        }
    }
}

#[test]
fn the_solver_moves_for_both_partners_and_passes_are_automatic() {
    let variant = Variant::named("chivalry-four-handed").unwrap();
    let text = "2/8/10/12/5B8/14/4G9/14/8YYG3/1Y6YY4/10Y3/14/7Y4/10/8/2 g 0,0,0,0";
    let line = "E10-F11 F12xF10 I8-H9 pass K8-I8-G10xE10";
    let puzzle = Puzzle::parse(Position::read(text, variant).unwrap(), line).unwrap();
    assert_eq!(puzzle.move_count(), 3);
    assert_unique_solution(&puzzle);
}

#[test]
fn illegal_moves_in_an_attempt_are_errors() {
    let game = camette("1/3/2w2/4b/5/3/1 w 0,0");
    let puzzle = Puzzle::parse(*game.position(), "C5-C6 E4-E5 C6-C7").unwrap();
    let attempt = |texts: &[&str]| {
        let moves: Vec<Move> = texts.iter().map(|text| text.parse().unwrap()).collect();
        puzzle.check_attempt(&moves)
    };
    assert_eq!(attempt(&["C5-C6", "C6-C7"]), Ok(Verdict::Solved));
    let reply = attempt(&["C5-C6"]).unwrap();
    assert!(matches!(reply, Verdict::Right { replies, .. } if replies.len() == 1));
    assert_eq!(attempt(&["C5-C4"]), Ok(Verdict::Wrong { index: 0 }));
    assert_eq!(attempt(&["C5-C6", "C6-D5"]), Ok(Verdict::Wrong { index: 1 }));
    assert!(matches!(
        attempt(&["C5-C6", "C6-C4"]),
        Err(AttemptError { index: 1, fault: GameError::Illegal(_) })
    ));
    let after = attempt(&["C5-C6", "C6-C7", "C7-C6"]);
    assert!(matches!(after, Err(AttemptError { index: 2, fault: GameError::Over })));
}

#[test]
fn the_start_position_and_easy_wins_are_no_puzzles() {
    let variant = Variant::named("camette").unwrap();
    assert_eq!(miner().find_at(&Game::new(Position::start(variant))), None);
    // A win at once is too easy, and a win by two moves is not unique.
    assert_eq!(miner().find_at(&camette("1/1w1/5/5/1b3/3/1 w 0,0")), None);
    assert_eq!(miner().find_at(&camette("1/3/2w2/4b/5/3/1 w 0,0")), None);
}

#[test]
fn a_solution_must_be_legal_and_win() {
    let position = *camette(PROBLEM).position();
    assert!(matches!(
        Puzzle::parse(position, "C5-D4 D4-C3"),
        Err(PuzzleError::Turn { number: 2, .. })
    ));
    assert_eq!(Puzzle::parse(position, "C5-D4"), Err(PuzzleError::NoWin));
    assert!(matches!(Puzzle::parse(position, "C5"), Err(PuzzleError::Turn { number: 1, .. })));
}
