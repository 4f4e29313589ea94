//! Passkeys of accounts.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::identities::{SignInRemoved, can_sign_in};
use crate::store::players::rows::player;
use crate::store::players::security_log::{ClientInfo, SecurityEvent, client, insert_event};
use crate::store::players::tokens::day;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, optional_time, time};

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The id that the authenticator chose.
    pub id: Vec<u8>,
    /// The public key, in the form of the authenticator.
    pub public_key: Vec<u8>,
    /// The number of signatures at the last use.
    pub sign_count: u32,
    /// The creation time.
    pub created_at: Timestamp,
    /// The day of the last use. `None` before the first.
    pub used_at: Option<Timestamp>,
    /// The client that made it.
    pub client: ClientInfo,
}

/// A challenge that was answered. It is remembered until it expires, so that it is used once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasskeyChallenge {
    /// The random part.
    pub id: [u8; 16],
    /// The expiry time.
    pub expires_at: Timestamp,
}

/// The result of adding a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasskeyAdded {
    /// It is stored.
    Done,
    /// The player has the maximum number.
    TooMany,
    /// The id or the challenge was used before.
    Known,
}

/// The passkeys of players.
#[derive(Clone, Copy, Debug)]
pub struct Passkeys<'a>(pub(crate) &'a Database);

impl Passkeys<'_> {
    /// Stores a passkey of the player of `event`, who may have `most`.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn add(
        self,
        passkey: &Passkey,
        challenge: &PasskeyChallenge,
        event: &SecurityEvent,
        most: u32,
    ) -> Result<PasskeyAdded, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            if !use_up(&mut transaction, challenge).await? {
                return Ok(PasskeyAdded::Known);
            }
            let sql = "insert into passkeys (id, player_id, public_key, sign_count, created_at,
                           browser, system)
                       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing";
            let insert = sqlx::query(sql)
                .bind(passkey.id.as_slice())
                .bind(event.player.key())
                .bind(passkey.public_key.as_slice())
                .bind(i64::from(passkey.sign_count))
                .bind(passkey.created_at.0)
                .bind(passkey.client.browser.as_deref())
                .bind(passkey.client.system.as_deref());
            if insert.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(PasskeyAdded::Known);
            }
            let sql = "select count(*) as passkeys from passkeys where player_id = $1";
            let select = sqlx::query(sql).bind(event.player.key());
            if count(&select.fetch_one(&mut *transaction).await?, "passkeys")? > most {
                return Ok(PasskeyAdded::TooMany);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(PasskeyAdded::Done)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the passkeys of a player, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<Vec<Passkey>, StoreError> {
        let sql = "select id as credential, public_key, sign_count, created_at, used_at, browser,
                       system
                   from passkeys where player_id = $1 order by created_at desc, id";
        let rows = sqlx::query(sql).bind(player.key()).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(passkey).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the passkey with that id, and its player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_id(self, id: &[u8]) -> Result<Option<(Player, Passkey)>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind, k.id as credential, k.public_key,
                       k.sign_count, k.created_at, k.used_at, k.browser, k.system
                   from passkeys k join players p on p.id = k.player_id
                   where k.id = $1 and p.erased_at is null";
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| Ok::<_, sqlx::Error>((player(&row)?, passkey(&row)?))).transpose()?)
    }

    /// Stores a use of a passkey at `now`. Returns false if the challenge was used before, or the
    /// passkey has been used or removed since it was read.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn record_use(
        self,
        passkey: &Passkey,
        sign_count: u32,
        challenge: &PasskeyChallenge,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            if !use_up(&mut transaction, challenge).await? {
                return Ok(false);
            }
            let sql = "update passkeys set sign_count = $2, used_at = $3
                       where id = $1 and sign_count = $4";
            let update = sqlx::query(sql)
                .bind(passkey.id.as_slice())
                .bind(i64::from(sign_count))
                .bind(day(now).0)
                .bind(i64::from(passkey.sign_count));
            let is_done = update.execute(&mut *transaction).await?.rows_affected() > 0;
            transaction.commit().await?;
            Ok(is_done)
        };
        self.0.writes.in_time(work).await
    }

    /// Deletes a passkey of the player of `event`, who keeps another way to sign in.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete(
        self,
        id: &[u8],
        event: &SecurityEvent,
    ) -> Result<SignInRemoved, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "delete from passkeys where id = $1 and player_id = $2";
            let delete = sqlx::query(sql).bind(id).bind(event.player.key());
            if delete.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(SignInRemoved::Unknown);
            }
            if !can_sign_in(&mut transaction, event.player).await? {
                return Ok(SignInRemoved::Last);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(SignInRemoved::Done)
        };
        self.0.writes.in_time(work).await
    }
}

/// Remembers a challenge. Returns false if it was used before.
async fn use_up(
    connection: &mut AnyConnection,
    challenge: &PasskeyChallenge,
) -> sqlx::Result<bool> {
    let sql = "insert into passkey_challenges (id, expires_at) values ($1, $2)
               on conflict (id) do nothing";
    let insert = sqlx::query(sql).bind(challenge.id.as_slice()).bind(challenge.expires_at.0);
    Ok(insert.execute(connection).await?.rows_affected() > 0)
}

fn passkey(row: &AnyRow) -> sqlx::Result<Passkey> {
    Ok(Passkey {
        id: row.try_get("credential")?,
        public_key: row.try_get("public_key")?,
        sign_count: count(row, "sign_count")?,
        created_at: time(row, "created_at")?,
        used_at: optional_time(row, "used_at")?,
        client: client(row)?,
    })
}
