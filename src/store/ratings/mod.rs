//! Rated matches, standings, and rebuilding them from the logs.

pub(crate) mod rated_matches;
pub(crate) mod rebuild;
pub(crate) mod standings;
