//! Player data for the entry conditions of tournaments.

use std::collections::HashMap;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::Pool;
use chivalry_tournament::Applicant;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::ratings::rated_matches::entries_of;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, id, time};

/// The players who applied to tournaments.
#[derive(Clone, Copy, Debug)]
pub struct Applicants<'a>(pub(crate) &'a Database);

impl Applicants<'_> {
    /// Returns the data of players at `now`, with ratings in the given pools.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_tournament(
        self,
        players: &[(Player, Pool)],
        now: Timestamp,
    ) -> Result<Vec<Applicant>, StoreError> {
        let ids: Vec<PlayerId> = players.iter().map(|(player, _)| player.id).collect();
        let since = self.players_since(&ids).await?;
        let keys: Vec<(PlayerId, Pool)> =
            players.iter().map(|(player, pool)| (player.id, *pool)).collect();
        let work = async {
            let mut connection = self.0.reads.acquire().await?;
            let entries = entries_of(&mut connection, &keys).await?;
            let applicant = |(player, pool): &(Player, Pool)| {
                let entry = entries.get(&(player.id, *pool));
                let strength = entry.map(|entry| entry.rating_at(now).strength());
                Applicant {
                    player: player.id,
                    kind: player.kind,
                    rating: strength.map(|strength| strength.rating.into()),
                    provisional: strength.is_some_and(|strength| strength.provisional),
                    games: entry.map_or(0, |entry| entry.games),
                    since: since.get(&player.id).copied().unwrap_or(now),
                }
            };
            Ok(players.iter().map(applicant).collect())
        };
        self.0.reads.in_time(work).await
    }

    /// Returns the times when players first came to the server.
    async fn players_since(
        self,
        ids: &[PlayerId],
    ) -> Result<HashMap<PlayerId, Timestamp>, StoreError> {
        static SELECT: MultiRowInsert =
            MultiRowInsert::new("select id, created_at from players where id in (", 1, ")");
        let mut since = HashMap::with_capacity(ids.len());
        for (sql, chunk) in SELECT.chunks(ids) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for id in chunk {
                select = select.bind(id.key());
            }
            for row in select.fetch_all(&self.0.reads).await? {
                since.insert(PlayerId(id(&row, "id")?), time(&row, "created_at")?);
            }
        }
        Ok(since)
    }
}
