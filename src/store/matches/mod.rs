//! Lists of matches, and data stored beside their logs.

pub(crate) mod analyses;
pub(crate) mod lists;
pub(crate) mod premoves;
pub(crate) mod quarantine;
pub(crate) mod variants;
