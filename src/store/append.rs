//! What an append writes: the events themselves and what lists derive from
//! them, for any number of appends in one transaction.

use std::sync::LazyLock;

use sqlx::{Acquire as _, AnyConnection, Row as _};

use crate::clock::{TimeControl, Timestamp};
use crate::matches::{Event, MatchId, MatchResult, Origin, Recorded, Termination};
use crate::player::PlayerId;
use crate::rules::Seat;

use super::StoreError;
use super::matches::result_name;
use super::premoves::{PremoveChange, PremoveRows, write_premoves};
use super::rows::{ByRows, unreadable};
use super::webhooks::{Due, insert_due};

/// New entries for the end of one match's log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub match_id: MatchId,
    /// The entries, in order; the first follows the last one stored.
    pub records: Vec<Recorded>,
    /// When the match's clock has to be looked at from then on, where nobody
    /// waits for that in memory ([`Match::deadline`](crate::matches::Match::deadline)).
    pub deadline: Option<Timestamp>,
}

/// What is written in the transaction of an append besides its entries.
#[derive(Clone, Debug, Default)]
pub struct Along {
    /// What players' webhooks are to be told.
    pub due: Vec<Due>,
    /// What seats have ready from then on.
    pub premoves: Vec<PremoveChange>,
}

/// An append as the database will see it.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) match_id: MatchId,
    pub(super) events: Vec<EventRow>,
    created: Option<CreatedRow>,
    seated: Vec<(Seat, PlayerId)>,
    named: Vec<(Seat, String)>,
    started: Option<Timestamp>,
    deadline: Option<Timestamp>,
    ended: Option<EndedRow>,
    pub(super) due: Vec<Due>,
    pub(super) premoves: PremoveRows,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct EventRow {
    pub(super) v: i64,
    at: i64,
    cause: Option<(PlayerId, String)>,
    body: String,
}

#[derive(Debug)]
struct CreatedRow {
    variant: String,
    position: Option<String>,
    time: TimeControl,
    rated: bool,
    private: bool,
    imported: bool,
    watch_delay_ms: u32,
    by: PlayerId,
    command: Option<String>,
    at: Timestamp,
}

#[derive(Debug)]
struct EndedRow {
    at: Timestamp,
    result: MatchResult,
    termination: Termination,
}

/// Why a transaction of appends did not come about.
#[derive(Debug)]
pub(super) enum WriteError {
    /// An append does not follow what is stored.
    Gap,
    /// The statement failed: nothing of the transaction is stored.
    Refused(sqlx::Error),
    /// The commit failed: all of the transaction may be stored, or nothing.
    Doubtful(sqlx::Error),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> WriteError {
        WriteError::Refused(error)
    }
}

impl Rows {
    /// What changes nothing in the log.
    pub(super) fn without_events(match_id: MatchId, premoves: PremoveRows) -> Rows {
        Rows {
            match_id,
            events: Vec::new(),
            created: None,
            seated: Vec::new(),
            named: Vec::new(),
            started: None,
            deadline: None,
            ended: None,
            due: Vec::new(),
            premoves,
        }
    }

    /// `None` when the records can follow no log: there are none, their
    /// versions are not contiguous, or `Created` is not exactly version 1.
    pub(super) fn of(append: &Append) -> Result<Option<Rows>, StoreError> {
        let mut rows = Rows::without_events(append.match_id, PremoveRows::default());
        rows.events.reserve_exact(append.records.len());
        rows.deadline = append.deadline;
        let Some(first) = append.records.first() else { return Ok(None) };
        for (v, record) in (first.v..).zip(&append.records) {
            let is_created = matches!(record.event, Event::Created { .. });
            if record.v != v || is_created != (v == 1) {
                return Ok(None);
            }
            rows.events.push(EventRow::of(record)?);
            rows.derive(record);
        }
        Ok(Some(rows))
    }

    /// Who made the match by which command, when this append makes it.
    pub(super) fn created_by_command(&self) -> Option<(PlayerId, &str)> {
        let created = self.created.as_ref()?;
        Some((created.by, created.command.as_deref()?))
    }

    /// Whether the match ends with it.
    pub(super) fn ends(&self) -> bool {
        self.ended.is_some()
    }

    fn derive(&mut self, Recorded { at, cause, event, .. }: &Recorded) {
        match event {
            Event::Created {
                variant,
                position,
                time,
                rated,
                private,
                by,
                origin,
                watch_delay_ms,
                ..
            } => {
                let imported = origin.as_deref().and_then(Origin::imported);
                let names = imported.into_iter().flat_map(|imported| imported.names().iter());
                let named = |(seat, name): (Seat, &Option<String>)| Some((seat, name.clone()?));
                self.named.extend(names.filter_map(named));
                self.created = Some(CreatedRow {
                    variant: variant.clone(),
                    position: position.clone(),
                    time: *time,
                    rated: *rated,
                    private: *private,
                    imported: imported.is_some(),
                    watch_delay_ms: *watch_delay_ms,
                    by: *by,
                    command: cause.as_ref().map(|cause| cause.id.clone()),
                    at: *at,
                });
            }
            Event::Seated { seat, player } => self.seated.push((*seat, *player)),
            Event::Started => self.started = Some(*at),
            Event::Ended { result, termination } => {
                self.ended = Some(EndedRow { at: *at, result: *result, termination: *termination });
            }
            Event::Moved { .. }
            | Event::Offered { .. }
            | Event::OfferEnded { .. }
            | Event::TookBack { .. }
            | Event::SeatOut { .. }
            | Event::TimeAdded { .. }
            | Event::Rematched { .. }
            | Event::LinkRenewed { .. }
            | Event::LinkRevoked { .. }
            | Event::Paused
            | Event::Resumed => {}
        }
    }
}

impl EventRow {
    fn of(record: &Recorded) -> Result<EventRow, StoreError> {
        Ok(EventRow {
            v: record.v.into(),
            at: record.at.0,
            cause: record.cause.as_ref().map(|cause| (cause.player, cause.id.clone())),
            body: serde_json::to_string(&record.event).map_err(unreadable)?,
        })
    }
}

/// Writes all of `appends`, or nothing, in one transaction.
pub(super) async fn write(
    connection: &mut AnyConnection,
    appends: &[&Rows],
) -> Result<(), WriteError> {
    let mut transaction = connection.begin().await?;
    // The first statement writes: SQLite then waits for another process that
    // writes, which it refuses to do for a transaction that began by reading.
    let written = async {
        insert_matches(&mut transaction, appends).await?;
        insert_seats(&mut transaction, appends).await?;
        insert_names(&mut transaction, appends).await?;
        insert_events(&mut transaction, appends).await?;
        check_predecessors(&mut transaction, appends).await?;
        update_matches(&mut transaction, appends).await?;
        write_premoves(&mut transaction, appends).await?;
        for append in appends {
            insert_due(&mut transaction, append.match_id, &append.due).await?;
        }
        Ok(())
    };
    match written.await {
        Ok(()) => transaction.commit().await.map_err(WriteError::Doubtful),
        Err(error) => {
            // When this fails too, the connection is lost, and all with it.
            let _ = transaction.rollback().await;
            Err(error)
        }
    }
}

async fn insert_events(
    connection: &mut AnyConnection,
    appends: &[&Rows],
) -> Result<(), WriteError> {
    static INSERT: LazyLock<ByRows> = LazyLock::new(|| {
        let into = "insert into match_events (match_id, v, at, player_id, command_id, body) values";
        ByRows::new(into, 6, "")
    });
    let rows: Vec<(MatchId, &EventRow)> = appends
        .iter()
        .flat_map(|append| append.events.iter().map(|event| (append.match_id, event)))
        .collect();
    for (sql, chunk) in INSERT.chunks(&rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, event) in chunk {
            let (player, command) = event.cause.as_ref().map(|(p, c)| (p, c.as_str())).unzip();
            insert = insert
                .bind(match_id.0.as_bytes().as_slice())
                .bind(event.v)
                .bind(event.at)
                .bind(player.map(|player| player.0.as_bytes().as_slice()))
                .bind(command)
                .bind(event.body.as_str());
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Refuses appends that would leave a version out.
async fn check_predecessors(
    connection: &mut AnyConnection,
    appends: &[&Rows],
) -> Result<(), WriteError> {
    static COUNT: LazyLock<ByRows> = LazyLock::new(|| {
        // Both databases name the columns of a list of values so. In SQLite the
        // order of a cross join holds: by key, where `in` reads the whole table.
        let count = "select count(*) from (values";
        let by_key = ") as asked cross join match_events e
                      where e.match_id = asked.column1 and e.v = asked.column2";
        ByRows::new(count, 2, by_key)
    });
    let keys: Vec<(MatchId, i64)> = appends
        .iter()
        .filter_map(|append| Some((append.match_id, append.events.first()?.v - 1)))
        .filter(|(_, before)| *before > 0)
        .collect();
    for (sql, chunk) in COUNT.chunks(&keys) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for (match_id, v) in chunk {
            select = select.bind(match_id.0.as_bytes().as_slice()).bind(*v);
        }
        let found: i64 = select.fetch_one(&mut *connection).await?.try_get(0)?;
        if usize::try_from(found) != Ok(chunk.len()) {
            return Err(WriteError::Gap);
        }
    }
    Ok(())
}

async fn insert_matches(
    connection: &mut AnyConnection,
    appends: &[&Rows],
) -> Result<(), WriteError> {
    static INSERT: LazyLock<ByRows> = LazyLock::new(|| {
        let into = "insert into matches (id, variant, position, time, timed, rated, private,
                                         imported, created_by, create_command, created_at,
                                         watch_delay_ms) values";
        ByRows::new(into, 12, "")
    });
    let rows: Vec<(MatchId, &CreatedRow)> = appends
        .iter()
        .filter_map(|append| Some((append.match_id, append.created.as_ref()?)))
        .collect();
    for (sql, chunk) in INSERT.chunks(&rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, created) in chunk {
            insert = insert
                .bind(match_id.0.as_bytes().as_slice())
                .bind(created.variant.as_str())
                .bind(created.position.as_deref())
                .bind(serde_json::to_string(&created.time).map_err(unreadable)?)
                .bind(i64::from(created.time.is_real_time()))
                .bind(i64::from(created.rated))
                .bind(i64::from(created.private))
                .bind(i64::from(created.imported))
                .bind(created.by.0.as_bytes().as_slice())
                .bind(created.command.as_deref())
                .bind(created.at.0)
                .bind(i64::from(created.watch_delay_ms));
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_seats(connection: &mut AnyConnection, appends: &[&Rows]) -> Result<(), WriteError> {
    static INSERT: LazyLock<ByRows> = LazyLock::new(|| {
        ByRows::new("insert into match_seats (match_id, seat, player_id) values", 3, "")
    });
    let rows: Vec<(MatchId, Seat, PlayerId)> = appends
        .iter()
        .flat_map(|append| append.seated.iter().map(|(seat, p)| (append.match_id, *seat, *p)))
        .collect();
    for (sql, chunk) in INSERT.chunks(&rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, seat, player) in chunk {
            insert = insert
                .bind(match_id.0.as_bytes().as_slice())
                .bind(seat.index() as i64)
                .bind(player.0.as_bytes().as_slice());
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_names(connection: &mut AnyConnection, appends: &[&Rows]) -> Result<(), WriteError> {
    for append in appends {
        for (seat, name) in &append.named {
            let sql = "insert into match_names (match_id, seat, name) values ($1, $2, $3)";
            sqlx::query(sql)
                .bind(append.match_id.0.as_bytes().as_slice())
                .bind(seat.index() as i64)
                .bind(name.as_str())
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

async fn update_matches(
    connection: &mut AnyConnection,
    appends: &[&Rows],
) -> Result<(), WriteError> {
    for append in appends {
        let id = append.match_id.0.as_bytes().as_slice();
        if let Some(at) = append.started {
            let sql = "update matches set status = 'playing', started_at = $2 where id = $1";
            sqlx::query(sql).bind(id).bind(at.0).execute(&mut *connection).await?;
        }
        if let Some(at) = append.deadline {
            let sql = "update matches set deadline_at = $2 where id = $1";
            sqlx::query(sql).bind(id).bind(at.0).execute(&mut *connection).await?;
        }
        if let Some(ended) = &append.ended {
            let (kept, since) = last_taken_back(connection, append.match_id).await?;
            // An event's text begins with its kind.
            let sql = r#"update matches
                set status = 'ended', ended_at = $2, result = $3, termination = $4,
                    deadline_at = null,
                    hidden_until = case when watch_delay_ms > 0 and started_at is not null
                                        then $2 + watch_delay_ms end,
                    rating_due_at = case when imported = 0 and position is null and $3 <> 'aborted'
                                         then $2 + watch_delay_ms end,
                    plies = $5 + (select count(*) from match_events
                                  where match_id = $1 and v > $6 and body like '{"t":"moved"%')
                where id = $1"#;
            sqlx::query(sql)
                .bind(id)
                .bind(ended.at.0)
                .bind(result_name(ended.result))
                .bind(ended.termination.as_str())
                .bind(i64::from(kept))
                .bind(since)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// How many plies the last takeback of a match left, and its version; nothing
/// where none was taken back.
async fn last_taken_back(
    connection: &mut AnyConnection,
    match_id: MatchId,
) -> Result<(u32, i64), WriteError> {
    let sql = r#"select v, body from match_events
                 where match_id = $1 and body like '{"t":"took_back"%'
                 order by v desc limit 1"#;
    let row =
        sqlx::query(sql).bind(match_id.0.as_bytes().as_slice()).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok((0, 0)) };
    match super::rows::json(&row, "body")? {
        Event::TookBack { ply } => Ok((ply, row.try_get("v")?)),
        _ => Err(unreadable("a takeback says how many plies are left").into()),
    }
}

/// The match that `player` made by `command`.
pub(super) async fn match_made_by(
    connection: &mut AnyConnection,
    player: PlayerId,
    command: &str,
) -> sqlx::Result<Option<MatchId>> {
    let sql = "select id from matches where created_by = $1 and create_command = $2";
    let row = sqlx::query(sql)
        .bind(player.0.as_bytes().as_slice())
        .bind(command)
        .fetch_optional(connection)
        .await?;
    row.map(|row| super::rows::id(&row, "id").map(MatchId)).transpose()
}

/// Whether the log holds these very rows.
pub(super) async fn is_stored(connection: &mut AnyConnection, append: &Rows) -> sqlx::Result<bool> {
    let (Some(first), Some(last)) = (append.events.first(), append.events.last()) else {
        return Ok(true);
    };
    let sql = "select v, at, player_id, command_id, body from match_events
               where match_id = $1 and v between $2 and $3 order by v";
    let rows = sqlx::query(sql)
        .bind(append.match_id.0.as_bytes().as_slice())
        .bind(first.v)
        .bind(last.v)
        .fetch_all(connection)
        .await?;
    let stored: sqlx::Result<Vec<EventRow>> = rows
        .iter()
        .map(|row| {
            let player = super::rows::optional_id(row, "player_id")?.map(PlayerId);
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
