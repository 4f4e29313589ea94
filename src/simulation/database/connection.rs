//! A connection to a simulated database. Statements run in SQLite, one at a time, so that a seed
//! always produces the same run.

use std::fmt::Display;
use std::future::pending;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt as _, StreamExt as _};
use log::LevelFilter;
use sqlx::any::{AnyArguments, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo};
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection, Describe, Either, Error, SqlStr};
use sqlx_core::any::AnyConnectionBackend;
use tokio::sync::OwnedSemaphorePermit;
use url::Url;

use crate::simulation::database::driver::Simulated;
use crate::simulation::database::{Line, Outcome, check_texts};

/// The address of a node's connections to the database of a run.
#[derive(Clone, Debug)]
pub(crate) struct ConnectTo(Arc<Line>);

impl FromStr for ConnectTo {
    type Err = Error;

    fn from_str(url: &str) -> Result<ConnectTo, Error> {
        Line::find(url).map(ConnectTo).ok_or(Error::WorkerCrashed)
    }
}

impl ConnectOptions for ConnectTo {
    type Connection = SimulatedConnection;

    fn from_url(url: &Url) -> Result<ConnectTo, Error> {
        url.as_str().parse()
    }

    async fn connect(&self) -> Result<SimulatedConnection, Error> {
        let line = Arc::clone(&self.0);
        line.connected().await?;
        let inner = block_on(line.options().connect())?;
        Ok(SimulatedConnection {
            line,
            inner: Some(inner),
            is_writer: false,
            is_silent: false,
            lock: None,
        })
    }

    fn log_statements(self, _: LevelFilter) -> ConnectTo {
        self
    }

    fn log_slow_statements(self, _: LevelFilter, _: Duration) -> ConnectTo {
        self
    }
}

/// A connection of a node.
#[derive(Debug)]
pub(crate) struct SimulatedConnection {
    line: Arc<Line>,
    /// `None` after the connection broke.
    inner: Option<SqliteConnection>,
    /// True for a connection that was set up to write.
    is_writer: bool,
    /// True if nothing is answered any more.
    is_silent: bool,
    /// The write lock of the database, while a transaction is open.
    lock: Option<OwnedSemaphorePermit>,
}

impl SimulatedConnection {
    /// Runs `work` on the connection, with the delays and faults of the network and the database.
    async fn perform<T>(
        &mut self,
        what: impl Display + Send + Sync,
        work: impl FnOnce(&mut SqliteConnection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.line.detail(format_args!("begins {what}"));
        if self.is_silent {
            return pending().await;
        }
        if self.inner.is_none() {
            return Err(reset());
        }
        let is_write = self.is_writer;
        let outcome = self.line.outcome(is_write).await;
        if let Outcome::Lost { is_silent } = outcome {
            return self.lose(is_silent).await;
        }
        if let Outcome::Refused(error) = outcome {
            return Err(Error::Database(Box::new(error)));
        }
        let lock = match &self.lock {
            None if is_write => Some(self.line.lock().await?),
            _ => None,
        };
        let Some(inner) = &mut self.inner else { return Err(reset()) };
        self.line.detail(format_args!("performs {what}"));
        let done = work(inner);
        if self.get_transaction_depth() > 0 {
            self.lock = lock.or(self.lock.take());
        } else {
            self.lock = None;
            drop(lock);
        }
        match outcome {
            Outcome::AnswerLost { is_silent } => self.lose(is_silent).await,
            _ => {
                self.line.wait_for_answer().await;
                done
            }
        }
    }

    /// Breaks the connection. A silent loss leaves the caller without an answer for ever, and the
    /// database keeps an open transaction for a while.
    async fn lose<T>(&mut self, is_silent: bool) -> Result<T, Error> {
        let rest = (self.inner.take(), self.lock.take());
        self.line.note_loss(is_silent);
        self.is_silent = is_silent;
        if is_silent {
            self.line.end_later(rest);
            return pending().await;
        }
        Err(reset())
    }
}

fn reset() -> Error {
    Error::Io(std::io::ErrorKind::ConnectionReset.into())
}

/// Waits for the thread of a connection to SQLite. Nothing else runs meanwhile.
fn block_on<T>(work: impl Future<Output = T>) -> T {
    futures_executor::block_on(work)
}

impl Connection for SimulatedConnection {
    type Database = Simulated;
    type Options = ConnectTo;

    async fn close(self) -> Result<(), Error> {
        Ok(())
    }

    async fn close_hard(self) -> Result<(), Error> {
        Ok(())
    }

    fn ping(&mut self) -> impl Future<Output = Result<(), Error>> + Send + '_ {
        self.perform("ping", |_| Ok(()))
    }

    async fn begin(&mut self) -> Result<sqlx::Transaction<'_, Simulated>, Error> {
        unreachable!("transactions use the driver-independent interface")
    }

    fn shrink_buffers(&mut self) {}

    async fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn should_flush(&self) -> bool {
        false
    }
}

impl AnyConnectionBackend for SimulatedConnection {
    fn name(&self) -> &str {
        "SQLite"
    }

    fn close(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>> {
        async { Ok(()) }.boxed()
    }

    fn close_hard(self: Box<Self>) -> BoxFuture<'static, Result<(), Error>> {
        async { Ok(()) }.boxed()
    }

    fn ping(&mut self) -> BoxFuture<'_, Result<(), Error>> {
        Connection::ping(self).boxed()
    }

    fn begin(&mut self, statement: Option<SqlStr>) -> BoxFuture<'_, Result<(), Error>> {
        self.perform("begin", |inner| block_on(AnyConnectionBackend::begin(inner, statement)))
            .boxed()
    }

    fn commit(&mut self) -> BoxFuture<'_, Result<(), Error>> {
        let database = self.line.database.upgrade();
        let done = self.perform("commit", move |inner| {
            let mut commit = || block_on(AnyConnectionBackend::commit(inner));
            match database {
                Some(database) => database.commit(commit).transpose(),
                None => commit().map(Some),
            }
        });
        async move {
            match done.await? {
                Some(()) => Ok(()),
                None => pending().await,
            }
        }
        .boxed()
    }

    fn rollback(&mut self) -> BoxFuture<'_, Result<(), Error>> {
        self.perform("rollback", |inner| block_on(AnyConnectionBackend::rollback(inner))).boxed()
    }

    fn start_rollback(&mut self) {
        if let Some(inner) = &mut self.inner
            && block_on(AnyConnectionBackend::rollback(inner)).is_err()
        {
            self.inner = None;
        }
        if self.get_transaction_depth() == 0 {
            self.lock = None;
        }
    }

    fn get_transaction_depth(&self) -> usize {
        self.inner.as_ref().map_or(0, AnyConnectionBackend::get_transaction_depth)
    }

    fn shrink_buffers(&mut self) {}

    fn flush(&mut self) -> BoxFuture<'_, Result<(), Error>> {
        async { Ok(()) }.boxed()
    }

    fn should_flush(&self) -> bool {
        false
    }

    fn fetch_many(
        &mut self,
        query: SqlStr,
        persistent: bool,
        arguments: Option<AnyArguments>,
    ) -> BoxStream<'_, Result<Either<AnyQueryResult, AnyRow>, Error>> {
        if let Err(error) = check_texts(arguments.as_ref()) {
            return stream::once(async { Err(error) }).boxed();
        }
        // The set-up of a connection writes nothing.
        let text = query.as_str().to_owned();
        let makes_writer = text.starts_with("pragma") && !text.contains("query_only = on");
        let done = async move {
            let fetch = move |inner: &mut SqliteConnection| {
                let rows = AnyConnectionBackend::fetch_many(inner, query, persistent, arguments);
                block_on(rows.collect::<Vec<_>>()).into_iter().collect::<Result<Vec<_>, Error>>()
            };
            let done = self.perform(text, fetch).await;
            self.is_writer |= makes_writer;
            done
        };
        let rows = done.map(|done| match done {
            Ok(rows) => stream::iter(rows.into_iter().map(Ok).collect::<Vec<_>>()),
            Err(error) => stream::iter(vec![Err(error)]),
        });
        rows.flatten_stream().boxed()
    }

    fn fetch_optional(
        &mut self,
        query: SqlStr,
        persistent: bool,
        arguments: Option<AnyArguments>,
    ) -> BoxFuture<'_, Result<Option<AnyRow>, Error>> {
        if let Err(error) = check_texts(arguments.as_ref()) {
            return async { Err(error) }.boxed();
        }
        self.perform(query.as_str().to_owned(), move |inner| {
            block_on(AnyConnectionBackend::fetch_optional(inner, query, persistent, arguments))
        })
        .boxed()
    }

    fn describe(&mut self, sql: SqlStr) -> BoxFuture<'_, Result<Describe<sqlx::Any>, Error>> {
        self.perform("describe", move |inner| block_on(AnyConnectionBackend::describe(inner, sql)))
            .boxed()
    }

    fn prepare_with<'c, 'q: 'c>(
        &'c mut self,
        sql: SqlStr,
        parameters: &[AnyTypeInfo],
    ) -> BoxFuture<'c, Result<AnyStatement, Error>> {
        let parameters = parameters.to_vec();
        self.perform("prepare", move |inner| {
            block_on(AnyConnectionBackend::prepare_with(inner, sql, &parameters))
        })
        .boxed()
    }
}
