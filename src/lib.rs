//! Chivalry.
pub mod cli;
pub mod clock;
pub mod matches;
pub mod player;
pub mod protocol;
pub mod rules;
