//! Distances of squares from goals and castles, cached per variant.

use std::sync::{PoisonError, RwLock};

use chivalry_rules::{PerSeat, Square, SquareSet, Variant};

/// The largest distance. Squares farther away count as this far.
pub(crate) const MAX_DISTANCE: usize = 15;

/// The distances of the squares of one variant, in steps on an empty board.
#[derive(Debug)]
pub(super) struct Distances {
    /// From each seat's goal, or from the center of the board in variants
    /// without castles.
    pub(super) goal: PerSeat<Vec<u8>>,
    /// From each seat's own castle. [`MAX_DISTANCE`] if it has none.
    pub(super) castle: PerSeat<Vec<u8>>,
    /// The file and the rank of each square.
    places: Vec<(u8, u8)>,
}

type Cache = Vec<(&'static str, &'static Distances)>;

/// The distances of each variant, keyed by its pin. Variants live as long as
/// the process, and so do their entries. The lock is held for one lookup or one
/// insertion.
static CACHE: RwLock<Cache> = RwLock::new(Vec::new());

impl Distances {
    /// Returns the cached distances of `variant`, computing them at first use.
    pub(super) fn for_variant(variant: &Variant) -> &'static Distances {
        let find = |cache: &Cache| {
            cache.iter().find(|(pin, _)| *pin == variant.pin()).map(|(_, distances)| *distances)
        };
        let cached = find(&CACHE.read().unwrap_or_else(PoisonError::into_inner));
        cached.unwrap_or_else(|| {
            let mut cache = CACHE.write().unwrap_or_else(PoisonError::into_inner);
            find(&cache).unwrap_or_else(|| {
                let distances: &'static Distances =
                    Box::leak(Box::new(Distances::compute(variant)));
                cache.push((variant.pin(), distances));
                distances
            })
        })
    }

    fn compute(variant: &Variant) -> Distances {
        let center = board_center(variant);
        let goal = |seat| if variant.goal(seat).is_empty() { center } else { variant.goal(seat) };
        Distances {
            goal: PerSeat::from_fn(|seat| distances_from(variant, goal(seat))),
            castle: PerSeat::from_fn(|seat| distances_from(variant, variant.castle(seat))),
            places: variant.board().squares().map(|square| place(variant, square)).collect(),
        }
    }

    /// The steps from one square to another on an empty board without holes.
    pub(super) fn between(&self, one: Square, other: Square) -> i32 {
        let [(file, rank), (other_file, other_rank)] =
            [one, other].map(|square| self.places[square.index()]);
        i32::from(file.abs_diff(other_file).max(rank.abs_diff(other_rank)))
    }
}

fn place(variant: &Variant, square: Square) -> (u8, u8) {
    let name = variant.board().name(square);
    (name.file, name.rank)
}

/// Breadth-first distances of all squares from the nearest square of `start`.
fn distances_from(variant: &Variant, start: SquareSet) -> Vec<u8> {
    let board = variant.board();
    let mut distances = vec![MAX_DISTANCE as u8; board.len()];
    let (mut visited, mut frontier) = (start, start);
    for distance in 0..MAX_DISTANCE as u8 {
        let mut next = SquareSet::EMPTY;
        for square in frontier {
            distances[square.index()] = distance;
            next |= board.neighbours(square);
        }
        frontier = next - visited;
        visited |= next;
    }
    distances
}

/// The squares farthest from the edge.
fn board_center(variant: &Variant) -> SquareSet {
    let board = variant.board();
    let mut center: SquareSet = board.squares().collect();
    loop {
        let is_inner = |square: &Square| {
            board.neighbours(*square).len() == 8 && (board.neighbours(*square) - center).is_empty()
        };
        let inner: SquareSet = center.into_iter().filter(is_inner).collect();
        if inner.is_empty() {
            return center;
        }
        center = inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Seat;

    #[test]
    fn distances_are_counted_in_steps() {
        let variant = Variant::named("camette").unwrap();
        let c1 = variant.goal(Seat::SECOND).first().unwrap();
        let distances = Distances::for_variant(variant);
        assert_eq!(distances.goal[Seat::FIRST][c1.index()], 6);
        assert_eq!(distances.castle[Seat::FIRST][c1.index()], 0);
    }
}
