//! The mails to be sent. A mail is stored in the transaction of its cause, and leased to one node.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, named, time, unreadable};

/// Days until the id of a mail is deleted, and an address that was not verified. A mail with the
/// same id is not stored before.
pub const MAILS_KEPT_DAYS: u32 = 7;

/// The secret of the links that unsubscribe a player.
pub type Unsubscription = [u8; 16];

/// A kind of mail, which decides who receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MailKind {
    /// A link that verifies the address. It is sent to every address.
    Verification,
    /// A link that sets a new password. It is sent to verified addresses.
    Recovery,
    /// News about the security of the account. It is sent to verified addresses.
    Security,
    /// A digest or a reminder. It is sent to verified addresses of players who did not unsubscribe.
    Notification,
}

impl MailKind {
    /// Every kind.
    pub const ALL: [MailKind; 4] =
        [MailKind::Verification, MailKind::Recovery, MailKind::Security, MailKind::Notification];

    /// The stored name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            MailKind::Verification => "verification",
            MailKind::Recovery => "recovery",
            MailKind::Security => "security",
            MailKind::Notification => "notification",
        }
    }

    /// The condition for an address that receives the kind.
    const fn receivers(self) -> &'static str {
        match self {
            MailKind::Verification => "1 = 1",
            MailKind::Recovery | MailKind::Security => {
                "verified_at is not null and disabled_at is null"
            }
            MailKind::Notification => {
                "verified_at is not null and disabled_at is null and unsubscribed_at is null"
            }
        }
    }
}

/// A mail to the address of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    /// The id. A second mail with the same id is not stored.
    pub id: String,
    /// The player.
    pub player: PlayerId,
    /// The kind.
    pub kind: MailKind,
    /// The subject.
    pub subject: String,
    /// The body as text, without the frame that the sender adds.
    pub text: String,
    /// The body as HTML, without the frame that the sender adds.
    pub html: String,
    /// The creation time, and the time of the first attempt.
    pub at: Timestamp,
}

/// A mail that this node has to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeasedMail {
    /// The mail.
    pub mail: NewMail,
    /// The address of the player when the mail was stored.
    pub address: String,
    /// Number of earlier attempts.
    pub tries: u32,
    /// The end of the lease.
    pub leased_until: Timestamp,
    /// The secret that unsubscribes. `None` if the player has another address meanwhile.
    pub unsubscription: Option<Unsubscription>,
}

/// The mails to be sent.
#[derive(Clone, Copy, Debug)]
pub struct MailOutbox<'a>(pub(crate) &'a Database);

impl MailOutbox<'_> {
    /// Stores a mail. Returns false if the player receives no mail of that kind, or the id was
    /// stored before.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn enqueue(self, mail: &NewMail) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let is_stored = enqueue(&mut transaction, mail).await?;
            transaction.commit().await?;
            Ok::<bool, StoreError>(is_stored)
        };
        let is_stored = self.0.writes.in_time(work).await?;
        self.0.mail_due.notify_one();
        Ok(is_stored)
    }

    /// Waits until this process stores a mail or a request of a recovery.
    pub async fn added(self) {
        self.0.mail_due.notified().await;
    }

    /// Leases up to `limit` mails that are due at `now` until `until`, oldest first. No other node
    /// gets them before.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lease(
        self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<LeasedMail>, StoreError> {
        // Postgres checks the second condition again after another node's lease of the row.
        let sql = "update mail_outbox set due_at = $2
                   where due_at <= $1 and id in
                       (select id from mail_outbox where due_at <= $1
                        order by due_at, id limit $3)
                   returning id as mail_id, player_id, kind, address, subject, text, html,
                       created_at, due_at, tries,
                       (select a.unsubscription from mail_addresses a
                        where a.player_id = mail_outbox.player_id
                          and a.address = mail_outbox.address) as unsubscription";
        let lease = sqlx::query(sql).bind(now.0).bind(until.0).bind(i64::from(limit));
        let rows = lease.fetch_all(&self.0.writes).await?;
        let mut mails = rows.iter().map(leased).collect::<sqlx::Result<Vec<_>>>()?;
        mails.sort_by(|a, b| (a.mail.at, &a.mail.id).cmp(&(b.mail.at, &b.mail.id)));
        Ok(mails)
    }

    /// Returns the time of the next attempt.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_due_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(due_at) from mail_outbox where due_at is not null";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Removes a mail that was sent, or that is given up. Its id stays.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove(self, mail: &LeasedMail) -> Result<(), StoreError> {
        let sql = "update mail_outbox
                   set address = null, subject = null, text = null, html = null, due_at = null
                   where id = $1 and due_at = $2";
        let update = sqlx::query(sql).bind(mail.mail.id.as_str()).bind(mail.leased_until.0);
        update.execute(&self.0.writes).await?;
        Ok(())
    }

    /// Records a failed attempt. The next one is at `again_at`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn retry(self, mail: &LeasedMail, again_at: Timestamp) -> Result<(), StoreError> {
        let sql = "update mail_outbox set due_at = $3, tries = tries + 1
                   where id = $1 and due_at = $2";
        let update = sqlx::query(sql).bind(mail.mail.id.as_str()).bind(mail.leased_until.0);
        update.bind(again_at.0).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Deletes up to `limit` mails that were stored before `until`, sent or not. Returns the number
    /// deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_old(self, until: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let sql = "delete from mail_outbox where id in
                   (select id from mail_outbox where created_at < $1 limit $2)";
        let delete = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        Ok(delete.execute(&self.0.writes).await?.rows_affected())
    }
}

/// Stores a mail in the transaction of its cause. Returns false if the player receives no mail of
/// that kind, or the id was stored before.
///
/// After the commit, [`Database::mail_due`] has to be notified. Otherwise the sender finds the mail
/// within half a minute.
pub(crate) async fn enqueue(connection: &mut AnyConnection, mail: &NewMail) -> sqlx::Result<bool> {
    let sql = format!(
        "insert into mail_outbox
             (id, player_id, kind, address, subject, text, html, created_at, due_at)
         select $1, player_id, $3, address, $4, $5, $6, $7, $7 from mail_addresses
         where player_id = $2 and {} on conflict (id) do nothing",
        mail.kind.receivers()
    );
    let insert = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(mail.id.as_str())
        .bind(mail.player.key())
        .bind(mail.kind.as_str())
        .bind(mail.subject.as_str())
        .bind(mail.text.as_str())
        .bind(mail.html.as_str())
        .bind(mail.at.0);
    Ok(insert.execute(connection).await?.rows_affected() > 0)
}

fn leased(row: &AnyRow) -> sqlx::Result<LeasedMail> {
    let unsubscription: Option<Vec<u8>> = row.try_get("unsubscription")?;
    let unsubscription = unsubscription.as_deref().map(Unsubscription::try_from).transpose();
    Ok(LeasedMail {
        mail: NewMail {
            id: row.try_get("mail_id")?,
            player: id(row, "player_id").map(PlayerId)?,
            kind: named(&MailKind::ALL, MailKind::as_str, row.try_get("kind")?)?,
            subject: row.try_get("subject")?,
            text: row.try_get("text")?,
            html: row.try_get("html")?,
            at: time(row, "created_at")?,
        },
        address: row.try_get("address")?,
        tries: count(row, "tries")?,
        leased_until: time(row, "due_at")?,
        unsubscription: unsubscription.map_err(unreadable)?,
    })
}
