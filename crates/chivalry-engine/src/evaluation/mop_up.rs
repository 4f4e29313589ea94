//! Mop-up evaluation: the team with more pieces approaches the last enemies.
//!
//! Without it, a great lead gives no reason to prefer one quiet move to another if the captures
//! are beyond the horizon, and the game is drawn.

use std::cmp::Ordering;

use chivalry_rules::{Position, Square, SquareSet};

use super::distances::{Distances, MAX_DISTANCE};

/// The parts of a step that the term counts.
const PARTS: i32 = 10;

/// Returns the mean closeness of the pieces of the team that has more of them to the nearest
/// enemy, in tenths of a step: positive for the team to move, and negative for the other. The
/// closeness is [`MAX_DISTANCE`] minus the distance.
///
/// Returns 0 with equal numbers of pieces, and if each plays for himself.
pub(super) fn mop_up(position: &Position, distances: &Distances) -> i32 {
    let variant = position.variant();
    if variant.is_free_for_all() {
        return 0;
    }
    let team = variant.team_of(position.turn());
    let (own, others) = (position.team_pieces(team), position.enemy_pieces(team));
    match own.len().cmp(&others.len()) {
        Ordering::Less => -mean_closeness(others, own, distances),
        Ordering::Equal => 0,
        Ordering::Greater => mean_closeness(own, others, distances),
    }
}

fn mean_closeness(pieces: SquareSet, enemies: SquareSet, distances: &Distances) -> i32 {
    let closeness = |from: Square| (MAX_DISTANCE - distances.nearest(from, enemies)) as i32;
    pieces.into_iter().map(closeness).sum::<i32>() * PARTS / pieces.len().max(1) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    fn value(position: &str) -> i32 {
        let variant = Variant::named("chivalry-four-handed").unwrap();
        let position = Position::read(position, variant).unwrap();
        mop_up(&position, Distances::for_variant(variant))
    }

    #[test]
    fn the_team_with_more_pieces_gains_by_being_close() {
        let near = "2/8/10/12/14/14/14/7GY5/14/9B4/14/14/12/10/8/2";
        let far = "2/8/10/12/14/14/14/7GY5/14/14/14/14/12/3B6/8/2";
        assert_eq!(value(&format!("{near} g 0,0,0,0")), 10 * (15 - 2));
        assert_eq!(value(&format!("{far} g 0,0,0,0")), 10 * (15 - 6));
        assert_eq!(value(&format!("{near} b 0,0,0,0")), -10 * (15 - 2));
    }

    #[test]
    fn equal_numbers_of_pieces_have_no_mop_up() {
        assert_eq!(value("2/8/10/12/14/14/14/7G6/14/9B4/14/14/12/10/8/2 g 0,0,0,0"), 0);
    }
}
