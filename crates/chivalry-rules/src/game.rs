//! A game: a position with the history that repetition needs.

use super::moves::{Effect, Move};
use super::outcome::{EndReason, Ending};
use super::position::Position;
use super::seat::{PerSeat, Seat};
use super::violation::Violation;

/// Times a position may occur before the game is drawn (`rules.md 5.5`).
const REPETITIONS: usize = 3;
/// Turns by each seat without progress that draw the game (`rules.md 5.5`).
pub const QUIET_TURNS: u32 = 50;

/// Moves on a board, from a first position to its end.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    ending: Option<Ending>,
    plies: u32,
    passes: usize,
    /// The seats that play no more (`rules.md 6.4`).
    out: PerSeat<bool>,
    /// Hashes of the positions since the last one that cannot come back.
    since_progress: Vec<u64>,
}

/// A move that a game does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The move breaks a rule.
    #[error(transparent)]
    Illegal(#[from] Violation),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A seat that has a legal move may not pass, unless it is out; one that
    /// has none, or is out, must (`rules.md 6.2`, `6.4`).
    #[error("a seat passes when it has no legal move or is out, and only then")]
    Pass,
}

impl GameError {
    /// The reason code: that of the rule broken, `game_over` or `pass`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            GameError::Illegal(violation) => violation.rule().code(),
            GameError::Over => "game_over",
            GameError::Pass => "pass",
        }
    }

    /// The section of `rules.md` that states the rule.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        match self {
            GameError::Illegal(violation) => violation.rule().section(),
            GameError::Over => "5",
            GameError::Pass => "6.2",
        }
    }
}

impl Game {
    /// A game that starts from `position`.
    #[must_use]
    pub fn new(position: Position) -> Game {
        let mut game = Game {
            position,
            ending: None,
            plies: 0,
            passes: 0,
            out: PerSeat::default(),
            since_progress: vec![position.hash()],
        };
        game.ending = game.find_ending();
        game
    }

    /// The same game with its plies counted from here on: what repetition
    /// needs to know of those before is kept (`rules.md 5.5`).
    /// Seats that were out have their turns again.
    #[must_use]
    pub fn counted_anew(self) -> Game {
        let mut game = Game { plies: 0, out: PerSeat::default(), ..self };
        game.ending = game.find_ending();
        game
    }

    /// From now on `seat` plays no more: its pieces stay, and it passes
    /// (`rules.md 6.4`).
    pub fn leave(&mut self, seat: Seat) {
        self.out[seat] = true;
        self.ending = self.ending.or_else(|| self.find_ending());
    }

    /// The seats that play no more (`rules.md 6.4`).
    #[must_use]
    pub fn out(&self) -> &PerSeat<bool> {
        &self.out
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plies played, pass-turns included.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Hashes of the positions since the last capture or entry into a goal,
    /// the one now last: those that can come back (`rules.md 5.5`).
    #[must_use]
    pub fn since_progress(&self) -> &[u64] {
        &self.since_progress
    }

    /// Whether the next ply is a pass-turn (`rules.md 6.2`, `6.4`).
    #[must_use]
    pub fn pass_is_due(&self) -> bool {
        self.ending.is_none() && (self.out[self.position.turn()] || self.position.must_pass())
    }

    /// Judges a written move without playing it.
    ///
    /// # Errors
    /// The rule broken, or that no move can be made.
    pub fn check(&self, written: &Move) -> Result<Effect, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if self.out[self.position.turn()] {
            return Err(GameError::Pass);
        }
        Ok(self.position.check(written)?)
    }

    /// Plays a move that [`Game::check`] allowed in this very state.
    pub fn play(&mut self, effect: &Effect) {
        self.passes = 0;
        self.advance(self.position.after(effect));
    }

    /// Plays the pass-turn that is due.
    ///
    /// # Errors
    /// The game is over, or the seat has a legal move and is not out.
    pub fn pass(&mut self) -> Result<(), GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if !self.pass_is_due() {
            return Err(GameError::Pass);
        }
        self.passes += 1;
        self.advance(self.position.after_pass());
        Ok(())
    }

    fn advance(&mut self, next: Position) {
        if next.quiet() == 0 {
            self.since_progress.clear();
        }
        self.since_progress.push(next.hash());
        self.position = next;
        self.plies += 1;
        self.ending = self.find_ending();
    }

    fn find_ending(&self) -> Option<Ending> {
        let seats = self.position.variant().seat_count();
        let alike = self.since_progress.iter().filter(|&&hash| hash == self.position.hash());
        self.position.ending_without(&self.out).or_else(|| {
            if alike.count() >= REPETITIONS {
                Some(Ending::by_history(EndReason::Repetition))
            } else if self.position.quiet() >= QUIET_TURNS * seats as u32 {
                Some(Ending::by_history(EndReason::FiftyMoves))
            } else if self.passes >= seats {
                Some(Ending::by_history(EndReason::Passes))
            } else {
                None
            }
        })
    }
}
