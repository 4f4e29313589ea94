//! Coordinates of a board as seen from a seat. The board is rotated by quarter turns until the
//! seat's army is at the bottom, as on the page (`web/app/src/board/geometry.js`).

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;
use std::fmt::Write as _;

use chivalry_rules::{Position, Seat, Square, Variant};

/// The side of a square in the drawing's own units.
pub(crate) const CELL: f32 = 40.0;
/// Margin for the frame, on all sides.
pub(crate) const EDGE: f32 = 8.0;
/// Distance of a coordinate from the corner of its square.
const INSET: f32 = 3.0;
/// Distance of the middle of a coordinate from the edge of its square.
const LETTER_MIDDLE: f32 = INSET + 4.0;

/// A rectangle in units of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

/// A coordinate in the corner of a square.
pub(crate) struct Label {
    pub(crate) x: f32,
    /// The middle of the text.
    pub(crate) y: f32,
    pub(crate) text: String,
    /// True if the text ends at `x`.
    pub(crate) is_end: bool,
    pub(crate) square: Square,
}

/// The side of the displayed board at which an army stands, or the corner between two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    TopLeft,
    Left,
    Top,
    Right,
    TopRight,
    BottomLeft,
    Bottom,
    BottomRight,
}

/// A board as seen from a seat.
pub(crate) struct View {
    pub(crate) variant: &'static Variant,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The top left corner of each square, in board order.
    corners: Vec<(f32, f32)>,
    /// Closed paths around the board.
    pub(crate) outline: String,
    pub(crate) labels: Vec<Label>,
}

/// A square of the displayed grid: its column and row from the top left.
type Cell = (u8, u8);

impl View {
    /// The board of `variant` with the army of `seat` at the bottom.
    pub(crate) fn new(variant: &'static Variant, seat: Seat) -> View {
        let board = variant.board();
        let turns = turns_for(variant, seat);
        let (files, ranks) = (board.files(), board.ranks().len() as u8);
        let (columns, rows) = if turns.is_multiple_of(2) { (files, ranks) } else { (ranks, files) };
        let cells: Vec<Cell> = board
            .squares()
            .map(|square| {
                let name = board.name(square);
                let mut cell = (name.file, ranks - name.rank);
                let (mut wide, mut high) = (files, ranks);
                for _ in 0..turns {
                    cell = (cell.1, wide - 1 - cell.0);
                    (wide, high) = (high, wide);
                }
                cell
            })
            .collect();
        let at = |steps: u8| EDGE + f32::from(steps) * CELL;
        let grid: BTreeMap<(u8, u8), Square> =
            cells.iter().zip(board.squares()).map(|(&(c, r), square)| ((r, c), square)).collect();
        View {
            variant,
            width: f32::from(columns) * CELL + 2.0 * EDGE,
            height: f32::from(rows) * CELL + 2.0 * EDGE,
            corners: cells.iter().map(|&(column, row)| (at(column), at(row))).collect(),
            outline: outline(&grid),
            labels: labels(variant, &grid, turns % 2 == 1),
        }
    }

    /// The top left corner of a square.
    pub(crate) fn corner(&self, square: Square) -> (f32, f32) {
        self.corners[square.index()]
    }

    pub(crate) fn middle(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// The square, extended by `more` on all sides.
    pub(crate) fn around(&self, square: Square, more: f32) -> Area {
        let (x, y) = self.corner(square);
        Area { left: x - more, top: y - more, right: x + CELL + more, bottom: y + CELL + more }
    }

    /// The area of the whole drawing.
    pub(crate) fn whole(&self) -> Area {
        Area { left: 0.0, top: 0.0, right: self.width, bottom: self.height }
    }

    /// The place of each seat's army, in the order of the rows of captions.
    pub(crate) fn places(&self) -> Vec<(Place, Seat)> {
        let position = Position::start(self.variant);
        let place = |seat: Seat| {
            let (mut x, mut y) = (0.0, 0.0);
            for square in position.pieces(seat) {
                let middle = self.middle(square);
                x += middle.0 - self.width / 2.0;
                y += middle.1 - self.height / 2.0;
            }
            Place::of(x, y)
        };
        let mut places: Vec<_> = self.variant.seats().map(|seat| (place(seat), seat)).collect();
        places.sort_unstable();
        places
    }
}

impl Place {
    fn of(x: f32, y: f32) -> Place {
        let (wide, high) = (x.abs(), y.abs());
        let is_corner = wide.min(high) > wide.max(high) / 2.0;
        match (is_corner, x < 0.0, y < 0.0) {
            (true, true, true) => Place::TopLeft,
            (true, true, false) => Place::BottomLeft,
            (true, false, true) => Place::TopRight,
            (true, false, false) => Place::BottomRight,
            (false, true, _) if wide > high => Place::Left,
            (false, false, _) if wide > high => Place::Right,
            (false, _, true) => Place::Top,
            (false, _, false) => Place::Bottom,
        }
    }

    /// True for the places whose captions are below the board.
    pub(crate) fn is_below(self) -> bool {
        matches!(self, Place::BottomLeft | Place::Bottom | Place::BottomRight)
    }
}

impl Area {
    pub(crate) fn size(self) -> f32 {
        (self.right - self.left) * (self.bottom - self.top)
    }

    pub(crate) fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The smallest area that contains both.
    pub(crate) fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The number of quarter turns that bring the army of `seat` to the place of the first seat's.
fn turns_for(variant: &'static Variant, seat: Seat) -> u8 {
    let position = Position::start(variant);
    let board = variant.board();
    let center =
        (f32::from(board.files() - 1) / 2.0, f32::from(board.ranks().len() as u8 - 1) / 2.0);
    let angle = |seat: Seat| {
        let (mut x, mut y) = (0.0, 0.0);
        for square in position.pieces(seat) {
            let name = board.name(square);
            x += f32::from(name.file) - center.0;
            y += f32::from(name.rank) - 1.0 - center.1;
        }
        y.atan2(x)
    };
    let turns = ((angle(Seat::FIRST) - angle(seat)) / FRAC_PI_2).round() as i32;
    turns.rem_euclid(4) as u8
}

/// Closed paths along the edges of a board, clockwise around its squares.
fn outline(grid: &BTreeMap<(u8, u8), Square>) -> String {
    type Corner = (u8, u8);
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(row, column) in grid.keys() {
        let has = |row: Option<u8>, column: Option<u8>| {
            row.zip(column).is_some_and(|cell| grid.contains_key(&cell))
        };
        let (top, left, bottom, right) = (row, column, row + 1, column + 1);
        let sides = [
            (has(row.checked_sub(1), Some(column)), (top, left), (top, right)),
            (has(Some(row), Some(right)), (top, right), (bottom, right)),
            (has(Some(bottom), Some(column)), (bottom, right), (bottom, left)),
            (has(Some(row), column.checked_sub(1)), (bottom, left), (top, left)),
        ];
        for (has_neighbour, from, to) in sides {
            if !has_neighbour {
                edges.entry(from).or_default().push(to);
            }
        }
    }
    let mut path = String::new();
    let mut point = |command: char, (row, column): Corner| {
        let at = |steps: u8| EDGE + f32::from(steps) * CELL;
        write!(path, "{command}{} {}", at(column), at(row)).expect("a string takes all");
    };
    while let Some(mut edge) = edges.first_entry() {
        let start = *edge.key();
        let Some(mut corner) = edge.get_mut().pop() else {
            edge.remove();
            continue;
        };
        point('M', start);
        while corner != start {
            point('L', corner);
            match edges.get_mut(&corner).and_then(Vec::pop) {
                Some(next) => corner = next,
                None => break,
            }
        }
    }
    path.replace('M', "zM").trim_start_matches('z').to_owned() + "z"
}

/// Coordinates in the corners of the outer squares: at the top left of the first square of each
/// row, and at the bottom right of the last one of each column.
fn labels(
    variant: &'static Variant,
    grid: &BTreeMap<(u8, u8), Square>,
    is_turned: bool,
) -> Vec<Label> {
    let board = variant.board();
    let text = |square: Square, is_file: bool| {
        let name = board.name(square);
        if is_file { char::from(b'A' + name.file).to_string() } else { name.rank.to_string() }
    };
    let at = |steps: u8| EDGE + f32::from(steps) * CELL;
    let mut first_of_row = BTreeMap::new();
    let mut last_of_column = BTreeMap::new();
    for (&(row, column), &square) in grid {
        first_of_row.entry(row).or_insert((column, square));
        last_of_column.insert(column, (row, square));
    }
    let rows = first_of_row.into_iter().map(|(row, (column, square))| Label {
        x: at(column) + INSET,
        y: at(row) + LETTER_MIDDLE,
        text: text(square, is_turned),
        is_end: false,
        square,
    });
    let columns = last_of_column.into_iter().map(|(column, (row, square))| Label {
        x: at(column) + CELL - INSET,
        y: at(row) + CELL - LETTER_MIDDLE,
        text: text(square, !is_turned),
        is_end: true,
        square,
    });
    rows.chain(columns).collect()
}
