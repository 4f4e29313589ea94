//! Rating pools: ratings are comparable within one pool.

use std::fmt;
use std::str::FromStr;

use crate::clock::Speed;
use chivalry_rules::Variant;

/// A set of matches in which each player has one rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// The variant's name.
    pub variant: &'static str,
    /// The speed of the time control.
    pub speed: Speed,
    /// True for rated matches, false for casual ones.
    pub rated: bool,
    /// True for matches with a bot, false for matches between people.
    pub bots: bool,
}

/// A text that does not name a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pool is named VARIANT/SPEED/rated or casual/people or bots")]
pub struct NoSuchPool;

const RATED: [(&str, bool); 2] = [("rated", true), ("casual", false)];
const BOTS: [(&str, bool); 2] = [("people", false), ("bots", true)];

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pool { variant, speed, .. } = self;
        let (rated, bots) = (word(RATED, self.rated), word(BOTS, self.bots));
        write!(f, "{variant}/{}/{rated}/{bots}", speed.as_str())
    }
}

impl FromStr for Pool {
    type Err = NoSuchPool;

    fn from_str(text: &str) -> Result<Pool, NoSuchPool> {
        let mut parts = text.split('/');
        let mut part = || parts.next().ok_or(NoSuchPool);
        let variant = part()?;
        let variant = Variant::named(variant).filter(|known| known.name() == variant);
        let speed = part()?;
        let speed = Speed::ALL.into_iter().find(|known| known.as_str() == speed);
        let pool = Pool {
            variant: variant.ok_or(NoSuchPool)?.name(),
            speed: speed.ok_or(NoSuchPool)?,
            rated: meaning(RATED, part()?)?,
            bots: meaning(BOTS, part()?)?,
        };
        if parts.next().is_none() { Ok(pool) } else { Err(NoSuchPool) }
    }
}

fn word(words: [(&'static str, bool); 2], meant: bool) -> &'static str {
    words.into_iter().find(|(_, means)| *means == meant).map_or("", |(word, _)| word)
}

fn meaning(words: [(&str, bool); 2], text: &str) -> Result<bool, NoSuchPool> {
    words.into_iter().find(|(word, _)| *word == text).map(|(_, means)| means).ok_or(NoSuchPool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pool_has_a_name_of_its_own() {
        for variant in Variant::all() {
            for (index, speed) in (0..).zip(Speed::ALL) {
                let (rated, bots) = (index % 2 == 0, index % 3 == 0);
                let pool = Pool { variant: variant.name(), speed, rated, bots };
                assert_eq!(pool.to_string().parse(), Ok(pool));
            }
        }
        let pool: Pool = "cam/blitz/casual/bots".parse().unwrap();
        assert_eq!((pool.rated, pool.bots), (false, true));
        for text in ["", "cam", "go/blitz/rated/people", "cam/blitz/rated/people/x", "cam/x/x/x"] {
            assert_eq!(text.parse::<Pool>(), Err(NoSuchPool), "{text}");
        }
    }
}
