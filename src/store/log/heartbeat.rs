//! Data that the nodes of one database share: its id, unowned matches and cached tables.

use uuid::Uuid;

use chivalry_play::matches::MatchId;

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::sql::rows::id;

impl Store {
    /// Returns the id of this database, which separates it from others on the same message bus.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn cluster_id(&self) -> Result<Uuid, StoreError> {
        let sql = "insert into cluster (one, id) values (1, $1) on conflict (one) do nothing";
        let new = Uuid::now_v7();
        sqlx::query(sql).bind(new.as_bytes().as_slice()).execute(&self.writes).await?;
        let row = sqlx::query("select id from cluster").fetch_one(&self.writes).await?;
        Ok(id(&row, "id")?)
    }

    /// Returns matches with running clocks that never had an owner. They were created before the
    /// server ran as nodes.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unowned_matches(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches m where status = 'playing' and timed = 1
                   and not exists (select 1 from owners o where o.entity = m.id)";
        let rows = sqlx::query(sql).fetch_all(&self.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Reloads cached tables that other nodes may have changed: mutes and webhook owners.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn look_again(&self) -> Result<(), StoreError> {
        self.load_webhook_owners().await?;
        self.load_mutes().await
    }
}
