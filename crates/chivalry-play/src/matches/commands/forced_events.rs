//! Events that follow from the rules without a command.

use crate::matches::log::event::Event;
use crate::matches::log::result::{MatchResult, Termination};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{EndReason, Ending, Game, Outcome};

/// Appends the events that follow from the rules alone: due passes, and the end.
pub(in crate::matches) fn append_forced_events(game: &Game, events: &mut Vec<Event>) {
    if !game.must_pass() {
        events.extend(game.ending().map(by_rules));
        return;
    }
    let mut game = game.clone();
    while game.must_pass() {
        let seat = game.position().turn();
        if game.pass().is_err() {
            break;
        }
        events.push(Event::Moved { seat, text: Turn::Pass.to_string(), ledger: None });
    }
    events.extend(game.ending().map(by_rules));
}

pub(in crate::matches) const fn ended(result: MatchResult, termination: Termination) -> Event {
    Event::Ended { result, termination }
}

/// Returns the end of a match whose game was ended by the rules.
pub(in crate::matches) const fn by_rules(ending: Ending) -> Event {
    let termination = match ending.reason {
        EndReason::Castle => Termination::Castle,
        EndReason::Bare => Termination::Bare,
        EndReason::Capture => Termination::Capture,
        EndReason::NoMove => Termination::NoMove,
        EndReason::Repetition => Termination::Repetition,
        EndReason::FiftyMoves => Termination::FiftyMoves,
        EndReason::Passes => Termination::Passes,
    };
    let result = match ending.outcome {
        Outcome::Win(team) => MatchResult::win(team),
        Outcome::Draw => MatchResult::Draw,
    };
    ended(result, termination)
}
