//! A multiplayer game server for George S. Parker's *Chivalry* (1887) and its family: Camelot,
//! Cam, Grand Camelot, Four-Handed Chivalry and the rest.
//!
//! `ARCHITECTURE.md` describes the layers and their dependencies. `docs/rules.md` is the
//! authority on the games and is cited by section.
//!
//! # Invariants
//! - [`chivalry_rules`] alone decides the legality of a move.
//! - A match in memory is a fold of its stored log ([`chivalry_play::matches::Match::fold`]).
//! - A command is answered after its commit ([`live`]).
//! - Below [`live`], time is an argument.

pub mod cli;
pub mod cluster;
pub mod config;
pub mod http;
pub mod live;
pub mod load;
mod planted;
pub mod process;
pub mod protocol;
mod random;
mod scheduling;
#[cfg(test)]
mod simulation;
pub mod store;
pub mod telemetry;
