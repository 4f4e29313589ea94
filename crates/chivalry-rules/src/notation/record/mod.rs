//! Game records in the style of PGN (`notation.md`, "Game records").
//!
//! [`RecordReader`] parses a stream into [`GameRecord`] values. Their `Display` implementation
//! writes the strict form. [`GameRecord::replay`] checks a record against the rules. Writing
//! and reading a record returns an equal record.

pub(crate) mod builder;
pub(crate) mod clock_comment;
pub(crate) mod error;
pub(crate) mod game_record;
pub(crate) mod reader;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod withdrawal;
pub(crate) mod writer;

pub use builder::RecordBuilder;
pub use clock_comment::{clock_text, parse_clock};
pub use error::{RecordError, RecordErrorKind};
pub use game_record::{Element, GameRecord};
pub use reader::{MAX_RECORD_BYTES, MAX_VARIATION_DEPTH, ReadGame, RecordReader};
pub use replay::{IllegalPly, Replay, ReplayError};
pub use result::{RecordResult, RecordResultError};
pub use withdrawal::{Withdrawal, parse_withdrawal, withdrawal_text};
