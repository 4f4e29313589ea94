//! The drawing of a board as SVG, like that of the page (`web/app/src/board/drawing.js`).

use std::fmt::Write as _;

use chivalry_rules::{Piece, PieceKind, Position, Seat, Square, SquareName, Variant};

use crate::http::images::art::Palette;
use crate::http::images::geometry::{Area, CELL, View};
use crate::http::images::lettering::{Anchor, outline};
use crate::http::images::marks::trail;

/// Distance of a ring from the edge of its square.
const RING: f32 = 2.0;
/// The extent of a piece's drawing beyond its square: the pennant.
const OVERHANG: f32 = 8.0;

/// A position, and the squares of the move that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) position: Position,
    /// Empty for a first position, a pass-turn and a placement of trees.
    pub(crate) path: Vec<Square>,
}

/// A board that can be drawn with different positions.
pub(crate) struct BoardDrawing {
    pub(crate) view: View,
    palette: Palette,
    /// The seat whose castle each square is in.
    castles: Vec<Option<Seat>>,
    /// The figures by id, for use by reference.
    figures: Vec<(String, String)>,
}

impl BoardDrawing {
    pub(crate) fn new(variant: &'static Variant, bottom: Seat, palette: Palette) -> BoardDrawing {
        let board = variant.board();
        let castle_of =
            |square| variant.seats().find(|&seat| variant.castle(seat).contains(square));
        let castles = board.squares().map(castle_of).collect();
        let mut figures = Vec::new();
        let mut define = |id: String, figure: String| figures.push((id, figure));
        for seat in variant.seats() {
            for kind in [PieceKind::Man, PieceKind::Knight] {
                let piece = Piece { seat, kind };
                define(piece_id(piece), palette.piece(variant, piece));
            }
            define(format!("gate{}", seat.index()), palette.gate(variant, seat));
            define(format!("pennant{}", seat.index()), palette.pennant(variant, seat));
        }
        if variant.has_trees() {
            define("tree".to_owned(), palette.tree());
        }
        BoardDrawing { view: View::new(variant, bottom), palette, castles, figures }
    }

    /// The definitions that a drawing of this board refers to.
    pub(crate) fn definitions(&self, drawing: &str) -> String {
        let is_used = |(id, _): &&(String, String)| drawing.contains(&format!("\"#{id}\""));
        let used = self.figures.iter().filter(is_used);
        let groups: String =
            used.map(|(id, figure)| format!("<g id=\"{id}\">{figure}</g>")).collect();
        format!("<defs>{groups}</defs>")
    }

    /// The part of the board in an area, with the position.
    pub(crate) fn draw(&self, scene: &Scene, area: Area) -> String {
        let Scene { position, path } = scene;
        let (view, palette) = (&self.view, &self.palette);
        let variant = view.variant;
        let mut svg = String::with_capacity(16 * 1024);
        for line in ["shadow", "frame", "rim"] {
            let style = palette.attributes(line);
            write!(svg, "<path {style} d=\"{}\"/>", view.outline).expect("a string takes all");
        }
        let is_seen = |square: &Square| view.around(*square, OVERHANG).overlaps(&area);
        let squares: Vec<Square> = variant.board().squares().filter(is_seen).collect();
        self.draw_squares(&mut svg, &squares, path);
        self.draw_coordinates(&mut svg, area);
        trail(&mut svg, view, palette, position, path);
        let mut place = |id: &str, square: Square| {
            let (x, y) = view.corner(square);
            write!(svg, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>").expect("a string takes all");
        };
        for square in position.trees().into_iter().filter(is_seen) {
            place("tree", square);
        }
        // The piece that moved last is drawn above the others.
        let mover = path.last();
        let (others, last): (Vec<Square>, Vec<Square>) =
            squares.iter().partition(|square| Some(*square) != mover);
        let pieces: Vec<(Square, Piece)> = others
            .into_iter()
            .chain(last)
            .filter_map(|square| Some((square, position.piece_at(square)?)))
            .collect();
        for &(square, piece) in &pieces {
            place(&piece_id(piece), square);
        }
        for &(square, piece) in &pieces {
            if variant.goal(piece.seat).contains(square) {
                place(&format!("pennant{}", piece.seat.index()), square);
            }
        }
        svg
    }

    /// The areas of the board that differ between two scenes: that of the earlier move, whose marks
    /// vanish, and that of the later one. They are one if both together would be larger.
    pub(crate) fn changed(&self, before: &Scene, after: &Scene) -> Vec<Area> {
        let (a, b) = (&before.position, &after.position);
        let differs = |square: &Square| {
            a.piece_at(*square) != b.piece_at(*square)
                || a.trees().contains(*square) != b.trees().contains(*square)
        };
        let around = |square| self.view.around(square, OVERHANG);
        let squares = self.view.variant.board().squares().filter(differs);
        let later = squares.chain(after.path.iter().copied()).map(around).reduce(Area::with);
        let earlier = before.path.iter().copied().map(around).reduce(Area::with);
        match (earlier, later) {
            (Some(earlier), Some(later)) => {
                let both = earlier.with(later);
                let is_apart = earlier.size() + later.size() < both.size();
                if is_apart { vec![earlier, later] } else { vec![both] }
            }
            (one, other) => one.or(other).into_iter().collect(),
        }
    }

    fn draw_squares(&self, svg: &mut String, squares: &[Square], path: &[Square]) {
        let (view, palette) = (&self.view, &self.palette);
        let styles = ["even", "odd", "castle", "water", "bridge", "last"]
            .map(|name| (name, palette.attributes(name)));
        for &square in squares {
            let kind = self.kind(square, path);
            let style = styles.iter().find(|(name, _)| *name == kind).map_or("", |(_, it)| it);
            let (x, y) = view.corner(square);
            write!(svg, "<rect {style} x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>")
                .expect("a string takes all");
            if let Some(seat) = self.castles[square.index()] {
                let id = seat.index();
                write!(svg, "<use href=\"#gate{id}\" x=\"{x}\" y=\"{y}\"/>")
                    .expect("a string takes all");
            }
            let ring = match () {
                () if path.first() == Some(&square) => "ring_left",
                () if path.last() == Some(&square) => "ring_last",
                () => continue,
            };
            let (style, side) = (palette.attributes(ring), CELL - 2.0 * RING);
            let (x, y) = (x + RING, y + RING);
            write!(
                svg,
                "<rect {style} x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\"/>"
            )
            .expect("a string takes all");
        }
    }

    /// The name of a square's style. Later rules of the style sheet take precedence.
    fn kind(&self, square: Square, path: &[Square]) -> &'static str {
        let board = self.view.variant.board();
        let name = board.name(square);
        let is_wet = |file: Option<u8>| {
            let beside = file.and_then(|file| board.square(SquareName { file, ..name }));
            beside.is_some_and(|square| board.water().contains(square))
        };
        // The page marks a square that a move left and reached again as left.
        if path.last() == Some(&square) && path.first() != Some(&square) {
            "last"
        } else if board.water().contains(square) {
            "water"
        } else if is_wet(name.file.checked_sub(1)) && is_wet(name.file.checked_add(1)) {
            "bridge"
        } else if self.castles[square.index()].is_some() {
            "castle"
        } else if (name.file + name.rank - 1).is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
    }

    fn draw_coordinates(&self, svg: &mut String, area: Area) {
        let palette = &self.palette;
        let height = palette.letter_height();
        let styles = ["coordinate", "coordinate_on_gate"].map(|name| palette.attributes(name));
        for label in &self.view.labels {
            if !self.view.around(label.square, 0.0).overlaps(&area) {
                continue;
            }
            let style = &styles[usize::from(self.castles[label.square.index()].is_some())];
            let anchor = if label.is_end { Anchor::End } else { Anchor::Start };
            let path = outline(&label.text, height, (label.x, label.y), anchor);
            write!(svg, "<path {style} d=\"{path}\"/>").expect("a string takes all");
        }
    }
}

/// The id of a piece's figure.
fn piece_id(piece: Piece) -> String {
    let kind = match piece.kind {
        PieceKind::Man => "man",
        PieceKind::Knight => "knight",
    };
    format!("{kind}{}", piece.seat.index())
}
