//! Local superiority: who has more pieces where the teams are close to each other.
//!
//! The winner of an exchange of captures is often the team with more pieces nearby, beyond the
//! horizon of the search.

use chivalry_rules::{Position, SquareSet};

use super::distances::Distances;

/// The pieces with an enemy within so many steps count.
const CONTACT_STEPS: usize = 2;

/// The pieces within so many steps of them are compared.
const AREA_STEPS: usize = 3;

/// The largest difference of one comparison.
const MAX_DIFFERENCE: i32 = 3;

/// Returns the local superiority of the team to move: the sum over its pieces in contact with the
/// enemy of the pieces of its team minus those of the enemy around each, minus the same sum of
/// the other team.
///
/// Returns 0 if each plays for himself.
pub(super) fn superiority(position: &Position, distances: &Distances) -> i32 {
    let variant = position.variant();
    if variant.is_free_for_all() {
        return 0;
    }
    let team = variant.team_of(position.turn());
    let (own, enemies) = (position.team_pieces(team), position.enemy_pieces(team));
    of_team(own, enemies, distances) - of_team(enemies, own, distances)
}

fn of_team(own: SquareSet, enemies: SquareSet, distances: &Distances) -> i32 {
    let mut sum = 0;
    for square in own {
        let within = distances.within(square);
        if within[CONTACT_STEPS].intersects(enemies) {
            let [friends, enemies] = [own, enemies].map(|all| (all & within[AREA_STEPS]).len());
            sum += (friends as i32 - enemies as i32).clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    fn value(board: &str) -> i32 {
        let variant = Variant::named("chivalry-four-handed").unwrap();
        let position = Position::read(&format!("{board} g 0,0,0,0"), variant).unwrap();
        superiority(&position, Distances::for_variant(variant))
    }

    #[test]
    fn pieces_beside_a_contact_count() {
        // Two against one: 2 - 1 for each of the two, and 1 - 2 for the other.
        assert_eq!(value("2/8/10/12/14/14/14/7GY5/14/7B6/14/14/12/10/8/2"), 2 + 1);
        // The second piece is too far away to help.
        assert_eq!(value("2/8/10/12/14/14/14/7G6/14/7B6/14/14/12/4Y5/8/2"), 0);
    }

    #[test]
    fn pieces_without_contact_do_not_count() {
        assert_eq!(value("2/8/10/12/14/14/14/7GY5/14/14/7B6/14/12/10/8/2"), 0);
    }
}
