//! Reasons of errors: stable words with parameters, for clients that write their own text.
//!
//! - `list`: every reason, with the names of its parameters and its English sentence;
//! - `message`: a reason with values for its parameters;
//! - `matches`, `notation`, `tournaments`: the reasons of the library crates' errors;
//! - `explanations`: the reasons of pairings.

mod explanations;
mod list;
mod matches;
mod message;
mod notation;
mod tournaments;

pub use list::{Reason, describe_params};
pub use message::{Message, Param, ParamMap, Params};
