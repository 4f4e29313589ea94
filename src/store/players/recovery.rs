//! New passwords of accounts, and the one-time codes that set one without the present password.

use sqlx::{AnyConnection, AssertSqlSafe};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId, name_key};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::mail::addresses::delete_pending;
use crate::store::players::rows::{TokenHash, player};
use crate::store::players::security_log::{
    ClientInfo, SecurityEvent, SecurityEventKind, insert_event,
};
use crate::store::players::tokens::hash;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, optional_time};

/// A password that replaces the present one.
#[derive(Clone, Copy, Debug)]
pub struct NewPassword<'a> {
    /// The hash of the present password. A password that was changed meanwhile is not replaced.
    pub present: &'a str,
    /// The hash of the new password.
    pub new: &'a str,
}

/// A recovered account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The account.
    pub player: Player,
    /// The deleted tokens.
    pub ended: Vec<TokenHash>,
    /// True for a code of the operator, which also deletes the player's own codes.
    pub by_operator: bool,
}

/// Passwords and recovery codes.
#[derive(Clone, Copy, Debug)]
pub struct Recovery<'a>(pub(crate) &'a Database);

impl Recovery<'_> {
    /// Changes a password. Deletes the player's tokens with `scopes` besides `kept`, if scopes are
    /// given, and the known addresses, which are keyed by the password. Returns `None` if the
    /// present password was changed meanwhile, or else the deleted tokens.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn change_password(
        self,
        password: NewPassword<'_>,
        ends: Option<(&str, &TokenHash)>,
        event: &SecurityEvent,
    ) -> Result<Option<Vec<TokenHash>>, StoreError> {
        let player = event.player.key();
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "update players set password_hash = $2 where id = $1 and password_hash = $3";
            let update = sqlx::query(sql).bind(player).bind(password.new).bind(password.present);
            if update.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(None);
            }
            let mut ended = Vec::new();
            if let Some((scopes, kept)) = ends {
                let sql = "delete from tokens where player_id = $1 and scopes = $2 and hash <> $3
                           returning hash";
                let delete = sqlx::query(sql).bind(player).bind(scopes).bind(kept.as_slice());
                let rows = delete.fetch_all(&mut *transaction).await?;
                ended = rows.iter().map(hash).collect::<sqlx::Result<_>>()?;
            }
            delete_of_player(&mut transaction, &["known_addresses"], event.player).await?;
            delete_mailed_codes(&mut transaction, event.player).await?;
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(Some(ended))
        };
        self.0.writes.in_time(work).await
    }

    /// Replaces the codes of a player. A code of the operator stays.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn replace_codes(
        self,
        codes: &[TokenHash],
        event: &SecurityEvent,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "delete from recovery_codes where player_id = $1 and expires_at is null";
            sqlx::query(sql).bind(event.player.key()).execute(&mut *transaction).await?;
            for code in codes {
                insert_code(&mut transaction, event, code, None).await?;
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Stores a code of the operator, which replaces an earlier one. Returns the account, or `None`
    /// if no account with a password has that name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_operator_code(
        self,
        name: &str,
        code: &TokenHash,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<Option<Player>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "select id, name, shown_kind as kind from players
                       where name_key = $1 and kind = 'account' and password_hash <> '-'";
            let select = sqlx::query(sql).bind(name_key(name));
            let Some(row) = select.fetch_optional(&mut *transaction).await? else {
                return Ok(None);
            };
            let player = player(&row)?;
            let kind = SecurityEventKind::OperatorReset;
            let event = SecurityEvent::new(player.id, kind, ClientInfo::default(), now);
            let sql = "delete from recovery_codes where player_id = $1 and expires_at is not null";
            sqlx::query(sql).bind(player.id.key()).execute(&mut *transaction).await?;
            insert_code(&mut transaction, &event, code, Some(expires_at)).await?;
            insert_event(&mut transaction, &event).await?;
            transaction.commit().await?;
            Ok(Some(player))
        };
        self.0.writes.in_time(work).await
    }

    /// Returns the number of codes of a player, without one of the operator.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn codes_left(self, player: PlayerId) -> Result<u32, StoreError> {
        let sql = "select count(*) as codes from recovery_codes
                   where player_id = $1 and expires_at is null";
        let row = sqlx::query(sql).bind(player.key()).fetch_one(&self.0.reads).await?;
        Ok(count(&row, "codes")?)
    }

    /// Uses up a code and sets a new password. Deletes everything with which somebody could sign
    /// in: all tokens, the grants of programs, passkeys, accounts of the provider, other codes that
    /// were sent by e-mail, and the known addresses. A code that was not sent by e-mail also deletes
    /// the e-mail address. Returns `None` if the account with that name has no such code at `now`.
    ///
    /// An unknown name and a wrong code cost the same query, and no write.
    ///
    /// # Errors
    /// Returns an error if the database fails. The code is not used then.
    pub async fn recover(
        self,
        name: &str,
        code: &TokenHash,
        password_hash: &str,
        client: ClientInfo,
        now: Timestamp,
    ) -> Result<Option<Recovered>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind, c.expires_at, c.mailed_at
                   from recovery_codes c join players p on p.id = c.player_id
                   where c.hash = $1 and p.name_key = $2 and p.erased_at is null
                     and (c.expires_at is null or c.expires_at > $3)";
        let select = sqlx::query(sql).bind(code.as_slice()).bind(name_key(name)).bind(now.0);
        let Some(row) = select.fetch_optional(&self.0.reads).await? else { return Ok(None) };
        let is_mailed = optional_time(&row, "mailed_at")?.is_some();
        let by_operator = !is_mailed && optional_time(&row, "expires_at")?.is_some();
        let player = player(&row)?;
        let event = SecurityEvent::new(player.id, SecurityEventKind::Recovered, client, now);
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let delete = sqlx::query("delete from recovery_codes where hash = $1");
            let deleted = delete.bind(code.as_slice()).execute(&mut *transaction).await?;
            if deleted.rows_affected() == 0 {
                // Another request used the code meanwhile.
                return Ok(None);
            }
            let sql = "update players set password_hash = $2 where id = $1 and erased_at is null";
            let update = sqlx::query(sql).bind(player.id.key()).bind(password_hash);
            if update.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(None);
            }
            let sql = "delete from tokens where player_id = $1 returning hash";
            let delete = sqlx::query(sql).bind(player.id.key());
            let ended = delete.fetch_all(&mut *transaction).await?;
            let ended = ended.iter().map(hash).collect::<sqlx::Result<_>>()?;
            let others =
                ["app_grants", "app_devices", "passkeys", "provider_identities", "known_addresses"];
            delete_of_player(&mut transaction, &others, player.id).await?;
            delete_mailed_codes(&mut transaction, player.id).await?;
            if !is_mailed {
                // Somebody who had the account may have set the address.
                delete_pending(&mut transaction, player.id).await?;
                delete_of_player(&mut transaction, &["mail_addresses"], player.id).await?;
            }
            if by_operator {
                delete_of_player(&mut transaction, &["recovery_codes"], player.id).await?;
            }
            insert_event(&mut transaction, &event).await?;
            transaction.commit().await?;
            Ok(Some(Recovered { player, ended, by_operator }))
        };
        self.0.writes.in_time(work).await
    }
}

pub(crate) async fn insert_code(
    connection: &mut AnyConnection,
    event: &SecurityEvent,
    code: &TokenHash,
    expires_at: Option<Timestamp>,
) -> sqlx::Result<()> {
    let sql = "insert into recovery_codes (hash, player_id, created_at, expires_at)
               values ($1, $2, $3, $4)";
    sqlx::query(sql)
        .bind(code.as_slice())
        .bind(event.player.key())
        .bind(event.at.0)
        .bind(expires_at.map(|at| at.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes the codes of a player that were sent by e-mail.
async fn delete_mailed_codes(connection: &mut AnyConnection, player: PlayerId) -> sqlx::Result<()> {
    let sql = "delete from recovery_codes where player_id = $1 and mailed_at is not null";
    sqlx::query(sql).bind(player.key()).execute(connection).await?;
    Ok(())
}

/// Deletes the rows of a player in tables with the column `player_id`.
async fn delete_of_player(
    connection: &mut AnyConnection,
    tables: &[&'static str],
    player: PlayerId,
) -> sqlx::Result<()> {
    for table in tables {
        let sql = format!("delete from {table} where player_id = $1");
        let delete = sqlx::query(AssertSqlSafe(sql)).bind(player.key());
        delete.execute(&mut *connection).await?;
    }
    Ok(())
}
