//! Reads match logs: whole logs, entries after a version, and exports of many matches.

use std::collections::{HashMap, VecDeque};

use futures_util::stream::{self, Stream};
use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::matches::{CommandRef, MatchId, RecordedEvent, StoredEvent, public_len};
use chivalry_play::player::PlayerId;

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::matches::lists::Order;
use crate::store::matches::lists::{MatchFilter, MatchRow};
use crate::store::sql::rows::{MultiRowInsert, count, id, json, link_hash, optional_id, time};

/// Number of matches that an export reads per query.
const EXPORTED_AT_ONCE: u32 = 32;

/// A match with its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The row of the match.
    pub row: MatchRow,
    /// The log from version 1.
    pub records: Vec<RecordedEvent>,
}

impl Store {
    /// Returns the whole log of a match, or `None` for an unknown match.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn match_log(&self, id: MatchId) -> Result<Option<Vec<RecordedEvent>>, StoreError> {
        let log = self.events_since(id, 0, u32::MAX).await?;
        Ok(Some(log).filter(|log| !log.is_empty()))
    }

    /// Returns up to `limit` entries of a match log after version `v`. The list is empty for an
    /// unknown match.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn events_since(
        &self,
        id: MatchId,
        v: u32,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let sql = "select v, at, player_id, command_id, body from match_events
                   where match_id = $1 and v > $2 order by v limit $3";
        let rows = sqlx::query(sql)
            .bind(id.0.as_bytes().as_slice())
            .bind(i64::from(v))
            .bind(i64::from(limit))
            .fetch_all(&self.reads)
            .await?;
        Ok(rows.iter().map(recorded).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the whole log of a match as stored, with its hashes, or `None` for an unknown
    /// match.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn written_log(&self, id: MatchId) -> Result<Option<Vec<StoredEvent>>, StoreError> {
        let sql = "select v, at, player_id, command_id, body, hash from match_events
                   where match_id = $1 order by v";
        let rows = sqlx::query(sql).bind(id.0.as_bytes().as_slice()).fetch_all(&self.reads).await?;
        let log = rows.iter().map(stored_event).collect::<sqlx::Result<Vec<_>>>()?;
        Ok(Some(log).filter(|log| !log.is_empty()))
    }

    /// Streams all matches that pass the filter with their logs, oldest first. Open matches are
    /// omitted. The stream reads a few matches at a time as it is polled.
    ///
    /// # Errors
    /// The stream ends after its first error: the database failed, or an entry cannot be decoded.
    pub fn records(
        &self,
        filter: MatchFilter,
    ) -> impl Stream<Item = Result<MatchRecord, StoreError>> + Send + use<> {
        let export = Export {
            store: self.clone(),
            filter,
            after: None,
            read: VecDeque::new(),
            is_over: false,
        };
        stream::try_unfold(export, |mut export| async move {
            Ok(export.next().await?.map(|record| (record, export)))
        })
    }

    async fn logs(
        &self,
        rows: &[MatchRow],
    ) -> Result<HashMap<MatchId, Vec<RecordedEvent>>, StoreError> {
        static SELECT: MultiRowInsert = MultiRowInsert::new(
            "select match_id, v, at, player_id, command_id, body from match_events
                          where match_id in (values",
            1,
            ") order by match_id, v",
        );
        let mut logs: HashMap<MatchId, Vec<RecordedEvent>> = HashMap::with_capacity(rows.len());
        for (sql, chunk) in SELECT.chunks(rows) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for row in chunk {
                select = select.bind(row.id.0.as_bytes().as_slice());
            }
            for row in select.fetch_all(&self.reads).await? {
                let match_id = MatchId(id(&row, "match_id")?);
                logs.entry(match_id).or_default().push(recorded(&row)?);
            }
        }
        Ok(logs)
    }
}

/// A running export.
struct Export {
    store: Store,
    filter: MatchFilter,
    after: Option<MatchId>,
    read: VecDeque<MatchRecord>,
    is_over: bool,
}

impl Export {
    async fn next(&mut self) -> Result<Option<MatchRecord>, StoreError> {
        if self.read.is_empty() && !self.is_over {
            let order = Order::OldestFirst;
            let rows =
                self.store.matches_in(order, &self.filter, EXPORTED_AT_ONCE, self.after).await?;
            self.is_over = rows.len() < EXPORTED_AT_ONCE as usize;
            self.after = rows.last().map(|row| row.id);
            let mut logs = self.store.logs(&rows).await?;
            self.read.extend(rows.into_iter().map(|row| {
                let mut records = logs.remove(&row.id).unwrap_or_default();
                if let Some(now) = self.filter.seen_at {
                    records.truncate(public_len(&records, now));
                }
                MatchRecord { row, records }
            }));
        }
        Ok(self.read.pop_front())
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
