//! What may come from outside, mutated: whatever it is, it is answered, and soon. The same
//! properties are looked for by a fuzzer that sees which code an input reaches (`fuzz/`).

#![allow(clippy::print_stdout, reason = "`--nocapture` is for who wants to know")]

mod mutations;
pub(crate) mod properties;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mutations::mutated;

use super::positions::Rng;

/// Mutated inputs of each kind. `CHIVALRY_FUZZ_INPUTS` says how many besides.
const INPUTS: usize = 50_000;

/// Seeds, each of which is for some positions: the model is slow.
const SEEDS: usize = 100;

/// No input takes so long, on a machine of whatever speed.
const NEVER_WITHIN: Duration = Duration::from_secs(5);

/// Where the inputs are that mutations begin with.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus");

#[test]
fn moves_are_judged_or_refused() {
    look_for_faults("moves", INPUTS, properties::moves);
}

#[test]
fn positions_are_read_as_they_are_written() {
    look_for_faults("positions", INPUTS, properties::positions);
}

#[test]
fn records_are_read_piece_by_piece_as_at_once() {
    look_for_faults("records", INPUTS, properties::records);
}

#[test]
fn frames_and_bodies_are_read_or_refused() {
    look_for_faults("frames", INPUTS, properties::frames);
}

#[test]
fn the_core_and_the_model_agree_from_any_seed() {
    look_for_faults("agreement", SEEDS, properties::agreement);
}

/// Tries every input of the corpus, and then so many mutations of them.
fn look_for_faults(name: &str, inputs: usize, property: fn(&[u8])) {
    let corpus = corpus(name);
    let more = std::env::var("CHIVALRY_FUZZ_INPUTS").ok().and_then(|count| count.parse().ok());
    let mut rng = Rng::seeded(1887);
    let mutated = (0..more.unwrap_or(inputs)).map(|_| mutated(&corpus, &mut rng));
    let mut slowest = (Duration::ZERO, Vec::new());
    for input in corpus.iter().cloned().chain(mutated) {
        let began = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| property(&input))).is_err() {
            panic!("{name} fails for \"{}\"", input.escape_ascii());
        }
        slowest = slowest.max((began.elapsed(), input));
    }
    let (took, input) = slowest;
    println!("{name}: the slowest took {took:?}: \"{}\"", input.escape_ascii());
    assert!(took < NEVER_WITHIN, "{name} takes {took:?} for \"{}\"", input.escape_ascii());
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = format!("{CORPUS}/{name}");
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!inputs.is_empty(), "{folder} is empty");
    inputs
}
