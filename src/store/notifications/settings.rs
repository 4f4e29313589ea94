//! The settings of players for their notifications.

use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::notifications::channel::Channel;
use crate::store::notifications::insertion::EMAIL_DELAY;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::time;

/// The settings of a player, and the times of the next messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredSettings {
    /// The settings as JSON. `None` for the defaults.
    pub settings: Option<String>,
    push_after: Timestamp,
    email_after: Timestamp,
}

impl StoredSettings {
    /// Returns the time before which a channel sends no further message.
    #[must_use]
    pub fn next_message_at(&self, channel: Channel) -> Timestamp {
        match channel {
            Channel::Push => self.push_after,
            Channel::Email => self.email_after,
        }
    }
}

/// The settings of players for their notifications.
#[derive(Clone, Copy, Debug)]
pub struct NotificationSettings<'a>(pub(crate) &'a Database);

impl NotificationSettings<'_> {
    /// Returns the settings of a player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<StoredSettings, StoreError> {
        let sql = "select settings, push_after, email_after from notification_settings
                   where player_id = $1";
        let row = sqlx::query(sql).bind(player.key()).fetch_optional(&self.0.writes).await?;
        let Some(row) = row else { return Ok(StoredSettings::default()) };
        Ok(StoredSettings {
            settings: row.try_get("settings")?,
            push_after: time(&row, "push_after")?,
            email_after: time(&row, "email_after")?,
        })
    }

    /// Stores the settings of a player who has none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn initialize(self, player: PlayerId, settings: &str) -> Result<(), StoreError> {
        let sql = "insert into notification_settings (player_id, settings) values ($1, $2)
                   on conflict (player_id)
                   do update set settings = coalesce(notification_settings.settings, $2)";
        let insert = sqlx::query(sql).bind(player.key()).bind(settings);
        insert.execute(&self.0.writes).await?;
        Ok(())
    }

    /// Stores the settings of a player. Postponed notifications and reminders are considered again.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn save(
        self,
        player: PlayerId,
        settings: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "insert into notification_settings (player_id, settings) values ($1, $2)
                       on conflict (player_id) do update set settings = $2";
            let insert = sqlx::query(sql).bind(player.key()).bind(settings);
            insert.execute(&mut *transaction).await?;
            for (channel, earliest) in [(Channel::Push, now), (Channel::Email, now + EMAIL_DELAY)] {
                let column = channel.due_at();
                let sql = format!(
                    "update notifications set {column} = $2 where player_id = $1 and {column} > $2"
                );
                let update = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key());
                update.bind(earliest.0).execute(&mut *transaction).await?;
            }
            let sql = "update notification_reminders set due_at = 0 where player_id = $1";
            sqlx::query(sql).bind(player.key()).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok::<(), StoreError>(())
        };
        self.0.writes.in_time(work).await?;
        self.0.notified.notify_one();
        Ok(())
    }
}

/// Sets the time before which a channel sends no further message to a player.
pub(crate) async fn set_next_message(
    connection: &mut AnyConnection,
    player: PlayerId,
    channel: Channel,
    at: Timestamp,
) -> sqlx::Result<()> {
    let column = match channel {
        Channel::Push => "push_after",
        Channel::Email => "email_after",
    };
    let sql = format!(
        "insert into notification_settings (player_id, {column}) values ($1, $2)
         on conflict (player_id) do update set {column} = $2"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql)).bind(player.key()).bind(at.0).execute(connection).await?;
    Ok(())
}
