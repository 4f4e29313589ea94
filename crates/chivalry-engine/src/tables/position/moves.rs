//! Successors and predecessors of a placement.
//!
//! The rules crate remains the authority: a test compares the successors with
//! its legal moves.

use std::ops::ControlFlow;

use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::TableBoard;
use crate::tables::position::placement::Placement;

/// The result of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<B> {
    /// The mover enters its goal or captures the last piece.
    Wins,
    /// No capture. The placement belongs to the other seat.
    Quiet(Placement<B>),
    /// At least one capture. The placement belongs to the other seat.
    Capture(Placement<B>),
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

/// Calls `visit` for the result of each legal move. One result can occur twice.
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
    let in_castle = own & board.castle;
    if !in_castle.is_empty() {
        let from = in_castle.lowest();
        return generator.moves(from, is_exposed(board, from, enemy, empty), visit);
    }
    let must_capture = own.squares().any(|from| is_exposed(board, from, enemy, empty));
    for from in own.squares() {
        generator.moves(from, must_capture, visit)?;
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
        if ends.intersects(self.board.goal) {
            visit(Step::Wins)?;
        }
        let last = self.board.squares - 1;
        let turned_start = B::of(last - start.lowest());
        for to in (ends & !self.board.goal).squares() {
            let change = turned_start | B::of(last - to);
            let mut next = self.flipped;
            if is_knight {
                next.knights[1] = next.knights[1] ^ change;
            } else {
                next.men[1] = next.men[1] ^ change;
            }
            visit(Step::Quiet(next))?;
        }
        ControlFlow::Continue(())
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
            if leap.to.intersects(self.board.goal) || enemies.is_empty() {
                visit(Step::Wins)?;
            } else if is_exposed(self.board, leap.to_square, enemies, open) {
                self.jumps(start, is_knight, leap.to_square, enemies, open, visit)?;
            } else {
                let mut next = self.placement;
                let own = if is_knight { &mut next.knights[0] } else { &mut next.men[0] };
                *own = (*own & !start) | leap.to;
                next.knights[1] = next.knights[1] & enemies;
                next.men[1] = next.men[1] & enemies;
                visit(Step::Capture(next.flipped(self.board)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` for each placement from which a move without a capture leads
/// to `placement`, in which no seat has entered its goal. One placement can
/// occur twice.
#[inline]
pub(crate) fn predecessors<B: SquareBits>(
    board: &TableBoard<B>,
    placement: &Placement<B>,
    visit: &mut impl FnMut(Placement<B>),
) {
    let after = placement.flipped(board);
    let (own, enemy) = (after.own(), after.enemy());
    // A piece in the own castle has just jumped there, or its seat had to move it out.
    if own.intersects(board.castle) {
        return;
    }
    let empty = board.all & !(own | enemy);
    // The landing squares of each piece that adjoins an enemy, empty or not.
    let landings = |at: u8| {
        if !board.neighbours(at).intersects(enemy) {
            return B::EMPTY;
        }
        let leaps = board.leaps(at).iter().filter(|leap| leap.over.intersects(enemy));
        leaps.fold(B::EMPTY, |landings, leap| landings | leap.to)
    };
    for to in own.squares() {
        let end = B::of(to);
        let friends = own ^ end;
        let open = empty | end;
        let is_knight = after.knights[0].intersects(end);
        let jumps = friends.squares().fold(B::EMPTY, |jumps, at| jumps | landings(at)) & open;
        let mut starts = board.neighbours(to) & empty & !board.goal;
        if board.neighbours(to).intersects(friends) {
            starts = starts | reverse_canters(board, to, is_knight, friends, enemy, open);
        }
        // The start covers one landing square. Only a forced exit ignores a second one.
        if jumps.len() > 1 {
            starts = starts & board.castle;
        }
        for from in (starts & !end).squares() {
            let start = B::of(from);
            let must_capture = if start == board.castle {
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
        // A Knight that lands beside an exposed enemy captures in the same move.
        if is_knight && is_exposed(board, at, enemy, open) {
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
