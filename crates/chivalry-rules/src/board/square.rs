//! Squares by number, and their names.

use std::fmt;

/// A square of one board, numbered in board order: by rank from 1 up, within
/// a rank by file from A (`notation.md`, "Moves").
///
/// A number means nothing without its [`Board`](super::Board), which names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    pub(crate) const fn new(index: usize) -> Square {
        debug_assert!(index < 256);
        Square(index as u8)
    }

    /// Place in board order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A square's name, file letter and rank number: it may name a square that a
/// given board does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareName {
    /// The file, from 0 for `A` to 25 for `Z`.
    pub file: u8,
    /// The rank, from 1 up.
    pub rank: u8,
}

impl SquareName {
    /// Reads one name from the front of `text`, in either case, and gives the
    /// rest.
    #[must_use]
    pub fn split_from(text: &str) -> Option<(SquareName, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = rest.split_at(digits);
        let rank = number.parse().ok().filter(|_| !number.starts_with('0'))?;
        Some((SquareName { file: letter.to_ascii_uppercase() - b'A', rank }, rest))
    }

    /// Reads a whole text as one name.
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
