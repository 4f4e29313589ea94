//! Successors and predecessors of a placement.
//!
//! The rules crate remains the authority: a test compares the successors with
//! its legal moves.

use std::ops::ControlFlow;

use crate::tables::material::Ended;
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::TableBoard;
use crate::tables::position::placement::Placement;

/// The result of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<B> {
    /// The mover wins by its pieces in the goal or by its captures.
    Wins,
    /// The game is drawn, because neither seat has the pieces to win.
    Draws,
    /// No capture and no castle move. The placement belongs to the other seat.
    Quiet(Placement<B>),
    /// A castle move, or at least one capture: the placement has an earlier [`Material`]. It
    /// belongs to the other seat.
    ///
    /// [`Material`]: crate::tables::Material
    Conversion(Placement<B>),
}

/// The seat to move, and the squares that its moves depend on.
struct Generator<'a, B> {
    board: &'a TableBoard<B>,
    placement: Placement<B>,
    flipped: Placement<B>,
    own: B,
    enemy: B,
    empty: B,
}

/// Calls `visit` for the result of each legal move. One result can occur twice. Without a legal
/// move, it calls `visit` if the other seat lacks the pieces to win (`rules.md 5.4`).
#[inline]
pub(crate) fn successors<B: SquareBits, R>(
    board: &TableBoard<B>,
    placement: &Placement<B>,
    visit: &mut impl FnMut(Step<B>) -> ControlFlow<R>,
) -> ControlFlow<R> {
    let (own, enemy) = (placement.own(), placement.enemy());
    let empty = board.all & !(own | enemy);
    let flipped = placement.flipped(board);
    let generator = Generator { board, placement: *placement, flipped, own, enemy, empty };
    let mut has_move = false;
    let mut visit_move = |step| {
        has_move = true;
        visit(step)
    };
    let in_castle = own & board.castle;
    if in_castle.is_empty() {
        let outside = own & !board.goal;
        let must_capture = outside.squares().any(|from| is_exposed(board, from, enemy, empty));
        for from in outside.squares() {
            generator.moves(from, must_capture, &mut visit_move)?;
        }
        if !must_capture && placement.castle_moves[0] > 0 {
            generator.castle_moves(&mut visit_move)?;
        }
    }
    for from in in_castle.squares() {
        generator.moves(from, is_exposed(board, from, enemy, empty), &mut visit_move)?;
    }
    if !has_move && enemy.len() < u32::from(board.switches.pieces_needed_to_win) {
        visit(Step::Draws)?;
    }
    ControlFlow::Continue(())
}

/// Returns true if a piece on `at` could jump one of `enemies` and land in `open`.
#[inline]
fn is_exposed<B: SquareBits>(board: &TableBoard<B>, at: u8, enemies: B, open: B) -> bool {
    board.neighbours(at).intersects(enemies)
        && board
            .leaps(at)
            .iter()
            .any(|leap| leap.over.intersects(enemies) && leap.to.intersects(open))
}

impl<B: SquareBits> Generator<'_, B> {
    #[inline]
    fn moves<R>(
        &self,
        from: u8,
        must_capture: bool,
        visit: &mut impl FnMut(Step<B>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let board = self.board;
        let start = B::of(from);
        let is_knight = self.placement.knights[0].intersects(start);
        let friends = self.own ^ start;
        let open = self.empty | start;
        let mut reached = B::EMPTY;
        if (is_knight || !must_capture) && board.neighbours(from).intersects(friends) {
            reached = self.canters(from, friends, self.empty & !board.castle);
        }
        let mut exposed = B::EMPTY;
        if is_knight {
            for at in (reached & !board.goal).squares() {
                if is_exposed(board, at, self.enemy, open) {
                    exposed = exposed | B::of(at);
                }
            }
        }
        if !must_capture {
            let steps = board.neighbours(from) & self.empty & !board.castle;
            let ends = if exposed.is_empty() {
                reached
            } else {
                let safe = self.canters(from, friends, self.empty & !(board.castle | exposed));
                (reached & board.goal) | safe
            };
            self.quiet(start, is_knight, steps | ends, visit)?;
        }
        let starts = if must_capture { exposed | start } else { exposed };
        for at in starts.squares() {
            self.jumps(start, is_knight, at, self.enemy, open, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The squares in `open` that cantering from `from` reaches.
    #[inline]
    fn canters(&self, from: u8, friends: B, open: B) -> B {
        let mut reached = B::EMPTY;
        let mut pending = B::of(from);
        while !pending.is_empty() {
            let at = pending.lowest();
            pending = pending.without_lowest();
            for leap in self.board.leaps(at) {
                if leap.over.intersects(friends) && leap.to.intersects(open & !reached) {
                    reached = reached | leap.to;
                    // Entering the goal ends the move.
                    pending = pending | (leap.to & !self.board.goal);
                }
            }
        }
        reached
    }

    #[inline]
    fn quiet<R>(
        &self,
        start: B,
        is_knight: bool,
        ends: B,
        visit: &mut impl FnMut(Step<B>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        for to in ends.squares() {
            let end = B::of(to);
            let home = end & self.board.goal;
            if !home.is_empty() && self.board.wins((self.own & self.board.goal) | home) {
                visit(Step::Wins)?;
            } else {
                visit(Step::Quiet(self.after(start | end, is_knight)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Castle moves: steps from one square of the goal to another (`rules.md 4.4`).
    fn castle_moves<R>(&self, visit: &mut impl FnMut(Step<B>) -> ControlFlow<R>) -> ControlFlow<R> {
        for from in (self.own & self.board.goal).squares() {
            let start = B::of(from);
            let is_knight = self.placement.knights[0].intersects(start);
            let open = self.board.neighbours(from) & self.board.goal & self.empty;
            for to in open.squares() {
                let mut next = self.after(start | B::of(to), is_knight);
                next.castle_moves[1] -= 1;
                visit(Step::Conversion(next))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The placement of the other seat after a move between the two squares of `change`.
    #[inline]
    fn after(&self, change: B, is_knight: bool) -> Placement<B> {
        let change = self.board.exchanged(change);
        let mut next = self.flipped;
        let moved = if is_knight { &mut next.knights[1] } else { &mut next.men[1] };
        *moved = *moved ^ change;
        next
    }

    /// Jumps on from `at` over the remaining `enemies`.
    fn jumps<R>(
        &self,
        start: B,
        is_knight: bool,
        at: u8,
        enemies: B,
        open: B,
        visit: &mut impl FnMut(Step<B>) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        for leap in self.board.leaps(at) {
            if !leap.over.intersects(enemies) || !leap.to.intersects(open) {
                continue;
            }
            let (enemies, open) = (enemies & !leap.over, open | leap.over);
            // Entering the goal ends the move.
            let is_home = leap.to.intersects(self.board.goal);
            if !is_home && is_exposed(self.board, leap.to_square, enemies, open) {
                self.jumps(start, is_knight, leap.to_square, enemies, open, visit)?;
                continue;
            }
            let mut next = self.placement;
            let own = if is_knight { &mut next.knights[0] } else { &mut next.men[0] };
            *own = (*own & !start) | leap.to;
            next.knights[1] = next.knights[1] & enemies;
            next.men[1] = next.men[1] & enemies;
            let is_won = is_home && self.board.wins(next.own() & self.board.goal);
            visit(match Ended::after(next.material(self.board), &self.board.switches) {
                _ if is_won => Step::Wins,
                Some(Ended::Won) => Step::Wins,
                Some(Ended::Drawn) => Step::Draws,
                Some(Ended::Lost) | None => Step::Conversion(next.flipped(self.board)),
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` for each placement from which a [`Step::Quiet`] leads to
/// `placement`, in which the game is not over. One placement can occur twice.
#[inline]
pub(crate) fn predecessors<B: SquareBits>(
    board: &TableBoard<B>,
    placement: &Placement<B>,
    visit: &mut impl FnMut(Placement<B>),
) {
    let after = placement.flipped(board);
    let (own, enemy) = (after.own(), after.enemy());
    let empty = board.all & !(own | enemy);
    // The landing squares of each piece that adjoins an enemy, empty or not.
    let landings = |at: u8| {
        if !board.neighbours(at).intersects(enemy) {
            return B::EMPTY;
        }
        let leaps = board.leaps(at).iter().filter(|leap| leap.over.intersects(enemy));
        leaps.fold(B::EMPTY, |landings, leap| landings | leap.to)
    };
    for to in (own & !board.castle).squares() {
        let end = B::of(to);
        let friends = own ^ end;
        let open = empty | end;
        let is_knight = after.knights[0].intersects(end);
        let movable = friends & !board.goal;
        let jumps = movable.squares().fold(B::EMPTY, |jumps, at| jumps | landings(at)) & open;
        let mut starts = board.neighbours(to) & empty & !board.goal;
        if board.neighbours(to).intersects(friends) {
            starts = starts | reverse_canters(board, to, is_knight, friends, enemy, open);
        }
        // The start covers one landing square. Only a forced exit ignores a second one, and a
        // piece that stays in the own castle does so only while another moves out.
        if jumps.len() > 1 || friends.intersects(board.castle) {
            starts = starts & board.castle;
        }
        for from in (starts & !end).squares() {
            let start = B::of(from);
            let must_capture = if start.intersects(board.castle) {
                landings(from).intersects(open)
            } else {
                !(jumps & !start).is_empty() || landings(from).intersects(open)
            };
            if must_capture {
                continue;
            }
            let mut before = after;
            let own = if is_knight { &mut before.knights[0] } else { &mut before.men[0] };
            *own = *own ^ (start | end);
            visit(before);
        }
    }
}

/// The squares outside the goal from which cantering reaches `to`.
fn reverse_canters<B: SquareBits>(
    board: &TableBoard<B>,
    to: u8,
    is_knight: bool,
    friends: B,
    enemy: B,
    open: B,
) -> B {
    let open_starts = open & !board.goal;
    let mut reached = B::EMPTY;
    let mut pending = B::of(to);
    while !pending.is_empty() {
        let at = pending.lowest();
        pending = pending.without_lowest();
        // A Knight that lands beside an exposed enemy captures in the same move, but not in the
        // goal.
        if is_knight && !board.goal.intersects(B::of(at)) && is_exposed(board, at, enemy, open) {
            continue;
        }
        for leap in board.leaps(at) {
            if leap.over.intersects(friends) && leap.to.intersects(open_starts & !reached) {
                reached = reached | leap.to;
                pending = pending | (leap.to & !board.castle);
            }
        }
    }
    reached
}
