//! Deletes expired data in small batches.

use sqlx::{AssertSqlSafe, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::privacy::held::PERSONAL_DATA;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

/// Data that is deleted after a time.
#[derive(Clone, Copy, Debug)]
pub struct Retention<'a>(pub(crate) &'a Database);

impl Retention<'_> {
    /// Deletes up to `limit` tokens that had expired by `now`. Returns the number deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_expired_tokens(
        self,
        now: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let sql = "delete from tokens where hash in
                   (select hash from tokens where expires_at <= $1 limit $2)";
        let delete = sqlx::query(sql).bind(now.0).bind(i64::from(limit));
        Ok(delete.execute(&self.0.writes).await?.rows_affected())
    }

    /// Deletes up to `limit` grants of programs and up to `limit` devices that had expired by `now`.
    /// Returns the number deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_expired_apps(self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let mut deleted = 0;
        for sql in [
            "delete from app_grants where id in
             (select id from app_grants
              where coalesce(refresh_expires_at, code_expires_at) <= $1 limit $2)",
            "delete from app_devices where code in
             (select code from app_devices where expires_at <= $1 limit $2)",
        ] {
            let delete = sqlx::query(sql).bind(now.0).bind(i64::from(limit));
            deleted += delete.execute(&self.0.writes).await?.rows_affected();
        }
        Ok(deleted)
    }

    /// Deletes up to `limit` recovery codes and challenges of passkeys that had expired by `now`, and
    /// up to `limit` security events before `until`. Returns the number deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_old_security(
        self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let mut deleted = 0;
        for (sql, before) in [
            (
                "delete from recovery_codes where hash in
                 (select hash from recovery_codes where expires_at <= $1 limit $2)",
                now,
            ),
            (
                "delete from passkey_challenges where id in
                 (select id from passkey_challenges where expires_at <= $1 limit $2)",
                now,
            ),
            (
                "delete from security_events where id in
                 (select id from security_events where at < $1 limit $2)",
                until,
            ),
        ] {
            let delete = sqlx::query(sql).bind(before.0).bind(i64::from(limit));
            deleted += delete.execute(&self.0.writes).await?.rows_affected();
        }
        Ok(deleted)
    }

    /// Deletes up to `limit` addresses from which no account signed in since `until`. Returns the
    /// number deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_old_addresses(
        self,
        until: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let sql = "delete from known_addresses where (player_id, address) in
                   (select player_id, address from known_addresses where at < $1 limit $2)";
        let delete = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        Ok(delete.execute(&self.0.writes).await?.rows_affected())
    }

    /// Returns up to `limit` inactive guests created before `until`, with ids after `after`. An
    /// inactive guest has taken no seat, created nothing, and has no later token.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn idle_guests(
        self,
        until: Timestamp,
        after: PlayerId,
        limit: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let sql = format!(
            "select p.id from players p where {} and p.id > $2 order by p.id limit $3",
            idle_guest_condition()
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(until.0)
            .bind(after.key())
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        Ok(rows.iter().map(|row| id(row, "id").map(PlayerId)).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes the guests that are still inactive by the rules of [`Retention::idle_guests`], in one
    /// transaction. Returns the deleted guests.
    ///
    /// # Errors
    /// Returns an error if the database fails or a guest takes a seat concurrently. Nothing is
    /// deleted then.
    pub async fn delete_idle_guests(
        self,
        guests: &[PlayerId],
        until: Timestamp,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let named = self.named_in_logs(guests).await?;
        let mut deleted = Vec::new();
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for guest in guests.iter().filter(|guest| !named.contains(guest)) {
                let key = guest.key();
                let idle = idle_guest_condition();
                let sql = format!(
                    "delete from tokens where player_id in
                 (select p.id from players p where {idle} and p.id = $2)"
                );
                let delete = sqlx::query(AssertSqlSafe(sql)).bind(until.0).bind(key);
                delete.execute(&mut *transaction).await?;
                let sql = format!(
                    "delete from players where id in
                 (select p.id from players p where {idle} and p.id = $2)"
                );
                let delete = sqlx::query(AssertSqlSafe(sql)).bind(until.0).bind(key);
                if delete.execute(&mut *transaction).await?.rows_affected() > 0 {
                    deleted.push(*guest);
                }
            }
            transaction.commit().await?;
            Ok(deleted)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns those players who are named in a tournament log or a seek, such as a partner
    /// entered by another player.
    async fn named_in_logs(self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        /// Rows per query.
        const ROWS_PER_QUERY: i64 = 500;
        let texts: Vec<(PlayerId, String)> =
            players.iter().map(|player| (*player, player.0.to_string())).collect();
        let mut named = Vec::new();
        let mut look = |body: &str| {
            let found = texts.iter().filter(|(_, text)| body.contains(text.as_str()));
            named.extend(found.map(|(player, _)| *player));
        };
        let (mut tournament, mut v) = (Uuid::nil(), 0_i64);
        loop {
            let sql = "select tournament_id, v, body from tournament_events
                       where (tournament_id, v) > ($1, $2) order by tournament_id, v limit $3";
            let select = sqlx::query(sql).bind(tournament.key()).bind(v);
            let rows = select.bind(ROWS_PER_QUERY).fetch_all(&self.0.reads).await?;
            let Some(last) = rows.last() else { break };
            (tournament, v) = (id(last, "tournament_id")?, last.try_get("v")?);
            for row in &rows {
                look(row.try_get("body")?);
            }
        }
        for row in sqlx::query("select body from seeks").fetch_all(&self.0.reads).await? {
            look(row.try_get("body")?);
        }
        Ok(named)
    }

    /// Deletes the chat text of up to `limit` matches that ended before `until`. Returns those
    /// matches.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_old_chat(
        self,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select m.id from matches m where m.ended_at < $1 and exists
                       (select 1 from chat_lines c where c.match_id = m.id and c.text is not null)
                   limit $2";
        let select = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        let ids = rows.iter().map(|row| id(row, "id").map(MatchId));
        let ids: Vec<MatchId> = ids.collect::<sqlx::Result<_>>()?;
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for id in &ids {
                let sql =
                    "update chat_lines set text = null, command_id = null where match_id = $1";
                let update = sqlx::query(sql).bind(id.key());
                update.execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(ids)
        };
        self.0.writes.in_time(work).await
    }
}

/// The SQL condition for a guest `p` created before `$1` without any activity.
fn idle_guest_condition() -> String {
    let mut idle = String::from(
        "p.kind = 'guest' and p.created_at < $1 and p.erased_at is null
         and not exists (select 1 from tokens t where t.player_id = p.id and t.created_at >= $1)",
    );
    for held in PERSONAL_DATA.iter().filter(|held| held.shows_use) {
        for column in held.players {
            idle += &format!(
                " and not exists (select 1 from {0} where {0}.{column} = p.id)",
                held.table
            );
        }
    }
    idle
}
