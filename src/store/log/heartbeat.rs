//! What the nodes of one database have to know of it and of each other.

use uuid::Uuid;

use chivalry_play::matches::MatchId;

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::sql::rows::id;

impl Store {
    /// What tells this database from others that share a message bus.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn cluster_id(&self) -> Result<Uuid, StoreError> {
        let sql = "insert into cluster (one, id) values (1, $1) on conflict (one) do nothing";
        let new = Uuid::now_v7();
        sqlx::query(sql).bind(new.as_bytes().as_slice()).execute(&self.writes).await?;
        let row = sqlx::query("select id from cluster").fetch_one(&self.writes).await?;
        Ok(id(&row, "id")?)
    }

    /// Matches whose clocks may run and that never had a node: they are of a
    /// time when a server was alone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unowned_matches(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches m where status = 'playing' and timed = 1
                   and not exists (select 1 from owners o where o.entity = m.id)";
        let rows = sqlx::query(sql).fetch_all(&self.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Reads again what is kept in memory and other nodes may have changed: who
    /// mutes whom, and who has webhooks.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn look_again(&self) -> Result<(), StoreError> {
        self.load_webhook_owners().await?;
        self.load_mutes().await
    }
}
