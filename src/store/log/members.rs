//! The living nodes of a cluster, with their addresses and loads.

use sqlx::Row as _;

use crate::store::error::StoreError;
use crate::store::log::append::NodeId;
use crate::store::log::owners::{Owners, now, oldest_live_heartbeat};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

/// A living node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The node.
    pub node: NodeId,
    /// The URL under which clients reach the node, if they can.
    pub url: Option<String>,
    /// The number of its matches in memory with a running clock.
    pub matches: u64,
}

impl Owners<'_> {
    /// Stores the address and the load of a node that has sent a heartbeat. Returns the living
    /// nodes in the order of their ids. Nodes of earlier versions are left out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn announce(self, member: &Member) -> Result<Vec<Member>, StoreError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            let sql = "update nodes set url = $2, matches = $3 where id = $1";
            let update = sqlx::query(sql).bind(member.node.key()).bind(member.url.as_deref());
            let matches = i64::try_from(member.matches).unwrap_or(i64::MAX);
            update.bind(matches).execute(&mut *connection).await?;
            let now = now(&mut connection).await?;
            let sql = "select id, url, matches from nodes
                   where beat_at >= $1 and matches is not null order by id";
            let query = sqlx::query(sql).bind(oldest_live_heartbeat(now));
            let member = |row: &sqlx::any::AnyRow| {
                Ok(Member {
                    node: NodeId(id(row, "id")?),
                    url: row.try_get("url")?,
                    matches: u64::try_from(row.try_get::<i64, _>("matches")?).unwrap_or(0),
                })
            };
            let rows = query.fetch_all(&mut *connection).await?;
            Ok(rows.iter().map(member).collect::<sqlx::Result<_>>()?)
        };
        self.0.writes.in_time(work).await
    }
}
