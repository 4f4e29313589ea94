//! Whose rules a variant follows: what the tag `Rules` of records says
//! (`notation.md`, "Game records").

use std::fmt;

use super::Variant;

/// A set of rules by name and, where it is known, year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// One word: who gave them.
    pub name: &'static str,
    /// The year in which they were given.
    pub year: Option<u16>,
}

impl RuleSet {
    /// Whether a text such as `Parker 1887`, or `Rules of the WCF, 2009`,
    /// speaks of these: it has the name among its words, and no year but
    /// theirs.
    #[must_use]
    pub fn is_meant_by(&self, text: &str) -> bool {
        let words = || text.split(|letter: char| !letter.is_alphanumeric());
        let year = |word: &str| word.parse::<u16>().ok().filter(|_| word.len() == 4);
        let is_other = |said: u16| self.year.is_some_and(|year| year != said);
        words().any(|word| word.eq_ignore_ascii_case(self.name))
            && !words().filter_map(year).any(is_other)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.year.map_or(Ok(()), |year| write!(f, " {year}"))
    }
}

impl Variant {
    /// Whose rules it follows.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.spec.rules
    }

    /// The same game, on the same board from the same array, by the rules
    /// that a text names: itself, if it can be.
    #[must_use]
    pub fn by_rules(&'static self, text: &str) -> Option<&'static Variant> {
        let is_same_game = |other: &&Variant| {
            let (own, other) = (&self.spec, &other.spec);
            (own.board, own.seats, own.array) == (other.board, other.seats, other.array)
                && own.switches.object_reversed == other.switches.object_reversed
        };
        let mut others = Variant::all().iter().filter(is_same_game);
        if self.rule_set().is_meant_by(text) {
            return Some(self);
        }
        others.find(|other| other.rule_set().is_meant_by(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(variant: &str, text: &str) -> Option<&'static str> {
        Variant::named(variant).unwrap().by_rules(text).map(Variant::name)
    }

    #[test]
    fn every_variant_is_meant_by_its_own_rules() {
        for variant in Variant::all() {
            let text = variant.rule_set().to_string();
            assert_eq!(by(variant.name(), &text), Some(variant.name()), "{text}");
        }
    }

    #[test]
    fn the_same_game_is_found_by_the_rules_that_are_named() {
        for (variant, text, found) in [
            ("chivalry", "Parker 1887", Some("chivalry-1887")),
            ("chivalry", "parker", Some("chivalry-1887")),
            ("chivalry-1887", "WCF", Some("chivalry")),
            ("chivalry-1887", "Rules of the WCF, 2009", Some("chivalry")),
            ("camelot", "Parker, 1931", Some("camelot-1931")),
            ("chivalry", "Parker 1931", None),
            ("cam", "Parker 1931", None),
            ("cam", "house rules", None),
            ("cam", "", None),
        ] {
            assert_eq!(by(variant, text), found, "{variant} {text}");
        }
    }
}
