//! The difficulty of a puzzle, measured with the engine.

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, Position, Variant};

use super::puzzle::{Puzzle, has_won, play_turn};
use crate::analysis::position_evaluation::{AnalysisKey, search_with};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::weights::Weights;
use crate::search::iterative_deepening::Search;

/// The smallest node limit of the series. Each next one is twice as large.
const FIRST_NODES: u32 = 25;

/// The number of grades. The last one means that the largest limit of the
/// series does not suffice.
const GRADES: u32 = 13;

/// The rating of a win in two that the smallest limit finds.
const FIRST_RATING: u32 = 800;

/// Rating points per grade.
const RATING_PER_GRADE: u32 = 160;

/// Rating points per move to find after the second.
const RATING_PER_MOVE: u32 = 60;

/// The grade of a puzzle that nobody has measured, for its number of moves.
const USUAL_GRADE: u32 = 3;

/// The difficulty of a puzzle: the smallest node limit of a doubling series
/// with which the engine finds every move of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u32);

/// Measures the difficulty of puzzles of one variant.
#[derive(Debug)]
pub struct Grader {
    search: Search,
}

impl Grade {
    /// Returns the grade with this node limit: 25, 50, 100 and so on.
    #[must_use]
    pub fn of_nodes(nodes: u32) -> Option<Grade> {
        (0..GRADES).map(Grade).find(|grade| grade.nodes() == nodes)
    }

    /// The node limit.
    #[must_use]
    pub const fn nodes(self) -> u32 {
        FIRST_NODES << self.0
    }

    /// The initial rating of a puzzle with this grade and number of moves to
    /// find: 800 points, 160 for each doubling of the node limit, and 60 for
    /// each move after the second.
    #[must_use]
    pub fn rating(self, moves: usize) -> u16 {
        rating(self.0, moves)
    }
}

/// The initial rating of a puzzle without a grade. It depends on the number of
/// moves to find.
#[must_use]
pub fn estimated_rating(moves: usize) -> u16 {
    rating(USUAL_GRADE, moves)
}

fn rating(grade: u32, moves: usize) -> u16 {
    let more = u32::try_from(moves.saturating_sub(2)).unwrap_or(u32::MAX).min(100);
    let points = FIRST_RATING + grade * RATING_PER_GRADE + more * RATING_PER_MOVE;
    u16::try_from(points).unwrap_or(u16::MAX)
}

impl Grader {
    /// Creates a grader for puzzles of `variant`. It evaluates positions by the
    /// weights. A new network therefore changes no grade.
    #[must_use]
    pub fn new(variant: &'static Variant) -> Grader {
        let evaluator = Evaluator::new(variant, Weights::built_in(variant));
        Grader { search: search_with(evaluator, u64::from(Grade(GRADES - 2).nodes())) }
    }

    /// Measures a puzzle. Equal puzzles get equal grades on every machine.
    pub fn grade(&mut self, puzzle: &Puzzle) -> Grade {
        let mut game = Game::new(*puzzle.position());
        let mut grade = 0;
        for turn in puzzle.solution() {
            let mut next = game.clone();
            play_turn(&mut next, turn).expect("a legal solution");
            let is_solver =
                game.position().variant().team_of(game.position().turn()) == puzzle.solver();
            if is_solver && matches!(turn, Turn::Move(_)) {
                // A smaller limit does not suffice for the moves before.
                while grade + 1 < GRADES && !self.finds(game.position(), &next, grade) {
                    grade += 1;
                }
            }
            game = next;
        }
        Grade(grade)
    }

    /// Returns true if a search with the limit of a grade chooses the move to
    /// `next`, or another one that wins at once.
    fn finds(&mut self, position: &Position, next: &Game, grade: u32) -> bool {
        let solver = position.variant().team_of(position.turn());
        let Some(key) = AnalysisKey::of(&Game::new(*position)) else { return true };
        self.search.new_game();
        let nodes = u64::from(Grade(grade).nodes());
        let found = key.evaluate(&mut self.search, nodes, &mut || false, &mut |_| {});
        let best = found.and_then(|evaluation| evaluation.pv.first()?.parse::<Turn>().ok());
        let mut game = Game::new(*position);
        let is_played = best.is_some_and(|best| play_turn(&mut game, &best).is_ok());
        is_played && (game.position() == next.position() || has_won(&game, solver))
    }
}
