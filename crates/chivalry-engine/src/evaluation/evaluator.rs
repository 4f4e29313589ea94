//! The static evaluator: piece-square tables and piece interactions.

use std::sync::Arc;

use chivalry_rules::{PerSeat, Position, Seat, Team, Variant};

use super::distances::{Distances, MAX_DISTANCE};
use super::features::{GUARD_DISTANCES, Interactions, index, occupancy, usable_castle_moves};
use super::mop_up::mop_up;
use super::superiority::superiority;
use super::weights::Weights;
use crate::network::accumulator::Accumulator;
use crate::network::built_in::built_in;
use crate::network::file::NetworkError;
use crate::network::layers::Network;
use crate::score::{Score, Window};

/// A static evaluator for one variant.
#[derive(Clone, Debug)]
pub struct Evaluator {
    variant: &'static Variant,
    distances: &'static Distances,
    weights: Weights,
    /// The learned evaluation, used instead of the weights.
    network: Option<Arc<Network>>,
    /// A margin that the interaction score exceeds in few positions.
    lazy_margin: i32,
    /// Piece-square table of men.
    men: PerSeat<Vec<i32>>,
    /// Piece-square table of Knights.
    knights: PerSeat<Vec<i32>>,
}

impl Evaluator {
    /// Creates an evaluator for positions of `variant` that uses `weights`.
    #[must_use]
    pub fn new(variant: &'static Variant, weights: Weights) -> Evaluator {
        let distances = Distances::for_variant(variant);
        let piece_square_table = |kind: usize, seat: Seat| {
            let value = |square: usize| {
                let to_goal = usize::from(distances.goal[seat][square]);
                let to_castle = usize::from(distances.castle[seat][square]);
                let is_guard = to_castle < GUARD_DISTANCES && !variant.goal(seat).is_empty();
                let guard = if is_guard { weights.0[index::GUARD + to_castle] } else { 0 };
                i32::from(weights.0[kind + to_goal]) + i32::from(guard)
            };
            (0..variant.board().len()).map(value).collect()
        };
        let size = |feature: usize| i32::from(weights.0[feature]).abs();
        Evaluator {
            lazy_margin: 3 * size(index::ROAD) + 3 * size(index::THREAT) + 6 * size(index::BESIDE),
            men: PerSeat::from_fn(|seat| piece_square_table(index::MAN, seat)),
            knights: PerSeat::from_fn(|seat| piece_square_table(index::KNIGHT, seat)),
            variant,
            distances,
            weights,
            network: None,
        }
    }

    /// Creates an evaluator of the greatest strength for positions of `variant`:
    /// with its network if it has one, and the built-in weights otherwise.
    #[must_use]
    pub fn built_in(variant: &'static Variant) -> Evaluator {
        let network = built_in(variant).map(Arc::clone);
        Evaluator { network, ..Evaluator::new(variant, Weights::built_in(variant)) }
    }

    /// Uses `network` instead of the weights.
    ///
    /// # Errors
    /// The network does not fit the variant.
    pub fn with_network(self, network: Arc<Network>) -> Result<Evaluator, NetworkError> {
        match Accumulator::new(self.variant, &network) {
            Some(_) => Ok(Evaluator { network: Some(network), ..self }),
            None => Err(NetworkError::UnsupportedVariant),
        }
    }

    /// The hidden layer for [`Evaluator::evaluate_within`]. `None` without a
    /// network.
    pub(crate) fn accumulator(&self) -> Option<Accumulator> {
        Accumulator::new(self.variant, self.network.as_ref()?)
    }

    /// The variant whose positions it evaluates.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The network, if it has one.
    #[must_use]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    /// Returns the score of `position` for the team to move: that of the network,
    /// or the sum of its [`Features`](crate::Features), each multiplied by its
    /// weight.
    ///
    /// If each plays for himself, the score is that of the team to move minus
    /// the mean of the others.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        if let (Some(network), Some(mut accumulator)) = (&self.network, self.accumulator()) {
            return Score(accumulator.score(network, position));
        }
        let root = self.variant.team_of(position.turn());
        Score(self.piece_score(position, root) + self.interaction_score(position, root))
    }

    /// Returns the score of `position` for use within `window`, for the side to
    /// move: the team `root`, or all others together. `accumulator` is that of
    /// [`Evaluator::accumulator`].
    #[must_use]
    #[inline]
    pub(crate) fn evaluate_within(
        &self,
        accumulator: &mut Option<Accumulator>,
        position: &Position,
        root: Team,
        window: Window,
    ) -> Score {
        match (&self.network, accumulator) {
            (Some(network), Some(accumulator)) => Score(accumulator.score(network, position)),
            _ => self.evaluate_lazily(position, root, window),
        }
    }

    /// Returns the weighted sum of the features for use within `window`. Omits the interaction
    /// score if the piece score is outside by the lazy margin.
    #[must_use]
    #[inline]
    pub(crate) fn evaluate_lazily(&self, position: &Position, root: Team, window: Window) -> Score {
        let score = self.piece_score(position, root);
        if score >= window.beta.0 + self.lazy_margin || score <= window.alpha.0 - self.lazy_margin {
            return Score(score);
        }
        Score(score + self.interaction_score(position, root))
    }

    #[inline]
    fn piece_score(&self, position: &Position, root: Team) -> i32 {
        let score = |seat| self.seat_score(position, seat);
        let score = self.weight(index::TEMPO) + self.balance(position, root, score);
        score
            + self.weighted(index::MOP_UP, || mop_up(position, self.distances))
            + self.weighted(index::SUPERIORITY, || superiority(position, self.distances))
    }

    /// The values of the seats of `root` minus those of the others, seen from
    /// the side to move. More than one enemy team counts by its mean.
    #[inline]
    fn balance(&self, position: &Position, root: Team, value: impl Fn(Seat) -> i32) -> i32 {
        let (mut own, mut others) = (0, 0);
        for seat in self.variant.seats() {
            let sum = if self.variant.team_of(seat) == root { &mut own } else { &mut others };
            *sum += value(seat);
        }
        if self.variant.is_free_for_all() {
            others /= self.variant.team_count() as i32 - 1;
        }
        let is_root = self.variant.team_of(position.turn()) == root;
        if is_root { own - others } else { others - own }
    }

    #[inline]
    fn seat_score(&self, position: &Position, seat: Seat) -> i32 {
        let pieces = position.pieces(seat);
        let knights = pieces & position.knights();
        let distance = &self.distances.goal[seat];
        let (mut sum, mut nearest) = (0, MAX_DISTANCE as u8);
        for square in pieces - knights {
            sum += self.men[seat][square.index()];
            nearest = nearest.min(distance[square.index()].max(1));
        }
        for square in knights {
            sum += self.knights[seat][square.index()];
            nearest = nearest.min(distance[square.index()].max(1));
        }
        sum += usable_castle_moves(position, seat) * self.weight(index::CASTLE_MOVE);
        if !self.variant.goal(seat).is_empty() {
            sum += i32::from(nearest) * self.weight(index::NEAREST);
        }
        sum
    }

    fn interaction_score(&self, position: &Position, root: Team) -> i32 {
        let occupancy = occupancy(position);
        self.balance(position, root, |seat| {
            let interactions = Interactions::of(position, &occupancy, seat, self.distances);
            interactions.roads * self.weight(index::ROAD)
                + interactions.threats * self.weight(index::THREAT)
                + interactions.beside * self.weight(index::BESIDE)
        })
    }

    /// The weighted value of a feature, which is computed only if it has a weight.
    #[inline]
    fn weighted(&self, feature: usize, value: impl Fn() -> i32) -> i32 {
        match self.weight(feature) {
            0 => 0,
            weight => weight * value(),
        }
    }

    #[inline]
    fn weight(&self, feature: usize) -> i32 {
        i32::from(self.weights.0[feature])
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::Features;
    use super::*;
    use chivalry_rules::{MoveList, read_variant_file};

    #[test]
    fn the_evaluator_gives_the_weighted_sum_of_the_features() {
        for variant in Variant::all().iter().filter(|variant| !variant.is_free_for_all()) {
            let weights = Weights::built_in(variant);
            let evaluator = Evaluator::new(variant, weights.clone());
            let mut position = Position::start(variant);
            let mut list = MoveList::new();
            for step in 0..60_usize {
                let Features(features) = Features::of(&position);
                let sum: i32 = features
                    .iter()
                    .zip(weights.0)
                    .map(|(&feature, weight)| i32::from(feature) * i32::from(weight))
                    .sum();
                assert_eq!(evaluator.evaluate(&position).hundredths(), sum, "{position:?}");
                position.legal_moves(&mut list);
                if list.is_empty() {
                    break;
                }
                let legal = list.get(step * 31 % list.len()).unwrap();
                position = position.after(&legal.effect);
            }
        }
    }

    #[test]
    fn each_for_himself_the_start_is_even_and_the_two_sides_have_opposite_scores() {
        let text = include_str!("../../../chivalry-rules/variants/chivalry-four-singles.variant");
        let variant: &'static Variant = Box::leak(Box::new(read_variant_file(text).unwrap()));
        let evaluator = Evaluator::new(variant, Weights::built_in(variant));
        let tempo = evaluator.weight(index::TEMPO);
        let start = Position::start(variant);
        assert_eq!(evaluator.evaluate(&start).hundredths(), tempo);
        let lacks = start.to_string().replacen("RR10YY", "R11YY", 1);
        let lacks = Position::read(&lacks, variant).unwrap();
        let for_red = evaluator.evaluate(&lacks).hundredths() - tempo;
        let others = evaluator
            .balance(&lacks.after_pass(), Team::First, |seat| evaluator.seat_score(&lacks, seat));
        assert!(for_red < -100 && others > 100, "{for_red} {others}");
        let green = evaluator.evaluate(&lacks.after_pass()).hundredths() - tempo;
        assert!(green > 0 && green < -for_red, "a third of Red's loss is Green's gain: {green}");
    }
}
