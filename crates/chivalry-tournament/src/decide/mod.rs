//! Decisions: a command becomes events or a refusal, without a state change.
//!
//! `dispatch` is the entry point and `authorization` its checks. The other
//! files decide one group of commands each.

mod authorization;
mod corrections;
mod direction;
mod dispatch;
mod pairing_inputs;
mod registration;
mod results;
mod rounds;
mod schedule;
