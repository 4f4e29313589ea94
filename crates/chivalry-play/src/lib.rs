//! Clocks, players, matches, ratings and the lobby of a Chivalry server.
//!
//! Every module is a pure state machine. Time, ratings and chance are arguments;
//! nothing here reads a clock, opens a socket or writes to a store.

pub mod clock;
pub mod lobby;
pub mod matches;
pub mod player;
pub mod rating;
