//! Variants as files: lines of `key: value`, each fault with its line
//! (`docs/variants.md`).

use super::error::{Fault, FileFault};

/// The keys that are written once.
const KEYS: [&str; 17] = [
    "name",
    "title",
    "section",
    "rules",
    "board",
    "water",
    "seats",
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

/// What the keys begin with that are written more than once.
const FAMILIES: [&str; 3] = ["castle", "trees", "text"];

pub(crate) struct Line {
    pub(crate) number: usize,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
}

/// A file that is being read, with the faults found so far.
pub(crate) struct File {
    pub(crate) lines: Vec<Line>,
    pub(crate) end: usize,
    pub(crate) faults: Vec<FileFault>,
}

impl File {
    pub(crate) fn of(text: &'static str) -> File {
        let mut file =
            File { lines: Vec::new(), end: text.lines().count() + 1, faults: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(':') {
                Some((key, value)) => file.line(number, key.trim(), value.trim()),
                None => file.fault(number, Fault::NoKey),
            }
        }
        file
    }

    pub(crate) fn line(&mut self, number: usize, key: &'static str, value: &'static str) {
        let (family, of) = key.split_once(' ').unwrap_or((key, ""));
        let is_of_family = FAMILIES.contains(&family) && !of.is_empty();
        if key != "also" && !KEYS.contains(&key) && !is_of_family {
            return self.fault(number, Fault::UnknownKey(key.to_owned()));
        }
        if key != "also" && self.lines.iter().any(|line| line.key == key) {
            return self.fault(number, Fault::Twice(key.to_owned()));
        }
        if value.is_empty() {
            return self.fault(number, Fault::NoValue(key.to_owned()));
        }
        self.lines.push(Line { number, key, value });
    }

    pub(crate) fn fault(&mut self, line: usize, fault: Fault) {
        self.faults.push(FileFault { line, fault });
    }

    pub(crate) fn find(&self, key: &str) -> Option<(usize, &'static str)> {
        self.lines.iter().find(|line| line.key == key).map(|line| (line.number, line.value))
    }

    /// The line of `key`, or the one after the last.
    pub(crate) fn place(&self, key: &str) -> usize {
        self.find(key).map_or(self.end, |(number, _)| number)
    }

    pub(crate) fn need(&mut self, key: &str) -> Option<(usize, &'static str)> {
        let found = self.find(key);
        // A line that was refused already is not missing as well.
        if found.is_none() && !self.faults.iter().any(|it| it.fault == Fault::NoValue(key.into())) {
            self.fault(self.end, Fault::Missing(key.to_owned()));
        }
        found
    }

    pub(crate) fn family(&self, family: &str) -> Vec<(usize, &'static str, &'static str)> {
        let of_family = |line: &Line| {
            let of = line.key.strip_prefix(family)?.strip_prefix(' ')?;
            Some((line.number, of.trim(), line.value))
        };
        self.lines.iter().filter_map(of_family).collect()
    }

    pub(crate) fn number(&mut self, key: &str, least: u8, most: u8) -> u8 {
        let Some((line, value)) = self.need(key) else { return least };
        match value.parse() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => {
                self.fault(line, Fault::Number { found: value.to_owned(), least, most });
                least
            }
        }
    }

    pub(crate) fn flag(&mut self, key: &str) -> bool {
        match self.need(key) {
            None | Some((_, "no")) => false,
            Some((_, "yes")) => true,
            Some((line, other)) => {
                self.fault(line, Fault::YesOrNo(other.to_owned()));
                false
            }
        }
    }
}
