//! The way of the last move, as on the page (`web/app/src/board/marks.js`): a ribbon that grows
//! wider, hoof prints where the piece cantered, and crossed swords where it captured.

use std::fmt::Write as _;

use chivalry_rules::{Position, Square, SquareName, Variant};

use crate::http::images::art::Palette;
use crate::http::images::geometry::View;

/// Half the width of a ribbon at its ends.
const NARROW: f32 = 1.4;
const WIDE: f32 = 3.6;

type Point = (f32, f32);

/// Draws the way of a move along `squares` that led to the position.
pub(crate) fn trail(
    svg: &mut String,
    view: &View,
    palette: &Palette,
    after: &Position,
    squares: &[Square],
) {
    let (Some(&end), [_, _, ..]) = (squares.last(), squares) else { return };
    let legs = (squares.len() - 1) as f32;
    let width = |at: usize| NARROW + (WIDE - NARROW) * at as f32 / legs;
    let styles = ["ribbon", "hoof", "landing"].map(|name| palette.attributes(name));
    let [ribbon_style, hoof, landing] = styles;
    let mut write = |element: std::fmt::Arguments<'_>| {
        svg.write_fmt(element).expect("a string takes what is written");
    };
    for (index, leg) in squares.windows(2).enumerate() {
        let (a, b) = (view.middle(leg[0]), view.middle(leg[1]));
        let path = ribbon(a, b, width(index), width(index + 1));
        write(format_args!("<path {ribbon_style} d=\"{path}\"/>"));
        let Some(over) = between(view.variant, leg[0], leg[1]) else { continue };
        // A canter leaves the piece between its squares, a jump takes it.
        if after.piece_at(over).is_some() && over != end {
            for (x, y) in hooves(a, b) {
                write(format_args!("<circle {hoof} cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"2.5\"/>"));
            }
        } else {
            let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let swords = palette.swords();
            write(format_args!("<g transform=\"translate({x} {y})\">{swords}</g>"));
        }
    }
    for &square in &squares[1..squares.len() - 1] {
        let (x, y) = view.middle(square);
        write(format_args!("<circle {landing} cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"));
    }
}

/// The square between two squares that are two steps apart.
fn between(variant: &Variant, from: Square, to: Square) -> Option<Square> {
    let board = variant.board();
    let (a, b) = (board.name(from), board.name(to));
    let is_leap = |a: u8, b: u8| a.abs_diff(b) == 0 || a.abs_diff(b) == 2;
    if from == to || !is_leap(a.file, b.file) || !is_leap(a.rank, b.rank) {
        return None;
    }
    board.square(SquareName { file: a.file.midpoint(b.file), rank: a.rank.midpoint(b.rank) })
}

/// The unit vector from one point to another, and its length.
fn along(a: Point, b: Point) -> (f32, f32, f32) {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let length = x.hypot(y);
    (x / length, y / length, length)
}

/// A ribbon with half the widths at its ends.
fn ribbon(a: Point, b: Point, start: f32, stop: f32) -> String {
    let (ux, uy, _) = along(a, b);
    let corner = |(x, y): Point, half: f32| format!("{:.2} {:.2}", x - uy * half, y + ux * half);
    let [p, q, r, s] = [corner(a, start), corner(b, stop), corner(b, -stop), corner(a, -start)];
    format!("M{p}L{q}L{r}L{s}z")
}

/// The hoof prints between two squares.
fn hooves(a: Point, b: Point) -> impl Iterator<Item = Point> {
    let (ux, uy, length) = along(a, b);
    [(0.25, -1.0), (0.25, 1.0), (0.75, -1.0), (0.75, 1.0)].into_iter().map(move |(share, side)| {
        let at = length * share + side * 2.0;
        (a.0 + ux * at - uy * side * 3.2, a.1 + uy * at + ux * side * 3.2)
    })
}
