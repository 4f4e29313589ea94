//! Runs `properties::frames`: `cargo +nightly fuzz run frames`.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/fuzz/properties.rs"]
#[allow(dead_code, reason = "the other properties have no target")]
mod properties;

fuzz_target!(|bytes: &[u8]| properties::frames(bytes));
