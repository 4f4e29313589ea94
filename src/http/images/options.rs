//! The query parameters of images.

use chivalry_rules::{Seat, Variant};
use utoipa::IntoParams;
use utoipa::openapi::Object;

use crate::protocol::enum_schema;

use crate::http::error::ApiResult;
use crate::http::extract::body::Params;

/// The limits of a longer side, in pixels.
const SMALLEST: u32 = 64;
const LARGEST: u32 = 1_200;
const LARGEST_ANIMATION: u32 = 720;

const DEFAULT_SIZE: u32 = 720;
const DEFAULT_ANIMATION_SIZE: u32 = 480;

/// The limits of the time for which a ply is shown, in milliseconds.
const SHORTEST_DELAY_MS: u32 = 100;
const LONGEST_DELAY_MS: u32 = 5_000;
const DEFAULT_DELAY_MS: u32 = 900;

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum BoardTheme {
    #[default]
    Linen,
    Slate,
    Forest,
}

/// The brightness of a theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Shade {
    #[default]
    Light,
    Dark,
}

/// The content around the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Layout {
    /// The board alone.
    #[default]
    Board,
    /// The names of the seats above and below the board.
    Names,
    /// A preview of 1,200 by 630 pixels for links, with the names beside the board.
    Card,
}

/// The look of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ImageOptions {
    /// The longer side in pixels.
    pub(crate) size: u32,
    pub(crate) theme: BoardTheme,
    pub(crate) shade: Shade,
    pub(crate) layout: Layout,
    /// The seat at the bottom.
    pub(crate) bottom: Seat,
}

/// The parameters of every image.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `ImageOptions::read`")]
pub(crate) struct ImageParams {
    /// The longer side in pixels, 64 to 1,200, of a moving picture 64 to 720. The default is 720,
    /// and 480 for a moving picture.
    #[param(minimum = 64, maximum = 1200)]
    size: Option<u32>,
    /// The colours of the board; default `linen`.
    #[param(schema_with = boards)]
    board: Option<String>,
    /// `light` (default) or `dark`.
    #[param(schema_with = themes)]
    theme: Option<String>,
    /// The seat at the bottom, by letter or name; default the first seat.
    orientation: Option<String>,
    /// `board` (default), `names` for the players above and below the board, or `card` for a
    /// preview of links of 1,200 by 630 pixels.
    #[param(schema_with = layouts)]
    layout: Option<String>,
}

/// The parameter of a moving picture.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `delay_ms`")]
pub(crate) struct AnimationParams {
    /// The time for which each ply is shown, in milliseconds; default 900. The last one is shown
    /// three times as long.
    #[param(minimum = 100, maximum = 5000)]
    delay: Option<u32>,
}

fn boards() -> Object {
    enum_schema("The colours of the board.", BoardTheme::ALL.map(BoardTheme::name))
}

fn themes() -> Object {
    enum_schema("The brightness.", ["light", "dark"])
}

fn layouts() -> Object {
    enum_schema("The content around the board.", ["board", "names", "card"])
}

impl BoardTheme {
    pub(crate) const ALL: [BoardTheme; 3] =
        [BoardTheme::Linen, BoardTheme::Slate, BoardTheme::Forest];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            BoardTheme::Linen => "linen",
            BoardTheme::Slate => "slate",
            BoardTheme::Forest => "forest",
        }
    }
}

impl ImageOptions {
    /// Reads the options of an image of `variant`.
    ///
    /// # Errors
    /// The first parameter with a value that is not allowed.
    pub(crate) fn read(params: &Params, variant: &'static Variant) -> ApiResult<ImageOptions> {
        ImageOptions::within(params, variant, DEFAULT_SIZE, LARGEST)
    }

    /// Reads the options of a moving picture, which is smaller.
    ///
    /// # Errors
    /// The first parameter with a value that is not allowed.
    pub(crate) fn read_animation(
        params: &Params,
        variant: &'static Variant,
    ) -> ApiResult<ImageOptions> {
        ImageOptions::within(params, variant, DEFAULT_ANIMATION_SIZE, LARGEST_ANIMATION)
    }

    fn within(
        params: &Params,
        variant: &'static Variant,
        default_size: u32,
        largest: u32,
    ) -> ApiResult<ImageOptions> {
        let size = number_within(params, "size", SMALLEST, largest)?;
        let theme = params.read("board", "`linen`, `slate` or `forest`", |text| {
            BoardTheme::ALL.into_iter().find(|theme| theme.name() == text)
        })?;
        let shade = params.read("theme", "`light` or `dark`", |text| match text {
            "light" => Some(Shade::Light),
            "dark" => Some(Shade::Dark),
            _ => None,
        })?;
        let layout = params.read("layout", "`board`, `names` or `card`", |text| match text {
            "board" => Some(Layout::Board),
            "names" => Some(Layout::Names),
            "card" => Some(Layout::Card),
            _ => None,
        })?;
        let bottom =
            params.read_or_unmet("orientation", "the letter or name of a seat", |text| {
                variant.seats().find(|&seat| {
                    let name = variant.seat_name(seat);
                    let is_letter =
                        text.len() == 1 && text.eq_ignore_ascii_case(&name.letter().to_string());
                    is_letter || text.eq_ignore_ascii_case(name.as_str())
                })
            })?;
        Ok(ImageOptions {
            size: size.unwrap_or(default_size),
            theme: theme.unwrap_or_default(),
            shade: shade.unwrap_or_default(),
            layout: layout.unwrap_or_default(),
            bottom: bottom.unwrap_or(Seat::FIRST),
        })
    }
}

/// Reads the time for which a ply is shown.
///
/// # Errors
/// The value is not allowed.
pub(crate) fn delay_ms(params: &Params) -> ApiResult<u32> {
    let delay = number_within(params, "delay", SHORTEST_DELAY_MS, LONGEST_DELAY_MS)?;
    Ok(delay.unwrap_or(DEFAULT_DELAY_MS))
}

fn number_within(params: &Params, name: &str, least: u32, most: u32) -> ApiResult<Option<u32>> {
    params.read_or_unmet(name, &format!("a number from {least} to {most}"), |text| {
        text.parse().ok().filter(|number| (least..=most).contains(number))
    })
}
