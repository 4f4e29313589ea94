//! Puzzle requests and views (`docs/protocol.md`, "Puzzles").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_engine::puzzles::{AttemptError, Puzzle, PuzzleId, Verdict};
use chivalry_play::matches::MatchId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{GameError, Move};

use crate::protocol::codec::error::RequestError;
use crate::protocol::codec::fields::read_turn;
use crate::protocol::reason::Message;
use crate::protocol::reason::Reason;

/// A position in which exactly one line wins.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    /// The puzzle.
    #[schema(value_type = uuid::Uuid)]
    pub puzzle: PuzzleId,
    /// The variant's name.
    pub variant: String,
    /// The starting position.
    pub position: String,
    /// The letter of the seat to move.
    pub seat: char,
    /// Number of moves to find.
    pub moves: usize,
    /// Number of players who have tried the puzzle.
    pub tried: u32,
    /// Number of players who solved it at the first attempt.
    pub solved: u32,
    /// The caller's first attempt; omitted before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<PastAttemptView>,
    /// The solution with replies and pass-turns; omitted before the first attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// The match of origin; omitted before the first attempt, and for a self-play game.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// Number of plies of the match before the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A player's first attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PastAttemptView {
    /// True if the attempt solved the puzzle.
    pub solved: bool,
    /// The time of the attempt.
    pub at: String,
}

/// The solution of a puzzle and its origin, shown after an attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolutionView {
    /// The winning line, including replies and pass-turns.
    pub solution: Vec<String>,
    /// The match in which the puzzle was found; omitted if it comes from a self-play game.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// Number of plies of the match before the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// An attempt at a puzzle.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct AttemptRequest {
    /// The moves of the solving team from the start of the puzzle, without the replies.
    #[serde(default)]
    pub moves: Vec<String>,
    /// True to give up: the attempt fails and the solution is returned.
    #[serde(default)]
    pub give_up: bool,
}

/// The result of an attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum AttemptView {
    /// The moves are correct and further moves are to be found. The attempt is not yet
    /// recorded.
    Right {
        /// The replies to the last move.
        replies: Vec<String>,
        /// The position after the replies.
        position: String,
    },
    /// The puzzle is solved.
    Solved(EndedAttemptView),
    /// A move does not win, or wins later than necessary, or the player gave up.
    Wrong(EndedAttemptView),
}

/// A finished attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndedAttemptView {
    /// The number of the first wrong move, from 1; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<usize>,
    /// True for the player's first attempt. Only that one is counted.
    pub counted: bool,
    /// The solution.
    #[serde(flatten)]
    pub solution: SolutionView,
}

impl SolutionView {
    /// The solution of `puzzle`. `source` is the match in which it was found and the number of
    /// plies before it.
    #[must_use]
    pub fn of(puzzle: &Puzzle, source: Option<(MatchId, u32)>) -> SolutionView {
        let (match_id, ply) = source.unzip();
        SolutionView { solution: texts(puzzle.solution()), match_id, ply }
    }
}

impl PuzzleView {
    /// The view after the caller's first attempt.
    #[must_use]
    pub fn after(self, attempt: PastAttemptView, solution: SolutionView) -> PuzzleView {
        let SolutionView { solution, match_id, ply } = solution;
        let (attempt, solution) = (Some(attempt), Some(solution));
        PuzzleView { attempt, solution, match_id, ply, ..self }
    }

    /// The view of a puzzle before any attempt.
    #[must_use]
    pub fn of(puzzle: &Puzzle, tried: u32, solved: u32) -> PuzzleView {
        let position = puzzle.position();
        let variant = position.variant();
        PuzzleView {
            puzzle: puzzle.id(),
            variant: variant.pin().to_owned(),
            position: position.to_string(),
            seat: variant.seat_name(position.turn()).letter(),
            moves: puzzle.move_count(),
            tried,
            solved,
            attempt: None,
            solution: None,
            match_id: None,
            ply: None,
        }
    }
}

impl AttemptRequest {
    /// Judges the moves of the attempt. Returns `None` if the player gives up.
    ///
    /// # Errors
    /// `bad_field` if there are no moves, too many moves or an invalid move text;
    /// `illegal_move` if a move is illegal.
    pub fn judge(&self, puzzle: &Puzzle) -> Result<Option<Verdict>, RequestError> {
        let of_moves = |message: Message| RequestError::unmet("moves", message);
        if self.give_up {
            return Ok(None);
        }
        if self.moves.is_empty() {
            return Err(of_moves(Reason::PuzzleMovesMissing.into()));
        }
        if self.moves.len() > puzzle.move_count() {
            return Err(of_moves(Reason::PuzzleTooManyMoves.into()));
        }
        let at = |index: usize| Some(format!("moves[{index}]"));
        let read = |(index, text): (usize, &String)| match read_turn(text) {
            Ok(Turn::Move(written)) => Ok(written),
            Ok(Turn::Pass) => Err(of_moves(Reason::PuzzlePass.into())),
            Err(mut error) => {
                error.more.field = at(index);
                Err(error)
            }
        };
        let moves: Vec<Move> =
            self.moves.iter().enumerate().map(read).collect::<Result<_, RequestError>>()?;
        puzzle.check_attempt(&moves).map(Some).map_err(|AttemptError { index, fault }| {
            let mut error = match fault {
                GameError::Illegal(violation) => RequestError::illegal(&violation),
                GameError::Over | GameError::Pass => of_moves(Message::from(&fault)),
            };
            error.more.field = at(index);
            error
        })
    }
}

impl AttemptView {
    /// The view of a judged attempt.
    #[must_use]
    pub fn of(verdict: Option<Verdict>, counted: bool, solution: SolutionView) -> AttemptView {
        let ended = |wrong| EndedAttemptView { wrong, counted, solution };
        match verdict {
            Some(Verdict::Right { replies, position }) => {
                AttemptView::Right { replies: texts(&replies), position: position.to_string() }
            }
            Some(Verdict::Solved) => AttemptView::Solved(ended(None)),
            Some(Verdict::Wrong { index }) => AttemptView::Wrong(ended(Some(index + 1))),
            None => AttemptView::Wrong(ended(None)),
        }
    }
}

fn texts(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}
