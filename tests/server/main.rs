//! What clients may rely on (`docs/protocol.md`), asked of the real server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/databases.rs"]
mod databases;

mod chaos;
mod client;
mod clocks;
mod crashes;
mod games;
mod lobby;
mod programs;
mod rest;
mod sockets;
mod support;
mod webhooks;
