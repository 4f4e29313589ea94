//! The handle to the database: connections, migrations and shared caches.

use std::collections::HashSet;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use sqlx::AnyPool;
use sqlx::migrate::Migrator;
use tokio::sync::{Notify, mpsc};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::chat::Mutes;
use crate::store::error::StoreError;
use crate::store::log::writer;
use crate::store::log::writer::{Pending, Writer};
use crate::store::metrics::StoreMetrics;
use crate::store::options::StoreOptions;

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// How long [`Store::is_reachable`] waits for an answer.
const REACHABLE_WITHIN: Duration = Duration::from_secs(2);

/// The database. Cheap to clone: clones share connections and the writer.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) migrator: &'static Migrator,
    pub(crate) reads: AnyPool,
    /// With SQLite, the one connection that writes.
    pub(crate) writes: AnyPool,
    pub(crate) appends: mpsc::Sender<Pending>,
    metrics: StoreMetrics,
    /// Who may have webhooks: nobody else's moves have to look for them. A
    /// plain lock, held for one look-up.
    pub(crate) webhook_owners: Arc<RwLock<HashSet<PlayerId>>>,
    /// Who mutes whom: readers of lines look at it for each. A plain lock, held
    /// for one look-up.
    pub(crate) mutes: Arc<RwLock<Mutes>>,
    /// Told when a delivery becomes due.
    pub(crate) due: Arc<Notify>,
    /// Told when a match is to be rated.
    pub(crate) rateable: Arc<Notify>,
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
            webhook_owners: Arc::default(),
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
        store.load_webhook_owners().await?;
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
