//! Tournament logs and their entrants.

pub(crate) mod applicants;
pub(crate) mod tournament_log;
