//! The command line.

pub(crate) mod admin;
pub(crate) mod commands;
pub(crate) mod console;
pub(crate) mod engine;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod load;
pub(crate) mod rules;
pub(crate) mod serve;

pub use commands::{Cli, Command, WithOwn, run};
pub use error::CliError;
