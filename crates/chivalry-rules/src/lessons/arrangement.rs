//! Places the pattern of a lesson on a board.

use super::topic::{LessonTopic, Pattern};
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::{Seat, Team};
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::position::setup::Setup;
use crate::position::state::Position;
use crate::variant::compiled::Variant;
use crate::variant::spec::TREES_PER_SEAT;

/// Minimum distance of supplementary pieces from all others, in steps.
const MIN_DISTANCE: u8 = 3;

/// The four rotations and four reflections of a pattern.
pub(super) const ORIENTATIONS: [[i16; 4]; 8] = [
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
];

/// Places a pattern on the board and adds the pieces that a playable position needs.
///
/// Returns `None` if the pattern does not fit.
pub(super) fn arrange(
    variant: &'static Variant,
    topic: LessonTopic,
    pattern: Pattern,
    centre: Square,
    [a, b, c, d]: [i16; 4],
) -> Option<(Position, Option<Square>)> {
    let board = variant.board();
    let castles = variant.seats().fold(SquareSet::EMPTY, |all, seat| all | variant.castle(seat));
    let at = board.name(centre);
    let common = common_kind(variant);
    let mut setup = Setup::empty(board.len());
    let mut taken = Vec::new();
    for &(who, file, rank) in pattern {
        let name = SquareName {
            file: (i16::from(at.file) + a * file + b * rank).try_into().ok()?,
            rank: (i16::from(at.rank) + c * file + d * rank).try_into().ok()?,
        };
        let square = board.square(name).filter(|square| !board.water().contains(*square))?;
        if castles.contains(square) != matches!(topic, LessonTopic::Exit | LessonTopic::CastleMove)
        {
            return None;
        }
        let seat = if who == 'e' { Seat::SECOND } else { Seat::FIRST };
        let kind = if who == 'k' { PieceKind::Knight } else { common };
        setup.set_piece(square, Some(Piece { seat, kind }));
        taken.push(square);
    }
    let piece = taken.first().copied();
    if topic == LessonTopic::Goal {
        // All pieces that win are in the goal except one.
        let own = Piece { seat: Seat::FIRST, kind: common };
        let others = variant.goal(Seat::FIRST).without(centre).into_iter();
        let home = usize::from(variant.switches().pieces_in_castle_to_win) - 1;
        for square in others.take(if variant.switches().object_reversed { 0 } else { home }) {
            setup.set_piece(square, Some(own));
            taken.push(square);
        }
    }
    let switches = variant.switches();
    let enough = switches.pieces_needed_to_win.max(switches.enemy_reduced_to + 1);
    for team in Team::ALL {
        let has = |setup: &Setup| {
            setup.pieces.iter().flatten().filter(|it| Team::of(it.seat) == team).count()
        };
        let is_lonely =
            team == Team::First && matches!(topic, LessonTopic::Exit | LessonTopic::Compulsion);
        let enough = usize::from(enough).max(if is_lonely { 2 } else { 1 });
        while has(&setup) < enough {
            let seat = variant.seats_of(team).next()?;
            let square = farthest_free_square(variant, &taken, board.squares(), castles)?;
            setup.set_piece(square, Some(Piece { seat, kind: common }));
            taken.push(square);
        }
    }
    if variant.has_trees() {
        for seat in variant.seats() {
            for _ in 0..TREES_PER_SEAT {
                let places = variant.tree_squares(seat) - setup.trees;
                let square = farthest_free_square(variant, &taken, places.into_iter(), castles)?;
                setup.trees.insert(square);
            }
        }
    }
    let position = setup.position(variant).ok()?;
    Some((position, piece))
}

/// The kind of most pieces: Man, or Knight in games without Men.
fn common_kind(variant: &Variant) -> PieceKind {
    let mut pieces = variant.array().pieces.iter().flatten();
    if pieces.any(|piece| piece.kind == PieceKind::Man) {
        PieceKind::Man
    } else {
        PieceKind::Knight
    }
}

/// The square farthest from all `taken` squares, if it has the minimum distance.
fn farthest_free_square(
    variant: &Variant,
    taken: &[Square],
    places: impl Iterator<Item = Square>,
    castles: SquareSet,
) -> Option<Square> {
    let board = variant.board();
    let steps = |one: Square, other: Square| {
        let (one, other) = (board.name(one), board.name(other));
        one.file.abs_diff(other.file).max(one.rank.abs_diff(other.rank))
    };
    let away =
        |square: Square| taken.iter().map(|&it| steps(square, it)).min().unwrap_or(MIN_DISTANCE);
    let is_free = |square: &Square| !castles.contains(*square) && !board.water().contains(*square);
    let farthest = places.filter(is_free).max_by_key(|&square| away(square));
    farthest.filter(|&square| away(square) >= MIN_DISTANCE)
}
