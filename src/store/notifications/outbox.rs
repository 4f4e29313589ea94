//! The notifications of players, and their conversion into messages of a channel.

use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::mail::outbox::{NewMail, enqueue};
use crate::store::notifications::channel::Channel;
use crate::store::notifications::push::{PushMessage, insert_messages};
use crate::store::notifications::settings::set_next_message;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, optional_time, time};

/// Days for which notifications are stored.
pub const NOTIFICATIONS_KEPT_DAYS: u32 = 90;

/// The most notifications of one message. The next message has the others.
const MOST_OF_MESSAGE: i64 = 100;

/// A notification of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The id, which is the same in each message about it.
    pub id: Uuid,
    /// The name of the kind.
    pub kind: String,
    /// The match, the challenge, the seek or the tournament.
    pub subject: Uuid,
    /// The version of the match. For a chat line, its number after
    /// [`FIRST_LINE`](crate::store::FIRST_LINE). For a round, its number in the last 16 bits. For a
    /// director's message, the version of the tournament after
    /// [`FIRST_ANNOUNCEMENT`](crate::store::FIRST_ANNOUNCEMENT). For a challenge, 0 for its arrival
    /// and 1 for its end.
    pub v: u32,
    /// The time of the cause.
    pub at: Timestamp,
    /// The time at which the player read it, or at which the cause ended.
    pub read_at: Option<Timestamp>,
}

/// A message of a channel.
#[derive(Clone, Debug)]
pub enum ChannelMessage {
    /// A message to the browsers of the player.
    Push(PushMessage),
    /// An e-mail to the verified address of the player, if there is one.
    Email(NewMail),
}

/// The notifications of players.
#[derive(Clone, Copy, Debug)]
pub struct Notifications<'a>(pub(crate) &'a Database);

impl Notifications<'_> {
    /// Waits until this process stores notifications.
    pub async fn added(self) {
        self.0.notified.notified().await;
    }

    /// Returns the notifications of a player before `before`, newest first, without the kinds
    /// `hidden`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        hidden: &[&'static str],
        before: Option<(Timestamp, Uuid)>,
        limit: u32,
    ) -> Result<Vec<Notification>, StoreError> {
        let sql = format!(
            "select id, kind, subject, v, created_at, read_at from notifications
             where player_id = $1 and (created_at < $2 or (created_at = $2 and id < $3)) {}
             order by created_at desc, id desc limit $4",
            without(hidden)
        );
        let (at, id) = before.unwrap_or((Timestamp(i64::MAX), Uuid::max()));
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key()).bind(at.0);
        let query = query.bind(id.key()).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(notification).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the number of unread notifications of a player, without the kinds `hidden`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unread(
        self,
        player: PlayerId,
        hidden: &[&'static str],
    ) -> Result<u32, StoreError> {
        let sql = format!(
            "select count(*) as n from notifications
             where player_id = $1 and read_at is null {}",
            without(hidden)
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key());
        Ok(count(&query.fetch_one(&self.0.reads).await?, "n")?)
    }

    /// Marks notifications of a player as read, all of them without `ids`. No message is sent about
    /// them later.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn mark_read(
        self,
        player: PlayerId,
        ids: Option<&[Uuid]>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let set = "update notifications set read_at = $2, push_due_at = null, email_due_at = null
                   where player_id = $1 and read_at is null";
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            match ids {
                None => {
                    let update = sqlx::query(set).bind(player.key()).bind(now.0);
                    update.execute(&mut *transaction).await?;
                }
                Some(ids) => {
                    for id in ids {
                        let sql = format!("{set} and id = $3");
                        let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key());
                        update.bind(now.0).bind(id.key()).execute(&mut *transaction).await?;
                    }
                }
            }
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Deletes up to `limit` notifications of causes before `until`. Returns their number.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_old(self, until: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let sql = "delete from notifications where id in
                       (select id from notifications where created_at < $1
                        order by created_at limit $2)";
        let delete = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        Ok(delete.execute(&self.0.writes).await?.rows_affected())
    }

    /// Returns up to `limit` players with notifications that are due in a channel at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due_players(
        self,
        channel: Channel,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let column = channel.due_at();
        let sql = format!(
            "select player_id, min({column}) as first_at from notifications where {column} <= $1
             group by player_id order by first_at, player_id limit $2"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(now.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.writes).await?;
        let players = rows.iter().map(|row| id(row, "player_id").map(PlayerId));
        Ok(players.collect::<sqlx::Result<_>>()?)
    }

    /// Returns the time at which the next notification is due in a channel.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_at(self, channel: Channel) -> Result<Option<Timestamp>, StoreError> {
        let column = channel.due_at();
        let sql = format!("select min({column}) from notifications");
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql));
        let at: Option<i64> = query.fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Returns the notifications of a player that the next message of a channel contains, oldest
    /// first. Those that are not yet due are contained, too.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn pending(
        self,
        player: PlayerId,
        channel: Channel,
    ) -> Result<Vec<Notification>, StoreError> {
        let sql = format!(
            "select id, kind, subject, v, created_at, read_at from notifications
             where player_id = $1 and {} is not null order by created_at, id limit $2",
            channel.due_at()
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key());
        let rows = query.bind(MOST_OF_MESSAGE).fetch_all(&self.0.writes).await?;
        Ok(rows.iter().map(notification).collect::<sqlx::Result<_>>()?)
    }

    /// Postpones the pending notifications of a player in a channel.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn postpone(
        self,
        player: PlayerId,
        channel: Channel,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let column = channel.due_at();
        let sql = format!(
            "update notifications set {column} = $2 where player_id = $1 and {column} < $2"
        );
        let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key()).bind(until.0);
        update.execute(&self.0.writes).await?;
        Ok(())
    }

    /// Ends the notifications `done` of a player in a channel, and stores the messages about them
    /// in the same transaction. The next message is sent at `next_at` or later. Returns false, and
    /// changes nothing, if another node ended one of them, or it no longer applies.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn convert(
        self,
        player: PlayerId,
        channel: Channel,
        done: &[Notification],
        message: Option<&ChannelMessage>,
        (now, interval): (Timestamp, Duration),
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for Notification { id, .. } in done {
                let column = channel.due_at();
                let sql = format!(
                    "update notifications set {column} = null
                     where id = $1 and {column} is not null"
                );
                let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id.key());
                if update.execute(&mut *transaction).await?.rows_affected() == 0 {
                    // Without a commit nothing is changed.
                    return Ok(false);
                }
            }
            if let Some(message) = message {
                insert_message(&mut transaction, player, message, now).await?;
                set_next_message(&mut transaction, player, channel, now + interval).await?;
            }
            transaction.commit().await?;
            Ok(true)
        };
        let is_done: Result<bool, StoreError> = self.0.writes.in_time(work).await;
        let is_done = is_done?;
        match message.filter(|_| is_done) {
            Some(ChannelMessage::Push(_)) => self.0.pushed.notify_one(),
            Some(ChannelMessage::Email(_)) => self.0.mail_due.notify_one(),
            None => {}
        }
        Ok(is_done)
    }
}

async fn insert_message(
    connection: &mut AnyConnection,
    player: PlayerId,
    message: &ChannelMessage,
    now: Timestamp,
) -> sqlx::Result<()> {
    match message {
        ChannelMessage::Push(message) => insert_messages(connection, player, message, now).await,
        ChannelMessage::Email(mail) => enqueue(connection, mail).await.map(drop),
    }
}

/// The id of a message, which is the same for each attempt with the same notifications.
#[must_use]
pub fn message_id<'a>(notifications: impl Iterator<Item = &'a Notification>) -> Uuid {
    let mut hash = Sha256::new();
    for Notification { id, .. } in notifications {
        hash.update(id.as_bytes());
    }
    Uuid::from_slice(&hash.finalize()[..16]).expect("16 bytes")
}

/// The condition that leaves out some kinds.
fn without(hidden: &[&'static str]) -> String {
    if hidden.is_empty() {
        return String::new();
    }
    let names: Vec<String> = hidden.iter().map(|kind| format!("'{kind}'")).collect();
    format!("and kind not in ({})", names.join(", "))
}

fn notification(row: &AnyRow) -> sqlx::Result<Notification> {
    Ok(Notification {
        id: id(row, "id")?,
        kind: row.try_get("kind")?,
        subject: id(row, "subject")?,
        v: count(row, "v")?,
        at: time(row, "created_at")?,
        read_at: optional_time(row, "read_at")?,
    })
}
