//! Access tokens of players.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::players::accounts::player;
use crate::store::sql::rows::{optional_time, time, unreadable};

/// SHA-256 of a token's secret. The secret itself is not stored.
pub type TokenHash = [u8; 32];

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
}

/// The owner of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenOwner {
    /// The player.
    pub player: Player,
    /// The scopes as stored.
    pub scopes: String,
}

impl Store {
    /// Stores a token.
    ///
    /// # Errors
    /// Returns an error if the player is unknown, the hash exists, or the database fails.
    pub async fn create_token(&self, token: &NewToken) -> Result<(), StoreError> {
        let sql = "insert into tokens (hash, player_id, scopes, created_at, expires_at)
                   values ($1, $2, $3, $4, $5)";
        sqlx::query(sql)
            .bind(token.hash.as_slice())
            .bind(token.player.0.as_bytes().as_slice())
            .bind(token.scopes.as_str())
            .bind(token.created_at.0)
            .bind(token.expires_at.map(|at| at.0))
            .execute(&self.writes)
            .await?;
        Ok(())
    }

    /// Returns the owner of a token that has not expired at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn player_by_token(
        &self,
        hash: &TokenHash,
        now: Timestamp,
    ) -> Result<Option<TokenOwner>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind, t.scopes
                   from tokens t join players p on p.id = t.player_id
                   where t.hash = $1 and (t.expires_at is null or t.expires_at > $2)";
        let row =
            sqlx::query(sql).bind(hash.as_slice()).bind(now.0).fetch_optional(&self.reads).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(TokenOwner { player: player(&row)?, scopes: row.try_get("scopes")? }))
    }

    /// Returns the player's tokens that have not expired at `now`, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn tokens_of(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<NewToken>, StoreError> {
        let sql = "select hash, scopes, created_at, expires_at from tokens
                   where player_id = $1 and (expires_at is null or expires_at > $2)
                   order by created_at desc, hash";
        let rows = sqlx::query(sql)
            .bind(player.0.as_bytes().as_slice())
            .bind(now.0)
            .fetch_all(&self.reads)
            .await?;
        Ok(rows.iter().map(|row| token(row, player)).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes a token. Returns true if it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_token(&self, hash: &TokenHash) -> Result<bool, StoreError> {
        let sql = "delete from tokens where hash = $1";
        let deleted = sqlx::query(sql).bind(hash.as_slice()).execute(&self.writes).await?;
        Ok(deleted.rows_affected() > 0)
    }
}

fn token(row: &AnyRow, player: PlayerId) -> sqlx::Result<NewToken> {
    let hash: &[u8] = row.try_get("hash")?;
    Ok(NewToken {
        hash: hash.try_into().map_err(unreadable)?,
        player,
        scopes: row.try_get("scopes")?,
        created_at: time(row, "created_at")?,
        expires_at: optional_time(row, "expires_at")?,
    })
}
