//! A position with the history that repetition, pass-turns and withdrawn seats need.

use crate::board::seat::{PerSeat, Seat};
use crate::moves::effect::Effect;
use crate::moves::violation::Violation;
use crate::moves::written::Move;
use crate::position::outcome::{EndReason, Ending};
use crate::position::state::Position;

/// Occurrences of a position that draw the game (`rules.md 5.5`).
const REPETITIONS: usize = 3;
/// Turns of each seat without progress that draw the game (`rules.md 5.5`).
pub const QUIET_TURNS: u32 = 50;

/// A game from its first position to its end.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    ending: Option<Ending>,
    plies: u32,
    passes: usize,
    /// Seats that no longer play (`rules.md 6.4`).
    withdrawn: PerSeat<bool>,
    /// Hashes of the positions since the last irreversible move.
    repetition_hashes: Vec<u64>,
}

/// A turn that the game refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The move violates a rule.
    #[error(transparent)]
    Illegal(#[from] Violation),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A pass-turn by a seat that can move, or a move by a seat that must pass (`rules.md 6.2`,
    /// `6.4`).
    #[error("a seat passes when it has no legal move or is out, and only then")]
    Pass,
}

impl GameError {
    /// The reason code: the code of the violated rule, `game_over` or `pass`.
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
    /// Starts a game at `position`.
    #[must_use]
    pub fn new(position: Position) -> Game {
        let mut game = Game {
            position,
            ending: None,
            plies: 0,
            passes: 0,
            withdrawn: PerSeat::default(),
            repetition_hashes: vec![position.hash()],
        };
        game.ending = game.compute_ending();
        game
    }

    /// Resets the ply count and the withdrawn seats.
    ///
    /// The repetition history stays (`rules.md 5.5`).
    #[must_use]
    pub fn with_reset_counts(self) -> Game {
        let mut game = Game { plies: 0, withdrawn: PerSeat::default(), ..self };
        game.ending = game.compute_ending();
        game
    }

    /// Withdraws `seat`: its pieces stay on the board, and it passes every turn (`rules.md
    /// 6.4`).
    pub fn withdraw(&mut self, seat: Seat) {
        self.withdrawn[seat] = true;
        self.ending = self.ending.or_else(|| self.compute_ending());
    }

    /// The seats that no longer play (`rules.md 6.4`).
    #[must_use]
    pub fn withdrawn(&self) -> &PerSeat<bool> {
        &self.withdrawn
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The end of the game, if it is over.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plies played, pass-turns included.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Hashes of the positions since the last capture or entry into a goal, oldest first.
    ///
    /// The current position is the last entry. Earlier positions cannot recur (`rules.md 5.5`).
    #[must_use]
    pub fn repetition_hashes(&self) -> &[u64] {
        &self.repetition_hashes
    }

    /// Returns true if the next ply is a pass-turn (`rules.md 6.2`, `6.4`).
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.ending.is_none() && (self.withdrawn[self.position.turn()] || self.position.must_pass())
    }

    /// Judges a written move without playing it.
    ///
    /// # Errors
    /// The game is over, the seat must pass, or the move violates a rule.
    pub fn check(&self, written: &Move) -> Result<Effect, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if self.withdrawn[self.position.turn()] {
            return Err(GameError::Pass);
        }
        Ok(self.position.check(written)?)
    }

    /// Plays an effect that [`Game::check`] returned for the current position.
    pub fn play(&mut self, effect: &Effect) {
        self.passes = 0;
        self.advance(self.position.after(effect));
    }

    /// Plays a pass-turn.
    ///
    /// # Errors
    /// The game is over, or the seat can move and has not withdrawn.
    pub fn pass(&mut self) -> Result<(), GameError> {
        if self.ending.is_some() {
            return Err(GameError::Over);
        }
        if !self.must_pass() {
            return Err(GameError::Pass);
        }
        self.passes += 1;
        self.advance(self.position.after_pass());
        Ok(())
    }

    fn advance(&mut self, next: Position) {
        if next.quiet() == 0 {
            self.repetition_hashes.clear();
        }
        self.repetition_hashes.push(next.hash());
        self.position = next;
        self.plies += 1;
        self.ending = self.compute_ending();
    }

    fn compute_ending(&self) -> Option<Ending> {
        let seats = self.position.variant().seat_count();
        let alike = self.repetition_hashes.iter().filter(|&&hash| hash == self.position.hash());
        self.position.ending_with_withdrawn(&self.withdrawn).or_else(|| {
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
