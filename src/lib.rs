//! A multiplayer game server for George S. Parker's *Chivalry* (1887) and its
//! family: Camelot, Cam, Grand Camelot, Four-Handed Chivalry and the rest.
//!
//! Rules decide, matches remember, protocol says, store keeps, live runs, http
//! opens the door. `ARCHITECTURE.md` has the layers and what may import what;
//! `docs/rules.md` is the authority on the games, and cited by section.
//!
//! What always holds:
//! - [`rules`] is the only judge of a move; nobody else knows legality.
//! - A match in memory is a fold of its stored log ([`matches::Match::fold`]).
//! - A command is answered after its commit ([`live`]).
//! - Time is an argument below [`live`].

pub mod cli;
pub mod clock;
pub mod cluster;
pub mod config;
pub mod engine;
pub mod http;
pub mod live;
pub mod load;
pub mod lobby;
pub mod matches;
pub mod player;
pub mod process;
pub mod protocol;
pub mod rating;
pub mod rules;
pub mod store;
pub mod telemetry;
pub mod tournament;
