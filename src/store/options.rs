//! Database options and connection settings.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection as _};
use tokio::time::timeout;

use crate::store::error::StoreError;
use crate::store::sql::connections::{Connections, TRUSTED_FOR};
use crate::store::sql::rows::is_sqlite;

/// The name of the SQLite file.
const SQLITE_FILE: &str = "chivalry.sqlite";

/// Timeout for a free connection.
const CONNECTION_WITHIN: Duration = Duration::from_secs(5);

/// Time within which an idle connection has to answer a ping.
const PING_WITHIN: Duration = Duration::from_secs(1);

/// `synchronous = full` makes a commit durable before it is acknowledged. The entries of a batch
/// fill pages in order, and an index run changes one page per match. A commit writes each page that
/// it changes, so small pages (2 KiB) write less. An existing file keeps the size of its pages. A
/// large write-ahead log (64 MiB, or 128 MiB with pages of 4 KiB) lets one checkpoint cover many
/// batches. The page cache (16 MiB) holds the pages that a few thousand matches change. A larger
/// cache slows down page splits, which scan it. Statement journals stay in memory. Deleted data is
/// overwritten, so that nothing of an erased player remains in the file.
const SQLITE_WRITER: &str = "
    pragma busy_timeout = 5000;
    pragma page_size = 2048;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -16384;
    pragma wal_autocheckpoint = 32768;
    pragma temp_store = memory;
    pragma secure_delete = on;
    pragma foreign_keys = on";

const SQLITE_READER: &str = "
    pragma busy_timeout = 5000;
    pragma query_only = on";

/// The writer's statements find rows by key. Without statistics, as in a new database, Postgres
/// might choose and keep a plan that scans whole tables.
const POSTGRES_WRITER: &str = "
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;";

/// Postgres closes a connection after this silence of its peer, and rolls back its transaction. It
/// does not compile statements, because that takes longer than nearly all of them.
const POSTGRES_CONNECTION: &str = "
    set jit = off;
    set tcp_user_timeout = '15s';
    set tcp_keepalives_idle = 5;
    set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 2;";

/// Postgres cancels abandoned work this long after `database_timeout`.
const CANCEL_AFTER: Duration = Duration::from_secs(1);

/// Database options.
#[derive(Clone, clap::Args)]
pub struct StoreOptions {
    /// Store all data in this Postgres database (postgres://user:password@host/database)
    /// instead of an SQLite file in the data directory
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL", global = true)]
    pub database_url: Option<String>,
    /// The directory of the SQLite file; created if missing
    #[arg(
        long,
        env = "CHIVALRY_DATA_DIR",
        default_value = "data",
        value_name = "DIRECTORY",
        global = true
    )]
    pub data_dir: PathBuf,
    /// Number of connections that read from the database at once
    #[arg(long, env = "CHIVALRY_DATABASE_READERS", default_value_t = 8, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_readers: u32,
    /// Number of connections that write to Postgres at once; SQLite has one
    #[arg(long, env = "CHIVALRY_DATABASE_WRITERS", default_value_t = 4, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_writers: u32,
    /// Time after which a transaction that Postgres does not answer is given up and retried over
    /// another connection, in milliseconds
    #[arg(long, env = "CHIVALRY_DATABASE_TIMEOUT", default_value_t = 5_000, value_name = "MS",
          value_parser = clap::value_parser!(u32).range(100..))]
    pub database_timeout: u32,
    /// Refuse to start on tables of an earlier version instead of migrating them
    #[arg(long, env = "CHIVALRY_CHECK_DATABASE")]
    pub check_database: bool,
}

impl StoreOptions {
    /// The default options for an SQLite file in `data_dir`.
    #[must_use]
    pub fn sqlite(data_dir: impl Into<PathBuf>) -> StoreOptions {
        StoreOptions {
            database_url: None,
            data_dir: data_dir.into(),
            database_readers: 8,
            database_writers: 4,
            database_timeout: 5_000,
            check_database: false,
        }
    }

    /// The default options for the Postgres database at `url`.
    #[must_use]
    pub fn postgres(url: impl Into<String>) -> StoreOptions {
        StoreOptions { database_url: Some(url.into()), ..StoreOptions::sqlite("data") }
    }

    pub(crate) async fn connect(&self) -> Result<Connected, StoreError> {
        #[cfg(not(test))]
        sqlx::any::install_default_drivers();
        #[cfg(test)]
        crate::simulation::database::install_drivers();
        // An empty environment variable counts as unset.
        match self.database_url.as_deref().filter(|url| !url.is_empty()) {
            None => self.connect_sqlite().await,
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                self.connect_postgres(url).await
            }
            #[cfg(test)]
            Some(url) if url.starts_with("simulated://") => {
                crate::simulation::database::connect(url).await
            }
            Some(_) => Err(StoreError::Address),
        }
    }

    async fn connect_sqlite(&self) -> Result<Connected, StoreError> {
        let unusable = |source| StoreError::Directory {
            path: self.data_dir.clone(),
            source: Arc::new(source),
        };
        if self.check_database && !self.data_dir.join(SQLITE_FILE).exists() {
            return Err(StoreError::NoDatabase { path: self.data_dir.clone() });
        }
        std::fs::create_dir_all(&self.data_dir).map_err(unusable)?;
        let directory = self.data_dir.canonicalize().map_err(unusable)?;
        let address: AnyConnectOptions = sqlite_url(&directory.join(SQLITE_FILE)).parse()?;
        let writes = pool(1, SQLITE_WRITER).connect_with(address.clone()).await?;
        let reads = pool(self.database_readers, SQLITE_READER).connect_with(address).await?;
        // A connection to a file does not hang, and lock waits are bounded by `busy_timeout`.
        Ok(Connected::new(true, reads, writes, None))
    }

    async fn connect_postgres(&self, url: &str) -> Result<Connected, StoreError> {
        let address: AnyConnectOptions = url.parse()?;
        let transaction_timeout = Duration::from_millis(self.database_timeout.into());
        let limit = (transaction_timeout + CANCEL_AFTER).as_millis();
        let limits = time_limits(SettingScope::Session, limit);
        let setup = [POSTGRES_CONNECTION, POSTGRES_WRITER, &limits].concat();
        let writes = pool(self.database_writers, &setup).connect_with(address.clone()).await?;
        let reads = pool(self.database_readers, POSTGRES_CONNECTION).connect_with(address).await?;
        Ok(Connected::new(false, reads, writes, Some(transaction_timeout)))
    }
}

impl fmt::Debug for StoreOptions {
    /// Omits the address, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreOptions")
            .field("has_database_url", &self.database_url.is_some())
            .field("data_dir", &self.data_dir)
            .field("database_readers", &self.database_readers)
            .field("database_writers", &self.database_writers)
            .field("database_timeout", &self.database_timeout)
            .field("check_database", &self.check_database)
            .finish()
    }
}

pub(crate) struct Connected {
    pub(crate) is_sqlite: bool,
    pub(crate) reads: Connections,
    pub(crate) writes: Connections,
}

impl Connected {
    /// `limit` is the time after which an unanswered statement or transaction is given up.
    pub(crate) fn new(
        is_sqlite: bool,
        reads: AnyPool,
        writes: AnyPool,
        limit: Option<Duration>,
    ) -> Connected {
        let [reads, writes] = [reads, writes].map(|pool| Connections::new(pool, limit));
        Connected { is_sqlite, reads, writes }
    }
}

/// The validity of a setting of Postgres.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SettingScope {
    Session,
    Transaction,
}

/// Removes the time limits of Postgres for work that may take long.
pub(crate) async fn lift_time_limits(
    connection: &mut AnyConnection,
    scope: SettingScope,
) -> sqlx::Result<()> {
    if !is_sqlite(connection) {
        sqlx::raw_sql(AssertSqlSafe(time_limits(scope, 0))).execute(connection).await?;
    }
    Ok(())
}

/// Sets the time limits of Postgres, in milliseconds. Zero means none.
fn time_limits(scope: SettingScope, limit: u128) -> String {
    let scope = match scope {
        SettingScope::Session => "session",
        SettingScope::Transaction => "local",
    };
    ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
        .map(|setting| format!("set {scope} {setting} = {limit};"))
        .concat()
}

pub(crate) fn pool(connections: u32, setup: &str) -> AnyPoolOptions {
    let setup: Arc<str> = setup.into();
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECTION_WITHIN)
        .test_before_acquire(false)
        .before_acquire(|connection, known| {
            Box::pin(async move {
                if known.idle_for > TRUSTED_FOR {
                    let unanswered = |_| io::Error::from(io::ErrorKind::TimedOut);
                    timeout(PING_WITHIN, connection.ping()).await.map_err(unanswered)??;
                }
                Ok(true)
            })
        })
        .after_connect(move |connection, _| {
            let setup = AssertSqlSafe(Arc::clone(&setup));
            Box::pin(async move {
                sqlx::raw_sql(setup).execute(connection).await?;
                Ok(())
            })
        })
}

/// Returns the file's URL, with special characters escaped.
fn sqlite_url(file: &Path) -> String {
    let path = file.to_string_lossy();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("sqlite://{path}?mode=rwc")
}
