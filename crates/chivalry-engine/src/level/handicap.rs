//! Reduced playing strength as one number.

use chivalry_rules::{Game, Position, Variant};

use crate::evaluation::evaluator::Evaluator;
use crate::search::iterative_deepening::Search;
use crate::search::limits::SearchLimits;
use crate::search::strength::Strength;
use crate::search::transposition_table::TranspositionTable;

/// The nodes of a move without handicap.
const MOST_NODES: f64 = 28_000.0;

/// The nodes of a move with a large handicap.
const LEAST_NODES: f64 = 10.0;

/// The handicap from which on evaluations have errors.
const NOISE_START: f64 = 3.0;

/// The growth of the largest error of an evaluation, in hundredths of a man.
const NOISE_SLOPE: f64 = 12.0;

/// The handicap from which on the search overlooks moves.
const OVERSIGHT_START: f64 = 5.0;

/// The growth of the percentage of overlooked moves.
const OVERSIGHT_SLOPE: f64 = 6.0;

/// The turns of each seat in which evaluations have errors at every strength until a piece is
/// captured, and the largest error, in hundredths of a man. Without them equal openings would be
/// answered equally.
const OPENING_TURNS: u32 = 3;
const OPENING_NOISE: u32 = 25;

/// The size of the transposition table.
const TABLE_BYTES: usize = 1 << 22;

/// A reduction of the playing strength, from 0 to [`Handicap::MAX`].
///
/// Each unit halves the nodes of a move, down to 10. Beyond 3 units the
/// evaluation has errors, and beyond 5 the search overlooks moves of both sides.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Handicap(f64);

impl Handicap {
    /// The full strength of the levels.
    pub const NONE: Handicap = Handicap(0.0);

    /// The largest handicap. Nearly all moves are overlooked.
    pub const MAX: Handicap = Handicap(20.0);

    /// Returns a handicap of this size. `None` if it is below 0 or above the
    /// largest one.
    #[must_use]
    pub fn new(value: f64) -> Option<Handicap> {
        (0.0..=Handicap::MAX.0).contains(&value).then_some(Handicap(value))
    }

    /// The size, from 0 to 20.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The search limits.
    #[must_use]
    pub fn limits(self) -> SearchLimits {
        let nodes = (MOST_NODES / self.0.exp2()).max(LEAST_NODES);
        SearchLimits { nodes: Some(nodes as u64), depth: None }
    }

    /// The deliberate errors.
    #[must_use]
    pub fn strength(self) -> Strength {
        let growth = |start: f64, slope: f64| ((self.0 - start).max(0.0) * slope).round() as u32;
        Strength {
            noise: growth(NOISE_START, NOISE_SLOPE),
            oversight: growth(OVERSIGHT_START, OVERSIGHT_SLOPE),
            seed: 0,
        }
    }

    /// Creates a search with the deliberate errors. The caller passes
    /// [`Handicap::limits`] to each run.
    #[must_use]
    pub fn new_search(self, variant: &'static Variant) -> Search {
        search_with(self.strength(), variant)
    }

    /// Creates a search for the next turn of a game. The errors of games with different seeds
    /// differ, and so do their openings, also without a handicap.
    #[must_use]
    pub fn search_in(self, game: &Game, seed: u64) -> Search {
        let variant = game.position().variant();
        let pieces = |position: &Position| position.occupied().len();
        let is_opening = game.plies() < OPENING_TURNS * variant.seat_count() as u32
            && pieces(game.position()) == pieces(&Position::start(variant));
        let Strength { noise, oversight, .. } = self.strength();
        let noise = if is_opening { noise.max(OPENING_NOISE) } else { noise };
        search_with(Strength { noise, oversight, seed }, variant)
    }
}

fn search_with(strength: Strength, variant: &'static Variant) -> Search {
    let evaluator = Evaluator::built_in(variant);
    let mut search = Search::new(evaluator, TranspositionTable::new(TABLE_BYTES));
    search.set_strength(strength);
    search
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_handicap_halves_the_nodes_and_adds_errors() {
        let of = |value| {
            let handicap = Handicap::new(value).unwrap();
            (handicap.limits().nodes.unwrap(), handicap.strength())
        };
        assert_eq!(of(0.0), (28_000, Strength::default()));
        assert_eq!(of(2.0), (7_000, Strength::default()));
        assert_eq!(of(4.0), (1_750, Strength { noise: 12, ..Strength::default() }));
        assert_eq!(of(20.0), (10, Strength { noise: 204, oversight: 90, seed: 0 }));
        assert!([-0.1, 20.1, f64::NAN].iter().all(|&value| Handicap::new(value).is_none()));
    }
    #[test]
    fn games_with_different_seeds_have_different_openings() {
        for name in ["camelot", "cam", "chivalry-four-handed"] {
            let game = Game::new(Position::start(Variant::named(name).unwrap()));
            for handicap in
                [Handicap::NONE, Handicap::new(4.0).unwrap(), Handicap::new(11.0).unwrap()]
            {
                let first_move = |seed: u64| {
                    let mut search = handicap.search_in(&game, seed);
                    let limits = handicap.limits();
                    let found = search.run(&game, &limits, &mut || false, &mut |_| {}).unwrap();
                    format!("{:?}", found.pv[0])
                };
                let seeds = (1..=10).map(|seed: u64| seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
                let moves: BTreeSet<_> = seeds.map(first_move).collect();
                assert!(moves.len() >= 2, "{name}, {handicap:?}: {moves:?}");
                assert_eq!(first_move(7), first_move(7));
            }
        }
    }
}
