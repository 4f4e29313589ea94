//! Games as moving pictures. Each frame after the first contains the pixels that changed only.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use crate::http::images::drawing::Scene;
use crate::http::images::layout::{Picture, Region};
use crate::http::images::raster::{DrawError, pixels, whole};

/// The most colours of a GIF, of which one is the index of pixels that stay as they are.
const COLORS: usize = 255;

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
    let mut canvas = Canvas::new(picture, palette.indexed(&start), palette.unchanged());
    let all = Region { left: 0, top: 0, width: picture.width, height: picture.height };
    let (mut indices, mut region, mut shown_ms) = (canvas.drawn.clone(), all, delay_ms);
    for (before, after) in scenes.iter().zip(rest) {
        let mut changed: Option<Region> = None;
        for (svg, part) in picture.svg_of_changes(before, after) {
            let image = pixels(&svg, picture.scale, part)?;
            canvas.draw(&palette.indexed(&image), part);
            changed = Some(changed.map_or(part, |other| other.with(part)));
        }
        // A pass-turn prolongs the frame before it.
        let Some((next, place)) = changed.and_then(|changed| canvas.show(changed)) else {
            shown_ms += delay_ms;
            continue;
        };
        encoder.add(&indices, region, shown_ms)?;
        (indices, region, shown_ms) = (next, place, delay_ms);
    }
    encoder.add(&indices, region, shown_ms - delay_ms + LAST_SHOWN * delay_ms)?;
    encoder.finish()
}

/// The indices of the image that is drawn, and of the frames so far.
struct Canvas {
    width: usize,
    drawn: Vec<u8>,
    shown: Vec<u8>,
    /// The index of a pixel that stays as it is.
    unchanged: u8,
}

impl Canvas {
    fn new(picture: &Picture, start: Vec<u8>, unchanged: u8) -> Canvas {
        Canvas { width: picture.width as usize, shown: start.clone(), drawn: start, unchanged }
    }

    /// The range of a region's row in an image.
    fn row(&self, region: Region, y: u32) -> std::ops::Range<usize> {
        let start = (region.top + y) as usize * self.width + region.left as usize;
        start..start + region.width as usize
    }

    fn draw(&mut self, indices: &[u8], region: Region) {
        for (y, row) in (0..).zip(indices.chunks(region.width as usize)) {
            let range = self.row(region, y);
            self.drawn[range].copy_from_slice(row);
        }
    }

    /// Returns the smallest frame within a region that shows the drawn image. `None` if it is
    /// shown already.
    fn show(&mut self, region: Region) -> Option<(Vec<u8>, Region)> {
        let rows = (0..region.height).filter(|y| {
            let range = self.row(region, *y);
            self.drawn[range.clone()] != self.shown[range]
        });
        let rows: Vec<u32> = rows.collect();
        let (first, last) = (*rows.first()?, *rows.last()?);
        let (mut left, mut right) = (region.width, 0);
        for y in &rows {
            let range = self.row(region, *y);
            let pairs = self.drawn[range.clone()].iter().zip(&self.shown[range]);
            let differs = |(drawn, shown): (&u8, &u8)| drawn != shown;
            left = left.min(pairs.clone().position(differs)? as u32);
            right = right.max(pairs.rev().position(differs).map(|at| region.width - at as u32)?);
        }
        let frame = Region {
            left: region.left + left,
            top: region.top + first,
            width: right - left,
            height: last + 1 - first,
        };
        let mut indices = Vec::with_capacity(frame.width as usize * frame.height as usize);
        for y in 0..frame.height {
            let range = self.row(frame, y);
            let (drawn, shown) = (&self.drawn[range.clone()], &mut self.shown[range]);
            let pixel = |(&drawn, shown): (&u8, &u8)| {
                if drawn == *shown { self.unchanged } else { drawn }
            };
            indices.extend(drawn.iter().zip(&*shown).map(pixel));
            shown.copy_from_slice(drawn);
        }
        Some((indices, frame))
    }
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
    /// The index of a pixel that stays as it is.
    unchanged: u8,
}

impl AnimationEncoder {
    fn new(picture: &Picture, palette: &Palette) -> Result<AnimationEncoder, DrawError> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| DrawError::Empty);
        // The last colour is not shown.
        let colors = palette.colors.iter().chain([&[0; 3]]);
        let colors: Vec<u8> = colors.flatten().copied().collect();
        let (width, height) = (side(picture.width)?, side(picture.height)?);
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &colors).map_err(encoding_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(encoding_error)?;
        Ok(AnimationEncoder { encoder, unchanged: palette.unchanged() })
    }

    fn add(&mut self, indices: &[u8], region: Region, shown_ms: u32) -> Result<(), DrawError> {
        let side = |pixels: u32| u16::try_from(pixels).map_err(|_| DrawError::Empty);
        let frame = Frame {
            delay: u16::try_from(shown_ms / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(self.unchanged),
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
        for image in images {
            // Neighbours mostly have the same colour.
            for run in image.data().as_chunks::<4>().0.chunk_by(|a, b| a == b) {
                let [red, green, blue, _] = run[0];
                *counts.entry([red, green, blue]).or_default() += run.len() as u32;
            }
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

    /// The index after those of the colours, for pixels that stay as they are.
    fn unchanged(&self) -> u8 {
        self.colors.len() as u8
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
