//! Withdrawal comments: `[%out G time]` states that a seat no longer plays while its partner
//! plays on (`rules.md 6.4`).

use crate::board::seat::Seat;

/// The withdrawal of a seat during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// The seat.
    pub seat: Seat,
    /// Plies played before the withdrawal, pass-turns included.
    pub plies: u32,
    /// The reason as written in the record.
    pub reason: String,
}

/// Parses the seat letter and the reason of a withdrawal in a comment.
#[must_use]
pub fn parse_withdrawal(comment: &str) -> Option<(char, &str)> {
    let (_, rest) = comment.split_once("[%out ")?;
    let (text, _) = rest.split_once(']')?;
    let mut letters = text.trim().chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let reason = letters.as_str();
    (reason.is_empty() || reason.starts_with(' ')).then_some((letter, reason.trim()))
}

/// Formats a withdrawal for a comment: `[%out G time]`.
#[must_use]
pub fn withdrawal_text(letter: char, reason: &str) -> String {
    format!("[%out {letter} {reason}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn withdrawals_are_read_as_written() {
        assert_eq!(withdrawal_text('G', "time"), "[%out G time]");
        let comment = format!("well played {} goodbye", withdrawal_text('Y', "resignation"));
        assert_eq!(parse_withdrawal(&comment), Some(('Y', "resignation")));
        assert_eq!(parse_withdrawal("[%out b]"), Some(('b', "")));
        for text in ["", "[%out]", "[%out ]", "[%out G time", "[%out Green]", "[%out 7]"] {
            assert_eq!(parse_withdrawal(text), None, "{text}");
        }
    }
}
