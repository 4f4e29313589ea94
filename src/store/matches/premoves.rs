//! Premoves. The log writer stores them, so that a premove is consumed in the transaction of its
//! move.

use sqlx::{AnyConnection, Row as _};

use chivalry_play::matches::{CommandRef, MatchId, Premove, Premoves};
use chivalry_play::player::PlayerId;
use chivalry_rules::{PerSeat, Seat};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::append::{AppendError, Epoch, NodeId, PremoveChange};
use crate::store::log::match_log::Log;
use crate::store::log::prepared::{PremoveRows, PreparedAppend, WriteError};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, count, id, json, unreadable};

/// The premoves of matches.
#[derive(Clone, Copy, Debug)]
pub struct StoredPremoves<'a>(pub(crate) &'a Database);

impl StoredPremoves<'_> {
    /// Stores a seat's premove, and the command with the ply that it named. `owner` has the same
    /// meaning as in an [`Append`](crate::store::log::append::Append). Returns after the commit.
    ///
    /// # Errors
    /// Returns [`AppendError::Stale`], or an error if the database fails. After a database error
    /// the premove may or may not be stored.
    pub async fn save(
        self,
        match_id: MatchId,
        change: PremoveChange,
        command: Option<(CommandRef, u32)>,
        owner: Option<(NodeId, Epoch)>,
    ) -> Result<(), AppendError> {
        let premoves = PremoveRows { command, ..PremoveRows::of(&[change])? };
        Log(self.0).write(Box::new(PreparedAppend::without_events(match_id, owner, premoves))).await
    }

    /// Returns the premoves of a match and the commands that set them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_match(self, match_id: MatchId) -> Result<Premoves, StoreError> {
        let key = match_id.key();
        let sql = "select seat, ply, line from premoves where match_id = $1";
        let mut seats = PerSeat::default();
        for row in sqlx::query(sql).bind(key).fetch_all(&self.0.reads).await? {
            let seat = Seat::new(count(&row, "seat")? as usize);
            let seat = seat.ok_or_else(|| unreadable("a seat's index is 0 to 3"))?;
            seats[seat] = Some(Premove { ply: count(&row, "ply")?, tree: json(&row, "line")? });
        }
        let sql = "select player_id, command_id, ply from premove_commands where match_id = $1";
        let mut commands = Vec::new();
        for row in sqlx::query(sql).bind(key).fetch_all(&self.0.reads).await? {
            let (player, command) = (PlayerId(id(&row, "player_id")?), row.try_get("command_id")?);
            commands.push((CommandRef { player, id: command }, count(&row, "ply")?));
        }
        Ok(Premoves::new(seats, commands))
    }
}

pub(crate) async fn write_premoves(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    static INSERT: MultiRowInsert = MultiRowInsert::new(
        "insert into premove_commands (match_id, player_id, command_id, ply) values",
        4,
        "on conflict do nothing",
    );
    let mut commands = Vec::new();
    for append in appends {
        let key = append.match_id.key();
        for (seat, premove) in &append.premoves.changes {
            let seat = seat.index() as i64;
            let statement = match premove {
                Some((ply, line)) => {
                    let sql = "insert into premoves (match_id, seat, ply, line)
                               values ($1, $2, $3, $4)
                               on conflict (match_id, seat)
                               do update set ply = excluded.ply, line = excluded.line";
                    let insert = sqlx::query(sql).bind(key).bind(seat);
                    insert.bind(i64::from(*ply)).bind(line.as_str())
                }
                None => {
                    let sql = "delete from premoves where match_id = $1 and seat = $2";
                    sqlx::query(sql).bind(key).bind(seat)
                }
            };
            statement.execute(&mut *connection).await?;
        }
        let command = append.premoves.command.as_ref();
        commands.extend(command.map(|(cause, ply)| (append.match_id, cause, *ply)));
    }
    for (sql, chunk) in INSERT.chunks(&commands) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (match_id, cause, ply) in chunk {
            insert = insert
                .bind(match_id.key())
                .bind(cause.player.key())
                .bind(cause.id.as_str())
                .bind(i64::from(*ply));
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}
