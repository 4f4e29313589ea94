//! Erases players. Their games stay for the other players, under an anonymous name.

use std::collections::BTreeSet;

use sqlx::{AnyConnection, AssertSqlSafe};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{ERASED_NAME_PREFIX, Player, PlayerId};
use chivalry_tournament::{Tournament, TournamentId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::accounts::Players;
use crate::store::privacy::held::{Erasure, PERSONAL_DATA};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id};
use crate::store::tournaments::tournament_log::TournamentLog;

/// Number of random characters in an anonymous name.
const NAME_LENGTH: usize = 8;

/// The reason why a player was not erased.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EraseError {
    /// The player has matches or tournaments in progress.
    #[error("the player has unfinished matches or tournaments")]
    UnderWay {
        /// Number of matches that have not ended or whose result is not public.
        matches: u32,
        /// Number of unfinished tournaments that the player directs or has entered.
        tournaments: u32,
    },
    /// The player is unknown or has been erased.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// The database failed. Nothing was changed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for EraseError {
    fn from(error: sqlx::Error) -> EraseError {
        EraseError::Store(error.into())
    }
}

/// Erasures of players.
#[derive(Clone, Copy, Debug)]
pub struct Erasures<'a>(pub(crate) &'a Database);

impl Erasures<'_> {
    /// Returns the matches that the player created or joined and that no other player has joined.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unjoined_matches_of(self, player: PlayerId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select m.id from matches m where m.created_by = $1 and m.status = 'open'
                   and not exists (select 1 from match_seats s
                                   where s.match_id = m.id and s.player_id <> $1)
                   order by m.id";
        let select = sqlx::query(sql).bind(player.key());
        let rows = select.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Checks that the player has nothing in progress, except matches that
    /// [`Erasures::unjoined_matches_of`] returns.
    ///
    /// # Errors
    /// Returns [`EraseError::UnderWay`], or an error if the database fails.
    pub async fn check_free_to_go(
        self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<(), EraseError> {
        let tournaments = self.tournaments_under_way(player).await?;
        let work = async {
            let mut connection = self.0.reads.acquire().await?;
            let but = "and not (m.status = 'open' and m.created_by = $1 and not exists
                       (select 1 from match_seats o where o.match_id = m.id and o.player_id <> $1))";
            match matches_under_way(&mut connection, player, now, but).await? {
                0 if tournaments == 0 => Ok(()),
                matches => Err(EraseError::UnderWay { matches, tournaments }),
            }
        };
        self.0.reads.in_time(work).await
    }

    /// Erases a player at `now`. Returns the anonymous player, who still has the matches.
    ///
    /// If the player joins a match concurrently, the transaction that commits first prevents the
    /// other.
    ///
    /// # Errors
    /// Returns [`EraseError::UnderWay`] or [`EraseError::NoSuchPlayer`], or an error if the
    /// database fails. Nothing is changed then.
    pub async fn erase(self, player: PlayerId, now: Timestamp) -> Result<Player, EraseError> {
        let tournaments = self.tournaments_under_way(player).await?;
        let ghost = loop {
            let name = anonymous_name();
            let work = async {
                let mut transaction = self.0.writes.begin().await?;
                match anonymize_player(&mut transaction, player, &name, now).await {
                    Ok(true) => {}
                    Ok(false) => return Err(EraseError::NoSuchPlayer),
                    Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                        return Ok(false);
                    }
                    Err(error) => return Err(error.into()),
                }
                let matches = matches_under_way(&mut transaction, player, now, "").await?;
                if matches > 0 || tournaments > 0 {
                    return Err(EraseError::UnderWay { matches, tournaments });
                }
                delete_personal_rows(&mut transaction, player).await?;
                transaction.commit().await?;
                Ok(true)
            };
            if self.0.writes.in_time(work).await? {
                break name;
            }
        };
        self.forget_in_memory(player);
        let known = Players(self.0).by_id(player).await?;
        known.filter(|known| known.name == ghost).ok_or(EraseError::NoSuchPlayer)
    }

    /// Removes an erased player from the caches of mutes and webhook owners.
    pub fn forget_in_memory(self, player: PlayerId) {
        self.0.webhook_owners.write().remove(&player);
        let mut mutes = self.0.mutes.write();
        mutes.retain(|(by, muted)| *by != player && *muted != player);
    }

    /// Returns the players who were erased at or after `since`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn since(self, since: Timestamp) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "select id from players where erased_at >= $1 order by erased_at";
        let rows = sqlx::query(sql).bind(since.0).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(PlayerId)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the number of unfinished tournaments that the player directs or has entered.
    async fn tournaments_under_way(self, player: PlayerId) -> Result<u32, EraseError> {
        let sql = "select distinct t.id from tournaments t
                   join tournament_events e on e.tournament_id = t.id
                   where t.status in ('open', 'running')
                     and (t.created_by = $1 or e.player_id = $1 or e.body like $2)";
        let rows = sqlx::query(sql)
            .bind(player.key())
            .bind(format!("%{}%", player.0))
            .fetch_all(&self.0.reads)
            .await?;
        let ids = rows.iter().map(|row| id(row, "id").map(TournamentId));
        let mut under_way = 0;
        for tournament in ids.collect::<sqlx::Result<BTreeSet<_>>>()? {
            let Some(log) = TournamentLog(self.0).read(tournament).await? else { continue };
            // An unreadable tournament cannot proceed for any player.
            let Ok(tournament) = Tournament::fold(log) else { continue };
            let mut entrants = tournament.entrants().iter();
            let plays = entrants.any(|it| !it.withdrawn && it.players.contains(&player));
            under_way += u32::from(plays || tournament.directors().contains(&player));
        }
        Ok(under_way)
    }
}

fn anonymous_name() -> String {
    let sign = || {
        let sign = rand::random_range(0..36_u32);
        char::from_digit(sign, 36).unwrap_or('0')
    };
    let signs = std::iter::repeat_with(sign).take(NAME_LENGTH);
    ERASED_NAME_PREFIX.chars().chain(signs).collect()
}

/// Removes all personal data from the player's own row. Returns false if there was no such player.
/// The columns that ratings depend on stay: the sign-up time and the bot flag.
async fn anonymize_player(
    connection: &mut AnyConnection,
    player: PlayerId,
    name: &str,
    now: Timestamp,
) -> sqlx::Result<bool> {
    // An account must have a password hash. No password has this one.
    let sql = "update players set name = $2, name_key = $2, guest_name_key = null, erased_at = $3,
                   moderator_since = null, password_hash = case when kind = 'account' then '-' end
               where id = $1 and erased_at is null";
    let updated =
        sqlx::query(sql).bind(player.key()).bind(name).bind(now.0).execute(connection).await?;
    Ok(updated.rows_affected() > 0)
}

async fn matches_under_way(
    connection: &mut AnyConnection,
    player: PlayerId,
    now: Timestamp,
    but: &str,
) -> sqlx::Result<u32> {
    let sql = format!(
        "select count(distinct m.id) as under_way
               from match_seats s join matches m on m.id = s.match_id
               where s.player_id = $1 and (m.status <> 'ended' or m.hidden_until > $2) {but}"
    );
    let select = sqlx::query(AssertSqlSafe(sql)).bind(player.key()).bind(now.0);
    count(&select.fetch_one(connection).await?, "under_way")
}

async fn delete_personal_rows(
    connection: &mut AnyConnection,
    player: PlayerId,
) -> sqlx::Result<()> {
    let player = player.key();
    // Rows that belong to the player only by a reference, and schedules, which end.
    let by_reference = [
        "update tournament_schedules set create_at = null where created_by = $1",
        "delete from webhook_deliveries where webhook_id in
             (select id from webhooks where player_id = $1)",
        "delete from push_messages where subscription_id in
             (select id from push_subscriptions where player_id = $1)",
        "delete from premoves where exists
             (select 1 from match_seats s where s.match_id = premoves.match_id
              and s.seat = premoves.seat and s.player_id = $1)",
        "delete from premove_commands where player_id = $1 and match_id in
             (select match_id from match_seats where player_id = $1)",
    ];
    for sql in by_reference {
        sqlx::query(sql).bind(player).execute(&mut *connection).await?;
    }
    for held in PERSONAL_DATA {
        let of_player: Vec<String> =
            held.players.iter().map(|column| format!("{column} = $1")).collect();
        let of_player = of_player.join(" or ");
        let sql = match held.erasure {
            Erasure::Deleted => format!("delete from {} where {of_player}", held.table),
            Erasure::Emptied => {
                format!(
                    "update {} set text = null, command_id = null where {of_player}",
                    held.table
                )
            }
            Erasure::Renamed | Erasure::Stays(_) => continue,
        };
        sqlx::query(AssertSqlSafe(sql)).bind(player).execute(&mut *connection).await?;
    }
    Ok(())
}
