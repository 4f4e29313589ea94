//! What each feature is worth: data, tuned by the program itself.

use super::features::{FEATURES, NAMES};
use chivalry_rules::Variant;

/// The weights that the server plays with.
const BUILT_IN: &str = include_str!("weights.txt");

/// Raised by whoever changes what a search answers.
const SEARCH: u64 = 1;

/// Names what the answers of a search depend on besides the position: the
/// weights, and the search itself. Answers of another edition are worth
/// nothing beside those of this one.
pub const EDITION: i64 = {
    // FNV-1a: the same on every machine and with every compiler.
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ SEARCH;
    let text = BUILT_IN.as_bytes();
    let mut at = 0;
    while at < text.len() {
        hash = (hash ^ text[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash.cast_signed()
};

/// What each feature is worth in one variant, in hundredths of a man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i16; FEATURES]);

/// Weights that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: String,
}

impl Weights {
    /// The built-in weights of `variant`; of an operator's, those of the
    /// built-in variant that is most like it.
    #[must_use]
    pub fn built_in(variant: &Variant) -> Weights {
        let of = |name| Weights::read(BUILT_IN, name).expect("built-in weights that can be read");
        let name = if variant.is_built_in() { variant.name() } else { most_like(variant).name() };
        of(name).expect("built-in weights of every built-in variant")
    }

    /// Finds the weights of the variant `name` in a text of one line a kind of
    /// feature: `camelot knight 500 320 ...`, nearest first. Lines that begin
    /// with `#` say nothing; features without a line are worth nothing.
    ///
    /// # Errors
    /// A line of that variant that is not of that form.
    pub fn read(text: &str, name: &str) -> Result<Option<Weights>, WeightsError> {
        let mut weights = None;
        for (line, words) in (1..).zip(text.lines()) {
            let fault = |fault: String| WeightsError { line, fault };
            let mut words = words.split_whitespace();
            if words.next() != Some(name) {
                continue;
            }
            let kind = words.next().ok_or_else(|| fault("the feature is missing".to_owned()))?;
            let mut start = 0;
            let mut found = None;
            for (known, count) in NAMES {
                if known == kind {
                    found = Some(start..start + count);
                }
                start += count;
            }
            let places = found.ok_or_else(|| fault(format!("there is no feature `{kind}`")))?;
            let Weights(values) = weights.get_or_insert(Weights([0; FEATURES]));
            for place in &mut values[places] {
                let word = words.next().ok_or_else(|| fault(format!("{kind} has more values")))?;
                *place = word.parse().map_err(|_| fault(format!("`{word}` is no weight")))?;
            }
            if let Some(word) = words.next() {
                return Err(fault(format!("`{word}` is one value too many")));
            }
        }
        Ok(weights)
    }

    /// The text that [`Weights::read`] reads.
    #[must_use]
    pub fn write(&self, name: &str) -> String {
        let mut text = String::new();
        let mut rest = &self.0[..];
        for (kind, count) in NAMES {
            let (values, others) = rest.split_at(count);
            rest = others;
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            text += &format!("{name} {kind} {}\n", values.join(" "));
        }
        text
    }
}

/// The built-in variant that is most like another: in what wins first, then in
/// its pieces, then in its board.
fn most_like(variant: &Variant) -> &'static Variant {
    let pieces = |of: &Variant| of.array().pieces.iter().flatten().count() / of.seat_count();
    let unlike = |known: &&Variant| {
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
    Variant::all().iter().min_by_key(unlike).expect("built-in variants")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_weights_that_read_as_they_are_written() {
        for variant in Variant::all() {
            let weights = Weights::built_in(variant);
            let text = weights.write(variant.name());
            assert_eq!(Weights::read(&text, variant.name()), Ok(Some(weights)));
        }
    }

    #[test]
    fn faults_are_named_by_line() {
        let fault = |text: &str| Weights::read(text, "cam").unwrap_err().to_string();
        assert_eq!(fault("# a\ncam"), "line 2: the feature is missing");
        assert_eq!(fault("cam queen 9"), "line 1: there is no feature `queen`");
        assert_eq!(fault("cam guard 1 2 3"), "line 1: guard has more values");
        assert_eq!(fault("cam tempo 1 2"), "line 1: `2` is one value too many");
        assert_eq!(fault("cam tempo x"), "line 1: `x` is no weight");
        assert_eq!(Weights::read("camelot tempo x", "cam"), Ok(None));
    }
}
