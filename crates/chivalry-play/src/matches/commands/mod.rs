//! Decisions: a command becomes events or a refusal. The match does not change.

mod abandonment_claim;
pub(in crate::matches) mod command;
mod decide;
pub(in crate::matches) mod decision;
pub(in crate::matches) mod director_order;
pub(in crate::matches) mod forced_events;
mod invite_links;
pub(in crate::matches) mod join;
pub(in crate::matches) mod new_match;
pub(in crate::matches) mod offers;
pub(in crate::matches) mod refusal;
mod rematch;
mod resignation;
mod tournament_rules;
