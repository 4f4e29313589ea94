//! Moves as written, before they are judged.

use std::fmt;

use crate::board::square::SquareName;

/// The mark written before a landing square (`notation.md`, "Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegMark {
    /// `-`: a plain move or a canter leg.
    Dash,
    /// `x`: a jump leg.
    Cross,
    /// `,`: another tree of a placement (`rules.md 8.10`).
    Comma,
}

impl LegMark {
    /// The character in written moves.
    #[must_use]
    pub const fn as_char(self) -> char {
        match self {
            LegMark::Dash => '-',
            LegMark::Cross => 'x',
            LegMark::Comma => ',',
        }
    }
}

/// A written move without any guarantee.
///
/// [`str::parse`] reads it without a board and [`Position::check`](crate::Position::check)
/// judges it. A placement of trees (`rules.md 8.10`) stores its first tree in `from` and the
/// others as legs with [`LegMark::Comma`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The starting square.
    pub from: SquareName,
    /// The mark and the landing square of each leg. Never empty.
    pub legs: Vec<(LegMark, SquareName)>,
}

impl Move {
    /// Returns true if the move places trees (`rules.md 8.10`).
    #[must_use]
    pub fn is_placement(&self) -> bool {
        self.legs.iter().any(|&(mark, _)| mark == LegMark::Comma)
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
