//! Log entries as rows, and their hash chain.

use std::collections::HashMap;

use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Database, Row as _};

use chivalry_play::matches::{CHAIN_START, EntryHash, MatchId};
use chivalry_play::player::PlayerId;

use crate::store::log::event_row::EventRow;
use crate::store::log::log_heads::{LogHead, LogHeads, NewHead};
use crate::store::log::prepared::{PreparedAppend, WriteError};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{
    MultiRowInsert, Placeholders, id, is_sqlite, link_hash, optional_id,
};

/// An entry with its hashes.
#[derive(Debug)]
pub(crate) struct Chained<'a> {
    /// The index of the append.
    pub(crate) append: usize,
    /// The position in the log of SQLite.
    pub(crate) seq: Option<i64>,
    pub(crate) match_id: MatchId,
    pub(crate) event: &'a EventRow,
    pub(crate) hash: EntryHash,
}

/// A statement with positional values.
type Statement<'q> = Query<'q, Any, <Any as Database>::Arguments>;

impl Chained<'_> {
    /// Binds the columns of the entry in table order. In SQLite the position comes first.
    pub(crate) fn bind_columns<'q>(&'q self, insert: Statement<'q>) -> Statement<'q> {
        let Chained { append: _, seq, match_id, event, hash } = self;
        let (player, command) = event.cause.as_ref().map(|(p, c)| (p, c.as_str())).unzip();
        let insert = match seq {
            Some(seq) => insert.bind(*seq),
            None => insert,
        };
        insert
            .bind(match_id.key())
            .bind(event.v)
            .bind(event.at)
            .bind(player.map(|player| player.key()))
            .bind(command)
            .bind(event.body.as_str())
            .bind(hash.as_slice())
    }
}

/// Computes the hashes of the entries of `appends`, and the new log heads. The preceding hashes
/// come from `heads` or from the database. Entries are immutable, so that they can be read before
/// the transaction starts.
///
/// # Errors
/// Returns [`WriteError::Gap`] if an append would skip a version, and [`WriteError::Conflict`] if it
/// would repeat one. Postgres finds repetitions by its key.
pub(crate) async fn chain_appends<'a>(
    connection: &mut AnyConnection,
    appends: &[&'a PreparedAppend],
    heads: &LogHeads,
) -> Result<(Vec<Chained<'a>>, Vec<NewHead>), WriteError> {
    let mut before = Vec::with_capacity(appends.len());
    let mut unknown = Vec::new();
    let mut ends = HashMap::new();
    for append in appends {
        let Some((first, last)) = append.events.first().zip(append.events.last()) else {
            before.push(Before::First);
            continue;
        };
        let v = first.v - 1;
        let owner = append.owner;
        // An append of another owner in the same batch may still be refused as stale.
        let earlier = ends.insert(append.match_id, (last.v, owner));
        let is_after = earlier == Some((v, owner));
        if !is_after && heads.next_seq().is_some() && earlier.is_some_and(|it| it.1 == owner) {
            return Err(WriteError::Conflict);
        }
        before.push(match heads.at(append.match_id, v) {
            _ if v == 0 => Before::First,
            _ if is_after => Before::InBatch,
            Some(head) => Before::Known(head),
            None => {
                unknown.push((append.match_id, v));
                Before::Stored(v)
            }
        });
    }
    let stored = read_hashes(connection, &unknown).await?;
    let is_taken = |(match_id, v): &(MatchId, i64)| stored.contains_key(&(*match_id, v + 1));
    if heads.next_seq().is_some() && unknown.iter().any(is_taken) {
        return Err(WriteError::Conflict);
    }
    let mut seqs = heads.next_seq().into_iter().flat_map(|next| next..);
    let mut heads_of_batch: HashMap<MatchId, LogHead> = HashMap::new();
    let mut chained = Vec::with_capacity(appends.len());
    let mut ends = Vec::with_capacity(appends.len());
    for (at, (append, before)) in appends.iter().zip(before).enumerate() {
        let match_id = append.match_id;
        let Some(last) = append.events.last() else { continue };
        let (mut hash, plies) = match before {
            Before::First => (CHAIN_START, Some(0)),
            Before::Known(head) => (head.hash, head.plies),
            Before::InBatch => {
                let head = heads_of_batch.get(&match_id);
                head.map_or((CHAIN_START, None), |head| (head.hash, head.plies))
            }
            Before::Stored(v) => (*stored.get(&(match_id, v)).ok_or(WriteError::Gap)?, None),
        };
        for event in &append.events {
            hash = event.hash(match_id, &hash);
            chained.push(Chained { append: at, seq: seqs.next(), match_id, event, hash });
        }
        let head = LogHead { v: last.v, hash, plies: append.plies.after(plies) };
        heads_of_batch.insert(match_id, head);
        ends.push(NewHead { append: at, head });
    }
    Ok((chained, ends))
}

/// The entry before an append.
enum Before {
    /// None: the append creates the match, or the log is empty.
    First,
    /// The last entry of an append by the same owner in the same batch.
    InBatch,
    /// An entry that this writer stored.
    Known(LogHead),
    /// The stored entry with that version, if it exists.
    Stored(i64),
}

/// Reads the stored hashes of the entries `keys`, and of those that follow them. Entries from before hash chains have no hash, so
/// that a chain starts after them.
async fn read_hashes(
    connection: &mut AnyConnection,
    keys: &[(MatchId, i64)],
) -> sqlx::Result<HashMap<(MatchId, i64), EntryHash>> {
    // Both databases use these column names for a list of values. SQLite keeps the order of a
    // cross join and looks rows up by key. An `in` clause would scan the whole table.
    static SELECT: MultiRowInsert = MultiRowInsert::new(
        "select e.match_id, e.v, e.hash from (values",
        2,
        ") as asked cross join match_events e
                      where e.match_id = asked.column1 and e.v between asked.column2 and asked.column2 + 1",
    );
    let mut hashes = HashMap::with_capacity(keys.len());
    for (sql, chunk) in SELECT.chunks(keys) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for (match_id, v) in chunk {
            select = select.bind(match_id.key()).bind(*v);
        }
        for row in select.fetch_all(&mut *connection).await? {
            let hash = link_hash(&row, "hash")?.unwrap_or(CHAIN_START);
            hashes.insert((MatchId(id(&row, "match_id")?), row.try_get("v")?), hash);
        }
    }
    Ok(hashes)
}

pub(crate) async fn insert_events(
    connection: &mut AnyConnection,
    rows: &[Chained<'_>],
) -> sqlx::Result<()> {
    static INSERT: MultiRowInsert = MultiRowInsert::every_batch_size(
        "insert into match_events (match_id, v, at, player_id, command_id, body, hash) values",
        7,
        "",
    );
    static INSERT_AT: MultiRowInsert = MultiRowInsert::every_batch_size(
        "insert into event_log (seq, match_id, v, at, player_id, command_id, body, hash) values",
        8,
        "",
    );
    let by_rows = if is_sqlite(connection) { &INSERT_AT } else { &INSERT };
    for (sql, chunk) in by_rows.chunks_with(Placeholders::of(connection), rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for entry in chunk {
            insert = entry.bind_columns(insert);
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns true if the log contains exactly these rows.
pub(crate) async fn is_stored(
    connection: &mut AnyConnection,
    append: &PreparedAppend,
) -> sqlx::Result<bool> {
    let (Some(first), Some(last)) = (append.events.first(), append.events.last()) else {
        return Ok(true);
    };
    let sql = "select v, at, player_id, command_id, body from match_events
               where match_id = $1 and v between $2 and $3 order by v";
    let rows = sqlx::query(sql)
        .bind(append.match_id.key())
        .bind(first.v)
        .bind(last.v)
        .fetch_all(connection)
        .await?;
    let stored: sqlx::Result<Vec<EventRow>> = rows
        .iter()
        .map(|row| {
            let player = optional_id(row, "player_id")?.map(PlayerId);
            let command: Option<String> = row.try_get("command_id")?;
            Ok(EventRow {
                v: row.try_get("v")?,
                at: row.try_get("at")?,
                cause: player.zip(command),
                body: row.try_get("body")?,
            })
        })
        .collect();
    Ok(stored? == append.events)
}
