//! Rule sets, as named by the record tag `Rules` (`notation.md`, "Game records").

use std::fmt;

/// The name and, if known, the year of a set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The author of the rules, in one word.
    pub name: &'static str,
    /// The year of publication.
    pub year: Option<u16>,
}

impl RuleSet {
    /// Returns true if `text` contains the name as a word and no other year.
    ///
    /// `Parker 1887` and `Rules of the WCF, 2009` are examples of texts.
    #[must_use]
    pub fn matches_text(&self, text: &str) -> bool {
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
