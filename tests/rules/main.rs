//! The rules core against tables, and against a slow model of the rules.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod hostile;
mod perft;
mod records;
mod vectors;
