//! Lists of matches, and data stored beside their logs.

pub(crate) mod analyses;
pub(crate) mod imported_games;
pub(crate) mod imported_tags;
pub(crate) mod lists;
pub(crate) mod match_filter;
pub(crate) mod match_row;
pub(crate) mod people_playing;
pub(crate) mod premoves;
pub(crate) mod quarantine;
pub(crate) mod variants;
