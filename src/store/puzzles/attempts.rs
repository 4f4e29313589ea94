//! The first attempts of players at puzzles.

use std::collections::HashSet;

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use chivalry_engine::puzzles::{PuzzleId, collection, estimated_rating};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use super::puzzle_rows::{BUILT_IN_AT, PuzzleRow, Puzzles, insert};
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, flag, id, time};

/// The result of a player's first attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    /// True if the puzzle was solved.
    pub solved: bool,
    /// The time.
    pub at: Timestamp,
}

/// A first attempt, and the rating of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedAttempt {
    /// The attempt.
    pub attempt: PuzzleAttempt,
    /// The initial rating of the puzzle.
    pub rating: u16,
}

impl Puzzles<'_> {
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
        Ok(row.as_ref().map(attempt).transpose()?)
    }

    /// Returns the player's last `limit` first attempts, earliest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn attempts(
        self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<CountedAttempt>, StoreError> {
        let sql = "select a.puzzle_id, a.solved, a.at, p.moves from puzzle_attempts a
                   join puzzles p on p.id = a.puzzle_id where a.player_id = $1
                   order by a.at desc, a.puzzle_id desc limit $2";
        let rows = sqlx::query(sql)
            .bind(player.key())
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        let counted = |row: &AnyRow| {
            let (id, moves) = (PuzzleId(id(row, "puzzle_id")?), count(row, "moves")?);
            let known = collection().get(id).map(|puzzle| puzzle.rating);
            let rating = known.unwrap_or_else(|| estimated_rating(moves as usize));
            Ok(CountedAttempt { attempt: attempt(row)?, rating })
        };
        Ok(rows.iter().rev().map(counted).collect::<sqlx::Result<_>>()?)
    }

    /// Stores the result of an attempt. Only the first attempt of a player is stored and counted.
    /// Returns true if this was the first.
    ///
    /// # Errors
    /// Returns an error if the player or a mined puzzle is unknown or the database fails.
    pub async fn save_attempt(
        self,
        player: PlayerId,
        puzzle: &PuzzleRow,
        attempt: PuzzleAttempt,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            if collection().get(puzzle.puzzle.id).is_some() {
                insert(&mut transaction, &puzzle.puzzle.puzzle, None, BUILT_IN_AT).await?;
            }
            let is_first =
                insert_attempt(&mut transaction, player, puzzle.puzzle.id, attempt).await?;
            transaction.commit().await?;
            Ok(is_first)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the puzzles that the player has tried.
    pub(super) async fn tried_by(self, player: PlayerId) -> Result<HashSet<PuzzleId>, StoreError> {
        let sql = "select puzzle_id from puzzle_attempts where player_id = $1";
        let rows = sqlx::query(sql).bind(player.key()).fetch_all(&self.0.reads).await?;
        let tried = rows.iter().map(|row| id(row, "puzzle_id").map(PuzzleId));
        Ok(tried.collect::<sqlx::Result<_>>()?)
    }
}

async fn insert_attempt(
    connection: &mut AnyConnection,
    player: PlayerId,
    id: PuzzleId,
    attempt: PuzzleAttempt,
) -> sqlx::Result<bool> {
    let insert = "insert into puzzle_attempts (player_id, puzzle_id, solved, at)
                  values ($1, $2, $3, $4) on conflict do nothing";
    let update = "update puzzles set tried = tried + 1, solved = solved + $2 where id = $1";
    let solved = i64::from(attempt.solved);
    let inserted = sqlx::query(insert)
        .bind(player.key())
        .bind(id.key())
        .bind(solved)
        .bind(attempt.at.0)
        .execute(&mut *connection)
        .await?;
    let is_first = inserted.rows_affected() > 0;
    if is_first {
        sqlx::query(update).bind(id.key()).bind(solved).execute(connection).await?;
    }
    Ok(is_first)
}

fn attempt(row: &AnyRow) -> sqlx::Result<PuzzleAttempt> {
    Ok(PuzzleAttempt { solved: flag(row, "solved")?, at: time(row, "at")? })
}
