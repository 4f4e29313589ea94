//! Start positions: a position other than the array, and the moves before it that count for
//! repetition.

use std::sync::Arc;

use crate::matches::log::origin::{Origin, PriorMoves};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Game, GameError, Position, Variant};

/// A position from which a match starts.
#[derive(Clone, Debug)]
pub struct StartPosition {
    game: Game,
    prior: Option<PriorMoves>,
}

/// The reason for which a position is invalid as a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartPositionError {
    /// A seat has more pieces than in the array.
    #[error("a seat has more pieces than in the standard array")]
    Crowded,
    /// The game is over in the position.
    #[error("the game would be over at once")]
    Over,
}

impl StartPositionError {
    /// Checks a position. The number of pieces is limited because artificial positions could
    /// have too many legal moves.
    ///
    /// # Errors
    /// The reason for which the position is invalid.
    pub fn check(position: &Position) -> Result<(), StartPositionError> {
        let array = Position::start(position.variant());
        let is_crowded = |seat| position.pieces(seat).len() > array.pieces(seat).len();
        if position.variant().seats().any(is_crowded) {
            return Err(StartPositionError::Crowded);
        }
        if position.ending().is_some() {
            return Err(StartPositionError::Over);
        }
        Ok(())
    }
}

impl StartPosition {
    /// Returns a start without earlier moves.
    #[must_use]
    pub fn at(position: Position) -> StartPosition {
        StartPosition { game: Game::new(position), prior: None }
    }

    /// Returns the start after `turns`, played from `start`.
    ///
    /// # Errors
    /// The index of the first turn that cannot be played, from 0.
    pub fn after<'t>(
        start: Position,
        turns: impl IntoIterator<Item = &'t Turn>,
    ) -> Result<StartPosition, (usize, GameError)> {
        let mut game = Game::new(start);
        let mut prior = PriorMoves { position: start.to_string(), moves: Vec::new() };
        for (index, turn) in turns.into_iter().enumerate() {
            // A seat that passes with a legal move was out (`rules.md 6.4`). It plays again in
            // the new match.
            if *turn == Turn::Pass && !game.must_pass() && start.variant().has_passes() {
                game.withdraw(game.position().turn());
            }
            play(&mut game, turn).map_err(|error| (index, error))?;
            prior.moves.push(turn.to_string());
            if game.position().quiet() == 0 {
                prior = PriorMoves { position: game.position().to_string(), moves: Vec::new() };
            }
        }
        let prior = Some(prior).filter(|prior| !prior.moves.is_empty());
        Ok(StartPosition { game: game.with_reset_counts(), prior })
    }

    /// Reads the start from a match's log.
    pub(in crate::matches) fn stored(
        variant: &'static Variant,
        position: Option<&str>,
        origin: Option<&Origin>,
    ) -> Result<StartPosition, String> {
        let read = |text: &str| Position::read(text, variant).map_err(|error| error.to_string());
        let start = position.map_or_else(|| Ok(Position::start(variant)), read)?;
        let Some(Origin::Continued(prior)) = origin else { return Ok(StartPosition::at(start)) };
        let turns: Result<Vec<Turn>, _> = prior.moves.iter().map(|text| text.parse()).collect();
        let turns = turns.map_err(|error| error.to_string())?;
        let replayed = StartPosition::after(read(&prior.position)?, &turns);
        let replayed = replayed.map_err(|(_, error)| error.to_string())?;
        if replayed.position().to_string() != start.to_string() {
            return Err("the moves before the match do not lead to where it starts".to_owned());
        }
        Ok(replayed)
    }

    /// Returns the game at the start, with no plies counted.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    pub(in crate::matches) fn origin(&self) -> Option<Arc<Origin>> {
        self.prior.clone().map(|prior| Arc::new(Origin::Continued(prior)))
    }
}

/// Plays one turn.
fn play(game: &mut Game, turn: &Turn) -> Result<(), GameError> {
    match turn {
        Turn::Pass => game.pass(),
        Turn::Move(written) => {
            let effect = game.check(written)?;
            game.play(&effect);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: &str = "1/3/2w2/4b/5/3/1 w 0,0 3 7";

    fn camette() -> &'static Variant {
        Variant::named("camette").unwrap()
    }

    fn after(start: &str, turns: &[&str]) -> StartPosition {
        let turns: Vec<Turn> = turns.iter().map(|text| text.parse().unwrap()).collect();
        StartPosition::after(Position::read(start, camette()).unwrap(), &turns).unwrap()
    }

    #[test]
    fn moves_before_a_match_count_for_repetition() {
        let around = ["C5-C4", "E4-E3", "C4-C5", "E3-E4"];
        let once = after(NEAR, &around);
        assert_eq!(once.position().to_string(), "1/3/2w2/4b/5/3/1 w 0,0 7 9");
        assert_eq!((once.game().plies(), once.game().ending()), (0, None));
        let position = once.position().to_string();
        let origin = once.origin();
        let stored = StartPosition::stored(camette(), Some(&position), origin.as_deref()).unwrap();
        for (start, is_over) in [(stored, true), (StartPosition::at(*once.position()), false)] {
            let mut game = start.game().clone();
            for text in around {
                play(&mut game, &text.parse().unwrap()).unwrap();
            }
            assert_eq!(game.ending().is_some(), is_over);
            assert_eq!(game.plies(), 4);
        }
    }

    #[test]
    fn moves_before_one_that_cannot_be_undone_are_forgotten() {
        let start = after("1/3/2w2/3b1/5/3/1 w 0,0 3 7", &["C5xE3"]);
        assert!(start.origin().is_none());
        let moves = ["C2-B2", "C6-B6", "B2-A3"];
        let array = Position::start(camette()).to_string();
        let prior = after(&array, &moves).prior.unwrap();
        assert_eq!((prior.position, prior.moves.len()), (array, 3));
    }

    #[test]
    fn a_log_whose_moves_lead_elsewhere_is_refused() {
        let origin = after(NEAR, &["C5-C4"]).origin();
        let stored = StartPosition::stored(camette(), Some(NEAR), origin.as_deref());
        assert!(stored.unwrap_err().contains("do not lead"));
    }
}
