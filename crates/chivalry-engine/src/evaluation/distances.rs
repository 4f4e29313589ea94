//! Distances of squares from goals and castles, cached per variant.

use std::sync::{PoisonError, RwLock};

use chivalry_rules::{PerSeat, Square, SquareName, SquareSet, Variant};

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
    /// The squares within 0, 1, 2 and more steps of each square, on a board without holes.
    within: Vec<[SquareSet; MAX_DISTANCE]>,
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
            within: variant.board().squares().map(|square| within(variant, square)).collect(),
        }
    }

    /// The squares within 0, 1, 2 and more steps of `square`, on a board without holes.
    #[inline]
    pub(super) fn within(&self, square: Square) -> &[SquareSet; MAX_DISTANCE] {
        &self.within[square.index()]
    }

    /// The steps from `square` to the nearest of `pieces` on an empty board without holes, at
    /// most [`MAX_DISTANCE`].
    #[inline]
    pub(super) fn nearest(&self, square: Square, pieces: SquareSet) -> usize {
        self.within(square).iter().take_while(|within| !pieces.intersects(**within)).count()
    }
}

fn within(variant: &Variant, square: Square) -> [SquareSet; MAX_DISTANCE] {
    let board = variant.board();
    let SquareName { file, rank } = board.name(square);
    let distance = |other: Square| {
        let other = board.name(other);
        usize::from(file.abs_diff(other.file).max(rank.abs_diff(other.rank)))
    };
    std::array::from_fn(|steps| board.squares().filter(|&it| distance(it) <= steps).collect())
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
