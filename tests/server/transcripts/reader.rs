//! Parser of transcripts (`docs/transcripts/README.md`).

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::Value;

use super::pattern;

/// The transcript of one file.
#[derive(Clone)]
pub(super) struct Transcript {
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
}

/// A line of a transcript and its number.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) who: String,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    /// Opens a WebSocket.
    Connects,
    /// Closes the WebSocket.
    Leaves,
    /// Sends a frame.
    Says(Value),
    /// Expects a frame.
    IsTold(Value),
    /// Sends a REST request.
    Asks(Method, String, Option<Value>),
    /// Expects a REST response.
    IsAnswered(u16, Option<Value>),
}

impl Transcript {
    pub(super) fn read(path: &Path) -> Transcript {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let mut is_said = false;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            match line {
                "```text" => is_said = true,
                "```" => is_said = false,
                line if is_said && !line.is_empty() => {
                    let (who, what) =
                        read(line).unwrap_or_else(|| panic!("{name}:{number}: {line}"));
                    lines.push(Line { number, who, what });
                }
                _ => {}
            }
        }
        assert!(!lines.is_empty(), "{name} says nothing");
        Transcript { name, lines }
    }
}

fn read(line: &str) -> Option<(String, What)> {
    let (who, rest) = line.split_once(' ')?;
    let what = match (rest, rest.split_once(' ')) {
        ("connects", _) => What::Connects,
        ("leaves", _) => What::Leaves,
        (_, Some((">", said))) if said.starts_with('{') => What::Says(pattern::read(said)?),
        (_, Some(("<", told))) if told.starts_with('{') => What::IsTold(pattern::read(told)?),
        (_, Some((">", asked))) => {
            let mut words = asked.splitn(3, ' ');
            let method = words.next()?.parse().ok()?;
            let path = words.next()?.to_owned();
            let body = words.next().map(pattern::read);
            What::Asks(method, path, if let Some(body) = body { Some(body?) } else { None })
        }
        (_, Some(("<", answer))) => {
            let (status, body) = answer.split_once(' ').unwrap_or((answer, ""));
            let body = if body.is_empty() { None } else { Some(pattern::read(body)?) };
            What::IsAnswered(status.parse().ok()?, body)
        }
        _ => return None,
    };
    Some((who.to_owned(), what))
}
