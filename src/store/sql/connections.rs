//! A pool of connections whose statements have a time limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};
use sqlx::any::{AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::{Any, AnyPool, Describe, Either, Execute, Executor, SqlStr};
use tokio::sync::Notify;

use crate::store::sql::deadline::{in_time, unanswered};
use crate::store::sql::pooled::{PooledConnection, PooledTransaction};

/// A pool of connections. A statement that the database does not answer in time fails, and its
/// connection is dropped. A caller therefore waits for a bounded time, and a hanging connection
/// does not stay in the pool.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    pool: AnyPool,
    /// The time limit of a statement. `None` for a database that cannot hang.
    limit: Option<Duration>,
    demand: Arc<Demand>,
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
        Connections { pool, limit, demand: Arc::default() }
    }

    /// Acquires a connection. Its statements have no time limit of their own, so work on it runs
    /// within [`Connections::in_time`].
    pub(crate) async fn acquire(&self) -> sqlx::Result<PooledConnection> {
        let _waiting = self.demand.wait();
        self.pool.acquire().await.map(PooledConnection::new)
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
        self.pool.close().await;
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
            match in_time(connections.limit, rows).await {
                Ok(rows) => rows,
                Err(_) => {
                    connection.abandon();
                    Err(unanswered())
                }
            }
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
            match in_time(connections.limit, connection.fetch_optional(query)).await {
                Ok(row) => row,
                Err(_) => {
                    connection.abandon();
                    Err(unanswered())
                }
            }
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
            connections.pool.prepare_with(sql, parameters).await
        }
        .boxed()
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<Any>>> {
        let connections = self.clone();
        async move {
            let _waiting = connections.demand.wait();
            connections.pool.describe(sql).await
        }
        .boxed()
    }
}
