//! The rules core against tables, and against a slow model of the rules.

mod perft;
mod vectors;
