//! Images of positions, compared with stored ones. `CHIVALRY_STORE_IMAGES=1` stores them.

use std::env;
use std::fs;
use std::path::PathBuf;

use chivalry_rules::{Game, Position, Seat, Variant};
use resvg::tiny_skia::Pixmap;

use crate::http::images::animation::gif;
use crate::http::images::drawing::Scene;
use crate::http::images::layout::{Captions, Picture};
use crate::http::images::options::{BoardTheme, ImageOptions, Layout, Shade};
use crate::http::images::raster::{png, whole};
use crate::http::images::scenes::path_of;

/// The most by which a channel of a pixel may differ from a stored image. Processors round
/// differently.
const TOLERANCE: u8 = 3;

/// The first plies of a game, with every kind of move.
const MOVES: &str = "G6-E8 J11-H9 I6-G8 I11-G9 E6-G6 F10-H8 G7xI9xI11 G9xG7xE5xC7xC5";

fn options(size: u32) -> ImageOptions {
    ImageOptions {
        size,
        theme: BoardTheme::Linen,
        shade: Shade::Light,
        layout: Layout::Board,
        bottom: Seat::FIRST,
    }
}

/// The scenes of a game from the array.
fn played(variant: &'static Variant, moves: &str) -> Vec<Scene> {
    let mut game = Game::new(Position::start(variant));
    let mut scenes = vec![Scene { position: *game.position(), path: Vec::new() }];
    for text in moves.split_whitespace() {
        let effect = game.check(&text.parse().unwrap()).unwrap();
        game.play(&effect);
        scenes.push(Scene { position: *game.position(), path: path_of(variant, text) });
    }
    scenes
}

fn variant(name: &str) -> &'static Variant {
    Variant::named(name).unwrap()
}

fn named(names: [&str; 2]) -> Captions {
    let mut captions = Captions { has_players: true, ..Captions::default() };
    captions.title = "Camelot · 1-0".to_owned();
    for (seat, name) in Seat::ALL.into_iter().zip(names) {
        captions.names[seat] = Some(name.to_owned());
    }
    captions
}

/// Fails unless the image looks like the stored one.
fn compare(
    name: &str,
    variant: &'static Variant,
    options: &ImageOptions,
    captions: &Captions,
    scene: &Scene,
) {
    let picture = Picture::new(variant, options, captions);
    let drawn = png(&picture, &picture.svg_in_units(scene)).unwrap();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/http/images/tests/stored");
    let path = folder.join(format!("{name}.png"));
    if env::var_os("CHIVALRY_STORE_IMAGES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, &drawn).unwrap();
    }
    let stored = Pixmap::decode_png(&fs::read(&path).unwrap()).unwrap();
    let drawn = Pixmap::decode_png(&drawn).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (stored.width(), stored.height()), "{name}");
    let pairs = drawn.data().iter().zip(stored.data());
    let worst = pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap();
    assert!(worst <= TOLERANCE, "{name}: a pixel differs by {worst}");
}

#[test]
fn positions_look_like_the_stored_images() {
    let none = Captions::default();
    let camelot = variant("camelot");
    let small = options(160);
    let start = &played(camelot, "")[0];
    compare("camelot-small", camelot, &small, &none, start);
    compare("camelot-large", camelot, &options(480), &none, start);
    let black = ImageOptions { bottom: Seat::SECOND, theme: BoardTheme::Slate, ..small };
    compare("camelot-black-slate", camelot, &black, &none, start);
    let dark = ImageOptions { shade: Shade::Dark, theme: BoardTheme::Forest, ..small };
    compare("camelot-dark-forest", camelot, &dark, &none, start);
    let moves = played(camelot, MOVES);
    compare("camelot-step", camelot, &options(240), &none, &moves[1]);
    compare("camelot-last", camelot, &options(240), &none, moves.last().unwrap());
    let names = ImageOptions { layout: Layout::Names, ..options(240) };
    compare("camelot-names", camelot, &names, &named(["Gawain", "Łukasz-Żółć"]), start);
    let card = ImageOptions { layout: Layout::Card, ..small };
    compare(
        "camelot-card",
        camelot,
        &card,
        &named(["Morgan le Fay the Enchantress", "Кай"]),
        &moves[2],
    );
    let four = variant("grand-cam");
    let green = ImageOptions { layout: Layout::Names, bottom: Seat::SECOND, ..options(240) };
    compare("grand-cam-names", four, &green, &none, &played(four, "")[0]);
    let river = variant("river-camelot");
    let trees = played(river, "C2,F6,K7");
    compare("river-camelot", river, &options(200), &none, trees.last().unwrap());
}

/// The pixels of an animation after its last frame, and the number of frames.
fn last_frame(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let wide = usize::from(decoder.width());
    let mut canvas = vec![0; wide * usize::from(decoder.height()) * 4];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        count += 1;
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let row = usize::from(frame.width) * 4;
        for (y, pixels) in frame.buffer.chunks(row).enumerate() {
            let start = ((top + y) * wide + left) * 4;
            for (shown, pixel) in canvas[start..].chunks_mut(4).zip(pixels.chunks(4)) {
                // A transparent pixel stays as it is.
                if pixel[3] > 0 {
                    shown.copy_from_slice(pixel);
                }
            }
        }
    }
    (canvas, count)
}

#[test]
fn an_animation_ends_with_the_last_position() {
    let camelot = variant("camelot");
    let scenes = played(camelot, MOVES);
    let options = ImageOptions { layout: Layout::Names, ..options(320) };
    let picture = Picture::new(camelot, &options, &named(["Gawain", "Kay"]));
    let (canvas, frames) = last_frame(&gif(&picture, &scenes, 500).unwrap());
    assert_eq!(frames, scenes.len());
    let last = whole(&picture, &picture.svg_in_units(scenes.last().unwrap())).unwrap();
    let differs = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 16);
    let pixels = canvas.chunks(4).zip(last.data().chunks(4));
    let different = pixels.filter(|pixel| differs(*pixel)).count();
    // The palette has no more than 256 colours.
    assert!(different * 200 < canvas.len() / 4, "{different} pixels differ");
    let first = whole(&picture, &picture.svg_in_units(&scenes[0])).unwrap();
    let pixels = canvas.chunks(4).zip(first.data().chunks(4));
    assert!(pixels.filter(|pixel| differs(*pixel)).count() * 50 > canvas.len() / 4);
}

#[test]
fn an_animation_shows_a_pass_turn_as_long_as_a_move() {
    let camelot = variant("camelot");
    let mut scenes = played(camelot, "G6-E8");
    scenes.push(Scene { path: Vec::new(), ..scenes[1].clone() });
    scenes.push(scenes[2].clone());
    let picture = Picture::new(camelot, &options(64), &Captions::default());
    let bytes = gif(&picture, &scenes, 200).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [20, 20, 20 + 60]);
}
