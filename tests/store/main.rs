//! Tests of the store on SQLite and Postgres.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/databases.rs"]
mod databases;
#[path = "../support/finished.rs"]
mod finished;

mod appends;
mod apps;
mod backup;
mod chain;
mod doctor;
mod event_log;
mod explorer;
mod fixtures;
mod lists;
mod migrations;
mod opening;
mod owners;
mod players;
mod privacy;
mod ratings;
mod stuck_database;
mod tournaments;
