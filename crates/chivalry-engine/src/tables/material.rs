//! Counts of pieces.

use std::fmt;
use std::str::FromStr;

use chivalry_rules::{PieceKind, Seat, Switches, Variant};

use crate::tables::position::opponents::{Opponents, max_pieces};

/// The pieces and castle moves of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Army {
    /// The number of Knights.
    pub knights: u8,
    /// The number of Men.
    pub men: u8,
    /// The number of castle moves that the seat has left (`rules.md 4.4`).
    pub castle_moves: u8,
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

/// The pieces and castle moves of the seat to move and of the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The places of the two seats.
    pub opponents: Opponents,
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
        Material { own: self.enemy, enemy: self.own, ..self }
    }

    /// The same pieces without castle moves.
    pub(crate) const fn without_castle_moves(mut self) -> Material {
        self.own.castle_moves = 0;
        self.enemy.castle_moves = 0;
        self
    }

    /// All counts up to the array of `variant` with up to `pieces` pieces and at
    /// least one of each seat with which the game is not over. Captures and castle
    /// moves lead to earlier counts. Those of adjacent seats are last.
    ///
    /// A count and its flipped count follow each other.
    #[must_use]
    pub fn all_of(variant: &Variant, pieces: u8) -> Vec<Material> {
        let pieces = pieces.min(max_pieces(variant));
        let array = |kind: PieceKind, seat: Seat| {
            let pieces = variant.array().pieces.iter().flatten();
            pieces.filter(|piece| piece.seat == seat && piece.kind == kind).count() as u8
        };
        let most = |kind| variant.seats().map(|seat| array(kind, seat)).max().unwrap_or(0);
        let switches = variant.switches();
        let mut armies = Vec::new();
        for knights in 0..=most(PieceKind::Knight) {
            for men in 0..=most(PieceKind::Man) {
                let with = |castle_moves| Army { knights, men, castle_moves };
                armies.extend((0..=switches.castle_moves).map(with));
            }
        }
        armies.retain(|army| !army.is_empty() && army.len() < pieces);
        let mut all = Vec::new();
        for opponents in Opponents::ALL.into_iter().filter(|it| it.of(variant).is_some()) {
            let with = |own| armies.iter().map(move |&enemy| Material { opponents, own, enemy });
            all.extend(armies.iter().flat_map(|&own| with(own)));
        }
        all.retain(|pair| pair.len() <= pieces && Ended::after(*pair, switches).is_none());
        all.sort_by_key(|&material| {
            let pair = material.max(material.flipped());
            let castle_moves = material.own.castle_moves + material.enemy.castle_moves;
            (material.opponents, material.len(), castle_moves, pair, material != pair)
        });
        all
    }

    /// A number below [`Material::KEYS`] that identifies the counts, but not the places. Each count of pieces is
    /// below 16, and each count of castle moves below 4.
    pub(crate) fn key(self) -> usize {
        let Material { own, enemy, .. } = self;
        let pieces = [own.knights, own.men, enemy.knights, enemy.men];
        let key = pieces.into_iter().fold(0, |key, count| key << 4 | usize::from(count & 15));
        let castle_moves = [own.castle_moves, enemy.castle_moves];
        castle_moves.into_iter().fold(key, |key, count| key << 2 | usize::from(count & 3))
    }

    /// The number of keys.
    pub(crate) const KEYS: usize = 1 << 20;
}

/// The end of a game by the number of pieces left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// `own` has captured the enemy (`rules.md 5.3`).
    Won,
    /// `enemy` has captured `own`.
    Lost,
    /// Neither seat has the pieces to win (`rules.md 5.2`).
    Drawn,
}

impl Ended {
    /// The end of a game with these pieces, if it is over.
    pub(crate) fn after(material: Material, switches: &Switches) -> Option<Ended> {
        let (own, enemy) = (material.own.len(), material.enemy.len());
        let needed = switches.pieces_needed_to_win;
        let captured =
            |winner: u8, loser: u8| loser <= switches.enemy_reduced_to && winner >= needed;
        if needed > 1 && own < needed && enemy < needed {
            Some(Ended::Drawn)
        } else if captured(own, enemy) {
            Some(Ended::Won)
        } else {
            captured(enemy, own).then_some(Ended::Lost)
        }
    }
}

/// `K1M3`: one Knight and three Men. `K1M3C2` has two castle moves left.
impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}M{}", self.knights, self.men)?;
        match self.castle_moves {
            0 => Ok(()),
            left => write!(f, "C{left}"),
        }
    }
}

/// The end of the text of adjacent seats.
const ADJACENT: &str = "-adjacent";

/// `K1M3-K0M2`: the seat to move first. `K1M3-K0M2-adjacent` if the seats are adjacent.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.enemy)?;
        match self.opponents {
            Opponents::Opposite => Ok(()),
            Opponents::Adjacent => f.write_str(ADJACENT),
        }
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
            let (men, castle_moves) = men.split_once('C').unwrap_or((men, "0"));
            Some(Army {
                knights: knights.parse().ok()?,
                men: men.parse().ok()?,
                castle_moves: castle_moves.parse().ok()?,
            })
        };
        let (opponents, counts) = match text.strip_suffix(ADJACENT) {
            Some(counts) => (Opponents::Adjacent, counts),
            None => (Opponents::Opposite, text),
        };
        let pair = counts.split_once('-').and_then(|(own, enemy)| Some((army(own)?, army(enemy)?)));
        let (own, enemy) = pair.ok_or_else(|| MaterialError(text.to_owned()))?;
        Ok(Material { opponents, own, enemy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_castle_moves_lead_to_earlier_counts() {
        // Two pieces against one have 6 counts of Knights and 9 of castle moves, for either seat.
        for (variant, pieces, counts) in [("camette", 8, 49), ("camelot", 3, 108)] {
            let all = Material::all_of(Variant::named(variant).unwrap(), pieces);
            assert_eq!(all.len(), counts);
            let castle_moves = |it: &Material| it.own.castle_moves + it.enemy.castle_moves;
            let order = |it: &Material| (it.len(), castle_moves(it));
            assert!(all.is_sorted_by_key(order));
            for (index, material) in all.iter().enumerate() {
                let flipped = all.iter().position(|other| *other == material.flipped()).unwrap();
                assert!(flipped.abs_diff(index) <= 1);
                assert_eq!(material.to_string().parse(), Ok(*material));
            }
        }
    }

    #[test]
    fn games_end_by_the_pieces_left() {
        let ended = |variant: &str, counts: &str| {
            let switches = Variant::named(variant).unwrap().switches();
            Ended::after(counts.parse().unwrap(), switches)
        };
        assert_eq!(ended("camette", "K0M1-K0M0"), Some(Ended::Won));
        assert_eq!(ended("camette", "K0M1-K0M1"), None);
        assert_eq!(ended("camelot", "K1M0-K0M1"), Some(Ended::Drawn));
        assert_eq!(ended("camelot", "K1M1-K0M1"), None);
        assert_eq!(ended("camelot", "K0M0-K0M2"), Some(Ended::Lost));
        assert_eq!(ended("chivalry-1887", "K1M1-K0M1"), Some(Ended::Won));
    }
}
