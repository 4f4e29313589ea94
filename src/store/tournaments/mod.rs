//! Tournament logs and their entrants.

pub(crate) mod applicants;
pub(crate) mod game_orders;
pub(crate) mod player_effects;
pub(crate) mod schedules;
pub(crate) mod tournament_log;
