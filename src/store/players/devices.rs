//! Devices that wait for a player to enter their code.

use sqlx::Row as _;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::rows::TokenHash;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{flag, optional_id, time, unreadable};

/// A device that waits for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppDevice {
    /// The hash of the device code.
    pub code: TokenHash,
    /// The code that the player enters.
    pub user_code: String,
    /// The name that the program gave itself.
    pub client: String,
    /// The scopes as stored.
    pub scopes: String,
    /// The creation time.
    pub created_at: Timestamp,
    /// The expiry time.
    pub expires_at: Timestamp,
    /// The time before which the device may not ask.
    pub next_at: Timestamp,
    /// The interval of its requests, in milliseconds.
    pub interval_ms: i64,
    /// The player who decided, and true if they allowed it.
    pub decision: Option<(PlayerId, bool)>,
}

/// The devices that wait.
#[derive(Clone, Copy, Debug)]
pub struct Devices<'a>(pub(crate) &'a Database);

impl Devices<'_> {
    /// Stores a device. Returns false if its user code is in use.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create(self, device: &AppDevice) -> Result<bool, StoreError> {
        let sql = "insert into app_devices (code, user_code, client, scopes, created_at,
                       expires_at, next_at, interval_ms)
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_code) do nothing";
        let insert = sqlx::query(sql)
            .bind(device.code.as_slice())
            .bind(device.user_code.as_str())
            .bind(device.client.as_str())
            .bind(device.scopes.as_str())
            .bind(device.created_at.0)
            .bind(device.expires_at.0)
            .bind(device.next_at.0)
            .bind(device.interval_ms);
        Ok(insert.execute(&self.0.writes).await?.rows_affected() > 0)
    }

    /// Returns the device with a device code.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_code(self, code: &TokenHash) -> Result<Option<AppDevice>, StoreError> {
        let sql = "select code, user_code, client, scopes, created_at, expires_at, next_at,
                       interval_ms, player_id, allowed from app_devices where code = $1";
        let select = sqlx::query(sql).bind(code.as_slice());
        let row = select.fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(device).transpose()?)
    }

    /// Returns the device with a user code that waits at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn waiting(
        self,
        user_code: &str,
        now: Timestamp,
    ) -> Result<Option<AppDevice>, StoreError> {
        let sql = "select code, user_code, client, scopes, created_at, expires_at, next_at,
                       interval_ms, player_id, allowed from app_devices
                   where user_code = $1 and expires_at > $2 and player_id is null";
        let select = sqlx::query(sql).bind(user_code).bind(now.0);
        let row = select.fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(device).transpose()?)
    }

    /// Stores the decision of a player. Returns false if another decision was made.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn decide(
        self,
        code: &TokenHash,
        player: PlayerId,
        allowed: bool,
    ) -> Result<bool, StoreError> {
        let sql = "update app_devices set player_id = $2, allowed = $3
                   where code = $1 and player_id is null";
        let update =
            sqlx::query(sql).bind(code.as_slice()).bind(player.key()).bind(i64::from(allowed));
        Ok(update.execute(&self.0.writes).await?.rows_affected() > 0)
    }

    /// Stores the time of the next request of a device, and the interval.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn pace(
        self,
        code: &TokenHash,
        next_at: Timestamp,
        interval_ms: i64,
    ) -> Result<(), StoreError> {
        let sql = "update app_devices set next_at = $2, interval_ms = $3 where code = $1";
        let update = sqlx::query(sql).bind(code.as_slice()).bind(next_at.0).bind(interval_ms);
        update.execute(&self.0.writes).await?;
        Ok(())
    }
}

fn device(row: &sqlx::any::AnyRow) -> sqlx::Result<AppDevice> {
    let code: &[u8] = row.try_get("code")?;
    let player = optional_id(row, "player_id")?.map(PlayerId);
    let allowed = flag(row, "allowed")?;
    Ok(AppDevice {
        code: code.try_into().map_err(unreadable)?,
        user_code: row.try_get("user_code")?,
        client: row.try_get("client")?,
        scopes: row.try_get("scopes")?,
        created_at: time(row, "created_at")?,
        expires_at: time(row, "expires_at")?,
        next_at: time(row, "next_at")?,
        interval_ms: row.try_get("interval_ms")?,
        decision: player.map(|player| (player, allowed)),
    })
}
