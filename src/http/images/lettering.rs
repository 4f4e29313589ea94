//! Text as outlines of the page's font, so that an image looks the same without any font.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The font of the page in the weight of its labels, in two parts.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../web/app/fonts/hanken-grotesk-latin-600.ttf"),
    include_bytes!("../../../web/app/fonts/hanken-grotesk-latin-ext-600.ttf"),
];

static FACES: LazyLock<Vec<Face<'static>>> = LazyLock::new(|| {
    FONTS.iter().map(|font| Face::parse(font, 0).expect("a font of the page")).collect()
});

/// The end of a text that was cut.
const ELLIPSIS: char = '…';

/// The position of a text at its x coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    End,
}

/// True if the font has all letters of the text.
pub(crate) fn has_letters(text: &str) -> bool {
    text.chars().all(|letter| glyph(letter).is_some())
}

/// The width of a text of this height. Letters that the font does not have count nothing.
pub(crate) fn width(text: &str, height: f32) -> f32 {
    text.chars().filter_map(glyph).map(|(face, id)| advance(face, id, height)).sum()
}

/// The text, cut so that it fits into a width.
pub(crate) fn fitted(text: &str, height: f32, room: f32) -> String {
    if width(text, height) <= room {
        return text.to_owned();
    }
    let mut cut = text.to_owned();
    while cut.pop().is_some() {
        let shown = format!("{}{ELLIPSIS}", cut.trim_end());
        if width(&shown, height) <= room {
            return shown;
        }
    }
    cut
}

/// The path data of a text whose middle is at `y`.
pub(crate) fn outline(text: &str, height: f32, (x, y): (f32, f32), anchor: Anchor) -> String {
    let length = width(text, height);
    let start = match anchor {
        Anchor::Start => x,
        Anchor::End => x - length,
    };
    let mut pen = Pen { path: String::new(), x: start, y: 0.0, scale: 0.0 };
    for (face, id) in text.chars().filter_map(glyph) {
        pen.scale = height / f32::from(face.units_per_em());
        pen.y = y + f32::from(face.ascender() + face.descender()) * pen.scale / 2.0;
        // A space has no outline.
        face.outline_glyph(id, &mut pen);
        pen.x += advance(face, id, height);
    }
    pen.path
}

fn glyph(letter: char) -> Option<(&'static Face<'static>, GlyphId)> {
    FACES.iter().find_map(|face| Some((face, face.glyph_index(letter)?)))
}

fn advance(face: &Face<'_>, id: GlyphId, height: f32) -> f32 {
    let advance = face.glyph_hor_advance(id).unwrap_or_default();
    f32::from(advance) * height / f32::from(face.units_per_em())
}

/// Writes outlines at the place of the current letter.
struct Pen {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn write(&mut self, command: &str, points: &[(f32, f32)]) {
        self.path.push_str(command);
        for (index, &(x, y)) in points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            write!(self.path, "{space}{x:.2} {y:.2}").expect("a string takes what is written");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write("M", &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write("L", &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write("Q", &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write("C", &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('z');
    }
}
