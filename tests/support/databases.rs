//! Runs a test on SQLite and, if available, on Postgres.
//!
//! `DATABASE_URL` names the Postgres server. Without it, the usual local addresses are tried. With
//! `CHIVALRY_REQUIRE_POSTGRES=1`, a missing server is a failure.

#![allow(dead_code, reason = "each test binary uses its own part of this file")]

use std::io::Write as _;
use std::panic::resume_unwind;
use std::sync::Once;

use chivalry::store::{Store, StoreOptions};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, PgConnection};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const LOCAL: [&str; 2] =
    ["postgres://postgres@localhost:5432/postgres", "postgres://root@localhost:5432/postgres"];

/// An empty database of one test.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    /// The options that open it.
    pub(crate) options: StoreOptions,
    /// `sqlite` or `postgres`, for messages.
    pub(crate) name: &'static str,
    /// The schema's name and application name on Postgres.
    pub(crate) schema: Option<String>,
}

/// A store with its writer running.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) store: Store,
    tasks: JoinSet<()>,
    shutdown: CancellationToken,
}

impl Database {
    /// Opens the store and spawns its writer.
    pub(crate) async fn open(&self) -> Running {
        let (store, writer) = Store::open(&self.options).await.expect("a database to open");
        let shutdown = CancellationToken::new();
        let mut tasks = JoinSet::new();
        tasks.spawn(writer.run(shutdown.clone()));
        Running { store, tasks, shutdown }
    }

    /// Runs a statement on the database, bypassing the store.
    pub(crate) async fn execute(&self, sql: &str) {
        sqlx::any::install_default_drivers();
        let file = self.options.data_dir.join("chivalry.sqlite");
        let address = self.options.database_url.clone();
        let address = address.unwrap_or_else(|| format!("sqlite://{}", file.display()));
        let mut connection = AnyConnection::connect(&address).await.expect("a database");
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await;
        done.expect("a statement that works");
        connection.close().await.expect("a connection to close");
    }
}

impl Running {
    /// Starts the shutdown of the writer.
    pub(crate) fn shut_down(&self) {
        self.shutdown.cancel();
    }

    /// Waits for the writer to finish, then closes every connection.
    pub(crate) async fn stop(self) {
        self.shut_down();
        self.tasks.join_all().await;
        self.store.close().await;
    }

    /// Drops the store and waits for its writer to finish.
    pub(crate) async fn abandon(self) {
        let Running { store, tasks, shutdown: _ } = self;
        drop(store);
        tasks.join_all().await;
    }
}

/// Runs `test` on each available database at once, each time on an empty one.
pub(crate) async fn on_every_database<F>(test: impl Fn(Database) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    tokio::join!(on_sqlite(&test), on_postgres(&test));
}

/// Runs `test` on an SQLite file of its own.
pub(crate) async fn on_sqlite<F>(test: impl Fn(Database) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = StoreOptions::sqlite(directory.path());
    test(Database { options, name: "sqlite", schema: None }).await;
}

/// Runs `test` in a schema of its own, or reports that Postgres is not available.
pub(crate) async fn on_postgres<F>(test: impl Fn(Database) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let Some(server) = postgres().await else {
        say_skipped();
        return;
    };
    let schema = format!("test_{}", Uuid::now_v7().simple());
    run_on(&server, format!("create schema {schema}")).await;
    let and = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{and}options[search_path]={schema}&application_name={schema}");
    let options =
        StoreOptions { database_readers: 4, database_writers: 2, ..StoreOptions::postgres(url) };
    let database = Database { options, name: "postgres", schema: Some(schema.clone()) };
    // The test runs in a task, so that the schema is dropped after a panic too.
    let outcome = tokio::spawn(test(database)).await;
    run_on(&server, format!("drop schema {schema} cascade")).await;
    if let Err(failed) = outcome {
        resume_unwind(failed.into_panic());
    }
}

/// Returns the address of a reachable Postgres server.
pub(crate) async fn postgres() -> Option<String> {
    let given = std::env::var("DATABASE_URL").ok().filter(|url| url.starts_with("postgres"));
    let candidates = match given {
        Some(url) => vec![url],
        None => LOCAL.map(str::to_owned).to_vec(),
    };
    for url in candidates {
        if let Ok(connection) = PgConnection::connect(&url).await {
            let _ = connection.close().await;
            return Some(url);
        }
    }
    None
}

/// Runs a statement on the server, on a separate connection.
pub(crate) async fn run_on(server: &str, sql: String) {
    let mut connection = PgConnection::connect(server).await.expect("a Postgres that answers");
    let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await;
    done.expect("a statement that works");
    connection.close().await.expect("a connection to close");
}

fn say_skipped() {
    static ONCE: Once = Once::new();
    let required = std::env::var("CHIVALRY_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
    assert!(!required, "no Postgres answers, and CHIVALRY_REQUIRE_POSTGRES=1");
    // Writes to the stream directly, because the test harness captures `eprintln!`.
    ONCE.call_once(|| {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no Postgres answers; only SQLite was tested");
    });
}
