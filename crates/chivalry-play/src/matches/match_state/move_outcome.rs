//! Games computed by a decision, for the application of its events.

use std::collections::VecDeque;

use chivalry_rules::{Effect, Game, SquareSet};

/// The game after one judged move.
#[derive(Clone, Debug)]
struct MoveOutcome {
    /// The hash of the position before the move.
    before: u64,
    text: String,
    game: Game,
    captured: SquareSet,
}

/// The games after the judged moves of a decision, in order.
///
/// [`Match::apply_decided`](crate::matches::Match::apply_decided) takes the next game from here,
/// and does not read and judge the move again. An outcome of another move or position is
/// ignored.
#[derive(Clone, Debug, Default)]
pub struct MoveOutcomes(VecDeque<MoveOutcome>);

impl MoveOutcomes {
    /// Plays the legal move `effect` in a copy of `game` and returns the outcome.
    pub(in crate::matches) fn play(game: &Game, text: &str, effect: &Effect) -> MoveOutcomes {
        let mut after = game.clone();
        after.play(effect);
        MoveOutcomes(VecDeque::from([MoveOutcome {
            before: game.position().hash(),
            text: text.to_owned(),
            game: after,
            captured: effect.captured(),
        }]))
    }

    /// Returns the game after the last move.
    pub(in crate::matches) fn last_game(&self) -> Option<&Game> {
        self.0.back().map(|outcome| &outcome.game)
    }

    /// Removes the next outcome if it belongs to the move `text` in `game`.
    pub(in crate::matches) fn pop(&mut self, game: &Game, text: &str) -> Option<(Game, SquareSet)> {
        let belongs = |outcome: &mut MoveOutcome| {
            outcome.text == text
                && outcome.before == game.position().hash()
                && outcome.game.plies() == game.plies() + 1
        };
        self.0.pop_front_if(belongs).map(|outcome| (outcome.game, outcome.captured))
    }

    pub(in crate::matches) fn append(&mut self, mut later: MoveOutcomes) {
        self.0.append(&mut later.0);
    }
}
