//! Generates the moves of one piece.

use super::effect::Effect;
use super::sink::{CanterTree, MoveSink};
use crate::board::geometry::Leap;
use crate::board::piece::PieceKind;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// The board as one seat sees it.
pub(crate) struct SeatView<'a> {
    position: &'a Position,
    variant: &'static Variant,
    seat: Seat,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    goal: SquareSet,
    /// Castles closed to plain moves and canters (`rules.md 4.1`, `4.6`).
    closed_castles: SquareSet,
}

impl<'a> SeatView<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position, seat: Seat) -> SeatView<'a> {
        let variant = position.variant;
        let team = variant.team_of(seat);
        let (friends, enemies) = (position.team_pieces(team), position.enemy_pieces(team));
        SeatView {
            position,
            variant,
            seat,
            occupied: friends | enemies | position.trees,
            friends,
            enemies,
            goal: variant.goal(seat),
            closed_castles: variant.castle(seat) | variant.side_castles(seat),
        }
    }

    /// Empty squares beside a friend from which a Knight can jump an enemy. Contains all such
    /// squares that a canter of a Knight reaches, and possibly others.
    pub(crate) fn charge_squares(&self) -> SquareSet {
        let board = self.variant.board();
        let barred = self.occupied | self.variant.side_castles(self.seat);
        let knights = self.position.pieces[self.seat] & self.position.knights;
        // A Knight leaves its square, so that it may land there.
        let barred_landings = barred - knights;
        let mut squares = SquareSet::EMPTY;
        if knights.is_empty() {
            return squares;
        }
        for enemy in self.enemies {
            if !board.within_two(enemy).intersects(self.friends) {
                continue;
            }
            for &(at, to) in board.leaps_over(enemy) {
                if !barred.contains(at)
                    && !barred_landings.contains(to)
                    && board.neighbours(at).intersects(self.friends)
                {
                    squares.insert(at);
                }
            }
        }
        squares
    }

    /// The piece on `from`, to be moved.
    #[inline]
    pub(crate) fn mover(&self, from: Square) -> Mover<'_> {
        Mover {
            view: self,
            from,
            kind: self.position.kind(from),
            occupied: self.occupied.without(from),
            friends: self.friends.without(from),
        }
    }
}

/// The piece to move, and the board without it.
pub(crate) struct Mover<'a> {
    view: &'a SeatView<'a>,
    from: Square,
    kind: PieceKind,
    occupied: SquareSet,
    friends: SquareSet,
}

impl Mover<'_> {
    /// Emits all moves. `charge_squares` are those of [`SeatView::charge_squares`].
    pub(super) fn moves(
        &self,
        must_capture: bool,
        charge_squares: SquareSet,
        sink: &mut impl MoveSink,
    ) {
        if self.view.goal.contains(self.from) {
            if !must_capture {
                sink.steps(self.from, self.castle_moves());
            }
            return;
        }
        let steps = if must_capture { SquareSet::EMPTY } else { self.steps() };
        sink.steps(self.from, steps);
        let may_charge = self.kind == PieceKind::Knight && !charge_squares.is_empty();
        if !must_capture {
            let canters = self.canters(SquareSet::EMPTY);
            self.canter_ends(&canters, steps, charge_squares, sink);
            self.captures(&canters, charge_squares, sink);
        } else if may_charge {
            self.captures(&self.canters(SquareSet::EMPTY), charge_squares, sink);
        } else if self.is_exposed(self.from) {
            self.captures(&CanterTree::none(self.from), SquareSet::EMPTY, sink);
        }
    }

    pub(super) fn has_move(&self) -> bool {
        if self.view.goal.contains(self.from) {
            return !self.castle_moves().is_empty();
        }
        // A canter of one leg that exposes a Knight is legal when the Knight then jumps.
        !self.steps().is_empty()
            || self.canter_legs(self.from).next().is_some()
            || self.jump(self.from, self.view.enemies, self.occupied).is_some()
    }

    /// Plain moves of a piece outside its goal (`rules.md 2.1`).
    pub(crate) fn steps(&self) -> SquareSet {
        self.view.variant.board().neighbours(self.from) - self.occupied - self.view.closed_castles
    }

    /// Castle moves of a piece in its goal (`rules.md 4.4`).
    fn castle_moves(&self) -> SquareSet {
        if self.view.position.castle_moves[self.view.seat]
            >= self.view.variant.switches().castle_moves
        {
            return SquareSet::EMPTY;
        }
        (self.view.variant.board().neighbours(self.from) & self.view.goal) - self.occupied
    }

    fn canter_legs(&self, at: Square) -> impl Iterator<Item = Square> {
        let barred = self.occupied | self.view.closed_castles;
        let open =
            move |leap: &&Leap| self.friends.contains(leap.over) && !barred.contains(leap.to);
        self.view.variant.board().leaps(at).iter().filter(open).map(|leap| leap.to)
    }

    fn jump(&self, at: Square, enemies: SquareSet, occupied: SquareSet) -> Option<Leap> {
        self.view.position.jump_from(at, self.view.seat, enemies, occupied)
    }

    fn is_exposed(&self, at: Square) -> bool {
        !self.view.goal.contains(at) && self.jump(at, self.view.enemies, self.occupied).is_some()
    }

    /// The squares that cantering reaches without landing on `avoided`.
    pub(crate) fn canters(&self, avoided: SquareSet) -> CanterTree {
        let mut found = CanterTree::none(self.from);
        let closed = (self.occupied | self.view.closed_castles | avoided).with(self.from);
        let mut seen = closed;
        let mut at = self.from;
        let mut next = 0;
        loop {
            // Entering the goal ends the move (`rules.md 4.4`).
            let can_leap = self.view.variant.board().neighbours(at).intersects(self.friends);
            if can_leap && !self.view.goal.contains(at) {
                for leap in self.view.variant.board().leaps(at) {
                    if self.friends.contains(leap.over) && !seen.contains(leap.to) {
                        seen.insert(leap.to);
                        found.came_from[leap.to.index()] = at;
                        found.order[found.count] = leap.to;
                        found.count += 1;
                    }
                }
            }
            if next == found.count {
                break;
            }
            at = found.order[next];
            next += 1;
        }
        found.reached = seen - closed;
        found
    }

    /// Emits canters that end without a capture.
    ///
    /// A Knight must not land where it can jump unless the canter enters the goal (`rules.md
    /// 2.5`, `4.4`).
    fn canter_ends(
        &self,
        canters: &CanterTree,
        steps: SquareSet,
        charge_squares: SquareSet,
        sink: &mut impl MoveSink,
    ) {
        let exposed: SquareSet = match self.kind {
            PieceKind::Man => SquareSet::EMPTY,
            PieceKind::Knight => {
                let may_be_exposed = canters.reached & charge_squares;
                may_be_exposed.into_iter().filter(|&at| self.is_exposed(at)).collect()
            }
        };
        let ends = canters.reached - steps;
        if exposed.is_empty() {
            sink.canters(ends, canters);
            return;
        }
        let safe = self.canters(exposed);
        sink.canters(ends & self.view.goal, canters);
        sink.canters((ends & safe.reached) - self.view.goal, &safe);
    }

    /// Emits jumps from the start. Knights also charge from all squares that cantering reaches
    /// (`rules.md 2.3`, `2.4`).
    pub(crate) fn captures(
        &self,
        canters: &CanterTree,
        charge_squares: SquareSet,
        sink: &mut impl MoveSink,
    ) {
        sink.visited().start_piece();
        let charges = match self.kind {
            PieceKind::Knight if canters.reached.intersects(charge_squares) => canters.found(),
            _ => &[],
        };
        let charges = charges.iter().copied().filter(|&at| charge_squares.contains(at));
        for start in std::iter::once(self.from).chain(charges).filter(|&at| self.is_exposed(at)) {
            let mut jumping = JumpSearch { mover: self, canters, start, path: [start; 256] };
            jumping.extend(start, SquareSet::EMPTY, 0, sink);
        }
    }
}

/// Depth-first search over the jumps of one move. Routes are found in board order.
struct JumpSearch<'a, 'm> {
    mover: &'a Mover<'m>,
    canters: &'a CanterTree,
    start: Square,
    path: [Square; 256],
}

impl JumpSearch<'_, '_> {
    fn extend(&mut self, at: Square, captured: SquareSet, depth: usize, sink: &mut impl MoveSink) {
        let mover = self.mover;
        let enemies = mover.view.enemies - captured;
        let barred = (mover.occupied - captured) | mover.view.variant.side_castles(mover.view.seat);
        for leap in mover.view.variant.board().leaps(at) {
            if !enemies.contains(leap.over) || barred.contains(leap.to) {
                continue;
            }
            let (to, captured) = (leap.to, captured.with(leap.over));
            if !sink.visited().insert(to, captured) {
                continue;
            }
            self.path[depth] = to;
            if self.move_ends_at(to, captured) {
                let effect = Effect::piece_move(mover.from, to, captured);
                sink.capture(effect, self.canters, self.start, &self.path[..=depth]);
            } else {
                self.extend(to, captured, depth + 1, sink);
            }
        }
    }

    fn move_ends_at(&self, at: Square, captured: SquareSet) -> bool {
        let mover = self.mover;
        let own_castle_ends = mover.view.variant.switches().own_castle_jump_ends_turn
            && mover.view.variant.castle(mover.view.seat).contains(at);
        mover.view.goal.contains(at)
            || own_castle_ends
            || mover.jump(at, mover.view.enemies - captured, mover.occupied - captured).is_none()
    }
}
