//! Imported games: their digests and tags, and the players who imported them.

use sqlx::AnyConnection;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::store::error::StoreError;
use crate::store::log::prepared::{PreparedAppend, WriteError};
use crate::store::matches::imported_tags::{ImportedTags, search_key};
use crate::store::matches::lists::Matches;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

impl Matches<'_> {
    /// Returns the match of an imported record by its digest.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn imported_as(self, digest: &str) -> Result<Option<MatchId>, StoreError> {
        let mut connection = self.0.reads.acquire().await?;
        let found = self.0.reads.in_time(match_of_digest(&mut connection, digest)).await;
        Ok(found?)
    }

    /// Adds a player who imported a game that is stored already.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_importer(
        self,
        match_id: MatchId,
        player: PlayerId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "insert into match_importers (match_id, player_id, at) values ($1, $2, $3)
                   on conflict (match_id, player_id) do nothing";
        let insert = sqlx::query(sql).bind(match_id.key()).bind(player.key()).bind(at.0);
        insert.execute(&self.0.writes).await?;
        Ok(())
    }
}

/// Returns the match of an imported record by its digest.
pub(crate) async fn match_of_digest(
    connection: &mut AnyConnection,
    digest: &str,
) -> sqlx::Result<Option<MatchId>> {
    let sql = "select match_id from imported_games where digest = $1";
    let row = sqlx::query(sql).bind(digest).fetch_optional(connection).await?;
    row.map(|row| id(&row, "match_id").map(MatchId)).transpose()
}

/// Inserts the tags and the importers of new matches.
pub(crate) async fn insert_imported(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    for append in appends {
        let (Some(tags), Some(created)) = (&append.imported, &append.created) else { continue };
        set_tags(connection, append.match_id, created.command.as_deref(), tags).await?;
        let sql = "insert into match_importers (match_id, player_id, at) values ($1, $2, $3)";
        sqlx::query(sql)
            .bind(append.match_id.key())
            .bind(created.by.key())
            .bind(created.at.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Fills the tables of imported games for matches of a version without them, as their migration
/// does. The explorer adds the tags.
pub(crate) async fn fill_imported(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let first_copies = "insert into imported_games (match_id, digest)
         select id, create_command from (
             select id, create_command,
                    row_number() over (partition by create_command order by id) as nth
             from matches where imported = 1 and create_command like 'import:%') as ranked
         where nth = 1";
    let importers = "insert into match_importers (match_id, player_id, at)
         select id, created_by, created_at from matches where imported = 1";
    for sql in [first_copies, importers] {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Stores the tags of an imported game. A game that has a digest keeps it.
pub(crate) async fn set_tags(
    connection: &mut AnyConnection,
    match_id: MatchId,
    digest: Option<&str>,
    tags: &ImportedTags,
) -> sqlx::Result<()> {
    let sql = "insert into imported_games (match_id, digest, date, event, event_key, round,
                                           played_at)
               values ($1, $2, $3, $4, $5, $6, $7)
               on conflict (match_id) do update
               set date = excluded.date, event = excluded.event, event_key = excluded.event_key,
                   round = excluded.round, played_at = excluded.played_at";
    let insert = sqlx::query(sql)
        .bind(match_id.key())
        .bind(digest)
        .bind(tags.date.as_deref())
        .bind(tags.event.as_deref())
        .bind(tags.event.as_deref().map(search_key))
        .bind(tags.round.as_deref())
        .bind(tags.played_at().map(|at| at.0));
    insert.execute(connection).await?;
    Ok(())
}
