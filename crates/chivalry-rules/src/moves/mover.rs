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

/// The piece to move, and the board without it.
pub(crate) struct Mover<'a> {
    position: &'a Position,
    variant: &'static Variant,
    seat: Seat,
    from: Square,
    pub(crate) kind: PieceKind,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    goal: SquareSet,
    /// Castles closed to plain moves and canters (`rules.md 4.1`, `4.6`).
    closed_castles: SquareSet,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position, seat: Seat, from: Square) -> Mover<'a> {
        let variant = position.variant;
        let team = variant.team_of(seat);
        let friends = position.team_pieces(team).without(from);
        let enemies = position.enemy_pieces(team);
        Mover {
            position,
            variant,
            seat,
            from,
            kind: position.kind(from),
            occupied: friends | enemies | position.trees,
            friends,
            enemies,
            goal: variant.goal(seat),
            closed_castles: variant.castle(seat) | variant.side_castles(seat),
        }
    }

    pub(super) fn moves(&self, must_capture: bool, sink: &mut impl MoveSink) {
        if self.goal.contains(self.from) {
            if !must_capture {
                sink.steps(self.from, self.castle_moves());
            }
            return;
        }
        let steps = if must_capture { SquareSet::EMPTY } else { self.steps() };
        sink.steps(self.from, steps);
        let canters = match self.kind {
            PieceKind::Man if must_capture => CanterTree::none(self.from),
            _ => self.canters(SquareSet::EMPTY),
        };
        if !must_capture {
            self.canter_ends(&canters, steps, sink);
        }
        self.captures(&canters, sink);
    }

    pub(super) fn has_move(&self) -> bool {
        if self.goal.contains(self.from) {
            return !self.castle_moves().is_empty();
        }
        // A canter of one leg that exposes a Knight is legal when the Knight then jumps.
        !self.steps().is_empty()
            || self.canter_legs(self.from).next().is_some()
            || self.jump(self.from, self.enemies, self.occupied).is_some()
    }

    /// Plain moves of a piece outside its goal (`rules.md 2.1`).
    pub(crate) fn steps(&self) -> SquareSet {
        self.variant.board().neighbours(self.from) - self.occupied - self.closed_castles
    }

    /// Castle moves of a piece in its goal (`rules.md 4.4`).
    fn castle_moves(&self) -> SquareSet {
        if self.position.castle_moves[self.seat] >= self.variant.switches().castle_moves {
            return SquareSet::EMPTY;
        }
        (self.variant.board().neighbours(self.from) & self.goal) - self.occupied
    }

    fn canter_legs(&self, at: Square) -> impl Iterator<Item = Square> {
        let barred = self.occupied | self.closed_castles;
        let open =
            move |leap: &&Leap| self.friends.contains(leap.over) && !barred.contains(leap.to);
        self.variant.board().leaps(at).iter().filter(open).map(|leap| leap.to)
    }

    fn jump(&self, at: Square, enemies: SquareSet, occupied: SquareSet) -> Option<Leap> {
        self.position.jump_from(at, self.seat, enemies, occupied)
    }

    fn is_exposed(&self, at: Square) -> bool {
        !self.goal.contains(at) && self.jump(at, self.enemies, self.occupied).is_some()
    }

    /// The squares that cantering reaches without landing on `avoided`.
    pub(crate) fn canters(&self, avoided: SquareSet) -> CanterTree {
        let mut found = CanterTree::none(self.from);
        if !self.variant.board().neighbours(self.from).intersects(self.friends) {
            return found;
        }
        let closed = (self.occupied | self.closed_castles | avoided).with(self.from);
        let mut seen = closed;
        let mut at = self.from;
        let mut next = 0;
        loop {
            // Entering the goal ends the move (`rules.md 4.4`).
            if !self.goal.contains(at) {
                for leap in self.variant.board().leaps(at) {
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
    fn canter_ends(&self, canters: &CanterTree, steps: SquareSet, sink: &mut impl MoveSink) {
        let exposed: SquareSet = match self.kind {
            PieceKind::Man => SquareSet::EMPTY,
            PieceKind::Knight => {
                canters.found().iter().copied().filter(|&at| self.is_exposed(at)).collect()
            }
        };
        let ends = canters.reached - steps;
        if exposed.is_empty() {
            sink.canters(ends, canters);
            return;
        }
        let safe = self.canters(exposed);
        sink.canters(ends & self.goal, canters);
        sink.canters((ends & safe.reached) - self.goal, &safe);
    }

    /// Emits jumps from the start. Knights also charge from all squares that cantering reaches
    /// (`rules.md 2.3`, `2.4`).
    pub(crate) fn captures(&self, canters: &CanterTree, sink: &mut impl MoveSink) {
        sink.visited().start_piece();
        let charges = match self.kind {
            PieceKind::Man => &[],
            PieceKind::Knight => canters.found(),
        };
        for &start in std::iter::once(&self.from).chain(charges) {
            if self.is_exposed(start) {
                let mut jumping = JumpSearch { mover: self, canters, start, path: [start; 256] };
                jumping.extend(start, SquareSet::EMPTY, 0, sink);
            }
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
        let enemies = mover.enemies - captured;
        let barred = (mover.occupied - captured) | mover.variant.side_castles(mover.seat);
        for leap in mover.variant.board().leaps(at) {
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
        let own_castle_ends = mover.variant.switches().own_castle_jump_ends_turn
            && mover.variant.castle(mover.seat).contains(at);
        mover.goal.contains(at)
            || own_castle_ends
            || mover.jump(at, mover.enemies - captured, mover.occupied - captured).is_none()
    }
}
