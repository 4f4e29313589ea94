//! Orders of directors to games that the matches have not carried out yet. They are stored in the
//! transaction of the tournament's log.

use std::collections::BTreeSet;

use sqlx::AnyConnection;

use chivalry_play::matches::{DirectorOrder, MatchId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, id, json, unreadable};

/// The orders to games.
#[derive(Clone, Copy, Debug)]
pub struct GameOrders<'a>(pub(crate) &'a Database);

impl GameOrders<'_> {
    /// Returns the orders that a match has not carried out, in their sequence.
    ///
    /// # Errors
    /// Returns an error if the database fails or an order cannot be decoded.
    pub async fn pending(self, match_id: MatchId) -> Result<Vec<DirectorOrder>, StoreError> {
        let sql = "select body from game_orders where match_id = $1 order by number";
        let select = sqlx::query(sql).bind(match_id.key());
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| json(row, "body")).collect::<sqlx::Result<_>>()?)
    }

    /// Returns up to `limit` matches with orders that they have not carried out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn matches(self, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select distinct match_id from game_orders order by match_id limit $1";
        let rows = sqlx::query(sql).bind(i64::from(limit)).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "match_id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Removes the orders of a match up to that number, which it has carried out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove(self, match_id: MatchId, number: u32) -> Result<(), StoreError> {
        let work = async {
            let sql = "delete from game_orders where match_id = $1 and number <= $2";
            let delete = sqlx::query(sql).bind(match_id.key()).bind(i64::from(number));
            let mut connection = self.0.writes.acquire().await?;
            delete.execute(&mut *connection).await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }
}

/// Inserts orders for the matches that have not ended.
pub(crate) async fn insert_open_orders(
    connection: &mut AnyConnection,
    orders: &[(MatchId, DirectorOrder)],
) -> sqlx::Result<()> {
    static OPEN: MultiRowInsert =
        MultiRowInsert::new("select id from matches where status <> 'ended' and id in (", 1, ")");
    let mut open = BTreeSet::new();
    for (sql, chunk) in OPEN.chunks(orders) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for (match_id, _) in chunk {
            select = select.bind(match_id.key());
        }
        for row in select.fetch_all(&mut *connection).await? {
            open.insert(MatchId(id(&row, "id")?));
        }
    }
    let orders: Vec<_> = orders.iter().filter(|(id, _)| open.contains(id)).copied().collect();
    insert_orders(connection, &orders).await
}

/// Inserts new orders.
pub(crate) async fn insert_orders(
    connection: &mut AnyConnection,
    orders: &[(MatchId, DirectorOrder)],
) -> sqlx::Result<()> {
    static ORDERS: MultiRowInsert =
        MultiRowInsert::new("insert into game_orders (match_id, number, body) values", 3, "");
    for (sql, chunk) in ORDERS.chunks(orders) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, order) in chunk {
            insert = insert
                .bind(match_id.key())
                .bind(i64::from(order.number))
                .bind(serde_json::to_string(order).map_err(unreadable)?);
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}
