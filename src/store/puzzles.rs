//! Puzzles and attempts at them.

use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Row as _};
use uuid::Uuid;

use chivalry_engine::puzzles::{Puzzle, PuzzleId};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Variant};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, flag, optional_count, optional_id, time, unreadable};

/// A stored puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRow {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The source match and the number of plies before the puzzle. `None` for a puzzle from
    /// self-play.
    pub source: Option<(MatchId, u32)>,
    /// Number of players with an attempt.
    pub tried: u32,
    /// Number of players who solved the puzzle at the first attempt.
    pub solved: u32,
}

/// The result of a player's first attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    /// True if the puzzle was solved.
    pub solved: bool,
    /// The time.
    pub at: Timestamp,
}

/// Conditions for puzzles. A puzzle has to meet all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// The variant's pin.
    pub variant: Option<&'static str>,
    /// The number of moves to find.
    pub moves: Option<u32>,
    /// A player without an attempt at the puzzle.
    pub untried_by: Option<PlayerId>,
}

/// Puzzles and attempts.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles<'a>(pub(crate) &'a Database);

impl Puzzles<'_> {
    /// Stores a puzzle. Returns false if it was stored before.
    ///
    /// # Errors
    /// Returns an error if the match is unknown or the database fails.
    pub async fn save(
        self,
        puzzle: &Puzzle,
        source: Option<(MatchId, u32)>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let sql = "insert into puzzles
                   (id, variant, position, line, moves, match_id, ply, created_at)
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing";
        let line: Vec<String> = puzzle.solution().iter().map(ToString::to_string).collect();
        let inserted = sqlx::query(sql)
            .bind(puzzle.id().key())
            .bind(puzzle.position().variant().pin())
            .bind(puzzle.position().to_string())
            .bind(line.join(" "))
            .bind(puzzle.move_count() as i64)
            .bind(source.as_ref().map(|(id, _)| id.key()))
            .bind(source.map(|(_, ply)| i64::from(ply)))
            .bind(at.0)
            .execute(&self.0.writes)
            .await?;
        Ok(inserted.rows_affected() > 0)
    }

    /// Returns the puzzle with that id.
    ///
    /// # Errors
    /// Returns an error if the database fails or the puzzle cannot be decoded.
    pub async fn by_id(self, id: PuzzleId) -> Result<Option<PuzzleRow>, StoreError> {
        let sql = "select * from puzzles where id = $1";
        let id = id.key();
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(puzzle).transpose()?)
    }

    /// Returns up to `limit` puzzles that pass the filter, with ids after `after`. The order is
    /// unrelated to difficulty.
    ///
    /// # Errors
    /// Returns an error if the database fails or a puzzle cannot be decoded.
    pub async fn page(
        self,
        filter: &PuzzleFilter,
        limit: u32,
        after: Option<PuzzleId>,
    ) -> Result<Vec<PuzzleRow>, StoreError> {
        let mut conditions = Conditions::new();
        let after = after.map_or(Uuid::nil(), |after| after.0);
        conditions.and("p.id > ", after.key(), "");
        if let Some(variant) = filter.variant {
            conditions.and("p.variant = ", variant, "");
        }
        if let Some(moves) = filter.moves {
            conditions.and("p.moves = ", i64::from(moves), "");
        }
        if let Some(player) = filter.untried_by {
            let tried = "not exists (select 1 from puzzle_attempts a
                         where a.puzzle_id = p.id and a.player_id = ";
            conditions.and(tried, player.key(), ")");
        }
        let limit = conditions.bind(i64::from(limit));
        let (text, values) = conditions.done()?;
        let sql = format!("select p.* from puzzles p where {text} order by p.id limit {limit}");
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(puzzle).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the result of the player's first attempt at a puzzle, or `None`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn attempt(
        self,
        player: PlayerId,
        id: PuzzleId,
    ) -> Result<Option<PuzzleAttempt>, StoreError> {
        let sql = "select solved, at from puzzle_attempts
                   where player_id = $1 and puzzle_id = $2";
        let row = sqlx::query(sql)
            .bind(player.key())
            .bind(id.key())
            .fetch_optional(&self.0.reads)
            .await?;
        let attempt = |row: AnyRow| {
            Ok(PuzzleAttempt { solved: flag(&row, "solved")?, at: time(&row, "at")? })
        };
        Ok(row.map(attempt).transpose().map_err(|error: sqlx::Error| error)?)
    }

    /// Stores the result of an attempt. Only the first attempt of a player is stored and counted.
    /// Returns true if this was the first.
    ///
    /// # Errors
    /// Returns an error if the player or the puzzle is unknown or the database fails.
    pub async fn save_attempt(
        self,
        player: PlayerId,
        id: PuzzleId,
        attempt: PuzzleAttempt,
    ) -> Result<bool, StoreError> {
        let insert = "insert into puzzle_attempts (player_id, puzzle_id, solved, at)
                      values ($1, $2, $3, $4) on conflict do nothing";
        let update = "update puzzles set tried = tried + 1, solved = solved + $2 where id = $1";
        let id = id.key();
        let solved = i64::from(attempt.solved);
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let inserted = sqlx::query(insert)
                .bind(player.key())
                .bind(id)
                .bind(solved)
                .bind(attempt.at.0)
                .execute(&mut *transaction)
                .await?;
            let is_first = inserted.rows_affected() > 0;
            if is_first {
                sqlx::query(update).bind(id).bind(solved).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(is_first)
        };
        self.0.writes.in_time(work).await
    }
}

fn puzzle(row: &AnyRow) -> sqlx::Result<PuzzleRow> {
    let variant: &str = row.try_get("variant")?;
    let variant =
        Variant::named(variant).ok_or_else(|| unreadable(format!("no variant {variant:?}")))?;
    let position = Position::read(row.try_get("position")?, variant).map_err(unreadable)?;
    let ply = optional_count(row, "ply")?;
    Ok(PuzzleRow {
        puzzle: Puzzle::parse(position, row.try_get("line")?).map_err(unreadable)?,
        source: optional_id(row, "match_id")?.map(MatchId).zip(ply),
        tried: count(row, "tried")?,
        solved: count(row, "solved")?,
    })
}
