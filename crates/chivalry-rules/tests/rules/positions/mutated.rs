//! Wrong moves, most of them one slip away from a legal one.

use super::super::model::{DIRECTIONS, Model, Place, Square, read_move};
use super::super::rng::Rng;

type Legs = Vec<(char, Square)>;

/// A move text made out of a legal route of `place`: usually illegal, by as many
/// different rules as possible, but now and then another legal move. It always
/// has at least one leg.
pub(crate) fn mutate(text: &str, rng: &mut Rng, model: &Model, place: &Place) -> String {
    let (from, legs) = read_move(text).expect("a written move");
    if !model.tree_squares.is_empty() && (text.contains(',') || rng.once_in(12)) {
        return placement(&[from, legs[0].1], rng, model);
    }
    let (from, legs) = slip(from, legs, rng, model, place);
    let (from, legs) =
        if rng.once_in(8) { slip(from, legs, rng, model, place) } else { (from, legs) };
    written(from, &legs)
}

/// A placement, or something like it: most of `some` and other squares.
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

fn slip(
    from: Square,
    mut legs: Legs,
    rng: &mut Rng,
    model: &Model,
    place: &Place,
) -> (Square, Legs) {
    let last = legs.len() - 1;
    let end = legs[last].1;
    let number = rng.below(legs.len());
    match rng.below(16) {
        // The last leg dropped, or the first one.
        0 if last > 0 => {
            legs.pop();
        }
        1 if last > 0 => {
            let (_, start) = legs.remove(0);
            return (start, legs);
        }
        // A leg more: a leap, a step, back to the start, or the same again.
        2 => legs.push((mark(rng), near(end, 2, rng))),
        3 => legs.push((mark(rng), near(end, 1, rng))),
        4 => legs.push((legs[last].0, from)),
        5 => legs.push(legs[number]),
        // There and back again before the move proper.
        6 => {
            let first = legs[0];
            legs.insert(0, (first.0, from));
            legs.insert(0, first);
        }
        // One wrong mark, or all of them.
        7 => legs[number].0 = other_mark(legs[number].0),
        8 => legs.iter_mut().for_each(|leg| leg.0 = other_mark(leg.0)),
        // One wrong square.
        9 => legs[number].1 = near(legs[number].1, 1, rng),
        10 => legs[number].1 = any_square(rng, model),
        11 => {
            let (far, direction) = (1 + rng.below(20) as i32, direction(rng));
            legs[number].1 = on_paper(legs[number].1.towards(direction, far));
        }
        // Another start: any square, or any piece of any seat.
        12 => return (any_square(rng, model), legs),
        13 => return (any_piece(rng, place), legs),
        // Another move altogether.
        14 => return wander(rng, model, place),
        _ => return near_castle(rng, model, place),
    }
    (from, legs)
}

/// A walk of a piece of the seat to move that only looks at the squares, not at
/// what must be captured, entered, left or combined.
fn wander(rng: &mut Rng, model: &Model, place: &Place) -> (Square, Legs) {
    let own: Vec<Square> = own_pieces(place);
    let from = rng.pick(&own).copied().unwrap_or(any_square(rng, model));
    walk_from(from, rng, model, place)
}

/// The same of a piece that stands near a castle, if there is one.
fn near_castle(rng: &mut Rng, model: &Model, place: &Place) -> (Square, Legs) {
    let near: Vec<Square> = own_pieces(place)
        .into_iter()
        .filter(|square| {
            let mut castles = model.castles.iter().flatten();
            castles.any(|castle| {
                (castle.file - square.file).abs() <= 2 && (castle.rank - square.rank).abs() <= 2
            })
        })
        .collect();
    match rng.pick(&near) {
        Some(from) => walk_from(*from, rng, model, place),
        None => wander(rng, model, place),
    }
}

fn walk_from(from: Square, rng: &mut Rng, model: &Model, place: &Place) -> (Square, Legs) {
    let mut board = place.pieces.clone();
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
                let enemy = model.teams[piece.seat] != model.teams[place.to_move];
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

fn own_pieces(place: &Place) -> Vec<Square> {
    let pieces = place.pieces.iter();
    pieces.filter(|(_, piece)| piece.seat == place.to_move).map(|(square, _)| *square).collect()
}

fn any_piece(rng: &mut Rng, place: &Place) -> Square {
    let squares: Vec<Square> = place.pieces.keys().copied().collect();
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
    on_paper(square.towards(direction(rng), far))
}

/// A square that can at least be written: `A1` to `W99`. No file `X`, which
/// could be taken for a mark.
fn on_paper(square: Square) -> Square {
    Square { file: square.file.clamp(1, 23), rank: square.rank.clamp(1, 99) }
}

fn mark(rng: &mut Rng) -> char {
    if rng.once_in(2) { 'x' } else { '-' }
}

fn other_mark(mark: char) -> char {
    if mark == 'x' { '-' } else { 'x' }
}
