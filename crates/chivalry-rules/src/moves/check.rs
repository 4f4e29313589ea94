//! Judges one written move leg by leg.

use super::effect::Effect;
use super::violation::{Rule, Violation};
use super::written::{LegMark, Move};
use crate::board::geometry::Leap;
use crate::board::piece::PieceKind;
use crate::board::seat::Seat;
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

/// The kind of a leg.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leg {
    Step,
    Canter,
    Jump,
}

/// The state of a written route between two legs. The moving piece is off the board.
struct RouteCheck<'a> {
    position: &'a Position,
    from: Square,
    at: Square,
    kind: PieceKind,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    captured: SquareSet,
    last: Option<Leg>,
    /// The first jump from a square that a Knight cantered to (`rules.md 2.5`).
    owed_jump: Option<Leap>,
}

impl Position {
    /// Judges a written move leg by leg and returns its effect.
    ///
    /// The duties of the turn (`rules.md 2.5`, `3`, `4.3`) are checked after the legs. The game
    /// must not be over in this position: endings are not checked.
    ///
    /// # Errors
    /// The first violated rule, with the squares that show it.
    pub fn check(&self, written: &Move) -> Result<Effect, Violation> {
        let from = self.resolve_start(written)?;
        if written.is_placement() || self.must_place_trees(self.turn) {
            return self.check_placement(self.turn, written);
        }
        self.check_owner(self.turn, from)?;
        let mut route = RouteCheck::new(self, from);
        for &(mark, name) in &written.legs {
            route.add_leg(mark, self.resolve(name)?, written.legs.len() == 1)?;
        }
        route.finish()
    }

    /// The starting square. Fails if any written square is not on the board.
    #[inline]
    pub(super) fn resolve_start(&self, written: &Move) -> Result<Square, Violation> {
        let from = self.resolve(written.from)?;
        for &(_, name) in &written.legs {
            self.resolve(name)?;
        }
        Ok(from)
    }

    #[inline]
    pub(super) fn resolve(&self, name: SquareName) -> Result<Square, Violation> {
        let square = self.variant.board().square(name);
        square.ok_or_else(|| Violation::new(Rule::OffBoard, [name]))
    }

    /// Checks that a piece of `seat` stands on `from`.
    #[inline]
    pub(super) fn check_owner(&self, seat: Seat, from: Square) -> Result<(), Violation> {
        match self.piece_at(from) {
            None => Err(self.violation(Rule::EmptySquare, [from])),
            Some(piece) if piece.seat != seat => Err(self.violation(Rule::NotYourPiece, [from])),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn violation<const N: usize>(&self, rule: Rule, squares: [Square; N]) -> Violation {
        Violation::new(rule, squares.map(|square| self.variant.board().name(square)))
    }
}

impl<'a> RouteCheck<'a> {
    fn new(position: &'a Position, from: Square) -> RouteCheck<'a> {
        let team = position.variant.team_of(position.turn);
        RouteCheck {
            position,
            from,
            at: from,
            kind: position.kind(from),
            occupied: (position.occupied() | position.trees).without(from),
            friends: position.team_pieces(team).without(from),
            enemies: position.enemy_pieces(team),
            captured: SquareSet::EMPTY,
            last: None,
            owed_jump: None,
        }
    }

    /// Adds one leg. Returns the violated rule if the leg is illegal.
    fn add_leg(&mut self, mark: LegMark, to: Square, is_only_leg: bool) -> Result<(), Violation> {
        let RouteCheck { position, at, .. } = *self;
        let seat = position.turn;
        let variant = position.variant;
        self.check_may_continue(to)?;

        if variant.board().water().contains(to) {
            return Err(position.violation(Rule::Water, [to]));
        }
        let adjoins = variant.board().neighbours(at).contains(to);
        let leap = variant.board().leap_between(at, to);
        if !adjoins && leap.is_none() {
            return Err(position.violation(Rule::NotALeg, [at, to]));
        }
        if self.occupied.contains(to) {
            return Err(position.violation(Rule::Occupied, [to]));
        }
        let (leg, captured) = match leap {
            _ if adjoins => (Leg::Step, None),
            Some(Leap { over, .. }) if self.friends.contains(over) => (Leg::Canter, None),
            Some(Leap { over, .. }) if self.enemies.contains(over) => (Leg::Jump, Some(over)),
            _ => return Err(position.violation(Rule::NotALeg, [at, to])),
        };
        if leg == Leg::Step && !is_only_leg {
            return Err(position.violation(Rule::PlainMustBeAlone, [at, to]));
        }
        if (leg == Leg::Jump) != (mark == LegMark::Cross) {
            return Err(position.violation(Rule::WrongMark, [at, to]));
        }
        match (self.kind, self.last, leg) {
            (PieceKind::Man, Some(last), _) if last != leg => {
                return Err(position.violation(Rule::ManCannotCharge, [self.from, to]));
            }
            (PieceKind::Knight, Some(Leg::Jump), Leg::Canter) => {
                return Err(position.violation(Rule::CanterAfterJump, [at, to]));
            }
            _ => {}
        }
        if leg != Leg::Jump && variant.castle(seat).contains(to) {
            return Err(position.violation(Rule::OwnCastle, [to]));
        }
        if variant.side_castles(seat).contains(to) {
            return Err(position.violation(Rule::SideCastle, [to]));
        }

        if let Some(over) = captured {
            self.captured.insert(over);
            self.enemies.remove(over);
            self.occupied.remove(over);
        }
        self.at = to;
        self.last = Some(leg);
        if leg == Leg::Canter && self.kind == PieceKind::Knight && self.owed_jump.is_none() {
            self.owed_jump = self.next_jump();
        }
        Ok(())
    }

    /// Checks that castle rules allow another leg (`rules.md 4.2`, `4.4`, `4.5`).
    fn check_may_continue(&self, to: Square) -> Result<(), Violation> {
        let RouteCheck { position, at, .. } = *self;
        let seat = position.turn;
        let goal = position.variant.goal(seat);
        if goal.contains(at) {
            let same_castle = goal.contains(to)
                && position.variant.board().neighbours(at).contains(to)
                && self.last.is_none();
            if !same_castle {
                return Err(position.violation(Rule::InGoalCastle, [at]));
            }
            if position.castle_moves[seat] >= position.variant.switches().castle_moves {
                return Err(position.violation(Rule::CastleMovesSpent, [at, to]));
            }
        }
        if self.last == Some(Leg::Jump) && self.turn_ended_in_own_castle() {
            return Err(position.violation(Rule::OwnCastle, [at, to]));
        }
        Ok(())
    }

    /// Checks the duties of the whole move.
    fn finish(self) -> Result<Effect, Violation> {
        let RouteCheck { position, from, at: to, captured, .. } = self;
        let seat = position.turn;
        let effect = Effect::piece_move(from, to, captured);
        if self.last == Some(Leg::Canter) && from == to {
            return Err(position.violation(Rule::ReturnsToStart, [from]));
        }
        match position.pieces_that_must_exit() {
            Some(due) if !due.contains(from) => {
                let first = due.first().unwrap_or(from);
                return Err(position.violation(Rule::MustLeaveCastle, [first]));
            }
            Some(_) if captured.is_empty() => {
                if let Some(leap) = position.first_jump(seat, from) {
                    return Err(position.violation(Rule::MustJumpOut, [from, leap.over]));
                }
            }
            None if captured.is_empty() => {
                if let Some((piece, leap)) = position.compulsory_jump(seat) {
                    return Err(position.violation(Rule::MustCapture, [piece, leap.over]));
                }
            }
            _ => {}
        }
        if position.variant.goal(seat).contains(to) {
            return Ok(effect);
        }
        if captured.is_empty() {
            if let Some(leap) = self.owed_jump {
                return Err(position.violation(Rule::MustCharge, [leap.over]));
            }
        } else if let Some(leap) = self.next_jump()
            && !self.turn_ended_in_own_castle()
        {
            return Err(position.violation(Rule::MustContinue, [to, leap.over]));
        }
        Ok(effect)
    }

    fn turn_ended_in_own_castle(&self) -> bool {
        self.position.variant.switches().own_castle_jump_ends_turn
            && self.position.variant.castle(self.position.turn).contains(self.at)
    }

    fn next_jump(&self) -> Option<Leap> {
        self.position.jump_from(self.at, self.position.turn, self.enemies, self.occupied)
    }
}
