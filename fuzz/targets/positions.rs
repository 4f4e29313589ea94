//! Runs `properties::positions`: `cargo +nightly fuzz run positions`.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/chivalry-rules/tests/rules/main.rs"]
#[allow(dead_code, unused_imports, reason = "the target runs a property, not the tests")]
mod rules;

fuzz_target!(|bytes: &[u8]| rules::fuzz::properties::positions(bytes));
