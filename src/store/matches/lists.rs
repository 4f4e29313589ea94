//! Lists of matches, from the tables derived from their logs.

use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Row as _};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{MatchId, MatchResult, MatchStatus, Termination};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::{PerSeat, Seat};
use chivalry_tournament::TournamentId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::matches::quarantine::Quarantine;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{
    count, flag, id, json, named, optional_count, optional_id, optional_time, time, unreadable,
};

/// The row of a match in lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The match.
    pub id: MatchId,
    /// The variant's pin.
    pub variant: String,
    /// The start position, if it is not the usual array.
    pub position: Option<String>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// True if lists omit the match while a seat is free.
    pub private: bool,
    /// The status.
    pub status: MatchStatus,
    /// The creator.
    pub created_by: PlayerId,
    /// The creation time.
    pub created_at: Timestamp,
    /// The time when the last seat was taken.
    pub started_at: Option<Timestamp>,
    /// The end time.
    pub ended_at: Option<Timestamp>,
    /// The result of an ended match.
    pub result: Option<MatchResult>,
    /// The reason of the end.
    pub termination: Option<Termination>,
    /// Number of plies of an ended match, including passes.
    pub plies: Option<u32>,
    /// The time until which only the players see the result.
    pub hidden_until: Option<Timestamp>,
    /// The players by seat.
    pub seats: PerSeat<Option<Player>>,
    /// True if the match was imported.
    pub imported: bool,
    /// The known player names of an imported match.
    pub names: PerSeat<Option<String>>,
}

/// Conditions for a list of matches. A match has to meet all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// The variant's name, with any hash.
    pub variant: Option<String>,
    /// A seated player.
    pub player: Option<PlayerId>,
    /// The status.
    pub status: Option<MatchStatus>,
    /// The earliest creation time, inclusive.
    pub since: Option<Timestamp>,
    /// The latest creation time, exclusive.
    pub until: Option<Timestamp>,
    /// Rated matches, or unrated ones.
    pub rated: Option<bool>,
    /// The result.
    pub result: Option<MatchResult>,
    /// Imported matches, or matches played on this server.
    pub imported: Option<bool>,
    /// Real-time matches, or matches without a real-time clock. A real-time clock stops while the
    /// server is down.
    pub timed: Option<bool>,
    /// The tournament.
    pub tournament: Option<TournamentId>,
    /// Hides results that are not public at this time. `None` shows all results.
    pub seen_at: Option<Timestamp>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items of the page.
    pub items: Vec<T>,
    /// The cursor of the next page, or `None` on the last page.
    pub next: Option<MatchId>,
}

impl MatchRow {
    /// Removes a result that is not public at `now`.
    fn hide(&mut self, now: Timestamp) {
        if self.hidden_until.is_some_and(|until| until > now) {
            self.status = MatchStatus::Playing;
            (self.ended_at, self.result, self.termination, self.plies) = (None, None, None, None);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Order of lists, which omit private open matches.
    NewestFirst,
    /// Order of exports, which omit open matches.
    OldestFirst,
}

/// The rows of matches.
#[derive(Clone, Copy, Debug)]
pub struct Matches<'a>(pub(crate) &'a Database);

impl Matches<'_> {
    /// Returns the row of a match, private or not.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn row(self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        let mut conditions = Conditions::new();
        conditions.and("m.id = ", id.key(), "");
        let rows = self.select_matches(conditions, Order::NewestFirst, 1).await?;
        Ok(rows.into_iter().next().map(|selected| selected.row).transpose()?)
    }

    /// Returns up to `limit` matches that pass the filter, newest first. Private matches with a
    /// free seat and damaged matches are omitted. `cursor` is the `next` of the previous page.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn page(
        self,
        filter: &MatchFilter,
        limit: u32,
        cursor: Option<MatchId>,
    ) -> Result<Page<MatchRow>, StoreError> {
        // One extra row shows if there is a next page.
        let ask = limit.saturating_add(1);
        let mut items = self.page_in(Order::NewestFirst, filter, ask, cursor).await?;
        let has_more = items.len() > limit as usize;
        items.truncate(limit as usize);
        let next = items.last().map(|(id, _)| *id).filter(|_| has_more);
        let items = items.into_iter().filter_map(|(_, row)| row).collect();
        Ok(Page { items, next })
    }

    /// Returns the oldest match.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn oldest(self) -> Result<Option<MatchId>, StoreError> {
        let sql = "select id from matches order by id limit 1";
        let row = sqlx::query(sql).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| id(&row, "id").map(MatchId)).transpose()?)
    }

    /// Returns all matches.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    #[cfg(test)]
    pub(crate) async fn ids(self) -> Result<Vec<MatchId>, StoreError> {
        let rows =
            sqlx::query("select id from matches order by id").fetch_all(&self.0.reads).await?;
        let ids: sqlx::Result<_> = rows.iter().map(|row| id(row, "id").map(MatchId)).collect();
        Ok(ids?)
    }

    /// Returns the real-time matches that have not ended. The server restarts their clocks at
    /// start-up.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn live(self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches where status <> 'ended' and timed = 1 order by id";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        let ids: sqlx::Result<_> = rows.iter().map(|row| id(row, "id").map(MatchId)).collect();
        Ok(ids?)
    }

    /// Returns up to `limit` matches with a deadline at or before `now`, earliest deadline first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due(self, now: Timestamp, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches where deadline_at <= $1 order by deadline_at limit $2";
        let rows =
            sqlx::query(sql).bind(now.0).bind(i64::from(limit)).fetch_all(&self.0.reads).await?;
        let ids: sqlx::Result<_> = rows.iter().map(|row| id(row, "id").map(MatchId)).collect();
        Ok(ids?)
    }

    /// Returns the matches of a page. A damaged match has no row.
    pub(crate) async fn page_in(
        self,
        order: Order,
        filter: &MatchFilter,
        limit: u32,
        after: Option<MatchId>,
    ) -> Result<Vec<(MatchId, Option<MatchRow>)>, StoreError> {
        let conditions = conditions_of(order, filter, after);
        let mut page = Vec::new();
        for Selected { id, row, is_quarantined } in
            self.select_matches(conditions, order, limit).await?
        {
            let row = match row {
                _ if is_quarantined => None,
                Ok(mut row) => {
                    if let Some(now) = filter.seen_at {
                        row.hide(now);
                    }
                    Some(row)
                }
                Err(error) => {
                    Quarantine(self.0).add(id, error.to_string()).await;
                    None
                }
            };
            page.push((id, row));
        }
        Ok(page)
    }

    /// Returns the number of matches created by `maker` that have not ended.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn open_of(self, maker: PlayerId) -> Result<u32, StoreError> {
        let sql = "select count(*) as open from matches
                   where created_by = $1 and status <> 'ended'";
        let row = sqlx::query(sql).bind(maker.key()).fetch_one(&self.0.reads);
        Ok(count(&row.await?, "open")?)
    }

    async fn select_matches(
        self,
        mut conditions: Conditions,
        order: Order,
        limit: u32,
    ) -> Result<Vec<Selected>, StoreError> {
        let direction = match order {
            Order::NewestFirst => "desc",
            Order::OldestFirst => "asc",
        };
        let limit = conditions.bind(i64::from(limit));
        let (text, values) = conditions.done()?;
        let sql = format!(
            "select m.id, m.variant, m.variant_hash, m.position, m.time, m.rated, m.private, m.status,
                    m.created_by, m.created_at, m.started_at, m.ended_at, m.result,
                    m.termination, m.plies, m.imported, m.hidden_until,
                    s.seat, p.id as player_id, p.name as player_name,
                    p.shown_kind as player_kind, n.seat as name_seat, n.name as seat_name, d.fault
             from (select * from matches m where {text} order by m.id {direction} limit {limit}) m
             left join match_seats s on s.match_id = m.id
             left join players p on p.id = s.player_id
             left join match_names n on n.match_id = m.id
             left join damaged_matches d on d.match_id = m.id
             order by m.id {direction}"
        );
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let mut matches: Vec<Selected> = Vec::new();
        for row in select.fetch_all(&self.0.reads).await? {
            let id = MatchId(id(&row, "id")?);
            if matches.last().is_none_or(|last| last.id != id) {
                let fault: Option<&str> = row.try_get("fault")?;
                let is_quarantined = fault.is_some();
                matches.push(Selected { id, row: match_row(id, &row), is_quarantined });
            }
            if let Some(Selected { row: selected, .. }) = matches.last_mut()
                && let Ok(last) = selected
                && let Err(error) = add_joined(last, &row)
            {
                *selected = Err(error);
            }
        }
        Ok(matches)
    }
}

/// A selected match. Its row may be unreadable.
struct Selected {
    id: MatchId,
    row: sqlx::Result<MatchRow>,
    is_quarantined: bool,
}

/// Adds the seat of a joined row to its match, which has either players or names.
fn add_joined(last: &mut MatchRow, row: &AnyRow) -> sqlx::Result<()> {
    if let Some((seat, player)) = seated(row)? {
        last.seats[seat] = Some(player);
    }
    if let Some((seat, name)) = named_seat(row)? {
        last.names[seat] = Some(name);
    }
    Ok(())
}

/// The conditions of a list or an export.
fn conditions_of(order: Order, filter: &MatchFilter, after: Option<MatchId>) -> Conditions {
    let mut conditions = Conditions::new();
    let before = match order {
        Order::NewestFirst => {
            "(m.private = 0 or m.status <> 'open')
             and m.id not in (select match_id from damaged_matches) and m.id < "
        }
        Order::OldestFirst => "m.status <> 'open' and m.id > ",
    };
    let end = match order {
        Order::NewestFirst => uuid::Uuid::max(),
        Order::OldestFirst => uuid::Uuid::nil(),
    };
    let after = after.map_or(end, |after| after.0);
    conditions.and(before, after.key(), "");
    if let Some(variant) = &filter.variant {
        conditions.and("m.variant = ", variant.as_str(), "");
    }
    if let Some(player) = filter.player {
        let seats = "m.id in (select match_id from match_seats where player_id = ";
        conditions.and(seats, player.key(), ")");
    }
    if let Some(tournament) = filter.tournament {
        let games = "m.id in (select match_id from tournament_games where tournament_id = ";
        conditions.and(games, tournament.key(), ")");
    }
    if let Some(status) = filter.status {
        match filter.seen_at {
            Some(now) if status == MatchStatus::Playing => {
                conditions.and("(m.status = 'playing' or m.hidden_until > ", now.0, ")");
            }
            _ => conditions.and("m.status = ", status.as_str(), ""),
        }
    }
    let asks_for_ends = filter.status == Some(MatchStatus::Ended) || filter.result.is_some();
    if let Some(now) = filter.seen_at.filter(|_| asks_for_ends) {
        conditions.and("(m.hidden_until is null or m.hidden_until <= ", now.0, ")");
    }
    if let Some(since) = filter.since {
        conditions.and("m.created_at >= ", since.0, "");
    }
    if let Some(until) = filter.until {
        conditions.and("m.created_at < ", until.0, "");
    }
    if let Some(rated) = filter.rated {
        conditions.and("m.rated = ", i64::from(rated), "");
    }
    if let Some(result) = filter.result {
        conditions.and("m.result = ", result_name(result), "");
    }
    if let Some(timed) = filter.timed {
        conditions.and("m.timed = ", i64::from(timed), "");
    }
    if let Some(imported) = filter.imported {
        conditions.and("m.imported = ", i64::from(imported), "");
    }
    conditions
}

/// The name of a result in the database.
pub(crate) const fn result_name(result: MatchResult) -> &'static str {
    match result {
        MatchResult::First => "first",
        MatchResult::Second => "second",
        MatchResult::Draw => "draw",
        MatchResult::Aborted => "aborted",
    }
}

pub(crate) fn match_row(id: MatchId, row: &AnyRow) -> sqlx::Result<MatchRow> {
    let result: Option<&str> = row.try_get("result")?;
    let termination: Option<&str> = row.try_get("termination")?;
    let (name, hash): (&str, Option<&str>) =
        (row.try_get("variant")?, row.try_get("variant_hash")?);
    Ok(MatchRow {
        id,
        variant: hash.map_or_else(|| name.to_owned(), |hash| format!("{name}@{hash}")),
        position: row.try_get("position")?,
        time: json(row, "time")?,
        rated: flag(row, "rated")?,
        private: flag(row, "private")?,
        status: named(&MatchStatus::ALL, MatchStatus::as_str, row.try_get("status")?)?,
        created_by: crate::store::sql::rows::id(row, "created_by").map(PlayerId)?,
        created_at: time(row, "created_at")?,
        started_at: optional_time(row, "started_at")?,
        ended_at: optional_time(row, "ended_at")?,
        result: result.map(|text| named(&MatchResult::ALL, result_name, text)).transpose()?,
        termination: termination
            .map(|text| named(&Termination::ALL, Termination::as_str, text))
            .transpose()?,
        plies: optional_count(row, "plies")?,
        hidden_until: optional_time(row, "hidden_until")?,
        seats: PerSeat::default(),
        imported: flag(row, "imported")?,
        names: PerSeat::default(),
    })
}

/// Returns the seat and the player of a joined row, if it has one.
fn seated(row: &AnyRow) -> sqlx::Result<Option<(Seat, Player)>> {
    let Some(player) = optional_id(row, "player_id")?.map(PlayerId) else { return Ok(None) };
    let seat = seat(row, "seat")?;
    let name = row.try_get("player_name")?;
    let kind = named(&PlayerKind::ALL, PlayerKind::as_str, row.try_get("player_kind")?)?;
    Ok(Some((seat, Player { id: player, name, kind })))
}

/// Returns the seat and the imported name of a joined row, if it has one.
fn named_seat(row: &AnyRow) -> sqlx::Result<Option<(Seat, String)>> {
    let name: Option<String> = row.try_get("seat_name")?;
    name.map(|name| Ok((seat(row, "name_seat")?, name))).transpose()
}

pub(crate) fn seat(row: &AnyRow, column: &str) -> sqlx::Result<Seat> {
    let seat = Seat::new(count(row, column)? as usize);
    seat.ok_or_else(|| unreadable("a seat's index is 0 to 3"))
}
