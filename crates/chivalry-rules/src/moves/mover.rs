//! The moves of one piece.

use super::effect::Effect;
use super::sink::{Canters, Sink};
use crate::board::geometry::Leap;
use crate::board::piece::Kind;
use crate::board::seat::{Seat, Team};
use crate::board::square::Square;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;
use crate::variant::compiled::Variant;

/// One piece about to move: the board without it.
pub(crate) struct Mover<'a> {
    position: &'a Position,
    variant: &'static Variant,
    seat: Seat,
    from: Square,
    pub(crate) kind: Kind,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    goal: SquareSet,
    /// Squares that may not be entered by a plain move or canter
    /// (`rules.md 4.1`, `4.6`).
    shut: SquareSet,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(crate) fn new(position: &'a Position, seat: Seat, from: Square) -> Mover<'a> {
        let variant = position.variant;
        let team = Team::of(seat);
        let friends = position.team(team).without(from);
        let enemies = position.team(team.enemy());
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
            shut: variant.castle(seat) | variant.side_castles(seat),
        }
    }

    pub(super) fn moves(&self, must_capture: bool, sink: &mut impl Sink) {
        if self.goal.contains(self.from) {
            if !must_capture {
                sink.steps(self.from, self.castle_moves());
            }
            return;
        }
        let steps = if must_capture { SquareSet::EMPTY } else { self.steps() };
        sink.steps(self.from, steps);
        let canters = match self.kind {
            Kind::Man if must_capture => Canters::none(self.from),
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
        // A canter of one leg that exposes a Knight can always be made good
        // by the jump that it is exposed to.
        !self.steps().is_empty()
            || self.canter_legs(self.from).next().is_some()
            || self.jump(self.from, self.enemies, self.occupied).is_some()
    }

    /// Where a piece outside its goal can step (`rules.md 2.1`).
    pub(crate) fn steps(&self) -> SquareSet {
        self.variant.board().around(self.from) - self.occupied - self.shut
    }

    /// Where a piece in its goal can step (`rules.md 4.4`).
    fn castle_moves(&self) -> SquareSet {
        if self.position.castle_moves[self.seat] >= self.variant.switches().castle_moves {
            return SquareSet::EMPTY;
        }
        (self.variant.board().around(self.from) & self.goal) - self.occupied
    }

    fn canter_legs(&self, at: Square) -> impl Iterator<Item = Square> {
        let barred = self.occupied | self.shut;
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

    /// The squares reached by cantering, `avoided` ones left out.
    pub(crate) fn canters(&self, avoided: SquareSet) -> Canters {
        let mut found = Canters::none(self.from);
        if !self.variant.board().around(self.from).meets(self.friends) {
            return found;
        }
        let closed = (self.occupied | self.shut | avoided).with(self.from);
        let mut seen = closed;
        let mut at = self.from;
        let mut next = 0;
        loop {
            // Entering the goal ends the move (rules.md 4.4).
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

    /// The canters that end without a capture. A Knight may not pass or reach
    /// an exposed enemy, unless it enters the goal (`rules.md 2.5`, `4.4`).
    fn canter_ends(&self, canters: &Canters, steps: SquareSet, sink: &mut impl Sink) {
        let exposed: SquareSet = match self.kind {
            Kind::Man => SquareSet::EMPTY,
            Kind::Knight => {
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

    /// Jumps from the start and, for Knights, charges from every square that
    /// cantering reaches (`rules.md 2.3`, `2.4`).
    pub(crate) fn captures(&self, canters: &Canters, sink: &mut impl Sink) {
        sink.visited().begin_piece();
        let charges = match self.kind {
            Kind::Man => &[],
            Kind::Knight => canters.found(),
        };
        for &start in std::iter::once(&self.from).chain(charges) {
            if self.is_exposed(start) {
                let mut jumping = Jumping { mover: self, canters, start, path: [start; 256] };
                jumping.go_on(start, SquareSet::EMPTY, 0, sink);
            }
        }
    }
}

/// The jumping part of one move, depth first, so that routes come in board
/// order.
struct Jumping<'a, 'm> {
    mover: &'a Mover<'m>,
    canters: &'a Canters,
    start: Square,
    path: [Square; 256],
}

impl Jumping<'_, '_> {
    fn go_on(&mut self, at: Square, captured: SquareSet, depth: usize, sink: &mut impl Sink) {
        let mover = self.mover;
        let enemies = mover.enemies - captured;
        let barred = (mover.occupied - captured) | mover.variant.side_castles(mover.seat);
        for leap in mover.variant.board().leaps(at) {
            if !enemies.contains(leap.over) || barred.contains(leap.to) {
                continue;
            }
            let (to, captured) = (leap.to, captured.with(leap.over));
            if !sink.visited().enter(to, captured) {
                continue;
            }
            self.path[depth] = to;
            if self.ends_at(to, captured) {
                let effect = Effect::of_piece(mover.from, to, captured);
                sink.capture(effect, self.canters, self.start, &self.path[..=depth]);
            } else {
                self.go_on(to, captured, depth + 1, sink);
            }
        }
    }

    fn ends_at(&self, at: Square, captured: SquareSet) -> bool {
        let mover = self.mover;
        let own_castle_ends = mover.variant.switches().own_castle_jump_ends_turn
            && mover.variant.castle(mover.seat).contains(at);
        mover.goal.contains(at)
            || own_castle_ends
            || mover.jump(at, mover.enemies - captured, mover.occupied - captured).is_none()
    }
}
