//! What is kept for ever: players, their tokens, and the log of every match.
//! The only SQL of the server, for SQLite and Postgres alike.
//!
//! Every statement is written once, for both databases, and runs through
//! sqlx's `Any` driver. What that asks for: placeholders are `$1` (but where
//! moves are written, in `rows`), whole numbers are `bigint` and flags are 0 or
//! 1 (the driver cannot read a boolean from SQLite), ids are their 16 bytes, and
//! a broken constraint is told apart by what is in the tables, not by its name
//! (SQLite has none).
//!
//! A match's log is written by one task, the [`Writer`], many appends to a
//! transaction; everything else is a short statement of its own. The tables
//! `matches` and `match_seats` are derived from the log in the same
//! transaction.

mod analyses;
mod append;
mod applicants;
mod backup;
mod challenges;
mod conduct;
mod doctor;
mod events;
mod keys;
mod logs;
mod matches;
mod metrics;
mod moderation;
mod nodes;
mod options;
mod owners;
mod players;
mod premoves;
mod privacy;
mod puzzles;
mod ratings;
mod rebuild;
mod rows;
mod seeks;
mod standings;
mod tables;
mod talk;
mod tips;
mod tokens;
mod tournaments;
mod variants;
mod webhooks;
mod writer;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::migrate::{MigrateError, Migrator};
use tokio::sync::{Notify, mpsc};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

pub use append::{Along, Append};
pub use backup::{BackedUp, BackupError, RestoreError};
pub use challenges::ChallengeRow;
pub use doctor::{Examined, Finding, Subject};
pub use keys::{KeyRow, SecretKey};
pub use logs::MatchRecord;
pub use matches::{MatchFilter, MatchRow, MatchStatus, Page};
pub use metrics::StoreMetrics;
pub use moderation::{ChatTimeout, ModeratorAction, ModeratorEntry};
pub use options::StoreOptions;
pub use owners::{DEAD_AFTER, Epoch, LOBBY, NodeId, Orphan, Taken};
pub use players::PlayerError;
pub use premoves::PremoveChange;
pub use privacy::{
    EraseError, Erasure, ExportCursor, ExportItem, ExportPage, HELD, Held, SECTIONS, Section, Shown,
};
pub use puzzles::{PuzzleAttempt, PuzzleFilter, PuzzleRow};
pub use ratings::RatedMatch;
pub use rebuild::Rebuilt;
pub use standings::{Encounter, HistoryPoint, Leader, PoolRating};
pub use talk::NewLine;
pub use tokens::{NewToken, TokenHash, TokenOwner};
pub use tournaments::{TournamentAppendError, TournamentRow};
pub use webhooks::{Delivery, Due, Webhook};
pub use writer::{AppendError, Writer};

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// How long [`Store::is_reachable`] waits for an answer.
const REACHABLE_WITHIN: Duration = Duration::from_secs(2);

/// The database. Cheap to clone: clones share connections and the writer.
#[derive(Clone, Debug)]
pub struct Store {
    migrator: &'static Migrator,
    reads: AnyPool,
    /// With SQLite, the one connection that writes.
    writes: AnyPool,
    appends: mpsc::Sender<writer::Pending>,
    metrics: StoreMetrics,
    /// Who may have webhooks: nobody else's moves have to look for them. A
    /// plain lock, held for one look-up.
    hooked: Arc<RwLock<HashSet<PlayerId>>>,
    /// Who mutes whom: readers of lines look at it for each. A plain lock, held
    /// for one look-up.
    mutes: Arc<RwLock<talk::Mutes>>,
    /// Told when a delivery becomes due.
    due: Arc<Notify>,
    /// Told when a match is to be rated.
    rateable: Arc<Notify>,
}

/// The database did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database's address is neither `postgres://` nor `postgresql://`.
    #[error("the database's address must begin with postgres:// or postgresql://")]
    Address,
    /// The data directory can be neither found nor made.
    #[error("the data directory {path} cannot be used: {source}")]
    Directory {
        /// The directory, as it was given.
        path: PathBuf,
        /// What the system said.
        source: Arc<std::io::Error>,
    },
    /// The tables are not those of this version, and were not to be changed.
    #[error("the database's tables are of another version of the server")]
    Outdated,
    /// The tables could not be brought to this version.
    #[error("the database's tables cannot be migrated: {0}")]
    Migration(#[source] Arc<MigrateError>),
    /// The database refused, cannot be reached, or holds what cannot be read.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
    /// The writer has ended: nothing more is stored.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether it is what was read that is at fault, and will be for ever.
    pub(crate) fn is_unreadable(&self) -> bool {
        match self {
            StoreError::Database(error) => {
                matches!(**error, sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. })
            }
            _ => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}

impl Store {
    /// Opens the database, makes it if there is none, and migrates it.
    ///
    /// The [`Writer`] is for the caller to spawn: until it runs, appends wait.
    ///
    /// # Errors
    /// When the database cannot be reached or made, or its tables are not, and
    /// cannot be brought to, this version's.
    pub async fn open(options: &StoreOptions) -> Result<(Store, Writer), StoreError> {
        let opened = options.connect().await?;
        let metrics = StoreMetrics::new();
        let rateable = Arc::new(Notify::new());
        let (appends, writer) =
            writer::channel(opened.writes.clone(), metrics.clone(), Arc::clone(&rateable));
        let store = Store {
            migrator: if opened.is_sqlite { &SQLITE } else { &POSTGRES },
            reads: opened.reads,
            writes: opened.writes,
            appends,
            metrics,
            hooked: Arc::default(),
            mutes: Arc::default(),
            due: Arc::default(),
            rateable,
        };
        if options.check_database {
            store.check().await?;
        } else {
            store.migrate().await?;
        }
        store.load_variants().await?;
        store.load_hooked().await?;
        store.load_mutes().await?;
        Ok((store, writer))
    }

    /// Brings the tables to this version. Servers that start at once on one
    /// Postgres take turns.
    ///
    /// # Errors
    /// When a migration fails, or one that the database has had is not ours.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let migrated = self.migrator.run(&self.writes).await;
        migrated.map_err(|error| StoreError::Migration(Arc::new(error)))
    }

    /// Refuses tables that are not exactly of this version, and changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Outdated`], or when the database cannot be reached.
    pub async fn check(&self) -> Result<(), StoreError> {
        let sql = "select version from _sqlx_migrations where success order by version";
        let applied: Vec<i64> = match sqlx::query_scalar(sql).fetch_all(&self.reads).await {
            Ok(applied) => applied,
            // A database that was never migrated has no such table.
            Err(sqlx::Error::Database(_)) => return Err(StoreError::Outdated),
            Err(error) => return Err(error.into()),
        };
        let ours = self.migrator.iter().map(|migration| migration.version);
        if ours.eq(applied) { Ok(()) } else { Err(StoreError::Outdated) }
    }

    /// Whether the database answers now.
    pub async fn is_reachable(&self) -> bool {
        let answer = sqlx::query("select 1").execute(&self.reads);
        matches!(tokio::time::timeout(REACHABLE_WITHIN, answer).await, Ok(Ok(_)))
    }

    /// Notes that the server is alive at `now`. The latest such time is kept,
    /// whichever server of several it came from.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&self, now: Timestamp) -> Result<(), StoreError> {
        let sql = "update server_state set last_alive_at = $1
                   where last_alive_at is null or last_alive_at < $1";
        sqlx::query(sql).bind(now.0).execute(&self.writes).await?;
        Ok(())
    }

    /// The latest time given to [`Store::beat`].
    ///
    /// # Errors
    /// When the database fails.
    pub async fn last_beat(&self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select last_alive_at from server_state";
        let beat: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.reads).await?;
        Ok(beat.map(Timestamp))
    }

    /// Transactions that the writer has committed since the store was opened.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.metrics.commits()
    }

    /// What the store counts of its own work.
    #[must_use]
    pub fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Closes every connection, once what runs on them is done. The writer's
    /// task is to be joined first.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }
}
