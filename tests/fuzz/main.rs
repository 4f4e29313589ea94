//! Frames, request bodies and imported records, mutated: each is read or refused, without
//! a panic and in bounded time. The fuzz target `frames` (`fuzz/`) runs the same property.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "`--nocapture` shows the slowest input")]

#[path = "../../crates/chivalry-rules/tests/rules/fuzz/harness.rs"]
mod harness;
#[path = "../../crates/chivalry-rules/tests/rules/fuzz/mutations.rs"]
mod mutations;
mod properties;
#[path = "../../crates/chivalry-rules/tests/rules/rng.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod rng;

use harness::run_property;

/// Mutated inputs of each kind, unless `CHIVALRY_FUZZ_INPUTS` gives another number.
const INPUTS: usize = 50_000;

/// The folder of the corpora.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus");

#[test]
fn frames_and_bodies_are_read_or_refused() {
    run_property(CORPUS, "frames", INPUTS, properties::frames);
}

#[test]
fn records_are_imported_or_refused() {
    run_property(CORPUS, "records", INPUTS, properties::imports);
}
