//! Puzzle requests and views (`docs/protocol.md`, "Puzzles").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Array, ArrayBuilder};

use chivalry_engine::puzzles::{AttemptError, GradedPuzzle, Puzzle, PuzzleId, Theme, Verdict};
use chivalry_play::matches::MatchId;
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{GameError, Move, SquareName};

use crate::protocol::codec::error::RequestError;
use crate::protocol::codec::fields::read_turn;
use crate::protocol::reason::Message;
use crate::protocol::reason::Reason;
use crate::protocol::views::match_view::enum_schema;

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
    /// The initial rating of the puzzle, by its difficulty.
    pub rating: u16,
    /// The motifs of the solution.
    #[schema(schema_with = themes)]
    pub themes: Vec<&'static str>,
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

/// The puzzle of a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DailyPuzzleView {
    /// The day in UTC, such as `2026-07-28`.
    pub date: String,
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: PuzzleView,
}

/// The success of a player at puzzles, from the last 1,000 first attempts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleStandingView {
    /// The puzzle rating, in whole points.
    pub rating: u16,
    /// True if the rating is uncertain.
    pub provisional: bool,
    /// Number of first attempts.
    pub tried: u32,
    /// Number of first attempts that solved the puzzle.
    pub solved: u32,
    /// Number of puzzles solved in a row, up to the last attempt.
    pub streak: u32,
    /// The longest such number.
    pub best_streak: u32,
}

/// The standing after a counted attempt.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountedView {
    /// The change of the rating by the attempt, in points.
    pub change: i32,
    /// The standing after the attempt.
    #[serde(flatten)]
    pub standing: PuzzleStandingView,
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
    /// True to ask for the piece of the next move after `moves`, which may be empty. A first
    /// attempt fails by it.
    #[serde(default)]
    pub hint: bool,
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
    /// The piece that moves next. The attempt goes on, and no longer counts as solved.
    Hint {
        /// The square of the piece.
        square: String,
        /// True if the first attempt failed by the hint.
        counted: bool,
        /// The player's standing; omitted unless the attempt counts.
        #[serde(skip_serializing_if = "Option::is_none")]
        standing: Option<CountedView>,
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
    /// The player's standing; omitted unless the attempt counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<CountedView>,
    /// The solution.
    #[serde(flatten)]
    pub solution: SolutionView,
}

/// The judgement of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The verdict about the moves.
    Verdict(Verdict),
    /// The square of the piece that moves next.
    Hint(SquareName),
    /// The player gives up.
    GivenUp,
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
    pub fn of(graded: &GradedPuzzle, tried: u32, solved: u32) -> PuzzleView {
        let position = graded.puzzle.position();
        let variant = position.variant();
        PuzzleView {
            puzzle: graded.id,
            variant: variant.pin().to_owned(),
            position: position.to_string(),
            seat: variant.seat_name(position.turn()).letter(),
            moves: graded.moves,
            rating: graded.rating,
            themes: graded.themes.iter().map(|theme| theme.as_str()).collect(),
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
    /// Judges the moves of the attempt.
    ///
    /// # Errors
    /// `bad_field` if there are no moves, too many moves or an invalid move text;
    /// `illegal_move` if a move is illegal.
    pub fn judge(&self, puzzle: &Puzzle) -> Result<Judgement, RequestError> {
        if self.give_up {
            return Ok(Judgement::GivenUp);
        }
        let of_moves = |reason: Reason| RequestError::unmet("moves", reason);
        if self.moves.is_empty() && !self.hint {
            return Err(of_moves(Reason::PuzzleMovesMissing));
        }
        let solution = puzzle.solver_moves();
        if self.moves.len() > solution.len() {
            return Err(of_moves(Reason::PuzzleTooManyMoves));
        }
        let verdict = match self.moves.is_empty() {
            true => None,
            false => Some(self.verdict(puzzle)?),
        };
        Ok(match (verdict, solution.get(self.moves.len())) {
            (None | Some(Verdict::Right { .. }), Some(next)) if self.hint => {
                Judgement::Hint(next.from)
            }
            (Some(verdict), _) => Judgement::Verdict(verdict),
            (None, _) => Judgement::GivenUp,
        })
    }

    fn verdict(&self, puzzle: &Puzzle) -> Result<Verdict, RequestError> {
        let of_moves = |message: Message| RequestError::unmet("moves", message);
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
        puzzle.check_attempt(&moves).map_err(|AttemptError { index, fault }| {
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
    /// The view of a judged attempt. `counted` is the standing if this was the first attempt.
    #[must_use]
    pub fn of(
        judgement: Judgement,
        counted: Option<CountedView>,
        solution: SolutionView,
    ) -> AttemptView {
        let is_counted = counted.is_some();
        let verdict = match judgement {
            Judgement::Verdict(verdict) => Some(verdict),
            Judgement::GivenUp => None,
            Judgement::Hint(square) => {
                let square = square.to_string();
                return AttemptView::Hint { square, counted: is_counted, standing: counted };
            }
        };
        let ended =
            |wrong| EndedAttemptView { wrong, counted: is_counted, standing: counted, solution };
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

fn themes() -> Array {
    let names = enum_schema("A motif of a solution.", Theme::ALL.map(Theme::as_str));
    ArrayBuilder::new().items(names).description(Some("The motifs of the solution.")).build()
}

fn texts(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}
