//! Subscriptions of browsers to Web Push, their pending messages, and the key of the site.

use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::rows::TokenHash;
use crate::store::players::security_log::ClientInfo;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, flag, id, time};

/// A browser of a player that receives pushes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscription {
    /// The id, a hash of the endpoint.
    pub id: Uuid,
    /// The player.
    pub player: PlayerId,
    /// The address at the push service. Who has it can send messages.
    pub endpoint: String,
    /// The public key of the browser, an uncompressed point of P-256.
    pub p256dh: Vec<u8>,
    /// The secret by which the browser authenticates messages.
    pub auth: Vec<u8>,
    /// The browser.
    pub client: ClientInfo,
    /// The time of the subscription.
    pub created_at: Timestamp,
}

impl PushSubscription {
    /// Returns the id of the subscription with an endpoint.
    #[must_use]
    pub fn id_of(endpoint: &str) -> Uuid {
        Uuid::from_slice(&Sha256::digest(endpoint)[..16]).expect("16 bytes")
    }
}

/// A message to each browser of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushMessage {
    /// The id, by which a browser recognizes a repetition.
    pub id: Uuid,
    /// The plaintext.
    pub payload: String,
    /// The topic. A push service replaces an undelivered message with the same topic.
    pub topic: String,
    /// True if the message may wake a device that saves power.
    pub is_urgent: bool,
}

/// A pending message to one subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDelivery {
    /// The subscription.
    pub subscription: PushSubscription,
    /// The message.
    pub message: PushMessage,
    /// The time of the message.
    pub created_at: Timestamp,
    /// The time of this attempt.
    pub due_at: Timestamp,
    /// The number of earlier attempts.
    pub tries: u32,
}

const SUBSCRIPTION: &str =
    "s.id, s.player_id, s.endpoint, s.p256dh, s.auth, s.browser, s.system, s.created_at";

/// Subscriptions to Web Push and their messages.
#[derive(Clone, Copy, Debug)]
pub struct Push<'a>(pub(crate) &'a Database);

impl Push<'_> {
    /// Waits until this process stores a message.
    pub async fn added(self) {
        self.0.pushed.notified().await;
    }

    /// Stores a subscription, or replaces the one of the same endpoint, and keeps the newest `most`
    /// of the player. It ends with the sign-in `token`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn subscribe(
        self,
        subscription: &PushSubscription,
        token: &TokenHash,
        most: u32,
    ) -> Result<(), StoreError> {
        let PushSubscription { id, player, endpoint, p256dh, auth, client, created_at } =
            subscription;
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            // Messages to another player who used this browser are not for this one.
            let sql = "delete from push_messages where subscription_id in
                       (select id from push_subscriptions where id = $1 and player_id <> $2)";
            let delete = sqlx::query(sql).bind(id.key()).bind(player.key());
            delete.execute(&mut *transaction).await?;
            let sql = "insert into push_subscriptions
                           (id, player_id, endpoint, p256dh, auth, token, browser, system,
                            created_at)
                       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                       on conflict (id) do update set player_id = $2, p256dh = $4, auth = $5,
                           token = $6, browser = $7, system = $8, created_at = $9, failures = 0";
            sqlx::query(sql)
                .bind(id.key())
                .bind(player.key())
                .bind(endpoint.as_str())
                .bind(p256dh.as_slice())
                .bind(auth.as_slice())
                .bind(token.as_slice())
                .bind(client.browser.as_deref())
                .bind(client.system.as_deref())
                .bind(created_at.0)
                .execute(&mut *transaction)
                .await?;
            let sql = "select id from push_subscriptions where player_id = $1
                       order by created_at desc, id limit $2 offset $3";
            let query = sqlx::query(sql).bind(player.key()).bind(i64::MAX).bind(i64::from(most));
            let surplus = query.fetch_all(&mut *transaction).await?;
            for row in &surplus {
                delete_subscription(&mut transaction, crate::store::sql::rows::id(row, "id")?)
                    .await?;
            }
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the subscriptions of a player whose sign-ins are valid at `now`, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        let sql = format!(
            "select {SUBSCRIPTION} from push_subscriptions s join tokens t on t.hash = s.token
             where s.player_id = $1 and (t.expires_at is null or t.expires_at > $2)
             order by s.created_at, s.id"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key()).bind(now.0);
        let rows = query.fetch_all(&self.0.writes).await?;
        Ok(rows.iter().map(subscription).collect::<sqlx::Result<_>>()?)
    }

    /// Deletes a subscription of the player. Returns true if it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unsubscribe(self, player: PlayerId, id: Uuid) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "select count(*) from push_subscriptions where id = $1 and player_id = $2";
            let found = sqlx::query_scalar(sql).bind(id.key()).bind(player.key());
            let found: i64 = found.fetch_one(&mut *transaction).await?;
            if found > 0 {
                delete_subscription(&mut transaction, id).await?;
            }
            transaction.commit().await?;
            Ok(found > 0)
        };
        self.0.writes.in_time(work).await
    }

    /// Deletes up to `limit` subscriptions whose sign-ins ended. Returns their number.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_ended(self, limit: u32) -> Result<u64, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "select s.id from push_subscriptions s
                       where not exists (select 1 from tokens t where t.hash = s.token) limit $1";
            let query = sqlx::query(sql).bind(i64::from(limit));
            let ended = query.fetch_all(&mut *transaction).await?;
            for row in &ended {
                delete_subscription(&mut transaction, id(row, "id")?).await?;
            }
            transaction.commit().await?;
            Ok(ended.len() as u64)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns up to `limit` messages that are due at `now`, and leases each of them until `until`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lease(
        self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PushDelivery>, StoreError> {
        let sql = format!(
            "select {SUBSCRIPTION}, m.message, m.payload, m.topic, m.urgent,
                    m.created_at as sent_at, m.due_at, m.tries
             from push_messages m join push_subscriptions s on s.id = m.subscription_id
             where m.due_at <= $1 order by m.due_at limit $2"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(now.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.writes).await?;
        let due: Vec<PushDelivery> = rows.iter().map(delivery).collect::<sqlx::Result<_>>()?;
        let mut leased = Vec::with_capacity(due.len());
        for delivery in due {
            let sql = "update push_messages set due_at = $4
                       where subscription_id = $1 and message = $2 and due_at = $3";
            let update = sqlx::query(sql)
                .bind(delivery.subscription.id.key())
                .bind(delivery.message.id.key())
                .bind(delivery.due_at.0)
                .bind(until.0);
            if update.execute(&self.0.writes).await?.rows_affected() > 0 {
                leased.push(delivery);
            }
        }
        Ok(leased)
    }

    /// Returns the time at which the next message is due.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_at(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(due_at) from push_messages";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map(Timestamp))
    }

    /// Records that the push service accepted a message.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delivered(self, delivery: &PushDelivery) -> Result<(), StoreError> {
        self.drop_message(delivery).await?;
        let sql = "update push_subscriptions set failures = 0 where id = $1 and failures > 0";
        let id = delivery.subscription.id;
        sqlx::query(sql).bind(id.key()).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Records a failed attempt. The message is sent again at `again_at`, or dropped without it.
    /// After `most` consecutive failures the subscription is deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn failed(
        self,
        delivery: &PushDelivery,
        again_at: Option<Timestamp>,
        most: u32,
    ) -> Result<(), StoreError> {
        let id = delivery.subscription.id;
        match again_at {
            Some(again_at) => {
                let sql = "update push_messages set due_at = $3, tries = tries + 1
                           where subscription_id = $1 and message = $2";
                let update = sqlx::query(sql).bind(id.key()).bind(delivery.message.id.key());
                update.bind(again_at.0).execute(&self.0.writes).await?;
            }
            None => self.drop_message(delivery).await?,
        }
        let sql = "update push_subscriptions set failures = failures + 1 where id = $1
                   returning failures";
        let row = sqlx::query(sql).bind(id.key()).fetch_optional(&self.0.writes).await?;
        if row.map(|row| count(&row, "failures")).transpose()?.is_some_and(|it| it >= most) {
            self.gone(id).await?;
        }
        Ok(())
    }

    /// Deletes a subscription that the push service no longer has.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn gone(self, id: Uuid) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            delete_subscription(&mut transaction, id).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the key of the site. Stores `fresh` if there is none. Nodes that start concurrently
    /// get the same key.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn own_key(self, fresh: &[u8], now: Timestamp) -> Result<Vec<u8>, StoreError> {
        let sql = "insert into push_keys (one, secret, made_at) values (1, $1, $2)
                   on conflict do nothing";
        sqlx::query(sql).bind(fresh).bind(now.0).execute(&self.0.writes).await?;
        let sql = "select secret from push_keys where one = 1";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.0.writes).await?)
    }

    async fn drop_message(self, delivery: &PushDelivery) -> Result<(), StoreError> {
        let sql = "delete from push_messages where subscription_id = $1 and message = $2";
        let delete = sqlx::query(sql).bind(delivery.subscription.id.key());
        delete.bind(delivery.message.id.key()).execute(&self.0.writes).await?;
        Ok(())
    }
}

/// Stores a message for each subscription of a player.
pub(crate) async fn insert_messages(
    connection: &mut AnyConnection,
    player: PlayerId,
    message: &PushMessage,
    now: Timestamp,
) -> sqlx::Result<()> {
    let sql = "insert into push_messages
                   (subscription_id, message, payload, topic, urgent, created_at, due_at)
               select s.id, $2, $3, $4, $5, $6, $6
               from push_subscriptions s join tokens t on t.hash = s.token
               where s.player_id = $1 and (t.expires_at is null or t.expires_at > $6)
               on conflict do nothing";
    sqlx::query(sql)
        .bind(player.key())
        .bind(message.id.key())
        .bind(message.payload.as_str())
        .bind(message.topic.as_str())
        .bind(i64::from(message.is_urgent))
        .bind(now.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn delete_subscription(connection: &mut AnyConnection, id: Uuid) -> sqlx::Result<()> {
    for sql in [
        "delete from push_messages where subscription_id = $1",
        "delete from push_subscriptions where id = $1",
    ] {
        sqlx::query(sql).bind(id.key()).execute(&mut *connection).await?;
    }
    Ok(())
}

fn subscription(row: &AnyRow) -> sqlx::Result<PushSubscription> {
    Ok(PushSubscription {
        id: id(row, "id")?,
        player: id(row, "player_id").map(PlayerId)?,
        endpoint: row.try_get("endpoint")?,
        p256dh: row.try_get("p256dh")?,
        auth: row.try_get("auth")?,
        client: ClientInfo { browser: row.try_get("browser")?, system: row.try_get("system")? },
        created_at: time(row, "created_at")?,
    })
}

fn delivery(row: &AnyRow) -> sqlx::Result<PushDelivery> {
    Ok(PushDelivery {
        subscription: subscription(row)?,
        message: PushMessage {
            id: id(row, "message")?,
            payload: row.try_get("payload")?,
            topic: row.try_get("topic")?,
            is_urgent: flag(row, "urgent")?,
        },
        created_at: time(row, "sent_at")?,
        due_at: time(row, "due_at")?,
        tries: count(row, "tries")?,
    })
}
