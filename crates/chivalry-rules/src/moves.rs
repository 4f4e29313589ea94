//! Written moves, and the walk that judges one leg by leg.

use std::fmt;

use super::board::Leap;
use super::piece::Kind;
use super::position::Position;
use super::seat::Team;
use super::square::{Square, SquareName};
use super::square_set::SquareSet;
use super::violation::{Rule, Violation};

/// The mark written before a landing square (`notation.md`, "Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `-`: a plain move or a canter leg.
    Dash,
    /// `x`: a jump leg.
    Cross,
    /// `,`: another tree of a placement (`rules.md 8.10`).
    Comma,
}

impl Mark {
    /// The character written.
    #[must_use]
    pub const fn as_char(self) -> char {
        match self {
            Mark::Dash => '-',
            Mark::Cross => 'x',
            Mark::Comma => ',',
        }
    }
}

/// A move as somebody wrote it: squares by name, nothing promised. It is read
/// without a board ([`str::parse`]) and judged by [`Position::check`].
///
/// A placement of trees is one too (`rules.md 8.10`): the first tree in place
/// of the start, each other one after a [`Mark::Comma`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece starts.
    pub from: SquareName,
    /// Every leg: its mark and the square landed upon. Never empty.
    pub legs: Vec<(Mark, SquareName)>,
}

impl Move {
    /// Whether it places trees (`rules.md 8.10`).
    #[must_use]
    pub fn is_placement(&self) -> bool {
        self.legs.iter().any(|&(mark, _)| mark == Mark::Comma)
    }
}

/// What a legal move does: two moves with the same effect are the same result
/// (`notation.md`, "Moves"). Only [`Position::check`] and
/// [`Position::legal_moves`] make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) captured: SquareSet,
    /// Of a placement, the second of three trees: the others are the start
    /// and the end.
    pub(super) second_tree: Option<Square>,
}

impl Effect {
    #[inline]
    pub(super) const fn of_piece(from: Square, to: Square, captured: SquareSet) -> Effect {
        Effect { from, to, captured, second_tree: None }
    }

    /// Where the piece starts; of a placement, the first tree.
    #[must_use]
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where the piece ends; of a placement, the last tree.
    #[must_use]
    pub fn to(&self) -> Square {
        self.to
    }

    /// Whether it places trees and moves no piece (`rules.md 8.10`).
    #[must_use]
    #[inline]
    pub fn is_placement(&self) -> bool {
        self.second_tree.is_some()
    }

    /// The squares of the trees placed.
    #[must_use]
    pub fn trees(&self) -> SquareSet {
        match self.second_tree {
            Some(second) => SquareSet::of(self.from).with(second).with(self.to),
            None => SquareSet::EMPTY,
        }
    }

    /// The squares of the pieces captured.
    #[must_use]
    pub fn captured(&self) -> SquareSet {
        self.captured
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for (mark, to) in &self.legs {
            write!(f, "{}{to}", mark.as_char())?;
        }
        Ok(())
    }
}

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

    pub(super) fn broken<const N: usize>(&self, rule: Rule, squares: [Square; N]) -> Violation {
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
