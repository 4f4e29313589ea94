//! Tournament logs, and the rows derived from them in the same transaction. Standings are computed
//! from the log and not stored.

use sha2::{Digest as _, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{CommandRef, MatchId};
use chivalry_play::player::PlayerId;
use chivalry_tournament::{
    Command, Event, PairingId, RecordedEvent, RoundSlot, Tournament, TournamentId, TournamentPlan,
    TournamentStatus,
};

use crate::store::announcements::announcer::{Announcement, AnnouncementKind};
use crate::store::db::Database;
use crate::store::due::insert_due;
use crate::store::error::StoreError;
use crate::store::log::append::{Due, Epoch, NodeId};
use crate::store::log::owners::{insert_owners, lock_current_owners, release};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{
    MultiRowInsert, count, id, is_sqlite, json, named, optional_id, time, unreadable,
};
use crate::store::tournaments::game_orders::{insert_open_orders, insert_orders};
use crate::store::tournaments::player_effects::effects;
use crate::store::tournaments::schedules::derive_final_places;
use crate::store::webhooks::Webhooks;

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The id.
    pub id: TournamentId,
    /// The plan.
    pub plan: TournamentPlan,
    /// Number of entrants.
    pub entrants: u32,
    /// The status.
    pub status: TournamentStatus,
    /// The creator.
    pub created_by: PlayerId,
    /// The creation time.
    pub created_at: Timestamp,
}

/// The reason why entries were not appended to a tournament log.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TournamentAppendError {
    /// The log has another entry at that version, an entrant would have two places in a round, or
    /// a game two matches.
    #[error("the tournament changed meanwhile")]
    Conflict,
    /// Another node acquired the tournament. Only appends of that node are stored.
    #[error("another node acquired the tournament")]
    Stale,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TournamentAppendError {
    fn from(error: sqlx::Error) -> TournamentAppendError {
        StoreError::from(error).into()
    }
}

/// A command that a player gave an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentCommand {
    /// The player and the id.
    pub cause: CommandRef,
    /// The hash of its content. The creation of a tournament has none, because its first entry
    /// states the content.
    pub content: Option<String>,
}

impl TournamentCommand {
    /// Returns the command with the hash of its content.
    #[must_use]
    pub fn of(cause: CommandRef, command: &Command) -> TournamentCommand {
        let text = serde_json::to_string(command).expect("a command of strings and numbers");
        let hash = Sha256::digest(text);
        let content = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        TournamentCommand { cause, content: Some(content) }
    }
}

/// The logs of tournaments.
#[derive(Clone, Copy, Debug)]
pub struct TournamentLog<'a>(pub(crate) &'a Database);

impl TournamentLog<'_> {
    /// Appends entries to a tournament log and updates the derived rows to `after`, the tournament
    /// with those entries, in one transaction. `command` is the causing command, if a player gave
    /// it an id. `owner` has the same meaning as in an
    /// [`Append`](crate::store::log::append::Append).
    ///
    /// # Errors
    /// Returns [`TournamentAppendError::Conflict`] after a concurrent append. Returns
    /// [`TournamentAppendError::Stale`] if another node owns the tournament. Returns an error if
    /// the database fails. Nothing is changed then.
    pub async fn append(
        self,
        id: TournamentId,
        after: &Tournament,
        new: &[RecordedEvent],
        command: Option<&TournamentCommand>,
        owner: Option<(NodeId, Epoch)>,
    ) -> Result<(), TournamentAppendError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let makes_it = new.first().is_some_and(|first| first.v == 1);
            let fence = owner.filter(|_| !makes_it).map(|(_, epoch)| (id.0, epoch));
            // The order of match appends: Postgres checks owners first, SQLite after its first write.
            let is_sqlite = is_sqlite(&transaction);
            if !is_sqlite {
                check_fence(&mut transaction, fence).await?;
            }
            let added = async {
                insert_entries(&mut transaction, id, after, new, command).await?;
                match owner {
                    Some(owner) if makes_it => {
                        insert_owners(&mut transaction, &[(id.0, owner)]).await
                    }
                    Some(_) if is_over(after) => release(&mut transaction, &[id.0]).await,
                    _ => Ok(()),
                }
            };
            let added = added.await;
            added.map_err(|error| match &error {
                sqlx::Error::Database(cause) if cause.is_unique_violation() => {
                    TournamentAppendError::Conflict
                }
                _ => TournamentAppendError::Store(error.into()),
            })?;
            if is_sqlite {
                check_fence(&mut transaction, fence).await?;
            }
            // An imported tournament was played elsewhere.
            let is_imported = makes_it && new.len() > 1;
            let news = new.iter().filter(|_| !is_imported);
            let announced = news.filter_map(|recorded| announcement_of(id, recorded));
            let announced: Vec<Announcement> = announced.collect();
            for announcement in &announced {
                self.0.announcer.insert(&mut transaction, announcement).await?;
            }
            let webhooks = Webhooks(self.0);
            let due: Vec<Due> = new.iter().flat_map(|it| effects(webhooks, after, it)).collect();
            insert_due(&mut transaction, id.0, &due).await?;
            transaction.commit().await?;
            if !due.is_empty() {
                self.0.notify_due();
            }
            for announcement in announced {
                self.0.announcer.notify(announcement.kind);
            }
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the whole log of a tournament, or `None` for an unknown one.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn read(
        self,
        tournament: TournamentId,
    ) -> Result<Option<Vec<RecordedEvent>>, StoreError> {
        let sql = "select v, at, player_id, action, body from tournament_events
                   where tournament_id = $1 order by v";
        let query = sqlx::query(sql).bind(tournament.key());
        let rows = query.fetch_all(&self.0.reads).await?;
        let log = rows.iter().map(recorded).collect::<sqlx::Result<Vec<RecordedEvent>>>()?;
        Ok(if log.is_empty() { None } else { Some(log) })
    }

    /// Returns tournaments before `before`, latest first, optionally with one status.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn page(
        self,
        status: Option<TournamentStatus>,
        before: Option<TournamentId>,
        limit: u32,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        let sql = "select t.id, t.entrants, t.status, t.created_by, t.created_at, e.body
                   from tournaments t join tournament_events e
                     on e.tournament_id = t.id and e.v = 1
                   where ($1 = '' or t.status = $1) and t.id < $2
                   order by t.id desc limit $3";
        let before = before.map_or([u8::MAX; 16], |id| *id.0.as_bytes());
        let status = status.map_or("", TournamentStatus::as_str);
        let query = sqlx::query(sql).bind(status).bind(before.to_vec());
        let rows = query.bind(i64::from(limit)).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(tournament_row).collect::<sqlx::Result<_>>()?)
    }

    /// Returns a tournament, or `None` for an unknown one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn row(self, id: TournamentId) -> Result<Option<TournamentRow>, StoreError> {
        let sql = "select t.id, t.entrants, t.status, t.created_by, t.created_at, e.body
                   from tournaments t join tournament_events e
                     on e.tournament_id = t.id and e.v = 1
                   where t.id = $1";
        let row = sqlx::query(sql).bind(id.key()).fetch_optional(&self.0.reads).await?;
        Ok(row.as_ref().map(tournament_row).transpose()?)
    }

    /// Returns the running tournaments.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn running(self) -> Result<Vec<TournamentId>, StoreError> {
        let sql = "select id from tournaments where status = 'running' order by id";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(TournamentId)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns up to `limit` tournaments with automatic work due at or before `until`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due(self, until: Timestamp, limit: u32) -> Result<Vec<TournamentId>, StoreError> {
        let sql = "select id from tournaments where due_at <= $1 order by due_at limit $2";
        let query = sqlx::query(sql).bind(until.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(TournamentId)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the tournament that a command created.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn made_by(self, command: &CommandRef) -> Result<Option<TournamentId>, StoreError> {
        let sql = "select id from tournaments where created_by = $1 and create_command = $2";
        let query = sqlx::query(sql).bind(command.player.key());
        let row = query.bind(command.id.as_str()).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| id(&row, "id").map(TournamentId)).transpose()?)
    }

    /// Returns the version of the entry that a command caused, if it was carried out, and the
    /// content of the command, if it was stored.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn command(
        self,
        tournament: TournamentId,
        command: &CommandRef,
    ) -> Result<Option<(u32, Option<String>)>, StoreError> {
        let sql = "select v, content from tournament_commands
                   where tournament_id = $1 and player_id = $2 and command = $3";
        let row = sqlx::query(sql)
            .bind(tournament.key())
            .bind(command.player.key())
            .bind(command.id.as_str())
            .fetch_optional(&self.0.reads)
            .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((count(&row, "v")?, row.try_get("content")?)))
    }

    /// Returns a message of a director by its version, unless it was undone.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn announcement(
        self,
        id: TournamentId,
        v: u32,
    ) -> Result<Option<String>, StoreError> {
        let undone = serde_json::to_string(&Event::Undone { action: v }).map_err(unreadable)?;
        let sql = "select e.body from tournament_events e
                   where e.tournament_id = $1 and e.v = $2 and not exists
                     (select 1 from tournament_events u
                      where u.tournament_id = $1 and u.v > $2 and u.body = $3)";
        let query = sqlx::query(sql).bind(id.key()).bind(i64::from(v)).bind(undone);
        let Some(row) = query.fetch_optional(&self.0.reads).await? else { return Ok(None) };
        match json(&row, "body")? {
            Event::Announced { text } => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    /// Returns the tournament, pairing and game number of a match.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn game(
        self,
        played_in: MatchId,
    ) -> Result<Option<(TournamentId, PairingId, u16)>, StoreError> {
        let sql = "select tournament_id, pairing, number from tournament_games
                   where match_id = $1";
        let query = sqlx::query(sql).bind(played_in.key());
        let Some(row) = query.fetch_optional(&self.0.reads).await? else { return Ok(None) };
        let number = u16::try_from(count(&row, "number")?).map_err(unreadable)?;
        let pairing = PairingId(count(&row, "pairing")?);
        Ok(Some((TournamentId(id(&row, "tournament_id")?), pairing, number)))
    }
}

/// Returns the announcement of an event, if it has one.
fn announcement_of(
    id: TournamentId,
    RecordedEvent { at, event, .. }: &RecordedEvent,
) -> Option<Announcement> {
    let (kind, subject) = match event {
        Event::Created { .. } => (AnnouncementKind::Tournament, id.to_string()),
        Event::RoundBegan { stage, round } => {
            (AnnouncementKind::Round, format!("{id} {stage} {round}"))
        }
        _ => return None,
    };
    Some(Announcement { kind, subject, at: *at })
}

fn is_over(tournament: &Tournament) -> bool {
    matches!(tournament.status(), TournamentStatus::Ended | TournamentStatus::Cancelled)
}

async fn check_fence(
    connection: &mut AnyConnection,
    fence: Option<(Uuid, Epoch)>,
) -> Result<(), TournamentAppendError> {
    match lock_current_owners(connection, fence.as_slice()).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(TournamentAppendError::Stale),
        Err(error) => Err(StoreError::from(error).into()),
    }
}

pub(crate) fn recorded(row: &AnyRow) -> sqlx::Result<RecordedEvent> {
    Ok(RecordedEvent {
        v: count(row, "v")?,
        at: time(row, "at")?,
        by: optional_id(row, "player_id")?.map(PlayerId),
        action: count(row, "action")?,
        event: json(row, "body")?,
    })
}

async fn insert_entries(
    connection: &mut AnyConnection,
    id: TournamentId,
    after: &Tournament,
    new: &[RecordedEvent],
    command: Option<&TournamentCommand>,
) -> sqlx::Result<()> {
    let key = id.key();
    static EVENTS: MultiRowInsert = MultiRowInsert::new(
        "insert into tournament_events (tournament_id, v, at, player_id, action, body) values",
        6,
        "",
    );
    for (sql, chunk) in EVENTS.chunks(new) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for recorded in chunk {
            insert = insert
                .bind(key)
                .bind(i64::from(recorded.v))
                .bind(recorded.at.0)
                .bind(recorded.by.map(|by| by.0.as_bytes().to_vec()))
                .bind(i64::from(recorded.action))
                .bind(serde_json::to_string(&recorded.event).map_err(unreadable)?);
        }
        insert.execute(&mut *connection).await?;
    }
    let (Some(first), Some(last)) = (new.first(), new.last()) else { return Ok(()) };
    let due_at = after.next_due_at(last.at).map(|at| at.0);
    if let Event::Created { plan, directors, .. } = &first.event {
        let sql = "insert into tournaments
                     (id, name, variant, status, created_by, created_at, due_at, create_command,
                      entrants)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let by = directors.first().ok_or_else(|| unreadable("somebody made the tournament"))?;
        sqlx::query(sql)
            .bind(key)
            .bind(plan.name.as_str())
            .bind(plan.variant.as_str())
            .bind(after.status().as_str())
            .bind(by.key())
            .bind(first.at.0)
            .bind(due_at)
            .bind(command.map(|command| command.cause.id.as_str()))
            .bind(after.entrants().len() as i64)
            .execute(&mut *connection)
            .await?;
    } else {
        let sql = "update tournaments set status = $2, due_at = $3, entrants = $4 where id = $1";
        sqlx::query(sql)
            .bind(key)
            .bind(after.status().as_str())
            .bind(due_at)
            .bind(after.entrants().len() as i64)
            .execute(&mut *connection)
            .await?;
        if let Some(command) = command {
            let TournamentCommand { cause, content } = command;
            let sql = "insert into tournament_commands
                           (tournament_id, player_id, command, v, content)
                       values ($1, $2, $3, $4, $5)";
            sqlx::query(sql)
                .bind(key)
                .bind(cause.player.key())
                .bind(cause.id.as_str())
                .bind(i64::from(first.v))
                .bind(content.as_deref())
                .execute(&mut *connection)
                .await?;
        }
    }
    derive_places(connection, id, after, new).await?;
    derive_games(connection, id, after, new).await?;
    let orders: Vec<_> = new.iter().flat_map(|recorded| after.orders_of(recorded)).collect();
    insert_orders(connection, &orders).await?;
    insert_open_orders(connection, &after.cancellations(new)).await?;
    // A removal may undo the end.
    if is_over(after) || removes_rows(after, new) {
        derive_final_places(connection, id, after).await?;
    }
    Ok(())
}

/// Reads a tournament with the first entry of its log.
fn tournament_row(row: &AnyRow) -> sqlx::Result<TournamentRow> {
    let Event::Created { plan, .. } = json(row, "body")? else {
        return Err(unreadable("a log begins with the tournament's creation"));
    };
    Ok(TournamentRow {
        id: TournamentId(id(row, "id")?),
        plan,
        entrants: count(row, "entrants")?,
        status: named(&TournamentStatus::ALL, TournamentStatus::as_str, row.try_get("status")?)?,
        created_by: PlayerId(id(row, "created_by")?),
        created_at: time(row, "created_at")?,
    })
}

/// Returns true if one of these entries removes earlier rows.
fn removes_rows(after: &Tournament, new: &[RecordedEvent]) -> bool {
    let has_rows = |undone: &RecordedEvent| {
        matches!(
            undone.event,
            Event::RoundPaired { .. }
                | Event::Unpaired { .. }
                | Event::StageTakenBack { .. }
                | Event::GameBegan { .. }
                | Event::Ended
                | Event::Cancelled
        )
    };
    new.iter().any(|recorded| match recorded.event {
        Event::Unpaired { .. } | Event::StageTakenBack { .. } => true,
        Event::Undone { action } => {
            after.log().iter().any(|it| it.action == action && has_rows(it))
        }
        _ => false,
    })
}

async fn derive_places(
    connection: &mut AnyConnection,
    id: TournamentId,
    after: &Tournament,
    new: &[RecordedEvent],
) -> sqlx::Result<()> {
    let key = id.key();
    let mut paired: Vec<(usize, u16, u32, Option<u32>)> = Vec::new();
    if removes_rows(after, new) {
        let delete = sqlx::query("delete from tournament_places where tournament_id = $1");
        delete.bind(key).execute(&mut *connection).await?;
        for (stage, begun) in after.stages().iter().enumerate() {
            for round in &begun.rounds {
                paired.extend(round.slots.iter().map(|(entrant, place)| {
                    let pairing = match place {
                        RoundSlot::Pairing(id) => Some(id.0),
                        RoundSlot::Bye => None,
                    };
                    (stage, round.number, entrant.0, pairing)
                }));
            }
        }
    } else {
        for recorded in new {
            let Event::RoundPaired { stage, round, pairings, byes, .. } = &recorded.event else {
                continue;
            };
            let seated = pairings.iter().flat_map(|paired| {
                let entrants = paired.entrants().into_iter();
                entrants.map(|entrant| (entrant.0, Some(paired.id.0)))
            });
            let all = seated.chain(byes.iter().map(|bye| (bye.entrant.0, None)));
            paired.extend(all.map(|(entrant, pairing)| (*stage, *round, entrant, pairing)));
        }
    }
    static PLACES: MultiRowInsert = MultiRowInsert::new(
        "insert into tournament_places (tournament_id, stage, round, entrant, pairing) values",
        5,
        "",
    );
    for (sql, chunk) in PLACES.chunks(&paired) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (stage, round, entrant, pairing) in chunk {
            insert = insert
                .bind(key)
                .bind(*stage as i64)
                .bind(i64::from(*round))
                .bind(i64::from(*entrant))
                .bind(pairing.map(i64::from));
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn derive_games(
    connection: &mut AnyConnection,
    id: TournamentId,
    after: &Tournament,
    new: &[RecordedEvent],
) -> sqlx::Result<()> {
    let key = id.key();
    let mut games: Vec<(PairingId, u16, MatchId)> = Vec::new();
    if removes_rows(after, new) {
        let delete = sqlx::query("delete from tournament_games where tournament_id = $1");
        delete.bind(key).execute(&mut *connection).await?;
        for pairing in after.pairings() {
            games.extend(pairing.games.iter().filter_map(|game| {
                game.played_in.map(|played_in| (pairing.pair.id, game.number, played_in))
            }));
        }
    } else {
        games.extend(new.iter().filter_map(|recorded| match &recorded.event {
            Event::GameBegan { pairing, number, played_in, .. } => {
                Some((*pairing, *number, *played_in))
            }
            _ => None,
        }));
    }
    for (pairing, number, played_in) in games {
        let sql = "insert into tournament_games (tournament_id, pairing, number, match_id)
                   values ($1, $2, $3, $4)";
        sqlx::query(sql)
            .bind(key)
            .bind(i64::from(pairing.0))
            .bind(i64::from(number))
            .bind(played_in.key())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
