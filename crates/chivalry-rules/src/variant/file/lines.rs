//! The lines of a variant file: `key: value` pairs with line numbers.

use super::error::{VariantFileError, VariantFileErrorKind};

/// Keys that occur at most once.
const KEYS: [&str; 19] = [
    "name",
    "title",
    "section",
    "rules",
    "board",
    "water",
    "seats",
    "teams",
    "seating",
    "array",
    "array name",
    "pieces_in_castle_to_win",
    "pieces_needed_to_win",
    "enemy_reduced_to",
    "castle_moves",
    "own_castle_jump_ends_turn",
    "goal_is_opposite_only",
    "castles_matter",
    "object_reversed",
];

/// First words of keys that occur once per seat or language.
const PREFIXED_KEYS: [&str; 4] = ["castle", "goal", "trees", "text"];

pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
}

/// The lines of a file and the errors found so far.
pub(crate) struct VariantFile {
    pub(crate) lines: Vec<Line>,
    pub(crate) end: usize,
    pub(crate) errors: Vec<VariantFileError>,
}

impl VariantFile {
    pub(crate) fn parse(text: &'static str) -> VariantFile {
        let mut file =
            VariantFile { lines: Vec::new(), end: text.lines().count() + 1, errors: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(':') {
                Some((key, value)) => file.add_line(number, key.trim(), value.trim()),
                None => file.report(number, VariantFileErrorKind::NotKeyValue),
            }
        }
        file
    }

    pub(crate) fn add_line(&mut self, number: usize, key: &'static str, value: &'static str) {
        let (prefix, subject) = key.split_once(' ').unwrap_or((key, ""));
        let has_prefix = PREFIXED_KEYS.contains(&prefix) && !subject.is_empty();
        if key != "also" && !KEYS.contains(&key) && !has_prefix {
            return self.report(number, VariantFileErrorKind::UnknownKey(key.to_owned()));
        }
        if key != "also" && self.lines.iter().any(|line| line.key == key) {
            return self.report(number, VariantFileErrorKind::DuplicateKey(key.to_owned()));
        }
        if value.is_empty() {
            return self.report(number, VariantFileErrorKind::EmptyValue(key.to_owned()));
        }
        self.lines.push(Line { number, key, value });
    }

    pub(crate) fn report(&mut self, line: usize, kind: VariantFileErrorKind) {
        self.errors.push(VariantFileError { line, kind });
    }

    pub(crate) fn find(&self, key: &str) -> Option<(usize, &'static str)> {
        self.lines.iter().find(|line| line.key == key).map(|line| (line.number, line.value))
    }

    /// The line of `key`, or the one after the last line.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        self.find(key).map_or(self.end, |(number, _)| number)
    }

    pub(crate) fn require(&mut self, key: &str) -> Option<(usize, &'static str)> {
        let found = self.find(key);
        // A line without a value was reported already.
        if found.is_none()
            && !self
                .errors
                .iter()
                .any(|error| error.kind == VariantFileErrorKind::EmptyValue(key.into()))
        {
            self.report(self.end, VariantFileErrorKind::MissingKey(key.to_owned()));
        }
        found
    }

    /// Line, subject and value of all keys `PREFIX SUBJECT`.
    pub(crate) fn prefixed(&self, prefix: &str) -> Vec<(usize, &'static str, &'static str)> {
        let with_prefix = |line: &Line| {
            let subject = line.key.strip_prefix(prefix)?.strip_prefix(' ')?;
            Some((line.number, subject.trim(), line.value))
        };
        self.lines.iter().filter_map(with_prefix).collect()
    }

    pub(crate) fn number(&mut self, key: &str, min: u8, max: u8) -> u8 {
        let Some((line, value)) = self.require(key) else { return min };
        match value.parse() {
            Ok(number) if (min..=max).contains(&number) => number,
            _ => {
                self.report(
                    line,
                    VariantFileErrorKind::InvalidNumber { found: value.to_owned(), min, max },
                );
                min
            }
        }
    }

    pub(crate) fn flag(&mut self, key: &str) -> bool {
        match self.require(key) {
            None | Some((_, "no")) => false,
            Some((_, "yes")) => true,
            Some((line, other)) => {
                self.report(line, VariantFileErrorKind::InvalidFlag(other.to_owned()));
                false
            }
        }
    }
}
