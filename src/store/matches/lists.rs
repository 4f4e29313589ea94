//! Lists of matches, from the tables derived from their logs.

use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::matches::match_filter::{Listing, MatchFilter};
use crate::store::matches::match_row::{MatchRow, add_name, add_seat, add_tags, match_row};
use crate::store::matches::quarantine::Quarantine;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, count, id};

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items of the page.
    pub items: Vec<T>,
    /// The cursor of the next page, or `None` on the last page.
    pub next: Option<MatchId>,
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
        let rows = self.select_matches(conditions, false, 1).await?;
        Ok(rows.into_iter().next().map(|selected| selected.row).transpose()?)
    }

    /// Returns up to `limit` matches that pass the filter, in its order. Private matches with a
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
        let mut items = self.page_in(Listing::Page, filter, ask, cursor).await?;
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
        listing: Listing,
        filter: &MatchFilter,
        limit: u32,
        after: Option<MatchId>,
    ) -> Result<Vec<(MatchId, Option<MatchRow>)>, StoreError> {
        let (conditions, ascending) =
            (filter.conditions(listing, after), filter.is_ascending(listing));
        let mut page = Vec::new();
        for Selected { id, row, is_quarantined } in
            self.select_matches(conditions, ascending, limit).await?
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
        ascending: bool,
        limit: u32,
    ) -> Result<Vec<Selected>, StoreError> {
        let direction = if ascending { "asc" } else { "desc" };
        let limit = conditions.bind(i64::from(limit));
        let (text, values) = conditions.done()?;
        let sql = format!(
            "select m.id, m.variant, m.variant_hash, m.position, m.time, m.rated, m.private, m.status,
                    m.created_by, m.created_at, m.started_at, m.ended_at, m.result,
                    m.termination, m.plies, m.imported, m.hidden_until,
                    (select d.fault from damaged_matches d where d.match_id = m.id) as fault
             from matches m where {text} order by m.id {direction} limit {limit}"
        );
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let mut matches = Vec::new();
        for row in select.fetch_all(&self.0.reads).await? {
            let id = MatchId(id(&row, "id")?);
            let fault: Option<&str> = row.try_get("fault")?;
            let is_quarantined = fault.is_some();
            matches.push(Selected { id, row: match_row(id, &row), is_quarantined });
        }
        self.add_players(&mut matches).await?;
        Ok(matches)
    }

    /// Adds the players of the matches, and the names of imported ones. Each statement looks rows
    /// up by key. Postgres would scan whole tables for joins while it has no statistics.
    async fn add_players(self, matches: &mut [Selected]) -> Result<(), StoreError> {
        static SEATS: MultiRowInsert = MultiRowInsert::new(
            "select s.match_id, s.seat, s.player_id,
                    (select p.name from players p where p.id = s.player_id) as player_name,
                    (select p.shown_kind from players p where p.id = s.player_id) as player_kind
             from match_seats s where s.match_id in (",
            1,
            ")",
        );
        static NAMES: MultiRowInsert = MultiRowInsert::new(
            "select match_id, seat, name from match_names where match_id in (",
            1,
            ")",
        );
        static TAGS: MultiRowInsert = MultiRowInsert::new(
            "select match_id, date, event, round from imported_games where match_id in (",
            1,
            ")",
        );
        let is_imported = |selected: &&Selected| selected.row.as_ref().is_ok_and(|it| it.imported);
        let ids: Vec<MatchId> = matches.iter().map(|selected| selected.id).collect();
        let imported: Vec<MatchId> =
            matches.iter().filter(is_imported).map(|selected| selected.id).collect();
        let joined = [
            (&SEATS, &ids, add_seat as fn(&mut MatchRow, &AnyRow) -> sqlx::Result<()>),
            (&NAMES, &imported, add_name),
            (&TAGS, &imported, add_tags),
        ];
        for (select, ids, add) in joined {
            for row in select.rows_of(&self.0.reads, ids).await? {
                let id = MatchId(id(&row, "match_id")?);
                if let Some(selected) = matches.iter_mut().find(|selected| selected.id == id)
                    && let Ok(last) = &mut selected.row
                    && let Err(error) = add(last, &row)
                {
                    selected.row = Err(error);
                }
            }
        }
        Ok(())
    }
}

/// A selected match. Its row may be unreadable.
struct Selected {
    id: MatchId,
    row: sqlx::Result<MatchRow>,
    is_quarantined: bool,
}
