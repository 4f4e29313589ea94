//! Checks of moves before their turn.

use super::violation::{Rule, Violation};
use super::written::{LegMark, Move};
use crate::board::piece::PieceKind;
use crate::board::seat::Seat;
use crate::board::square::Square;
use crate::position::state::Position;

impl Position {
    /// Judges a premove of `seat` by the rules that other seats' turns cannot affect.
    ///
    /// Checked are the squares, the owner, the geometry and marks of the legs, and the castles.
    /// Pieces leapt over and the duties of the turn are not checked. An accepted premove may be
    /// illegal on its turn. A refused one cannot become legal.
    ///
    /// # Errors
    /// The rule that the move violates in any case.
    pub fn check_premove(&self, seat: Seat, written: &Move) -> Result<(), Violation> {
        let from = self.resolve_start(written)?;
        if written.is_placement() || self.must_place_trees(seat) {
            return self.check_placement(seat, written).map(|_| ());
        }
        self.check_owner(seat, from)?;
        let mut route = PremoveRoute { position: self, seat, from, at: from, last: None };
        for &(mark, name) in &written.legs {
            route.add_leg(mark, self.resolve(name)?, written.legs.len() == 1)?;
        }
        if route.last == Some(LegMark::Dash) && route.at == from {
            return Err(self.violation(Rule::ReturnsToStart, [from]));
        }
        Ok(())
    }
}

/// The state of a premove between two legs.
struct PremoveRoute<'a> {
    position: &'a Position,
    seat: Seat,
    from: Square,
    at: Square,
    last: Option<LegMark>,
}

impl PremoveRoute<'_> {
    fn add_leg(&mut self, mark: LegMark, to: Square, is_only_leg: bool) -> Result<(), Violation> {
        let PremoveRoute { position, seat, from, at, last } = *self;
        let board = position.variant.board();
        if board.water().contains(to) {
            return Err(position.violation(Rule::Water, [to]));
        }
        let adjoins = board.neighbours(at).contains(to);
        self.check_goal(to, adjoins)?;
        if !adjoins && board.leap_between(at, to).is_none() {
            return Err(position.violation(Rule::NotALeg, [at, to]));
        }
        if adjoins && !is_only_leg {
            return Err(position.violation(Rule::PlainMustBeAlone, [at, to]));
        }
        if adjoins && mark == LegMark::Cross {
            return Err(position.violation(Rule::WrongMark, [at, to]));
        }
        match (position.kind(from), last) {
            (PieceKind::Man, Some(last)) if last != mark => {
                return Err(position.violation(Rule::ManCannotCharge, [from, to]));
            }
            (PieceKind::Knight, Some(LegMark::Cross)) if mark == LegMark::Dash => {
                return Err(position.violation(Rule::CanterAfterJump, [at, to]));
            }
            _ => {}
        }
        if mark == LegMark::Dash && position.variant.castle(seat).contains(to) {
            return Err(position.violation(Rule::OwnCastle, [to]));
        }
        if position.variant.side_castles(seat).contains(to) {
            return Err(position.violation(Rule::SideCastle, [to]));
        }
        (self.at, self.last) = (to, Some(mark));
        Ok(())
    }

    /// Checks that a piece in its goal makes a castle move only (`rules.md 4.4`).
    fn check_goal(&self, to: Square, adjoins: bool) -> Result<(), Violation> {
        let PremoveRoute { position, seat, at, last, .. } = *self;
        let goal = position.variant.goal(seat);
        if !goal.contains(at) {
            return Ok(());
        }
        if last.is_some() || !adjoins || !goal.contains(to) {
            return Err(position.violation(Rule::InGoalCastle, [at]));
        }
        if position.castle_moves[seat] >= position.variant.switches().castle_moves {
            return Err(position.violation(Rule::CastleMovesSpent, [at, to]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::game::Game;
    use crate::moves::move_list::MoveList;
    use crate::variant::compiled::Variant;

    fn read(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// Checks every played move against all positions since the previous turn of its seat.
    #[test]
    fn legal_moves_are_never_refused_as_premoves() {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            let mut rng = StdRng::seed_from_u64(1887);
            for _ in 0..3 {
                let mut game = Game::new(Position::start(variant));
                let mut earlier = Vec::new();
                while game.ending().is_none() && game.plies() < 200 {
                    if game.must_pass() {
                        earlier.push(*game.position());
                        game.pass().unwrap();
                        continue;
                    }
                    let position = *game.position();
                    position.legal_moves(&mut list);
                    let since = earlier.len().saturating_sub(variant.seat_count() - 1);
                    for legal in list.iter() {
                        let written = read(&position.move_text(&legal));
                        for before in earlier[since..].iter().chain([&position]) {
                            let judged = before.check_premove(position.turn(), &written);
                            assert_eq!(judged, Ok(()), "{written} in {before}");
                        }
                    }
                    let legal = list.get(rng.random_range(0..list.len())).unwrap();
                    game.play(&legal.effect);
                    earlier.push(position);
                }
            }
        }
    }

    #[test]
    fn impossible_premoves_are_refused() {
        let camelot = Position::start(Variant::named("camelot").unwrap());
        let faults = [
            ("Z9-Z8", Some(Rule::OffBoard)),
            ("F8-F9", Some(Rule::EmptySquare)),
            ("C11-C10", Some(Rule::NotYourPiece)),
            ("C6-C9", Some(Rule::NotALeg)),
            ("C6-C7-C8", Some(Rule::PlainMustBeAlone)),
            ("C6xC7", Some(Rule::WrongMark)),
            ("D6-B4xB6", Some(Rule::ManCannotCharge)),
            ("C6xE8-G8", Some(Rule::CanterAfterJump)),
            ("D6-D8-D6", Some(Rule::ReturnsToStart)),
            ("D6-D8", None),
            ("C6-E8xG10", None),
        ];
        for (text, rule) in faults {
            let judged = camelot.check_premove(Seat::FIRST, &read(text));
            assert_eq!(judged.err().map(|error| error.rule()), rule, "{text}");
        }
    }
}
