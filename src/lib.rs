//! Chivalry.
pub mod cli;
pub mod clock;
pub mod http;
pub mod live;
pub mod matches;
pub mod player;
pub mod protocol;
pub mod rules;
pub mod store;
