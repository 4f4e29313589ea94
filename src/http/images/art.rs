//! The figures and colours of the page, as `web/bundle.js` writes them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chivalry_rules::{Piece, PieceKind, Seat, Variant};
use serde::Deserialize;

use crate::http::images::options::{BoardTheme, Shade};
use crate::http::web::files::FILES;

type Colors = BTreeMap<String, String>;

/// The file. Its markup contains placeholders such as `{even}` for colours.
#[derive(Deserialize)]
struct ArtFile {
    themes: BTreeMap<String, Shades>,
    /// The colours of the seats by the lowercase name of the seat.
    seats: BTreeMap<String, Colors>,
    /// The charge of each seat by the lowercase name of the seat.
    charges: BTreeMap<String, String>,
    /// The attributes of the elements that the server draws.
    drawn: BTreeMap<String, String>,
    letter_height: Detailed<f32>,
    #[serde(flatten)]
    figures: Detailed<Figures>,
}

#[derive(Deserialize)]
struct Shades {
    light: Colors,
    dark: Colors,
}

/// A value for large squares, and one for small squares without fine lines.
#[derive(Deserialize)]
struct Detailed<T> {
    fine: T,
    coarse: T,
}

#[derive(Deserialize)]
struct Figures {
    man: BTreeMap<String, String>,
    knight: BTreeMap<String, String>,
    gate: String,
    tree: String,
    pennant: String,
    swords: String,
}

static ART: LazyLock<ArtFile> = LazyLock::new(|| {
    let text = FILES.text("bundle/board.json").expect("the art of the board");
    serde_json::from_str(text).expect("art as it is bundled")
});

/// The colours and the level of detail of one image.
pub(crate) struct Palette {
    colors: &'static Colors,
    is_coarse: bool,
}

impl Palette {
    pub(crate) fn new(theme: BoardTheme, shade: Shade, is_coarse: bool) -> Palette {
        let shades = &ART.themes[theme.name()];
        let colors = match shade {
            Shade::Light => &shades.light,
            Shade::Dark => &shades.dark,
        };
        Palette { colors, is_coarse }
    }

    /// The colour with that name, such as `ground`.
    pub(crate) fn color(&self, name: &str) -> &'static str {
        &self.colors[name]
    }

    /// The attributes of an element that the server draws, such as `even`.
    pub(crate) fn attributes(&self, element: &str) -> String {
        filled(&ART.drawn[element], self.colors)
    }

    /// The height of a coordinate.
    pub(crate) fn letter_height(&self) -> f32 {
        let Detailed { fine, coarse } = &ART.letter_height;
        if self.is_coarse { *coarse } else { *fine }
    }

    pub(crate) fn swords(&self) -> String {
        filled(&self.figures().swords, self.colors)
    }

    pub(crate) fn tree(&self) -> String {
        filled(&self.figures().tree, self.colors)
    }

    pub(crate) fn piece(&self, variant: &Variant, piece: Piece) -> String {
        let figures = self.figures();
        let figures = match piece.kind {
            PieceKind::Man => &figures.man,
            PieceKind::Knight => &figures.knight,
        };
        let name = seat_key(variant, piece.seat);
        filled(&figures[&ART.charges[&name]], &ART.seats[&name])
    }

    pub(crate) fn gate(&self, variant: &Variant, seat: Seat) -> String {
        filled(&self.figures().gate, &ART.seats[&seat_key(variant, seat)])
    }

    pub(crate) fn pennant(&self, variant: &Variant, seat: Seat) -> String {
        filled(&self.figures().pennant, &ART.seats[&seat_key(variant, seat)])
    }

    /// The colours of a seat's pieces, and of their edges.
    pub(crate) fn seat_colors(
        &self,
        variant: &Variant,
        seat: Seat,
    ) -> (&'static str, &'static str) {
        let colors = &ART.seats[&seat_key(variant, seat)];
        (&colors["piece"], &colors["piece-edge"])
    }

    fn figures(&self) -> &'static Figures {
        if self.is_coarse { &ART.figures.coarse } else { &ART.figures.fine }
    }
}

/// The name of a seat in the file.
fn seat_key(variant: &Variant, seat: Seat) -> String {
    variant.seat_name(seat).as_str().to_ascii_lowercase()
}

/// Replaces the placeholders of `markup` that `colors` names.
fn filled(markup: &str, colors: &Colors) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("a closed placeholder");
        text.push_str(before);
        text.push_str(&colors[name]);
        rest = after;
    }
    text.push_str(rest);
    text
}
