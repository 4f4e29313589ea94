//! What can be wrong with the text of a game record.

use super::tokens::TokenFault;
use crate::notation::move_text::MoveTextError;

/// A text that is no game record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RecordError {
    /// The line at fault, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: TextFault,
}

/// What makes a text no game record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// A line in brackets that is no tag.
    #[error("a tag is written `[Name \"value\"]`")]
    Tag,
    /// A word that is no move.
    #[error("`{text}` is not a move: {fault}")]
    Move {
        /// The word.
        text: String,
        /// Why.
        fault: MoveTextError,
    },
    /// A mark without its number.
    #[error("a mark is `$` and a number up to 255, or one of ! ? !! ?? !? ?!")]
    Mark,
    /// A sign that belongs elsewhere.
    #[error("`{0}` does not belong here")]
    Sign(char),
    /// A brace that is never closed.
    #[error("the comment that begins here does not end")]
    OpenComment,
    /// A parenthesis that is never closed.
    #[error("a variation does not end before the game does")]
    OpenVariation,
    /// Variations deeper than [`MOST_NESTED`](super::MOST_NESTED).
    #[error("variations are nested deeper than 32")]
    TooDeep,
    /// More than [`MOST_BYTES`](super::MOST_BYTES).
    #[error("a game has at most 4 MiB of text")]
    TooLarge,
    /// Bytes that are no UTF-8.
    #[error("the text is not UTF-8")]
    NotText,
    /// Nothing where one game was expected.
    #[error("there is no game")]
    NoGame,
    /// More than the one game expected.
    #[error("a second game begins where one was expected")]
    SecondGame,
}

impl From<TokenFault> for TextFault {
    fn from(fault: TokenFault) -> TextFault {
        match fault {
            TokenFault::Move(text, fault) => TextFault::Move { text, fault },
            TokenFault::Mark => TextFault::Mark,
            TokenFault::Sign(sign) => TextFault::Sign(sign),
        }
    }
}
