//! Access tokens of players.

use std::collections::HashSet;

use sqlx::any::AnyRow;
use sqlx::{Any, Executor, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::rows::{TokenHash, player};
use crate::store::players::security_log::{ClientInfo, SecurityEvent, client, insert_event};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, optional_id, optional_time, time, unreadable};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A stored token.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The hash of its secret.
    pub hash: TokenHash,
    /// The player.
    pub player: PlayerId,
    /// The scopes, as text that the caller interprets.
    pub scopes: String,
    /// The creation time.
    pub created_at: Timestamp,
    /// The expiry time. `None` never expires.
    pub expires_at: Option<Timestamp>,
    /// The program for which it was issued. `None` for tokens that the player made.
    pub app: Option<TokenApp>,
}

/// The program of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenApp {
    /// The grant, with which the token ends.
    pub grant: Uuid,
    /// The name that the program gave itself.
    pub client: String,
}

/// The owner of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenOwner {
    /// The player.
    pub player: Player,
    /// The scopes as stored.
    pub scopes: String,
    /// The expiry time. `None` never expires.
    pub expires_at: Option<Timestamp>,
}

/// A sign-in of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    /// The hash of its token.
    pub hash: TokenHash,
    /// The creation time.
    pub created_at: Timestamp,
    /// The day on which it was last used. `None` for a guest, whose token is not renewed.
    pub seen_at: Option<Timestamp>,
    /// The client.
    pub client: ClientInfo,
}

/// The tokens of players.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a>(pub(crate) &'a Database);

impl Tokens<'_> {
    /// Stores a token.
    ///
    /// # Errors
    /// Returns an error if the player is unknown, the hash exists, or the database fails.
    pub async fn create(self, token: &NewToken) -> Result<(), StoreError> {
        Ok(insert(&self.0.writes, token).await?)
    }

    /// Stores the token of a sign-in, with the client and the time of `event`. The player's other
    /// tokens with the same scopes and without an expiry time are those of a guest who signed up.
    /// They get the same client, and expire at the same time. Deletes the tokens that expire first,
    /// so that `most` remain. Returns the deleted tokens.
    ///
    /// # Errors
    /// Returns an error if the player is unknown, the hash exists, or the database fails.
    pub async fn create_sign_in(
        self,
        token: &NewToken,
        event: &SecurityEvent,
        most: u32,
    ) -> Result<Vec<TokenHash>, StoreError> {
        let (player, scopes) = (token.player.key(), token.scopes.as_str());
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            insert(&mut *transaction, token).await?;
            let sql = "update tokens
                   set expires_at = $3, browser = $4, system = $5, seen_at = $6
                   where player_id = $1 and scopes = $2 and (hash = $7 or expires_at is null)";
            sqlx::query(sql)
                .bind(player)
                .bind(scopes)
                .bind(token.expires_at.map(|at| at.0))
                .bind(event.client.browser.as_deref())
                .bind(event.client.system.as_deref())
                .bind(day(event.at).0)
                .bind(token.hash.as_slice())
                .execute(&mut *transaction)
                .await?;
            insert_event(&mut transaction, event).await?;
            let sql = "delete from tokens where player_id = $1 and scopes = $2 and hash not in
                   (select hash from tokens where player_id = $1 and scopes = $2
                    order by expires_at desc, created_at desc, hash limit $3)
                   returning hash";
            let delete = sqlx::query(sql).bind(player).bind(scopes).bind(i64::from(most));
            let deleted = delete.fetch_all(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(deleted.iter().map(hash).collect::<sqlx::Result<_>>()?)
        };
        self.0.writes.in_time(work).await
    }

    /// Deletes the player's tokens with these scopes and returns them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_sign_ins(
        self,
        player: PlayerId,
        scopes: &str,
    ) -> Result<Vec<TokenHash>, StoreError> {
        let sql = "delete from tokens where player_id = $1 and scopes = $2 returning hash";
        let delete = sqlx::query(sql).bind(player.key()).bind(scopes);
        let deleted = delete.fetch_all(&self.0.writes).await?;
        Ok(deleted.iter().map(hash).collect::<sqlx::Result<_>>()?)
    }

    /// Sets a later expiry time of a token that is used at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn renew(
        self,
        hash: &TokenHash,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "update tokens set expires_at = $2, seen_at = $3
                   where hash = $1 and expires_at < $2";
        let update = sqlx::query(sql).bind(hash.as_slice()).bind(expires_at.0).bind(day(now).0);
        update.execute(&self.0.writes).await?;
        Ok(())
    }

    /// Returns the player's tokens with these scopes that have not expired at `now`, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sign_ins(
        self,
        player: PlayerId,
        scopes: &str,
        now: Timestamp,
    ) -> Result<Vec<SignIn>, StoreError> {
        let sql = "select hash, created_at, seen_at, browser, system from tokens
                   where player_id = $1 and scopes = $2 and (expires_at is null or expires_at > $3)
                   order by created_at desc, hash";
        let select = sqlx::query(sql).bind(player.key()).bind(scopes).bind(now.0);
        let rows = select.fetch_all(&self.0.reads).await?;
        let sign_in = |row| {
            Ok(SignIn {
                hash: hash(row)?,
                created_at: time(row, "created_at")?,
                seen_at: optional_time(row, "seen_at")?,
                client: client(row)?,
            })
        };
        Ok(rows.iter().map(sign_in).collect::<sqlx::Result<_>>()?)
    }

    /// Returns those of the tokens that exist and have not expired at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn valid(
        self,
        tokens: &[TokenHash],
        now: Timestamp,
    ) -> Result<HashSet<TokenHash>, StoreError> {
        static SELECT: MultiRowInsert =
            MultiRowInsert::new("select hash, expires_at from tokens where hash in (", 1, ")");
        let mut valid = HashSet::with_capacity(tokens.len());
        for (sql, chunk) in SELECT.chunks(tokens) {
            let mut select = sqlx::query::<Any>(sql);
            for token in chunk {
                select = select.bind(token.as_slice());
            }
            for row in select.fetch_all(&self.0.reads).await? {
                if optional_time(&row, "expires_at")?.is_none_or(|at| at > now) {
                    valid.insert(hash(&row)?);
                }
            }
        }
        Ok(valid)
    }

    /// Returns the owner of a token that has not expired at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn owner_of(
        self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<TokenOwner>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind, t.scopes, t.expires_at
                   from tokens t join players p on p.id = t.player_id
                   where t.hash = $1 and (t.expires_at is null or t.expires_at > $2)";
        let row = sqlx::query(sql)
            .bind(hash.as_slice())
            .bind(now.0)
            .fetch_optional(&self.0.reads)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(TokenOwner {
            player: player(&row)?,
            scopes: row.try_get("scopes")?,
            expires_at: optional_time(&row, "expires_at")?,
        }))
    }

    /// Returns the player's tokens that have not expired at `now`, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<NewToken>, StoreError> {
        let sql = "select hash, scopes, created_at, expires_at, app_grant_id, client from tokens
                   where player_id = $1 and (expires_at is null or expires_at > $2)
                   order by created_at desc, hash";
        let rows = sqlx::query(sql).bind(player.key()).bind(now.0).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| token(row, player)).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes a token. Returns true if it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete(self, hash: &TokenHash) -> Result<bool, StoreError> {
        let sql = "delete from tokens where hash = $1";
        let deleted = sqlx::query(sql).bind(hash.as_slice()).execute(&self.0.writes).await?;
        Ok(deleted.rows_affected() > 0)
    }
}

pub(crate) async fn insert<'c>(
    connection: impl Executor<'c, Database = Any>,
    token: &NewToken,
) -> sqlx::Result<()> {
    let sql = "insert into tokens (hash, player_id, scopes, created_at, expires_at, app_grant_id,
                   client)
               values ($1, $2, $3, $4, $5, $6, $7)";
    let app = token.app.as_ref();
    sqlx::query(sql)
        .bind(token.hash.as_slice())
        .bind(token.player.key())
        .bind(token.scopes.as_str())
        .bind(token.created_at.0)
        .bind(token.expires_at.map(|at| at.0))
        .bind(app.map(|app| app.grant.key()))
        .bind(app.map(|app| app.client.as_str()))
        .execute(connection)
        .await?;
    Ok(())
}

pub(crate) fn hash(row: &AnyRow) -> sqlx::Result<TokenHash> {
    let hash: &[u8] = row.try_get("hash")?;
    hash.try_into().map_err(unreadable)
}

/// The start of the day of a time, in UTC. More of the last use is not stored.
pub(crate) fn day(at: Timestamp) -> Timestamp {
    Timestamp(at.0 - at.0.rem_euclid(DAY_MS))
}

fn token(row: &AnyRow, player: PlayerId) -> sqlx::Result<NewToken> {
    Ok(NewToken {
        hash: hash(row)?,
        player,
        scopes: row.try_get("scopes")?,
        created_at: time(row, "created_at")?,
        expires_at: optional_time(row, "expires_at")?,
        app: match optional_id(row, "app_grant_id")? {
            Some(grant) => Some(TokenApp { grant, client: row.try_get("client")? }),
            None => None,
        },
    })
}
