//! Chat lines of matches, and mutes between players.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{ChatLine, ChatRoom, MatchId};
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::{Database, Mutes};
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::{Due, Reach};
use crate::store::players::rows::player;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, named, time};
use crate::store::webhooks::{FIRST_LINE, Webhooks};

/// A chat line to store.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The match.
    pub match_id: MatchId,
    /// The chat room.
    pub room: ChatRoom,
    /// The author.
    pub player: PlayerId,
    /// The client's command id.
    pub command: Option<String>,
    /// The time of the line.
    pub at: Timestamp,
    /// The text.
    pub text: String,
}

/// The result of adding a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedLine {
    /// The line was stored with this number.
    New(u32),
    /// The same command stored this line before.
    Earlier(u32),
    /// A command with the same id stored another line before.
    IdReused,
}

/// Chat lines and mutes.
#[derive(Clone, Copy, Debug)]
pub struct Chat<'a>(pub(crate) &'a Database);

impl Chat<'_> {
    /// Stores a line, unless the same command stored it before. `readers` receive a line of the
    /// players' room by their webhooks and by the channels of their reach.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_line(
        self,
        new: &NewLine,
        readers: &[(PlayerId, Reach)],
    ) -> Result<AddedLine, StoreError> {
        if let Some(earlier) = self.line_of_command(new).await? {
            return Ok(earlier);
        }
        let sql = "insert into chat_lines (match_id, room, line, player_id, command_id, at, text)
                   select $1, $2, coalesce(max(line), 0) + 1, $3, $4, $5, $6 from chat_lines
                   where match_id = $1 and room = $2
                   returning line";
        let insert = sqlx::query(sql)
            .bind(new.match_id.key())
            .bind(new.room.as_str())
            .bind(new.player.key())
            .bind(new.command.as_deref())
            .bind(new.at.0)
            .bind(new.text.as_str());
        let due_at = |line: u32| -> Vec<Due> {
            let event = (FIRST_LINE + line, "match.chat", new.at);
            let is_shown = new.room == ChatRoom::Players;
            let readers = readers.iter().filter(|_| is_shown);
            let webhooks = Webhooks(self.0);
            readers.filter_map(|(player, reach)| webhooks.due(*player, event, *reach)).collect()
        };
        if due_at(0).is_empty() {
            let row = insert.fetch_one(&self.0.writes).await?;
            return Ok(AddedLine::New(count(&row, "line")?));
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let line = count(&insert.fetch_one(&mut *transaction).await?, "line")?;
            insert_due(&mut transaction, new.match_id.0, &due_at(line)).await?;
            transaction.commit().await?;
            Ok::<u32, StoreError>(line)
        };
        let line = self.0.writes.in_time(work).await?;
        self.0.notify_due();
        Ok(AddedLine::New(line))
    }

    /// Returns a line of a room.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn line(
        self,
        id: MatchId,
        room: ChatRoom,
        line: u32,
    ) -> Result<Option<ChatLine>, StoreError> {
        let before = line.saturating_sub(1);
        let lines = self.lines_since(id, room, before, 1).await?;
        Ok(lines.into_iter().find(|it| it.line == line))
    }

    async fn line_of_command(self, new: &NewLine) -> Result<Option<AddedLine>, StoreError> {
        let Some(command) = &new.command else { return Ok(None) };
        let sql = "select line, room, text from chat_lines
                   where match_id = $1 and player_id = $2 and command_id = $3";
        let row = sqlx::query(sql)
            .bind(new.match_id.key())
            .bind(new.player.key())
            .bind(command.as_str())
            .fetch_optional(&self.0.writes)
            .await?;
        let Some(row) = row else { return Ok(None) };
        // The text of a hidden or erased line is unknown.
        let text: Option<String> = row.try_get("text")?;
        let is_same = row.try_get::<&str, _>("room")? == new.room.as_str()
            && text.is_none_or(|text| text == new.text);
        Ok(Some(match is_same {
            true => AddedLine::Earlier(count(&row, "line")?),
            false => AddedLine::IdReused,
        }))
    }

    /// Returns the last `limit` lines of a room, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn last_lines(
        self,
        id: MatchId,
        room: ChatRoom,
        limit: u32,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let sql = "select c.line, c.at, c.text, p.id, p.name, p.shown_kind as kind
                   from chat_lines c join players p on p.id = c.player_id
                   where c.match_id = $1 and c.room = $2 order by c.line desc limit $3";
        let rows = sqlx::query(sql)
            .bind(id.key())
            .bind(room.as_str())
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        Ok(rows.iter().rev().map(|row| line(row, room)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns up to `limit` lines of a room after the line `since`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lines_since(
        self,
        id: MatchId,
        room: ChatRoom,
        since: u32,
        limit: u32,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let sql = "select c.line, c.at, c.text, p.id, p.name, p.shown_kind as kind
                   from chat_lines c join players p on p.id = c.player_id
                   where c.match_id = $1 and c.room = $2 and c.line > $3
                   order by c.line limit $4";
        let rows = sqlx::query(sql)
            .bind(id.key())
            .bind(room.as_str())
            .bind(i64::from(since))
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        Ok(rows.iter().map(|row| line(row, room)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns true if `reader` muted `other`. The answer comes from memory.
    #[must_use]
    pub fn is_muted(self, reader: PlayerId, other: PlayerId) -> bool {
        self.0.mutes.read().contains(&(reader, other))
    }

    /// Mutes `other` for `player`.
    ///
    /// # Errors
    /// Returns an error if a player is unknown or the database fails.
    pub async fn mute(
        self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let sql = "insert into mutes (player_id, muted_id, created_at) values ($1, $2, $3)
                   on conflict do nothing";
        sqlx::query(sql)
            .bind(player.key())
            .bind(other.key())
            .bind(at.0)
            .execute(&self.0.writes)
            .await?;
        self.0.mutes.write().insert((player, other));
        Ok(())
    }

    /// Removes a mute. Returns true if there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unmute(self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let sql = "delete from mutes where player_id = $1 and muted_id = $2";
        let deleted =
            sqlx::query(sql).bind(player.key()).bind(other.key()).execute(&self.0.writes).await?;
        self.0.mutes.write().remove(&(player, other));
        Ok(deleted.rows_affected() > 0)
    }

    /// Returns the players that the player muted, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn mutes_of(self, player_id: PlayerId) -> Result<Vec<Player>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind
                   from mutes m join players p on p.id = m.muted_id
                   where m.player_id = $1 order by p.name_key";
        let player_id = player_id.key();
        let rows = sqlx::query(sql).bind(player_id).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(player).collect::<sqlx::Result<_>>()?)
    }

    /// Loads all mutes into memory.
    pub(crate) async fn load_mutes(self) -> Result<(), StoreError> {
        let rows =
            sqlx::query("select player_id, muted_id from mutes").fetch_all(&self.0.reads).await?;
        let mute = |row: &AnyRow| {
            Ok((id(row, "player_id").map(PlayerId)?, id(row, "muted_id").map(PlayerId)?))
        };
        let mutes: Mutes = rows.iter().map(mute).collect::<sqlx::Result<_>>()?;
        *self.0.mutes.write() = mutes;
        Ok(())
    }
}

/// Parses the name of a chat room.
pub(crate) fn room(name: &str) -> sqlx::Result<ChatRoom> {
    named(&ChatRoom::ALL, ChatRoom::as_str, name)
}

fn line(row: &AnyRow, room: ChatRoom) -> sqlx::Result<ChatLine> {
    Ok(ChatLine {
        room,
        line: count(row, "line")?,
        at: time(row, "at")?,
        player: player(row)?,
        text: row.try_get("text")?,
    })
}
