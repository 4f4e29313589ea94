//! Game results of finished matches, and the Tournament Report File.

pub(crate) mod match_report;
pub(crate) mod trf;
