//! A puzzle, and attempts to solve it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, GameError, Move, Outcome, Position, Team};

use crate::analysis::position_evaluation::after_passes;

/// The id of a puzzle: a hash of its variant and position. A puzzle found
/// twice has the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PuzzleId(pub Uuid);

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PuzzleId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<PuzzleId, uuid::Error> {
        text.parse().map(PuzzleId)
    }
}

/// A position in which the team to move has a unique winning line. That team
/// is the solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    position: Position,
    /// All turns to the end of the game. Each move of the solver but the last
    /// is the only one that wins as soon.
    solution: Vec<Turn>,
}

/// An invalid solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A turn has a syntax error or is illegal.
    #[error("turn {number}: {fault}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// A description of the error.
        fault: String,
    },
    /// The solution does not end with a win of the team to move.
    #[error("the line does not win")]
    NoWin,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All moves are right, but the game is not won yet.
    Right {
        /// The replies to the last move.
        replies: Vec<Turn>,
        /// The position after the replies.
        position: Box<Position>,
    },
    /// The game is won.
    Solved,
    /// A move does not win, or not as soon.
    Wrong {
        /// The index of the move, from 0.
        index: usize,
    },
}

/// An illegal move in an attempt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct AttemptError {
    /// The index of the move, from 0.
    pub index: usize,
    /// The violated rule.
    pub fault: GameError,
}

impl Puzzle {
    /// Creates a puzzle from a position and the text of its solution, with
    /// turns separated by white space.
    ///
    /// # Errors
    /// Returns an error if the solution is illegal or does not win.
    pub fn parse(position: Position, solution: &str) -> Result<Puzzle, PuzzleError> {
        let mut game = Game::new(position);
        let mut turns = Vec::new();
        for (text, number) in solution.split_whitespace().zip(1..) {
            let fault = |fault: String| PuzzleError::Turn { number, fault };
            let turn: Turn = text.parse().map_err(|error| fault(format!("{error}")))?;
            play_turn(&mut game, &turn).map_err(|error| fault(error.to_string()))?;
            turns.push(turn);
        }
        let puzzle = Puzzle { position, solution: turns };
        if has_won(&game, puzzle.solver()) { Ok(puzzle) } else { Err(PuzzleError::NoWin) }
    }

    /// The id of the puzzle.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        let mut digest = Sha256::new();
        digest.update(self.position.variant().pin());
        digest.update(" ");
        digest.update(self.position.to_string());
        let hash: [u8; 32] = digest.finalize().into();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        PuzzleId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// The position to solve.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The winning line, replies and pass-turns included.
    #[must_use]
    pub fn solution(&self) -> &[Turn] {
        &self.solution
    }

    /// The number of moves that the solver must find.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.solver_moves().len()
    }

    /// The moves of the solution that the solver must find.
    #[must_use]
    pub fn solver_moves(&self) -> Vec<&Move> {
        let mut game = Game::new(self.position);
        let mut moves = Vec::new();
        for turn in &self.solution {
            if let Turn::Move(written) = turn
                && game.position().variant().team_of(game.position().turn()) == self.solver()
            {
                moves.push(written);
            }
            play_turn(&mut game, turn).expect("a legal solution");
        }
        moves
    }

    /// Checks the first moves of the solver. A move that wins at once is as
    /// good as that of the solution.
    ///
    /// # Errors
    /// Returns the first illegal move.
    pub fn check_attempt(&self, moves: &[Move]) -> Result<Verdict, AttemptError> {
        let mut game = Game::new(self.position);
        let mut rest = self.solution.iter().peekable();
        let mut replies = Vec::new();
        for (index, attempted) in moves.iter().enumerate() {
            let fault = |fault| AttemptError { index, fault };
            let effect = game.check(attempted).map_err(fault)?;
            let turn = rest.next().ok_or_else(|| fault(GameError::Over))?;
            let mut expected = game.clone();
            play_turn(&mut expected, turn).expect("a legal solution");
            game.play(&effect);
            if game.position() != expected.position() {
                if !has_won(&game, self.solver()) {
                    return Ok(Verdict::Wrong { index });
                }
                rest = [].iter().peekable();
            }
            replies.clear();
            while let Some(reply) = rest.next_if(|turn| !self.is_solver_move(&game, turn)) {
                play_turn(&mut game, reply).expect("a legal solution");
                replies.push(reply.clone());
            }
        }
        if rest.peek().is_none() {
            return Ok(Verdict::Solved);
        }
        Ok(Verdict::Right { replies, position: Box::new(*game.position()) })
    }

    pub(super) fn solver(&self) -> Team {
        self.position.variant().team_of(self.position.turn())
    }

    fn is_solver_move(&self, game: &Game, turn: &Turn) -> bool {
        matches!(turn, Turn::Move(_))
            && game.position().variant().team_of(game.position().turn()) == self.solver()
    }
}

pub(super) fn play_turn(game: &mut Game, turn: &Turn) -> Result<(), GameError> {
    match turn {
        Turn::Move(written) => {
            let effect = game.check(written)?;
            game.play(&effect);
            Ok(())
        }
        Turn::Pass => game.pass(),
    }
}

/// True if `team` has won, after compulsory pass-turns.
pub(super) fn has_won(game: &Game, team: Team) -> bool {
    after_passes(game).ending().is_some_and(|ending| ending.outcome == Outcome::Win(team))
}
