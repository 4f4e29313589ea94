//! Ratings of players and pools, and their history.

use std::collections::HashMap;

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{MatchId, MatchResult};
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::{Pool, PublicRating, RatingChange, RatingRecord};
use chivalry_rules::{Seat, Team, Variant};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::matches::match_row::result_name;
use crate::store::players::rows::player;
use crate::store::ratings::rated_matches::{change, entries_of, entry, pool};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, named, optional_count};

/// A player's rating in one pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoolRating {
    /// The pool.
    pub pool: Pool,
    /// The rating record.
    pub entry: RatingRecord,
    /// The rank on the leaderboard, from 1, if the player is listed.
    pub rank: Option<u32>,
}

/// A rated match in a player's history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPoint {
    /// The number in the rating order of all matches.
    pub number: i64,
    /// The match.
    pub match_id: MatchId,
    /// The rating change.
    pub change: RatingChange,
}

/// A player on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The player.
    pub player: Player,
    /// The rating record.
    pub entry: RatingRecord,
}

/// The score of one player against another in one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The variant's name.
    pub variant: String,
    /// Number of wins.
    pub wins: u32,
    /// Number of losses.
    pub losses: u32,
    /// Number of draws.
    pub draws: u32,
}

/// Ratings, their history and leaderboards.
#[derive(Clone, Copy, Debug)]
pub struct Ratings<'a>(pub(crate) &'a Database);

impl Ratings<'_> {
    /// Returns the ratings of players in pools at `now`. Unrated players are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn strengths(
        self,
        wanted: &[(PlayerId, Pool)],
        now: Timestamp,
    ) -> Result<HashMap<(PlayerId, Pool), PublicRating>, StoreError> {
        let work = async {
            let mut connection = self.0.reads.acquire().await?;
            let entries = entries_of(&mut connection, wanted).await?;
            let strength = |entry: RatingRecord| entry.rating_at(now).strength();
            Ok(entries.into_iter().map(|(key, entry)| (key, strength(entry))).collect())
        };
        self.0.reads.in_time(work).await
    }

    /// Returns the ratings of a player in all pools as of the last match there. Leaderboard ranks
    /// are as of `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<PoolRating>, StoreError> {
        let sql = "select own.*, case when own.listed_until > $2 then
                       (select count(*) + 1 from ratings better
                        where better.pool = own.pool and better.listed_until is not null
                          and better.listed_until > $2
                          and (better.rating > own.rating or
                               better.rating = own.rating and better.player_id < own.player_id))
                   end as place
                   from ratings own where own.player_id = $1 order by own.pool";
        let player = player.key();
        let rows = sqlx::query(sql).bind(player).bind(now.0).fetch_all(&self.0.reads).await?;
        let rating = |row: &AnyRow| {
            let rank = optional_count(row, "place")?;
            Ok(PoolRating { pool: pool(row)?, entry: entry(row)?, rank })
        };
        Ok(rows.iter().map(rating).collect::<sqlx::Result<_>>()?)
    }

    /// Returns up to `limit` rated matches of a player in a pool, latest first. `before` is an
    /// exclusive upper bound for the match number.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn history(
        self,
        player: PlayerId,
        pool: Pool,
        limit: u32,
        before: Option<i64>,
    ) -> Result<Vec<HistoryPoint>, StoreError> {
        let sql = "select c.*, r.match_id from rating_changes c
                   join rated_matches r on r.number = c.number
                   where c.player_id = $1 and c.pool = $2 and c.number < $3
                   order by c.number desc limit $4";
        let rows = sqlx::query(sql)
            .bind(player.key())
            .bind(pool.to_string())
            .bind(before.unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        let point = |row: &AnyRow| {
            let (number, match_id) = (row.try_get("number")?, MatchId(id(row, "match_id")?));
            Ok(HistoryPoint { number, match_id, change: change(row)? })
        };
        Ok(rows.iter().map(point).collect::<sqlx::Result<_>>()?)
    }

    /// Returns up to `limit` players of a pool's leaderboard at `now`, after the first `skipped`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn leaderboard(
        self,
        pool: Pool,
        now: Timestamp,
        limit: u32,
        skipped: u32,
    ) -> Result<Vec<Leader>, StoreError> {
        let sql = "select r.*, p.id, p.name, p.shown_kind as kind
                   from ratings r join players p on p.id = r.player_id
                   where r.pool = $1 and r.listed_until is not null and r.listed_until > $2
                   order by r.rating desc, r.player_id limit $3 offset $4";
        let rows = sqlx::query(sql)
            .bind(pool.to_string())
            .bind(now.0)
            .bind(i64::from(limit))
            .bind(i64::from(skipped))
            .fetch_all(&self.0.reads)
            .await?;
        let leader = |row: &AnyRow| Ok(Leader { player: player(row)?, entry: entry(row)? });
        Ok(rows.iter().map(leader).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the public results at `now` of matches that two players played on different sides,
    /// by variant.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn encounters(
        self,
        player: PlayerId,
        other: PlayerId,
        now: Timestamp,
    ) -> Result<Vec<Encounter>, StoreError> {
        let sql = "select m.variant, m.result, own.seat, enemy.seat as other, count(*) as games
                   from match_seats own
                   join match_seats enemy on enemy.match_id = own.match_id
                   join matches m on m.id = own.match_id
                   where own.player_id = $1 and enemy.player_id = $2
                     and own.seat <> enemy.seat
                     and m.status = 'ended' and m.result <> 'aborted'
                     and (m.hidden_until is null or m.hidden_until <= $3)
                   group by m.variant, m.result, own.seat, enemy.seat order by m.variant";
        let rows = sqlx::query(sql)
            .bind(player.key())
            .bind(other.key())
            .bind(now.0)
            .fetch_all(&self.0.reads)
            .await?;
        let mut encounters: Vec<Encounter> = Vec::new();
        for row in &rows {
            let variant: &str = row.try_get("variant")?;
            let (own, enemy) = (team_of(row, variant, "seat")?, team_of(row, variant, "other")?);
            if own == enemy {
                continue;
            }
            if encounters.last().is_none_or(|last| last.variant != variant) {
                let variant = variant.to_owned();
                encounters.push(Encounter { variant, wins: 0, losses: 0, draws: 0 });
            }
            let Some(encounter) = encounters.last_mut() else { continue };
            let result = named(&MatchResult::ALL, result_name, row.try_get("result")?)?;
            let games = count(row, "games")?;
            match result.winner() {
                Some(winner) if winner == own => encounter.wins += games,
                Some(winner) if winner == enemy => encounter.losses += games,
                // If a third player won, neither of the two beat the other.
                Some(_) | None => encounter.draws += games,
            }
        }
        Ok(encounters)
    }
}

/// The team of the seat in `column`. Without the variant, partners have every second turn.
fn team_of(row: &AnyRow, variant: &str, column: &str) -> sqlx::Result<Team> {
    let index = count(row, column)? as usize;
    let seat = Seat::new(index).unwrap_or(Seat::FIRST);
    let team = Variant::named(variant).map(|variant| variant.team_of(seat));
    Ok(team.unwrap_or(Team::TWO[index % 2]))
}
