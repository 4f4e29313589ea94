//! The puzzles of the program, and those that were mined.

use std::collections::HashMap;
use std::sync::Arc;

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row as _};
use uuid::Uuid;

use chivalry_engine::puzzles::{GradedPuzzle, Puzzle, PuzzleId, Theme, collection};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Variant};

use crate::random;
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, optional_count, optional_id, unreadable};

/// The `created_at` of a row for a puzzle of the program.
pub(super) const BUILT_IN_AT: Timestamp = Timestamp(0);

/// The maximum number of mined puzzles among which the next one is chosen.
const MINED_CHOICE: u32 = 30;

/// A puzzle and its statistics.
#[derive(Clone, Debug)]
pub struct PuzzleRow {
    /// The puzzle.
    pub puzzle: Arc<GradedPuzzle>,
    /// The source match and the number of plies before the puzzle. `None` for a puzzle from
    /// self-play.
    pub source: Option<(MatchId, u32)>,
    /// Number of players with an attempt.
    pub tried: u32,
    /// Number of players who solved the puzzle at the first attempt.
    pub solved: u32,
}

/// Conditions for puzzles. A puzzle has to meet all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// The variant's pin.
    pub variant: Option<&'static str>,
    /// The number of moves to find.
    pub moves: Option<u32>,
    /// A theme of the solution.
    pub theme: Option<Theme>,
    /// The minimum rating.
    pub rating_min: Option<u32>,
    /// The maximum rating.
    pub rating_max: Option<u32>,
}

/// A part of a list.
#[derive(Clone, Debug)]
pub struct PuzzlePage {
    /// The puzzles in the order of their ids.
    pub rows: Vec<PuzzleRow>,
    /// The id after which the list continues. `None` at the end of the list.
    pub next: Option<PuzzleId>,
}

/// Puzzles and attempts.
#[derive(Clone, Copy, Debug)]
pub struct Puzzles<'a>(pub(crate) &'a Database);

impl PuzzleFilter {
    /// Returns true if a puzzle meets the conditions.
    #[must_use]
    pub fn matches(&self, puzzle: &GradedPuzzle) -> bool {
        let rating = u32::from(puzzle.rating);
        let pin = puzzle.puzzle.position().variant().pin();
        self.variant.is_none_or(|variant| variant == pin)
            && self.moves.is_none_or(|moves| moves as usize == puzzle.moves)
            && self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
            && self.rating_min.is_none_or(|least| least <= rating)
            && self.rating_max.is_none_or(|most| rating <= most)
    }
}

impl Puzzles<'_> {
    /// Stores a mined puzzle. Returns false if it was stored before or belongs to the program.
    ///
    /// # Errors
    /// Returns an error if the match is unknown or the database fails.
    pub async fn save(
        self,
        puzzle: &Puzzle,
        source: Option<(MatchId, u32)>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        if collection().get(puzzle.id()).is_some() {
            return Ok(false);
        }
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            Ok(insert(&mut connection, puzzle, source, at).await?)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the puzzle with that id.
    ///
    /// # Errors
    /// Returns an error if the database fails or the puzzle cannot be decoded.
    pub async fn by_id(self, id: PuzzleId) -> Result<Option<PuzzleRow>, StoreError> {
        if let Some(puzzle) = collection().get(id) {
            return Ok(self.with_counts(vec![Arc::clone(puzzle)]).await?.pop());
        }
        let sql = "select * from puzzles where id = $1";
        let row = sqlx::query(sql).bind(id.key()).fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(mined_puzzle).transpose()?)
    }

    /// Returns up to `limit` puzzles that pass the filter, with ids after `after`. The order is
    /// unrelated to difficulty. A page can have fewer puzzles although the list continues.
    ///
    /// # Errors
    /// Returns an error if the database fails or a puzzle cannot be decoded.
    pub async fn page(
        self,
        filter: &PuzzleFilter,
        limit: u32,
        after: Option<PuzzleId>,
    ) -> Result<PuzzlePage, StoreError> {
        let after = after.unwrap_or(PuzzleId(Uuid::nil()));
        let mined = self.mined(filter, None, limit + 1, after).await?;
        let limit = limit as usize;
        // Further rows may follow the last one.
        let known_until = mined.last().filter(|_| mined.len() > limit).map(|last| last.puzzle.id);
        let is_known = |id: PuzzleId| id > after && known_until.is_none_or(|until| id <= until);
        let built_in = collection().puzzles().iter();
        let built_in = built_in.filter(|it| is_known(it.id) && filter.matches(it));
        let built_in: Vec<Arc<GradedPuzzle>> = built_in.take(limit + 1).cloned().collect();
        let mut rows = self.with_counts(built_in).await?;
        rows.extend(mined.into_iter().filter(|row| is_listed(row) && filter.matches(&row.puzzle)));
        rows.sort_unstable_by_key(|row| row.puzzle.id);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().map(|row| row.puzzle.id);
        Ok(PuzzlePage { rows, next: if has_more { last } else { known_until } })
    }

    /// Returns puzzles that pass the filter and that the player has not tried: all of the program,
    /// and some mined ones.
    ///
    /// # Errors
    /// Returns an error if the database fails or a puzzle cannot be decoded.
    pub async fn untried(
        self,
        filter: &PuzzleFilter,
        player: Option<PlayerId>,
    ) -> Result<Vec<Arc<GradedPuzzle>>, StoreError> {
        let tried = match player {
            Some(player) => self.tried_by(player).await?,
            None => Default::default(),
        };
        let somewhere = PuzzleId(Uuid::from_u128(random::value()));
        let mut mined = self.mined(filter, player, MINED_CHOICE, somewhere).await?;
        if mined.is_empty() {
            mined = self.mined(filter, player, MINED_CHOICE, PuzzleId(Uuid::nil())).await?;
        }
        let built_in = collection().puzzles().iter().filter(|it| !tried.contains(&it.id)).cloned();
        let mined = mined.into_iter().filter(is_listed).map(|row| row.puzzle);
        let all = built_in.chain(mined);
        Ok(all.filter(|puzzle| filter.matches(puzzle)).collect())
    }

    /// Returns up to `limit` mined puzzles of a variant and length, with ids after `after`.
    async fn mined(
        self,
        filter: &PuzzleFilter,
        untried_by: Option<PlayerId>,
        limit: u32,
        after: PuzzleId,
    ) -> Result<Vec<PuzzleRow>, StoreError> {
        let mut conditions = Conditions::new();
        conditions.and("p.created_at > ", BUILT_IN_AT.0, "");
        conditions.and("p.id > ", after.key(), "");
        if let Some(variant) = filter.variant {
            conditions.and("p.variant = ", variant, "");
        }
        if let Some(moves) = filter.moves {
            conditions.and("p.moves = ", i64::from(moves), "");
        }
        if let Some(player) = untried_by {
            let tried = "not exists (select 1 from puzzle_attempts a
                         where a.puzzle_id = p.id and a.player_id = ";
            conditions.and(tried, player.key(), ")");
        }
        let limit = conditions.bind(i64::from(limit));
        let (text, values) = conditions.done()?;
        let sql = format!("select p.* from puzzles p where {text} order by p.id limit {limit}");
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(mined_puzzle).collect::<sqlx::Result<_>>()?)
    }

    /// Adds the statistics of puzzles of the program.
    async fn with_counts(
        self,
        puzzles: Vec<Arc<GradedPuzzle>>,
    ) -> Result<Vec<PuzzleRow>, StoreError> {
        if puzzles.is_empty() {
            return Ok(Vec::new());
        }
        let mut conditions = Conditions::new();
        let ids: Vec<String> =
            puzzles.iter().map(|puzzle| conditions.bind(puzzle.id.key())).collect();
        let (_, values) = conditions.done()?;
        let sql = "select id, tried, solved, match_id, ply from puzzles where id in";
        let sql = format!("{sql} ({})", ids.join(", "));
        let select = sqlx::query_with::<Any, _>(AssertSqlSafe(sql), values);
        let mut stored = HashMap::new();
        for row in select.fetch_all(&self.0.reads).await? {
            stored.insert(PuzzleId(id(&row, "id")?), row);
        }
        let rows = puzzles.into_iter().map(|puzzle| match stored.get(&puzzle.id) {
            Some(row) => puzzle_row(puzzle, row),
            None => Ok(PuzzleRow { puzzle, source: None, tried: 0, solved: 0 }),
        });
        Ok(rows.collect::<sqlx::Result<_>>()?)
    }
}

/// Returns false for a puzzle that was mined before the program contained it.
fn is_listed(row: &PuzzleRow) -> bool {
    collection().get(row.puzzle.id).is_none()
}

/// Inserts a puzzle. Returns false if it was stored before.
pub(super) async fn insert(
    connection: &mut AnyConnection,
    puzzle: &Puzzle,
    source: Option<(MatchId, u32)>,
    at: Timestamp,
) -> sqlx::Result<bool> {
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
        .execute(connection)
        .await?;
    Ok(inserted.rows_affected() > 0)
}

fn mined_puzzle(row: &AnyRow) -> sqlx::Result<PuzzleRow> {
    let variant: &str = row.try_get("variant")?;
    let variant =
        Variant::named(variant).ok_or_else(|| unreadable(format!("no variant {variant:?}")))?;
    let position = Position::read(row.try_get("position")?, variant).map_err(unreadable)?;
    let puzzle = Puzzle::parse(position, row.try_get("line")?).map_err(unreadable)?;
    puzzle_row(Arc::new(GradedPuzzle::new(puzzle, None)), row)
}

fn puzzle_row(puzzle: Arc<GradedPuzzle>, row: &AnyRow) -> sqlx::Result<PuzzleRow> {
    let ply = optional_count(row, "ply")?;
    let source = optional_id(row, "match_id")?.map(MatchId).zip(ply);
    Ok(PuzzleRow { puzzle, source, tried: count(row, "tried")?, solved: count(row, "solved")? })
}
