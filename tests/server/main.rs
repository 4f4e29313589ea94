//! What clients may rely on (`docs/protocol.md`), asked of the real server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/databases.rs"]
mod databases;
#[path = "../support/finished.rs"]
mod finished;

mod analysis;
mod channels;
mod chaos;
mod client;
mod clocks;
mod computer;
mod crashes;
mod delays;
mod described;
mod games;
mod lobby;
mod offers;
mod page;
mod partners;
mod premoves;
mod presence;
mod programs;
mod puzzles;
mod ratings;
mod rest;
mod sockets;
mod support;
mod talk;
mod tournaments;
mod transcripts;
mod watching;
mod webhooks;
