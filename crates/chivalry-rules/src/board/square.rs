//! Square indices and square names.

use std::fmt;

/// A square of one board, numbered in board order (`notation.md`, "Moves").
///
/// Board order runs by rank from 1 up, then by file from A. Only the
/// [`Board`](super::geometry::Board) can name the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    pub(crate) const fn new(index: usize) -> Square {
        debug_assert!(index < 256);
        Square(index as u8)
    }

    /// The index in board order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A file and a rank. The square need not exist on a given board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareName {
    /// The file, from 0 for `A` to 25 for `Z`.
    pub file: u8,
    /// The rank, from 1 up.
    pub rank: u8,
}

impl SquareName {
    /// Parses one name at the start of `text`, in either case, and returns the rest of the
    /// text.
    #[must_use]
    pub fn split_from(text: &str) -> Option<(SquareName, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at(digits);
        let rank = number.parse().ok().filter(|_| !number.starts_with('0'))?;
        Some((SquareName { file: letter.to_ascii_uppercase() - b'A', rank }, rest))
    }

    /// Parses a whole text as one name.
    #[must_use]
    pub fn parse(text: &str) -> Option<SquareName> {
        SquareName::split_from(text).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.file), self.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_either_case_and_written_in_capitals() {
        for (text, written) in [("c8", "C8"), ("L12", "L12"), ("a1", "A1")] {
            assert_eq!(SquareName::parse(text).unwrap().to_string(), written);
        }
        for text in ["", "8", "C", "C0", "C08", "C300", "CC1", "é1", "C-1"] {
            assert_eq!(SquareName::parse(text), None, "{text}");
        }
    }
}
