//! Webhooks and their pending deliveries. A delivery is stored in the transaction of its event, so
//! that none is lost.

use std::collections::HashSet;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::append::{Due, Reach};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, optional_time, time};

/// The number of deliveries about a match that is followed by those of its chat lines. No match
/// has as many versions.
pub const FIRST_LINE: u32 = 1 << 30;

/// The number of deliveries about a match that is followed by those of reminders of its turns.
pub const FIRST_REMINDER: u32 = 1 << 29;

/// A webhook of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// The id.
    pub id: Uuid,
    /// The player.
    pub player: PlayerId,
    /// The target URL.
    pub url: String,
    /// The names of the subscribed events, separated by spaces.
    pub events: String,
    /// The secret that signs deliveries.
    pub secret: String,
    /// The creation time.
    pub created_at: Timestamp,
    /// Number of failed attempts since the last successful one.
    pub failures: u32,
    /// The time when the webhook was disabled.
    pub disabled_at: Option<Timestamp>,
}

/// A due delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The webhook.
    pub webhook: Webhook,
    /// The match, the challenge, the seek or the tournament.
    pub subject: Uuid,
    /// The version of the match. For a chat line, its number after [`FIRST_LINE`]. For a reminder,
    /// the version in which the turn began after [`FIRST_REMINDER`]. For a challenge, 0 for its
    /// arrival and 1 for its end. For a round, its stage, and its number in the last 16 bits. For a
    /// director's message, the version of the tournament after
    /// [`FIRST_ANNOUNCEMENT`](crate::store::FIRST_ANNOUNCEMENT).
    pub v: u32,
    /// The event's name.
    pub event: String,
    /// The time of the event.
    pub created_at: Timestamp,
    /// The time of the next attempt.
    pub due_at: Timestamp,
    /// Number of earlier attempts.
    pub tries: u32,
}

/// Webhooks and their deliveries.
#[derive(Clone, Copy, Debug)]
pub struct Webhooks<'a>(pub(crate) &'a Database);

impl Webhooks<'_> {
    /// Returns false only if the player has no webhook.
    #[must_use]
    pub fn may_have_webhooks(self, player: PlayerId) -> bool {
        self.0.webhook_owners.read().contains(&player)
    }

    /// Returns the effects of an event on a player. `None` if no channel gets it.
    #[must_use]
    pub fn due(
        self,
        player: PlayerId,
        (v, event, at): (u32, &'static str, Timestamp),
        reach: Reach,
    ) -> Option<Due> {
        let has_webhook = self.may_have_webhooks(player);
        let is_due = has_webhook || reach != Reach::Webhooks;
        is_due.then_some(Due { player, v, event, at, has_webhook, reach })
    }

    /// Waits until a delivery becomes due.
    pub async fn delivery_due(self) {
        self.0.due.notified().await;
    }

    /// Stores a webhook.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create(self, webhook: &Webhook) -> Result<(), StoreError> {
        let sql = "insert into webhooks (id, player_id, url, events, secret, created_at)
                   values ($1, $2, $3, $4, $5, $6)";
        sqlx::query(sql)
            .bind(webhook.id.key())
            .bind(webhook.player.key())
            .bind(webhook.url.as_str())
            .bind(webhook.events.as_str())
            .bind(webhook.secret.as_str())
            .bind(webhook.created_at.0)
            .execute(&self.0.writes)
            .await?;
        self.0.webhook_owners.write().insert(webhook.player);
        Ok(())
    }

    /// Returns the player's webhooks, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<Vec<Webhook>, StoreError> {
        let sql = "select id, player_id, url, events, secret, created_at, failures, disabled_at
                   from webhooks where player_id = $1 order by id";
        let player = player.key();
        let rows = sqlx::query(sql).bind(player).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(webhook).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes a webhook of the player and its deliveries. Returns true if it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete(self, player: PlayerId, id: Uuid) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "delete from webhook_deliveries where webhook_id in
                   (select id from webhooks where id = $1 and player_id = $2)";
            let (id, player) = (id.key(), player.key());
            sqlx::query(sql).bind(id).bind(player).execute(&mut *transaction).await?;
            let sql = "delete from webhooks where id = $1 and player_id = $2";
            let deleted = sqlx::query(sql).bind(id).bind(player).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(deleted.rows_affected() > 0)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns up to `limit` deliveries that are due at `now`, and leases each of them until
    /// `until`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lease_deliveries(
        self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        let sql = "select w.id, w.player_id, w.url, w.events, w.secret, w.created_at, w.failures,
                          w.disabled_at, d.match_id, d.v, d.event, d.created_at as happened_at,
                          d.due_at, d.tries
                   from webhook_deliveries d join webhooks w on w.id = d.webhook_id
                   where d.due_at <= $1 order by d.due_at limit $2";
        let rows =
            sqlx::query(sql).bind(now.0).bind(i64::from(limit)).fetch_all(&self.0.writes).await?;
        let due: Vec<Delivery> = rows.iter().map(delivery).collect::<sqlx::Result<_>>()?;
        let mut taken = Vec::with_capacity(due.len());
        for delivery in due {
            if self.lease_delivery(&delivery, until).await? {
                taken.push(delivery);
            }
        }
        Ok(taken)
    }

    /// Returns the time when the next delivery becomes due.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_delivery_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(due_at) from webhook_deliveries";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Records a successful delivery.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delivered(self, delivery: &Delivery) -> Result<(), StoreError> {
        self.forget_delivery(delivery).await?;
        let sql = "update webhooks set failures = 0 where id = $1 and failures > 0";
        let id = delivery.webhook.id;
        sqlx::query(sql).bind(id.key()).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Drops a delivery.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn forget_delivery(self, delivery: &Delivery) -> Result<(), StoreError> {
        let sql = "delete from webhook_deliveries
                   where webhook_id = $1 and match_id = $2 and v = $3";
        sqlx::query(sql)
            .bind(delivery.webhook.id.key())
            .bind(delivery.subject.key())
            .bind(i64::from(delivery.v))
            .execute(&self.0.writes)
            .await?;
        Ok(())
    }

    /// Records a failed attempt. The delivery is retried at `again_at`, or dropped if there is no
    /// such time. After `most` consecutive failures the webhook is disabled.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delivery_failed(
        self,
        delivery: &Delivery,
        now: Timestamp,
        again_at: Option<Timestamp>,
        most: u32,
    ) -> Result<(), StoreError> {
        let id = delivery.webhook.id;
        let sql = "update webhooks set failures = failures + 1,
                       disabled_at = case when failures + 1 >= $2 then $3 else disabled_at end
                   where id = $1";
        sqlx::query(sql)
            .bind(id.key())
            .bind(i64::from(most))
            .bind(now.0)
            .execute(&self.0.writes)
            .await?;
        match again_at {
            Some(again_at) => {
                let sql = "update webhook_deliveries set due_at = $4, tries = tries + 1
                           where webhook_id = $1 and match_id = $2 and v = $3";
                sqlx::query(sql)
                    .bind(id.key())
                    .bind(delivery.subject.key())
                    .bind(i64::from(delivery.v))
                    .bind(again_at.0)
                    .execute(&self.0.writes)
                    .await?;
            }
            None => self.forget_delivery(delivery).await?,
        }
        let sql = "delete from webhook_deliveries where webhook_id in
                   (select id from webhooks where id = $1 and disabled_at is not null)";
        sqlx::query(sql).bind(id.key()).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Leases a delivery until `until`. Returns false if it was changed since it was read.
    async fn lease_delivery(
        self,
        delivery: &Delivery,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "update webhook_deliveries set due_at = $4
                   where webhook_id = $1 and match_id = $2 and v = $3 and due_at = $5";
        let updated = sqlx::query(sql)
            .bind(delivery.webhook.id.key())
            .bind(delivery.subject.key())
            .bind(i64::from(delivery.v))
            .bind(until.0)
            .bind(delivery.due_at.0)
            .execute(&self.0.writes)
            .await?;
        Ok(updated.rows_affected() > 0)
    }

    /// Loads the players with webhooks into memory.
    pub(crate) async fn load_webhook_owners(self) -> Result<(), StoreError> {
        let sql = "select distinct player_id from webhooks where disabled_at is null";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        let players = rows.iter().map(|row| id(row, "player_id").map(PlayerId));
        let players: HashSet<PlayerId> = players.collect::<sqlx::Result<_>>()?;
        *self.0.webhook_owners.write() = players;
        Ok(())
    }
}

/// Stores deliveries about a match, a challenge, a seek or a tournament, in the transaction of their event.
pub(crate) async fn insert_deliveries(
    connection: &mut AnyConnection,
    subject: Uuid,
    due: &[Due],
) -> sqlx::Result<()> {
    for Due { player, v, event, at, .. } in due.iter().filter(|due| due.has_webhook) {
        let sql = "insert into webhook_deliveries
                       (webhook_id, match_id, v, event, created_at, due_at)
                   select w.id, $2, $3, $4, $5, $5 from webhooks w
                   where w.player_id = $1 and w.disabled_at is null and w.events like $6
                   on conflict do nothing";
        sqlx::query(sql)
            .bind(player.key())
            .bind(subject.key())
            .bind(i64::from(delivery_number(event, *v)))
            .bind(*event)
            .bind(at.0)
            .bind(format!("%{event}%"))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The number of a delivery. The turn and its reminder have the same version of the match.
fn delivery_number(event: &str, v: u32) -> u32 {
    match event {
        "match.reminder" => FIRST_REMINDER + v,
        _ => v,
    }
}

fn webhook(row: &AnyRow) -> sqlx::Result<Webhook> {
    Ok(Webhook {
        id: id(row, "id")?,
        player: id(row, "player_id").map(PlayerId)?,
        url: row.try_get("url")?,
        events: row.try_get("events")?,
        secret: row.try_get("secret")?,
        created_at: time(row, "created_at")?,
        failures: count(row, "failures")?,
        disabled_at: optional_time(row, "disabled_at")?,
    })
}

fn delivery(row: &AnyRow) -> sqlx::Result<Delivery> {
    Ok(Delivery {
        webhook: webhook(row)?,
        subject: id(row, "match_id")?,
        v: count(row, "v")?,
        event: row.try_get("event")?,
        created_at: time(row, "happened_at")?,
        due_at: time(row, "due_at")?,
        tries: count(row, "tries")?,
    })
}
