//! The puzzle miner, and practice games to mine.

use std::ops::RangeInclusive;
use std::sync::Arc;

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Effect, Game, MoveList, Position, Variant};

use super::puzzle::{Puzzle, has_won};
use crate::analysis::position_evaluation::{AnalysisKey, Evaluation, analysis_search};
use crate::arena::{SearchPlayer, play_game, random_opening};
use crate::level::Level;
use crate::proof::{Proof, prove, winning_moves};
use crate::score::Score;
use crate::search::iterative_deepening::Search;
use crate::search::principal_variation::line_text;
use crate::tables::Tables;

/// The length of the win of a puzzle, in plies.
const WIN_PLIES: RangeInclusive<usize> = 3..=9;

/// The minimum number of legal moves in a puzzle.
const MIN_MOVES: usize = 3;

/// Nodes of the search that screens a position before a proof.
const SCREENING_NODES: u64 = 4_000;

/// Nodes of the search after each alternative move.
const ALTERNATIVE_NODES: u64 = 2_000;

/// The number of plies by which every other win must be longer.
const UNIQUENESS_MARGIN: usize = 2;

/// Finds puzzles in games of one variant.
#[derive(Debug)]
pub struct PuzzleMiner {
    search: Search,
    /// The maximum number of nodes of one proof search.
    proof_nodes: u64,
}

impl PuzzleMiner {
    /// Creates a miner for games of `variant`. Each proof search visits at
    /// most `proof_nodes` nodes.
    #[must_use]
    pub fn new(variant: &'static Variant, proof_nodes: u64) -> PuzzleMiner {
        PuzzleMiner { search: analysis_search(variant, SCREENING_NODES), proof_nodes }
    }

    /// Uses tables for positions with few pieces. Their values are exact, and every puzzle is proved
    /// without them.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.search.set_tables(tables);
    }

    /// Returns the puzzles of a game, given its states before each ply, with
    /// the index of each state. Skips positions within the solution of another
    /// puzzle.
    pub fn mine(&mut self, games: &[Game]) -> Vec<(usize, Puzzle)> {
        let mut puzzles = Vec::new();
        let mut index = 0;
        while let Some(game) = games.get(index) {
            let puzzle = self.find_at(game);
            let plies = puzzle.as_ref().map_or(1, |puzzle| puzzle.solution().len());
            puzzles.extend(puzzle.map(|puzzle| (index, puzzle)));
            index += plies;
        }
        puzzles
    }

    /// Returns the puzzle that the current position of `game` poses. The
    /// puzzle omits the history of the game.
    pub fn find_at(&mut self, game: &Game) -> Option<Puzzle> {
        let is_withdrawn = game.withdrawn().iter().any(|(_, is_withdrawn)| *is_withdrawn);
        if game.ending().is_some() || game.must_pass() || is_withdrawn {
            return None;
        }
        let position = game.position().with_reset_counts(0);
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.len() < MIN_MOVES {
            return None;
        }
        let evaluation = self.evaluate(&position, SCREENING_NODES)?;
        let plies = win_distance(evaluation.score).filter(|plies| WIN_PLIES.contains(plies))?;
        let Ok(Turn::Move(best)) = evaluation.pv.first()?.parse() else { return None };
        let best = position.check(&best).ok()?;
        // A search rejects most positions faster than a proof search.
        if self.find_alternative_win(&position, plies, &best) {
            return None;
        }
        let proof = prove(&position, plies, self.proof_nodes);
        let Proof::Win { plies, line } = proof else { return None };
        if !WIN_PLIES.contains(&plies) || !self.verify_unique_line(&position, plies, &line) {
            return None;
        }
        Puzzle::parse(position, &line_text(&position, &line).join(" ")).ok()
    }

    /// Returns true if a proof search finds no shorter win than the solution,
    /// and no other winning move at any move of the solver but the last.
    pub fn verify(&mut self, puzzle: &Puzzle) -> bool {
        let (position, plies) = (puzzle.position(), puzzle.solution().len());
        let proof = prove(position, plies, self.proof_nodes);
        let is_shortest = matches!(proof, Proof::Win { plies: proved, .. } if proved == plies);
        is_shortest && self.verify_unique_line(position, plies, &effects(puzzle))
    }

    /// Returns true if each move of the solver in `line`, except one that ends
    /// the game, is the only winning one.
    fn verify_unique_line(&mut self, position: &Position, plies: usize, line: &[Effect]) -> bool {
        let solver = position.variant().team_of(position.turn());
        let mut position = *position;
        let mut left = plies;
        for effect in line {
            while position.must_pass() {
                position = position.after_pass();
                left -= 1;
            }
            let is_solver = position.variant().team_of(position.turn()) == solver;
            if is_solver && left > 1 && !self.verify_unique_move(&position, left, effect) {
                return false;
            }
            position = position.after(effect);
            left -= 1;
        }
        true
    }

    /// Returns true if only `best` wins within `plies` plies and the
    /// uniqueness margin. Proves at least the former.
    fn verify_unique_move(&mut self, position: &Position, plies: usize, best: &Effect) -> bool {
        if self.find_alternative_win(position, plies, best) {
            return false;
        }
        let with_margin = winning_moves(position, plies + UNIQUENESS_MARGIN, self.proof_nodes);
        let winning = with_margin.or_else(|| winning_moves(position, plies, self.proof_nodes));
        winning.is_some_and(|winning| winning == [*best])
    }

    /// Returns true if a search finds a win by another move than `best` within
    /// the uniqueness margin.
    fn find_alternative_win(&mut self, position: &Position, plies: usize, best: &Effect) -> bool {
        let solver = position.variant().team_of(position.turn());
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let mut others = list.iter().map(|legal| legal.effect).filter(|effect| effect != best);
        others.any(|effect| {
            let after = position.after(&effect);
            let Some(evaluation) = self.evaluate(&after, ALTERNATIVE_NODES) else {
                return has_won(&Game::new(after), solver);
            };
            let is_solver = after.variant().team_of(after.turn()) == solver;
            let score = if is_solver { evaluation.score } else { -evaluation.score };
            win_distance(score).is_some_and(|distance| distance < plies + UNIQUENESS_MARGIN)
        })
    }

    /// Evaluates a position with a new search, so that equal games give equal
    /// puzzles. `None` if the game is over.
    fn evaluate(&mut self, position: &Position, nodes: u64) -> Option<Evaluation> {
        let key = AnalysisKey::of(&Game::new(*position))?;
        self.search.new_game();
        key.evaluate(&mut self.search, nodes, &mut || false, &mut |_| {})
    }
}

/// The moves of a solution, without its pass-turns.
fn effects(puzzle: &Puzzle) -> Vec<Effect> {
    let mut position = *puzzle.position();
    let mut effects = Vec::new();
    for turn in puzzle.solution() {
        position = match turn {
            Turn::Move(written) => {
                let effect = position.check(written).expect("a legal solution");
                effects.push(effect);
                position.after(&effect)
            }
            Turn::Pass => position.after_pass(),
        };
    }
    effects
}

/// The number of plies to a forced win of the team to move.
fn win_distance(score: Score) -> Option<usize> {
    score.decided_in().and_then(|plies| usize::try_from(plies).ok())
}

/// Plays a game at `level` from the opening with the number `seed`. Returns
/// its states before each move. Equal arguments give equal games.
#[must_use]
pub fn practice_game(variant: &'static Variant, level: Level, seed: u64) -> Vec<Game> {
    let player = || SearchPlayer::with_handicap(level.handicap(variant), variant);
    let (mut first, mut second) = (player(), player());
    let mut games = Vec::new();
    let mut before_move = |game: &Game| games.push(game.clone());
    play_game(&mut random_opening(variant, seed), &mut first, &mut second, None, &mut before_move);
    games
}
