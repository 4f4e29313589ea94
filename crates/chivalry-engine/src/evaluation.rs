//! What a quiet position is worth, by the weights of its variant.

use chivalry_rules::{PerSeat, Position, Seat, Team, Variant};

use super::features::{
    Distances, FARTHEST, GUARDS, Sides, Standing, castle_moves_left, place, sides,
};
use super::score::Score;
use super::weights::Weights;

/// The weights of one variant, laid out by square.
#[derive(Clone, Debug)]
pub struct Evaluation {
    variant: &'static Variant,
    distances: &'static Distances,
    weights: Weights,
    /// More than how pieces stand to each other is worth in nearly any
    /// position.
    most_standing: i32,
    men: PerSeat<Vec<i32>>,
    knights: PerSeat<Vec<i32>>,
}

impl Evaluation {
    /// An evaluation of positions of `variant`.
    #[must_use]
    pub fn new(variant: &'static Variant, weights: Weights) -> Evaluation {
        let distances = Distances::named(variant);
        let worth = |kind: usize, seat: Seat| {
            let of_square = |index: usize| {
                let to_goal = usize::from(distances.goal[seat][index]);
                let to_castle = usize::from(distances.castle[seat][index]);
                let guards = to_castle < GUARDS && !variant.goal(seat).is_empty();
                let guard = if guards { weights.0[place::GUARD + to_castle] } else { 0 };
                i32::from(weights.0[kind + to_goal]) + i32::from(guard)
            };
            (0..variant.board().len()).map(of_square).collect()
        };
        let size = |place: usize| i32::from(weights.0[place]).abs();
        Evaluation {
            most_standing: 3 * size(place::ROAD)
                + 3 * size(place::THREAT)
                + 6 * size(place::BESIDE),
            men: PerSeat::from_fn(|seat| worth(place::MAN, seat)),
            knights: PerSeat::from_fn(|seat| worth(place::KNIGHT, seat)),
            variant,
            distances,
            weights,
        }
    }

    /// The variant whose positions it knows.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// What `position` is worth to the team to move. It is the sum of its
    /// [`Features`](super::Features), each by its weight.
    #[must_use]
    pub fn of(&self, position: &Position) -> Score {
        Score(self.of_places(position) + self.of_standing(position))
    }

    /// What `position` is worth, as far as it matters between `alpha` and
    /// `beta`: where the places of the pieces alone are far outside, how they
    /// stand to each other is not looked at.
    #[must_use]
    #[inline]
    pub(super) fn between(&self, position: &Position, alpha: Score, beta: Score) -> Score {
        let sum = self.of_places(position);
        if sum >= beta.0 + self.most_standing || sum <= alpha.0 - self.most_standing {
            return Score(sum);
        }
        Score(sum + self.of_standing(position))
    }

    #[inline]
    fn of_places(&self, position: &Position) -> i32 {
        let mut sum = self.weight(place::TEMPO);
        for seat in self.variant.seats() {
            let own = self.of_seat(position, seat);
            sum += if Team::of(seat) == Team::of(position.turn()) { own } else { -own };
        }
        sum
    }

    #[inline]
    fn of_seat(&self, position: &Position, seat: Seat) -> i32 {
        let pieces = position.pieces(seat);
        let knights = pieces & position.knights();
        let distance = &self.distances.goal[seat];
        let (mut sum, mut nearest) = (0, FARTHEST as u8);
        for square in pieces - knights {
            sum += self.men[seat][square.index()];
            nearest = nearest.min(distance[square.index()].max(1));
        }
        for square in knights {
            sum += self.knights[seat][square.index()];
            nearest = nearest.min(distance[square.index()].max(1));
        }
        sum += castle_moves_left(position, seat) * self.weight(place::CASTLE_MOVE);
        if !self.variant.goal(seat).is_empty() {
            sum += i32::from(nearest) * self.weight(place::NEAREST);
        }
        sum
    }

    fn of_standing(&self, position: &Position) -> i32 {
        let sides: Sides = sides(position);
        let mut sum = 0;
        for seat in self.variant.seats() {
            let standing = Standing::of(position, &sides, seat, self.distances);
            let own = standing.roads * self.weight(place::ROAD)
                + standing.threats * self.weight(place::THREAT)
                + standing.beside * self.weight(place::BESIDE);
            sum += if Team::of(seat) == Team::of(position.turn()) { own } else { -own };
        }
        sum
    }

    #[inline]
    fn weight(&self, place: usize) -> i32 {
        i32::from(self.weights.0[place])
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::Features;
    use super::*;
    use chivalry_rules::MoveList;

    #[test]
    fn the_laid_out_weights_give_the_sum_of_the_features() {
        for variant in Variant::all() {
            let weights = Weights::built_in(variant);
            let evaluation = Evaluation::new(variant, weights.clone());
            let mut position = Position::start(variant);
            let mut list = MoveList::new();
            for step in 0..60_usize {
                let Features(features) = Features::of(&position);
                let sum: i32 = features
                    .iter()
                    .zip(weights.0)
                    .map(|(&feature, weight)| i32::from(feature) * i32::from(weight))
                    .sum();
                assert_eq!(evaluation.of(&position).hundredths(), sum, "{position:?}");
                position.legal_moves(&mut list);
                if list.is_empty() {
                    break;
                }
                let legal = list.get(step * 31 % list.len()).unwrap();
                position = position.after(&legal.effect);
            }
        }
    }
}
