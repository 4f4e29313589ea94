//! `cargo +nightly fuzz run moves`: what the input is, and what holds for it, is said at
//! `properties::moves`.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/chivalry-rules/tests/rules/main.rs"]
#[allow(dead_code, unused_imports, reason = "the tests are not what is run")]
mod rules;

fuzz_target!(|bytes: &[u8]| rules::fuzz::properties::moves(bytes));
