//! Durable state: players, tokens and the log of every match. All SQL of the server is in this
//! folder.
//!
//! Every statement is written once for SQLite and Postgres and runs through sqlx's `Any` driver.
//! Placeholders are `$1` and integers are `bigint`. Flags are 0 or 1, because the driver cannot
//! read a boolean from SQLite. Ids are their 16 bytes. SQLite does not name the violated
//! constraint; the store finds it by reading the tables.
//!
//! One task, the [`Writer`], appends to the logs of all matches. The tables `matches` and
//! `match_seats` are derived from the log in the same transaction.

pub(crate) mod backup;
pub(crate) mod chat;
pub(crate) mod db;
pub(crate) mod doctor;
pub(crate) mod error;
pub(crate) mod lobby;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod metrics;
pub(crate) mod options;
pub(crate) mod players;
pub(crate) mod privacy;
pub(crate) mod puzzles;
pub(crate) mod ratings;
pub(crate) mod signing_keys;
pub(crate) mod sql;
pub(crate) mod tournaments;
pub(crate) mod webhooks;

pub use chivalry_play::matches::MatchStatus;

pub use backup::{BackedUp, BackupError, RestoreError};
pub use chat::NewLine;
pub use db::Store;
pub use doctor::{Examined, Finding, Subject};
pub use error::StoreError;
pub use lobby::challenges::ChallengeRow;
pub use log::append::{Append, SideEffects};
pub use log::match_log::MatchRecord;
pub use log::owners::{DEAD_AFTER, Epoch, LOBBY, NodeId, Orphan, Taken};
pub use log::writer::{AppendError, Writer};
pub use matches::lists::{MatchFilter, MatchRow, Page};
pub use matches::premoves::PremoveChange;
pub use metrics::StoreMetrics;
pub use options::StoreOptions;
pub use players::accounts::PlayerError;
pub use players::moderation::{ChatTimeout, ModeratorAction, ModeratorEntry};
pub use players::tokens::{NewToken, TokenHash, TokenOwner};
pub use privacy::{
    EraseError, Erasure, ExportCursor, ExportItem, ExportPage, Held, PERSONAL_DATA, SECTIONS,
    Section, Shown,
};
pub use puzzles::{PuzzleAttempt, PuzzleFilter, PuzzleRow};
pub use ratings::rated_matches::RatedMatch;
pub use ratings::rebuild::Rebuilt;
pub use ratings::standings::{Encounter, HistoryPoint, Leader, PoolRating};
pub use signing_keys::{KeyRow, SecretKey};
pub use tournaments::tournament_log::{TournamentAppendError, TournamentRow};
pub use webhooks::{Delivery, Due, Webhook};
