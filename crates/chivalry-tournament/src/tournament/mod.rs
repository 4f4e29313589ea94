//! The tournament as a fold of its log.
//!
//! [`state`] declares the value, [`fold`] and `transitions` build it from
//! [`event`]s, and `queries` reads it. [`command`] and [`refusal`] are the
//! input and the negative answer of [`Tournament::decide`](state::Tournament::decide).

pub(crate) mod command;
pub(crate) mod direction;
pub(crate) mod entrant;
pub(crate) mod event;
pub(crate) mod fold;
pub(crate) mod penalty;
mod queries;
pub(crate) mod refusal;
pub(crate) mod state;
mod transitions;
