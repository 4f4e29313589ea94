//! Features of a quiet position, as small integers.

use chivalry_rules::{Position, Seat};

use super::distances::{Distances, MAX_DISTANCE};
use super::mop_up::mop_up;
use super::superiority::superiority;

/// The number of distances from its own castle at which a piece guards it.
pub(crate) const GUARD_DISTANCES: usize = 4;

/// The number of features.
pub const FEATURE_COUNT: usize = 2 * (MAX_DISTANCE + 1) + GUARD_DISTANCES + 8;

/// Indices of features, or of the first feature of a group.
pub(crate) mod index {
    use super::{GUARD_DISTANCES, MAX_DISTANCE};

    /// Men, by distance from the goal.
    pub(crate) const MAN: usize = 0;
    /// Knights, by distance from the goal.
    pub(crate) const KNIGHT: usize = MAX_DISTANCE + 1;
    /// Pieces within three steps of their own castle, by distance.
    pub(crate) const GUARD: usize = 2 * (MAX_DISTANCE + 1);
    /// Available canter legs towards the goal.
    pub(crate) const ROAD: usize = GUARD + GUARD_DISTANCES;
    /// Available jumps.
    pub(crate) const THREAT: usize = ROAD + 1;
    /// Adjacent pieces of the same team with a square behind them.
    pub(crate) const BESIDE: usize = THREAT + 1;
    /// Remaining castle moves, while a piece is in the goal.
    pub(crate) const CASTLE_MOVE: usize = BESIDE + 1;
    /// The distance of the nearest piece from the goal.
    pub(crate) const NEAREST: usize = CASTLE_MOVE + 1;
    /// The closeness of the stronger team to the enemy.
    pub(crate) const MOP_UP: usize = NEAREST + 1;
    /// The local superiority.
    pub(crate) const SUPERIORITY: usize = MOP_UP + 1;
    /// One for the side to move.
    pub(crate) const TEMPO: usize = SUPERIORITY + 1;
}

/// The name and size of each group of features, in index order.
pub(crate) const FEATURE_GROUPS: [(&str, usize); 11] = [
    ("man", MAX_DISTANCE + 1),
    ("knight", MAX_DISTANCE + 1),
    ("guard", GUARD_DISTANCES),
    ("road", 1),
    ("threat", 1),
    ("beside", 1),
    ("castle-move", 1),
    ("nearest", 1),
    ("mop-up", 1),
    ("superiority", 1),
    ("tempo", 1),
];

/// The features of a position: those of the team to move minus those of all
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features(pub [i16; FEATURE_COUNT]);

impl Features {
    /// Extracts the features of `position`.
    #[must_use]
    pub fn of(position: &Position) -> Features {
        let variant = position.variant();
        let distances = Distances::for_variant(variant);
        let mut features = Features([0; FEATURE_COUNT]);
        for seat in variant.seats() {
            let is_own = variant.team_of(seat) == variant.team_of(position.turn());
            let sign = if is_own { 1 } else { -1 };
            features.add_seat(position, seat, sign, distances);
        }
        features.0[index::MOP_UP] = mop_up(position, distances) as i16;
        features.0[index::SUPERIORITY] = superiority(position, distances) as i16;
        features.0[index::TEMPO] = 1;
        features
    }

    fn add_seat(&mut self, position: &Position, seat: Seat, sign: i16, distances: &Distances) {
        let variant = position.variant();
        let has_castles = !variant.goal(seat).is_empty();
        let mut nearest = MAX_DISTANCE;
        for square in position.pieces(seat) {
            let to_goal = usize::from(distances.goal[seat][square.index()]);
            let kind = if position.knights().contains(square) { index::KNIGHT } else { index::MAN };
            self.0[kind + to_goal] += sign;
            nearest = nearest.min(to_goal.max(1));
            let to_castle = usize::from(distances.castle[seat][square.index()]);
            if to_castle < GUARD_DISTANCES && has_castles {
                self.0[index::GUARD + to_castle] += sign;
            }
        }
        let interactions = Interactions::of(position, &occupancy(position), seat, distances);
        self.0[index::ROAD] += sign * interactions.roads as i16;
        self.0[index::THREAT] += sign * interactions.threats as i16;
        self.0[index::BESIDE] += sign * interactions.beside as i16;
        self.0[index::CASTLE_MOVE] += sign * usable_castle_moves(position, seat) as i16;
        if has_castles {
            self.0[index::NEAREST] += sign * nearest as i16;
        }
    }
}

/// The remaining castle moves of `seat`, or 0 if it has no piece in its goal.
pub(super) fn usable_castle_moves(position: &Position, seat: Seat) -> i32 {
    let variant = position.variant();
    if !position.pieces(seat).intersects(variant.goal(seat)) {
        return 0;
    }
    let all = variant.switches().castle_moves;
    i32::from(all.saturating_sub(position.castle_moves_used(seat)))
}

/// The occupant of each square: 0 for none, 1 to 4 for a piece of the first to
/// the fourth team, [`TREE`].
pub(super) type Occupancy = [u8; 256];

/// An obstacle that belongs to no team.
const TREE: u8 = u8::MAX;

/// Returns the occupant of each square of `position`.
#[inline]
pub(super) fn occupancy(position: &Position) -> Occupancy {
    let mut occupancy = [0; 256];
    for team in position.variant().teams() {
        for square in position.team_pieces(team) {
            occupancy[square.index()] = team as u8 + 1;
        }
    }
    for square in position.trees() {
        occupancy[square.index()] = TREE;
    }
    occupancy
}

/// Counts of features that depend on adjacent pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interactions {
    pub(super) roads: i32,
    pub(super) threats: i32,
    pub(super) beside: i32,
}

impl Interactions {
    #[inline]
    pub(super) fn of(
        position: &Position,
        occupancy: &Occupancy,
        seat: Seat,
        distances: &Distances,
    ) -> Interactions {
        let board = position.variant().board();
        let distance = &distances.goal[seat];
        let own = position.variant().team_of(seat) as u8 + 1;
        let mut interactions = Interactions::default();
        for square in position.pieces(seat) - position.variant().goal(seat) {
            let here = distance[square.index()];
            for leap in board.leaps(square) {
                let over = occupancy[leap.over.index()];
                if over == 0 || over == TREE {
                    continue;
                }
                let is_open = occupancy[leap.to.index()] == 0;
                if over != own {
                    interactions.threats += i32::from(is_open);
                } else {
                    interactions.beside += 1;
                    interactions.roads += i32::from(is_open && distance[leap.to.index()] < here);
                }
            }
        }
        interactions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    #[test]
    fn the_group_sizes_add_up_to_the_feature_count() {
        assert_eq!(FEATURE_GROUPS.iter().map(|(_, count)| count).sum::<usize>(), FEATURE_COUNT);
    }

    #[test]
    fn the_start_position_favors_neither_team() {
        for variant in Variant::all().iter().filter(|variant| !variant.is_free_for_all()) {
            let features = Features::of(&Position::start(variant));
            let mut even = [0; FEATURE_COUNT];
            even[index::TEMPO] = 1;
            assert_eq!(features.0, even, "{}", variant.name());
        }
    }
}
