//! Games outside of play: lists, records and the explorer.

pub(crate) mod explorer;
pub(crate) mod game_record;
pub(crate) mod lists;
