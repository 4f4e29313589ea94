//! Challenges and their outcomes.

use std::collections::HashMap;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row as _};

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::lobby::{Challenge, ChallengeEnd, ChallengeId, DeclineReason, Seeker, Terms};
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_play::rating::PublicRating;
use chivalry_rules::{Seat, Variant};

use crate::store::db::Database;
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::Due;
use crate::store::players::accounts::Players;
use crate::store::ratings::standings::Ratings;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{
    flag, id, json, named, optional_count, optional_id, time, unreadable,
};

/// A challenge with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// The challenge.
    pub challenge: Challenge,
    /// The outcome, or `None` while the challenge is open.
    pub end: Option<ChallengeEnd>,
    /// The resulting match.
    pub match_id: Option<MatchId>,
}

const COLUMNS: &str = "select id, challenger_id, challenged_id, variant, time, rated, seat,
                              created_at, expires_at, status, reason, match_id from challenges";

/// The challenges of players.
#[derive(Clone, Copy, Debug)]
pub struct Challenges<'a>(pub(crate) &'a Database);

impl Challenges<'_> {
    /// Stores a new challenge and its effects on the players.
    ///
    /// # Errors
    /// Returns an error if a player is unknown or the database fails.
    pub async fn create(self, challenge: &Challenge, due: &[Due]) -> Result<(), StoreError> {
        let sql = "insert into challenges (id, challenger_id, challenged_id, variant, time, rated,
                                           seat, created_at, expires_at)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let time = serde_json::to_string(&challenge.terms.time).map_err(unreadable)?;
        let insert = sqlx::query(sql)
            .bind(challenge.id.key())
            .bind(challenge.by.player.id.key())
            .bind(challenge.to.player.id.key())
            .bind(challenge.terms.variant.name())
            .bind(time)
            .bind(i64::from(challenge.terms.rated))
            .bind(challenge.seat.map(|seat| seat.index() as i64))
            .bind(challenge.at.0)
            .bind(challenge.expires_at.0);
        self.write_with_due(challenge.id, insert, due).await
    }

    /// Executes a statement. If it changes a row, its effects on the players are stored with it.
    async fn write_with_due(
        self,
        id: ChallengeId,
        statement: Query<'_, Any, AnyArguments>,
        due: &[Due],
    ) -> Result<(), StoreError> {
        if due.is_empty() {
            statement.execute(&self.0.writes).await?;
            return Ok(());
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let changed = statement.execute(&mut *transaction).await?.rows_affected() > 0;
            if changed {
                insert_due(&mut transaction, id.0, due).await?;
            }
            transaction.commit().await?;
            Ok::<(), StoreError>(())
        };
        self.0.writes.in_time(work).await?;
        self.0.notify_due();
        Ok(())
    }

    /// Returns a challenge, with ratings as of `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn find(
        self,
        id: ChallengeId,
        now: Timestamp,
    ) -> Result<Option<ChallengeRow>, StoreError> {
        let sql = format!("{COLUMNS} where id = $1");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id.key());
        let rows = query.fetch_all(&self.0.reads).await?;
        Ok(self.with_players(&rows, now).await?.pop())
    }

    /// Records the outcome of a challenge and its effects on the players. A second outcome is ignored.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end(
        self,
        id: ChallengeId,
        end: ChallengeEnd,
        match_id: Option<MatchId>,
        due: &[Due],
    ) -> Result<(), StoreError> {
        let sql = "update challenges set status = $2, reason = $3, match_id = $4
                   where id = $1 and status = 'open'";
        let update = sqlx::query(sql)
            .bind(id.key())
            .bind(end.as_str())
            .bind(end.reason().map(DeclineReason::as_str))
            .bind(match_id.as_ref().map(|id| id.key()));
        self.write_with_due(id, update, due).await
    }

    /// Returns all open challenges, oldest first, with ratings as of `now`. Challenges of unknown
    /// variants are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn open(self, now: Timestamp) -> Result<Vec<Challenge>, StoreError> {
        let sql = format!("{COLUMNS} where status = 'open' order by id");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.0.reads).await?;
        let rows = self.with_players(&rows, now).await?;
        Ok(rows.into_iter().map(|row| row.challenge).collect())
    }

    /// Returns the last `limit` challenges that a player sent or received, newest first, with
    /// ratings as of `now`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(
        self,
        player: PlayerId,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let sql = format!(
            "{COLUMNS} where challenger_id = $1 or challenged_id = $1 order by id desc limit $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(player.key())
            .bind(i64::from(limit))
            .fetch_all(&self.0.reads)
            .await?;
        self.with_players(&rows, now).await
    }

    async fn with_players(
        self,
        rows: &[AnyRow],
        now: Timestamp,
    ) -> Result<Vec<ChallengeRow>, StoreError> {
        let mut ids = Vec::with_capacity(rows.len() * 2);
        for row in rows {
            ids.push(PlayerId(id(row, "challenger_id")?));
            ids.push(PlayerId(id(row, "challenged_id")?));
        }
        ids.sort();
        ids.dedup();
        let players = Players(self.0).by_ids(&ids).await?;
        let players = players.into_iter().map(|player| (player.id, player)).collect();
        let mut challenges = Vec::with_capacity(rows.len());
        for row in rows {
            challenges.extend(challenge(row, &players)?);
        }
        let key = |it: &ChallengeRow, seeker: &Seeker| {
            (seeker.player.id, it.challenge.terms.pool(seeker.player.kind))
        };
        let both = |it: &ChallengeRow| [&it.challenge.by, &it.challenge.to].map(|s| key(it, s));
        let wanted: Vec<_> = challenges.iter().flat_map(both).collect();
        let strengths = Ratings(self.0).strengths(&wanted, now).await?;
        for row in &mut challenges {
            let [by, to] = both(row).map(|key| strengths.get(&key).copied());
            row.challenge.by.strength = by.unwrap_or(PublicRating::UNKNOWN);
            row.challenge.to.strength = to.unwrap_or(PublicRating::UNKNOWN);
        }
        Ok(challenges)
    }
}

/// Decodes a challenge. The ratings are filled in later.
fn challenge(
    row: &AnyRow,
    players: &HashMap<PlayerId, Player>,
) -> sqlx::Result<Option<ChallengeRow>> {
    let seeker = |column| -> sqlx::Result<Option<Seeker>> {
        let player = players.get(&PlayerId(id(row, column)?)).cloned();
        Ok(player.map(|player| Seeker { player, strength: PublicRating::UNKNOWN }))
    };
    let (Some(by), Some(to)) = (seeker("challenger_id")?, seeker("challenged_id")?) else {
        return Ok(None);
    };
    let is_open = row.try_get::<&str, _>("status")? == "open";
    // An open challenge cannot be accepted if its variant is no longer offered.
    let variant = Variant::named(row.try_get("variant")?);
    let Some(variant) = variant.filter(|known| !is_open || known.is_offered()) else {
        return Ok(None);
    };
    let time_control: TimeControl = json(row, "time")?;
    let terms = Terms { variant, time: time_control, rated: flag(row, "rated")? };
    let reason: Option<&str> = row.try_get("reason")?;
    let reason = reason.map(|reason| named(&DeclineReason::ALL, DeclineReason::as_str, reason));
    let end = match (row.try_get("status")?, reason.transpose()?) {
        ("open", _) => None,
        ("accepted", _) => Some(ChallengeEnd::Accepted),
        ("declined", Some(reason)) => Some(ChallengeEnd::Declined(reason)),
        ("cancelled", _) => Some(ChallengeEnd::Cancelled),
        ("expired", _) => Some(ChallengeEnd::Expired),
        (status, _) => return Err(unreadable(format!("unknown status {status:?}"))),
    };
    let challenge = Challenge {
        id: ChallengeId(id(row, "id")?),
        by,
        to,
        terms,
        seat: optional_count(row, "seat")?.and_then(|index| Seat::new(index as usize)),
        at: time(row, "created_at")?,
        expires_at: time(row, "expires_at")?,
        connection: None,
    };
    let match_id = optional_id(row, "match_id")?.map(MatchId);
    Ok(Some(ChallengeRow { challenge, end, match_id }))
}
