//! Errors in the text of game records.

use super::tokens::TokenError;
use crate::notation::move_text::MoveTextError;

/// A syntax error and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: u64,
    /// The error.
    pub kind: RecordErrorKind,
}

/// Syntax errors of game records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// An invalid tag.
    #[error("a tag is written `[Name \"value\"]`")]
    Tag,
    /// A word that is not a move.
    #[error("`{text}` is not a move: {cause}")]
    Move {
        /// The word.
        text: String,
        /// The parse error.
        cause: MoveTextError,
    },
    /// A mark without a valid number.
    #[error("a mark is `$` and a number up to 255, or one of ! ? !! ?? !? ?!")]
    Mark,
    /// An unexpected character.
    #[error("`{0}` is not allowed here")]
    Unexpected(char),
    /// An unterminated comment.
    #[error("the comment that begins here does not end")]
    OpenComment,
    /// An unterminated variation.
    #[error("a variation does not end before the game does")]
    OpenVariation,
    /// Variations deeper than [`MAX_VARIATION_DEPTH`](super::MAX_VARIATION_DEPTH).
    #[error("variations are nested deeper than 32")]
    TooDeep,
    /// A game longer than [`MAX_RECORD_BYTES`](super::MAX_RECORD_BYTES).
    #[error("a game has at most 4 MiB of text")]
    TooLarge,
    /// Bytes that are not UTF-8.
    #[error("the text is not UTF-8")]
    NotText,
    /// The text contains no game.
    #[error("there is no game")]
    NoGame,
    /// The text contains more than one game.
    #[error("a second game begins where one was expected")]
    SecondGame,
}

impl From<TokenError> for RecordErrorKind {
    fn from(error: TokenError) -> RecordErrorKind {
        match error {
            TokenError::Move(text, cause) => RecordErrorKind::Move { text, cause },
            TokenError::Mark => RecordErrorKind::Mark,
            TokenError::Unexpected(sign) => RecordErrorKind::Unexpected(sign),
        }
    }
}
