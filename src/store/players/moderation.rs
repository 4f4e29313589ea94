//! Moderators and the log of their actions.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatRoom, MatchId, TimeoutReason};
use chivalry_play::player::{Player, PlayerId, PlayerKind, name_key};

use crate::random;
use crate::store::chat::room;
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{id, named, optional_count, optional_id, optional_time, time};

/// A chat timeout of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChatTimeout {
    /// The end of the timeout.
    pub until: Timestamp,
    /// The reason.
    pub reason: TimeoutReason,
}

/// An action of a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModeratorAction {
    /// Gives a player a chat timeout.
    Timeout,
    /// Ends a chat timeout.
    EndTimeout,
    /// Hides a chat line.
    Hide,
}

impl ModeratorAction {
    /// Every action.
    pub const ALL: [ModeratorAction; 3] =
        [ModeratorAction::Timeout, ModeratorAction::EndTimeout, ModeratorAction::Hide];

    /// The action's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            ModeratorAction::Timeout => "timeout",
            ModeratorAction::EndTimeout => "end_timeout",
            ModeratorAction::Hide => "hide",
        }
    }
}

/// An entry of the moderation log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeratorEntry {
    /// Identifies the entry. Ids are ordered by time.
    pub id: Uuid,
    /// The time.
    pub at: Timestamp,
    /// The moderator.
    pub moderator: Player,
    /// The action.
    pub action: ModeratorAction,
    /// The affected player.
    pub player: Player,
    /// The timeout, if one was given.
    pub timeout: Option<ChatTimeout>,
    /// The hidden line.
    pub line: Option<(MatchId, ChatRoom, u32)>,
}

/// An entry of the log to store.
struct Act<'a> {
    at: Timestamp,
    by: PlayerId,
    action: ModeratorAction,
    player: &'a [u8],
    timeout: Option<ChatTimeout>,
    line: Option<(MatchId, ChatRoom, u32)>,
}

/// Moderators and their actions.
#[derive(Clone, Copy, Debug)]
pub struct Moderation<'a>(pub(crate) &'a Database);

impl Moderation<'_> {
    /// Makes an account a moderator, or revokes it. Returns false if no account has that name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_moderator(
        self,
        name: &str,
        since: Option<Timestamp>,
    ) -> Result<bool, StoreError> {
        let sql = "update players set moderator_since = $2
                   where name_key = $1 and kind = 'account'";
        let updated = sqlx::query(sql)
            .bind(name_key(name))
            .bind(since.map(|at| at.0))
            .execute(&self.0.writes)
            .await?;
        Ok(updated.rows_affected() > 0)
    }

    /// Returns true if the player is a moderator.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn is_moderator(self, player: PlayerId) -> Result<bool, StoreError> {
        let sql = "select count(*) from players where id = $1 and moderator_since is not null";
        let found: i64 =
            sqlx::query_scalar(sql).bind(player.key()).fetch_one(&self.0.reads).await?;
        Ok(found > 0)
    }

    /// Replaces the player's chat timeout. `None` ends it.
    ///
    /// # Errors
    /// Returns an error if a player is unknown or the database fails.
    pub async fn set_chat_timeout(
        self,
        player: PlayerId,
        timeout: Option<ChatTimeout>,
        by: PlayerId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let player = player.key();
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let action = match timeout {
                Some(ChatTimeout { until, reason }) => {
                    let sql =
                        "insert into chat_timeouts (player_id, until, reason) values ($1, $2, $3)
                           on conflict (player_id) do update set until = $2, reason = $3";
                    sqlx::query(sql)
                        .bind(player)
                        .bind(until.0)
                        .bind(reason.as_str())
                        .execute(&mut *transaction)
                        .await?;
                    ModeratorAction::Timeout
                }
                None => {
                    let sql = "delete from chat_timeouts where player_id = $1";
                    sqlx::query(sql).bind(player).execute(&mut *transaction).await?;
                    ModeratorAction::EndTimeout
                }
            };
            insert_action(&mut transaction, &Act { at, by, action, player, timeout, line: None })
                .await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the player's chat timeout at `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn chat_timeout(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<ChatTimeout>, StoreError> {
        let sql = "select until, reason from chat_timeouts where player_id = $1 and until > $2";
        let row =
            sqlx::query(sql).bind(player.key()).bind(now.0).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| timeout(&row)).transpose()?.flatten())
    }

    /// Deletes the text of a line. Returns true if it had a text.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn hide_line(
        self,
        (match_id, room, line): (MatchId, ChatRoom, u32),
        by: PlayerId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update chat_lines set text = null
                   where match_id = $1 and room = $2 and line = $3 and text is not null
                   returning player_id";
            let row = sqlx::query(sql)
                .bind(match_id.key())
                .bind(room.as_str())
                .bind(i64::from(line))
                .fetch_optional(&mut *transaction)
                .await?;
            let Some(row) = row else { return Ok(false) };
            let player: Vec<u8> = row.try_get("player_id")?;
            let line = Some((match_id, room, line));
            let action = ModeratorAction::Hide;
            let act = Act { at, by, action, player: &player, timeout: None, line };
            insert_action(&mut transaction, &act).await?;
            transaction.commit().await?;
            Ok(true)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns up to `limit` entries of the moderation log before the entry `before`, newest
    /// first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn log(
        self,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<ModeratorEntry>, StoreError> {
        let sql = "select l.id, l.at, l.action, l.reason, l.until, l.match_id, l.room, l.line,
                          m.id as by_id, m.name as by_name, m.shown_kind as by_kind,
                          p.id as to_id, p.name as to_name, p.shown_kind as to_kind
                   from moderation_log l
                   join players m on m.id = l.moderator_id join players p on p.id = l.player_id
                   where l.id < $1 order by l.id desc limit $2";
        let before = before.unwrap_or(Uuid::max());
        let rows = sqlx::query(sql)
            .bind(before.key())
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        Ok(rows.iter().map(entry).collect::<sqlx::Result<_>>()?)
    }
}

/// Adds an entry to the moderation log, in the transaction of the action.
async fn insert_action(connection: &mut AnyConnection, act: &Act<'_>) -> sqlx::Result<()> {
    let sql = "insert into moderation_log
                   (id, at, moderator_id, action, player_id, reason, until, match_id, room, line)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let (match_id, room, line) = match act.line {
        Some((match_id, room, line)) => (Some(match_id), Some(room), Some(line)),
        None => (None, None, None),
    };
    sqlx::query(sql)
        .bind(random::new_id().key())
        .bind(act.at.0)
        .bind(act.by.key())
        .bind(act.action.as_str())
        .bind(act.player)
        .bind(act.timeout.map(|timeout| timeout.reason.as_str()))
        .bind(act.timeout.map(|timeout| timeout.until.0))
        .bind(match_id.as_ref().map(|id| id.key()))
        .bind(room.map(ChatRoom::as_str))
        .bind(line.map(i64::from))
        .execute(connection)
        .await?;
    Ok(())
}

fn timeout(row: &AnyRow) -> sqlx::Result<Option<ChatTimeout>> {
    let reason: Option<&str> = row.try_get("reason")?;
    let (Some(until), Some(reason)) = (optional_time(row, "until")?, reason) else {
        return Ok(None);
    };
    let reason = named(&TimeoutReason::ALL, TimeoutReason::as_str, reason)?;
    Ok(Some(ChatTimeout { until, reason }))
}

fn entry(row: &AnyRow) -> sqlx::Result<ModeratorEntry> {
    let player = |prefix: &str| -> sqlx::Result<Player> {
        let column = |name: &str| format!("{prefix}_{name}");
        let kind: &str = row.try_get(column("kind").as_str())?;
        Ok(Player {
            id: id(row, &column("id")).map(PlayerId)?,
            name: row.try_get(column("name").as_str())?,
            kind: named(&PlayerKind::ALL, PlayerKind::as_str, kind)?,
        })
    };
    let name: Option<&str> = row.try_get("room")?;
    let match_id = optional_id(row, "match_id")?.map(MatchId);
    let line = match (match_id, name.map(room).transpose()?, optional_count(row, "line")?) {
        (Some(match_id), Some(room), Some(line)) => Some((match_id, room, line)),
        _ => None,
    };
    Ok(ModeratorEntry {
        id: id(row, "id")?,
        at: time(row, "at")?,
        moderator: player("by")?,
        action: named(&ModeratorAction::ALL, ModeratorAction::as_str, row.try_get("action")?)?,
        player: player("to")?,
        timeout: timeout(row)?,
        line,
    })
}
