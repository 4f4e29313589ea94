//! The hidden layer of the position that was evaluated last.
//!
//! The next evaluation changes it by the difference of both positions. That is
//! a few inputs during a search, in which neighboring positions follow each
//! other. The sums are exact, so the score does not depend on earlier positions.

use chivalry_rules::{PerSeat, Piece, PieceKind, Position, Seat, SquareSet, Variant};

use super::inputs::{Inputs, remaining_castle_moves};
use super::layers::{Network, Row, bucket};

/// The hidden layer in the perspectives of all seats.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator {
    inputs: &'static Inputs,
    /// The number of pieces in the array.
    start_pieces: usize,
    rows: PerSeat<Row>,
    pieces: PerSeat<SquareSet>,
    knights: SquareSet,
    castle_moves: PerSeat<u8>,
}

impl Accumulator {
    /// Creates the hidden layer of an empty board. `None` if `network` has other
    /// inputs than positions of `variant`.
    pub(crate) fn new(variant: &'static Variant, network: &Network) -> Option<Accumulator> {
        let fits = |inputs: &&Inputs| inputs.len() == network.input.len();
        let inputs = Inputs::for_variant(variant).filter(fits)?;
        let mut accumulator = Accumulator {
            inputs,
            start_pieces: variant.array().pieces.iter().flatten().count(),
            rows: PerSeat::from_fn(|_| network.bias),
            pieces: PerSeat::default(),
            knights: SquareSet::EMPTY,
            castle_moves: PerSeat::default(),
        };
        for other in variant.seats() {
            let input = |seat| inputs.castle_moves(seat, other, 0);
            accumulator.change(network, variant, input, add);
        }
        Some(accumulator)
    }

    /// Returns the score of `position` for the seat to move, in hundredths of a
    /// man.
    #[inline]
    pub(crate) fn score(&mut self, network: &Network, position: &Position) -> i32 {
        let pieces = self.update(network, position);
        let turn = position.turn();
        let next = position.variant().next_seat(turn);
        network.score(&self.rows[turn], &self.rows[next], bucket(pieces, self.start_pieces))
    }

    /// Changes the hidden layer to that of `position`. Returns the number of
    /// its pieces.
    #[inline]
    fn update(&mut self, network: &Network, position: &Position) -> usize {
        let variant = position.variant();
        let (old_knights, new_knights) = (self.knights, position.knights());
        let mut count = 0;
        for seat in variant.seats() {
            let (old, new) = (self.pieces[seat], position.pieces(seat));
            count += new.len();
            let [old_kinds, new_kinds] =
                [(old, old_knights), (new, new_knights)].map(|(all, knights)| {
                    let knights = all & knights;
                    [(PieceKind::Man, all - knights), (PieceKind::Knight, knights)]
                });
            for ((kind, old), (_, new)) in old_kinds.into_iter().zip(new_kinds) {
                if old != new {
                    self.replace(network, variant, Piece { seat, kind }, old, new);
                }
            }
            self.pieces[seat] = new;
            self.update_castle_moves(network, position, seat);
        }
        self.knights = new_knights;
        count
    }

    /// Replaces the pieces like `piece` on the squares `old` by those on `new`.
    #[inline]
    fn replace(
        &mut self,
        network: &Network,
        variant: &Variant,
        piece: Piece,
        old: SquareSet,
        new: SquareSet,
    ) {
        let inputs = self.inputs;
        for square in old - new {
            self.change(network, variant, |seat| inputs.piece(seat, piece, square), subtract);
        }
        for square in new - old {
            self.change(network, variant, |seat| inputs.piece(seat, piece, square), add);
        }
    }

    #[inline]
    fn update_castle_moves(&mut self, network: &Network, position: &Position, other: Seat) {
        let (old, new) = (self.castle_moves[other], remaining_castle_moves(position, other));
        if old == new {
            return;
        }
        let (inputs, variant) = (self.inputs, position.variant());
        self.change(network, variant, |seat| inputs.castle_moves(seat, other, old), subtract);
        self.change(network, variant, |seat| inputs.castle_moves(seat, other, new), add);
        self.castle_moves[other] = new;
    }

    /// Applies an input, given by its number in the perspective of each seat.
    #[inline]
    fn change(
        &mut self,
        network: &Network,
        variant: &Variant,
        input: impl Fn(Seat) -> usize,
        apply: impl Fn(&mut Row, &Row),
    ) {
        for seat in variant.seats() {
            apply(&mut self.rows[seat], &network.input[input(seat)]);
        }
    }
}

#[inline]
fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*value);
    }
}

#[inline]
fn subtract(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*value);
    }
}

#[cfg(test)]
mod tests {
    use chivalry_rules::MoveList;

    use super::super::layers::{BUCKETS, HIDDEN};
    use super::*;

    /// A network whose weights all differ.
    fn network(variant: &Variant) -> Option<Network> {
        let inputs = Inputs::for_variant(variant)?;
        let mut next = 1_u32;
        let mut row = || -> Row {
            std::array::from_fn(|_: usize| {
                next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (next >> 24) as i16 - 128
            })
        };
        let input = (0..inputs.len()).map(|_| row()).collect();
        let output = std::array::from_fn(|_| [row(), row()].map(|row| row.map(|it| it / 2)));
        Some(Network { input, bias: [100; HIDDEN], output, output_bias: [7; BUCKETS] })
    }

    #[test]
    fn an_updated_layer_gives_the_score_of_a_new_one() {
        let mut list = MoveList::new();
        let mut scores = 0;
        for variant in Variant::all() {
            let Some(network) = network(variant) else { continue };
            let mut updated = Accumulator::new(variant, &network).unwrap();
            let start = Position::start(variant);
            let mut position = start;
            for step in 0..150_usize {
                let expected =
                    Accumulator::new(variant, &network).unwrap().score(&network, &position);
                assert_eq!(updated.score(&network, &position), expected, "{position}");
                scores += usize::from(expected != 0);
                position.legal_moves(&mut list);
                let index = step * 31 % list.len().max(1);
                position = list.get(index).map_or(start, |legal| position.after(&legal.effect));
            }
        }
        assert!(scores > 1_000, "{scores}");
    }

    #[test]
    fn the_start_has_the_same_score_for_each_seat() {
        for variant in Variant::all() {
            // A few pieces of the array of four-handed Chivalry have no counterparts.
            let is_symmetric = variant.name() != "chivalry-four-handed";
            let Some(network) = network(variant).filter(|_| is_symmetric) else { continue };
            let mut position = Position::start(variant);
            let score = |position: &Position| {
                Accumulator::new(variant, &network).unwrap().score(&network, position)
            };
            let first = score(&position);
            for seat in variant.seats() {
                assert_eq!(score(&position), first, "{} {seat:?}", variant.name());
                position = position.after_pass();
            }
        }
    }
}
