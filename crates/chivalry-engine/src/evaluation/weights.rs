//! Weights of the features, read from a text file.

use std::ops::Range;

use chivalry_rules::Variant;

use super::features::{FEATURE_COUNT, FEATURE_GROUPS};
use crate::network::built_in::mix_hashes;

/// The weights of the built-in variants.
const BUILT_IN: &str = include_str!("weights.txt");

/// Increment this when a change of the search changes its results.
const SEARCH_REVISION: u64 = 3;

/// Identifies the weights, the networks and the search. Cached evaluations of another
/// version are obsolete.
pub const ENGINE_VERSION: i64 = {
    // FNV-1a, which is stable across machines and compilers.
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ SEARCH_REVISION;
    let text = BUILT_IN.as_bytes();
    let mut at = 0;
    while at < text.len() {
        hash = (hash ^ text[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    mix_hashes(hash).cast_signed()
};

/// The weight of each feature in one variant, in hundredths of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i16; FEATURE_COUNT]);

/// A syntax error in a weights file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct WeightsError {
    /// The line number, from 1.
    pub line: usize,
    /// A description of the error.
    pub fault: String,
}

impl Weights {
    /// Returns the built-in weights of `variant`. A custom variant, and one in
    /// which each plays for himself, gets those of the most similar built-in
    /// variant of two teams.
    #[must_use]
    pub fn built_in(variant: &Variant) -> Weights {
        let has_weights = variant.is_built_in() && !variant.is_free_for_all();
        let variant = if has_weights { variant } else { most_similar(variant) };
        Weights::parse(BUILT_IN, variant.name())
            .expect("built-in weights that can be parsed")
            .expect("built-in weights of every built-in variant")
    }

    /// Parses the weights of the variant `name` from `text`. Returns `None` if
    /// `text` has no line of that variant.
    ///
    /// Each line holds one group of features, nearest first, as in
    /// `camelot knight 500 320 ...`. Lines that begin with `#` are comments.
    /// Weights of missing groups are 0.
    ///
    /// # Errors
    /// Returns the first malformed line of that variant.
    pub fn parse(text: &str, name: &str) -> Result<Option<Weights>, WeightsError> {
        let mut weights = None;
        for (line, words) in (1..).zip(text.lines()) {
            let fault = |fault: String| WeightsError { line, fault };
            let mut words = words.split_whitespace();
            if words.next() != Some(name) {
                continue;
            }
            let group = words.next().ok_or_else(|| fault("the feature is missing".to_owned()))?;
            let range = group_range(group)
                .ok_or_else(|| fault(format!("there is no feature `{group}`")))?;
            let Weights(values) = weights.get_or_insert(Weights([0; FEATURE_COUNT]));
            for value in &mut values[range] {
                let word = words.next().ok_or_else(|| fault(format!("{group} has more values")))?;
                *value = word.parse().map_err(|_| fault(format!("`{word}` is no weight")))?;
            }
            if let Some(word) = words.next() {
                return Err(fault(format!("`{word}` is one value too many")));
            }
        }
        Ok(weights)
    }

    /// Formats the weights as text for [`Weights::parse`].
    #[must_use]
    pub fn to_text(&self, name: &str) -> String {
        let mut text = String::new();
        let mut rest = &self.0[..];
        for (group, count) in FEATURE_GROUPS {
            let (values, others) = rest.split_at(count);
            rest = others;
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            text += &format!("{name} {group} {}\n", values.join(" "));
        }
        text
    }
}

/// The indices of the features in `group`.
fn group_range(group: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for (name, count) in FEATURE_GROUPS {
        if name == group {
            return Some(start..start + count);
        }
        start += count;
    }
    None
}

/// The built-in variant of two teams most similar to `variant`: by the winning conditions
/// first, then by the number of pieces, then by the size of the board.
fn most_similar(variant: &Variant) -> &'static Variant {
    let pieces = |of: &Variant| of.array().pieces.iter().flatten().count() / of.seat_count();
    let difference = |known: &&Variant| {
        let (rules, own) = (known.switches(), variant.switches());
        (
            rules.object_reversed != own.object_reversed,
            rules.castles_matter != own.castles_matter,
            rules.pieces_in_castle_to_win.abs_diff(own.pieces_in_castle_to_win),
            known.seat_count() != variant.seat_count(),
            known.has_trees() != variant.has_trees(),
            pieces(known).abs_diff(pieces(variant)),
            known.board().len().abs_diff(variant.board().len()),
        )
    };
    let known = Variant::all().iter().filter(|known| !known.is_free_for_all());
    known.min_by_key(difference).expect("built-in variants")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_weights_survive_formatting_and_parsing() {
        for variant in Variant::all() {
            let weights = Weights::built_in(variant);
            let text = weights.to_text(variant.name());
            assert_eq!(Weights::parse(&text, variant.name()), Ok(Some(weights)));
        }
    }

    #[test]
    fn syntax_errors_name_their_line() {
        let fault = |text: &str| Weights::parse(text, "cam").unwrap_err().to_string();
        assert_eq!(fault("# a\ncam"), "line 2: the feature is missing");
        assert_eq!(fault("cam queen 9"), "line 1: there is no feature `queen`");
        assert_eq!(fault("cam guard 1 2 3"), "line 1: guard has more values");
        assert_eq!(fault("cam tempo 1 2"), "line 1: `2` is one value too many");
        assert_eq!(fault("cam tempo x"), "line 1: `x` is no weight");
        assert_eq!(Weights::parse("camelot tempo x", "cam"), Ok(None));
    }
}
