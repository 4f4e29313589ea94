//! What can be said of a move before its turn has come.

use super::violation::{Rule, Violation};
use super::written::{Mark, Move};
use crate::board::piece::Kind;
use crate::board::seat::Seat;
use crate::board::square::SquareName;
use crate::position::state::Position;

impl Position {
    /// Judges a move that `seat` has in mind for its next turn by all that the
    /// turns of others until then cannot change: the squares, whose piece it
    /// is, where its legs lead and how they are marked, the castles. What the
    /// legs leap over, and the duties of the turn, are not looked at: a move
    /// that passes may be illegal when its turn comes, but one that is refused
    /// cannot be legal.
    ///
    /// # Errors
    /// The rule that the move will break, whatever the others do.
    pub fn check_ahead(&self, seat: Seat, written: &Move) -> Result<(), Violation> {
        let (variant, board) = (self.variant, self.variant.board());
        let resolve = |name: SquareName| {
            board.square(name).ok_or_else(|| Violation::new(Rule::OffBoard, [name]))
        };
        let from = resolve(written.from)?;
        for &(_, name) in &written.legs {
            resolve(name)?;
        }
        if written.is_placement() || self.trees_are_due(seat) {
            return self.check_placement(seat, written).map(|_| ());
        }
        match self.piece(from) {
            None => return Err(self.broken(Rule::EmptySquare, [from])),
            Some(piece) if piece.seat != seat => {
                return Err(self.broken(Rule::NotYourPiece, [from]));
            }
            Some(_) => {}
        }
        let (kind, goal, alone) = (self.kind(from), variant.goal(seat), written.legs.len() == 1);
        let (mut at, mut last) = (from, None);
        for &(mark, name) in &written.legs {
            let to = resolve(name)?;
            if board.water().contains(to) {
                return Err(self.broken(Rule::Water, [to]));
            }
            let adjoins = board.around(at).contains(to);
            if goal.contains(at) {
                if last.is_some() || !adjoins || !goal.contains(to) {
                    return Err(self.broken(Rule::InGoalCastle, [at]));
                }
                if self.castle_moves[seat] >= variant.switches().castle_moves {
                    return Err(self.broken(Rule::CastleMovesSpent, [at, to]));
                }
            }
            if !adjoins && board.leap(at, to).is_none() {
                return Err(self.broken(Rule::NotALeg, [at, to]));
            }
            if adjoins && !alone {
                return Err(self.broken(Rule::PlainMustBeAlone, [at, to]));
            }
            if adjoins && mark == Mark::Cross {
                return Err(self.broken(Rule::WrongMark, [at, to]));
            }
            match (kind, last) {
                (Kind::Man, Some(last)) if last != mark => {
                    return Err(self.broken(Rule::ManCannotCharge, [from, to]));
                }
                (Kind::Knight, Some(Mark::Cross)) if mark == Mark::Dash => {
                    return Err(self.broken(Rule::CanterAfterJump, [at, to]));
                }
                _ => {}
            }
            if mark == Mark::Dash && variant.castle(seat).contains(to) {
                return Err(self.broken(Rule::OwnCastle, [to]));
            }
            if variant.side_castles(seat).contains(to) {
                return Err(self.broken(Rule::SideCastle, [to]));
            }
            (at, last) = (to, Some(mark));
        }
        if last == Some(Mark::Dash) && at == from {
            return Err(self.broken(Rule::ReturnsToStart, [from]));
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

    /// In random games of every variant: whatever is played was not refused in
    /// any of the positions since the seat's last turn.
    #[test]
    fn no_move_that_turns_out_legal_is_refused_ahead() {
        let mut list = MoveList::new();
        for variant in Variant::all() {
            let mut rng = StdRng::seed_from_u64(1887);
            for _ in 0..3 {
                let mut game = Game::new(Position::start(variant));
                let mut earlier = Vec::new();
                while game.ending().is_none() && game.plies() < 200 {
                    if game.pass_is_due() {
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
                            let judged = before.check_ahead(position.turn(), &written);
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
    fn what_nobody_else_can_mend_is_refused() {
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
            let judged = camelot.check_ahead(Seat::FIRST, &read(text));
            assert_eq!(judged.err().map(|fault| fault.rule()), rule, "{text}");
        }
    }
}
