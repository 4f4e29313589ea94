//! What may come from outside, mutated: whatever it is, it is answered, and soon. The same
//! properties are looked for by a fuzzer that sees which code an input reaches (`fuzz/`).

#![allow(clippy::print_stdout, reason = "`--nocapture` is for who wants to know")]

mod harness;
mod mutations;
pub(crate) mod properties;

use super::rng;
use harness::look_for_faults;

/// Mutated inputs of each kind. `CHIVALRY_FUZZ_INPUTS` says how many besides.
const INPUTS: usize = 50_000;

/// Seeds, each of which is for some positions: the model is slow.
const SEEDS: usize = 100;

/// Where the inputs are that mutations begin with.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

#[test]
fn moves_are_judged_or_refused() {
    look_for_faults(CORPUS, "moves", INPUTS, properties::moves);
}

#[test]
fn positions_are_read_as_they_are_written() {
    look_for_faults(CORPUS, "positions", INPUTS, properties::positions);
}

#[test]
fn records_are_read_piece_by_piece_as_at_once() {
    look_for_faults(CORPUS, "records", INPUTS, properties::records);
}

#[test]
fn the_core_and_the_model_agree_from_any_seed() {
    look_for_faults(CORPUS, "agreement", SEEDS, properties::agreement);
}
