//! Whose rules a variant follows: what the tag `Rules` of records says
//! (`notation.md`, "Game records").

use std::fmt;

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
