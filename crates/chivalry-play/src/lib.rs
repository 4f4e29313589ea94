//! Clocks, players, matches, ratings and the lobby of a Chivalry server.
//!
//! Every module is a pure state machine. Time, ratings and random numbers are arguments. The crate
//! reads no clock and no store, opens no socket, and uses no async runtime.
//!
//! - [`clock`]: time controls, and the clocks of a match.
//! - [`player`]: players and their identifiers.
//! - [`mod@matches`]: matches, folded from a log of events. Commands become events or refusals.
//! - [`vacation`]: the days in which the correspondence clocks of a player stop.
//! - [`rating`]: Glicko-2 ratings, computed from the logs of matches.
//! - [`lobby`]: seeks, challenges and featured matches.
//!
//! The feature `schema` adds OpenAPI schemas of the types that clients see.

pub mod clock;
pub mod lobby;
pub mod matches;
pub mod player;
pub mod rating;
pub mod vacation;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
