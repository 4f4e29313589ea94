//! SVG as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::http::images::layout::{Picture, Region};

/// An image that could not be drawn. It stands for a defect of the drawing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DrawError {
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the image has no pixels")]
    Empty,
    #[error("the image cannot be encoded: {0}")]
    Encoding(String),
}

/// Draws a region of an image. The SVG has the size of the canvas in its units.
pub(crate) fn pixels(svg: &str, scale: f32, region: Region) -> Result<Pixmap, DrawError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut pixels = Pixmap::new(region.width, region.height).ok_or(DrawError::Empty)?;
    let transform = Transform::from_scale(scale, scale)
        .post_translate(-(region.left as f32), -(region.top as f32));
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(pixels)
}

/// Draws a whole image.
pub(crate) fn whole(picture: &Picture, svg: &str) -> Result<Pixmap, DrawError> {
    let Picture { width, height, scale, .. } = *picture;
    pixels(svg, scale, Region { left: 0, top: 0, width, height })
}

/// Draws a whole image as PNG.
pub(crate) fn png(picture: &Picture, svg: &str) -> Result<Vec<u8>, DrawError> {
    let pixels = whole(picture, svg)?;
    pixels.encode_png().map_err(|error| DrawError::Encoding(error.to_string()))
}
