//! Positions that can be played, and what a move makes of them.

use super::hash;
use super::moves::Effect;
use super::piece::{Kind, Piece};
use super::seat::{PerSeat, Seat, Team};
use super::setup::Setup;
use super::square::Square;
use super::square_set::SquareSet;
use super::variant::Variant;

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    effect: Effect,
    knights: SquareSet,
    /// Of the captured, those of the first enemy in turn order.
    taken_from_first: SquareSet,
    castle_moves: u8,
    quiet: u32,
    round: u32,
    hash: u64,
}

/// A position of one variant: pieces, the seat to move and the counts that
/// the rules need (`notation.md`, "Positions"). Small and `Copy`.
///
/// A position may be one in which the game is over: see
/// [`Position::ending`].
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) variant: &'static Variant,
    pub(super) pieces: PerSeat<SquareSet>,
    pub(super) knights: SquareSet,
    pub(super) trees: SquareSet,
    pub(super) turn: Seat,
    pub(super) castle_moves: PerSeat<u8>,
    pub(super) quiet: u32,
    pub(super) round: u32,
    pub(super) hash: u64,
}

impl Position {
    /// The position that games of `variant` start from.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Position {
        variant.array().position(variant).expect("an array that was checked with its variant")
    }

    /// The variant played.
    #[must_use]
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The seat to move.
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The squares of a seat's pieces.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat) -> SquareSet {
        self.pieces[seat]
    }

    /// The squares of all Knights.
    #[must_use]
    #[inline]
    pub fn knights(&self) -> SquareSet {
        self.knights
    }

    /// The squares of a team's pieces.
    #[must_use]
    #[inline]
    pub fn team(&self, team: Team) -> SquareSet {
        match team {
            Team::First => self.pieces[Seat::FIRST] | self.pieces[Seat::THIRD],
            Team::Second => self.pieces[Seat::SECOND] | self.pieces[Seat::FOURTH],
        }
    }

    /// The squares of all pieces.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.team(Team::First) | self.team(Team::Second)
    }

    /// The squares of all trees (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn trees(&self) -> SquareSet {
        self.trees
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.pieces[seat].contains(square))?;
        Some(Piece { seat, kind: self.kind(square) })
    }

    #[inline]
    pub(super) fn kind(&self, square: Square) -> Kind {
        if self.knights.contains(square) { Kind::Knight } else { Kind::Man }
    }

    /// Castle moves that `seat` has used (`rules.md 4.4`).
    #[must_use]
    pub fn castle_moves_used(&self, seat: Seat) -> u8 {
        self.castle_moves[seat]
    }

    /// Plies since the last capture or entry into a goal castle
    /// (`rules.md 5.5`).
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The number of the round, from 1: it grows when the turn comes back to
    /// the first seat.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The same position with its counts begun anew: `quiet` plies since the
    /// last capture or entry, in the first round.
    #[must_use]
    pub fn counted_anew(self, quiet: u32) -> Position {
        Position { quiet, round: 1, ..self }
    }

    /// A key of what repetition compares: pieces, trees, seat to move and castle
    /// moves used (`rules.md 5.5`). Kept up to date move by move.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many pieces of `team` stand in their goal castles, partners'
    /// together (`rules.md 5.1`).
    #[must_use]
    pub fn pieces_at_goal(&self, team: Team) -> usize {
        let home = |seat| (self.pieces[seat] & self.variant.goal(seat)).len();
        self.variant.seats_of(team).map(home).sum()
    }

    /// Whether the seat to move has to pass: in four-handed games, when it has
    /// no legal move and the game goes on (`rules.md 6.2`).
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.variant.seat_count() == 4 && !self.has_move(self.turn) && self.ending().is_none()
    }

    /// The position after a move that [`Position::check`] or
    /// [`Position::legal_moves`] of this very position gave.
    #[must_use]
    pub fn after(&self, effect: &Effect) -> Position {
        let mut next = *self;
        next.make(effect);
        next
    }

    /// Makes a move of this very position in place; [`Position::unmake`] takes
    /// it back.
    #[inline]
    pub fn make(&mut self, effect: &Effect) -> Undo {
        if effect.is_placement() {
            return self.plant(effect);
        }
        let mover = self.turn;
        let moved = Piece { seat: mover, kind: self.kind(effect.from) };
        let goal = self.variant.goal(mover);
        let leaves = goal.contains(effect.from);
        let enters = goal.contains(effect.to) && !leaves;
        let undo = Undo {
            effect: *effect,
            knights: self.knights,
            taken_from_first: SquareSet::EMPTY,
            castle_moves: self.castle_moves[mover],
            quiet: self.quiet,
            round: self.round,
            hash: self.hash,
        };

        self.pieces[mover].remove(effect.from);
        self.pieces[mover].insert(effect.to);
        self.hash ^= hash::piece(moved, effect.from) ^ hash::piece(moved, effect.to);
        if leaves {
            let used = self.castle_moves[mover];
            self.castle_moves[mover] = used + 1;
            self.hash ^= hash::castle_moves(mover, used) ^ hash::castle_moves(mover, used + 1);
        }
        let taken_from_first = self.take(mover, effect.captured);
        // The mover may have landed on a square that it had emptied.
        self.knights -= effect.captured;
        if moved.kind == Kind::Knight {
            self.knights.remove(effect.from);
            self.knights.insert(effect.to);
        }
        self.quiet =
            if effect.captured.is_empty() && !enters { self.quiet.saturating_add(1) } else { 0 };
        self.hand_over();
        Undo { taken_from_first, ..undo }
    }

    /// Places trees in place (`rules.md 8.10`).
    #[cold]
    fn plant(&mut self, effect: &Effect) -> Undo {
        let undo = Undo {
            effect: *effect,
            knights: self.knights,
            taken_from_first: SquareSet::EMPTY,
            castle_moves: self.castle_moves[self.turn],
            quiet: self.quiet,
            round: self.round,
            hash: self.hash,
        };
        for square in effect.trees() {
            self.hash ^= hash::tree(square);
        }
        self.trees |= effect.trees();
        self.quiet = self.quiet.saturating_add(1);
        self.hand_over();
        undo
    }

    /// Takes captured pieces off, and gives those of the first enemy seat.
    #[inline]
    fn take(&mut self, mover: Seat, captured: SquareSet) -> SquareSet {
        if captured.is_empty() {
            return SquareSet::EMPTY;
        }
        let mut enemies = self.variant.seats_of(Team::of(mover).enemy());
        let from_first = enemies.next().map_or(captured, |seat| self.pieces[seat] & captured);
        for seat in self.variant.seats_of(Team::of(mover).enemy()) {
            let taken = self.pieces[seat] & captured;
            for square in taken {
                self.hash ^= hash::piece(Piece { seat, kind: self.kind(square) }, square);
            }
            self.pieces[seat] -= taken;
        }
        from_first
    }

    /// Takes back the last move that [`Position::make`] made.
    #[inline]
    pub fn unmake(&mut self, undo: &Undo) {
        let mover = self.variant.before(self.turn);
        if undo.effect.is_placement() {
            self.trees -= undo.effect.trees();
        } else {
            self.pieces[mover].remove(undo.effect.to);
            self.pieces[mover].insert(undo.effect.from);
            let from_second = undo.effect.captured - undo.taken_from_first;
            let enemies = self.variant.seats_of(Team::of(mover).enemy());
            for (seat, taken) in enemies.zip([undo.taken_from_first, from_second]) {
                self.pieces[seat] |= taken;
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
        next.hand_over();
        next
    }

    fn hand_over(&mut self) {
        let next = self.variant.after(self.turn);
        self.hash ^= hash::turn(self.turn) ^ hash::turn(next);
        self.turn = next;
        if next == Seat::FIRST {
            self.round = self.round.saturating_add(1);
        }
    }

    /// The position as an open description.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.variant.board().squares().map(|square| self.piece(square)).collect(),
            trees: self.trees,
            turn: self.turn,
            castle_moves: self.castle_moves,
            quiet: self.quiet,
            round: self.round,
        }
    }
}

/// Two positions are equal when repetition would call them the same
/// (`rules.md 5.5`): the counts of plies and rounds are not compared.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        std::ptr::eq(self.variant, other.variant)
            && self.pieces == other.pieces
            && self.knights == other.knights
            && self.trees == other.trees
            && self.turn == other.turn
            && self.castle_moves == other.castle_moves
    }
}

impl Eq for Position {}
