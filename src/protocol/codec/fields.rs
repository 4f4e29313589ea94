//! Parsing of JSON objects and moves.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Error, Value};

use chivalry_rules::notation::move_text::{MoveTextError, Turn};

use crate::planted::{Planted, is_planted};
use crate::protocol::codec::error::{Code, RequestError};
use crate::protocol::codec::parse_error::{parse_error, syntax_error};
use crate::protocol::reason::{Message, Reason};

/// 2^53: a `f64` represents every whole number up to this magnitude exactly.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Fields of most frames, without reallocation.
const EXPECTED_FIELDS: usize = 8;

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
    if contains_nul(text) {
        refuse_nul::<T>(text)?;
    }
    // Tracking the path to each value is slow, so it is done only after a failure.
    if let Ok(fields) = serde_json::from_str(text) {
        return Ok(fields);
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let fields = match serde_path_to_error::deserialize(&mut json) {
        Ok(fields) => fields,
        Err(error) => match parse_with_integers(text) {
            Some(value) => return read_value(value, text),
            None => return Err(parse_error(&error, text)),
        },
    };
    json.end().map_err(|error| syntax_error(&error))?;
    Ok(fields)
}

/// The fields of a JSON object, whose text is scanned once. Unknown fields are ignored.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    text: &'a str,
    fields: Vec<(Key<'a>, &'a RawValue)>,
    contains_nul: bool,
}

#[derive(Debug, Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Fields<'a> {
    /// Scans a JSON object.
    ///
    /// # Errors
    /// `bad_frame` if the text is not an object.
    pub(crate) fn scan(text: &'a str) -> Result<Fields<'a>, RequestError> {
        if !text.trim_start().starts_with('{') {
            return Err(RequestError::bad_frame("something else was sent"));
        }
        let mut json = serde_json::Deserializer::from_str(text);
        let fields = json.deserialize_map(FieldsVisitor).map_err(|error| syntax_error(&error))?;
        json.end().map_err(|error| syntax_error(&error))?;
        Ok(Fields { text, fields, contains_nul: contains_nul(text) })
    }

    /// Reads the fields of `T`.
    ///
    /// # Errors
    /// `bad_field` if a field is invalid.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, RequestError> {
        if self.contains_nul && !is_planted(Planted::AcceptsControlCharacters) {
            refuse_nul::<T>(self.text)?;
        }
        let fields = self.fields.iter().map(|(Key(name), value)| (&**name, *value));
        // The slower parser accepts `1.0` for `1` and names the invalid field.
        T::deserialize(MapDeserializer::new(fields)).or_else(|_: Error| read_fields(self.text))
    }
}

/// Refuses U+0000 in the fields of `T`: Postgres does not store it. Unknown fields may contain it.
fn refuse_nul<T: DeserializeOwned>(json: &str) -> Result<(), RequestError> {
    let Ok(mut object) = serde_json::from_str::<Value>(json) else { return Ok(()) };
    convert_to_integer(&mut object);
    // The caller reports other faults.
    if T::deserialize(&object).is_err() {
        return Ok(());
    }
    // A text that is read cannot be a boolean. Unknown fields can.
    replace_nul_texts(&mut object);
    match serde_path_to_error::deserialize::<_, T>(object) {
        Ok(_) => Ok(()),
        Err(error) => Err(match error.path().to_string().as_str() {
            // Serde does not track the path to flattened fields.
            "." => RequestError::new(Code::BadField, Reason::TextControl).well_formed(),
            field => RequestError::unmet(field, Reason::TextControl),
        }),
    }
}

/// Replaces each text with U+0000 by a boolean.
fn replace_nul_texts(value: &mut Value) {
    match value {
        Value::String(text) if text.contains('\0') => *value = Value::Bool(false),
        Value::Array(values) => values.iter_mut().for_each(replace_nul_texts),
        Value::Object(fields) => fields.values_mut().for_each(replace_nul_texts),
        _ => {}
    }
}

/// True if a JSON text contains an escaped U+0000.
fn contains_nul(json: &str) -> bool {
    let escapes = json.match_indices("\\u0000");
    // An even number of backslashes before it are escaped backslashes.
    let backslashes =
        |at: usize| json[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
    escapes.map(|(at, _)| at).any(|at| backslashes(at).is_multiple_of(2))
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Vec<(Key<'de>, &'de RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::with_capacity(EXPECTED_FIELDS);
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }
}

fn read_value<T: DeserializeOwned>(value: Value, text: &str) -> Result<T, RequestError> {
    serde_path_to_error::deserialize(value).map_err(|error| parse_error(&error, text))
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
