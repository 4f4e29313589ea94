//! Puzzles with a grade, and their form as a line of text.

use std::fmt;

use chivalry_rules::notation::position_text::PositionError;
use chivalry_rules::{Position, Variant};

use super::grade::Grade;
use super::puzzle::{Puzzle, PuzzleError, PuzzleId};
use super::theme::Theme;

/// A puzzle as a line of four fields, with tabs between them: the variant, the
/// position, the turns of the solution, and the nodes of the grade. A line
/// without the last field has no grade.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleLine {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The grade, if it was measured.
    pub grade: Option<Grade>,
}

/// A line that contains no puzzle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LineError {
    /// A field is missing, or there are too many.
    #[error("a line has a variant, a position, a solution and perhaps a grade")]
    Fields,
    /// No variant has this name.
    #[error("there is no variant {0:?}")]
    Variant(String),
    /// The position has an error.
    #[error("the position: {0}")]
    Position(PositionError),
    /// The solution has an error.
    #[error("the solution: {0}")]
    Solution(#[from] PuzzleError),
    /// The grade is no number of the series.
    #[error("{0:?} is no grade: 25, 50, 100 and so on")]
    Grade(String),
}

/// A puzzle with facts that take time to compute.
#[derive(Clone, Debug)]
pub struct GradedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The id of the puzzle.
    pub id: PuzzleId,
    /// The number of moves that the solver must find.
    pub moves: usize,
    /// The themes of the solution.
    pub themes: Vec<Theme>,
    /// The initial rating.
    pub rating: u16,
}

impl PuzzleLine {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is invalid, or its solution is illegal or does not win.
    pub fn parse(line: &str) -> Result<PuzzleLine, LineError> {
        let mut fields = line.trim_end().split('\t');
        let mut field = || fields.next().ok_or(LineError::Fields);
        let (variant, position, solution) = (field()?, field()?, field()?);
        let grade = fields.next();
        if fields.next().is_some() {
            return Err(LineError::Fields);
        }
        let unknown = || LineError::Variant(variant.to_owned());
        let variant = Variant::named(variant).ok_or_else(unknown)?;
        let position = Position::read(position, variant).map_err(LineError::Position)?;
        let read = |text: &str| {
            let grade = text.parse().ok().and_then(Grade::of_nodes);
            grade.ok_or_else(|| LineError::Grade(text.to_owned()))
        };
        let grade = grade.map(read).transpose()?;
        Ok(PuzzleLine { puzzle: Puzzle::parse(position, solution)?, grade })
    }
}

impl fmt::Display for PuzzleLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.puzzle.position();
        write!(f, "{}\t{position}\t", position.variant().pin())?;
        for (turn, index) in self.puzzle.solution().iter().zip(0..) {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{turn}")?;
        }
        self.grade.map_or(Ok(()), |grade| write!(f, "\t{}", grade.nodes()))
    }
}

impl GradedPuzzle {
    /// Computes the facts of a puzzle. Without a grade its rating is estimated.
    #[must_use]
    pub fn new(puzzle: Puzzle, grade: Option<Grade>) -> GradedPuzzle {
        let moves = puzzle.move_count();
        let estimate = || super::grade::estimated_rating(moves);
        GradedPuzzle {
            id: puzzle.id(),
            moves,
            themes: puzzle.themes(),
            rating: grade.map_or_else(estimate, |grade| grade.rating(moves)),
            puzzle,
        }
    }
}
