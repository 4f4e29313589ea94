//! Commands about rules, variants, positions and records.

pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod document;
pub(crate) mod drawing;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod replay;
pub(crate) mod variant;
pub(crate) mod variants;
