//! Seeded random positions of a variant, as text, and wrong moves made out of
//! legal ones.

mod crafted;
mod mutated;

pub(crate) use mutated::mutate;

use super::model::{Model, Outcome, Place, Square};
use super::rng::Rng;

/// `count` positions, half from random play and half crafted. Finished games
/// and seats that must pass are among them.
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

/// A crowded placement such as play could leave: at most one piece of a seat in
/// its own castle, none on a side castle.
pub(crate) fn crafted(model: &Model, rng: &mut Rng) -> String {
    model.write(&crafted::place(model, rng, false))
}

/// The same, where side castles and the whole of the own castle may be filled
/// too. Play never leads there, and a strict reader may refuse some of them.
pub(crate) fn odd(model: &Model, rng: &mut Rng) -> String {
    model.write(&crafted::place(model, rng, true))
}

/// Positions along one game of random play, at most `wanted`.
fn played(model: &Model, rng: &mut Rng, wanted: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = model.start();
    let mut passes = 0;
    for _ in 0..240 {
        if found.len() >= wanted {
            break;
        }
        if rng.once_in(5) {
            found.push(model.write(&place));
        }
        if model.trees_are_due(&place, place.to_move) {
            place = model.after(&place, &placement(model, rng, &place));
            continue;
        }
        let results = model.results(&place);
        if results.is_empty() && (model.outcome(&place).is_some() || passes == 3) {
            found.push(model.write(&place));
            break;
        }
        if results.is_empty() {
            passes += 1;
            place = model.passed(&place);
        } else {
            passes = 0;
            place = model.after(&place, choice(model, rng, &place, &results));
        }
    }
    found.truncate(wanted);
    found
}

/// Any placement of trees: to list them all would take long.
fn placement(model: &Model, rng: &mut Rng, place: &Place) -> Outcome {
    let mut free = model.free_tree_squares(place, place.to_move);
    while free.len() > 3 {
        free.remove(rng.below(free.len()));
    }
    (free[0].text(), free[2].text(), vec![free[1].text()])
}

/// Any result, but often one that captures or comes nearer to the goal, or else
/// games would wander about in the middle of the board.
fn choice<'a>(model: &Model, rng: &mut Rng, place: &Place, results: &'a [Outcome]) -> &'a Outcome {
    let mut chosen = rng.pick(results).expect("a result to choose");
    let tries = [1, 1, 4, 12][rng.below(4)];
    for _ in 1..tries {
        let other = rng.pick(results).expect("a result to choose");
        if worth(model, place, other) > worth(model, place, chosen) {
            chosen = other;
        }
    }
    chosen
}

fn worth(model: &Model, place: &Place, (from, to, captured): &Outcome) -> i32 {
    let away = |text: &String| {
        let at = Square::read(text).expect("a square");
        let goal = model.goals[place.to_move].iter();
        goal.map(|goal| (goal.file - at.file).abs().max((goal.rank - at.rank).abs()))
            .min()
            .unwrap_or(0)
    };
    away(from) - away(to) + 3 * captured.len() as i32
}
