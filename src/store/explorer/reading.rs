//! Counts the moves of a position.

use std::collections::BTreeMap;

use sqlx::Row as _;

use chivalry_play::clock::Speed;
use chivalry_play::matches::{MatchId, MatchResult};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Seat};

use crate::store::error::StoreError;
use crate::store::explorer::entry::{
    BLOCK, ENTRY_BYTES, Entry, NO_MOVE, PLAYER_GAME_BYTES, PositionKey, offset_of, read_player_game,
};
use crate::store::explorer::writing::Explorer;
use crate::store::matches::match_filter::Range;
use crate::store::sql::conditions::Conditions;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::id;

/// The most blocks of one query, which have up to a million games. The newest are read.
const MOST_BLOCKS: i64 = 2_048;

/// The least number of games that reached a position of the opening book.
const BOOK_GAMES: i64 = 5;

/// The number of newest and of best games in an answer.
const NAMED_GAMES: usize = 5;

/// Conditions for the games that are counted. A game has to meet all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerFilter {
    /// The speed of the time control.
    pub speed: Option<Speed>,
    /// Rated games, or unrated ones.
    pub rated: Option<bool>,
    /// The average rating of the players.
    pub rating: Range,
    /// The first day of play, in days since 1970.
    pub since_day: Option<i64>,
    /// The day after the last day of play.
    pub until_day: Option<i64>,
    /// A player of the game, and the player's seat.
    pub player: Option<(PlayerId, Option<Seat>)>,
}

/// The numbers of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// All games.
    pub games: u64,
    /// Games that the first side won.
    pub first: u64,
    /// Games that the second side won.
    pub second: u64,
    /// Games that the third side won, in games of three and four teams.
    pub third: u64,
    /// Games that the fourth side won.
    pub fourth: u64,
    /// Draws.
    pub draws: u64,
    /// Games whose average rating is known.
    pub rated: u64,
    /// The sum of these ratings.
    pub ratings: u64,
}

/// A move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The number of this move among `moves` of the query.
    pub index: usize,
    /// Its games.
    pub counts: GameCounts,
    /// The newest of them.
    pub newest: MatchId,
}

/// The games that reached a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// All of them.
    pub counts: GameCounts,
    /// The played moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The games that were played last, newest first.
    pub newest: Vec<MatchId>,
    /// The games with the highest average ratings, best first.
    pub best: Vec<MatchId>,
    /// False if older games were left out.
    pub is_complete: bool,
}

impl GameCounts {
    fn add(&mut self, entry: &Entry) {
        self.games += 1;
        match entry.facts.result {
            MatchResult::First => self.first += 1,
            MatchResult::Second => self.second += 1,
            MatchResult::Third => self.third += 1,
            MatchResult::Fourth => self.fourth += 1,
            MatchResult::Draw => self.draws += 1,
            MatchResult::Aborted => {}
        }
        if let Some(rating) = entry.facts.rating {
            self.rated += 1;
            self.ratings += u64::from(rating);
        }
    }

    /// The average rating, if one is known.
    #[must_use]
    pub fn average_rating(&self) -> Option<u64> {
        (self.rated > 0).then(|| (self.ratings + self.rated / 2) / self.rated)
    }
}

impl ExplorerFilter {
    fn passes(&self, entry: &Entry) -> bool {
        let facts = &entry.facts;
        let is_within = |value: Option<i64>, least: Option<i64>, end: Option<i64>| {
            let is_after = least.is_none_or(|least| value.is_some_and(|value| value >= least));
            is_after && end.is_none_or(|end| value.is_some_and(|value| value < end))
        };
        let Range { least, most } = self.rating;
        self.speed.is_none_or(|speed| facts.speed == speed)
            && self.rated.is_none_or(|rated| facts.is_rated == rated)
            && is_within(facts.day, self.since_day, self.until_day)
            && is_within(
                facts.rating.map(i64::from),
                least.map(i64::from),
                most.map(|most| i64::from(most) + 1),
            )
    }
}

/// The games of a block that a player has played, as one bit each.
struct PlayedGames([u64; BLOCK as usize / 64]);

impl PlayedGames {
    /// Reads the games of a player in a block, in any seat or in one.
    fn read(bytes: &[u8], seat: Option<Seat>) -> PlayedGames {
        let mut bits = [0; BLOCK as usize / 64];
        for game in bytes.as_chunks::<PLAYER_GAME_BYTES>().0 {
            let (number, played) = read_player_game(0, game);
            if seat.is_none_or(|seat| seat == played) {
                bits[number as usize / 64] |= 1 << (number % 64);
            }
        }
        PlayedGames(bits)
    }

    fn contains(&self, entry: &[u8; ENTRY_BYTES]) -> bool {
        let offset = offset_of(entry);
        self.0[offset / 64] >> (offset % 64) & 1 == 1
    }
}

/// The highest values of some games, highest first.
struct Top(Vec<(i64, i64)>);

impl Top {
    fn add(&mut self, value: i64, number: i64) {
        if self.0.len() == NAMED_GAMES && self.0.last().is_some_and(|last| *last >= (value, number))
        {
            return;
        }
        let at = self.0.partition_point(|other| *other > (value, number));
        self.0.insert(at, (value, number));
        self.0.truncate(NAMED_GAMES);
    }

    fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        self.0.iter().map(|(_, number)| *number)
    }
}

impl Explorer<'_> {
    /// Counts the games that reached a position or its mirror image. `nexts` are the positions
    /// after each legal move.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn explore(
        self,
        position: &Position,
        nexts: &[Position],
        filter: &ExplorerFilter,
    ) -> Result<Explored, StoreError> {
        let key = PositionKey::of(position);
        let (entries, is_complete) = self.entries(key.key, filter.player).await?;
        let mut counts = GameCounts::default();
        let mut by_code: BTreeMap<u32, (GameCounts, i64)> = BTreeMap::new();
        let (mut newest, mut best) = (Top(Vec::new()), Top(Vec::new()));
        for entry in entries.iter().filter(|entry| filter.passes(entry)) {
            counts.add(entry);
            newest.add(entry.facts.day.unwrap_or(i64::MIN), entry.number);
            if let Some(rating) = entry.facts.rating {
                best.add(i64::from(rating), entry.number);
            }
            if entry.move_code != NO_MOVE {
                let (counts, last) = by_code.entry(entry.move_code).or_default();
                counts.add(entry);
                *last = entry.number.max(*last);
            }
        }
        let codes = nexts.iter().map(|next| key.move_code(next));
        let moves: Vec<(usize, GameCounts, i64)> = (0..)
            .zip(codes)
            .filter_map(|(index, code)| by_code.get(&code).map(|(c, last)| (index, *c, *last)))
            .collect();
        let named = moves.iter().map(|(_, _, number)| *number);
        let named = named.chain(newest.numbers()).chain(best.numbers());
        let ids = self.match_ids(&named.collect::<Vec<_>>()).await?;
        let ids_of = |top: &Top| top.numbers().filter_map(|n| ids.get(&n).copied()).collect();
        let mut moves: Vec<ExploredMove> = moves
            .into_iter()
            .filter_map(|(index, counts, number)| {
                Some(ExploredMove { index, counts, newest: *ids.get(&number)? })
            })
            .collect();
        moves.sort_by_key(|explored| (std::cmp::Reverse(explored.counts.games), explored.index));
        let (newest, best) = (ids_of(&newest), ids_of(&best));
        Ok(Explored { counts, moves, newest, best, is_complete })
    }

    /// Returns the number of the first of `positions` that belong to the opening book: at least
    /// five games reached each of them or its mirror image.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn book_length(
        self,
        positions: impl Iterator<Item = Position>,
    ) -> Result<usize, StoreError> {
        let sql = "select cast(coalesce(sum(length(entries)), 0) as bigint)
                   from explorer_positions where position = $1";
        let mut length = 0;
        for position in positions {
            let select = sqlx::query_scalar(sql).bind(PositionKey::of(&position).key);
            let bytes: i64 = select.fetch_one(&self.0.reads).await?;
            if bytes < BOOK_GAMES * ENTRY_BYTES as i64 {
                break;
            }
            length += 1;
        }
        Ok(length)
    }

    /// Reads the entries of a position, of all games or of those that a player has played. Returns
    /// true if they are all of them.
    async fn entries(
        self,
        key: i64,
        player: Option<(PlayerId, Option<Seat>)>,
    ) -> Result<(Vec<Entry>, bool), StoreError> {
        // The blocks without games of the player are not read.
        let sql = match player {
            None => {
                "select block, entries from explorer_positions where position = $1
                 order by block desc limit $2"
            }
            Some(_) => {
                "select p.block, p.entries, q.games from explorer_positions p
                 join explorer_players q on q.block = p.block
                 where p.position = $1 and q.player_id = $3
                 order by p.block desc limit $2"
            }
        };
        let mut select = sqlx::query(sql).bind(key).bind(MOST_BLOCKS + 1);
        if let Some((player, _)) = player {
            select = select.bind(player.key());
        }
        let rows = select.fetch_all(&self.0.reads).await?;
        let is_complete = rows.len() as i64 <= MOST_BLOCKS;
        let mut entries = Vec::new();
        for row in rows.iter().take(MOST_BLOCKS as usize) {
            let (block, bytes): (i64, &[u8]) = (row.try_get("block")?, row.try_get("entries")?);
            let played = match player {
                Some((_, seat)) => Some(PlayedGames::read(row.try_get("games")?, seat)),
                None => None,
            };
            let (chunks, _) = bytes.as_chunks::<ENTRY_BYTES>();
            let chunks =
                chunks.iter().filter(|entry| played.as_ref().is_none_or(|it| it.contains(entry)));
            entries.extend(chunks.map(|bytes| Entry::read(block, bytes)));
        }
        Ok((entries, is_complete))
    }

    /// Returns the matches of numbers.
    pub(crate) async fn match_ids(
        self,
        numbers: &[i64],
    ) -> Result<BTreeMap<i64, MatchId>, StoreError> {
        let mut ids = BTreeMap::new();
        if numbers.is_empty() {
            return Ok(ids);
        }
        let mut conditions = Conditions::new();
        let numbers: Vec<String> = numbers.iter().map(|number| conditions.bind(*number)).collect();
        conditions.and_text(&format!("number in ({})", numbers.join(", ")));
        let (text, values) = conditions.done()?;
        let sql = format!("select number, match_id from explorer_games where {text}");
        let select = sqlx::query_with::<sqlx::Any, _>(sqlx::AssertSqlSafe(sql), values);
        for row in select.persistent(false).fetch_all(&self.0.reads).await? {
            ids.insert(row.try_get("number")?, MatchId(id(&row, "match_id")?));
        }
        Ok(ids)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_values_are_listed_first() {
        let mut top = Top(Vec::new());
        for number in 0..50 {
            top.add(i64::from(number * 7 % 11), i64::from(number));
        }
        let expected: Vec<(i64, i64)> = vec![(10, 47), (10, 36), (10, 25), (10, 14), (10, 3)];
        assert_eq!(top.0, expected);
    }
}
