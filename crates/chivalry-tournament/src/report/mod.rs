//! Game results of finished matches, and the Tournament Report File.

mod day;
pub(crate) mod error;
mod export;
pub(crate) mod import;
pub(crate) mod match_report;
mod next_round;
mod parser;
pub(crate) mod report_file;
mod tie_break_code;
mod writer;
