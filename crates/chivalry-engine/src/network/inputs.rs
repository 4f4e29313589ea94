//! Inputs of a network: pieces by relative seat, kind and square, and the
//! castle moves of each seat.
//!
//! A *perspective* is the view of one seat. The board is turned or reflected so
//! that its pieces start where those of the first seat do. Each other seat has
//! the role of the seat whose place it takes. All perspectives share the weights
//! of a network.

use std::sync::{PoisonError, RwLock};

use chivalry_rules::{
    PerSeat, Piece, PieceKind, Position, Seat, Square, SquareName, SquareSet, Variant,
};

use crate::symmetry::{SYMMETRIES, Symmetry, image};

/// The inputs of each seat for its remaining castle moves: 0, 1, 2, and more.
const CASTLE_MOVE_INPUTS: usize = 4;

/// The inputs of the positions of one variant.
#[derive(Debug)]
pub(crate) struct Inputs {
    seat_count: usize,
    square_count: usize,
    perspectives: PerSeat<Perspective>,
    /// The mirror image of each input, if the variant is its own.
    mirror: Option<Vec<u16>>,
}

/// The view of one seat.
#[derive(Debug, Default)]
struct Perspective {
    /// The place of each square.
    squares: Vec<u8>,
    /// The seat whose place each seat takes.
    roles: [usize; 4],
}

type Cache = Vec<(&'static str, Option<&'static Inputs>)>;

/// The inputs of each variant, keyed by its pin.
static CACHE: RwLock<Cache> = RwLock::new(Vec::new());

impl Inputs {
    /// Returns the cached inputs of `variant`. `None` if no symmetry of the
    /// board exchanges its seats, if it has trees, or if each plays for himself.
    pub(crate) fn for_variant(variant: &Variant) -> Option<&'static Inputs> {
        let find = |cache: &Cache| {
            cache.iter().find(|(pin, _)| *pin == variant.pin()).map(|(_, inputs)| *inputs)
        };
        let cached = find(&CACHE.read().unwrap_or_else(PoisonError::into_inner));
        cached.unwrap_or_else(|| {
            let mut cache = CACHE.write().unwrap_or_else(PoisonError::into_inner);
            find(&cache).unwrap_or_else(|| {
                let inputs = Inputs::compute(variant).map(|inputs| &*Box::leak(Box::new(inputs)));
                cache.push((variant.pin(), inputs));
                inputs
            })
        })
    }

    fn compute(variant: &Variant) -> Option<Inputs> {
        if variant.has_trees() || variant.is_free_for_all() {
            return None;
        }
        let mut perspectives = PerSeat::default();
        for seat in variant.seats() {
            let view = |symmetry| Perspective::new(variant, seat, symmetry);
            perspectives[seat] = SYMMETRIES.into_iter().find_map(view)?;
        }
        let (seat_count, square_count) = (variant.seat_count(), variant.board().len());
        let mut inputs = Inputs { seat_count, square_count, perspectives, mirror: None };
        inputs.mirror = inputs.mirror_images(variant);
        Some(inputs)
    }

    /// The number of inputs.
    pub(crate) fn len(&self) -> usize {
        self.seat_count * (2 * self.square_count + CASTLE_MOVE_INPUTS)
    }

    /// The input of `piece` on `square` in the perspective of `seat`.
    #[inline]
    pub(crate) fn piece(&self, seat: Seat, piece: Piece, square: Square) -> usize {
        let Perspective { squares, roles } = &self.perspectives[seat];
        let group = roles[piece.seat.index()] * 2 + usize::from(is_knight(piece));
        group * self.square_count + usize::from(squares[square.index()])
    }

    /// The input of the remaining castle moves of `other` in the perspective of
    /// `seat`.
    #[inline]
    pub(crate) fn castle_moves(&self, seat: Seat, other: Seat, remaining: u8) -> usize {
        let first = 2 * self.seat_count * self.square_count;
        let role = self.perspectives[seat].roles[other.index()];
        first + role * CASTLE_MOVE_INPUTS + usize::from(remaining).min(CASTLE_MOVE_INPUTS - 1)
    }

    /// The mirror image of `input`, if the variant is its own.
    pub(crate) fn mirrored(&self, input: u16) -> Option<u16> {
        Some(self.mirror.as_ref()?[usize::from(input)])
    }

    /// Appends the active inputs of `position` in the perspective of `seat`.
    pub(crate) fn collect(&self, position: &Position, seat: Seat, active: &mut Vec<u16>) {
        let variant = position.variant();
        for other in variant.seats() {
            for square in position.pieces(other) {
                let piece = piece_of(position, other, square);
                active.push(self.piece(seat, piece, square) as u16);
            }
            let remaining = remaining_castle_moves(position, other);
            active.push(self.castle_moves(seat, other, remaining) as u16);
        }
    }

    /// The number of pieces of a position with `active` active inputs.
    pub(crate) fn pieces_of(&self, active: usize) -> usize {
        active - self.seat_count
    }

    fn mirror_images(&self, variant: &Variant) -> Option<Vec<u16>> {
        if !variant.is_symmetric() {
            return None;
        }
        let board = variant.board();
        let mirror = |square: Square| {
            let SquareName { file, rank } = board.name(square);
            board.square(SquareName { file: board.files() - 1 - file, rank })
        };
        let mut images: Vec<u16> = (0..self.len() as u16).collect();
        for square in board.squares() {
            for group in (0..2 * self.seat_count).map(|group| group * self.square_count) {
                images[group + square.index()] = (group + mirror(square)?.index()) as u16;
            }
        }
        Some(images)
    }
}

#[inline]
fn is_knight(piece: Piece) -> bool {
    piece.kind == PieceKind::Knight
}

/// The piece of `seat` on `square`, which it occupies.
#[inline]
fn piece_of(position: &Position, seat: Seat, square: Square) -> Piece {
    let is_knight = position.knights().contains(square);
    Piece { seat, kind: if is_knight { PieceKind::Knight } else { PieceKind::Man } }
}

/// The castle moves that `seat` has left.
#[inline]
pub(crate) fn remaining_castle_moves(position: &Position, seat: Seat) -> u8 {
    let all = position.variant().switches().castle_moves;
    all.saturating_sub(position.castle_moves_used(seat))
}

impl Perspective {
    /// The view of `seat` by a symmetry. `None` if it does not exchange the
    /// seats so that `seat` takes the place of the first.
    fn new(variant: &Variant, seat: Seat, symmetry: Symmetry) -> Option<Perspective> {
        let board = variant.board();
        let squares = symmetry.squares(board)?;
        let mut roles = [0; 4];
        for other in variant.seats() {
            let role = variant.seats().find(|&role| takes_place(variant, &squares, other, role))?;
            let are_partners = |one, other| variant.team_of(one) == variant.team_of(other);
            if are_partners(seat, other) != are_partners(Seat::FIRST, role) {
                return None;
            }
            roles[other.index()] = role.index();
        }
        let is_first = roles[seat.index()] == 0 && image(&squares, board.water()) == board.water();
        let squares = squares.into_iter().map(|square| square.index() as u8).collect();
        is_first.then_some(Perspective { squares, roles })
    }
}

/// True if the symmetry `squares` turns the castles and the goal of `seat` into
/// those of `role`, and most squares of its array into those of `role`.
fn takes_place(variant: &Variant, squares: &[Square], seat: Seat, role: Seat) -> bool {
    let array = |seat: Seat| -> SquareSet {
        let pieces = variant.board().squares().zip(&variant.array().pieces);
        let own = pieces.filter(|(_, piece)| piece.is_some_and(|piece| piece.seat == seat));
        own.map(|(square, _)| square).collect()
    };
    let common = image(squares, array(seat)) & array(role);
    common.len() * 2 > array(role).len()
        && image(squares, variant.goal(seat)) == variant.goal(role)
        && image(squares, variant.castle(seat)) == variant.castle(role)
        && image(squares, variant.side_castles(seat)) == variant.side_castles(role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::MoveList;

    /// Calls `visit` for the positions of a game of each variant that has inputs.
    fn visit_positions(visit: &mut dyn FnMut(&Inputs, &Position)) {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            let Some(inputs) = Inputs::for_variant(variant) else { continue };
            let mut position = Position::start(variant);
            for step in 0..80_usize {
                visit(inputs, &position);
                position.legal_moves(&mut list);
                let index = step * 31 % list.len().max(1);
                let Some(legal) = list.get(index) else { break };
                position = position.after(&legal.effect);
            }
        }
    }

    fn active(inputs: &Inputs, position: &Position, seat: Seat) -> Vec<u16> {
        let mut active = Vec::new();
        inputs.collect(position, seat, &mut active);
        active.sort_unstable();
        active
    }

    #[test]
    fn most_variants_have_inputs() {
        let has_inputs = |name: &str| Inputs::for_variant(Variant::named(name).unwrap()).is_some();
        let mut names = vec!["camelot", "cam", "camette", "chivalry"];
        names.extend(["chivalry-four-handed", "grand-cam", "grand-camelot"]);
        for name in names {
            assert!(has_inputs(name), "{name}");
        }
        assert!(!has_inputs("river-camelot"));
    }

    #[test]
    fn each_seat_sees_the_start_alike() {
        for variant in Variant::all() {
            let Some(inputs) = Inputs::for_variant(variant) else { continue };
            let start = Position::start(variant);
            if variant.name() == "chivalry-four-handed" {
                // A few pieces of the array have no counterparts.
                continue;
            }
            let first = active(inputs, &start, Seat::FIRST);
            assert_eq!(inputs.pieces_of(first.len()), start.occupied().len());
            for seat in variant.seats() {
                assert_eq!(active(inputs, &start, seat), first, "{} {seat:?}", variant.name());
            }
        }
    }

    #[test]
    fn the_inputs_of_a_position_differ_and_are_in_range() {
        visit_positions(&mut |inputs, position| {
            for seat in position.variant().seats() {
                let mut active = active(inputs, position, seat);
                let count = active.len();
                active.dedup();
                assert_eq!(active.len(), count, "{position}");
                assert!(active.iter().all(|&input| usize::from(input) < inputs.len()));
            }
        });
    }

    #[test]
    fn the_mirror_image_of_a_position_has_the_mirror_images_of_its_inputs() {
        visit_positions(&mut |inputs, position| {
            let Some(mirrored) = position.mirrored() else { return };
            let mut images: Vec<u16> = active(inputs, position, Seat::FIRST)
                .into_iter()
                .map(|input| inputs.mirrored(input).unwrap())
                .collect();
            images.sort_unstable();
            assert_eq!(images, active(inputs, &mirrored, Seat::FIRST), "{position}");
        });
    }
}
