//! Extractors: the caller, bodies, commands and passwords of a request.

pub(crate) mod auth;
pub(crate) mod body;
pub(crate) mod match_command;
pub(crate) mod passwords;
