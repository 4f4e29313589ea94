//! Requests of a recovery by e-mail. A request is stored before anything is known about its
//! address, so that its answer and its time are the same for every address.

use sqlx::Row as _;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::Player;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::mail::addresses::MailKey;
use crate::store::mail::outbox::{NewMail, enqueue};
use crate::store::players::recovery::insert_code;
use crate::store::players::rows::{TokenHash, player};
use crate::store::players::security_log::{
    ClientInfo, SecurityEvent, SecurityEventKind, insert_event,
};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::unreadable;

/// Time in which an account gets one link.
const LINK_INTERVAL_MS: i64 = 10 * 60 * 1_000;

/// The most accounts with one address that get a link.
const MAX_ACCOUNTS: i64 = 5;

/// A link that sets a new password.
#[derive(Clone, Debug)]
pub struct RecoveryLink {
    /// The account.
    pub player: Player,
    /// A hash of the code in the link.
    pub code: TokenHash,
    /// The time until which the link is valid.
    pub expires_at: Timestamp,
    /// The mail with the link.
    pub mail: NewMail,
}

/// Requests of a recovery by e-mail.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryRequests<'a>(pub(crate) &'a Database);

impl RecoveryRequests<'_> {
    /// Stores a request. It costs one statement, for known and unknown addresses.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add(self, key: &MailKey, now: Timestamp) -> Result<(), StoreError> {
        let sql = "insert into mail_recovery_requests (address_key, at) values ($1, $2)
                   on conflict (address_key) do nothing";
        let insert = sqlx::query(sql).bind(key.0.as_slice()).bind(now.0);
        insert.execute(&self.0.writes).await?;
        self.0.mail_due.notify_one();
        Ok(())
    }

    /// Returns up to `limit` requests, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn open(self, limit: u32) -> Result<Vec<MailKey>, StoreError> {
        let sql =
            "select address_key from mail_recovery_requests order by at, address_key limit $1";
        let rows = sqlx::query(sql).bind(i64::from(limit)).fetch_all(&self.0.writes).await?;
        let key = |row: &sqlx::any::AnyRow| {
            let key: &[u8] = row.try_get("address_key")?;
            key.try_into().map(MailKey).map_err(unreadable)
        };
        Ok(rows.iter().map(key).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the accounts that get a link to the address at `now`. The address is verified, and
    /// they got none within ten minutes, not even one that was used or replaced.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn accounts(self, key: &MailKey, now: Timestamp) -> Result<Vec<Player>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind
                   from mail_addresses a join players p on p.id = a.player_id
                   where a.address_key = $1 and a.verified_at is not null
                     and a.disabled_at is null and p.erased_at is null
                     and not exists (select 1 from mail_outbox m where m.player_id = p.id
                                     and m.kind = 'recovery' and m.created_at > $2)
                   order by p.id limit $3";
        let since = now.0 - LINK_INTERVAL_MS;
        let select = sqlx::query(sql).bind(key.0.as_slice()).bind(since).bind(MAX_ACCOUNTS);
        let rows = select.fetch_all(&self.0.writes).await?;
        Ok(rows.iter().map(player).collect::<sqlx::Result<_>>()?)
    }

    /// Stores the links and their mails, which replace earlier links, and deletes the request.
    /// Changes nothing if another node answered it meanwhile.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn answer(
        self,
        key: &MailKey,
        links: &[RecoveryLink],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let delete = sqlx::query("delete from mail_recovery_requests where address_key = $1");
            let deleted = delete.bind(key.0.as_slice()).execute(&mut *transaction).await?;
            if deleted.rows_affected() == 0 {
                return Ok(());
            }
            for RecoveryLink { player, code, expires_at, mail } in links {
                // The player may have removed the address meanwhile.
                if !enqueue(&mut transaction, mail).await? {
                    continue;
                }
                let sql = "delete from recovery_codes
                           where player_id = $1 and mailed_at is not null";
                sqlx::query(sql).bind(player.id.key()).execute(&mut *transaction).await?;
                let kind = SecurityEventKind::RecoveryMailed;
                let event = SecurityEvent::new(player.id, kind, ClientInfo::default(), now);
                insert_code(&mut transaction, &event, code, Some(*expires_at)).await?;
                let sql = "update recovery_codes set mailed_at = $2 where hash = $1";
                let update = sqlx::query(sql).bind(code.as_slice()).bind(now.0);
                update.execute(&mut *transaction).await?;
                insert_event(&mut transaction, &event).await?;
            }
            transaction.commit().await?;
            Ok::<(), StoreError>(())
        };
        self.0.writes.in_time(work).await?;
        self.0.mail_due.notify_one();
        Ok(())
    }
}
