//! Reads match logs: whole logs, entries after a version, and exports of many matches.

use std::collections::{HashMap, VecDeque};

use futures_util::stream::{self, Stream};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use tokio::sync::oneshot;
use tokio::time::Instant;

use chivalry_play::matches::{CommandRef, MatchId, RecordedEvent, StoredEvent, public_len};
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::append::{Append, AppendError, SideEffects};
use crate::store::log::prepared::{Pending, PremoveRows, PreparedAppend};
use crate::store::matches::lists::Matches;
use crate::store::matches::match_filter::{Listing, MatchFilter};
use crate::store::matches::match_row::MatchRow;
use crate::store::matches::quarantine::Quarantine;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, count, id, json, link_hash, optional_id, time};

/// Number of matches that an export reads per query, and holds for a client that reads slowly.
const EXPORTED_AT_ONCE: u32 = 32;

/// A match of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportedMatch {
    /// A match that can be read.
    Readable(Box<MatchRecord>),
    /// A match whose stored data is damaged.
    Damaged(MatchId),
}

/// A match with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The row of the match.
    pub row: MatchRow,
    /// The log from version 1.
    pub records: Vec<RecordedEvent>,
}

/// The logs of matches.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a>(pub(crate) &'a Database);

impl Log<'_> {
    /// Appends to a match log and returns after the commit.
    ///
    /// If the future is dropped earlier, the records may or may not be stored.
    ///
    /// # Errors
    /// See [`AppendError`]. After every error except [`AppendError::Unavailable`], nothing of the
    /// append is stored.
    pub async fn append(self, append: Append) -> Result<(), AppendError> {
        self.append_along(&append, SideEffects::default()).await
    }

    /// Appends like [`Log::append`], with side effects in the same transaction.
    ///
    /// # Errors
    /// Returns the errors of [`Log::append`].
    pub async fn append_along(
        self,
        append: &Append,
        side_effects: SideEffects,
    ) -> Result<(), AppendError> {
        let mut rows = PreparedAppend::of(append)?.ok_or(AppendError::Gap)?;
        let is_due = !side_effects.due.is_empty();
        rows.due = side_effects.due;
        rows.faults = side_effects.faults;
        rows.premoves = PremoveRows::of(&side_effects.premoves)?;
        let stored = self.write(Box::new(rows)).await;
        if is_due && stored.is_ok() {
            self.0.notify_due();
        }
        stored
    }

    /// Sends `rows` to the writer, and returns after the commit.
    pub(crate) async fn write(self, rows: Box<PreparedAppend>) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let closed = AppendError::Unavailable(StoreError::Closed);
        let pending = Pending { rows, since: Instant::now(), answer };
        if self.0.appends.send(pending).await.is_err() {
            return Err(closed);
        }
        answered.await.unwrap_or(Err(closed))
    }

    /// Returns the whole log of a match, or `None` for an unknown match.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn read(self, id: MatchId) -> Result<Option<Vec<RecordedEvent>>, StoreError> {
        let log = self.since(id, 0, u32::MAX).await?;
        Ok(Some(log).filter(|log| !log.is_empty()))
    }

    /// Returns up to `limit` entries of a match log after version `v`. The list is empty for an
    /// unknown match.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn since(
        self,
        id: MatchId,
        v: u32,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        // SQLite would prepare a statement with a parameter as its limit each time.
        let sql = "select v, at, player_id, command_id, body from match_events
                   where match_id = $1 and v > $2 and v <= $3 order by v";
        let rows = sqlx::query(sql)
            .bind(id.key())
            .bind(i64::from(v))
            .bind(i64::from(v) + i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        Ok(rows.iter().map(recorded).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the whole log of a match as stored, with its hashes, or `None` for an unknown
    /// match.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn read_stored(self, id: MatchId) -> Result<Option<Vec<StoredEvent>>, StoreError> {
        let sql = "select v, at, player_id, command_id, body, hash from match_events
                   where match_id = $1 order by v";
        let rows = sqlx::query(sql).bind(id.key()).fetch_all(&self.0.reads).await?;
        let log = rows.iter().map(stored_event).collect::<sqlx::Result<Vec<_>>>()?;
        Ok(Some(log).filter(|log| !log.is_empty()))
    }

    /// Streams all matches that pass the filter with their logs, oldest first. Open matches are
    /// omitted. The stream reads a few matches at a time as it is polled. It quarantines matches
    /// that cannot be decoded.
    ///
    /// # Errors
    /// The stream ends after its first error, a failure of the database.
    pub fn records(
        self,
        filter: MatchFilter,
    ) -> impl Stream<Item = Result<ExportedMatch, StoreError>> + Send + use<> {
        let export = Export {
            db: self.0.clone(),
            filter,
            after: None,
            read: VecDeque::new(),
            is_over: false,
        };
        stream::try_unfold(export, |mut export| async move {
            Ok(export.next().await?.map(|record| (record, export)))
        })
    }

    async fn logs(self, ids: &[MatchId]) -> Result<HashMap<MatchId, ReadLog>, StoreError> {
        static SELECT: MultiRowInsert = MultiRowInsert::new(
            "select match_id, v, at, player_id, command_id, body from match_events
                          where match_id in (",
            1,
            ") order by match_id, v",
        );
        let mut logs: HashMap<MatchId, ReadLog> = HashMap::with_capacity(ids.len());
        for row in SELECT.rows_of(&self.0.reads, ids).await? {
            let match_id = MatchId(id(&row, "match_id")?);
            let log = logs.entry(match_id).or_insert_with(|| Ok(Vec::new()));
            if let Ok(records) = log {
                match recorded(&row) {
                    Ok(record) => records.push(record),
                    Err(error) => *log = Err(error),
                }
            }
        }
        Ok(logs)
    }
}

/// The log of one match, or the error of its first unreadable entry.
type ReadLog = sqlx::Result<Vec<RecordedEvent>>;

/// A running export.
struct Export {
    db: Database,
    filter: MatchFilter,
    after: Option<MatchId>,
    read: VecDeque<ExportedMatch>,
    is_over: bool,
}

impl Export {
    async fn next(&mut self) -> Result<Option<ExportedMatch>, StoreError> {
        if self.read.is_empty() && !self.is_over {
            let matches = Matches(&self.db);
            let page = matches.page_in(Listing::Export, &self.filter, EXPORTED_AT_ONCE, self.after);
            let rows = page.await?;
            self.is_over = rows.len() < EXPORTED_AT_ONCE as usize;
            self.after = rows.last().map(|(id, _)| *id);
            let readable = rows.iter().filter(|(_, row)| row.is_some());
            let ids: Vec<MatchId> = readable.map(|(id, _)| *id).collect();
            let mut logs = Log(&self.db).logs(&ids).await?;
            for (id, row) in rows {
                let log = logs.remove(&id).unwrap_or_else(|| Ok(Vec::new()));
                let exported = self.export(id, row, log).await;
                self.read.push_back(exported);
            }
        }
        Ok(self.read.pop_front())
    }

    async fn export(&self, id: MatchId, row: Option<MatchRow>, log: ReadLog) -> ExportedMatch {
        let Some(row) = row else { return ExportedMatch::Damaged(id) };
        match log {
            Ok(mut records) => {
                if let Some(now) = self.filter.seen_at {
                    records.truncate(public_len(&records, now));
                }
                ExportedMatch::Readable(Box::new(MatchRecord { row, records }))
            }
            Err(error) => {
                Quarantine(&self.db).add(id, error.to_string()).await;
                ExportedMatch::Damaged(id)
            }
        }
    }
}

pub(crate) fn stored_event(row: &AnyRow) -> sqlx::Result<StoredEvent> {
    Ok(StoredEvent {
        v: count(row, "v")?,
        at: time(row, "at")?,
        cause: cause(row)?,
        body: row.try_get("body")?,
        hash: link_hash(row, "hash")?,
    })
}

fn cause(row: &AnyRow) -> sqlx::Result<Option<CommandRef>> {
    let player = optional_id(row, "player_id")?.map(PlayerId);
    let command: Option<String> = row.try_get("command_id")?;
    Ok(player.zip(command).map(|(player, id)| CommandRef { player, id }))
}

fn recorded(row: &AnyRow) -> sqlx::Result<RecordedEvent> {
    Ok(RecordedEvent {
        v: count(row, "v")?,
        at: time(row, "at")?,
        cause: cause(row)?,
        event: json(row, "body")?,
    })
}
