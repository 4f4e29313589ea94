//! The quarantine: damaged matches, which lists leave out and exports only name.

use futures_util::future::BoxFuture;
use sqlx::Row as _;

use chivalry_play::matches::MatchId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

/// The damaged matches.
#[derive(Clone, Copy, Debug)]
pub struct Quarantine<'a>(pub(crate) &'a Database);

impl<'a> Quarantine<'a> {
    /// Adds a damaged match, which is logged once. A failure of the database is logged too, because
    /// the next read of the match reports it again.
    ///
    /// The future is boxed, because damage is rare.
    pub(crate) fn add(self, id: MatchId, fault: String) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let sql = "insert into damaged_matches (match_id, fault) values ($1, $2)
                       on conflict (match_id) do nothing";
            let insert = sqlx::query(sql).bind(id.key()).bind(fault.as_str());
            match insert.execute(&self.0.writes).await {
                Ok(done) if done.rows_affected() > 0 => {
                    self.0.metrics.damaged_matches.inc();
                    tracing::error!(match_id = %id, fault, "a match is damaged");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "could not quarantine a match"),
            }
        })
    }

    /// Removes a match that was verified.
    pub(crate) async fn remove(self, id: MatchId) -> Result<(), StoreError> {
        let sql = "delete from damaged_matches where match_id = $1";
        let deleted = sqlx::query(sql).bind(id.key()).execute(&self.0.writes).await?;
        if deleted.rows_affected() > 0 {
            self.0.metrics.damaged_matches.dec();
            tracing::info!(match_id = %id, "a damaged match is sound again");
        }
        Ok(())
    }

    /// Returns true if a match is damaged.
    pub(crate) async fn contains(self, id: MatchId) -> Result<bool, StoreError> {
        let sql = "select fault from damaged_matches where match_id = $1";
        let row = sqlx::query(sql).bind(id.key()).fetch_optional(&self.0.reads).await?;
        Ok(row.is_some())
    }

    /// Returns the damaged matches, each with its fault.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn list(self) -> Result<Vec<(MatchId, String)>, StoreError> {
        let sql = "select match_id, fault from damaged_matches order by match_id";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        let damaged =
            rows.iter().map(|row| Ok((MatchId(id(row, "match_id")?), row.try_get("fault")?)));
        Ok(damaged.collect::<sqlx::Result<_>>()?)
    }

    /// Counts the damaged matches for the metrics.
    pub(crate) async fn count(self) -> Result<(), StoreError> {
        let sql = "select count(*) from damaged_matches";
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        self.0.metrics.damaged_matches.set(count);
        Ok(())
    }
}
