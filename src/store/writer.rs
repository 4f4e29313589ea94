//! The one task that writes logs: appends that wait together share a
//! transaction, and each is answered after its commit.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::matches::MatchId;

use super::append::{self, Along, Append, Rows, WriteError};
use super::metrics::StoreMetrics;
use super::premoves::PremoveRows;
use super::{Store, StoreError};

/// How many appends may wait; more wait for room.
const MAILBOX: usize = 4096;

/// How many appends one transaction takes at most.
const BATCH: usize = 512;

/// How long to wait before each further try after trouble that may pass: a
/// file that another process writes, a connection lost.
const RETRIES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(800),
    Duration::from_millis(3_200),
];

/// Why an append is not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The match has an entry of that version already: somebody else wrote it.
    #[error("the match has moved on: a version is taken")]
    Conflict,
    /// The records do not follow the log: a version is left out, there are no
    /// records, or `Created` is not exactly version 1.
    #[error("the records do not follow the match's log")]
    Gap,
    /// The player made a match by the same command before: this one.
    #[error("the same command made match {0} before")]
    CreatedBefore(MatchId),
    /// A player who made the match or sits in it was never stored.
    #[error("a player of the match is unknown")]
    UnknownPlayer,
    /// The database failed for longer than the writer tries. Whether the
    /// records are stored is not known: read the log before going on.
    #[error(transparent)]
    Unavailable(#[from] StoreError),
}

impl Store {
    /// Adds to the end of a match's log, and returns once that is committed.
    ///
    /// When the future is dropped before, the records may be stored or not.
    ///
    /// # Errors
    /// See [`AppendError`]: after all but [`AppendError::Unavailable`], nothing
    /// of the append is stored.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.append_along(append, Along::default()).await
    }

    /// [`Store::append`], with what changes in the same commit.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_along(&self, append: Append, along: Along) -> Result<(), AppendError> {
        let mut rows = Rows::of(&append)?.ok_or(AppendError::Gap)?;
        let (is_due, is_end) = (!along.due.is_empty(), rows.ends());
        rows.due = along.due;
        rows.premoves = PremoveRows::of(&along.premoves)?;
        let (answer, answered) = oneshot::channel();
        let closed = AppendError::Unavailable(StoreError::Closed);
        if self.appends.send(Pending { rows, answer }).await.is_err() {
            return Err(closed);
        }
        let stored = answered.await.unwrap_or(Err(closed));
        if is_due && stored.is_ok() {
            self.due.notify_one();
        }
        if is_end && stored.is_ok() {
            self.ended.notify_one();
        }
        stored
    }
}

/// An append that waits for its commit.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) rows: Rows,
    pub(super) answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The task that writes for every clone of a [`Store`].
#[derive(Debug)]
pub struct Writer {
    mailbox: mpsc::Receiver<Pending>,
    pool: AnyPool,
    metrics: StoreMetrics,
}

pub(super) fn channel(pool: AnyPool, metrics: StoreMetrics) -> (mpsc::Sender<Pending>, Writer) {
    let (appends, mailbox) = mpsc::channel(MAILBOX);
    (appends, Writer { mailbox, pool, metrics })
}

impl Writer {
    /// Writes until `shutdown`, or until every clone of the store is dropped;
    /// then takes no more, and ends when all that was accepted is answered.
    pub async fn run(mut self, shutdown: CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let taken = tokio::select! {
                taken = self.mailbox.recv_many(&mut batch, BATCH) => taken,
                () = shutdown.cancelled(), if !self.mailbox.is_closed() => {
                    self.mailbox.close();
                    continue;
                }
            };
            if taken == 0 {
                break;
            }
            self.settle(&mut batch).await;
        }
    }

    /// Writes `batch`, answers each of its appends and empties it. When one
    /// spoils it for the others, each is tried alone.
    async fn settle(&self, batch: &mut Vec<Pending>) {
        let all: Vec<&Rows> = batch.iter().map(|pending| &pending.rows).collect();
        let stored = self.store(&all, false).await;
        match stored {
            Err(failure) if all.len() > 1 && !is_transient(&failure.error) => {
                for pending in batch.drain(..) {
                    let verdict = self.settle_alone(&pending.rows, failure.is_doubtful).await;
                    pending.tell(verdict);
                }
            }
            stored => {
                let verdict = match (stored, all.as_slice()) {
                    (Ok(()), _) => Ok(()),
                    (Err(failure), [alone]) => self.verdict(alone, failure).await,
                    (Err(failure), _) => Err(unavailable(failure.error)),
                };
                for pending in batch.drain(..) {
                    pending.tell(verdict.clone());
                }
            }
        }
    }

    async fn settle_alone(&self, rows: &Rows, is_doubtful: bool) -> Result<(), AppendError> {
        match self.store(&[rows], is_doubtful).await {
            Ok(()) => Ok(()),
            Err(failure) => self.verdict(rows, failure).await,
        }
    }

    /// Writes `appends` in one transaction, again and again while the trouble
    /// is one that passes.
    async fn store(&self, appends: &[&Rows], mut is_doubtful: bool) -> Result<(), Failure> {
        let mut retries = RETRIES.into_iter();
        loop {
            let began = Instant::now();
            let error = match self.try_once(appends).await {
                Ok(()) => {
                    self.metrics.committed(appends.len(), began.elapsed());
                    return Ok(());
                }
                Err(error) => error,
            };
            is_doubtful |= matches!(error, WriteError::Doubtful(_));
            let Some(wait) = retries.next().filter(|_| is_transient(&error)) else {
                return Err(Failure { error, is_doubtful });
            };
            tracing::warn!(?error, appends = appends.len(), "a commit failed, trying again");
            tokio::time::sleep_until(Instant::now() + wait).await;
        }
    }

    async fn try_once(&self, appends: &[&Rows]) -> Result<(), WriteError> {
        let mut connection = self.pool.acquire().await?;
        let written = append::write(&mut connection, appends).await;
        if matches!(written, Err(WriteError::Doubtful(_))) {
            discard(connection).await;
        }
        written
    }

    /// What became of an append that failed for good.
    async fn verdict(&self, rows: &Rows, failure: Failure) -> Result<(), AppendError> {
        let error = match failure.error {
            WriteError::Gap => return Err(AppendError::Gap),
            WriteError::Refused(error) | WriteError::Doubtful(error) => error,
        };
        let refused = error.as_database_error();
        if refused.is_some_and(|error| error.is_foreign_key_violation()) {
            return Err(AppendError::UnknownPlayer);
        }
        if !refused.is_some_and(|error| error.is_unique_violation()) {
            return Err(StoreError::from(error).into());
        }
        self.rival(rows, failure.is_doubtful).await.map_err(StoreError::from)?
    }

    /// Who has the version, or made the match, that `rows` would have: the
    /// append itself, when its first commit went through unseen.
    async fn rival(&self, rows: &Rows, is_doubtful: bool) -> sqlx::Result<Result<(), AppendError>> {
        let mut connection = self.pool.acquire().await?;
        if is_doubtful && append::is_stored(&mut connection, rows).await? {
            return Ok(Ok(()));
        }
        if let Some((player, command)) = rows.created_by_command() {
            let made = append::match_made_by(&mut connection, player, command).await?;
            if let Some(earlier) = made.filter(|made| *made != rows.match_id) {
                return Ok(Err(AppendError::CreatedBefore(earlier)));
            }
        }
        Ok(Err(AppendError::Conflict))
    }
}

impl Pending {
    fn tell(self, verdict: Result<(), AppendError>) {
        // Who asked may have gone: the append holds all the same.
        let _ = self.answer.send(verdict);
    }
}

/// The last error of an attempt, and whether an earlier commit may have gone
/// through all the same.
struct Failure {
    error: WriteError,
    is_doubtful: bool,
}

fn unavailable(error: WriteError) -> AppendError {
    match error {
        WriteError::Gap => AppendError::Gap,
        WriteError::Refused(error) | WriteError::Doubtful(error) => {
            AppendError::Unavailable(error.into())
        }
    }
}

/// A connection whose commit failed is in a state unknown.
async fn discard(connection: PoolConnection<Any>) {
    let _ = connection.close().await;
}

/// Whether the same transaction may succeed later.
fn is_transient(error: &WriteError) -> bool {
    let error = match error {
        WriteError::Gap => return false,
        WriteError::Refused(error) | WriteError::Doubtful(error) => error,
    };
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
        // SQLite: busy, locked, and their extended codes.
        "5" | "6" | "261" | "262" | "517" | "773" => true,
        // Postgres: serialization failure, deadlock, too many connections,
        // shutdown, crash, not started yet.
        "40001" | "40P01" | "53300" | "57P01" | "57P02" | "57P03" => true,
        // Postgres: connection exceptions.
        code => code.len() == 5 && code.starts_with("08"),
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::{TimeControl, Timestamp};
    use crate::matches::{Event, Recorded};
    use crate::player::PlayerId;
    use crate::rules::PerSeat;
    use crate::store::StoreOptions;

    use super::*;

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
        let record = Recorded { v: 1, at: Timestamp(1), cause: None, event };
        Append { match_id: MatchId(uuid::Uuid::now_v7()), records: vec![record], deadline: None }
    }

    #[tokio::test]
    async fn after_a_doubtful_commit_the_same_rows_are_no_conflict() {
        let directory = tempfile::tempdir().unwrap();
        let (store, writer) = Store::open(&StoreOptions::sqlite(directory.path())).await.unwrap();
        let by = PlayerId(uuid::Uuid::now_v7());
        store.create_guest(by, "guest", Timestamp(1)).await.unwrap();

        let append = created(by);
        let rows = Rows::of(&append).unwrap().unwrap();
        assert!(writer.settle_alone(&rows, false).await.is_ok());
        assert!(writer.settle_alone(&rows, true).await.is_ok());
        let again = writer.settle_alone(&rows, false).await;
        assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");

        let mut other = append.clone();
        other.records[0].at = Timestamp(2);
        let rows = Rows::of(&other).unwrap().unwrap();
        let taken = writer.settle_alone(&rows, true).await;
        assert!(matches!(taken, Err(AppendError::Conflict)), "{taken:?}");

        let log = store.match_log(append.match_id).await.unwrap();
        assert_eq!(log, Some(append.records));
    }

    #[test]
    fn a_code_of_one_database_is_not_taken_for_the_others() {
        assert!(is_transient_code("5") && is_transient_code("08006"));
        assert!(!is_transient_code("23505") && !is_transient_code("2067"));
    }
}
