//! `[%out G time]`: a seat plays no more from here on, and its partner plays
//! on (`rules.md 6.4`), inside a comment.

use crate::board::seat::Seat;

/// A seat that played no more from some ply of a record on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WentOut {
    /// The seat.
    pub seat: Seat,
    /// Plies played before that, pass-turns included.
    pub plies: u32,
    /// Why, as the record has it.
    pub how: String,
}

/// The letter of the seat that a comment says is out, and why.
#[must_use]
pub fn out_in(comment: &str) -> Option<(char, &str)> {
    let (_, rest) = comment.split_once("[%out ")?;
    let (text, _) = rest.split_once(']')?;
    let mut letters = text.trim().chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let how = letters.as_str();
    (how.is_empty() || how.starts_with(' ')).then_some((letter, how.trim()))
}

/// What a comment says of a seat that is out: `[%out G time]`.
#[must_use]
pub fn out_text(letter: char, how: &str) -> String {
    format!("[%out {letter} {how}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_out_is_read_as_it_is_written() {
        assert_eq!(out_text('G', "time"), "[%out G time]");
        let comment = format!("well played {} goodbye", out_text('Y', "resignation"));
        assert_eq!(out_in(&comment), Some(('Y', "resignation")));
        assert_eq!(out_in("[%out b]"), Some(('b', "")));
        for text in ["", "[%out]", "[%out ]", "[%out G time", "[%out Green]", "[%out 7]"] {
            assert_eq!(out_in(text), None, "{text}");
        }
    }
}
