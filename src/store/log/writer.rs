//! Group commit for match logs.
//!
//! One task writes all logs. Appends that wait together share a transaction. Each append is
//! answered after its commit.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::OptionFuture;
use sqlx::AnyConnection;
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::store::announcements::announcer::{AnnouncementKind, Announcer};
use crate::store::error::StoreError;
use crate::store::log::append::AppendError;
use crate::store::log::events;
use crate::store::log::log_heads::{LogHeads, NewHead};
use crate::store::log::prepared::{Pending, PreparedAppend, WriteError, is_busy_code};
use crate::store::log::slow_lane::SlowLane;
use crate::store::log::transaction;
use crate::store::log::transaction::BatchOutcome;
use crate::store::matches::imported_games::match_of_digest;
use crate::store::metrics::StoreMetrics;
use crate::store::options::Connected;
use crate::store::players::guest_writer::GuestWriter;
use crate::store::sql::connections::Connections;
use crate::store::sql::deadline::{in_time, unanswered};
use crate::store::sql::pooled::PooledConnection;
use crate::store::sql::rows::MAX_ROWS;

/// Capacity of the append queue. Further appends wait for a free slot.
const QUEUE_CAPACITY: usize = 4096;

/// Maximum number of appends per transaction. Plain moves then fit into one statement.
const MAX_BATCH: usize = MAX_ROWS;

/// Number of transactions after which the writer returns its connection to the pool while another
/// caller waits for it.
const MAX_CONSECUTIVE_COMMITS: u32 = 16;

/// Time without appends after which the writer returns its connection to the pool. The pool checks
/// connections that were idle for long.
const HELD_FOR: Duration = Duration::from_secs(1);

/// Delays before the retries after a transient error, such as a locked file or a lost connection.
const RETRIES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(800),
    Duration::from_millis(3_200),
];

/// The task that writes for every clone of a [`Store`](crate::store::Store).
#[derive(Debug)]
pub struct Writer {
    queue: mpsc::Receiver<Pending>,
    connections: Connections,
    /// The connection of the last batch. Each return to the pool and each acquisition would cost a
    /// round trip.
    held_connection: Option<PooledConnection>,
    /// The number of transactions since another caller began to wait for the connection.
    commits_while_wanted: u32,
    /// The duration of the last commit.
    last_commit_time: Duration,
    heads: LogHeads,
    metrics: StoreMetrics,
    /// Notified when a match becomes rateable.
    rateable: Arc<Notify>,
    announcer: Announcer,
    guests: Option<GuestWriter>,
}

pub(crate) fn channel(
    opened: &Connected,
    metrics: StoreMetrics,
    (rateable, announcer): (Arc<Notify>, Announcer),
    guests: GuestWriter,
) -> (mpsc::Sender<Pending>, Writer) {
    let (appends, queue) = mpsc::channel(QUEUE_CAPACITY);
    let writer = Writer {
        queue,
        connections: opened.writes.clone(),
        held_connection: None,
        commits_while_wanted: 0,
        last_commit_time: Duration::ZERO,
        heads: LogHeads::default(),
        metrics,
        rateable,
        announcer,
        guests: Some(guests),
    };
    (appends, writer)
}

impl Writer {
    /// Writes until `shutdown` is cancelled or every clone of the store is dropped. It then
    /// accepts no more work, and returns after all accepted work is answered.
    pub async fn run(mut self, shutdown: CancellationToken) {
        let guests = self.guests.take().map(|guests| guests.run(shutdown.clone()).boxed());
        tokio::join!(self.write_logs(shutdown), OptionFuture::from(guests));
    }

    async fn write_logs(mut self, shutdown: CancellationToken) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        let mut slow_lane = SlowLane::default();
        let mut was_single = true;
        loop {
            if slow_lane.appends.is_empty() {
                let taken = tokio::select! {
                    biased;
                    () = shutdown.cancelled(), if !self.queue.is_closed() => {
                        self.queue.close();
                        continue;
                    }
                    taken = self.queue.recv_many(&mut batch, MAX_BATCH) => taken,
                    () = self.connections.wanted(), if self.held_connection.is_some() => {
                        self.held_connection = None;
                        continue;
                    }
                    () = sleep(HELD_FOR), if self.held_connection.is_some() => {
                        self.held_connection = None;
                        continue;
                    }
                };
                if taken == 0 {
                    break;
                }
            }
            // After a batch with several appends, more tasks may be ready to append. They run
            // first and share the commit. A single append is written at once.
            if !(was_single && batch.len() == 1) {
                self.collect_batch(&mut batch).await;
            }
            was_single = batch.len() == 1;
            slow_lane.exchange_with(&mut batch);
            let oldest = batch.iter().chain(&slow_lane.appends).map(|pending| pending.since).min();
            self.metrics.health.set_waiting(oldest);
            self.write_batch(&mut batch).await;
            self.metrics.health.set_waiting(None);
            self.index_log().await;
        }
    }

    /// Collects more appends for the current batch until none arrive, the statement is full, or
    /// one commit time has passed. An append therefore waits for at most two commits.
    async fn collect_batch(&mut self, batch: &mut Vec<Pending>) {
        let began = Instant::now();
        while batch.len() < MAX_ROWS {
            tokio::task::yield_now().await;
            let before = batch.len();
            while batch.len() < MAX_ROWS
                && let Ok(pending) = self.queue.try_recv()
            {
                batch.push(pending);
            }
            if batch.len() == before || began.elapsed() >= self.last_commit_time {
                break;
            }
        }
    }

    /// Writes `batch`, answers its appends and empties it. If one append fails the transaction,
    /// each append is retried alone.
    async fn write_batch(&mut self, batch: &mut Vec<Pending>) {
        let all: Vec<&PreparedAppend> = batch.iter().map(|pending| &*pending.rows).collect();
        let stored = self.store(&all, false).await;
        match stored {
            Err(failure) if all.len() > 1 && !is_transient(&failure.error) => {
                for pending in batch.drain(..) {
                    let outcome = self.write_one(&pending.rows, failure.may_be_stored).await;
                    pending.reply(outcome);
                }
            }
            Ok(stored) => {
                for (at, pending) in batch.drain(..).enumerate() {
                    let outcome = self.outcome_in_batch(&stored, at, &pending.rows).await;
                    pending.reply(outcome);
                }
            }
            Err(failure) => {
                let outcome = match (failure, all.as_slice()) {
                    (failure, [alone]) => self.outcome(alone, failure).await,
                    (failure, _) => Err(unavailable(failure.error)),
                };
                for pending in batch.drain(..) {
                    pending.reply(outcome.clone());
                }
            }
        }
    }

    async fn write_one(
        &mut self,
        rows: &PreparedAppend,
        may_be_stored: bool,
    ) -> Result<(), AppendError> {
        match self.store(&[rows], may_be_stored).await {
            Ok(stored) => self.outcome_in_batch(&stored, 0, rows).await,
            Err(failure) => self.outcome(rows, failure).await,
        }
    }

    /// Returns the outcome of one append of a committed batch.
    async fn outcome_in_batch(
        &mut self,
        stored: &Stored,
        at: usize,
        rows: &PreparedAppend,
    ) -> Result<(), AppendError> {
        if stored.stale.binary_search(&at).is_err() {
            return Ok(());
        }
        let may_be_stored = stored.may_be_stored;
        self.outcome(rows, Failure { error: WriteError::Stale, may_be_stored }).await
    }

    /// Writes `appends` in one transaction, with retries after transient errors.
    async fn store(
        &mut self,
        appends: &[&PreparedAppend],
        mut may_be_stored: bool,
    ) -> Result<Stored, Failure> {
        let mut retries = RETRIES.into_iter();
        loop {
            let began = Instant::now();
            let error = match self.attempt(appends).await {
                Ok(BatchOutcome { is_rateable, stale, ends, entries }) => {
                    self.heads.advance(entries);
                    if is_rateable {
                        self.rateable.notify_one();
                    }
                    if appends.iter().any(|append| append.ends_match()) {
                        self.announcer.notify(AnnouncementKind::Result);
                    }
                    for NewHead { append, head } in ends {
                        if stale.binary_search(&append).is_err() {
                            let stored = appends[append];
                            self.heads.cache(stored.match_id, stored.ends_match(), head);
                        }
                    }
                    self.metrics.health.record(began, None);
                    self.last_commit_time = began.elapsed();
                    self.metrics.committed(appends.len() - stale.len(), self.last_commit_time);
                    return Ok(Stored { stale, may_be_stored });
                }
                Err(error) => error,
            };
            if matches!(error, WriteError::CommitUnknown(_) | WriteError::EndMoved(_)) {
                self.heads.forget_end();
            }
            if let Some(error) = error.of_database() {
                self.metrics.health.record(began, Some(error));
            }
            may_be_stored |= matches!(error, WriteError::CommitUnknown(_));
            let Some(wait) = retries.next().filter(|_| is_transient(&error)) else {
                return Err(Failure { error, may_be_stored });
            };
            tracing::warn!(?error, appends = appends.len(), "a commit failed, trying again");
            tokio::time::sleep_until(Instant::now() + wait).await;
        }
    }

    async fn attempt(&mut self, appends: &[&PreparedAppend]) -> Result<BatchOutcome, WriteError> {
        let mut connection = self.connection().await?;
        let writing = async {
            self.heads.refresh(&mut connection).await?;
            transaction::write(&mut connection, appends, &self.heads, &self.announcer).await
        };
        let Ok(written) = in_time(self.connections.limit(), writing).await else {
            connection.abandon();
            return Err(WriteError::CommitUnknown(unanswered()));
        };
        match &written {
            Err(WriteError::CommitUnknown(_)) => connection.abandon(),
            Err(_) => {}
            Ok(_) => self.hold(connection),
        }
        written
    }

    /// Returns the held connection, or acquires one.
    async fn connection(&mut self) -> sqlx::Result<PooledConnection> {
        match self.held_connection.take() {
            Some(held) => Ok(held),
            None => self.connections.acquire().await,
        }
    }

    /// Holds the connection for the next batch, unless another caller needs it.
    fn hold(&mut self, connection: PooledConnection) {
        if self.connections.is_wanted() {
            self.commits_while_wanted += 1;
        }
        let limit = if self.queue.is_empty() { 1 } else { MAX_CONSECUTIVE_COMMITS };
        if self.commits_while_wanted >= limit {
            self.commits_while_wanted = 0;
        } else {
            self.held_connection = Some(connection);
        }
    }

    /// Indexes entries of the log in SQLite, if too many are not indexed.
    async fn index_log(&mut self) {
        if self.heads.due_index().is_none() {
            return;
        }
        let indexed = match self.connection().await {
            Ok(connection) => self.index_log_on(connection).await,
            Err(error) => Err(error),
        };
        if let Err(error) = indexed {
            tracing::warn!(%error, "could not index the log");
            self.heads.forget_end();
        }
    }

    async fn index_log_on(&mut self, mut connection: PooledConnection) -> sqlx::Result<()> {
        let Some(end) = self.heads.due_index() else { return Ok(()) };
        match in_time(self.connections.limit(), end.index(&mut connection)).await {
            Ok(indexed) => {
                self.hold(connection);
                indexed
            }
            Err(_) => {
                connection.abandon();
                Err(unanswered())
            }
        }
    }

    /// Returns the outcome of an append after a permanent error.
    async fn outcome(
        &mut self,
        rows: &PreparedAppend,
        failure: Failure,
    ) -> Result<(), AppendError> {
        let error = match failure.error {
            WriteError::Gap => return Err(AppendError::Gap),
            WriteError::Conflict => {
                let conflict = self.conflicting_entry(rows, failure.may_be_stored).await;
                return conflict.map_err(StoreError::from)?;
            }
            WriteError::Erased => return Err(AppendError::UnknownPlayer),
            WriteError::Stale => {
                let is_stored = failure.may_be_stored && self.is_stored(rows).await?;
                return if is_stored { Ok(()) } else { Err(AppendError::Stale) };
            }
            WriteError::EndMoved(error) => return Err(StoreError::from(error).into()),
            WriteError::Refused(error) | WriteError::CommitUnknown(error) => error,
        };
        let refused = error.as_database_error();
        if refused.is_some_and(|error| error.is_foreign_key_violation()) {
            return Err(AppendError::UnknownPlayer);
        }
        if !refused.is_some_and(|error| error.is_unique_violation()) {
            return Err(StoreError::from(error).into());
        }
        self.conflicting_entry(rows, failure.may_be_stored).await.map_err(StoreError::from)?
    }

    /// Returns true if the events of an append are in the log. An append without events counts as
    /// not stored.
    async fn is_stored(&mut self, rows: &PreparedAppend) -> Result<bool, StoreError> {
        if rows.events.is_empty() {
            return Ok(false);
        }
        let mut connection = self.connection().await?;
        match in_time(self.connections.limit(), events::is_stored(&mut connection, rows)).await {
            Ok(is_stored) => Ok(is_stored?),
            Err(_) => {
                connection.abandon();
                Err(unanswered().into())
            }
        }
    }

    /// Finds the entry or the match that conflicts with `rows`. The append itself is stored if an
    /// earlier commit succeeded without an answer.
    async fn conflicting_entry(
        &mut self,
        rows: &PreparedAppend,
        may_be_stored: bool,
    ) -> sqlx::Result<Result<(), AppendError>> {
        let mut connection = self.connection().await?;
        let conflict = conflict(&mut connection, rows, may_be_stored);
        match in_time(self.connections.limit(), conflict).await {
            Ok(outcome) => outcome,
            Err(_) => {
                connection.abandon();
                Err(unanswered())
            }
        }
    }
}

/// Finds the entry or the match that conflicts with `rows`, as [`Writer::conflicting_entry`].
async fn conflict(
    connection: &mut AnyConnection,
    rows: &PreparedAppend,
    may_be_stored: bool,
) -> sqlx::Result<Result<(), AppendError>> {
    if may_be_stored && events::is_stored(connection, rows).await? {
        return Ok(Ok(()));
    }
    if let Some((player, command)) = rows.created_by_command() {
        let made = transaction::match_made_by(connection, player, command).await?;
        if let Some(earlier) = made.filter(|made| *made != rows.match_id) {
            return Ok(Err(AppendError::CreatedBefore(earlier)));
        }
        if rows.imported.is_some()
            && let Some(earlier) = match_of_digest(connection, command).await?
        {
            return Ok(Err(AppendError::CreatedBefore(earlier)));
        }
    }
    Ok(Err(AppendError::Conflict))
}

impl Pending {
    fn reply(self, outcome: Result<(), AppendError>) {
        // The append is stored even if the caller no longer waits.
        let _ = self.answer.send(outcome);
    }
}

/// A committed batch: the indices of stale appends, and a flag for an earlier commit with an
/// unknown outcome.
struct Stored {
    stale: Vec<usize>,
    may_be_stored: bool,
}

/// The last error of an attempt, and a flag for an earlier commit with an unknown outcome.
struct Failure {
    error: WriteError,
    may_be_stored: bool,
}

fn unavailable(error: WriteError) -> AppendError {
    match error {
        WriteError::Gap => AppendError::Gap,
        WriteError::Conflict => AppendError::Conflict,
        WriteError::Stale => AppendError::Stale,
        WriteError::Erased => AppendError::UnknownPlayer,
        WriteError::EndMoved(error)
        | WriteError::Refused(error)
        | WriteError::CommitUnknown(error) => AppendError::Unavailable(error.into()),
    }
}

/// Returns true if a retry of the same transaction may succeed.
fn is_transient(error: &WriteError) -> bool {
    if matches!(error, WriteError::EndMoved(_)) {
        return true;
    }
    let Some(error) = error.of_database() else { return false };
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_transient_code(&code)),
        _ => false,
    }
}

fn is_transient_code(code: &str) -> bool {
    match code {
        code if is_busy_code(code) => true,
        // Postgres: serialization failure, deadlock, too many connections, lock timeout, statement
        // timeout, shutdown, crash, starting up.
        "40001" | "40P01" | "53300" | "55P03" | "57014" | "57P01" | "57P02" | "57P03" => true,
        // Postgres: connection exceptions.
        code => code.len() == 5 && code.starts_with("08"),
    }
}

#[cfg(test)]
mod tests {
    use crate::store::options::StoreOptions;
    use chivalry_play::clock::{TimeControl, Timestamp};
    use chivalry_play::matches::MatchId;
    use chivalry_play::matches::{Event, RecordedEvent};
    use chivalry_play::player::PlayerId;
    use chivalry_rules::PerSeat;

    use super::*;
    use crate::store::Store;
    use crate::store::log::append::Append;

    fn created(by: PlayerId) -> Append {
        let event = Event::Created {
            variant: "chivalry".to_owned(),
            position: None,
            time: TimeControl::Unlimited {},
            rated: false,
            private: false,
            by,
            keys: PerSeat::from_fn(|_| None),
            origin: None,
            watch_delay_ms: 0,
            partner_plays_on: false,
        };
        let record = RecordedEvent { v: 1, at: Timestamp(1), cause: None, event };
        let match_id = MatchId(uuid::Uuid::now_v7());
        Append { match_id, records: vec![record], deadline: None, owner: None }
    }

    /// Opens a database with a guest in a temporary directory.
    async fn opened() -> (tempfile::TempDir, Store, Writer, PlayerId) {
        let directory = tempfile::tempdir().unwrap();
        let options = StoreOptions::sqlite(directory.path());
        let (store, writer) = Store::open(&options).await.unwrap();
        let by = PlayerId(uuid::Uuid::now_v7());
        store.guests().create(by, "guest", Timestamp(1)).await.unwrap();
        (directory, store, writer, by)
    }

    #[tokio::test]
    async fn a_retry_after_an_unknown_commit_outcome_is_no_conflict() {
        let (_directory, store, mut writer, by) = opened().await;

        let append = created(by);
        let rows = PreparedAppend::of(&append).unwrap().unwrap();
        assert!(writer.write_one(&rows, false).await.is_ok());
        assert!(writer.write_one(&rows, true).await.is_ok());
        let again = writer.write_one(&rows, false).await;
        assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");

        let mut other = append.clone();
        other.records[0].at = Timestamp(2);
        let rows = PreparedAppend::of(&other).unwrap().unwrap();
        let taken = writer.write_one(&rows, true).await;
        assert!(matches!(taken, Err(AppendError::Conflict)), "{taken:?}");

        let log = store.log().read(append.match_id).await.unwrap();
        assert_eq!(log, Some(append.records));
    }

    #[tokio::test]
    async fn concurrent_appends_share_one_commit() {
        let (_directory, store, mut writer, by) = opened().await;
        writer.last_commit_time = Duration::MAX;
        let shutdown = CancellationToken::new();
        let running = tokio::spawn(writer.run(shutdown.clone()));

        let before = store.commits();
        let append_after = |turns: u32| {
            let store = store.clone();
            async move {
                for _ in 0..turns {
                    tokio::task::yield_now().await;
                }
                store.log().append(created(by)).await.unwrap();
            }
        };
        tokio::join!(append_after(0), append_after(0), append_after(1), append_after(2));
        assert_eq!(store.commits(), before + 1);
        shutdown.cancel();
        running.await.unwrap();
    }

    #[test]
    fn error_codes_of_the_two_databases_are_not_confused() {
        assert!(is_transient_code("5") && is_transient_code("08006"));
        assert!(!is_transient_code("23505") && !is_transient_code("2067"));
    }
}
