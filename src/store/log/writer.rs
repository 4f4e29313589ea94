//! The one task that writes logs: appends that wait together share a
//! transaction, and each is answered after its commit.

use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use chivalry_play::matches::MatchId;

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::log::append;
use crate::store::log::append::{
    Append, End, Outcome, Rows, SideEffects, WriteError, is_busy_code,
};
use crate::store::log::events;
use crate::store::log::log_heads::LogHeads;
use crate::store::matches::premoves::PremoveRows;
use crate::store::metrics::StoreMetrics;
use crate::store::sql::rows::MOST_ROWS;

/// How many appends may wait; more wait for room.
const MAILBOX: usize = 4096;

/// How many appends one transaction takes at most.
const BATCH: usize = 512;

/// How many appends that take statements of their own wait at most, and for how many commits.
const MOST_APART: usize = 16;
const MOST_PASSED: u32 = 4;

/// How many transactions the writer makes before it lets others have its
/// connection: to give one back, and take it again, costs two changes of thread.
const IN_A_ROW: u32 = 16;

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
    /// Another node has taken the match, and only what that appends is stored.
    #[error("another node has taken the match")]
    Stale,
    /// The records do not follow the log: a version is left out, there are no
    /// records, or `Created` is not exactly version 1.
    #[error("the records do not follow the match's log")]
    Gap,
    /// The player made a match by the same command before: this one.
    #[error("the same command made match {0} before")]
    CreatedBefore(MatchId),
    /// A player who made the match or sits in it was never stored, or has been
    /// erased.
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
        self.append_along(&append, SideEffects::default()).await
    }

    /// [`Store::append`], with what changes in the same commit.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub async fn append_along(
        &self,
        append: &Append,
        along: SideEffects,
    ) -> Result<(), AppendError> {
        let mut rows = Rows::of(append)?.ok_or(AppendError::Gap)?;
        let is_due = !along.due.is_empty();
        rows.due = along.due;
        rows.faults = along.faults;
        rows.premoves = PremoveRows::of(&along.premoves)?;
        let stored = self.write(Box::new(rows)).await;
        if is_due && stored.is_ok() {
            self.due.notify_one();
        }
        stored
    }

    /// Hands `rows` to the writer, and returns once they are committed.
    pub(crate) async fn write(&self, rows: Box<Rows>) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let closed = AppendError::Unavailable(StoreError::Closed);
        if self.appends.send(Pending { rows, answer }).await.is_err() {
            return Err(closed);
        }
        answered.await.unwrap_or(Err(closed))
    }
}

/// An append that waits for its commit.
#[derive(Debug)]
pub(crate) struct Pending {
    rows: Box<Rows>,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The task that writes for every clone of a [`Store`].
#[derive(Debug)]
pub struct Writer {
    mailbox: mpsc::Receiver<Pending>,
    pool: AnyPool,
    /// A connection that was not given back, as more waits, and how many
    /// transactions it has made in a row.
    held: Option<(PoolConnection<Any>, u32)>,
    /// How long the last commit took.
    commit_took: Duration,
    tips: LogHeads,
    metrics: StoreMetrics,
    /// Told when a match is to be rated.
    rateable: Arc<Notify>,
}

pub(crate) fn channel(
    pool: AnyPool,
    metrics: StoreMetrics,
    rateable: Arc<Notify>,
) -> (mpsc::Sender<Pending>, Writer) {
    let (appends, mailbox) = mpsc::channel(MAILBOX);
    let (held, commit_took, tips) = (None, Duration::ZERO, LogHeads::default());
    (appends, Writer { mailbox, pool, held, commit_took, tips, metrics, rateable })
}

impl Writer {
    /// Writes until `shutdown`, or until every clone of the store is dropped;
    /// then takes no more, and ends when all that was accepted is answered.
    pub async fn run(mut self, shutdown: CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut apart = SlowLane::default();
        let mut is_lone = true;
        loop {
            if apart.appends.is_empty() {
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
            }
            // Where appends come together, what is ready to run may have more: it goes
            // first, and shares the commit. One that comes alone waits for nobody.
            if !(is_lone && batch.len() == 1) {
                self.gather(&mut batch).await;
            }
            is_lone = batch.len() == 1;
            apart.take_from(&mut batch);
            self.settle(&mut batch).await;
        }
    }

    /// Takes what else comes and has room in one statement, for as long as every turn of those
    /// who may have some brings it, and no longer than a commit takes: nobody then waits for more
    /// than two.
    async fn gather(&mut self, batch: &mut Vec<Pending>) {
        let began = Instant::now();
        while batch.len() < MOST_ROWS {
            tokio::task::yield_now().await;
            let before = batch.len();
            while batch.len() < MOST_ROWS
                && let Ok(pending) = self.mailbox.try_recv()
            {
                batch.push(pending);
            }
            if batch.len() == before || began.elapsed() >= self.commit_took {
                break;
            }
        }
    }

    /// Writes `batch`, answers each of its appends and empties it. When one
    /// spoils it for the others, each is tried alone.
    async fn settle(&mut self, batch: &mut Vec<Pending>) {
        let all: Vec<&Rows> = batch.iter().map(|pending| &*pending.rows).collect();
        let stored = self.store(&all, false).await;
        match stored {
            Err(failure) if all.len() > 1 && !is_transient(&failure.error) => {
                for pending in batch.drain(..) {
                    let verdict = self.settle_alone(&pending.rows, failure.is_doubtful).await;
                    pending.tell(verdict);
                }
            }
            Ok(stored) => {
                for (at, pending) in batch.drain(..).enumerate() {
                    let verdict = self.verdict_in(&stored, at, &pending.rows).await;
                    pending.tell(verdict);
                }
            }
            Err(failure) => {
                let verdict = match (failure, all.as_slice()) {
                    (failure, [alone]) => self.verdict(alone, failure).await,
                    (failure, _) => Err(unavailable(failure.error)),
                };
                for pending in batch.drain(..) {
                    pending.tell(verdict.clone());
                }
            }
        }
    }

    async fn settle_alone(&mut self, rows: &Rows, is_doubtful: bool) -> Result<(), AppendError> {
        match self.store(&[rows], is_doubtful).await {
            Ok(stored) => self.verdict_in(&stored, 0, rows).await,
            Err(failure) => self.verdict(rows, failure).await,
        }
    }

    /// What became of one of the appends of a commit.
    async fn verdict_in(
        &mut self,
        stored: &Stored,
        at: usize,
        rows: &Rows,
    ) -> Result<(), AppendError> {
        if stored.stale.binary_search(&at).is_err() {
            return Ok(());
        }
        let is_doubtful = stored.is_doubtful;
        self.verdict(rows, Failure { error: WriteError::Stale, is_doubtful }).await
    }

    /// Writes `appends` in one transaction, again and again while the trouble
    /// is one that passes.
    async fn store(&mut self, appends: &[&Rows], mut is_doubtful: bool) -> Result<Stored, Failure> {
        let mut retries = RETRIES.into_iter();
        loop {
            let began = Instant::now();
            let error = match self.try_once(appends).await {
                Ok(Outcome { is_rateable, stale, ends }) => {
                    if is_rateable {
                        self.rateable.notify_one();
                    }
                    for End { append, tip } in ends {
                        if stale.binary_search(&append).is_err() {
                            self.tips.remember(appends[append], tip);
                        }
                    }
                    self.commit_took = began.elapsed();
                    self.metrics.committed(appends.len() - stale.len(), self.commit_took);
                    return Ok(Stored { stale, is_doubtful });
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

    async fn try_once(&mut self, appends: &[&Rows]) -> Result<Outcome, WriteError> {
        let (mut connection, in_a_row) = match self.held.take() {
            Some(held) => held,
            None => (self.pool.acquire().await?, 0),
        };
        let written = append::write(&mut connection, appends, &self.tips).await;
        if matches!(written, Err(WriteError::Doubtful(_))) {
            discard(connection).await;
        } else if written.is_ok() && in_a_row < IN_A_ROW && !self.mailbox.is_empty() {
            self.held = Some((connection, in_a_row + 1));
        }
        written
    }

    /// What became of an append that failed for good.
    async fn verdict(&mut self, rows: &Rows, failure: Failure) -> Result<(), AppendError> {
        let error = match failure.error {
            WriteError::Gap => return Err(AppendError::Gap),
            WriteError::Erased => return Err(AppendError::UnknownPlayer),
            WriteError::Stale => {
                let is_stored = failure.is_doubtful && self.is_stored(rows).await?;
                return if is_stored { Ok(()) } else { Err(AppendError::Stale) };
            }
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

    /// Whether the events of an append are in the log. Of an append without any that
    /// is not known: it counts as not stored.
    async fn is_stored(&mut self, rows: &Rows) -> Result<bool, StoreError> {
        if rows.events.is_empty() {
            return Ok(false);
        }
        let mut connection = self.pool.acquire().await?;
        Ok(events::is_stored(&mut connection, rows).await?)
    }

    /// Who has the version, or made the match, that `rows` would have: the
    /// append itself, when its first commit went through unseen.
    async fn rival(
        &mut self,
        rows: &Rows,
        is_doubtful: bool,
    ) -> sqlx::Result<Result<(), AppendError>> {
        let mut connection = self.pool.acquire().await?;
        if is_doubtful && events::is_stored(&mut connection, rows).await? {
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

/// Appends that take statements of their own, as matches that begin and end do: they
/// wait for a few commits of moves, each of which is one statement, and then share one.
#[derive(Debug, Default)]
struct SlowLane {
    appends: Vec<Pending>,
    /// How many commits they have let pass.
    passed: u32,
}

impl SlowLane {
    /// Takes out of `batch` what is to wait, or puts all that waits into it, when there
    /// is nothing else to write or it has waited for long enough.
    fn take_from(&mut self, batch: &mut Vec<Pending>) {
        let waits = |waiting: &[Pending], pending: &Pending| {
            let is_of_same = |other: &Pending| other.rows.match_id == pending.rows.match_id;
            !pending.rows.is_all_in_its_events() || waiting.iter().any(is_of_same)
        };
        let mut at = 0;
        while let Some(pending) = batch.get(at) {
            if waits(&self.appends, pending) {
                self.appends.push(batch.remove(at));
            } else {
                at += 1;
            }
        }
        let is_full = self.appends.len() >= MOST_APART || self.passed >= MOST_PASSED;
        if batch.is_empty() || is_full {
            batch.append(&mut self.appends);
        }
        self.passed = if self.appends.is_empty() { 0 } else { self.passed + 1 };
    }
}

impl Pending {
    fn tell(self, verdict: Result<(), AppendError>) {
        // Who asked may have gone: the append holds all the same.
        let _ = self.answer.send(verdict);
    }
}

/// A commit: which of its appends are stale, and whether an earlier one may have
/// stored those all the same.
struct Stored {
    stale: Vec<usize>,
    is_doubtful: bool,
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
        WriteError::Stale => AppendError::Stale,
        WriteError::Erased => AppendError::UnknownPlayer,
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
        WriteError::Gap | WriteError::Stale | WriteError::Erased => return false,
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
        code if is_busy_code(code) => true,
        // Postgres: serialization failure, deadlock, too many connections,
        // shutdown, crash, not started yet.
        "40001" | "40P01" | "53300" | "57P01" | "57P02" | "57P03" => true,
        // Postgres: connection exceptions.
        code => code.len() == 5 && code.starts_with("08"),
    }
}

#[cfg(test)]
mod tests {
    use crate::store::options::StoreOptions;
    use chivalry_play::clock::{TimeControl, Timestamp};
    use chivalry_play::matches::{Event, RecordedEvent};
    use chivalry_play::player::PlayerId;
    use chivalry_rules::PerSeat;

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
        let record = RecordedEvent { v: 1, at: Timestamp(1), cause: None, event };
        let match_id = MatchId(uuid::Uuid::now_v7());
        Append { match_id, records: vec![record], deadline: None, owner: None }
    }

    /// A database with a guest, in a directory that goes with it.
    async fn opened() -> (tempfile::TempDir, Store, Writer, PlayerId) {
        let directory = tempfile::tempdir().unwrap();
        let options = StoreOptions::sqlite(directory.path());
        let (store, writer) = Store::open(&options).await.unwrap();
        let by = PlayerId(uuid::Uuid::now_v7());
        store.create_guest(by, "guest", Timestamp(1)).await.unwrap();
        (directory, store, writer, by)
    }

    #[tokio::test]
    async fn after_a_doubtful_commit_the_same_rows_are_no_conflict() {
        let (_directory, store, mut writer, by) = opened().await;

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

    #[tokio::test]
    async fn those_that_come_together_share_a_commit_with_those_on_their_way() {
        let (_directory, store, mut writer, by) = opened().await;
        writer.commit_took = Duration::MAX;
        let shutdown = CancellationToken::new();
        let running = tokio::spawn(writer.run(shutdown.clone()));

        let before = store.commits();
        let append_after = |turns: u32| {
            let store = store.clone();
            async move {
                for _ in 0..turns {
                    tokio::task::yield_now().await;
                }
                store.append(created(by)).await.unwrap();
            }
        };
        tokio::join!(append_after(0), append_after(0), append_after(1), append_after(2));
        assert_eq!(store.commits(), before + 1);
        shutdown.cancel();
        running.await.unwrap();
    }

    #[test]
    fn what_takes_statements_of_its_own_lets_a_few_commits_pass() {
        let pending = |rows| Pending { rows: Box::new(rows), answer: oneshot::channel().0 };
        let start = |id| {
            let append =
                Append { match_id: MatchId(uuid::Uuid::from_u128(id)), ..created(nobody()) };
            pending(Rows::of(&append).unwrap().unwrap())
        };
        let plain = |id| {
            let id = MatchId(uuid::Uuid::from_u128(id));
            pending(Rows::without_events(id, None, PremoveRows::default()))
        };
        let ids = |batch: &[Pending]| -> Vec<u128> {
            batch.iter().map(|pending| pending.rows.match_id.0.as_u128()).collect()
        };
        let mut apart = SlowLane::default();
        let mut batch = vec![start(1)];
        apart.take_from(&mut batch);
        assert_eq!(ids(&batch), [1], "nothing else is to be written");

        batch = vec![start(1), plain(2), plain(1)];
        for _ in 0..MOST_PASSED {
            apart.take_from(&mut batch);
            assert_eq!(ids(&batch), [2]);
        }
        apart.take_from(&mut batch);
        assert_eq!(ids(&batch), [2, 1, 1], "in the order in which they came");

        batch = vec![start(1), plain(2)];
        apart.take_from(&mut batch);
        batch = (3..2 + MOST_APART as u128).map(start).collect();
        apart.take_from(&mut batch);
        assert_eq!(batch.len(), MOST_APART);
        assert!(apart.appends.is_empty());
    }

    fn nobody() -> PlayerId {
        PlayerId(uuid::Uuid::nil())
    }

    #[test]
    fn a_code_of_one_database_is_not_taken_for_the_others() {
        assert!(is_transient_code("5") && is_transient_code("08006"));
        assert!(!is_transient_code("23505") && !is_transient_code("2067"));
    }
}
