//! The regulations of a tournament: its stages, points, byes and tie-breaks.

pub(crate) mod edition;
pub(crate) mod error;
pub(crate) mod scoring;
pub(crate) mod stage_plan;
pub(crate) mod tie_break;
pub(crate) mod tournament_plan;
mod validation;
