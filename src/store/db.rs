//! The connections to the database, and the caches that all handles share.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::RwLock;
use sqlx::migrate::Migrator;
use tokio::sync::{Notify, mpsc};

use chivalry_play::player::PlayerId;

use crate::store::announcements::announcer::Announcer;
use crate::store::error::StoreError;
use crate::store::log::prepared::Pending;
use crate::store::metrics::StoreMetrics;
use crate::store::players::guest_writer::PendingGuest;
use crate::store::sql::connections::Connections;
use crate::store::sql::pooled::PooledTransaction;
use crate::store::sql::rows::is_sqlite;

/// Each pair of a player and a player whose lines they do not read.
pub(crate) type Mutes = HashSet<(PlayerId, PlayerId)>;

/// The connections to the database, the queue of the writer, and the caches.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) migrator: &'static Migrator,
    pub(crate) reads: Connections,
    /// The pool of writing connections. With SQLite it has exactly one.
    pub(crate) writes: Connections,
    pub(crate) appends: mpsc::Sender<Pending>,
    pub(crate) guests: mpsc::Sender<PendingGuest>,
    pub(crate) metrics: StoreMetrics,
    /// The players who may have webhooks. Moves of all other players need no webhook query. The
    /// lock is held for one look-up.
    pub(crate) webhook_owners: Arc<RwLock<HashSet<PlayerId>>>,
    /// Mutes, checked for each chat line and reader. The lock is held for one look-up.
    pub(crate) mutes: Arc<RwLock<Mutes>>,
    pub(crate) announcer: Announcer,
    /// Notified when a webhook delivery becomes due.
    pub(crate) due: Arc<Notify>,
    /// Notified when a notification is stored.
    pub(crate) notified: Arc<Notify>,
    /// Notified when a message to a browser is stored.
    pub(crate) pushed: Arc<Notify>,
    /// Notified when a mail or a request of a recovery is stored.
    pub(crate) mail_due: Arc<Notify>,
    /// Notified when a match becomes rateable.
    pub(crate) rateable: Arc<Notify>,
}

impl Database {
    /// Notifies the senders after the commit of an event that concerns players.
    pub(crate) fn notify_due(&self) {
        self.due.notify_one();
        self.notified.notify_one();
    }

    /// Opens a transaction that reads one consistent snapshot.
    pub(crate) async fn snapshot(&self) -> Result<PooledTransaction, StoreError> {
        let mut transaction = self.reads.begin().await?;
        if !is_sqlite(&transaction) {
            let sql = "set transaction isolation level repeatable read, read only";
            sqlx::query(sql).execute(&mut *transaction).await?;
        }
        Ok(transaction)
    }
}
