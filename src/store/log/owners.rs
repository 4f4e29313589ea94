//! Ownership by nodes of one database, and the fence against appends of earlier owners.
//!
//! Owned entities are named by their id, the lobby by the nil UUID. Each acquisition increments
//! the epoch under a lock that appends share. No append of an earlier epoch can therefore commit
//! after it.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::{AnyConnection, Connection as _, Row as _};
use uuid::Uuid;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::random;
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::log::append::{Epoch, NodeId};
use crate::store::log::events::Chained;
use crate::store::log::prepared::{PreparedAppend, WriteError};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, Placeholders, id, is_sqlite, optional_id};

/// The heartbeat age from which on a node counts as dead.
pub const DEAD_AFTER: Duration = Duration::from_secs(3);

/// The age in milliseconds at which the row of a dead node is deleted. Every commit that was in
/// flight when the node died has finished by then.
const DELETED_AFTER_MS: i64 = 3_600_000;

/// Maximum number of orphans returned by a heartbeat.
const MAX_ORPHANS: i64 = 512;

/// The entity id of the lobby.
pub const LOBBY: Uuid = Uuid::nil();

/// The result of an acquisition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The epoch that fences the node's appends from now on.
    pub epoch: Epoch,
    /// The last heartbeat of the previous owner by the database's clock, if that owner is dead.
    /// `None` if it shut down in order.
    pub lost: Option<Timestamp>,
    /// True if another node was the owner, dead or alive.
    pub was_owned_by_another: bool,
}

/// An entity whose owner is dead and that needs a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orphan {
    /// A match in play.
    Match(MatchId),
    /// A running tournament.
    Tournament(TournamentId),
    /// The lobby.
    Lobby,
}

/// The nodes, and the entities that they own.
#[derive(Clone, Copy, Debug)]
pub struct Owners<'a>(pub(crate) &'a Database);

impl Owners<'_> {
    /// Returns the id of this database, which separates it from others on the same message bus.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn cluster_id(self) -> Result<Uuid, StoreError> {
        let sql = "insert into cluster (one, id) values (1, $1) on conflict (one) do nothing";
        let new = random::new_id();
        sqlx::query(sql).bind(new.key()).execute(&self.0.writes).await?;
        let row = sqlx::query("select id from cluster").fetch_one(&self.0.writes).await?;
        Ok(id(&row, "id")?)
    }

    /// Returns matches with running clocks that never had an owner. They were created before the
    /// server ran as nodes.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unowned_matches(self) -> Result<Vec<MatchId>, StoreError> {
        let sql = "select id from matches m where status = 'playing' and timed = 1
                   and not exists (select 1 from owners o where o.entity = m.id)";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(MatchId)).collect::<sqlx::Result<_>>()?)
    }

    /// Makes `node` the owner of `entity` in place of any earlier owner. Later appends of an
    /// earlier owner are refused. Its earlier appends are stored when this function returns. The
    /// node must have sent a heartbeat ([`Owners::heartbeat`]).
    ///
    /// # Errors
    /// Returns an error if the database fails. The owner is then unknown.
    pub async fn acquire(self, entity: Uuid, node: NodeId) -> Result<Taken, StoreError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            if !is_sqlite(&connection) {
                return Ok(acquire_in_one_statement(&mut connection, entity, node).await?);
            }
            let mut transaction = connection.begin().await?;
            let taken = acquire_serialized(&mut transaction, entity, node).await?;
            transaction.commit().await?;
            Ok(taken)
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the newest owner, or `None` if the entity was released.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of(self, entity: Uuid) -> Result<Option<NodeId>, StoreError> {
        let sql = "select node from owners where entity = $1 and node is not null";
        let query = sqlx::query(sql).bind(entity.key());
        let row = query.fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| id(&row, "node").map(NodeId)).transpose()?)
    }

    /// Returns true if `epoch` is still the newest of `entity`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn is_current(self, entity: Uuid, epoch: Epoch) -> Result<bool, StoreError> {
        let sql = "select epoch from owners where entity = $1";
        let query = sqlx::query_scalar(sql).bind(entity.key());
        let newest: Option<i64> = query.fetch_optional(&self.0.reads).await?;
        Ok(newest == Some(epoch.0))
    }

    /// Returns true if the owner of `entity` is alive and is not `node`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn is_owned_elsewhere(self, entity: Uuid, node: NodeId) -> Result<bool, StoreError> {
        let work = async {
            let mut connection = self.0.reads.acquire().await?;
            let now = now(&mut connection).await?;
            let sql = "select o.epoch from owners o join nodes n on n.id = o.node
                   where o.entity = $1 and o.node <> $2 and n.beat_at >= $3";
            let query = sqlx::query(sql).bind(entity.key());
            let query = query.bind(node.key()).bind(oldest_live_heartbeat(now));
            Ok(query.fetch_optional(&mut *connection).await?.is_some())
        };
        self.0.reads.in_time(work).await
    }

    /// Records a heartbeat of `node`. Returns up to 512 owned entities whose owners have sent no
    /// heartbeat for [`DEAD_AFTER`]. All times are by the database's clock.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn heartbeat(self, node: NodeId) -> Result<Vec<Orphan>, StoreError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            let now = now(&mut connection).await?;
            let sql = "insert into nodes (id, beat_at) values ($1, $2)
                       on conflict (id) do update set beat_at = excluded.beat_at";
            let beat = sqlx::query(sql).bind(node.key()).bind(now.0);
            beat.execute(&mut *connection).await?;
            let sql = "select o.entity, m.id as match_id, t.id as tournament_id
                       from nodes n
                       join owners o on o.node = n.id
                       left join matches m on m.id = o.entity and m.status = 'playing'
                       left join tournaments t on t.id = o.entity and t.status = 'running'
                       where n.beat_at < $1 and (m.id is not null or t.id is not null or o.entity = $2)
                       limit $3";
            let query = sqlx::query(sql).bind(oldest_live_heartbeat(now)).bind(LOBBY.key());
            let rows = query.bind(MAX_ORPHANS).fetch_all(&mut *connection).await?;
            // The row of a dead node is needed only while the node owns unreleased entities.
            let sql = "delete from nodes where beat_at < $1 and not exists (
                           select 1 from owners o
                           left join matches m on m.id = o.entity and m.status = 'playing'
                           left join tournaments t on t.id = o.entity and t.status = 'running'
                           where o.node = nodes.id
                             and (m.id is not null or t.id is not null or o.entity = $2))";
            let forgotten = sqlx::query(sql).bind(now.0 - DELETED_AFTER_MS);
            let lobby = LOBBY.key();
            forgotten.bind(lobby).execute(&mut *connection).await?;
            let orphan = |row: &sqlx::any::AnyRow| {
                let played = optional_id(row, "match_id")?.map(|id| Orphan::Match(MatchId(id)));
                let run = optional_id(row, "tournament_id")?;
                let run = run.map(|id| Orphan::Tournament(TournamentId(id)));
                Ok(played.or(run).unwrap_or(Orphan::Lobby))
            };
            Ok(rows.iter().map(orphan).collect::<sqlx::Result<_>>()?)
        };
        self.0.writes.in_time(work).await
    }

    /// Records that a node shuts down in order. Its entities are orphans at once. They have lost
    /// no time if another node acquires them within [`DEAD_AFTER`].
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn leave(self, node: NodeId) -> Result<(), StoreError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            let now = now(&mut connection).await?;
            let sql = "update nodes set beat_at = $2 where id = $1";
            let leave = sqlx::query(sql).bind(node.key()).bind(-now.0);
            leave.execute(&mut *connection).await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }
}

/// Acquires an entity in one statement, because many matches may be acquired when a node dies. The
/// lock is the strongest row lock. A lock that leaves the key unlocked would not block appends.
async fn acquire_in_one_statement(
    connection: &mut AnyConnection,
    entity: Uuid,
    node: NodeId,
) -> sqlx::Result<Taken> {
    // The earlier owner is read before the update, because the epoch is counted from it.
    let sql = "with before as (select entity, node from owners where entity = $1 for update),
                    taken as (insert into owners (entity, epoch, node)
                              select $1, $3, $2 from (select count(*) from before) as counted
                              on conflict (entity) do update
                                  set epoch = owners.epoch + 1, node = excluded.node
                              returning epoch)
               select t.epoch, b.node, b.entity as known, abs(n.beat_at) as beat_at,
                      (extract(epoch from clock_timestamp()) * 1000)::bigint as now
               from taken t left join before b on true
               left join nodes n on n.id = b.node";
    let query = sqlx::query(sql).bind(entity.key());
    let query = query.bind(node.key()).bind(Epoch::FIRST.0);
    let row = query.fetch_one(connection).await?;
    let epoch = Epoch(row.try_get("epoch")?);
    let before = optional_id(&row, "node")?.map(NodeId).filter(|before| *before != node);
    // Another node may have inserted the first row concurrently.
    let was_concurrent = optional_id(&row, "known")?.is_none() && epoch != Epoch::FIRST;
    let since = oldest_live_heartbeat(Timestamp(row.try_get("now")?));
    let beat_at: Option<i64> = row.try_get("beat_at")?;
    let lost = beat_at.filter(|at| before.is_some() && *at < since).map(Timestamp);
    Ok(Taken { epoch, lost, was_owned_by_another: before.is_some() || was_concurrent })
}

/// Acquires an entity in SQLite, where transactions are serialized.
async fn acquire_serialized(
    connection: &mut AnyConnection,
    entity: Uuid,
    node: NodeId,
) -> sqlx::Result<Taken> {
    let key = entity.key();
    let node_key = node.key();
    // SQLite waits for a lock only if the transaction starts with a write.
    let sql = "insert into owners (entity, epoch, node) values ($1, $2, $3) on conflict do nothing";
    let insert = sqlx::query(sql).bind(key).bind(Epoch::FIRST.0).bind(node_key);
    if insert.execute(&mut *connection).await?.rows_affected() == 1 {
        return Ok(Taken { epoch: Epoch::FIRST, lost: None, was_owned_by_another: false });
    }
    let sql = "select epoch, node from owners where entity = $1";
    let row = sqlx::query(sql).bind(key).fetch_one(&mut *connection).await?;
    let epoch = Epoch(row.try_get::<i64, _>("epoch")? + 1);
    let before = optional_id(&row, "node")?.map(NodeId).filter(|before| *before != node);
    let sql = "update owners set epoch = $2, node = $3 where entity = $1";
    let update = sqlx::query(sql).bind(key).bind(epoch.0).bind(node_key);
    update.execute(&mut *connection).await?;
    let lost = match before {
        Some(before) => heartbeat_if_dead(connection, before).await?,
        None => None,
    };
    Ok(Taken { epoch, lost, was_owned_by_another: before.is_some() })
}

/// Returns the last heartbeat of a node if that node is dead.
async fn heartbeat_if_dead(
    connection: &mut AnyConnection,
    node: NodeId,
) -> sqlx::Result<Option<Timestamp>> {
    let now = now(connection).await?;
    let sql = "select abs(beat_at) from nodes where id = $1 and abs(beat_at) < $2";
    let query = sqlx::query_scalar(sql).bind(node.key());
    let beat_at: Option<i64> =
        query.bind(oldest_live_heartbeat(now)).fetch_optional(connection).await?;
    Ok(beat_at.map(Timestamp))
}

/// Returns the time of the database's clock, which all nodes share.
pub(crate) async fn now(connection: &mut AnyConnection) -> sqlx::Result<Timestamp> {
    #[cfg(test)]
    if let Some(now) = crate::simulation::world::database_time() {
        return Ok(now);
    }
    let sql = if is_sqlite(connection) {
        "select cast(unixepoch('subsec') * 1000 as integer)"
    } else {
        "select (extract(epoch from clock_timestamp()) * 1000)::bigint"
    };
    sqlx::query_scalar(sql).fetch_one(connection).await.map(Timestamp)
}

/// Returns the oldest heartbeat of a living node.
pub(crate) fn oldest_live_heartbeat(now: Timestamp) -> i64 {
    now.0 - DEAD_AFTER.as_millis() as i64
}

/// Stores the owners of the matches that these appends create.
pub(crate) async fn insert_owners_of_created(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> sqlx::Result<()> {
    let made = appends.iter().filter(|append| append.creates_match());
    let made = made.filter_map(|append| Some((append.match_id.0, append.owner?)));
    insert_owners(connection, &made.collect::<Vec<_>>()).await
}

/// Stores the owner of a new entity.
pub(crate) async fn insert_owners(
    connection: &mut AnyConnection,
    made: &[(Uuid, (NodeId, Epoch))],
) -> sqlx::Result<()> {
    static INSERT: MultiRowInsert =
        MultiRowInsert::new("insert into owners (entity, epoch, node) values", 3, "");
    for (sql, chunk) in INSERT.chunks(made) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (entity, (node, epoch)) in chunk {
            insert = insert.bind(entity.key()).bind(epoch.0);
            insert = insert.bind(node.key());
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Refuses appends of earlier owners, and locks the rows of the current owners until the
/// transaction ends.
pub(crate) async fn check_owners(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
) -> Result<(), WriteError> {
    let keys = appends.iter().filter_map(|append| Some((append.match_id.0, append.fence()?)));
    let keys: HashSet<(Uuid, Epoch)> = keys.collect();
    // A match created in this transaction has no other owner.
    let made = appends.iter().filter(|append| append.creates_match());
    let made = made.filter_map(|append| Some((append.match_id.0, append.owner?.1)));
    let made: HashSet<(Uuid, Epoch)> = made.collect();
    // All nodes lock in the same order.
    let mut keys: Vec<(Uuid, Epoch)> = keys.difference(&made).copied().collect();
    keys.sort_unstable();
    if lock_current_owners(connection, &keys).await? { Ok(()) } else { Err(WriteError::Stale) }
}

/// Returns for each epoch true if it is the newest, and locks it until the transaction ends.
pub(crate) async fn lock_current_owners(
    connection: &mut AnyConnection,
    keys: &[(Uuid, Epoch)],
) -> sqlx::Result<bool> {
    // SQLite has only one writing transaction at a time.
    static SELECT: MultiRowInsert = MultiRowInsert::new(OWNED, 2, OWNED_SAME);
    static LOCK: MultiRowInsert = MultiRowInsert::new(OWNED, 2, OWNED_SAME_LOCKED);
    let by_rows = if is_sqlite(connection) { &SELECT } else { &LOCK };
    for (sql, chunk) in by_rows.chunks(keys) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for (entity, epoch) in chunk {
            select = select.bind(entity.key()).bind(epoch.0);
        }
        if select.fetch_all(&mut *connection).await?.len() != chunk.len() {
            return Ok(false);
        }
    }
    Ok(true)
}

const OWNED: &str = "select o.epoch from (values";
const OWNED_SAME: &str = ") as asked cross join owners o
                          where o.entity = asked.column1 and o.epoch = asked.column2";
const OWNED_SAME_LOCKED: &str = ") as asked cross join owners o
                                 where o.entity = asked.column1 and o.epoch = asked.column2
                                 for key share of o";

/// Writes the events of those appends whose epoch is the newest, without a transaction. Returns
/// the indices of the stale appends.
pub(crate) async fn insert_fenced(
    connection: &mut AnyConnection,
    appends: &[&PreparedAppend],
    rows: &[Chained<'_>],
) -> sqlx::Result<Vec<usize>> {
    // SQLite has only one writing transaction at a time.
    static INSERT_AT: MultiRowInsert =
        MultiRowInsert::every_batch_size(FENCED_AT, 9, WHERE_NEWEST_AT);
    static INSERT: MultiRowInsert = MultiRowInsert::every_batch_size(FENCED, 8, WHERE_NEWEST);
    let by_rows = if is_sqlite(connection) { &INSERT_AT } else { &INSERT };
    let mut stored = HashSet::with_capacity(rows.len());
    for (sql, chunk) in by_rows.chunks_with(Placeholders::of(connection), rows) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for entry in chunk {
            let fence = appends[entry.append].fence().map(|epoch| epoch.0);
            insert = entry.bind_columns(insert).bind(fence);
        }
        for row in insert.fetch_all(&mut *connection).await? {
            stored.insert((id(&row, "match_id")?, row.try_get::<i64, _>("v")?));
        }
    }
    let is_stored = |append: &PreparedAppend| {
        append.events.first().is_none_or(|first| stored.contains(&(append.match_id.0, first.v)))
    };
    Ok((0..appends.len()).filter(|&at| !is_stored(appends[at])).collect())
}

const FENCED: &str = "insert into match_events (match_id, v, at, player_id, command_id, body, hash)
                      select n.column1, n.column2, n.column3, n.column4, n.column5, n.column6,
                             n.column7
                      from (values";
const FENCED_AT: &str =
    "insert into event_log (seq, match_id, v, at, player_id, command_id, body, hash)
                      select n.column1, n.column2, n.column3, n.column4, n.column5, n.column6,
                             n.column7, n.column8
                      from (values";
const WHERE_NEWEST_AT: &str = ") as n
    where n.column9 is null or exists (
        select 1 from owners o where o.entity = n.column2 and o.epoch = n.column9)
    returning match_id, v";
const WHERE_NEWEST: &str = ") as n
    where n.column8 is null or exists (
        select 1 from owners o where o.entity = n.column1 and o.epoch = n.column8
        for key share)
    returning match_id, v";

/// Releases entities. Their epochs stay, so that appends of earlier owners are refused
/// permanently.
pub(crate) async fn release(connection: &mut AnyConnection, entities: &[Uuid]) -> sqlx::Result<()> {
    static UPDATE: MultiRowInsert =
        MultiRowInsert::new("update owners set node = null where entity in (", 1, ")");
    for (sql, chunk) in UPDATE.chunks(entities) {
        let mut update = sqlx::query::<sqlx::Any>(sql);
        for entity in chunk {
            update = update.bind(entity.key());
        }
        update.execute(&mut *connection).await?;
    }
    Ok(())
}
