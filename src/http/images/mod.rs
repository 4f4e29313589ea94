//! Images of positions and games, drawn with the art of the page.
//!
//! `web/bundle.js` writes the page's figures and colours into `bundle/board.json`. [`art`] reads
//! them, [`drawing`] places them as SVG, [`raster`] turns the SVG into pixels, and [`animation`]
//! encodes the plies of a game as a GIF. All of it runs in the thread pool for processor-bound
//! work.

pub(crate) mod animation;
pub(crate) mod art;
pub(crate) mod cache;
pub(crate) mod drawing;
pub(crate) mod geometry;
pub(crate) mod layout;
pub(crate) mod lettering;
pub(crate) mod marks;
pub(crate) mod options;
pub(crate) mod order;
pub(crate) mod raster;
pub(crate) mod routes;
pub(crate) mod scenes;
pub(crate) mod subject;
#[cfg(test)]
mod tests;
