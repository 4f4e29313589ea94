//! Commands to a server.

use serde_json::{Value, json};

use crate::load::book::Book;

/// Builds the command for a match with enough time for the whole run, even at one move per minute.
pub(super) fn create(book: &Book, number: usize) -> Value {
    json!({"t": "create", "id": number.to_string(), "variant": book.variant.name(),
           "seats": {book.seats[0].to_string(): "me"},
           "time": {"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 60_000}})
}

/// Builds the command to take a seat.
pub(super) fn join(match_id: &str, letter: char) -> Value {
    json!({"t": "join", "id": "join", "match": match_id, "seat": letter})
}
