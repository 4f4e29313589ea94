//! Writes any number of appends in one transaction: the events and the rows derived from them.

use std::collections::HashMap;

use sqlx::{Acquire as _, AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{Event, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::store::announcements::announcer::Announcer;
use crate::store::due::insert_due;
use crate::store::log::events::{chain_appends, insert_events};
use crate::store::log::log_heads::{LogHeads, NewHead};
use crate::store::log::owners::{check_owners, insert_fenced, insert_owners_of_created, release};
use crate::store::log::prepared::{CreatedRow, PreparedAppend, WriteError};
use crate::store::matches::imported_games::insert_imported;
use crate::store::matches::imported_tags::search_key;
use crate::store::matches::match_row::result_name;
use crate::store::matches::premoves::write_premoves;
use crate::store::notifications::reminders::write_reminders;
use crate::store::players::conduct::insert_faults;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MAX_ROWS, MultiRowInsert, is_sqlite, unreadable};

/// The result of a transaction of appends.
#[derive(Debug, Default)]
pub(crate) struct BatchOutcome {
    /// True if one of the matches became rateable.
    pub(crate) is_rateable: bool,
    /// Indices of the appends that were refused because another node acquired their matches.
    pub(crate) stale: Vec<usize>,
    /// The log heads after those appends that have entries.
    pub(crate) ends: Vec<NewHead>,
    /// The number of log entries, including those of stale appends.
    pub(crate) entries: usize,
}

/// Writes all appends in one transaction, or none of them. If all appends are plain moves, only
/// the stale ones are refused.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
    heads: &LogHeads,
    announcer: &Announcer,
) -> Result<BatchOutcome, WriteError> {
    let (rows, ends) = chain_appends(connection, appends, heads).await?;
    let is_move = |append: &&PreparedAppend| append.has_only_events();
    if rows.len() <= MAX_ROWS && appends.iter().all(is_move) {
        // A single statement is its own transaction.
        let stale = if appends.iter().any(|append| append.fence().is_some()) {
            insert_fenced(connection, appends, &rows).await
        } else {
            insert_events(connection, &rows).await.map(|()| Vec::new())
        };
        let stale = stale.map_err(WriteError::of_commit)?;
        return Ok(BatchOutcome { is_rateable: false, stale, ends, entries: rows.len() });
    }
    let mut transaction = connection.begin().await?;
    // SQLite waits for other processes only if the transaction starts with a write. Postgres
    // checks the owners first. Otherwise, two nodes that acquired each other's matches could
    // deadlock on the events.
    let is_sqlite = is_sqlite(&transaction);
    let written = async {
        if !is_sqlite {
            check_owners(&mut transaction, appends).await?;
        }
        insert_matches(&mut transaction, appends).await?;
        insert_seats(&mut transaction, appends).await?;
        insert_names(&mut transaction, appends).await?;
        insert_imported(&mut transaction, appends).await?;
        insert_owners_of_created(&mut transaction, appends).await?;
        insert_events(&mut transaction, &rows).await?;
        if is_sqlite {
            check_owners(&mut transaction, appends).await?;
        }
        begin_matches(&mut transaction, appends).await?;
        update_rests(&mut transaction, appends).await?;
        let is_rateable = end_matches(&mut transaction, appends, &ends).await?;
        announcer.insert_results(&mut transaction, appends).await?;
        write_premoves(&mut transaction, appends).await?;
        for append in appends {
            insert_due(&mut transaction, append.match_id.0, &append.due).await?;
            write_reminders(&mut transaction, append).await?;
            insert_faults(&mut transaction, append).await?;
        }
        Ok(is_rateable)
    };
    match written.await {
        Ok(is_rateable) => {
            transaction.commit().await.map_err(WriteError::CommitUnknown)?;
            Ok(BatchOutcome { is_rateable, stale: Vec::new(), ends, entries: rows.len() })
        }
        Err(error) => {
            // If the rollback fails too, the connection is lost and the transaction with it.
            let _ = transaction.rollback().await;
            Err(error)
        }
    }
}

async fn insert_matches(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    static INSERT: MultiRowInsert = MultiRowInsert::new(
        "insert into matches (id, variant, position, time, timed, rated, private,
                                         imported, created_by, create_command, created_at,
                                         watch_delay_ms, variant_hash, speed) values",
        14,
        "",
    );
    let rows: Vec<(MatchId, &CreatedRow)> = appends
        .iter()
        .filter_map(|append| Some((append.match_id, append.created.as_ref()?)))
        .collect();
    for (sql, chunk) in INSERT.chunks(&rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, created) in chunk {
            insert = insert
                .bind(match_id.key())
                .bind(created.variant.as_str())
                .bind(created.position.as_deref())
                .bind(serde_json::to_string(&created.time).map_err(unreadable)?)
                .bind(i64::from(created.time.is_real_time()))
                .bind(i64::from(created.rated))
                .bind(i64::from(created.private))
                .bind(i64::from(created.imported))
                .bind(created.by.key())
                .bind(created.command.as_deref())
                .bind(created.at.0)
                .bind(i64::from(created.watch_delay_ms))
                .bind(created.variant_hash.as_deref())
                .bind(created.time.speed().as_str());
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_seats(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    static INSERT: MultiRowInsert =
        MultiRowInsert::new("insert into match_seats (match_id, seat, player_id) values", 3, "");
    let rows: Vec<(MatchId, Seat, PlayerId)> = appends
        .iter()
        .flat_map(|append| append.seated.iter().map(|(seat, p)| (append.match_id, *seat, *p)))
        .collect();
    for (sql, chunk) in INSERT.chunks(&rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, seat, player) in chunk {
            insert = insert.bind(match_id.key()).bind(seat.index() as i64).bind(player.key());
        }
        insert.execute(&mut *connection).await?;
    }
    let players: Vec<PlayerId> = rows.iter().map(|(_, _, player)| *player).collect();
    // The inserted rows block the erasure of these players until the commit.
    if any_erased(connection, &players).await? { Err(WriteError::Erased) } else { Ok(()) }
}

/// Returns true if one of the players has been erased.
async fn any_erased(connection: &mut AnyConnection, players: &[PlayerId]) -> sqlx::Result<bool> {
    static COUNT: MultiRowInsert = MultiRowInsert::new(
        "select count(*) from players where erased_at is not null and id in (",
        1,
        ")",
    );
    for (sql, chunk) in COUNT.chunks(players) {
        let mut count = sqlx::query_scalar(sql);
        for player in chunk {
            count = count.bind(player.key());
        }
        let erased: i64 = count.fetch_one(&mut *connection).await?;
        if erased > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn insert_names(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    for append in appends {
        for (seat, name) in &append.named {
            let sql = "insert into match_names (match_id, seat, name, name_key)
                       values ($1, $2, $3, $4)";
            sqlx::query(sql)
                .bind(append.match_id.key())
                .bind(seat.index() as i64)
                .bind(name.as_str())
                .bind(search_key(name))
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// Updates the rows of started matches and the deadlines of all matches.
async fn begin_matches(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    static START: MultiRowInsert = MultiRowInsert::new(
        "update matches set status = 'playing', started_at = asked.column2 from (values",
        2,
        ") as asked where id = asked.column1",
    );
    static DEADLINE: MultiRowInsert = MultiRowInsert::new(
        "update matches set deadline_at = asked.column2 from (values",
        2,
        ") as asked where id = asked.column1",
    );
    let started = appends.iter().filter_map(|append| Some((append.match_id, append.started?)));
    // The last deadline of each match applies.
    let deadlines: HashMap<MatchId, Timestamp> =
        appends.iter().filter_map(|append| Some((append.match_id, append.deadline?))).collect();
    let times = [(&START, started.collect()), (&DEADLINE, Vec::from_iter(deadlines))];
    for (update, rows) in times {
        for (sql, chunk) in update.chunks(&rows) {
            let mut update = sqlx::query::<sqlx::Any>(sql);
            for (match_id, at) in chunk {
                update = update.bind(match_id.key()).bind(at.0);
            }
            update.execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Updates the vacations of seats, and removes the deadlines of adjournments that ended.
async fn update_rests(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    for append in appends {
        for (seat, until) in &append.away {
            let sql = "update match_seats set away_until = $3 where match_id = $1 and seat = $2";
            sqlx::query(sql)
                .bind(append.match_id.key())
                .bind(seat.index() as i64)
                .bind(until.0)
                .execute(&mut *connection)
                .await?;
        }
        if append.has_resumed && append.deadline.is_none() {
            let sql = "update matches set deadline_at = null where id = $1";
            sqlx::query(sql).bind(append.match_id.key()).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Updates the rows of ended matches. Returns true if one of them became rateable.
async fn end_matches(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
    ends: &[NewHead],
) -> Result<bool, WriteError> {
    // The player of each seat is looked up by key. Postgres would scan all players for a join.
    static END: MultiRowInsert = MultiRowInsert::new(
        "update matches
         set status = 'ended', ended_at = asked.column2, result = asked.column3,
             termination = asked.column4, plies = asked.column5, deadline_at = null,
             hidden_until = case when watch_delay_ms > 0 and started_at is not null
                                 then asked.column2 + watch_delay_ms end,
             rating_due_at = case when imported = 0 and position is null
                                       and asked.column3 <> 'aborted'
                                       and not exists (
                                           select 1 from match_seats s
                                           where s.match_id = matches.id
                                             and (select p.account_since from players p
                                                  where p.id = s.player_id) is null)
                                  then asked.column2 + watch_delay_ms end
         from (values",
        5,
        ") as asked where id = asked.column1 returning rating_due_at",
    );
    let mut rows = Vec::new();
    let mut given_up = Vec::new();
    for NewHead { append, head } in ends {
        let append = appends[*append];
        let Some(ended) = &append.ended else { continue };
        let plies = match head.plies {
            Some(plies) => i64::from(plies),
            None => plies_of_log(connection, append.match_id).await?,
        };
        rows.push((append.match_id, ended, plies));
        given_up.extend(append.owner.map(|_| append.match_id.0));
    }
    let mut is_rateable = false;
    for (sql, chunk) in END.chunks(&rows) {
        let mut update = sqlx::query_scalar(sql);
        for (match_id, ended, plies) in chunk {
            update = update
                .bind(match_id.key())
                .bind(ended.at.0)
                .bind(result_name(ended.result))
                .bind(ended.termination.as_str())
                .bind(*plies);
        }
        let due_at: Vec<Option<i64>> = update.fetch_all(&mut *connection).await?;
        is_rateable |= due_at.iter().any(Option::is_some);
    }
    release(connection, &given_up).await?;
    Ok(is_rateable)
}

/// Returns the number of plies of a match from its whole log.
async fn plies_of_log(
    connection: &mut AnyConnection,
    match_id: MatchId,
) -> Result<i64, WriteError> {
    let (after_takeback, since) = last_takeback(connection, match_id).await?;
    // The text of an event starts with its kind.
    let sql = r#"select count(*) from match_events
                 where match_id = $1 and v > $2 and body like '{"t":"moved"%'"#;
    let query = sqlx::query_scalar(sql).bind(match_id.key()).bind(since);
    let made: i64 = query.fetch_one(connection).await?;
    Ok(i64::from(after_takeback) + made)
}

/// Returns the number of plies after the last takeback of a match and its version, or `None`
/// without a takeback.
async fn last_takeback(
    connection: &mut AnyConnection,
    match_id: MatchId,
) -> Result<(u32, i64), WriteError> {
    let sql = r#"select v, body from match_events
                 where match_id = $1 and body like '{"t":"took_back"%'
                 order by v desc limit 1"#;
    let row = sqlx::query(sql).bind(match_id.key()).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok((0, 0)) };
    match crate::store::sql::rows::json(&row, "body")? {
        Event::TookBack { ply } => Ok((ply, row.try_get("v")?)),
        _ => Err(unreadable("a takeback says how many plies are left").into()),
    }
}

/// Returns the match that `player` created by `command`.
pub(crate) async fn match_made_by(
    connection: &mut AnyConnection,
    player: PlayerId,
    command: &str,
) -> sqlx::Result<Option<MatchId>> {
    let sql = "select id from matches where created_by = $1 and create_command = $2";
    let row = sqlx::query(sql).bind(player.key()).bind(command).fetch_optional(connection).await?;
    row.map(|row| crate::store::sql::rows::id(&row, "id").map(MatchId)).transpose()
}
