//! Games as moving pictures. Each frame after the first contains the pixels that changed only.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::http::images::drawing::Scene;
use crate::http::images::layout::{Picture, Region};
use crate::http::images::raster::{DrawError, pixels, whole};

/// The most colours of a GIF.
const COLORS: usize = 256;

/// The least square of the distance between two colours of the palette. A smaller distance is
/// hardly visible.
const LEAST_DISTANCE: i32 = 3 * 6 * 6;

/// The last ply is shown this many times as long.
const LAST_SHOWN: u32 = 3;

/// Encodes the scenes of a game, each shown for `delay_ms`.
pub(crate) fn gif(
    picture: &Picture,
    scenes: &[Scene],
    delay_ms: u32,
) -> Result<Vec<u8>, DrawError> {
    let [first, rest @ ..] = scenes else { return Err(DrawError::Empty) };
    let start = whole(picture, &picture.svg_in_units(first))?;
    let mut palette = Palette::of(&sample(picture, scenes, &start)?);
    let mut encoder = AnimationEncoder::new(picture, &palette)?;
    let all = Region { left: 0, top: 0, width: picture.width, height: picture.height };
    let (mut image, mut region, mut shown_ms) = (start, all, delay_ms);
    for (before, after) in scenes.iter().zip(rest) {
        // A pass-turn prolongs the frame before it.
        let Some((svg, next)) = picture.svg_of_change(before, after) else {
            shown_ms += delay_ms;
            continue;
        };
        encoder.add(&palette.indexed(&image), region, shown_ms)?;
        (image, region, shown_ms) = (pixels(&svg, picture.scale, next)?, next, delay_ms);
    }
    encoder.add(&palette.indexed(&image), region, shown_ms - delay_ms + LAST_SHOWN * delay_ms)?;
    encoder.finish()
}

/// The images whose colours make the palette: the first one, and those in the middle and at the
/// end, which also have marks.
fn sample(picture: &Picture, scenes: &[Scene], start: &Pixmap) -> Result<Vec<Pixmap>, DrawError> {
    let mut images = vec![start.clone()];
    for at in [scenes.len() / 2, scenes.len() - 1] {
        images.push(whole(picture, &picture.svg_in_units(&scenes[at]))?);
    }
    Ok(images)
}

/// Writes frames.
struct AnimationEncoder {
    encoder: Encoder<Vec<u8>>,
}

impl AnimationEncoder {
    fn new(picture: &Picture, palette: &Palette) -> Result<AnimationEncoder, DrawError> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| DrawError::Empty);
        let colors: Vec<u8> = palette.colors.iter().flatten().copied().collect();
        let (width, height) = (side(picture.width)?, side(picture.height)?);
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &colors).map_err(encoding_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(encoding_error)?;
        Ok(AnimationEncoder { encoder })
    }

    fn add(&mut self, indices: &[u8], region: Region, shown_ms: u32) -> Result<(), DrawError> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| DrawError::Empty);
        let frame = Frame {
            delay: u16::try_from(shown_ms / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            left: side(region.left)?,
            top: side(region.top)?,
            width: side(region.width)?,
            height: side(region.height)?,
            buffer: Cow::Borrowed(indices),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(encoding_error)
    }

    fn finish(self) -> Result<Vec<u8>, DrawError> {
        self.encoder.into_inner().map_err(|error| DrawError::Encoding(error.to_string()))
    }
}

fn encoding_error(error: gif::EncodingError) -> DrawError {
    DrawError::Encoding(error.to_string())
}

type Color = [u8; 3];

/// The colours of a GIF, and the nearest one of each colour that was asked for.
struct Palette {
    colors: Vec<Color>,
    /// By the five high bits of each channel.
    nearest: Vec<Option<u8>>,
}

impl Palette {
    /// The most frequent colours of the images that differ visibly from each other.
    fn of(images: &[Pixmap]) -> Palette {
        let mut counts: BTreeMap<Color, u32> = BTreeMap::new();
        for pixel in images.iter().flat_map(|image| image.data().as_chunks::<4>().0) {
            let &[red, green, blue, _] = pixel;
            *counts.entry([red, green, blue]).or_default() += 1;
        }
        let mut by_count: Vec<(Color, u32)> = counts.into_iter().collect();
        by_count.sort_by(|(a, more), (b, fewer)| fewer.cmp(more).then(a.cmp(b)));
        let mut colors: Vec<Color> = Vec::with_capacity(COLORS);
        for (color, _) in by_count {
            if colors.len() == COLORS {
                break;
            }
            if colors.iter().all(|&other| distance(color, other) >= LEAST_DISTANCE) {
                colors.push(color);
            }
        }
        Palette { colors, nearest: vec![None; 1 << 15] }
    }

    /// The pixels as indices of colours.
    fn indexed(&mut self, image: &Pixmap) -> Vec<u8> {
        let mut last = ([0; 3], None);
        let pixels = image.data().as_chunks::<4>().0;
        let index = |&[red, green, blue, _]: &[u8; 4]| {
            let color = [red, green, blue];
            // Neighbours mostly have the same colour.
            if let (same, Some(index)) = last
                && same == color
            {
                return index;
            }
            let index = self.index(color);
            last = (color, Some(index));
            index
        };
        pixels.iter().map(index).collect()
    }

    fn index(&mut self, color: Color) -> u8 {
        let [red, green, blue] = color.map(|channel| usize::from(channel >> 3));
        let key = red << 10 | green << 5 | blue;
        let colors = &self.colors;
        *self.nearest[key].get_or_insert_with(|| {
            let by_distance = |&index: &usize| distance(color, colors[index]);
            let index = (0..colors.len()).min_by_key(by_distance).unwrap_or_default();
            u8::try_from(index).unwrap_or_default()
        })
    }
}

/// The square of the distance between two colours.
fn distance(a: Color, b: Color) -> i32 {
    let squares = a.into_iter().zip(b).map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2));
    squares.sum()
}
