//! The e-mail addresses of accounts.

use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::random;
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::mail::outbox::{NewMail, Unsubscription, enqueue};
use crate::store::players::rows::{TokenHash, player};
use crate::store::players::security_log::{
    ClientInfo, SecurityEvent, SecurityEventKind, insert_event,
};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, optional_time, time};

/// The time over which links that verify an address are counted.
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The most links that verify an address, of one player and to one address, within a day.
const MAX_VERIFICATIONS: u32 = 5;

/// A hash of an address in the form in which addresses are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailKey(pub(crate) [u8; 32]);

impl MailKey {
    /// The key of an address. Case is ignored.
    #[must_use]
    pub fn of(address: &str) -> MailKey {
        MailKey(Sha256::digest(address.trim().to_lowercase().as_bytes()).into())
    }
}

/// The e-mail address of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddress {
    /// The address.
    pub address: String,
    /// The time when the player gave it.
    pub created_at: Timestamp,
    /// The time when the player opened the link that was sent to it.
    pub verified_at: Option<Timestamp>,
    /// The time when it bounced. It receives nothing until it is verified again.
    pub disabled_at: Option<Timestamp>,
    /// The time since which the player wants no notifications by e-mail.
    pub unsubscribed_at: Option<Timestamp>,
}

/// A new address, and the link that verifies it.
#[derive(Clone, Copy, Debug)]
pub struct NewAddress<'a> {
    /// The address.
    pub address: &'a str,
    /// A hash of the secret of the link.
    pub verification: &'a TokenHash,
    /// The time until which the link is valid.
    pub expires_at: Timestamp,
    /// The mail with the link.
    pub mail: &'a NewMail,
    /// The mail to the verified address that is replaced.
    pub notice: &'a NewMail,
}

/// The e-mail addresses of accounts.
#[derive(Clone, Copy, Debug)]
pub struct MailAddresses<'a>(pub(crate) &'a Database);

impl MailAddresses<'_> {
    /// Returns the address of a player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<Option<MailAddress>, StoreError> {
        let sql = "select address, created_at, verified_at, disabled_at, unsubscribed_at
                   from mail_addresses where player_id = $1";
        let row = sqlx::query(sql).bind(player.key()).fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(address).transpose()?)
    }

    /// Sets the unverified address of the player of `event`, which replaces an earlier one, and
    /// stores its mails. Returns false if the player or the address got too many links within a day.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn set(self, new: NewAddress<'_>, event: &SecurityEvent) -> Result<bool, StoreError> {
        let (key, player) = (MailKey::of(new.address), event.player);
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            // SQLite waits for a lock only if the transaction starts with a write.
            delete_pending(&mut transaction, player).await?;
            if verifications(&mut transaction, player, &key, event.at).await? >= MAX_VERIFICATIONS {
                return Ok(false);
            }
            let sql = "select 1 as one from mail_addresses
                       where player_id = $1 and address_key <> $2";
            let replaced = sqlx::query(sql).bind(player.key()).bind(key.0.as_slice());
            if replaced.fetch_optional(&mut *transaction).await?.is_some() {
                enqueue(&mut transaction, new.notice).await?;
            }
            let sql = "insert into mail_addresses (player_id, address, address_key, created_at,
                           verification, verification_expires_at, unsubscription)
                       values ($1, $2, $3, $4, $5, $6, $7)
                       on conflict (player_id) do update
                       set address = excluded.address, address_key = excluded.address_key,
                           created_at = excluded.created_at, verified_at = null,
                           disabled_at = null, unsubscribed_at = null,
                           verification = excluded.verification,
                           verification_expires_at = excluded.verification_expires_at,
                           unsubscription = excluded.unsubscription";
            sqlx::query(sql)
                .bind(player.key())
                .bind(new.address)
                .bind(key.0.as_slice())
                .bind(event.at.0)
                .bind(new.verification.as_slice())
                .bind(new.expires_at.0)
                .bind(random::value::<Unsubscription>().as_slice())
                .execute(&mut *transaction)
                .await?;
            enqueue(&mut transaction, new.mail).await?;
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok::<bool, StoreError>(true)
        };
        let is_set = self.0.writes.in_time(work).await?;
        self.0.mail_due.notify_one();
        Ok(is_set)
    }

    /// Verifies the address of a link that is valid at `now`. Returns its player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn verify(
        self,
        verification: &TokenHash,
        client: ClientInfo,
        now: Timestamp,
    ) -> Result<Option<Player>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update mail_addresses
                       set verified_at = $2, disabled_at = null, verification = null,
                           verification_expires_at = null
                       where verification = $1 and verification_expires_at > $2
                       returning player_id";
            let update = sqlx::query(sql).bind(verification.as_slice()).bind(now.0);
            let Some(row) = update.fetch_optional(&mut *transaction).await? else {
                return Ok(None);
            };
            let id = id(&row, "player_id").map(PlayerId)?;
            let event = SecurityEvent::new(id, SecurityEventKind::MailVerified, client, now);
            insert_event(&mut transaction, &event).await?;
            let sql = "select id, name, shown_kind as kind from players where id = $1";
            let row = sqlx::query(sql).bind(id.key()).fetch_one(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Some(player(&row)?))
        };
        self.0.writes.in_time(work).await
    }

    /// Removes the address of the player of `event`, to which `notice` is sent before. Returns
    /// false if the player has none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove(self, notice: &NewMail, event: &SecurityEvent) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            delete_pending(&mut transaction, event.player).await?;
            enqueue(&mut transaction, notice).await?;
            let sql = "delete from mail_addresses where player_id = $1";
            let delete = sqlx::query(sql).bind(event.player.key());
            if delete.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(false);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok::<bool, StoreError>(true)
        };
        let is_removed = self.0.writes.in_time(work).await?;
        self.0.mail_due.notify_one();
        Ok(is_removed)
    }

    /// Ends the notifications of the player with that secret, and drops those that were not sent.
    /// A repetition changes nothing. Returns false if the secret is unknown.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unsubscribe(self, secret: &[u8], now: Timestamp) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update mail_addresses set unsubscribed_at = coalesce(unsubscribed_at, $2)
                       where unsubscription = $1 returning player_id";
            let update = sqlx::query(sql).bind(secret).bind(now.0);
            let Some(row) = update.fetch_optional(&mut *transaction).await? else {
                return Ok(false);
            };
            let player = id(&row, "player_id").map(PlayerId)?;
            delete_notifications(&mut transaction, player).await?;
            transaction.commit().await?;
            Ok(true)
        };
        self.0.writes.in_time(work).await
    }

    /// Starts or ends the notifications of a player. Returns false if the player has no address.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_subscribed(
        self,
        player: PlayerId,
        is_subscribed: bool,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update mail_addresses set unsubscribed_at = $2 where player_id = $1";
            let at = (!is_subscribed).then_some(now.0);
            let update = sqlx::query(sql).bind(player.key()).bind(at);
            let is_known = update.execute(&mut *transaction).await?.rows_affected() > 0;
            if !is_subscribed {
                delete_notifications(&mut transaction, player).await?;
            }
            transaction.commit().await?;
            Ok(is_known)
        };
        self.0.writes.in_time(work).await
    }

    /// Deletes up to `limit` addresses that were given before `until` and never verified. They may be
    /// those of strangers. Returns the number deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_unverified(self, until: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let sql = "delete from mail_addresses where player_id in
                   (select player_id from mail_addresses
                    where verified_at is null and created_at < $1 limit $2)";
        let delete = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        Ok(delete.execute(&self.0.writes).await?.rows_affected())
    }

    /// Disables an address that bounced, of all accounts that have it, and drops what was not sent
    /// to it. Returns the number of accounts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn disable(self, address: &str, now: Timestamp) -> Result<u32, StoreError> {
        let key = MailKey::of(address);
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update mail_addresses
                       set disabled_at = $2, verification = null, verification_expires_at = null
                       where address_key = $1 and disabled_at is null returning player_id";
            let update = sqlx::query(sql).bind(key.0.as_slice()).bind(now.0);
            let rows = update.fetch_all(&mut *transaction).await?;
            for row in &rows {
                let player = id(row, "player_id").map(PlayerId)?;
                delete_pending(&mut transaction, player).await?;
                let kind = SecurityEventKind::MailDisabled;
                let event = SecurityEvent::new(player, kind, ClientInfo::default(), now);
                insert_event(&mut transaction, &event).await?;
            }
            transaction.commit().await?;
            Ok(rows.len() as u32)
        };
        self.0.writes.in_time(work).await
    }
}

/// Returns the larger number of the links that the player made and that were sent to the address
/// within a day before `now`.
async fn verifications(
    connection: &mut AnyConnection,
    player: PlayerId,
    key: &MailKey,
    now: Timestamp,
) -> sqlx::Result<u32> {
    let since = now.0 - DAY_MS;
    let sql = "select count(*) as links from mail_outbox
               where player_id = $1 and kind = 'verification' and created_at > $2";
    let select = sqlx::query(sql).bind(player.key()).bind(since);
    let of_player = count(&select.fetch_one(&mut *connection).await?, "links")?;
    let sql = "select count(*) as links from mail_addresses
               where address_key = $1 and player_id <> $2 and created_at > $3";
    let select = sqlx::query(sql).bind(key.0.as_slice()).bind(player.key()).bind(since);
    let of_address = count(&select.fetch_one(&mut *connection).await?, "links")?;
    Ok(of_player.max(of_address))
}

/// Drops the mails to a player that were not sent, except news about the security of the account.
/// Their ids stay.
pub(crate) async fn delete_pending(
    connection: &mut AnyConnection,
    player: PlayerId,
) -> sqlx::Result<()> {
    drop_unsent(connection, player, "kind <> 'security'").await
}

async fn delete_notifications(
    connection: &mut AnyConnection,
    player: PlayerId,
) -> sqlx::Result<()> {
    drop_unsent(connection, player, "kind = 'notification'").await
}

async fn drop_unsent(
    connection: &mut AnyConnection,
    player: PlayerId,
    condition: &'static str,
) -> sqlx::Result<()> {
    let sql = format!(
        "update mail_outbox
         set address = null, subject = null, text = null, html = null, due_at = null
         where player_id = $1 and due_at is not null and {condition}"
    );
    let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key());
    update.execute(connection).await?;
    Ok(())
}

fn address(row: &AnyRow) -> sqlx::Result<MailAddress> {
    Ok(MailAddress {
        address: row.try_get("address")?,
        created_at: time(row, "created_at")?,
        verified_at: optional_time(row, "verified_at")?,
        disabled_at: optional_time(row, "disabled_at")?,
        unsubscribed_at: optional_time(row, "unsubscribed_at")?,
    })
}
