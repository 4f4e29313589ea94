//! Written moves, and the walk that judges one leg by leg.

use super::effect::Effect;
use super::violation::{Rule, Violation};
use super::written::{Mark, Move};
use crate::board::geometry::Leap;
use crate::board::piece::Kind;
use crate::board::seat::Team;
use crate::board::square::{Square, SquareName};
use crate::board::square_set::SquareSet;
use crate::position::state::Position;

/// What a leg turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leg {
    Step,
    Canter,
    Jump,
}

/// A piece on its way: the state of the walk between two legs.
struct Walk<'a> {
    position: &'a Position,
    from: Square,
    at: Square,
    kind: Kind,
    occupied: SquareSet,
    friends: SquareSet,
    enemies: SquareSet,
    captured: SquareSet,
    last: Option<Leg>,
    /// A landing square of a Knight's canter from which it could jump
    /// (`rules.md 2.5`).
    exposed: Option<Leap>,
}

impl Position {
    /// Judges a written move leg by leg: what it does, or the first rule that
    /// it breaks. Duties of the turn (`rules.md 2.5`, `3`, `4.3`) are looked
    /// at after the legs themselves.
    ///
    /// The position's game must not be over; of a finished one, only the legs
    /// are judged.
    ///
    /// # Errors
    /// The rule broken, with the squares that show it.
    pub fn check(&self, written: &Move) -> Result<Effect, Violation> {
        let board = self.variant.board();
        let resolve = |name: SquareName| {
            board.square(name).ok_or_else(|| Violation::new(Rule::OffBoard, [name]))
        };
        let from = resolve(written.from)?;
        for &(_, name) in &written.legs {
            resolve(name)?;
        }
        if written.is_placement() || self.trees_are_due(self.turn) {
            return self.check_placement(self.turn, written);
        }
        match self.piece(from) {
            None => return Err(self.broken(Rule::EmptySquare, [from])),
            Some(piece) if piece.seat != self.turn => {
                return Err(self.broken(Rule::NotYourPiece, [from]));
            }
            Some(_) => {}
        }
        let mut walk = Walk::new(self, from);
        for &(mark, name) in &written.legs {
            walk.leg(mark, resolve(name)?, written.legs.len() == 1)?;
        }
        walk.finish()
    }

    pub(crate) fn broken<const N: usize>(&self, rule: Rule, squares: [Square; N]) -> Violation {
        Violation::new(rule, squares.map(|square| self.variant.board().name(square)))
    }
}

impl<'a> Walk<'a> {
    fn new(position: &'a Position, from: Square) -> Walk<'a> {
        let team = Team::of(position.turn);
        Walk {
            position,
            from,
            at: from,
            kind: position.kind(from),
            occupied: (position.occupied() | position.trees).without(from),
            friends: position.team(team).without(from),
            enemies: position.team(team.enemy()),
            captured: SquareSet::EMPTY,
            last: None,
            exposed: None,
        }
    }

    /// Takes one leg, or says which rule it breaks.
    fn leg(&mut self, mark: Mark, to: Square, alone: bool) -> Result<(), Violation> {
        let Walk { position, at, .. } = *self;
        let seat = position.turn;
        let variant = position.variant;
        self.may_go_on(to)?;

        if variant.board().water().contains(to) {
            return Err(position.broken(Rule::Water, [to]));
        }
        let adjoins = variant.board().around(at).contains(to);
        let leap = variant.board().leap(at, to);
        if !adjoins && leap.is_none() {
            return Err(position.broken(Rule::NotALeg, [at, to]));
        }
        if self.occupied.contains(to) {
            return Err(position.broken(Rule::Occupied, [to]));
        }
        let (leg, captured) = match leap {
            _ if adjoins => (Leg::Step, None),
            Some(Leap { over, .. }) if self.friends.contains(over) => (Leg::Canter, None),
            Some(Leap { over, .. }) if self.enemies.contains(over) => (Leg::Jump, Some(over)),
            _ => return Err(position.broken(Rule::NotALeg, [at, to])),
        };
        if leg == Leg::Step && !alone {
            return Err(position.broken(Rule::PlainMustBeAlone, [at, to]));
        }
        if (leg == Leg::Jump) != (mark == Mark::Cross) {
            return Err(position.broken(Rule::WrongMark, [at, to]));
        }
        match (self.kind, self.last, leg) {
            (Kind::Man, Some(last), _) if last != leg => {
                return Err(position.broken(Rule::ManCannotCharge, [self.from, to]));
            }
            (Kind::Knight, Some(Leg::Jump), Leg::Canter) => {
                return Err(position.broken(Rule::CanterAfterJump, [at, to]));
            }
            _ => {}
        }
        if leg != Leg::Jump && variant.castle(seat).contains(to) {
            return Err(position.broken(Rule::OwnCastle, [to]));
        }
        if variant.side_castles(seat).contains(to) {
            return Err(position.broken(Rule::SideCastle, [to]));
        }

        if let Some(over) = captured {
            self.captured.insert(over);
            self.enemies.remove(over);
            self.occupied.remove(over);
        }
        self.at = to;
        self.last = Some(leg);
        if leg == Leg::Canter && self.kind == Kind::Knight && self.exposed.is_none() {
            self.exposed = self.next_jump();
        }
        Ok(())
    }

    /// Whether another leg may follow at all: castles end moves
    /// (`rules.md 4.2`, `4.4`, `4.5`).
    fn may_go_on(&self, to: Square) -> Result<(), Violation> {
        let Walk { position, at, .. } = *self;
        let seat = position.turn;
        let goal = position.variant.goal(seat);
        if goal.contains(at) {
            let same_castle = goal.contains(to)
                && position.variant.board().around(at).contains(to)
                && self.last.is_none();
            if !same_castle {
                return Err(position.broken(Rule::InGoalCastle, [at]));
            }
            if position.castle_moves[seat] >= position.variant.switches().castle_moves {
                return Err(position.broken(Rule::CastleMovesSpent, [at, to]));
            }
        }
        if self.last == Some(Leg::Jump) && self.turn_ended_in_own_castle() {
            return Err(position.broken(Rule::OwnCastle, [at, to]));
        }
        Ok(())
    }

    /// The duties of the whole move.
    fn finish(self) -> Result<Effect, Violation> {
        let Walk { position, from, at: to, captured, .. } = self;
        let seat = position.turn;
        let effect = Effect::of_piece(from, to, captured);
        if self.last == Some(Leg::Canter) && from == to {
            return Err(position.broken(Rule::ReturnsToStart, [from]));
        }
        match position.pieces_that_must_exit() {
            Some(due) if !due.contains(from) => {
                let first = due.first().unwrap_or(from);
                return Err(position.broken(Rule::MustLeaveCastle, [first]));
            }
            Some(_) if captured.is_empty() => {
                if let Some(leap) = position.first_jump(seat, from) {
                    return Err(position.broken(Rule::MustJumpOut, [from, leap.over]));
                }
            }
            None if captured.is_empty() => {
                if let Some((piece, leap)) = position.compulsory_jump(seat) {
                    return Err(position.broken(Rule::MustCapture, [piece, leap.over]));
                }
            }
            _ => {}
        }
        if position.variant.goal(seat).contains(to) {
            return Ok(effect);
        }
        if captured.is_empty() {
            if let Some(leap) = self.exposed {
                return Err(position.broken(Rule::MustCharge, [leap.over]));
            }
        } else if let Some(leap) = self.next_jump()
            && !self.turn_ended_in_own_castle()
        {
            return Err(position.broken(Rule::MustContinue, [to, leap.over]));
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
