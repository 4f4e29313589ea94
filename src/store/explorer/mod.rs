//! The opening explorer: an index of the positions of ended matches.
//!
//! [`indexed_game`] reads a log, [`entry`] packs what the index states about a game,
//! [`writing`] adds games in the background, and [`reading`] counts the moves of a position.

pub(crate) mod clearing;
pub(crate) mod entry;
pub(crate) mod indexed_game;
pub(crate) mod reached;
pub(crate) mod reading;
pub(crate) mod writing;
