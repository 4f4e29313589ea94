//! The rules core against tables, rule by rule, and against a slow model of
//! the rules.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod agreement;
pub(crate) mod fuzz;
mod helpers;
mod hostile;
mod model;
mod named;
mod perft;
mod positions;
mod records;
mod rng;
mod round_trip;
mod variant_files;
mod vectors;
