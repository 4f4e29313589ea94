//! Numbers of people who play.

use sqlx::Row as _;

use chivalry_play::lobby::PeoplePlaying;

use crate::store::error::StoreError;
use crate::store::matches::lists::Matches;
use crate::store::sql::rows::{count, json};

impl Matches<'_> {
    /// Counts the people who play public matches, by variant and time control.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn people_playing(self) -> Result<Vec<PeoplePlaying>, StoreError> {
        let sql = "select m.variant, m.time, count(*) as players
                   from matches m
                   join match_seats s on s.match_id = m.id
                   join players p on p.id = s.player_id
                   where m.status = 'playing' and m.private = 0 and p.bot_since is null
                   group by m.variant, m.time
                   order by m.variant, m.time";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        let read = |row| -> sqlx::Result<PeoplePlaying> {
            Ok(PeoplePlaying {
                variant: sqlx::any::AnyRow::try_get(row, "variant")?,
                time: json(row, "time")?,
                players: count(row, "players")?,
            })
        };
        Ok(rows.iter().map(read).collect::<sqlx::Result<_>>()?)
    }
}
