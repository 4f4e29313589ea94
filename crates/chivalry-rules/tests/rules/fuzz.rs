//! Mutated external input must be accepted or refused without a panic and in bounded time.
//!
//! The coverage-guided targets in `fuzz/` check the same properties.

#![allow(clippy::print_stdout, reason = "`--nocapture` is for who wants to know")]

mod harness;
mod mutations;
pub(crate) mod properties;

use super::rng;
use harness::run_property;

/// Mutated inputs per kind, unless `CHIVALRY_FUZZ_INPUTS` is set.
const INPUTS: usize = 50_000;

/// Mutated seeds. Each seed compares several positions with the slow model.
const SEEDS: usize = 100;

/// The folder with the initial inputs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

#[test]
fn moves_are_judged_or_refused() {
    run_property(CORPUS, "moves", INPUTS, properties::moves);
}

#[test]
fn positions_are_read_as_they_are_written() {
    run_property(CORPUS, "positions", INPUTS, properties::positions);
}

#[test]
fn records_read_in_pieces_equal_records_read_at_once() {
    run_property(CORPUS, "records", INPUTS, properties::records);
}

#[test]
fn the_core_and_the_model_agree_from_any_seed() {
    run_property(CORPUS, "agreement", SEEDS, properties::agreement);
}
