//! The handle to the database: connections, migrations and shared caches.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;
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

/// The timeout of [`Store::is_reachable`].
const REACHABLE_WITHIN: Duration = Duration::from_secs(2);

/// The database. Clones are cheap: they share the connections and the writer.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) migrator: &'static Migrator,
    pub(crate) reads: AnyPool,
    /// The pool of writing connections. With SQLite it has exactly one.
    pub(crate) writes: AnyPool,
    pub(crate) appends: mpsc::Sender<Pending>,
    metrics: StoreMetrics,
    /// The players who may have webhooks. Moves of all other players need no webhook query. The
    /// lock is held for one look-up.
    pub(crate) webhook_owners: Arc<RwLock<HashSet<PlayerId>>>,
    /// Mutes, checked for each chat line and reader. The lock is held for one look-up.
    pub(crate) mutes: Arc<RwLock<Mutes>>,
    /// Notified when a webhook delivery becomes due.
    pub(crate) due: Arc<Notify>,
    /// Notified when a match becomes rateable.
    pub(crate) rateable: Arc<Notify>,
}

impl Store {
    /// Opens the database, creates it if necessary, and migrates it.
    ///
    /// The caller has to spawn the [`Writer`]. Appends wait until it runs.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened or created, or if its schema cannot be
    /// migrated to this version.
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

    /// Migrates the schema to this version. Servers that start at once on one Postgres database
    /// migrate one after another.
    ///
    /// # Errors
    /// Returns an error if a migration fails, or if the database has an unknown migration.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let migrated = self.migrator.run(&self.writes).await;
        migrated.map_err(|error| StoreError::Migration(Arc::new(error)))
    }

    /// Checks that the schema is exactly this version, without changing anything.
    ///
    /// # Errors
    /// Returns [`StoreError::Outdated`], or an error if the database cannot be reached.
    pub async fn check(&self) -> Result<(), StoreError> {
        let sql = "select version from _sqlx_migrations where success order by version";
        let applied: Vec<i64> = match sqlx::query_scalar(sql).fetch_all(&self.reads).await {
            Ok(applied) => applied,
            // The migrations table is missing: the database was never migrated.
            Err(sqlx::Error::Database(_)) => return Err(StoreError::Outdated),
            Err(error) => return Err(error.into()),
        };
        let ours = self.migrator.iter().map(|migration| migration.version);
        if ours.eq(applied) { Ok(()) } else { Err(StoreError::Outdated) }
    }

    /// Returns true if the database answers a query in time.
    pub async fn is_reachable(&self) -> bool {
        let answer = sqlx::query("select 1").execute(&self.reads);
        matches!(tokio::time::timeout(REACHABLE_WITHIN, answer).await, Ok(Ok(_)))
    }

    /// Records that a server was running at `now`. The database keeps the latest time of all
    /// servers.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn beat(&self, now: Timestamp) -> Result<(), StoreError> {
        let sql = "update server_state set last_alive_at = $1
                   where last_alive_at is null or last_alive_at < $1";
        sqlx::query(sql).bind(now.0).execute(&self.writes).await?;
        Ok(())
    }

    /// Returns the latest time passed to [`Store::beat`].
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn last_beat(&self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select last_alive_at from server_state";
        let beat: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.reads).await?;
        Ok(beat.map(Timestamp))
    }

    /// Returns the number of transactions that the writer committed since the store was opened.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.metrics.commits()
    }

    /// Returns the metrics of the store.
    #[must_use]
    pub fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Closes every connection after its current statement. The writer task has to be joined
    /// first.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writes.close().await;
    }
}
