//! Runs a property on the inputs of a corpus and on mutations of them.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::mutations::mutated;
use super::rng::Rng;

/// The time limit for one input. It is generous enough for slow machines.
const MAX_DURATION: Duration = Duration::from_secs(5);

/// Runs `property` on every input of a corpus and on `inputs` mutations.
///
/// `CHIVALRY_FUZZ_INPUTS` overrides the number of mutations.
pub(crate) fn run_property(corpora: &str, name: &str, inputs: usize, property: fn(&[u8])) {
    let corpus = corpus(corpora, name);
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
    assert!(took < MAX_DURATION, "{name} takes {took:?} for \"{}\"", input.escape_ascii());
}

fn corpus(corpora: &str, name: &str) -> Vec<Vec<u8>> {
    let folder = format!("{corpora}/{name}");
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!inputs.is_empty(), "{folder} is empty");
    inputs
}
