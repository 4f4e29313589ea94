//! Illegal moves, mostly one change away from a legal one.

use super::super::model::{DIRECTIONS, Model, Square, State, read_move};
use super::super::rng::Rng;

type Legs = Vec<(char, Square)>;

/// Mutates a legal route of `state`.
///
/// Most results are illegal by varied rules, and some are legal. A result has at least one leg.
pub(crate) fn mutate(text: &str, rng: &mut Rng, model: &Model, state: &State) -> String {
    let (from, legs) = read_move(text).expect("a written move");
    if !model.tree_squares.is_empty() && (text.contains(',') || rng.once_in(12)) {
        return placement(&[from, legs[0].1], rng, model);
    }
    let (from, legs) = change(from, legs, rng, model, state);
    let (from, legs) =
        if rng.once_in(8) { change(from, legs, rng, model, state) } else { (from, legs) };
    written(from, &legs)
}

/// A valid or nearly valid placement from `some` and other squares.
fn placement(some: &[Square], rng: &mut Rng, model: &Model) -> String {
    let seat = rng.below(model.tree_squares.len());
    let own: Vec<Square> = model.tree_squares[seat].iter().copied().collect();
    let mut trees = some.to_vec();
    let tree = rng.pick(&own).copied();
    trees.push(tree.filter(|_| !rng.once_in(3)).unwrap_or_else(|| any_square(rng, model)));
    if rng.once_in(4) {
        trees.push(any_square(rng, model));
    }
    let slip = rng.below(trees.len());
    match rng.below(6) {
        0 => drop(trees.remove(slip)),
        1 => trees[slip] = trees[0],
        2 => trees[slip] = near(trees[slip], 1, rng),
        _ => {}
    }
    let mark = if rng.once_in(5) { "-" } else { "," };
    let names: Vec<String> = trees.into_iter().map(Square::text).collect();
    names.join(mark)
}

fn written(from: Square, legs: &[(char, Square)]) -> String {
    let mut text = from.text();
    for (mark, to) in legs {
        text.push(*mark);
        text.push_str(&to.text());
    }
    text
}

fn change(
    from: Square,
    mut legs: Legs,
    rng: &mut Rng,
    model: &Model,
    state: &State,
) -> (Square, Legs) {
    let last = legs.len() - 1;
    let end = legs[last].1;
    let number = rng.below(legs.len());
    match rng.below(16) {
        // Removes the last or the first leg.
        0 if last > 0 => {
            legs.pop();
        }
        1 if last > 0 => {
            let (_, start) = legs.remove(0);
            return (start, legs);
        }
        // Adds a leg: a leap, a step, back to the start, or a repetition.
        2 => legs.push((mark(rng), near(end, 2, rng))),
        3 => legs.push((mark(rng), near(end, 1, rng))),
        4 => legs.push((legs[last].0, from)),
        5 => legs.push(legs[number]),
        // Moves to the first landing square and back first.
        6 => {
            let first = legs[0];
            legs.insert(0, (first.0, from));
            legs.insert(0, first);
        }
        // Changes one or all marks.
        7 => legs[number].0 = other_mark(legs[number].0),
        8 => legs.iter_mut().for_each(|leg| leg.0 = other_mark(leg.0)),
        // Changes one square.
        9 => legs[number].1 = near(legs[number].1, 1, rng),
        10 => legs[number].1 = any_square(rng, model),
        11 => {
            let (far, direction) = (1 + rng.below(20) as i32, direction(rng));
            legs[number].1 = writable_square(legs[number].1.towards(direction, far));
        }
        // Changes the start to any square or any piece.
        12 => return (any_square(rng, model), legs),
        13 => return (any_piece(rng, state), legs),
        // Replaces the move.
        14 => return random_walk(rng, model, state),
        _ => return near_castle(rng, model, state),
    }
    (from, legs)
}

/// A random walk of a piece of the seat to move. It ignores all duties and castle rules.
fn random_walk(rng: &mut Rng, model: &Model, state: &State) -> (Square, Legs) {
    let own: Vec<Square> = own_pieces(state);
    let from = rng.pick(&own).copied().unwrap_or(any_square(rng, model));
    walk_from(from, rng, model, state)
}

/// A random walk of a piece near a castle, if there is one.
fn near_castle(rng: &mut Rng, model: &Model, state: &State) -> (Square, Legs) {
    let near: Vec<Square> = own_pieces(state)
        .into_iter()
        .filter(|square| {
            let mut castles = model.castles.iter().flatten();
            castles.any(|castle| {
                (castle.file - square.file).abs() <= 2 && (castle.rank - square.rank).abs() <= 2
            })
        })
        .collect();
    match rng.pick(&near) {
        Some(from) => walk_from(*from, rng, model, state),
        None => random_walk(rng, model, state),
    }
}

fn walk_from(from: Square, rng: &mut Rng, model: &Model, state: &State) -> (Square, Legs) {
    let mut board = state.pieces.clone();
    board.remove(&from);
    let mut legs = Legs::new();
    let mut at = from;
    for _ in 0..1 + rng.below(5) {
        let mut leaps = Vec::new();
        for direction in DIRECTIONS {
            let (over, to) = (at.towards(direction, 1), at.towards(direction, 2));
            let Some(piece) = board.get(&over) else {
                continue;
            };
            if model.squares.contains(&to) && !board.contains_key(&to) {
                let enemy = model.teams[piece.seat] != model.teams[state.to_move];
                leaps.push((if enemy { 'x' } else { '-' }, over, to));
            }
        }
        let Some((mark, over, to)) = rng.pick(&leaps).copied() else {
            break;
        };
        if mark == 'x' {
            board.remove(&over);
        }
        legs.push((mark, to));
        at = to;
    }
    if legs.is_empty() || rng.once_in(3) {
        legs = vec![('-', near(from, 1, rng))];
    }
    (from, legs)
}

fn own_pieces(state: &State) -> Vec<Square> {
    let pieces = state.pieces.iter();
    pieces.filter(|(_, piece)| piece.seat == state.to_move).map(|(square, _)| *square).collect()
}

fn any_piece(rng: &mut Rng, state: &State) -> Square {
    let squares: Vec<Square> = state.pieces.keys().copied().collect();
    *rng.pick(&squares).expect("a piece on the board")
}

fn any_square(rng: &mut Rng, model: &Model) -> Square {
    let squares: Vec<Square> = model.squares.iter().copied().collect();
    *rng.pick(&squares).expect("a square of the board")
}

fn direction(rng: &mut Rng) -> (i32, i32) {
    *rng.pick(&DIRECTIONS).expect("eight directions")
}

fn near(square: Square, far: i32, rng: &mut Rng) -> Square {
    writable_square(square.towards(direction(rng), far))
}

/// A square that can be written: `A1` to `W99`. The file `X` would read as a mark.
fn writable_square(square: Square) -> Square {
    Square { file: square.file.clamp(1, 23), rank: square.rank.clamp(1, 99) }
}

fn mark(rng: &mut Rng) -> char {
    if rng.once_in(2) { 'x' } else { '-' }
}

fn other_mark(mark: char) -> char {
    if mark == 'x' { '-' } else { 'x' }
}
