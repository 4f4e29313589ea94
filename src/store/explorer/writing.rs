//! Adds ended matches to the index.
//!
//! A match whose column `explored_at` is null waits for the index. The mark is set in the
//! transaction that adds the match, so a crash neither loses a match nor adds it twice.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::explorer::clearing::clear_some;
use crate::store::explorer::entry::{block_of, write_player_game};
use crate::store::explorer::indexed_game::{IndexedGame, ReadMatch};
use crate::store::log::match_log::Log;
use crate::store::matches::imported_games::set_tags;
use crate::store::matches::imported_tags::search_key;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, Placeholders, id, is_sqlite};

/// Time for which one process reads the logs alone.
const LEASE_MS: i64 = 10_000;

/// The opening explorer.
#[derive(Clone, Copy, Debug)]
pub struct Explorer<'a>(pub(crate) &'a Database);

/// The result of a part of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplorerStep {
    /// No match waits for the index.
    Idle,
    /// Some matches were read, or some rows of an old index were deleted.
    Worked {
        /// The number of matches read.
        matches: usize,
    },
    /// Another process does the work.
    Busy,
}

/// The state of the work, as a process reads it.
struct ExplorerState {
    /// True while a rebuild deletes the rows.
    is_clearing: bool,
    /// The milliseconds until the end of the lease of this process, negative without one.
    lease_left: i64,
}

/// A match that was read for the index. A match that cannot be read is left out.
type Candidate = (MatchId, Option<ReadMatch>);

impl Explorer<'_> {
    /// Reads up to `limit` matches that ended before `now`, and adds them in one transaction.
    /// `worker` identifies the process. Servers and commands may call it at the same time.
    ///
    /// # Errors
    /// Returns an error if the database fails. Nothing is added then.
    pub async fn step(
        self,
        worker: Uuid,
        now: Timestamp,
        limit: u32,
    ) -> Result<ExplorerStep, StoreError> {
        let ExplorerState { is_clearing, lease_left } = self.state(worker, now).await?;
        let waiting = self.waiting(now, limit).await?;
        if waiting.is_empty() && !is_clearing {
            return Ok(ExplorerStep::Idle);
        }
        // A renewal with each step would double the number of commits.
        if lease_left < LEASE_MS / 2 && !self.lease(worker, now).await? {
            return Ok(ExplorerStep::Busy);
        }
        if is_clearing {
            clear_some(self.0).await?;
            return Ok(ExplorerStep::Worked { matches: 0 });
        }
        let mut candidates = Vec::with_capacity(waiting.len());
        for id in waiting {
            candidates.push((id, self.read(id).await?));
        }
        self.add(&candidates, now).await?;
        Ok(ExplorerStep::Worked { matches: candidates.len() })
    }

    /// Starts a rebuild. [`Explorer::step`] deletes the index and then reads all matches again. A
    /// rebuild that is interrupted continues with the next step of any process.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn start_rebuild(self) -> Result<(), StoreError> {
        let sql = "update explorer_state set clearing = 1";
        sqlx::query(sql).execute(&self.0.writes).await?;
        Ok(())
    }

    async fn state(self, worker: Uuid, now: Timestamp) -> Result<ExplorerState, StoreError> {
        let sql = "select clearing, case when worker = $1 then worker_until else 0 end as until
                   from explorer_state";
        let row = sqlx::query(sql).bind(worker.key()).fetch_one(&self.0.reads).await?;
        let (clearing, until): (i64, i64) = (row.try_get("clearing")?, row.try_get("until")?);
        Ok(ExplorerState { is_clearing: clearing != 0, lease_left: until - now.0 })
    }

    /// Returns ended matches that wait for the index. A match that is yet to be rated waits for its
    /// rating, and a match with a delay until its end is public.
    async fn waiting(self, now: Timestamp, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches
                   where status = 'ended' and explored_at is null and rating_due_at is null
                     and (hidden_until is null or hidden_until <= $1)
                   order by id limit $2";
        let select = sqlx::query(sql).bind(now.0).bind(i64::from(limit));
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Takes or renews the lease. Returns false if another process has it. The lease saves work.
    /// The marks of the matches prevent double entries.
    async fn lease(self, worker: Uuid, now: Timestamp) -> Result<bool, StoreError> {
        let sql = "update explorer_state set worker = $1, worker_until = $2
                   where worker is null or worker = $1 or worker_until <= $3";
        let update = sqlx::query(sql).bind(worker.key()).bind(now.0 + LEASE_MS).bind(now.0);
        Ok(update.execute(&self.0.writes).await?.rows_affected() > 0)
    }

    /// Reads a match. `None` if its log cannot be read or followed, which the scrub reports.
    pub(crate) async fn read(self, id: MatchId) -> Result<Option<ReadMatch>, StoreError> {
        let log = match Log(self.0).read(id).await {
            Ok(log) => log.unwrap_or_default(),
            Err(error) if error.is_unreadable() => return Ok(None),
            Err(error) => return Err(error),
        };
        let sql = "select avg(c.rating_before) as rating from rated_matches r
                   join rating_changes c on c.number = r.number where r.match_id = $1";
        let row = sqlx::query(sql).bind(id.key()).fetch_one(&self.0.reads).await?;
        let rating: Option<f64> = row.try_get("rating")?;
        Ok(ReadMatch::of(id, log, rating.map(|rating| rating.round() as u16)).ok())
    }

    async fn add(self, candidates: &[Candidate], now: Timestamp) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            // The lock orders the games. It has to be the first statement, because SQLite waits
            // for other processes only then.
            let sql = "update explorer_state set last_number = last_number + $1
                       where clearing = 0";
            let count = candidates.len() as i64;
            let locked = sqlx::query(sql).bind(count).execute(&mut *transaction).await?;
            if locked.rows_affected() == 0 {
                return Ok(());
            }
            let sql = "select last_number from explorer_state";
            let last: i64 = sqlx::query_scalar(sql).fetch_one(&mut *transaction).await?;
            let mut additions = Additions::default();
            for ((id, read), number) in candidates.iter().zip(last - count + 1..) {
                if !mark(&mut transaction, *id, read.as_ref(), now).await? {
                    continue;
                }
                if let Some(game) = read.as_ref().and_then(|read| read.game.as_ref()) {
                    additions.add(*id, number, game);
                }
            }
            additions.insert(&mut transaction).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }
}

/// Marks a match as read, and fills the columns that matches of earlier versions lack. Returns
/// false if another process marked it.
async fn mark(
    connection: &mut AnyConnection,
    id: MatchId,
    read: Option<&ReadMatch>,
    now: Timestamp,
) -> sqlx::Result<bool> {
    let sql = "update matches set explored_at = $2, speed = coalesce($3, speed)
               where id = $1 and explored_at is null";
    let update = sqlx::query(sql).bind(id.key()).bind(now.0).bind(read.map(|read| read.speed));
    if update.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some((tags, names)) = read.and_then(|read| read.imported.as_ref()) {
        set_tags(connection, id, None, tags).await?;
        for (seat, name) in names {
            let sql = "update match_names set name_key = $3
                       where match_id = $1 and seat = $2 and name_key is null";
            let update = sqlx::query(sql).bind(id.key()).bind(seat.index() as i64);
            update.bind(search_key(name)).execute(&mut *connection).await?;
        }
    }
    Ok(true)
}

/// The rows of some games, in the order of their keys, so that nodes lock them in one order.
#[derive(Default)]
pub(crate) struct Additions {
    games: Vec<(i64, MatchId, usize)>,
    positions: BTreeMap<(i64, i64), Vec<u8>>,
    players: BTreeMap<(PlayerId, i64), Vec<u8>>,
}

impl Additions {
    pub(crate) fn add(&mut self, id: MatchId, number: i64, game: &IndexedGame) {
        let block = block_of(number);
        self.games.push((number, id, game.positions()));
        for (key, entry) in game.entries(number) {
            entry.write(self.positions.entry((key, block)).or_default());
        }
        for (seat, player) in &game.seats {
            let games = self.players.entry((*player, block)).or_default();
            write_player_game(number, *seat, games);
        }
    }

    pub(crate) async fn insert(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        static GAMES: MultiRowInsert = MultiRowInsert::new(
            "insert into explorer_games (number, match_id, positions) values",
            3,
            "",
        );
        for (sql, chunk) in GAMES.chunks_with(Placeholders::of(connection), &self.games) {
            let mut insert = sqlx::query::<sqlx::Any>(sql);
            for (number, id, positions) in chunk {
                insert = insert.bind(*number).bind(id.key()).bind(*positions as i64);
            }
            insert.execute(&mut *connection).await?;
        }
        self.append_positions(connection).await?;
        self.append_players(connection).await
    }

    async fn append_positions(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        // In SQLite the operator makes a text of the same bytes.
        static SQLITE: MultiRowInsert = MultiRowInsert::new(
            "insert into explorer_positions (position, block, entries) values",
            3,
            "on conflict (position, block) do update
             set entries = cast(explorer_positions.entries || excluded.entries as blob)",
        );
        static POSTGRES: MultiRowInsert = MultiRowInsert::new(
            "insert into explorer_positions (position, block, entries) values",
            3,
            "on conflict (position, block) do update
             set entries = explorer_positions.entries || excluded.entries",
        );
        let append = if is_sqlite(connection) { &SQLITE } else { &POSTGRES };
        let rows: Vec<_> = self.positions.iter().collect();
        for (sql, chunk) in append.chunks_with(Placeholders::of(connection), &rows) {
            let mut insert = sqlx::query::<sqlx::Any>(sql);
            for ((key, block), entries) in chunk {
                insert = insert.bind(*key).bind(*block).bind(entries.as_slice());
            }
            insert.execute(&mut *connection).await?;
        }
        Ok(())
    }

    async fn append_players(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        static SQLITE: MultiRowInsert = MultiRowInsert::new(
            "insert into explorer_players (player_id, block, games) values",
            3,
            "on conflict (player_id, block) do update
             set games = cast(explorer_players.games || excluded.games as blob)",
        );
        static POSTGRES: MultiRowInsert = MultiRowInsert::new(
            "insert into explorer_players (player_id, block, games) values",
            3,
            "on conflict (player_id, block) do update
             set games = explorer_players.games || excluded.games",
        );
        let append = if is_sqlite(connection) { &SQLITE } else { &POSTGRES };
        let rows: Vec<_> = self.players.iter().collect();
        for (sql, chunk) in append.chunks_with(Placeholders::of(connection), &rows) {
            let mut insert = sqlx::query::<sqlx::Any>(sql);
            for ((player, block), games) in chunk {
                insert = insert.bind(player.key()).bind(*block).bind(games.as_slice());
            }
            insert.execute(&mut *connection).await?;
        }
        Ok(())
    }
}
