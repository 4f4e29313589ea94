//! Database options and connection settings.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, Connection as _};

use crate::store::error::StoreError;

/// Timeout for a free connection.
const CONNECTION_WITHIN: Duration = Duration::from_secs(5);

/// Idle time after which a connection is tested before use.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// `synchronous = full` makes a commit durable before it is acknowledged. A batch changes one page
/// per match. A large write-ahead log (64 MiB) lets one checkpoint cover many batches. The page
/// cache (16 MiB) holds the pages that a few thousand matches change. A larger cache slows down
/// page splits, which scan it. Statement journals stay in memory.
const SQLITE_WRITER: &str = "
    pragma busy_timeout = 5000;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma cache_size = -16384;
    pragma wal_autocheckpoint = 16384;
    pragma temp_store = memory;
    pragma foreign_keys = on";

const SQLITE_READER: &str = "
    pragma busy_timeout = 5000;
    pragma query_only = on";

/// The writer's statements find rows by key. Without statistics, as in a new database, Postgres
/// might choose and keep a plan that scans whole tables.
const POSTGRES_WRITER: &str = "
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    set jit = off";

/// Database options.
#[derive(Clone, clap::Args)]
pub struct StoreOptions {
    /// Keep everything in this Postgres database (postgres://user:password@host/database)
    /// instead of an SQLite file in the data directory
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// The directory of the SQLite file; made if need be
    #[arg(long, env = "CHIVALRY_DATA_DIR", default_value = "data", value_name = "DIRECTORY")]
    pub data_dir: PathBuf,
    /// Number of connections that read from the database at once
    #[arg(long, env = "CHIVALRY_DATABASE_READERS", default_value_t = 8, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_readers: u32,
    /// Number of connections that write to Postgres at once; SQLite has one
    #[arg(long, env = "CHIVALRY_DATABASE_WRITERS", default_value_t = 4, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub database_writers: u32,
    /// Refuse to start on tables of another version instead of migrating them
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
            check_database: false,
        }
    }

    /// The default options for the Postgres database at `url`.
    #[must_use]
    pub fn postgres(url: impl Into<String>) -> StoreOptions {
        StoreOptions { database_url: Some(url.into()), ..StoreOptions::sqlite("data") }
    }

    pub(crate) async fn connect(&self) -> Result<Connected, StoreError> {
        sqlx::any::install_default_drivers();
        // An empty environment variable counts as unset.
        match self.database_url.as_deref().filter(|url| !url.is_empty()) {
            None => self.connect_sqlite().await,
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                self.connect_postgres(url).await
            }
            Some(_) => Err(StoreError::Address),
        }
    }

    async fn connect_sqlite(&self) -> Result<Connected, StoreError> {
        let unusable = |source| StoreError::Directory {
            path: self.data_dir.clone(),
            source: Arc::new(source),
        };
        std::fs::create_dir_all(&self.data_dir).map_err(unusable)?;
        let directory = self.data_dir.canonicalize().map_err(unusable)?;
        let address: AnyConnectOptions = sqlite_url(&directory.join("chivalry.sqlite")).parse()?;
        let writes = pool(1, SQLITE_WRITER).connect_with(address.clone()).await?;
        let reads = pool(self.database_readers, SQLITE_READER).connect_with(address).await?;
        Ok(Connected { is_sqlite: true, reads, writes })
    }

    async fn connect_postgres(&self, url: &str) -> Result<Connected, StoreError> {
        let address: AnyConnectOptions = url.parse()?;
        let writes = pool(self.database_writers, POSTGRES_WRITER);
        let writes = writes.connect_with(address.clone()).await?;
        let reads = pool(self.database_readers, "").connect_with(address).await?;
        Ok(Connected { is_sqlite: false, reads, writes })
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
            .field("check_database", &self.check_database)
            .finish()
    }
}

pub(crate) struct Connected {
    pub(crate) is_sqlite: bool,
    pub(crate) reads: AnyPool,
    pub(crate) writes: AnyPool,
}

fn pool(connections: u32, setup: &'static str) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECTION_WITHIN)
        .test_before_acquire(false)
        .before_acquire(|connection, known| {
            Box::pin(async move {
                if known.idle_for > TRUSTED_FOR {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .after_connect(move |connection, _| {
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
