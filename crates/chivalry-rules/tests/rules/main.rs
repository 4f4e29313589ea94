//! Tests of the rules: tables, named rules, text forms, fuzzing and an independent slow model.

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
mod symmetry;
mod variant_files;
mod vectors;
