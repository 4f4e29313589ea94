//! Makes and unmakes moves.

use super::effect::Effect;
use crate::board::piece::{Piece, PieceKind};
use crate::board::seat::Seat;
use crate::board::square_set::SquareSet;
use crate::position::state::Position;
use crate::position::zobrist;

/// The state that [`Position::unmake`] restores.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    effect: Effect,
    knights: SquareSet,
    /// The captured pieces of the first and the second seat besides the mover. The third owned
    /// the rest.
    captured_by_seat: [SquareSet; 2],
    castle_moves: u8,
    quiet: u32,
    round: u32,
    hash: u64,
}

impl Position {
    /// The position after `effect`, which must be legal in this position.
    #[must_use]
    pub fn after(&self, effect: &Effect) -> Position {
        let mut next = *self;
        next.make(effect);
        next
    }

    /// Makes a move in place. `effect` must be legal in this position.
    ///
    /// [`Position::unmake`] reverts the move.
    #[inline]
    pub fn make(&mut self, effect: &Effect) -> Undo {
        if effect.is_placement() {
            return self.place_trees(effect);
        }
        let mover = self.turn;
        let moved = Piece { seat: mover, kind: self.kind(effect.from) };
        let goal = self.variant.goal(mover);
        let leaves = goal.contains(effect.from);
        let enters = goal.contains(effect.to) && !leaves;
        let undo = Undo {
            effect: *effect,
            knights: self.knights,
            captured_by_seat: [SquareSet::EMPTY; 2],
            castle_moves: self.castle_moves[mover],
            quiet: self.quiet,
            round: self.round,
            hash: self.hash,
        };

        self.pieces[mover].remove(effect.from);
        self.pieces[mover].insert(effect.to);
        self.hash ^= zobrist::piece(moved, effect.from) ^ zobrist::piece(moved, effect.to);
        if leaves {
            let used = self.castle_moves[mover];
            self.castle_moves[mover] = used + 1;
            self.hash ^=
                zobrist::castle_moves(mover, used) ^ zobrist::castle_moves(mover, used + 1);
        }
        let captured_by_seat = self.remove_captured(mover, effect.captured);
        // The piece may have landed on a square where it captured.
        self.knights -= effect.captured;
        if moved.kind == PieceKind::Knight {
            self.knights.remove(effect.from);
            self.knights.insert(effect.to);
        }
        self.quiet =
            if effect.captured.is_empty() && !enters { self.quiet.saturating_add(1) } else { 0 };
        self.end_turn();
        Undo { captured_by_seat, ..undo }
    }

    /// Adds trees to the board (`rules.md 8.10`).
    #[cold]
    fn place_trees(&mut self, effect: &Effect) -> Undo {
        let undo = Undo {
            effect: *effect,
            knights: self.knights,
            captured_by_seat: [SquareSet::EMPTY; 2],
            castle_moves: self.castle_moves[self.turn],
            quiet: self.quiet,
            round: self.round,
            hash: self.hash,
        };
        for square in effect.trees() {
            self.hash ^= zobrist::tree(square);
        }
        self.trees |= effect.trees();
        self.quiet = self.quiet.saturating_add(1);
        self.end_turn();
        undo
    }

    /// Removes captured pieces and returns those of the first two seats besides the mover.
    #[inline]
    fn remove_captured(&mut self, mover: Seat, captured: SquareSet) -> [SquareSet; 2] {
        let mut by_seat = [SquareSet::EMPTY; 2];
        if captured.is_empty() {
            return by_seat;
        }
        for (index, seat) in self.other_seats(mover).enumerate() {
            let captured_pieces = self.pieces[seat] & captured;
            for square in captured_pieces {
                self.hash ^= zobrist::piece(Piece { seat, kind: self.kind(square) }, square);
            }
            self.pieces[seat] -= captured_pieces;
            if let Some(slot) = by_seat.get_mut(index) {
                *slot = captured_pieces;
            }
        }
        by_seat
    }

    #[inline]
    fn other_seats(&self, mover: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.variant.seats().filter(move |&seat| seat != mover)
    }

    /// Reverts the last move that [`Position::make`] made.
    #[inline]
    pub fn unmake(&mut self, undo: &Undo) {
        let mover = self.variant.previous_seat(self.turn);
        if undo.effect.is_placement() {
            self.trees -= undo.effect.trees();
        } else {
            self.pieces[mover].remove(undo.effect.to);
            self.pieces[mover].insert(undo.effect.from);
            if !undo.effect.captured.is_empty() {
                let [first, second] = undo.captured_by_seat;
                let third = undo.effect.captured - first - second;
                for (seat, captured) in self.other_seats(mover).zip([first, second, third]) {
                    self.pieces[seat] |= captured;
                }
            }
        }
        self.knights = undo.knights;
        self.castle_moves[mover] = undo.castle_moves;
        self.quiet = undo.quiet;
        self.round = undo.round;
        self.hash = undo.hash;
        self.turn = mover;
    }

    /// The position after a pass-turn (`rules.md 6.2`).
    #[must_use]
    pub fn after_pass(&self) -> Position {
        let mut next = *self;
        next.quiet = self.quiet.saturating_add(1);
        next.end_turn();
        next
    }

    fn end_turn(&mut self) {
        let next = self.variant.next_seat(self.turn);
        self.hash ^= zobrist::turn(self.turn) ^ zobrist::turn(next);
        self.turn = next;
        if next == Seat::FIRST {
            self.round = self.round.saturating_add(1);
        }
    }
}
