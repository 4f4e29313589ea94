//! Extractors: the caller, bodies, commands, passwords and recovery codes of a request.

pub(crate) mod admission;
pub(crate) mod allow_none;
pub(crate) mod auth;
pub(crate) mod body;
pub(crate) mod caller;
pub(crate) mod guests;
pub(crate) mod identity;
pub(crate) mod match_command;
pub(crate) mod passwords;
pub(crate) mod recovery_code;
pub(crate) mod sign_in;
pub(crate) mod token;
pub(crate) mod user_agent;
