//! Cross-tables, tie-breaks and standings, computed from the games.

pub(crate) mod cross_table;
mod direct_encounter;
pub(crate) mod ranking;
pub(crate) mod round_result;
mod table_result;
pub(crate) mod tie_break_value;
pub(crate) mod tie_breaks;
pub(crate) mod unplayed;
