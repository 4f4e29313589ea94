//! Group commit for new guests.
//!
//! Guests that arrive while a commit is in flight share the next one. Their commits use the write
//! connection between those of matches, so that a move waits for at most one commit of guests.

use std::collections::HashSet;

use sqlx::{Acquire as _, AnyConnection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId, PlayerKind, name_key};

use crate::store::error::StoreError;
use crate::store::options::Connected;
use crate::store::players::error::PlayerError;
use crate::store::players::rows::TokenHash;
use crate::store::sql::connections::Connections;
use crate::store::sql::deadline::{in_time, unanswered};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MAX_ROWS, MultiRowInsert, id};

/// Capacity of the queue. Further guests wait for a free slot.
const QUEUE_CAPACITY: usize = 1_024;

/// A guest to be stored.
#[derive(Clone, Debug)]
pub struct NewGuest {
    /// The player's id.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The time when the guest was first seen.
    pub at: Timestamp,
    /// The guest's token and its scopes.
    pub token: Option<(TokenHash, String)>,
}

/// A guest in the queue of the [`GuestWriter`].
#[derive(Debug)]
pub(crate) struct PendingGuest {
    pub(crate) guest: NewGuest,
    pub(crate) answer: oneshot::Sender<Result<Player, PlayerError>>,
}

/// Writes the guests of every clone of a [`Store`](crate::store::Store).
#[derive(Debug)]
pub(crate) struct GuestWriter {
    queue: mpsc::Receiver<PendingGuest>,
    connections: Connections,
}

pub(crate) fn channel(opened: &Connected) -> (mpsc::Sender<PendingGuest>, GuestWriter) {
    let (guests, queue) = mpsc::channel(QUEUE_CAPACITY);
    (guests, GuestWriter { queue, connections: opened.writes.clone() })
}

impl GuestWriter {
    /// Writes until `shutdown` is cancelled or every clone of the store is dropped. Returns after
    /// all accepted guests are answered.
    pub(crate) async fn run(mut self, shutdown: CancellationToken) {
        let mut batch = Vec::new();
        loop {
            let taken = tokio::select! {
                biased;
                () = shutdown.cancelled(), if !self.queue.is_closed() => {
                    self.queue.close();
                    continue;
                }
                taken = self.queue.recv_many(&mut batch, MAX_ROWS) => taken,
            };
            if taken == 0 {
                return;
            }
            self.write_batch(&mut batch).await;
        }
    }

    async fn write_batch(&self, batch: &mut Vec<PendingGuest>) {
        let (guests, answers): (Vec<NewGuest>, Vec<_>) =
            batch.drain(..).map(|pending| (pending.guest, pending.answer)).unzip();
        let stored = self.store(&guests).await;
        for (at, answer) in answers.into_iter().enumerate() {
            let outcome = match &stored {
                Ok(outcomes) => outcomes[at].clone(),
                Err(error) => Err(PlayerError::Store(error.clone())),
            };
            // The guest is stored even if the caller no longer waits.
            let _ = answer.send(outcome);
        }
    }

    async fn store(
        &self,
        guests: &[NewGuest],
    ) -> Result<Vec<Result<Player, PlayerError>>, StoreError> {
        let mut connection = self.connections.acquire().await?;
        let written = async {
            let mut transaction = connection.begin().await?;
            let outcomes = insert_guests(&mut transaction, guests).await?;
            transaction.commit().await?;
            Ok::<_, sqlx::Error>(outcomes)
        };
        match in_time(self.connections.limit(), written).await {
            Ok(outcomes) => Ok(outcomes?),
            Err(_) => {
                connection.abandon();
                Err(unanswered().into())
            }
        }
    }
}

/// Inserts guests with their tokens, inside of a transaction. Returns the outcome of each.
pub(crate) async fn insert_guests(
    connection: &mut AnyConnection,
    guests: &[NewGuest],
) -> sqlx::Result<Vec<Result<Player, PlayerError>>> {
    let stored = insert_players(&mut *connection, guests).await?;
    let (mut tokens, mut refused) = (Vec::new(), Vec::new());
    for NewGuest { id, token, at, .. } in guests {
        if !stored.contains(id) {
            refused.push(*id);
        } else if let Some((hash, scopes)) = token {
            tokens.push((*hash, *id, scopes.clone(), *at));
        }
    }
    insert_tokens(&mut *connection, &tokens).await?;
    let known = existing(&mut *connection, &refused).await?;
    let outcome = |guest: &NewGuest| {
        if stored.contains(&guest.id) {
            Ok(Player { id: guest.id, name: guest.name.clone(), kind: PlayerKind::Guest })
        } else if known.contains(&guest.id) {
            Err(PlayerError::Exists)
        } else {
            Err(PlayerError::NameTaken)
        }
    };
    Ok(guests.iter().map(outcome).collect())
}

/// Inserts players whose ids and names are free. Returns their ids.
async fn insert_players(
    connection: &mut AnyConnection,
    guests: &[NewGuest],
) -> sqlx::Result<HashSet<PlayerId>> {
    static INSERT: MultiRowInsert = MultiRowInsert::new(
        "insert into players (id, name, name_key, kind, created_at) values",
        5,
        "on conflict do nothing returning id",
    );
    let mut stored = HashSet::with_capacity(guests.len());
    for (sql, chunk) in INSERT.chunks(guests) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for guest in chunk {
            insert = insert
                .bind(guest.id.key())
                .bind(guest.name.as_str())
                .bind(name_key(&guest.name))
                .bind(PlayerKind::Guest.as_str())
                .bind(guest.at.0);
        }
        for row in insert.fetch_all(&mut *connection).await? {
            stored.insert(PlayerId(id(&row, "id")?));
        }
    }
    Ok(stored)
}

async fn insert_tokens(
    connection: &mut AnyConnection,
    tokens: &[(TokenHash, PlayerId, String, Timestamp)],
) -> sqlx::Result<()> {
    // A guest that is twice in a batch has one token.
    static INSERT: MultiRowInsert = MultiRowInsert::new(
        "insert into tokens (hash, player_id, scopes, created_at) values",
        4,
        "on conflict do nothing",
    );
    for (sql, chunk) in INSERT.chunks(tokens) {
        let mut insert = sqlx::query::<sqlx::Any>(sql);
        for (hash, player, scopes, at) in chunk {
            insert =
                insert.bind(hash.as_slice()).bind(player.key()).bind(scopes.as_str()).bind(at.0);
        }
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns those ids that players have.
async fn existing(
    connection: &mut AnyConnection,
    ids: &[PlayerId],
) -> sqlx::Result<HashSet<PlayerId>> {
    static SELECT: MultiRowInsert =
        MultiRowInsert::new("select id from players where id in (", 1, ")");
    let mut known = HashSet::new();
    for (sql, chunk) in SELECT.chunks(ids) {
        let mut select = sqlx::query::<sqlx::Any>(sql);
        for id in chunk {
            select = select.bind(id.key());
        }
        for row in select.fetch_all(&mut *connection).await? {
            known.insert(PlayerId(id(&row, "id")?));
        }
    }
    Ok(known)
}
