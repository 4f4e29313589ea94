//! Lays patterns out.

use super::topic::{Pattern, Topic};
use crate::board::piece::{Kind, Piece};
use crate::board::seat::{Seat, Team};
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::position::setup::Setup;
use crate::position::state::Position;
use crate::variant::compiled::Variant;
use crate::variant::spec::TREES_EACH;

/// How far pieces that only have to be there are from all others, in steps.
const AWAY: u8 = 3;

/// The eight ways in which a pattern can lie.
pub(super) const WAYS: [[i16; 4]; 8] = [
    [1, 0, 0, 1],
    [-1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, -1, 0],
];

/// A pattern on the board, with what else has to stand there; `None` where it
/// does not fit.
pub(super) fn laid_out(
    variant: &'static Variant,
    topic: Topic,
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
        if castles.contains(square) != matches!(topic, Topic::Exit | Topic::CastleMove) {
            return None;
        }
        let seat = if who == 'e' { Seat::SECOND } else { Seat::FIRST };
        let kind = if who == 'k' { Kind::Knight } else { common };
        setup.put(square, Some(Piece { seat, kind }));
        taken.push(square);
    }
    let piece = taken.first().copied();
    if topic == Topic::Goal {
        // All that win but one are there already.
        let own = Piece { seat: Seat::FIRST, kind: common };
        let others = variant.goal(Seat::FIRST).without(centre).into_iter();
        let home = usize::from(variant.switches().pieces_in_castle_to_win) - 1;
        for square in others.take(if variant.switches().object_reversed { 0 } else { home }) {
            setup.put(square, Some(own));
            taken.push(square);
        }
    }
    let switches = variant.switches();
    let enough = switches.pieces_needed_to_win.max(switches.enemy_reduced_to + 1);
    for team in Team::ALL {
        let has = |setup: &Setup| {
            setup.pieces.iter().flatten().filter(|it| Team::of(it.seat) == team).count()
        };
        let is_lonely = team == Team::First && matches!(topic, Topic::Exit | Topic::Compulsion);
        let enough = usize::from(enough).max(if is_lonely { 2 } else { 1 });
        while has(&setup) < enough {
            let seat = variant.seats_of(team).next()?;
            let square = far_from(variant, &taken, board.squares(), castles)?;
            setup.put(square, Some(Piece { seat, kind: common }));
            taken.push(square);
        }
    }
    if variant.has_trees() {
        for seat in variant.seats() {
            for _ in 0..TREES_EACH {
                let places = variant.tree_squares(seat) - setup.trees;
                let square = far_from(variant, &taken, places.into_iter(), castles)?;
                setup.trees.insert(square);
            }
        }
    }
    let position = setup.position(variant).ok()?;
    Some((position, piece))
}

/// A Man, or a Knight in games without Men.
fn common_kind(variant: &Variant) -> Kind {
    let mut pieces = variant.array().pieces.iter().flatten();
    if pieces.any(|piece| piece.kind == Kind::Man) { Kind::Man } else { Kind::Knight }
}

/// The square that is farthest from all that are taken, and far enough.
fn far_from(
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
    let away = |square: Square| taken.iter().map(|&it| steps(square, it)).min().unwrap_or(AWAY);
    let is_free = |square: &Square| !castles.contains(*square) && !board.water().contains(*square);
    let farthest = places.filter(is_free).max_by_key(|&square| away(square));
    farthest.filter(|&square| away(square) >= AWAY)
}
