//! Black-box tests of the server's contract with clients (`docs/protocol.md`).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/databases.rs"]
mod databases;
#[path = "../support/finished.rs"]
mod finished;
#[path = "../support/nats.rs"]
mod nats;
#[path = "../support/ports.rs"]
mod ports;

mod access;
mod analysis;
mod announcements;
mod calendar;
mod channels;
mod chaos;
mod chat;
mod client;
mod clocks;
mod computer;
mod conformance;
mod crashes;
mod delays;
mod described;
mod engine_use;
mod faults;
mod feeds;
mod free_for_all;
mod games;
mod images;
mod limits;
mod lobby;
mod locked;
mod nodes;
mod notifications;
mod oauth;
mod offers;
mod origins;
mod overload;
mod page;
mod partners;
mod premoves;
mod presence;
mod privacy;
mod programs;
mod puzzles;
mod ratings;
mod rest;
mod reused_ids;
mod secrets;
mod security;
mod sockets;
mod support;
mod tournaments;
mod transcripts;
mod variants;
mod waits;
mod watching;
mod webhooks;
