//! Mutates inputs: changes, removes, inserts and repeats bytes, and joins two inputs.

use super::rng::Rng;

/// Maximum number of changes to one input.
const MAX_CHANGES: usize = 8;

/// Maximum length of an input in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// Fragments of the tested text forms.
const WORDS: [&str; 32] = [
    "null",
    "true",
    "-1",
    "0",
    "4294967296",
    "1e999",
    "\"\"",
    "[]",
    "{}",
    "\\u0000",
    "\u{1f408}",
    "\n",
    "\"",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "/",
    " ",
    "-",
    "x",
    "A1",
    "L16",
    "wW",
    "12",
    "pass",
    "--",
    "1-0",
];

/// Returns a mutation of a random input of `corpus`.
pub(super) fn mutated(corpus: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng| rng.pick(corpus).cloned().unwrap_or_default();
    let mut bytes = pick(rng);
    for _ in 0..=rng.below(MAX_CHANGES) {
        let at = rng.below(bytes.len() + 1);
        let until = (at + rng.below(16)).min(bytes.len());
        match rng.below(6) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 => drop(bytes.drain(at..until)),
            2 => insert(&mut bytes, at, rng.pick(&WORDS).map_or(&[][..], |word| word.as_bytes())),
            3 => {
                let part = bytes[at..until].to_vec();
                let times = 1 + rng.below(40);
                insert(&mut bytes, until, &part.repeat(times));
            }
            4 => {
                let other = pick(rng);
                let part = &other[rng.below(other.len() + 1)..];
                bytes.truncate(at);
                bytes.extend_from_slice(part);
            }
            _ if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            _ => {}
        }
    }
    bytes.truncate(MAX_BYTES);
    bytes
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    let rest = bytes.split_off(at);
    bytes.extend_from_slice(part);
    bytes.extend_from_slice(&rest);
}
