//! Patterns of answers: JSON in which `$name` binds a value at its first occurrence and `...`
//! matches the rest.

use std::collections::BTreeMap;

use serde_json::Value;

/// Matches the remaining members of an object or list.
const REST: &str = "...";

/// Bound names and their values.
#[derive(Default)]
pub(super) struct Bound(BTreeMap<String, Value>);

/// A part of a text that contains names.
enum Piece<'a> {
    Text(&'a str),
    Name(&'a str),
    Anything,
}

/// Parses JSON that may contain a bare `...`.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut json = String::new();
    let (mut is_quoted, mut open) = (false, Vec::new());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if !is_quoted && rest.starts_with(REST) {
            json.push_str(if open.last() == Some(&'{') { "\"...\":null" } else { "\"...\"" });
            rest = &rest[REST.len()..];
            continue;
        }
        match letter {
            '"' if !json.ends_with('\\') => is_quoted = !is_quoted,
            '{' | '[' if !is_quoted => open.push(letter),
            '}' | ']' if !is_quoted => drop(open.pop()),
            _ => {}
        }
        json.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    serde_json::from_str(&json).ok()
}

impl Bound {
    /// Returns the value bound to a name.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Replaces the names in `value` by their values.
    pub(super) fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => match pieces(text)[..] {
                [Piece::Name(name)] => self.known(name).clone(),
                _ => Value::String(self.filled_text(text)),
            },
            Value::Array(items) => items.iter().map(|item| self.filled(item)).collect(),
            Value::Object(fields) => {
                fields.iter().map(|(name, value)| (name.clone(), self.filled(value))).collect()
            }
            other => other.clone(),
        }
    }

    pub(super) fn filled_text(&self, text: &str) -> String {
        let one = |piece: &Piece<'_>| match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Name(name) => shown(self.known(name)),
            Piece::Anything => REST.to_owned(),
        };
        pieces(text).iter().map(one).collect()
    }

    fn known(&self, name: &str) -> &Value {
        self.get(name).unwrap_or_else(|| panic!("${name} is not known yet"))
    }

    /// Matches `actual` against `pattern` and binds new names. Returns a description of the first
    /// mismatch.
    pub(super) fn hold(&mut self, pattern: &Value, actual: &Value) -> Result<(), String> {
        match (pattern, actual) {
            (Value::String(text), _) if text == REST => Ok(()),
            (Value::String(text), _) => self.hold_text(text, actual),
            (Value::Array(items), Value::Array(actual)) => {
                let is_open = items.last().is_some_and(|last| last == REST);
                let items = &items[..items.len() - usize::from(is_open)];
                if items.len() > actual.len() || (!is_open && items.len() < actual.len()) {
                    return Err(format!("{} items are {}", items.len(), actual.len()));
                }
                items.iter().zip(actual).try_for_each(|(item, actual)| self.hold(item, actual))
            }
            (Value::Object(fields), Value::Object(actual)) => {
                let extra = actual.keys().find(|name| !fields.contains_key(*name));
                if let Some(extra) = extra.filter(|_| !fields.contains_key(REST)) {
                    return Err(format!("`{extra}` is not expected"));
                }
                for (name, field) in fields.iter().filter(|(name, _)| *name != REST) {
                    let actual = actual.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
                    self.hold(field, actual).map_err(|fault| format!("`{name}`: {fault}"))?;
                }
                Ok(())
            }
            _ if pattern == actual => Ok(()),
            _ => Err(format!("{pattern} is {actual}")),
        }
    }

    fn hold_text(&mut self, text: &str, actual: &Value) -> Result<(), String> {
        let fault = || Err(format!("{text:?} is {actual}"));
        let pieces = pieces(text);
        if let [Piece::Name(name)] = pieces[..] {
            let bound = self.0.entry(name.to_owned()).or_insert_with(|| actual.clone());
            return if bound == actual { Ok(()) } else { fault() };
        }
        let Some(mut rest) = actual.as_str() else { return fault() };
        let mut pieces = pieces.into_iter().peekable();
        while let Some(piece) = pieces.next() {
            let known = match piece {
                Piece::Text(text) => Some(text.to_owned()),
                Piece::Name(name) => self.get(name).map(shown),
                Piece::Anything => None,
            };
            if let Some(known) = known {
                let Some(after) = rest.strip_prefix(known.as_str()) else { return fault() };
                rest = after;
                continue;
            }
            let end = match pieces.peek() {
                Some(Piece::Text(next)) => rest.find(next),
                Some(Piece::Name(next)) if self.get(next).is_some() => {
                    rest.find(&shown(self.known(next)))
                }
                _ => Some(rest.len()),
            };
            let Some(end) = end else { return fault() };
            if let Piece::Name(name) = piece {
                self.0.insert(name.to_owned(), Value::String(rest[..end].to_owned()));
            }
            rest = &rest[end..];
        }
        if rest.is_empty() { Ok(()) } else { fault() }
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(REST) {
            pieces.push(Piece::Anything);
            rest = after;
        } else if let Some(after) = rest.strip_prefix('$') {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let end = after.find(|letter| !is_name(letter)).unwrap_or(after.len());
            pieces.push(Piece::Name(&after[..end]));
            rest = &after[end..];
        } else {
            let end = [rest.find('$'), rest.find(REST)].into_iter().flatten().min();
            let (text, after) = rest.split_at(end.unwrap_or(rest.len()));
            pieces.push(Piece::Text(text));
            rest = after;
        }
    }
    pieces
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[test]
fn names_are_bound_and_an_ellipsis_matches_the_rest() {
    let mut bound = Bound::default();
    let mut hold = |pattern: &str, actual: Value| bound.hold(&read(pattern).unwrap(), &actual);
    let made =
        serde_json::json!({"match": "m1", "url": "http://h/m/m1?key=k", "v": 2, "list": [1, 2]});
    assert_eq!(hold(r#"{"match":"$m","url":"...$m?key=$key",...}"#, made.clone()), Ok(()));
    assert_eq!(hold(r#"{"match":"$m","url":"...","v":2,"list":[1,...]}"#, made.clone()), Ok(()));
    for (odd, fault) in [
        (r#"{"match":"$key",...}"#, "`match`: \"$key\" is \"m1\""),
        (r#"{"match":"$m"}"#, "`list` is not expected"),
        (r#"{"w":1,...}"#, "`w` is missing"),
        (r#"{"v":3,...}"#, "`v`: 3 is 2"),
        (r#"{"list":[1],...}"#, "`list`: 1 items are 2"),
        (r#"{"url":"http://g/...",...}"#, "`url`: \"http://g/...\" is \"http://h/m/m1?key=k\""),
    ] {
        assert_eq!(hold(odd, made.clone()), Err(fault.to_owned()), "{odd}");
    }
    let said = bound.filled(&read(r#"{"t":"join","match":"$m","path":"/m/$m?$key"}"#).unwrap());
    assert_eq!(said, serde_json::json!({"t": "join", "match": "m1", "path": "/m/m1?k"}));
}
