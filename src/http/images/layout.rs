//! The layout of an image: the board, with captions around or beside it.

use std::fmt::Write as _;

use chivalry_rules::{PerSeat, Seat, Variant};

use crate::http::images::art::Palette;
use crate::http::images::drawing::{BoardDrawing, Scene};
use crate::http::images::geometry::{Area, CELL, Place, View};
use crate::http::images::lettering::{Anchor, fitted, has_letters, outline, width};
use crate::http::images::options::{ImageOptions, Layout};

/// The least side of a square, in pixels, that shows all details. The page uses the same.
const FINE_CELL: f32 = 28.0;

/// A row of captions: its height, that of its letters, and the gap between two captions.
const ROW: f32 = 34.0;
const ROW_LETTERS: f32 = 19.0;
const ROW_GAP: f32 = 12.0;

/// A card for previews of links, in pixels.
const CARD: (f32, f32) = (1_200.0, 630.0);
const CARD_MARGIN: f32 = 34.0;
const CARD_TEXT_MARGIN: f32 = 64.0;
/// The share of a card's width that the board uses at most.
const CARD_BOARD: f32 = 0.6;
const TITLE_LETTERS: f32 = 40.0;
const BRAND_LETTERS: f32 = 32.0;
const BRAND: &str = "Chivalry";

/// The texts of an image.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captions {
    /// The names of the players. The name of the seat replaces a missing one.
    pub(crate) names: PerSeat<Option<String>>,
    /// True if the image shows players at all.
    pub(crate) has_players: bool,
    /// The title of a card.
    pub(crate) title: String,
}

/// An image that can be drawn with different positions.
pub(crate) struct Picture {
    drawing: BoardDrawing,
    ground: String,
    captions: String,
    /// The size of the canvas in its units.
    canvas: (f32, f32),
    /// The corner of the board on the canvas, and the units of the canvas for one of the board.
    corner: (f32, f32),
    zoom: f32,
    /// The pixels of one unit of the canvas.
    pub(crate) scale: f32,
    /// The size in pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Picture {
    pub(crate) fn new(
        variant: &'static Variant,
        options: &ImageOptions,
        captions: &Captions,
    ) -> Picture {
        let view = View::new(variant, options.bottom);
        let (board, rows) = ((view.width, view.height), Rows::of(&view));
        let (canvas, corner, zoom) = match options.layout {
            Layout::Board => (board, (0.0, 0.0), 1.0),
            Layout::Names => {
                let height = board.1 + rows.above_height() + rows.below_height();
                ((board.0, height), (0.0, rows.above_height()), 1.0)
            }
            Layout::Card => {
                let room = (CARD.0 * CARD_BOARD, CARD.1 - 2.0 * CARD_MARGIN);
                let zoom = (room.0 / board.0).min(room.1 / board.1);
                let left = CARD.0 - CARD_MARGIN - board.0 * zoom;
                (CARD, (left, (CARD.1 - board.1 * zoom) / 2.0), zoom)
            }
        };
        let scale = match options.layout {
            Layout::Card => 1.0,
            Layout::Board | Layout::Names => options.size as f32 / canvas.0.max(canvas.1),
        };
        let is_coarse = scale * zoom * CELL < FINE_CELL;
        let palette = |is_coarse| Palette::new(options.theme, options.shade, is_coarse);
        let writer = CaptionWriter { variant, captions, palette: palette(is_coarse) };
        let (wide, high) = canvas;
        let color = writer.palette.color("ground");
        let ground = format!("<path fill=\"{color}\" d=\"M0 0H{wide}V{high}H0z\"/>");
        let mut texts = String::new();
        match options.layout {
            Layout::Board => {}
            Layout::Names => {
                writer.row(&mut texts, &rows.above, wide, rows.above_height() / 2.0);
                writer.row(&mut texts, &rows.below, wide, high - rows.below_height() / 2.0);
            }
            Layout::Card => writer.card(&mut texts, corner.0 - CARD_TEXT_MARGIN),
        }
        let pixels = |units: f32| (units * scale).round().max(1.0) as u32;
        Picture {
            drawing: BoardDrawing::new(variant, options.bottom, palette(is_coarse)),
            ground,
            captions: texts,
            canvas,
            corner,
            zoom,
            scale,
            width: pixels(wide),
            height: pixels(high),
        }
    }

    /// The whole image as SVG.
    pub(crate) fn svg(&self, scene: &Scene) -> String {
        let (width, height) = (self.width, self.height);
        let size = format!("width=\"{width}\" height=\"{height}\"");
        self.document(scene, self.drawing.view.whole(), &self.captions, &size)
    }

    /// The whole image as SVG whose size is that of the canvas in its units.
    pub(crate) fn svg_in_units(&self, scene: &Scene) -> String {
        self.document(scene, self.drawing.view.whole(), &self.captions, "")
    }

    /// The parts that differ between two scenes as SVG, and their places in pixels.
    pub(crate) fn svg_of_changes(&self, before: &Scene, after: &Scene) -> Vec<(String, Region)> {
        let areas = self.drawing.changed(before, after).into_iter();
        // The margin of the board separates its pieces from the captions.
        let part = |area| Some((self.document(after, area, "", ""), self.region(area)?));
        areas.filter_map(part).collect()
    }

    /// The pixels of an area of the board.
    fn region(&self, area: Area) -> Option<Region> {
        let pixel = |units: f32, corner: f32| (corner + units * self.zoom) * self.scale;
        let start = |units, corner| pixel(units, corner).floor().max(0.0) as u32;
        let end = |units, corner, most: u32| (pixel(units, corner).ceil() as u32).min(most);
        let (left, top) = (start(area.left, self.corner.0), start(area.top, self.corner.1));
        let right = end(area.right, self.corner.0, self.width);
        let bottom = end(area.bottom, self.corner.1, self.height);
        let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        (width > 0 && height > 0).then_some(Region { left, top, width, height })
    }

    fn document(&self, scene: &Scene, area: Area, captions: &str, size: &str) -> String {
        let Picture { ground, canvas: (wide, high), corner: (x, y), zoom, .. } = self;
        let board = self.drawing.draw(scene, area);
        let definitions = self.drawing.definitions(&board);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} viewBox=\"0 0 {wide} {high}\">\
             {definitions}{ground}{captions}<g transform=\"translate({x} {y}) scale({zoom})\">{board}</g></svg>"
        )
    }
}

/// The seats above and below the board, each row from the left.
struct Rows {
    above: Vec<(Place, Seat)>,
    below: Vec<(Place, Seat)>,
}

impl Rows {
    fn of(view: &View) -> Rows {
        let (below, above) = view.places().into_iter().partition(|(place, _)| place.is_below());
        Rows { above, below }
    }

    fn above_height(&self) -> f32 {
        if self.above.is_empty() { 0.0 } else { ROW }
    }

    fn below_height(&self) -> f32 {
        if self.below.is_empty() { 0.0 } else { ROW }
    }
}

impl Region {
    /// The smallest region that contains both.
    pub(crate) fn with(self, other: Region) -> Region {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Region { left, top, width: right - left, height: bottom - top }
    }
}

/// Writes the captions of an image.
struct CaptionWriter<'a> {
    variant: &'static Variant,
    captions: &'a Captions,
    palette: Palette,
}

impl CaptionWriter<'_> {
    /// The name of a seat's player, or of the seat if the font does not have its letters.
    fn name(&self, seat: Seat) -> &str {
        let name = self.captions.names[seat].as_deref().filter(|name| has_letters(name));
        name.unwrap_or_else(|| self.variant.seat_name(seat).as_str())
    }

    /// A row of names, spread over the width.
    fn row(&self, svg: &mut String, seats: &[(Place, Seat)], wide: f32, middle: f32) {
        let room = (wide - 2.0 * ROW_GAP) / seats.len().max(1) as f32;
        for (index, &(_, seat)) in seats.iter().enumerate() {
            let left = ROW_GAP + room * index as f32;
            let indent = 1.2 * ROW_LETTERS;
            let name = fitted(self.name(seat), ROW_LETTERS, room - indent - ROW_GAP);
            let length = indent + width(&name, ROW_LETTERS);
            let start = match index {
                0 => left,
                index if index + 1 == seats.len() => left + room - length,
                _ => left + (room - length) / 2.0,
            };
            self.seat(svg, seat, &name, ROW_LETTERS, (start, middle));
        }
    }

    /// The title, the names and the brand of a card, in the given width.
    fn card(&self, svg: &mut String, right: f32) {
        let room = right - CARD_TEXT_MARGIN;
        let mut lines: Vec<(f32, Option<Seat>)> = vec![(TITLE_LETTERS, None)];
        if self.captions.has_players {
            let height = if self.variant.seat_count() > 2 { 44.0 } else { 56.0 };
            lines.extend(self.variant.seats().map(|seat| (height, Some(seat))));
        }
        let step = |height: f32| height * 1.6;
        let total: f32 = lines.iter().map(|&(height, _)| step(height)).sum();
        let mut top = (CARD.1 - total) / 2.0;
        for (height, seat) in lines {
            let at = (CARD_TEXT_MARGIN, top + step(height) / 2.0);
            match seat {
                Some(seat) => {
                    let name = fitted(self.name(seat), height, room - 1.2 * height);
                    self.seat(svg, seat, &name, height, at);
                }
                None => {
                    let title = fitted(&self.captions.title, height, room);
                    self.text(svg, &title, height, at, "accent");
                }
            }
            top += step(height);
        }
        let brand = (CARD_TEXT_MARGIN, CARD.1 - CARD_TEXT_MARGIN);
        self.text(svg, BRAND, BRAND_LETTERS, brand, "quiet");
    }

    /// A mark in the colours of a seat, and the name.
    fn seat(&self, svg: &mut String, seat: Seat, name: &str, height: f32, (x, y): (f32, f32)) {
        let (fill, edge) = self.palette.seat_colors(self.variant, seat);
        let radius = 0.36 * height;
        let (cx, line) = (x + radius + 1.0, height / 14.0);
        // The outer ring separates dark colours from a dark ground.
        for (stroke, radius) in [(self.palette.color("quiet"), radius + line), (edge, radius)] {
            write!(
                svg,
                "<circle fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{line:.2}\" \
                 cx=\"{cx:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\"/>"
            )
            .expect("a string takes all");
        }
        self.text(svg, name, height, (x + 1.2 * height, y), "text");
    }

    fn text(&self, svg: &mut String, text: &str, height: f32, at: (f32, f32), color: &str) {
        let (color, path) = (self.palette.color(color), outline(text, height, at, Anchor::Start));
        write!(svg, "<path fill=\"{color}\" d=\"{path}\"/>").expect("a string takes all");
    }
}
