//! Errors of the JSON parser as errors of a request. The words of the parser name types of this
//! program, so each known form is written anew.

use serde_json::Value;
use serde_json::error::Category;

use crate::protocol::codec::error::RequestError;
use crate::protocol::reason::Reason;

/// Longest part of an invalid value that an error repeats, in characters.
const LONGEST_SHOWN: usize = 64;

/// Returns the error for `text`, which is not JSON or has a missing or invalid field.
pub(crate) fn parse_error(
    error: &serde_path_to_error::Error<serde_json::Error>,
    text: &str,
) -> RequestError {
    let inner = error.inner();
    if !inner.is_data() {
        return syntax_error(inner);
    }
    let path = Some(error.path().to_string()).filter(|path| path != ".");
    let words = without_position(&inner.to_string()).to_owned();
    if let Some(name) =
        words.strip_prefix("missing field `").and_then(|rest| rest.split('`').next())
    {
        let field = path.map_or_else(|| name.to_owned(), |parent| format!("{parent}.{name}"));
        return RequestError::field(
            &field,
            Reason::FieldMissing.message([], format!("`{name}` is missing")),
        );
    }
    let detail = plain_words(&words);
    // The parser does not track the path to fields of a tagged object.
    match path.or_else(|| path_of_value(&invalid_value(&words)?, text)) {
        Some(field) => {
            let message = Reason::FieldUnreadable.with([("detail", detail.into())]);
            RequestError::field(&field, message)
        }
        None => RequestError::bad_frame(detail),
    }
}

/// Returns the error for a text that is not JSON, with the position of its first fault.
pub(crate) fn syntax_error(error: &serde_json::Error) -> RequestError {
    if error.classify() == Category::Eof {
        return RequestError::bad_frame("the text ends too early");
    }
    let (line, column) = (error.line(), error.column());
    RequestError::bad_frame(format!("the text is not JSON at line {line}, column {column}"))
}

fn without_position(words: &str) -> &str {
    words.rfind(" at line ").map_or(words, |at| &words[..at])
}

fn plain_words(words: &str) -> String {
    let pair =
        |rest: &str| rest.split_once(", expected ").map(|(a, b)| (a.to_owned(), b.to_owned()));
    if let Some((name, known)) = words.strip_prefix("unknown variant ").and_then(pair) {
        let known = known.strip_prefix("one of ").unwrap_or(&known);
        return format!("{} is not one of {known}", shortened(&name));
    }
    if let Some(rest) = words.strip_prefix("unknown field ") {
        let name = rest.split(", ").next().unwrap_or(rest);
        return format!("{} is not a field of this object", shortened(name));
    }
    if let Some(name) = words.strip_prefix("duplicate field ") {
        return format!("{name} is given twice");
    }
    let found = ["invalid type: ", "invalid value: ", "invalid length "];
    if let Some((prefix, (found, expected))) =
        found.iter().find_map(|prefix| Some((*prefix, pair(words.strip_prefix(prefix)?)?)))
    {
        let found = match prefix {
            "invalid length " => format!("{found} values"),
            _ => found_value(&found),
        };
        return format!("{} is expected, not {found}", expected_value(&expected));
    }
    if words.starts_with("UUID parsing failed") {
        return "an id is expected, which is a UUID".to_owned();
    }
    if words.starts_with("data did not match any variant") {
        return "the value has none of the allowed forms".to_owned();
    }
    words.to_owned()
}

fn expected_value(words: &str) -> &str {
    match words {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65,535",
        "u32" => "a whole number from 0 to 4,294,967,295",
        "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "`true` or `false`",
        "a character" => "one letter",
        "a map" => "an object",
        "a sequence" => "a list",
        "a string or map" | "variant identifier" => "a word",
        _ if words.contains("UUID") => "an id, which is a UUID,",
        _ if words.starts_with("tuple") || words.starts_with("an array") => "a list of that length",
        _ if words.starts_with("struct") || words.contains("tagged enum") => "an object",
        _ => words,
    }
}

fn found_value(words: &str) -> String {
    match words {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit value" => "null".to_owned(),
        _ => {
            let kinds = ["string ", "integer ", "floating point ", "boolean ", "character "];
            let value = kinds.iter().find_map(|kind| words.strip_prefix(kind));
            shortened(value.unwrap_or(words))
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns the invalid value that the words of the parser contain.
fn invalid_value(words: &str) -> Option<Value> {
    if let Some(rest) = words.strip_prefix("unknown variant `") {
        return Some(Value::from(rest.split('`').next()?));
    }
    let found =
        ["invalid type: ", "invalid value: "].iter().find_map(|it| words.strip_prefix(it))?;
    let (found, _) = found.rsplit_once(", expected ")?;
    let (_, value) = found.split_once(' ')?;
    serde_json::from_str(value.trim_matches('`')).ok()
}

/// Returns the path to `wanted` in a JSON text, if there is exactly one such value.
fn path_of_value(wanted: &Value, text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    let mut found = Vec::new();
    collect_paths(&value, wanted, "", &mut found);
    found.pop().filter(|path| found.is_empty() && !path.is_empty())
}

fn collect_paths(value: &Value, wanted: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                collect_paths(value, wanted, &format!("{path}[{index}]"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                collect_paths(value, wanted, &format!("{path}{dot}{name}"), found);
            }
        }
        leaf if leaf == wanted => found.push(path.to_owned()),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use crate::protocol::codec::fields::read_fields;

    #[derive(Debug, Deserialize)]
    #[serde(tag = "do", rename_all = "snake_case")]
    #[expect(dead_code, reason = "only parsed")]
    enum Action {
        Report { result: Outcome, pairing: u32 },
        Enter { id: uuid::Uuid },
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Outcome {
        Won,
        Drawn,
    }

    fn refusal(text: &str) -> (Option<String>, String) {
        let error = read_fields::<Action>(text).unwrap_err();
        (error.more.field, error.detail)
    }

    #[test]
    fn errors_name_the_field_in_plain_words() {
        for (text, field, detail) in [
            (
                r#"{"do":"report","result":"lost","pairing":1}"#,
                "result",
                "`lost` is not one of `won` or `drawn`",
            ),
            (r#"{"do":"dance"}"#, "do", "`dance` is not one of `report` or `enter`"),
            (r#"{"do":"report","result":"won"}"#, "pairing", "`pairing` is missing"),
            (
                r#"{"do":"report","result":"won","pairing":-1}"#,
                "pairing",
                "a whole number from 0 to 4,294,967,295 is expected, not `-1`",
            ),
            (
                r#"{"do":"report","result":"won","pairing":"x"}"#,
                "pairing",
                "a whole number from 0 to 4,294,967,295 is expected, not \"x\"",
            ),
        ] {
            assert_eq!(refusal(text), (Some(field.to_owned()), detail.to_owned()), "{text}");
        }
    }

    #[test]
    fn errors_do_not_contain_words_of_the_parser() {
        for text in [
            "{",
            "{} {}",
            "{\"do\":",
            r#"{"do":"enter","id":"x"}"#,
            r#"{"do":"report","result":{},"pairing":1}"#,
            r#"{"do":"report","result":"won","pairing":null}"#,
            r#"{"do":7}"#,
        ] {
            let (_, detail) = refusal(text);
            for words in ["at line 1 column", "variant", "parsing", "EOF", "struct", "enum", "u32"]
            {
                assert!(!detail.contains(words), "{text}: {detail}");
            }
        }
    }
}
