//! Written moves.

use crate::board::square::SquareName;
use std::fmt;

/// The mark written before a landing square (`notation.md`, "Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `-`: a plain move or a canter leg.
    Dash,
    /// `x`: a jump leg.
    Cross,
    /// `,`: another tree of a placement (`rules.md 8.10`).
    Comma,
}

impl Mark {
    /// The character written.
    #[must_use]
    pub const fn as_char(self) -> char {
        match self {
            Mark::Dash => '-',
            Mark::Cross => 'x',
            Mark::Comma => ',',
        }
    }
}

/// A move as somebody wrote it: squares by name, nothing promised. It is read
/// without a board ([`str::parse`]) and judged by [`Position::check`].
///
/// A placement of trees is one too (`rules.md 8.10`): the first tree in place
/// of the start, each other one after a [`Mark::Comma`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece starts.
    pub from: SquareName,
    /// Every leg: its mark and the square landed upon. Never empty.
    pub legs: Vec<(Mark, SquareName)>,
}

impl Move {
    /// Whether it places trees (`rules.md 8.10`).
    #[must_use]
    pub fn is_placement(&self) -> bool {
        self.legs.iter().any(|&(mark, _)| mark == Mark::Comma)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for (mark, to) in &self.legs {
            write!(f, "{}{to}", mark.as_char())?;
        }
        Ok(())
    }
}
