//! Tests of the store on SQLite and Postgres.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/databases.rs"]
mod databases;
#[path = "../support/finished.rs"]
mod finished;

mod announcements;
mod appends;
mod apps;
mod backup;
mod chain;
mod doctor;
mod event_log;
mod explorer;
mod fixtures;
mod identities;
mod lists;
mod mail;
mod migrations;
mod opening;
mod owners;
mod passkeys;
mod players;
mod privacy;
mod ratings;
mod security;
mod stuck_database;
mod tournaments;
