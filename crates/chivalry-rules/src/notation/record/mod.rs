//! Game records (`notation.md`, "Game records").

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
pub use clock_comment::{clk_in, clk_text};
pub use error::{RecordError, TextFault};
pub use game_record::{Element, GameRecord};
pub use reader::{MOST_BYTES, MOST_NESTED, ReadGame, RecordReader};
pub use replay::{PlyFault, RecordFault, Replay};
pub use result::{NoResult, RecordResult};
pub use withdrawal::{WentOut, out_in, out_text};
