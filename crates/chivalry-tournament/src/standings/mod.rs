//! Cross-tables, tie-breaks and standings, computed from the games.

pub(crate) mod cross_table;
pub(crate) mod ranking;
pub(crate) mod tie_breaks;
