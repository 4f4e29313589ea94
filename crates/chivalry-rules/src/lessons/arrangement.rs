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
    orientation: [i16; 4],
) -> Option<(Position, Option<Square>)> {
    let castles = variant.seats().fold(SquareSet::EMPTY, |all, seat| all | variant.castle(seat));
    let mut arrangement = Arrangement {
        variant,
        topic,
        common: common_kind(variant),
        castles,
        setup: Setup::empty(variant.board().len()),
        taken: Vec::new(),
    };
    arrangement.place_pattern(pattern, centre, orientation)?;
    let piece = arrangement.taken.first().copied();
    if topic == LessonTopic::Goal {
        arrangement.fill_goal(centre);
    }
    arrangement.add_missing_pieces()?;
    arrangement.place_trees()?;
    let position = arrangement.setup.position(variant).ok()?;
    Some((position, piece))
}

/// A lesson position under construction.
struct Arrangement {
    variant: &'static Variant,
    topic: LessonTopic,
    common: PieceKind,
    castles: SquareSet,
    setup: Setup,
    /// Squares of all pieces, in the order of placement.
    taken: Vec<Square>,
}

impl Arrangement {
    fn put(&mut self, square: Square, seat: Seat, kind: PieceKind) {
        self.setup.set_piece(square, Some(Piece { seat, kind }));
        self.taken.push(square);
    }

    fn place_pattern(
        &mut self,
        pattern: Pattern,
        centre: Square,
        [a, b, c, d]: [i16; 4],
    ) -> Option<()> {
        let board = self.variant.board();
        let at = board.name(centre);
        let is_in_castle = matches!(self.topic, LessonTopic::Exit | LessonTopic::CastleMove);
        for &(symbol, file, rank) in pattern {
            let name = SquareName {
                file: (i16::from(at.file) + a * file + b * rank).try_into().ok()?,
                rank: (i16::from(at.rank) + c * file + d * rank).try_into().ok()?,
            };
            let square = board.square(name).filter(|square| !board.water().contains(*square))?;
            if self.castles.contains(square) != is_in_castle {
                return None;
            }
            let seat = if symbol == 'e' { Seat::SECOND } else { Seat::FIRST };
            let kind = if symbol == 'k' { PieceKind::Knight } else { self.common };
            self.put(square, seat, kind);
        }
        Some(())
    }

    /// Puts all pieces that win into the goal except one.
    fn fill_goal(&mut self, centre: Square) {
        let switches = self.variant.switches();
        let home = match switches.object_reversed {
            true => 0,
            false => usize::from(switches.pieces_in_castle_to_win) - 1,
        };
        for square in self.variant.goal(Seat::FIRST).without(centre).into_iter().take(home) {
            self.put(square, Seat::FIRST, self.common);
        }
    }

    /// Adds distant pieces until two teams have not lost.
    fn add_missing_pieces(&mut self) -> Option<()> {
        let switches = self.variant.switches();
        let needed = switches.pieces_needed_to_win.max(switches.enemy_reduced_to + 1);
        let needs_second = matches!(self.topic, LessonTopic::Exit | LessonTopic::Compulsion);
        // Two teams suffice: other seats pass (`rules.md 6.2`).
        for team in self.variant.teams().take(2) {
            let least = if needs_second && team == Team::First { 2 } else { 1 };
            while self.piece_count(team) < usize::from(needed).max(least) {
                let seat = self.variant.seats_of(team).next()?;
                let square = self.farthest_free_square(self.variant.board().squares())?;
                self.put(square, seat, self.common);
            }
        }
        Some(())
    }

    fn piece_count(&self, team: Team) -> usize {
        let pieces = self.setup.pieces.iter().flatten();
        pieces.filter(|piece| self.variant.team_of(piece.seat) == team).count()
    }

    fn place_trees(&mut self) -> Option<()> {
        if !self.variant.has_trees() {
            return Some(());
        }
        for seat in self.variant.seats() {
            for _ in 0..TREES_PER_SEAT {
                let free = self.variant.tree_squares(seat) - self.setup.trees;
                let square = self.farthest_free_square(free.into_iter())?;
                self.setup.trees.insert(square);
            }
        }
        Some(())
    }

    /// The square farthest from all pieces, if it has the minimum distance.
    fn farthest_free_square(&self, squares: impl Iterator<Item = Square>) -> Option<Square> {
        let board = self.variant.board();
        let steps = |one: Square, other: Square| {
            let (one, other) = (board.name(one), board.name(other));
            one.file.abs_diff(other.file).max(one.rank.abs_diff(other.rank))
        };
        let distance = |square: Square| {
            self.taken.iter().map(|&other| steps(square, other)).min().unwrap_or(MIN_DISTANCE)
        };
        let is_free =
            |square: &Square| !self.castles.contains(*square) && !board.water().contains(*square);
        let farthest = squares.filter(is_free).max_by_key(|&square| distance(square));
        farthest.filter(|&square| distance(square) >= MIN_DISTANCE)
    }
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
