//! Counts of pieces.

use std::fmt;
use std::str::FromStr;

use chivalry_rules::{Seat, Variant};

/// The pieces of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Army {
    /// The number of Knights.
    pub knights: u8,
    /// The number of Men.
    pub men: u8,
}

impl Army {
    /// The number of pieces.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.knights + self.men
    }

    /// Returns true if no piece is left.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The pieces of the seat to move and of the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The seat to move.
    pub own: Army,
    /// The other seat.
    pub enemy: Army,
}

impl Material {
    /// The number of pieces of both seats.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.own.len() + self.enemy.len()
    }

    /// Returns true if no piece is left.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The same pieces with the other seat to move.
    #[must_use]
    pub const fn flipped(self) -> Material {
        Material { own: self.enemy, enemy: self.own }
    }

    /// All counts up to the array of `variant` with up to `pieces` pieces and at
    /// least one of each seat, fewer pieces first.
    ///
    /// A count and its flipped count follow each other.
    #[must_use]
    pub fn all_of(variant: &Variant, pieces: u8) -> Vec<Material> {
        let position = chivalry_rules::Position::start(
            Variant::named(variant.pin()).expect("a variant is known by its pin"),
        );
        let start = |seat: Seat| {
            let knights = (position.pieces(seat) & position.knights()).len() as u8;
            Army { knights, men: position.pieces(seat).len() as u8 - knights }
        };
        let (first, second) = (start(Seat::FIRST), start(Seat::SECOND));
        let most =
            Army { knights: first.knights.max(second.knights), men: first.men.max(second.men) };
        let armies = || {
            let men = move |knights| (0..=most.men).map(move |men| Army { knights, men });
            (0..=most.knights).flat_map(men).filter(|army| !army.is_empty())
        };
        let pairs = armies().flat_map(|own| armies().map(move |enemy| Material { own, enemy }));
        let mut all: Vec<Material> = pairs.filter(|pair| pair.len() <= pieces).collect();
        all.sort_by_key(|&material| {
            let pair = material.max(material.flipped());
            (material.len(), pair, material != pair)
        });
        all
    }

    /// A number below 65,536 that identifies the counts. Each count is below 16.
    pub(crate) fn key(self) -> usize {
        [self.own.knights, self.own.men, self.enemy.knights, self.enemy.men]
            .into_iter()
            .fold(0, |key, count| key << 4 | usize::from(count & 15))
    }
}

/// `K1M3`: one Knight and three Men.
impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}M{}", self.knights, self.men)
    }
}

/// `K1M3-K0M2`: the seat to move first.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.enemy)
    }
}

/// A text that is not of the form `K1M3-K0M2`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not of the form `K1M3-K0M2`")]
pub struct MaterialError(String);

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let army = |text: &str| {
            let (knights, men) = text.strip_prefix('K')?.split_once('M')?;
            Some(Army { knights: knights.parse().ok()?, men: men.parse().ok()? })
        };
        let pair = text.split_once('-').and_then(|(own, enemy)| Some((army(own)?, army(enemy)?)));
        let (own, enemy) = pair.ok_or_else(|| MaterialError(text.to_owned()))?;
        Ok(Material { own, enemy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_lead_to_earlier_counts() {
        let all = Material::all_of(Variant::named("camette").unwrap(), 8);
        assert_eq!(all.len(), 49);
        for (index, material) in all.iter().enumerate() {
            let flipped = all.iter().position(|other| *other == material.flipped()).unwrap();
            assert!(flipped.abs_diff(index) <= 1);
            assert!(all[index..].iter().all(|later| later.len() >= material.len()));
            assert_eq!(material.to_string().parse(), Ok(*material));
        }
    }
}
