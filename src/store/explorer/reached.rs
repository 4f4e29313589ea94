//! Lists the matches that reached a position.

use sqlx::Row as _;

use chivalry_play::matches::MatchId;
use chivalry_rules::Position;

use crate::store::error::StoreError;
use crate::store::explorer::entry::{ENTRY_BYTES, Entry, PositionKey, block_of};
use crate::store::explorer::writing::Explorer;
use crate::store::matches::lists::{Matches, Page};
use crate::store::matches::match_filter::{Listing, MatchFilter};
use crate::store::matches::match_row::MatchRow;
use crate::store::sql::key::Key as _;

/// Games whose rows are read per query.
const GAMES_PER_QUERY: usize = 64;

/// The most games that one page examines. A page of a rare filter may therefore be short.
const MOST_EXAMINED: usize = 40 * GAMES_PER_QUERY;

/// Blocks read per query.
const BLOCKS_PER_QUERY: i64 = 8;

impl Explorer<'_> {
    /// Returns up to `limit` matches that reached a position or its mirror image and pass the
    /// filter. They are in the order in which the index read them, last first unless the filter
    /// says otherwise. `cursor` is the `next` of the previous page.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn page(
        self,
        position: &Position,
        filter: &MatchFilter,
        limit: u32,
        cursor: Option<MatchId>,
    ) -> Result<Page<MatchRow>, StoreError> {
        let key = PositionKey::of(position).key;
        let mut cursor = match cursor {
            Some(id) => match self.number_of(id).await? {
                Some(number) => Some(number),
                None => return Ok(Page { items: Vec::new(), next: None }),
            },
            None => None,
        };
        let mut items: Vec<MatchRow> = Vec::new();
        let (mut examined, mut last) = (0, None);
        while examined < MOST_EXAMINED {
            let numbers = self.numbers(key, filter.is_oldest_first, cursor).await?;
            if numbers.is_empty() {
                return Ok(Page { items, next: None });
            }
            cursor = numbers.last().copied();
            examined += numbers.len();
            let ids = self.match_ids(&numbers).await?;
            let ids: Vec<MatchId> = numbers.iter().filter_map(|n| ids.get(n).copied()).collect();
            let filter = MatchFilter { ids: Some(ids.clone()), ..filter.clone() };
            let rows = Matches(self.0).page_in(Listing::Page, &filter, u32::MAX, None).await?;
            for id in ids {
                if items.len() == limit as usize {
                    return Ok(Page { items, next: last });
                }
                last = Some(id);
                let row = rows.iter().find(|(other, _)| *other == id);
                items.extend(row.and_then(|(_, row)| row.clone()));
            }
        }
        Ok(Page { items, next: last })
    }

    async fn number_of(self, id: MatchId) -> Result<Option<i64>, StoreError> {
        let sql = "select number from explorer_games where match_id = $1";
        let row = sqlx::query(sql).bind(id.key()).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| row.try_get("number")).transpose()?)
    }

    /// Returns the numbers of the next games after `cursor`.
    async fn numbers(
        self,
        key: i64,
        ascending: bool,
        cursor: Option<i64>,
    ) -> Result<Vec<i64>, StoreError> {
        let sql = if ascending {
            "select block, entries from explorer_positions where position = $1 and block >= $2
             order by block limit $3"
        } else {
            "select block, entries from explorer_positions where position = $1 and block <= $2
             order by block desc limit $3"
        };
        let first = cursor.map_or(if ascending { 0 } else { i64::MAX }, block_of);
        let mut numbers = Vec::new();
        let select = sqlx::query(sql).bind(key).bind(first).bind(BLOCKS_PER_QUERY);
        for row in select.fetch_all(&self.0.reads).await? {
            let (block, bytes): (i64, &[u8]) = (row.try_get("block")?, row.try_get("entries")?);
            let (chunks, _) = bytes.as_chunks::<ENTRY_BYTES>();
            let games = chunks.iter().map(|bytes| Entry::read(block, bytes).number);
            numbers.extend(games.filter(|number| match cursor {
                Some(cursor) if ascending => *number > cursor,
                Some(cursor) => *number < cursor,
                None => true,
            }));
        }
        numbers.sort_unstable();
        if !ascending {
            numbers.reverse();
        }
        numbers.truncate(GAMES_PER_QUERY);
        Ok(numbers)
    }
}
