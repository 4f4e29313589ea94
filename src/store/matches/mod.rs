//! Lists of matches and what is stored beside their logs.

pub(crate) mod analyses;
pub(crate) mod lists;
pub(crate) mod premoves;
pub(crate) mod variants;
