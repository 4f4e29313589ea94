//! A multiplayer game server for George S. Parker's *Chivalry* (1887) and its
//! family: Camelot, Cam, Grand Camelot, Four-Handed Chivalry and the rest.
//!
//! Rules decide, matches remember, protocol says, store keeps, live runs, http
//! opens the door. `ARCHITECTURE.md` has the layers and what may import what;
//! `docs/rules.md` is the authority on the games, and cited by section.
//!
//! What always holds:
//! - [`chivalry_rules`] is the only judge of a move; nobody else knows legality.
//! - A match in memory is a fold of its stored log ([`chivalry_play::matches::Match::fold`]).
//! - A command is answered after its commit ([`live`]).
//! - Time is an argument below [`live`].

pub mod cli;
pub mod cluster;
pub mod config;
pub mod http;
pub mod live;
pub mod load;
pub mod process;
pub mod protocol;
pub mod store;
pub mod telemetry;
