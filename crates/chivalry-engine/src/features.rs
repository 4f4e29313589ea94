//! What a quiet position is made of, as numbers.

use std::sync::{PoisonError, RwLock};

use chivalry_rules::{PerSeat, Position, Seat, Square, SquareSet, Team, Variant};

/// Distances are counted up to this one, which stands for all beyond.
pub(super) const FARTHEST: usize = 15;

/// How near to its own castle a piece guards it.
pub(super) const GUARDS: usize = 4;

/// The number of features.
pub const FEATURES: usize = 2 * (FARTHEST + 1) + GUARDS + 6;

/// The places of the features in a list of them.
pub(super) mod place {
    use super::{FARTHEST, GUARDS};

    /// A Man by its distance from the goal.
    pub(in super::super) const MAN: usize = 0;
    /// A Knight by its distance from the goal.
    pub(in super::super) const KNIGHT: usize = FARTHEST + 1;
    /// A piece by its distance from the own castle, up to three.
    pub(in super::super) const GUARD: usize = 2 * (FARTHEST + 1);
    /// A canter leg towards the goal that is open now: a cantering road.
    pub(in super::super) const ROAD: usize = GUARD + GUARDS;
    /// A jump that is open now.
    pub(in super::super) const THREAT: usize = ROAD + 1;
    /// A friend beside a piece, with a square beyond.
    pub(in super::super) const BESIDE: usize = THREAT + 1;
    /// A castle move left, while a piece is in the goal.
    pub(in super::super) const CASTLE_MOVE: usize = BESIDE + 1;
    /// The distance of the piece nearest to the goal.
    pub(in super::super) const NEAREST: usize = CASTLE_MOVE + 1;
    /// Being to move.
    pub(in super::super) const TEMPO: usize = NEAREST + 1;
}

/// What the names of features begin with, in the order of their places, and
/// how many of each there are.
pub(super) const NAMES: [(&str, usize); 9] = [
    ("man", FARTHEST + 1),
    ("knight", FARTHEST + 1),
    ("guard", GUARDS),
    ("road", 1),
    ("threat", 1),
    ("beside", 1),
    ("castle-move", 1),
    ("nearest", 1),
    ("tempo", 1),
];

/// The distances of one variant's squares, in steps on an empty board.
#[derive(Debug)]
pub(super) struct Distances {
    /// From each seat's goal; where castles do not matter, from the middle of
    /// the board.
    pub(super) goal: PerSeat<Vec<u8>>,
    /// From each seat's own castle; far where there is none.
    pub(super) castle: PerSeat<Vec<u8>>,
}

/// By the pins of variants: worked out once, and alive for as long as the
/// process, as variants are. A plain lock, held for one look-up or addition.
static DISTANCES: RwLock<Vec<(&'static str, &'static Distances)>> = RwLock::new(Vec::new());

impl Distances {
    /// Those of a variant.
    pub(super) fn named(variant: &Variant) -> &'static Distances {
        let of = |known: &[(&'static str, &'static Distances)]| {
            known.iter().find(|(pin, _)| *pin == variant.pin()).map(|(_, distances)| *distances)
        };
        let known = of(&DISTANCES.read().unwrap_or_else(PoisonError::into_inner));
        known.unwrap_or_else(|| {
            let mut all = DISTANCES.write().unwrap_or_else(PoisonError::into_inner);
            of(&all).unwrap_or_else(|| {
                let distances: &'static Distances = Box::leak(Box::new(Distances::of(variant)));
                all.push((variant.pin(), distances));
                distances
            })
        })
    }

    fn of(variant: &Variant) -> Distances {
        let middle = middle(variant);
        let goal = |seat| if variant.goal(seat).is_empty() { middle } else { variant.goal(seat) };
        Distances {
            goal: PerSeat::from_fn(|seat| spread(variant, goal(seat))),
            castle: PerSeat::from_fn(|seat| spread(variant, variant.castle(seat))),
        }
    }
}

/// How many steps each square is away from the nearest of `from`.
fn spread(variant: &Variant, from: SquareSet) -> Vec<u8> {
    let board = variant.board();
    let mut distances = vec![FARTHEST as u8; board.len()];
    let (mut seen, mut edge) = (from, from);
    for distance in 0..FARTHEST as u8 {
        let mut next = SquareSet::EMPTY;
        for square in edge {
            distances[square.index()] = distance;
            next |= board.neighbours(square);
        }
        edge = next - seen;
        seen |= next;
    }
    distances
}

/// The squares farthest from the edge.
fn middle(variant: &Variant) -> SquareSet {
    let board = variant.board();
    let mut inside: SquareSet = board.squares().collect();
    loop {
        let is_inner = |square: &Square| {
            board.neighbours(*square).len() == 8 && (board.neighbours(*square) - inside).is_empty()
        };
        let inner: SquareSet = inside.into_iter().filter(is_inner).collect();
        if inner.is_empty() {
            return inside;
        }
        inside = inner;
    }
}

/// The features of a position: those of the team to move less those of the
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features(pub [i16; FEATURES]);

impl Features {
    /// Those of `position`.
    #[must_use]
    pub fn of(position: &Position) -> Features {
        let variant = position.variant();
        let distances = Distances::named(variant);
        let mut features = Features([0; FEATURES]);
        for seat in variant.seats() {
            let sign = if Team::of(seat) == Team::of(position.turn()) { 1 } else { -1 };
            features.add_seat(position, seat, sign, distances);
        }
        features.0[place::TEMPO] = 1;
        features
    }

    fn add_seat(&mut self, position: &Position, seat: Seat, sign: i16, distances: &Distances) {
        let variant = position.variant();
        let has_castles = !variant.goal(seat).is_empty();
        let mut nearest = FARTHEST;
        for square in position.pieces(seat) {
            let to_goal = usize::from(distances.goal[seat][square.index()]);
            let kind = if position.knights().contains(square) { place::KNIGHT } else { place::MAN };
            self.0[kind + to_goal] += sign;
            nearest = nearest.min(to_goal.max(1));
            let to_castle = usize::from(distances.castle[seat][square.index()]);
            if to_castle < GUARDS && has_castles {
                self.0[place::GUARD + to_castle] += sign;
            }
        }
        let standing = Standing::of(position, &sides(position), seat, distances);
        self.0[place::ROAD] += sign * standing.roads as i16;
        self.0[place::THREAT] += sign * standing.threats as i16;
        self.0[place::BESIDE] += sign * standing.beside as i16;
        self.0[place::CASTLE_MOVE] += sign * castle_moves_left(position, seat) as i16;
        if has_castles {
            self.0[place::NEAREST] += sign * nearest as i16;
        }
    }
}

/// Castle moves that `seat` could use: it has a piece in its goal.
pub(super) fn castle_moves_left(position: &Position, seat: Seat) -> i32 {
    let variant = position.variant();
    if !position.pieces(seat).intersects(variant.goal(seat)) {
        return 0;
    }
    let all = variant.switches().castle_moves;
    i32::from(all.saturating_sub(position.castle_moves_used(seat)))
}

/// What is on each square: 0 for nothing, 1 and 2 for the teams' pieces,
/// [`TREE`].
pub(super) type Sides = [u8; 256];

/// A tree: in the way, and nobody's.
const TREE: u8 = 3;

/// What is on each square of `position`.
#[inline]
pub(super) fn sides(position: &Position) -> Sides {
    let mut sides = [0; 256];
    for team in Team::ALL {
        for square in position.team_pieces(team) {
            sides[square.index()] = team as u8 + 1;
        }
    }
    for square in position.trees() {
        sides[square.index()] = TREE;
    }
    sides
}

/// How a seat's pieces stand to those around them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    pub(super) roads: i32,
    pub(super) threats: i32,
    pub(super) beside: i32,
}

impl Standing {
    #[inline]
    pub(super) fn of(
        position: &Position,
        sides: &Sides,
        seat: Seat,
        distances: &Distances,
    ) -> Standing {
        let board = position.variant().board();
        let distance = &distances.goal[seat];
        let own = Team::of(seat) as u8 + 1;
        let mut standing = Standing::default();
        for square in position.pieces(seat) - position.variant().goal(seat) {
            let here = distance[square.index()];
            for leap in board.leaps(square) {
                let over = sides[leap.over.index()];
                if over == 0 || over == TREE {
                    continue;
                }
                let is_open = sides[leap.to.index()] == 0;
                if over != own {
                    standing.threats += i32::from(is_open);
                } else {
                    standing.beside += 1;
                    standing.roads += i32::from(is_open && distance[leap.to.index()] < here);
                }
            }
        }
        standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_cover_every_feature() {
        assert_eq!(NAMES.iter().map(|(_, count)| count).sum::<usize>(), FEATURES);
    }

    #[test]
    fn an_array_is_as_good_for_one_team_as_for_the_other() {
        for variant in Variant::all() {
            let features = Features::of(&Position::start(variant));
            let mut even = [0; FEATURES];
            even[place::TEMPO] = 1;
            assert_eq!(features.0, even, "{}", variant.name());
        }
    }

    #[test]
    fn distances_are_counted_in_steps() {
        let variant = Variant::named("camette").unwrap();
        let c1 = variant.goal(Seat::SECOND).first().unwrap();
        let distances = Distances::named(variant);
        assert_eq!(distances.goal[Seat::FIRST][c1.index()], 6);
        assert_eq!(distances.castle[Seat::FIRST][c1.index()], 0);
    }
}
