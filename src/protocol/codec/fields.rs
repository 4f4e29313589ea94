//! Parsing of JSON objects and moves.

use serde::de::DeserializeOwned;
use serde_json::Value;

use chivalry_rules::notation::move_text::{MoveTextError, Turn};

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Message;

/// 2^53: a `f64` represents every whole number up to this magnitude exactly.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Parses a move.
///
/// # Errors
/// `bad_field`, with the expected text and its column.
pub fn read_turn(text: &str) -> Result<Turn, RequestError> {
    text.parse().map_err(|error: MoveTextError| {
        let message = Message::from(&error).prefixed("the move cannot be read: ");
        RequestError::unmet("move", message)
    })
}

/// Parses a JSON object. Unknown fields are ignored.
///
/// # Errors
/// `bad_frame` if the text is not an object, `bad_field` if a field is invalid.
pub fn read_fields<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    // Serde also reads a list as a struct: its items are the fields in order.
    if !text.trim_start().starts_with('{') {
        return Err(RequestError::bad_frame("something else was sent"));
    }
    // Tracking the path to each value is slow, so it is done only after a failure.
    if let Ok(fields) = serde_json::from_str(text) {
        return Ok(fields);
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let fields = match serde_path_to_error::deserialize(&mut json) {
        Ok(fields) => fields,
        Err(error) => match parse_with_integers(text) {
            Some(value) => return read_value(value),
            None => return Err(RequestError::unreadable(&error)),
        },
    };
    json.end().map_err(RequestError::bad_frame)?;
    Ok(fields)
}

fn read_value<T: DeserializeOwned>(value: Value) -> Result<T, RequestError> {
    serde_path_to_error::deserialize(value).map_err(|error| RequestError::unreadable(&error))
}

/// Parses `text` with `1` for `1.0`: JSON does not distinguish kinds of numbers. Returns `None`
/// if there is no such number.
fn parse_with_integers(text: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    convert_to_integer(&mut value).then_some(value)
}

fn convert_to_integer(value: &mut Value) -> bool {
    match value {
        Value::Array(values) => convert_to_integers(values.iter_mut()),
        Value::Object(fields) => convert_to_integers(fields.values_mut()),
        Value::Number(number) if number.is_f64() => {
            let integer =
                number.as_f64().filter(|it| it.fract() == 0.0 && it.abs() <= MAX_EXACT_INTEGER);
            let Some(integer) = integer else { return false };
            *value = Value::from(integer as i64);
            true
        }
        _ => false,
    }
}

/// Converts all whole numbers to integers. Returns true if any value changed.
fn convert_to_integers<'a>(values: impl Iterator<Item = &'a mut Value>) -> bool {
    values.map(convert_to_integer).filter(|is_made| *is_made).count() > 0
}
