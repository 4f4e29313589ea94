//! The state of a match, folded from its log.

pub(in crate::matches) mod answers;
pub(in crate::matches) mod applied_event;
pub(in crate::matches) mod apply;
pub(in crate::matches) mod command_content;
pub(in crate::matches) mod move_outcome;
pub(in crate::matches) mod offers;
pub(in crate::matches) mod start_position;
pub(in crate::matches) mod state;
mod takeback;
mod vacation;
