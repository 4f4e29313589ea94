//! Seeded random positions of a variant as text, and illegal moves derived from legal ones.

mod crafted;
mod mutated;

pub(crate) use mutated::mutate;

use super::model::{Model, Outcome, Square, State};
use super::rng::Rng;

/// Generates `count` positions, half by random play and half constructed.
///
/// Finished games and seats that must pass are included.
pub(crate) fn positions(model: &Model, rng: &mut Rng, count: usize) -> Vec<String> {
    let mut found = Vec::new();
    while found.len() < count / 2 {
        let wanted = count / 2 - found.len();
        found.extend(played(model, rng, wanted));
    }
    while found.len() < count {
        found.push(crafted(model, rng));
    }
    found
}

/// A constructed position with at most one piece per own castle and none on side castles.
pub(crate) fn crafted(model: &Model, rng: &mut Rng) -> String {
    model.write(&crafted::state(model, rng, false))
}

/// A constructed position that may also fill side castles and the whole own castle.
///
/// Play cannot reach it.
pub(crate) fn unreachable(model: &Model, rng: &mut Rng) -> String {
    model.write(&crafted::state(model, rng, true))
}

/// At most `wanted` positions of one random game.
fn played(model: &Model, rng: &mut Rng, wanted: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut state = model.start();
    let mut passes = 0;
    for _ in 0..240 {
        if found.len() >= wanted {
            break;
        }
        if rng.once_in(5) {
            found.push(model.write(&state));
        }
        if model.must_place_trees(&state, state.to_move) {
            state = model.after(&state, &placement(model, rng, &state));
            continue;
        }
        let results = model.results(&state);
        if results.is_empty() && (model.outcome(&state).is_some() || passes == 3) {
            found.push(model.write(&state));
            break;
        }
        if results.is_empty() {
            passes += 1;
            state = model.passed(&state);
        } else {
            passes = 0;
            state = model.after(&state, choice(model, rng, &state, &results));
        }
    }
    found.truncate(wanted);
    found
}

/// A random placement of trees. Listing all placements is slow.
fn placement(model: &Model, rng: &mut Rng, state: &State) -> Outcome {
    let mut free = model.free_tree_squares(state, state.to_move);
    while free.len() > 3 {
        free.remove(rng.below(free.len()));
    }
    (free[0].text(), free[2].text(), vec![free[1].text()])
}

/// A random result with a preference for captures and progress towards the goal.
fn choice<'a>(model: &Model, rng: &mut Rng, state: &State, results: &'a [Outcome]) -> &'a Outcome {
    let mut chosen = rng.pick(results).expect("a result to choose");
    let tries = [1, 1, 4, 12][rng.below(4)];
    for _ in 1..tries {
        let other = rng.pick(results).expect("a result to choose");
        if worth(model, state, other) > worth(model, state, chosen) {
            chosen = other;
        }
    }
    chosen
}

fn worth(model: &Model, state: &State, (from, to, captured): &Outcome) -> i32 {
    let away = |text: &String| {
        let at = Square::read(text).expect("a square");
        let goal = model.goals[state.to_move].iter();
        goal.map(|goal| (goal.file - at.file).abs().max((goal.rank - at.rank).abs()))
            .min()
            .unwrap_or(0)
    };
    away(from) - away(to) + 3 * captured.len() as i32
}
