//! Checks of the opening explorer against the logs.

use sqlx::Row as _;

use chivalry_play::matches::MatchId;

use crate::store::doctor::{Examination, Finding, Subject};
use crate::store::error::StoreError;
use crate::store::explorer::entry::{ENTRY_BYTES, block_of};
use crate::store::explorer::indexed_game::IndexedGame;
use crate::store::explorer::writing::Explorer;
use crate::store::sql::rows::id;

/// Games read per query.
const GAMES_PER_QUERY: i64 = 64;

/// One of so many games is looked up at each of its positions.
const SAMPLED: i64 = 8;

impl<F: FnMut(Finding)> Examination<'_, F> {
    /// Compares each game of the index with the log of its match, and the entries of a sample. The
    /// number of all entries shows the other missing ones. An index that is being rebuilt is not
    /// checked.
    pub(crate) async fn check_explorer(&mut self) -> Result<(), StoreError> {
        let sql = "select clearing from explorer_state";
        let clearing: i64 = sqlx::query_scalar(sql).fetch_one(&self.db.reads).await?;
        if clearing != 0 {
            return Ok(());
        }
        let mut after = 0;
        loop {
            let sql = "select number, match_id, positions from explorer_games
                       where number > $1 order by number limit $2";
            let select = sqlx::query(sql).bind(after).bind(GAMES_PER_QUERY);
            let rows = select.fetch_all(&self.db.reads).await?;
            let Some(last) = rows.last() else { break };
            after = last.try_get("number")?;
            for row in &rows {
                let positions: i64 = row.try_get("positions")?;
                let match_id = MatchId(id(row, "match_id")?);
                self.check_game(row.try_get("number")?, match_id, positions).await?;
            }
        }
        self.check_entries().await
    }

    async fn check_game(
        &mut self,
        number: i64,
        match_id: MatchId,
        positions: i64,
    ) -> Result<(), StoreError> {
        let about = Subject::Match(match_id);
        // A match that cannot be read has a finding already.
        let Some(read) = Explorer(self.db).read(match_id).await? else { return Ok(()) };
        let Some(game) = read.game else {
            self.report(about, "the explorer has it, and should not");
            return Ok(());
        };
        if game.positions() as i64 != positions {
            let what = format!(
                "the explorer has {positions} positions of it, and {} by its log",
                game.positions()
            );
            self.report(about, what);
        } else if number % SAMPLED == 0 {
            let missing = self.missing_entries(number, &game).await?;
            if missing > 0 {
                self.report(about, format!("the explorer lacks it at {missing} positions"));
            }
        }
        Ok(())
    }

    /// Returns the number of positions at which the index lacks a game.
    async fn missing_entries(&self, number: i64, game: &IndexedGame) -> Result<usize, StoreError> {
        let mut missing = 0;
        for (key, entry) in game.entries(number) {
            let sql = "select entries from explorer_positions where position = $1 and block = $2";
            let select = sqlx::query(sql).bind(key).bind(block_of(number));
            let row = select.fetch_optional(&self.db.reads).await?;
            let entries: Vec<u8> =
                row.map(|row| row.try_get("entries")).transpose()?.unwrap_or_default();
            let mut expected = Vec::with_capacity(ENTRY_BYTES);
            entry.write(&mut expected);
            missing += usize::from(entries.chunks(ENTRY_BYTES).all(|entry| entry != expected));
        }
        Ok(missing)
    }

    /// Compares the number of entries with that of the positions of all games.
    async fn check_entries(&mut self) -> Result<(), StoreError> {
        let mut snapshot = self.db.snapshot().await?;
        let sql = "select cast(coalesce(sum(positions), 0) as bigint) as n from explorer_games";
        let expected: i64 = sqlx::query_scalar(sql).fetch_one(&mut *snapshot).await?;
        let sql = "select cast(coalesce(sum(length(entries)), 0) as bigint) as n
                   from explorer_positions";
        let bytes: i64 = sqlx::query_scalar(sql).fetch_one(&mut *snapshot).await?;
        snapshot.commit().await?;
        if bytes != expected * ENTRY_BYTES as i64 {
            let what = format!(
                "{bytes} bytes of entries for {expected} positions of games: run `chivalry \
                 explorer rebuild`"
            );
            self.report(Subject::Table("explorer_positions"), what);
        }
        Ok(())
    }
}
