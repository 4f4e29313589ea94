//! Puzzles as clients see and try them (`docs/protocol.md`, "Puzzles").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use chivalry_engine::puzzles::{AttemptError, Puzzle, PuzzleId, Verdict};
use chivalry_play::matches::MatchId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{GameError, Move};

use crate::protocol::codec::client_frame::read_turn;
use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Message;
use crate::protocol::reason::Reason;

/// A position in which one line wins.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    /// The puzzle.
    #[schema(value_type = uuid::Uuid)]
    pub puzzle: PuzzleId,
    /// The variant's name.
    pub variant: String,
    /// Where it begins.
    pub position: String,
    /// The letter of the seat to move.
    pub seat: char,
    /// How many moves are to be found.
    pub moves: usize,
    /// How many players have tried it.
    pub tried: u32,
    /// How many of them solved it at once.
    pub solved: u32,
    /// What became of the first attempt of whoever asks; left out before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<PastAttemptView>,
    /// How it is solved; left out before an attempt.
    #[serde(flatten)]
    pub solution: Option<SolutionView>,
}

/// A first attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PastAttemptView {
    /// Whether it was solved.
    pub solved: bool,
    /// When.
    pub at: String,
}

/// How a puzzle is solved, and where it comes from: told after an attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolutionView {
    /// The line that wins, replies and pass-turns included.
    pub solution: Vec<String>,
    /// The match in which it was found; left out for one from a game that the
    /// program played against itself.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<uuid::Uuid>)]
    pub match_id: Option<MatchId>,
    /// After how many plies of the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// An attempt at a puzzle.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct AttemptRequest {
    /// The moves of the team to move, from the first on, without the replies.
    #[serde(default)]
    pub moves: Vec<String>,
    /// True to be told the solution instead: the attempt has failed.
    #[serde(default)]
    pub give_up: bool,
}

/// What became of an attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum AttemptView {
    /// The moves are right, and more are to be found: nothing is kept yet.
    Right {
        /// What the others reply to the last.
        replies: Vec<String>,
        /// Where that leads.
        position: String,
    },
    /// The puzzle is solved.
    Solved(EndedAttemptView),
    /// A move does not win, or not as soon; or the player gave up.
    Wrong(EndedAttemptView),
}

/// An attempt that is over.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndedAttemptView {
    /// Which of the moves was wrong, from 1; left out when none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<usize>,
    /// Whether it was the player's first attempt: no other is counted.
    pub counted: bool,
    /// How it is solved.
    #[serde(flatten)]
    pub solution: SolutionView,
}

impl SolutionView {
    /// How `puzzle` is solved, which was found in the match and after the
    /// plies that `source` says.
    #[must_use]
    pub fn of(puzzle: &Puzzle, source: Option<(MatchId, u32)>) -> SolutionView {
        let (match_id, ply) = source.unzip();
        SolutionView { solution: texts(puzzle.solution()), match_id, ply }
    }
}

impl PuzzleView {
    /// A puzzle before any attempt.
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
        }
    }
}

impl AttemptRequest {
    /// What its moves are worth; `None` when the player gives up.
    ///
    /// # Errors
    /// `bad_field` when there are no moves, or too many, or one cannot be
    /// read; `illegal_move` when one cannot be made.
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
    /// What became of moves of which that was said.
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
