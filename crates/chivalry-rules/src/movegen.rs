//! Enumeration: one route per result, fewest legs first, then smallest in
//! board order (`notation.md`, "Moves").

use super::board::Leap;
use super::moves::Effect;
use super::piece::Kind;
use super::position::Position;
use super::seat::{Seat, Team};
use super::square::Square;
use super::square_set::SquareSet;
use super::trees::{placement_count, placements};
use super::variant::Variant;
use super::visited::Visited;

/// A reusable buffer of legal moves: once it has grown, filling it again
/// allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    moves: Vec<Stored>,
    route_squares: Vec<Square>,
    visited: Visited,
}

#[derive(Clone, Copy, Debug)]
struct Stored {
    effect: Effect,
    route_start: u32,
    route_len: u32,
}

/// A legal move with one route to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalMove<'a> {
    /// What the move does.
    pub effect: Effect,
    /// Every square landed upon, in order.
    pub landings: &'a [Square],
}

impl MoveList {
    /// An empty buffer.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList::default()
    }

    /// How many results there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no legal move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Whether every result is listed: not so where there are more than
    /// [`MOST_STATES`](super::MOST_STATES) ways to go through. What is listed
    /// is legal all the same, and [`Position::check`] knows no such bound.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.visited.is_exceeded()
    }

    /// The moves, by starting square in board order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LegalMove<'_>> {
        self.moves.iter().map(|stored| self.legal(stored))
    }

    /// The move at `index` of [`MoveList::iter`].
    #[must_use]
    pub fn get(&self, index: usize) -> Option<LegalMove<'_>> {
        self.moves.get(index).map(|stored| self.legal(stored))
    }

    fn legal(&self, stored: &Stored) -> LegalMove<'_> {
        let start = stored.route_start as usize;
        let landings = &self.route_squares[start..start + stored.route_len as usize];
        LegalMove { effect: stored.effect, landings }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.route_squares.clear();
        self.visited.begin_position();
    }
}

/// What receives the moves of one piece as they are found.
pub(super) trait Sink {
    /// Results without capture, by plain steps.
    fn steps(&mut self, from: Square, to: SquareSet);
    /// Results without capture, by canters.
    fn canters(&mut self, to: SquareSet, canters: &Canters);
    /// A result with captures, by jumps after a canter to `charge_from` or
    /// without one.
    fn capture(&mut self, effect: Effect, canters: &Canters, charge_from: Square, jumps: &[Square]);
    /// Results that place trees on three of `free` (`rules.md 8.10`).
    fn placements(&mut self, free: SquareSet);
    /// The states of one piece's jumping.
    fn visited(&mut self) -> &mut Visited;
}

impl MoveList {
    /// Adds the move whose landings have been written from `route_start` on.
    fn add(&mut self, effect: Effect, route_start: usize) {
        let route_len = (self.route_squares.len() - route_start) as u32;
        self.moves.push(Stored { effect, route_start: route_start as u32, route_len });
    }
}

impl Sink for MoveList {
    fn steps(&mut self, from: Square, to: SquareSet) {
        for to in to {
            let route_start = self.route_squares.len();
            self.route_squares.push(to);
            self.add(Effect::of_piece(from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn canters(&mut self, to: SquareSet, canters: &Canters) {
        for to in to {
            let route_start = self.route_squares.len();
            canters.write_route(to, &mut self.route_squares);
            self.add(Effect::of_piece(canters.from, to, SquareSet::EMPTY), route_start);
        }
    }

    fn capture(
        &mut self,
        effect: Effect,
        canters: &Canters,
        charge_from: Square,
        jumps: &[Square],
    ) {
        let route_start = self.route_squares.len();
        canters.write_route(charge_from, &mut self.route_squares);
        self.route_squares.extend_from_slice(jumps);
        self.add(effect, route_start);
    }

    fn placements(&mut self, free: SquareSet) {
        for effect in placements(free) {
            let route_start = self.route_squares.len();
            self.route_squares.extend(effect.trees().into_iter().skip(1));
            self.add(effect, route_start);
        }
    }

    fn visited(&mut self) -> &mut Visited {
        &mut self.visited
    }
}

/// Counts results without keeping their routes.
struct Counter<'a> {
    count: usize,
    visited: &'a mut Visited,
}

impl Sink for Counter<'_> {
    fn steps(&mut self, _: Square, to: SquareSet) {
        self.count += to.len();
    }

    fn canters(&mut self, to: SquareSet, _: &Canters) {
        self.count += to.len();
    }

    fn capture(&mut self, _: Effect, _: &Canters, _: Square, _: &[Square]) {
        self.count += 1;
    }

    fn placements(&mut self, free: SquareSet) {
        self.count += placement_count(free);
    }

    fn visited(&mut self) -> &mut Visited {
        self.visited
    }
}

/// The squares that one piece can canter to, in order of discovery, with the
/// way back: breadth first, so that routes are shortest, and smallest in board
/// order among those.
pub(super) struct Canters {
    pub(super) from: Square,
    order: [Square; 256],
    count: usize,
    pub(super) reached: SquareSet,
    came_from: [Square; 256],
}

impl Canters {
    fn none(from: Square) -> Canters {
        Canters {
            from,
            order: [from; 256],
            count: 0,
            reached: SquareSet::EMPTY,
            came_from: [from; 256],
        }
    }

    fn found(&self) -> &[Square] {
        &self.order[..self.count]
    }

    fn write_route(&self, to: Square, route: &mut Vec<Square>) {
        let start = route.len();
        let mut at = to;
        while at != self.from {
            route.push(at);
            at = self.came_from[at.index()];
        }
        route[start..].reverse();
    }
}

/// One piece about to move: the board without it.
pub(super) struct Mover<'a> {
    position: &'a Position,
    variant: &'static Variant,
    seat: Seat,
    from: Square,
    pub(super) kind: Kind,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    goal: SquareSet,
    /// Squares that may not be entered by a plain move or canter
    /// (`rules.md 4.1`, `4.6`).
    shut: SquareSet,
}

impl Position {
    /// Fills `list` with the legal moves of the seat to move, one route per
    /// result. The list is empty when the game is over by `rules.md 5.1` to
    /// `5.4`, and when the seat must pass.
    pub fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        if self.ending_by_pieces().is_none() {
            self.generate(self.turn, list);
            // In four-handed games a team can be beaten while one seat moves.
            if self.variant.seat_count() == 4 && !list.is_empty() && self.ending().is_some() {
                list.clear();
            }
        }
    }

    /// How many legal moves [`Position::legal_moves`] would give. The buffer
    /// is only borrowed for its memory.
    #[must_use]
    pub fn count_legal_moves(&self, list: &mut MoveList) -> usize {
        if self.ending_by_pieces().is_some() {
            return 0;
        }
        list.visited.begin_position();
        let mut counter = Counter { count: 0, visited: &mut list.visited };
        self.generate(self.turn, &mut counter);
        let count = counter.count;
        let four = self.variant.seat_count() == 4;
        if four && count > 0 && self.ending().is_some() { 0 } else { count }
    }

    /// Whether `seat`, were it to move, has a legal move. Whether the game is
    /// over is not asked.
    #[must_use]
    pub fn has_move(&self, seat: Seat) -> bool {
        if self.trees_are_due(seat) {
            return placement_count(self.free_tree_squares(seat)) > 0;
        }
        let candidates = self.exits(seat).unwrap_or(self.pieces[seat]);
        if self.exits(seat).is_none() && self.compulsory_jump(seat).is_some() {
            return true;
        }
        candidates.into_iter().any(|from| Mover::new(self, seat, from).has_move())
    }

    /// The jump that makes capturing a duty, if there is one, and the piece
    /// that has it (`rules.md 3.1`).
    pub(super) fn compulsory_jump(&self, seat: Seat) -> Option<(Square, Leap)> {
        let outside = self.pieces[seat] - self.variant.goal(seat);
        outside.into_iter().find_map(|from| Some((from, self.first_jump(seat, from)?)))
    }

    /// The first jump that the piece on `from` has where it stands.
    pub(super) fn first_jump(&self, seat: Seat, from: Square) -> Option<Leap> {
        let enemies = self.team(Team::of(seat).enemy());
        if self.variant.goal(seat).contains(from) {
            return None;
        }
        self.jump_from(from, seat, enemies, (self.occupied() | self.trees).without(from))
    }

    /// The first jump open from `at` over one of `enemies`, where `occupied`
    /// squares cannot be landed on.
    #[inline]
    pub(super) fn jump_from(
        &self,
        at: Square,
        seat: Seat,
        enemies: SquareSet,
        occupied: SquareSet,
    ) -> Option<Leap> {
        let board = self.variant.board();
        if !board.around(at).meets(enemies) {
            return None;
        }
        let barred = occupied | self.variant.side_castles(seat);
        let open = |leap: &&Leap| enemies.contains(leap.over) && !barred.contains(leap.to);
        board.leaps(at).iter().find(open).copied()
    }

    /// The seat to move's pieces in its own castle: one of them has to be
    /// moved out (`rules.md 4.3`).
    pub(super) fn pieces_that_must_exit(&self) -> Option<SquareSet> {
        self.exits(self.turn)
    }

    pub(super) fn exits(&self, seat: Seat) -> Option<SquareSet> {
        let inside = self.pieces[seat] & self.variant.castle(seat);
        (!inside.is_empty()).then_some(inside)
    }

    pub(super) fn generate(&self, seat: Seat, sink: &mut impl Sink) {
        if self.trees_are_due(seat) {
            return sink.placements(self.free_tree_squares(seat));
        }
        if let Some(exits) = self.exits(seat) {
            for from in exits {
                let must_capture = self.first_jump(seat, from).is_some();
                Mover::new(self, seat, from).moves(must_capture, sink);
            }
            return;
        }
        let must_capture = self.compulsory_jump(seat).is_some();
        for from in self.pieces[seat] {
            Mover::new(self, seat, from).moves(must_capture, sink);
        }
    }
}

impl<'a> Mover<'a> {
    #[inline]
    pub(super) fn new(position: &'a Position, seat: Seat, from: Square) -> Mover<'a> {
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

    fn moves(&self, must_capture: bool, sink: &mut impl Sink) {
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

    fn has_move(&self) -> bool {
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
    pub(super) fn steps(&self) -> SquareSet {
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
    pub(super) fn canters(&self, avoided: SquareSet) -> Canters {
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
    pub(super) fn captures(&self, canters: &Canters, sink: &mut impl Sink) {
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
