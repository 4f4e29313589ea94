//! Players: guests, accounts, and guests who became accounts.

use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId, PlayerKind, name_key};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::error::PlayerError;
use crate::store::players::rows::player;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, id};

/// The password hash of an account that has no password. No password has this one.
pub const NO_PASSWORD: &str = "!";

/// A new account.
#[derive(Clone, Copy, Debug)]
pub struct NewAccount<'a> {
    /// The id. A guest who signs up keeps it.
    pub id: PlayerId,
    /// The name.
    pub name: &'a str,
    /// The hash of the password, or [`NO_PASSWORD`].
    pub password_hash: &'a str,
    /// The time of the sign-up.
    pub at: Timestamp,
}

/// Players: guests, accounts and bots.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a>(pub(crate) &'a Database);

impl Players<'_> {
    /// Stores a new account, signed up at `at`.
    ///
    /// # Errors
    /// Returns [`PlayerError::NameTaken`], or an error if the database fails.
    pub async fn create_account(
        self,
        id: PlayerId,
        name: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Player, PlayerError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            insert_account(&mut connection, NewAccount { id, name, password_hash, at }).await
        };
        self.0.writes.in_time(work).await
    }

    /// Stores a bot of the server without a password, unless it exists.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create_house_player(
        self,
        id: PlayerId,
        name: &str,
        at: Timestamp,
    ) -> Result<Player, StoreError> {
        let sql = "insert into players
                     (id, name, name_key, kind, password_hash, created_at, account_since,
                      bot_since)
                   values ($1, $2, $3, 'account', '-', $4, $4, $4)
                   on conflict (id) do nothing";
        sqlx::query(sql)
            .bind(id.key())
            .bind(name)
            .bind(name_key(name))
            .bind(at.0)
            .execute(&self.0.writes)
            .await?;
        Ok(Player { id, name: name.to_owned(), kind: PlayerKind::Bot })
    }

    /// Turns a guest into an account at `at`. The player keeps the id and the matches, and
    /// [`Players::by_name`] finds the account by the guest's name.
    ///
    /// # Errors
    /// Returns [`PlayerError::NameTaken`] or [`PlayerError::NotAGuest`], or an error if the
    /// database fails.
    pub async fn claim_guest(
        self,
        id: PlayerId,
        name: &str,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<Player, PlayerError> {
        let work = async {
            let mut connection = self.0.writes.acquire().await?;
            claim_guest(&mut connection, NewAccount { id, name, password_hash, at }).await
        };
        self.0.writes.in_time(work).await
    }

    /// Turns an account without any match seats into a bot, permanently.
    ///
    /// # Errors
    /// Returns [`PlayerError::HasPlayed`], or an error if the database fails.
    pub async fn become_bot(self, id: PlayerId, at: Timestamp) -> Result<(), PlayerError> {
        let sql = "update players set bot_since = $2
                   where id = $1 and kind = 'account'
                     and not exists (select 1 from match_seats where player_id = $1)";
        let id = id.key();
        let updated = sqlx::query(sql).bind(id).bind(at.0).execute(&self.0.writes).await?;
        if updated.rows_affected() == 0 { Err(PlayerError::HasPlayed) } else { Ok(()) }
    }

    /// Returns the player with that id.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_id(self, id: PlayerId) -> Result<Option<Player>, StoreError> {
        let sql = "select id, name, shown_kind as kind from players where id = $1";
        let id = id.key();
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.0.reads).await?;
        Ok(row.map(|row| player(&row)).transpose()?)
    }

    /// Returns the player with that name, compared without case. If no player has it, returns
    /// the latest account that had it as a guest.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_name(self, name: &str) -> Result<Option<Player>, StoreError> {
        let current = "select id, name, shown_kind as kind from players where name_key = $1";
        let former = "select id, name, shown_kind as kind from players
                      where guest_name_key = $1 order by account_since desc limit 1";
        let name_key = name_key(name);
        for sql in [current, former] {
            let row = sqlx::query(sql).bind(&name_key).fetch_optional(&self.0.reads).await?;
            if let Some(row) = row {
                return Ok(Some(player(&row)?));
            }
        }
        Ok(None)
    }

    /// Returns the guests who became accounts at or after `since`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn renamed_since(self, since: Timestamp) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "select id from players
                   where account_since >= $1 and guest_name_key is not null
                   order by account_since";
        let rows = sqlx::query(sql).bind(since.0).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(|row| id(row, "id").map(PlayerId)).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the players with those ids in any order. Unknown ids are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn by_ids(self, ids: &[PlayerId]) -> Result<Vec<Player>, StoreError> {
        static SELECT: MultiRowInsert = MultiRowInsert::new(
            "select id, name, shown_kind as kind from players where id in (",
            1,
            ")",
        );
        let mut players = Vec::with_capacity(ids.len());
        for (sql, chunk) in SELECT.chunks(ids) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for id in chunk {
                select = select.bind(id.key());
            }
            for row in select.fetch_all(&self.0.reads).await? {
                players.push(player(&row)?);
            }
        }
        Ok(players)
    }

    /// Returns true for an account that was made without a password.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn has_no_password(self, id: PlayerId) -> Result<bool, StoreError> {
        let sql = "select 1 as one from players where id = $1 and password_hash = $2";
        let select = sqlx::query(sql).bind(id.key()).bind(NO_PASSWORD);
        Ok(select.fetch_optional(&self.0.reads).await?.is_some())
    }

    /// Returns the account with that name, compared without case, and its password hash. Accounts
    /// without a password are left out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn password_hash(self, name: &str) -> Result<Option<(Player, String)>, StoreError> {
        let sql = "select id, name, shown_kind as kind, password_hash from players
                   where name_key = $1 and password_hash not in ('-', '!')";
        let row = sqlx::query(sql).bind(name_key(name)).fetch_optional(&self.0.reads).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some((player(&row)?, row.try_get("password_hash")?)))
    }
}

/// Stores a new account.
pub(crate) async fn insert_account(
    connection: &mut AnyConnection,
    account: NewAccount<'_>,
) -> Result<Player, PlayerError> {
    let NewAccount { id, name, password_hash, at } = account;
    let sql = "insert into players
                 (id, name, name_key, kind, password_hash, created_at, account_since)
               values ($1, $2, $3, 'account', $4, $5, $5)
               on conflict (name_key) do nothing";
    let inserted = sqlx::query(sql)
        .bind(id.key())
        .bind(name)
        .bind(name_key(name))
        .bind(password_hash)
        .bind(at.0)
        .execute(connection)
        .await?;
    if inserted.rows_affected() == 0 {
        return Err(PlayerError::NameTaken);
    }
    Ok(Player { id, name: name.to_owned(), kind: PlayerKind::Account })
}

/// Turns a guest into an account.
pub(crate) async fn claim_guest(
    connection: &mut AnyConnection,
    account: NewAccount<'_>,
) -> Result<Player, PlayerError> {
    let NewAccount { id, name, password_hash, at } = account;
    let sql = "update players
               set guest_name_key = name_key, name = $2, name_key = $3, kind = 'account',
                   password_hash = $4, account_since = $5
               where id = $1 and kind = 'guest'";
    let updated = sqlx::query(sql)
        .bind(id.key())
        .bind(name)
        .bind(name_key(name))
        .bind(password_hash)
        .bind(at.0)
        .execute(connection)
        .await;
    match updated {
        Ok(updated) if updated.rows_affected() == 0 => Err(PlayerError::NotAGuest),
        Ok(_) => Ok(Player { id, name: name.to_owned(), kind: PlayerKind::Account }),
        // The id is unchanged, so that only the name can violate a unique constraint.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(PlayerError::NameTaken)
        }
        Err(error) => Err(error.into()),
    }
}
