//! Connections and transactions of a pool. The pool of `sqlx` waits without a limit for a
//! connection that hangs when it is returned, and such a connection never leaves the pool.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Database};
use sqlx_core::transaction::TransactionManager as _;
use tokio::time::timeout;

use crate::scheduling;

/// Time limit of the roll-back and the ping with which a connection returns to its pool.
const RETURN_WITHIN: Duration = Duration::from_secs(1);

type TransactionManager = <Any as Database>::TransactionManager;

/// A connection that returns to its pool when it is dropped. If it hangs then, it is closed.
#[derive(Debug)]
pub(crate) struct PooledConnection(
    /// `Some` until the connection is returned, abandoned or closed.
    Option<PoolConnection<Any>>,
);

impl PooledConnection {
    pub(crate) fn new(connection: PoolConnection<Any>) -> PooledConnection {
        PooledConnection(Some(connection))
    }

    /// Drops a connection whose state is unknown. An orderly close could wait for a server that
    /// does not answer.
    pub(crate) fn abandon(mut self) {
        drop(self.0.take().map(PoolConnection::detach));
    }

    /// Closes the connection in order.
    pub(crate) async fn close(mut self) -> sqlx::Result<()> {
        match self.0.take() {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }
}

impl Deref for PooledConnection {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.0.as_ref().expect("a connection is only taken by value")
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.0.as_mut().expect("a connection is only taken by value")
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        if let Some(mut connection) = self.0.take() {
            let returned = connection.return_to_pool();
            scheduling::spawn(async move { timeout(RETURN_WITHIN, returned).await });
        }
    }
}

/// A transaction on a connection of a pool. It is rolled back when it is dropped.
#[derive(Debug)]
pub(crate) struct PooledTransaction {
    connection: PooledConnection,
    is_open: bool,
}

impl PooledTransaction {
    pub(crate) async fn begin(connection: PooledConnection) -> sqlx::Result<PooledTransaction> {
        // A transaction that is dropped while it begins may be open.
        let mut transaction = PooledTransaction { connection, is_open: true };
        TransactionManager::begin(&mut transaction.connection, None).await?;
        Ok(transaction)
    }

    pub(crate) async fn commit(mut self) -> sqlx::Result<()> {
        TransactionManager::commit(&mut self.connection).await?;
        self.is_open = false;
        Ok(())
    }
}

impl Deref for PooledTransaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for PooledTransaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

impl Drop for PooledTransaction {
    fn drop(&mut self) {
        if self.is_open {
            TransactionManager::start_rollback(&mut self.connection);
        }
    }
}
