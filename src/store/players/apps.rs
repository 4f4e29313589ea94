//! The permissions that players gave to programs of others, and the tokens issued for them.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::rows::TokenHash;
use crate::store::players::tokens::{NewToken, hash, insert};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{id, optional_time, time, unreadable};

/// A permission that a player gave to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppGrant {
    /// The id.
    pub id: Uuid,
    /// The player.
    pub player: PlayerId,
    /// The name that the program gave itself.
    pub client: String,
    /// The address to which the code was sent. `None` for a device.
    pub redirect_uri: Option<String>,
    /// The scopes as stored.
    pub scopes: String,
    /// The time of the consent.
    pub created_at: Timestamp,
    /// The time of the last new token.
    pub used_at: Timestamp,
    /// The authorization code. `None` for a device.
    pub code: Option<AppCode>,
    /// The present refresh token. `None` until the code is used.
    pub refresh: Option<AppRefresh>,
}

/// An authorization code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppCode {
    /// The hash of the code.
    pub hash: TokenHash,
    /// The challenge of the client.
    pub challenge: String,
    /// The expiry time.
    pub expires_at: Timestamp,
    /// The time of the use.
    pub used_at: Option<Timestamp>,
}

/// A refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppRefresh {
    /// The hash of the token.
    pub hash: TokenHash,
    /// The expiry time.
    pub expires_at: Timestamp,
}

/// The permissions of programs.
#[derive(Clone, Copy, Debug)]
pub struct Apps<'a>(pub(crate) &'a Database);

const COLUMNS: &str = "id, player_id, client, redirect_uri, scopes, created_at, used_at, code,
                       challenge, code_expires_at, code_used_at, refresh, refresh_expires_at";

impl Apps<'_> {
    /// Stores a grant. Ends those of the player that were unused for the longest time, so that
    /// `most` remain. Returns the deleted tokens.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn create(self, grant: &AppGrant, most: u32) -> Result<Vec<TokenHash>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            insert_grant(&mut transaction, grant).await?;
            let ended = end_unused(&mut transaction, grant.player, most).await?;
            transaction.commit().await?;
            Ok(ended)
        };
        self.0.writes.in_time(work).await
    }

    /// Stores the grant of a device and its first token, and deletes the device. Returns `None` if
    /// the device is gone, or else the deleted tokens of other grants.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn create_for_device(
        self,
        device: &TokenHash,
        grant: &AppGrant,
        token: &NewToken,
        most: u32,
    ) -> Result<Option<Vec<TokenHash>>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let delete = sqlx::query("delete from app_devices where code = $1");
            let deleted = delete.bind(device.as_slice()).execute(&mut *transaction).await?;
            if deleted.rows_affected() == 0 {
                return Ok(None);
            }
            insert_grant(&mut transaction, grant).await?;
            insert(&mut *transaction, token).await?;
            let ended = end_unused(&mut transaction, grant.player, most).await?;
            transaction.commit().await?;
            Ok(Some(ended))
        };
        self.0.writes.in_time(work).await
    }

    /// Stores new tokens of a grant for its code or its refresh token `previous`, and deletes the
    /// oldest access tokens so that `most` remain. Returns `None` if `previous` was used meanwhile,
    /// or else the deleted tokens.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn issue(
        self,
        grant: Uuid,
        previous: &TokenHash,
        token: &NewToken,
        refresh: &AppRefresh,
        most: u32,
    ) -> Result<Option<Vec<TokenHash>>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update app_grants set refresh = $2, refresh_expires_at = $3, used_at = $4,
                           code_used_at = coalesce(code_used_at, $4)
                       where id = $1 and coalesce(refresh, code) = $5";
            let update = sqlx::query(sql)
                .bind(grant.key())
                .bind(refresh.hash.as_slice())
                .bind(refresh.expires_at.0)
                .bind(token.created_at.0)
                .bind(previous.as_slice())
                .execute(&mut *transaction)
                .await?;
            if update.rows_affected() == 0 {
                return Ok(None);
            }
            insert(&mut *transaction, token).await?;
            let sql = "delete from tokens where app_grant_id = $1 and hash not in
                       (select hash from tokens where app_grant_id = $1
                        order by created_at desc, hash limit $2)
                       returning hash";
            let delete = sqlx::query(sql).bind(grant.key()).bind(i64::from(most));
            let ended = delete.fetch_all(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Some(ended.iter().map(hash).collect::<sqlx::Result<_>>()?))
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the grant of an authorization code, used or not.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_code(self, code: &TokenHash) -> Result<Option<AppGrant>, StoreError> {
        self.one("code = $1", code).await
    }

    /// Returns a grant by its id.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_id(self, id: Uuid) -> Result<Option<AppGrant>, StoreError> {
        self.one("id = $1", id.key()).await
    }

    /// Returns the grant of an access token.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_token(self, token: &TokenHash) -> Result<Option<AppGrant>, StoreError> {
        self.one("id = (select app_grant_id from tokens where hash = $1)", token).await
    }

    async fn one(self, condition: &str, key: &[u8]) -> Result<Option<AppGrant>, StoreError> {
        let sql = format!("select {COLUMNS} from app_grants where {condition}");
        let select = sqlx::query(AssertSqlSafe(sql)).bind(key);
        let row = select.fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(grant).transpose()?)
    }

    /// Returns the grants of a player with a token or a refresh token at `now`, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<AppGrant>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from app_grants where player_id = $1 and refresh_expires_at > $2
             order by created_at desc, id"
        );
        let select = sqlx::query(AssertSqlSafe(sql)).bind(player.key()).bind(now.0);
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(grant).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes a grant and its tokens. Returns the tokens.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete(self, id: Uuid) -> Result<Vec<TokenHash>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let ended = delete_grant(&mut transaction, id).await?;
            transaction.commit().await?;
            Ok(ended)
        };
        self.0.writes.in_time(work).await
    }
}

/// Deletes the grants of a player that were unused for the longest time, so that `most` remain.
async fn end_unused(
    transaction: &mut AnyConnection,
    player: PlayerId,
    most: u32,
) -> Result<Vec<TokenHash>, StoreError> {
    let sql = "select id from app_grants where player_id = $1 and id not in
               (select id from app_grants where player_id = $1
                order by used_at desc, id limit $2)";
    let select = sqlx::query(sql).bind(player.key()).bind(i64::from(most));
    let rows = select.fetch_all(&mut *transaction).await?;
    let mut ended = Vec::new();
    for row in &rows {
        ended.extend(delete_grant(transaction, id(row, "id")?).await?);
    }
    Ok(ended)
}

async fn delete_grant(
    transaction: &mut AnyConnection,
    id: Uuid,
) -> Result<Vec<TokenHash>, StoreError> {
    let sql = "delete from tokens where app_grant_id = $1 returning hash";
    let ended = sqlx::query(sql).bind(id.key()).fetch_all(&mut *transaction).await?;
    let sql = "delete from app_grants where id = $1";
    sqlx::query(sql).bind(id.key()).execute(&mut *transaction).await?;
    Ok(ended.iter().map(hash).collect::<sqlx::Result<_>>()?)
}

async fn insert_grant(transaction: &mut AnyConnection, grant: &AppGrant) -> Result<(), StoreError> {
    let sql = format!(
        "insert into app_grants ({COLUMNS})
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    );
    let (code, refresh) = (grant.code.as_ref(), grant.refresh.as_ref());
    sqlx::query(AssertSqlSafe(sql))
        .bind(grant.id.key())
        .bind(grant.player.key())
        .bind(grant.client.as_str())
        .bind(grant.redirect_uri.as_deref())
        .bind(grant.scopes.as_str())
        .bind(grant.created_at.0)
        .bind(grant.used_at.0)
        .bind(code.map(|code| code.hash.as_slice()))
        .bind(code.map(|code| code.challenge.as_str()))
        .bind(code.map(|code| code.expires_at.0))
        .bind(code.and_then(|code| code.used_at).map(|at| at.0))
        .bind(refresh.map(|refresh| refresh.hash.as_slice()))
        .bind(refresh.map(|refresh| refresh.expires_at.0))
        .execute(&mut *transaction)
        .await?;
    Ok(())
}

fn grant(row: &AnyRow) -> sqlx::Result<AppGrant> {
    let code = match optional_hash(row, "code")? {
        Some(hash) => Some(AppCode {
            hash,
            challenge: row.try_get("challenge")?,
            expires_at: time(row, "code_expires_at")?,
            used_at: optional_time(row, "code_used_at")?,
        }),
        None => None,
    };
    let refresh = match optional_hash(row, "refresh")? {
        Some(hash) => Some(AppRefresh { hash, expires_at: time(row, "refresh_expires_at")? }),
        None => None,
    };
    Ok(AppGrant {
        id: id(row, "id")?,
        player: id(row, "player_id").map(PlayerId)?,
        client: row.try_get("client")?,
        redirect_uri: row.try_get("redirect_uri")?,
        scopes: row.try_get("scopes")?,
        created_at: time(row, "created_at")?,
        used_at: time(row, "used_at")?,
        code,
        refresh,
    })
}

fn optional_hash(row: &AnyRow, column: &str) -> sqlx::Result<Option<TokenHash>> {
    let hash: Option<&[u8]> = row.try_get(column)?;
    hash.map(|hash| hash.try_into().map_err(unreadable)).transpose()
}
