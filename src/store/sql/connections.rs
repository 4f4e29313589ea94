//! A pool of connections whose statements have a time limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};
use parking_lot::Mutex;
use sqlx::any::{AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::{Any, AnyPool, Describe, Either, Execute, Executor, SqlStr};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio::time::error::Elapsed;

use crate::store::sql::deadline::{in_time, unanswered};
use crate::store::sql::pooled::{PooledConnection, PooledTransaction};

/// Idle time after which a connection is tested before use.
pub(crate) const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// A pool of connections. A statement that the database does not answer in time fails, and its
/// connection is dropped. A caller therefore waits for a bounded time, and a hanging connection
/// does not stay in the pool.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    pool: AnyPool,
    /// The time limit of a statement. `None` for a database that cannot hang.
    limit: Option<Duration>,
    demand: Arc<Demand>,
    idle: Arc<IdleConnections>,
}

/// Connections whose last statement is complete, which wait for the next one outside of the pool.
/// The pool would ping each of them when it returns.
#[derive(Debug, Default)]
struct IdleConnections(Mutex<Vec<(PooledConnection, Instant)>>);

impl IdleConnections {
    /// Returns the connection that was used last. One that was idle for long returns to the pool,
    /// because it may be lost.
    fn take(&self) -> Option<PooledConnection> {
        let (connection, since) = self.0.lock().pop()?;
        (since.elapsed() <= TRUSTED_FOR).then_some(connection)
    }

    fn add(&self, connection: PooledConnection) {
        self.0.lock().push((connection, Instant::now()));
    }

    /// Returns all connections to the pool.
    fn clear(&self) {
        self.0.lock().clear();
    }
}

impl Drop for IdleConnections {
    /// Without a runtime, the connections cannot return to the pool.
    fn drop(&mut self) {
        self.0.get_mut().drain(..).for_each(|(connection, _)| connection.abandon());
    }
}

/// The callers that wait for a connection.
#[derive(Debug, Default)]
struct Demand {
    waiting: AtomicUsize,
    changed: Notify,
}

/// A caller that waits for a connection.
struct Waiting<'a>(&'a Demand);

impl Demand {
    fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_one();
        Waiting(self)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Connections {
    pub(crate) fn new(pool: AnyPool, limit: Option<Duration>) -> Connections {
        Connections { pool, limit, demand: Arc::default(), idle: Arc::default() }
    }

    /// Acquires a connection. Its statements have no time limit of their own, so work on it runs
    /// within [`Connections::in_time`].
    pub(crate) async fn acquire(&self) -> sqlx::Result<PooledConnection> {
        // The caller waits before it looks for an idle connection, so that `release` leaves none
        // that it has missed.
        let _waiting = self.demand.wait();
        match self.idle.take() {
            Some(connection) => Ok(connection),
            None => self.pool.acquire().await.map(PooledConnection::new),
        }
    }

    /// Returns the outcome of a statement. Its connection is left to the next caller after success
    /// and is dropped if the statement has no answer. After an error it returns to the pool with
    /// all idle connections, because they are all lost if the database has ended.
    fn finish<T>(
        &self,
        connection: PooledConnection,
        outcome: Result<sqlx::Result<T>, Elapsed>,
    ) -> sqlx::Result<T> {
        match outcome {
            Ok(answer) => {
                match answer {
                    Ok(_) => self.release(connection),
                    Err(_) => self.idle.clear(),
                }
                answer
            }
            Err(_) => {
                connection.abandon();
                Err(unanswered())
            }
        }
    }

    /// Leaves a connection to the next caller. Its last statement must be complete.
    fn release(&self, connection: PooledConnection) {
        self.idle.add(connection);
        if self.demand.waiting.load(Ordering::Acquire) > 0 || self.pool.is_closed() {
            self.idle.clear();
        }
    }

    /// True if a caller waits for a connection, and all are in use.
    pub(crate) fn is_wanted(&self) -> bool {
        self.demand.waiting.load(Ordering::Acquire) > 0 && self.pool.num_idle() == 0
    }

    /// Completes when a caller waits for a connection, and all are in use. For one holder of a
    /// connection only.
    pub(crate) async fn wanted(&self) {
        while !self.is_wanted() {
            self.demand.changed.notified().await;
        }
    }

    /// Begins a transaction. Its statements have no time limit of their own, so work in it runs
    /// within [`Connections::in_time`].
    pub(crate) async fn begin(&self) -> sqlx::Result<PooledTransaction> {
        let begun = async { PooledTransaction::begin(self.acquire().await?).await };
        self.in_time(begun).await
    }

    /// The time limit of a statement, or of a transaction of the writer.
    pub(crate) fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// Runs work that uses several statements within the time limit of one.
    pub(crate) async fn in_time<T, E: From<sqlx::Error>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        in_time(self.limit, work).await.unwrap_or_else(|_| Err(unanswered().into()))
    }

    pub(crate) async fn close(&self) {
        // The pool is closed at once, so that `release` returns what is in use.
        let closed = self.pool.close();
        self.idle.clear();
        closed.await;
    }
}

impl<'p> Executor<'p> for &'_ Connections {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E: 'q + Execute<'q, Any>>(
        self,
        query: E,
    ) -> BoxStream<'e, sqlx::Result<Either<AnyQueryResult, AnyRow>>> {
        let connections = self.clone();
        let fetched = async move {
            let mut connection = connections.acquire().await?;
            let rows = connection.fetch_many(query).try_collect::<Vec<_>>();
            let outcome = in_time(connections.limit, rows).await;
            connections.finish(connection, outcome)
        };
        let rows = fetched.map(|rows| match rows {
            Ok(rows) => stream::iter(rows).map(Ok).left_stream(),
            Err(error) => stream::once(async { Err(error) }).right_stream(),
        });
        rows.flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E: 'q + Execute<'q, Any>>(
        self,
        query: E,
    ) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>> {
        let connections = self.clone();
        async move {
            let mut connection = connections.acquire().await?;
            let outcome = in_time(connections.limit, connection.fetch_optional(query)).await;
            connections.finish(connection, outcome)
        }
        .boxed()
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement>>
    where
        'p: 'e,
    {
        let connections = self.clone();
        async move {
            let _waiting = connections.demand.wait();
            connections.idle.clear();
            connections.pool.prepare_with(sql, parameters).await
        }
        .boxed()
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Any>>> {
        let connections = self.clone();
        async move {
            let _waiting = connections.demand.wait();
            connections.idle.clear();
            connections.pool.describe(sql).await
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use sqlx::any::AnyPoolOptions;

    use super::*;

    async fn single_connection() -> Connections {
        crate::simulation::database::install_drivers();
        let options = AnyPoolOptions::new().max_connections(1);
        Connections::new(options.connect("sqlite::memory:").await.unwrap(), None)
    }

    async fn select(connections: &Connections, number: i64) -> sqlx::Result<i64> {
        sqlx::query_scalar("select $1").bind(number).fetch_one(connections).await
    }

    #[tokio::test]
    async fn a_complete_statement_leaves_its_connection_to_the_next_one() {
        let connections = single_connection().await;
        for number in 0..3 {
            assert_eq!(select(&connections, number).await.unwrap(), number);
            assert_eq!(connections.idle.0.lock().len(), 1);
        }
        let transaction = connections.begin().await.unwrap();
        assert_eq!(connections.idle.0.lock().len(), 0);
        drop(transaction);
        assert!(sqlx::query("select unknown").execute(&connections).await.is_err());
        assert_eq!(connections.idle.0.lock().len(), 0);
        assert_eq!(select(&connections, 7).await.unwrap(), 7);
        connections.close().await;
        assert!(select(&connections, 8).await.is_err());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn no_caller_waits_while_a_connection_is_idle() {
        let connections = single_connection().await;
        let callers = (0..64).map(|number| {
            let connections = connections.clone();
            tokio::spawn(async move {
                for _ in 0..20 {
                    assert_eq!(select(&connections, number).await.unwrap(), number);
                }
            })
        });
        for outcome in join_all(callers).await {
            outcome.unwrap();
        }
    }
}
