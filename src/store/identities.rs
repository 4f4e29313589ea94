//! Accounts of the operator's OpenID Connect provider that sign in to an account here.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerId};

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::players::accounts::{NewAccount, claim_guest, insert_account};
use crate::store::players::error::PlayerError;
use crate::store::players::rows::player;
use crate::store::players::security_log::{SecurityEvent, insert_event};
use crate::store::players::tokens::day;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{optional_time, time};

/// An account of the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The URL of the provider.
    pub issuer: String,
    /// The id of the account at the provider.
    pub subject: String,
}

/// An account of the provider that is linked to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The account of the provider.
    pub identity: Identity,
    /// The time when it was linked.
    pub created_at: Timestamp,
    /// The day of the last sign-in. `None` before the first.
    pub used_at: Option<Timestamp>,
}

/// The result of linking an account of the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityLinked {
    /// It is linked, or was before.
    Done,
    /// It is linked to another player.
    OfOther,
    /// The player is linked to another account of the provider.
    HasOther,
}

/// The result of removing a passkey or a link to the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInRemoved {
    /// It is removed.
    Done,
    /// The player does not have it.
    Unknown,
    /// The player could no longer sign in.
    Last,
}

/// The accounts of the provider that are linked to players.
#[derive(Clone, Copy, Debug)]
pub struct Identities<'a>(pub(crate) &'a Database);

impl Identities<'_> {
    /// Returns the player of an account of the provider, and stores the day of the sign-in.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sign_in(
        self,
        identity: &Identity,
        now: Timestamp,
    ) -> Result<Option<Player>, StoreError> {
        let sql = "select p.id, p.name, p.shown_kind as kind
                   from provider_identities i join players p on p.id = i.player_id
                   where i.issuer = $1 and i.subject = $2 and p.erased_at is null";
        let select = sqlx::query(sql).bind(identity.issuer.as_str());
        let row = select.bind(identity.subject.as_str()).fetch_optional(&self.0.reads).await?;
        let Some(row) = row else { return Ok(None) };
        let sql = "update provider_identities set used_at = $3 where issuer = $1 and subject = $2";
        let update = sqlx::query(sql).bind(identity.issuer.as_str());
        let update = update.bind(identity.subject.as_str()).bind(day(now).0);
        update.execute(&self.0.writes).await?;
        Ok(Some(player(&row)?))
    }

    /// Returns the accounts of the provider that are linked to a player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_player(self, player: PlayerId) -> Result<Vec<LinkedIdentity>, StoreError> {
        let sql = "select issuer, subject, created_at, used_at from provider_identities
                   where player_id = $1 order by created_at, issuer, subject";
        let rows = sqlx::query(sql).bind(player.key()).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(linked).collect::<sqlx::Result<_>>()?)
    }

    /// Links an account of the provider to the player of `event`. A player has one of a provider.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn link(
        self,
        identity: &Identity,
        event: &SecurityEvent,
    ) -> Result<IdentityLinked, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            if !insert(&mut transaction, identity, event.player, event.at).await? {
                let sql = "select player_id from provider_identities
                           where issuer = $1 and subject = $2 and player_id = $3";
                let select = sqlx::query(sql).bind(identity.issuer.as_str());
                let select = select.bind(identity.subject.as_str()).bind(event.player.key());
                let own = select.fetch_optional(&mut *transaction).await?;
                return Ok(own.map_or(IdentityLinked::OfOther, |_| IdentityLinked::Done));
            }
            let sql = "select subject from provider_identities
                       where issuer = $1 and player_id = $2 and subject <> $3";
            let select = sqlx::query(sql).bind(identity.issuer.as_str()).bind(event.player.key());
            let other = select.bind(identity.subject.as_str());
            if other.fetch_optional(&mut *transaction).await?.is_some() {
                return Ok(IdentityLinked::HasOther);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(IdentityLinked::Done)
        };
        self.0.writes.in_time(work).await
    }

    /// Unlinks the player of `event`, who keeps another way to sign in.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn unlink(
        self,
        issuer: &str,
        event: &SecurityEvent,
    ) -> Result<SignInRemoved, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "delete from provider_identities where issuer = $1 and player_id = $2";
            let delete = sqlx::query(sql).bind(issuer).bind(event.player.key());
            if delete.execute(&mut *transaction).await?.rows_affected() == 0 {
                return Ok(SignInRemoved::Unknown);
            }
            if !can_sign_in(&mut transaction, event.player).await? {
                return Ok(SignInRemoved::Last);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(SignInRemoved::Done)
        };
        self.0.writes.in_time(work).await
    }

    /// Stores a new account without a password that signs in by `identity`. A guest becomes the
    /// account.
    ///
    /// # Errors
    /// Returns [`PlayerError::NameTaken`], [`PlayerError::NotAGuest`], or [`PlayerError::Exists`] if
    /// the identity is linked, or an error if the database fails.
    pub async fn create_account(
        self,
        account: NewAccount<'_>,
        is_guest: bool,
        identity: &Identity,
        event: &SecurityEvent,
    ) -> Result<Player, PlayerError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let player = match is_guest {
                true => claim_guest(&mut transaction, account).await?,
                false => insert_account(&mut transaction, account).await?,
            };
            if !insert(&mut transaction, identity, player.id, account.at).await? {
                return Err(PlayerError::Exists);
            }
            insert_event(&mut transaction, event).await?;
            transaction.commit().await?;
            Ok(player)
        };
        self.0.writes.in_time(work).await
    }
}

/// Links an account of the provider. Returns false if it is linked.
async fn insert(
    connection: &mut AnyConnection,
    identity: &Identity,
    player: PlayerId,
    at: Timestamp,
) -> sqlx::Result<bool> {
    let sql = "insert into provider_identities (issuer, subject, player_id, created_at)
               values ($1, $2, $3, $4) on conflict (issuer, subject) do nothing";
    let insert = sqlx::query(sql)
        .bind(identity.issuer.as_str())
        .bind(identity.subject.as_str())
        .bind(player.key())
        .bind(at.0);
    Ok(insert.execute(connection).await?.rows_affected() > 0)
}

/// True if the player has a password, a passkey or an account of the provider.
pub(crate) async fn can_sign_in(
    connection: &mut AnyConnection,
    player: PlayerId,
) -> sqlx::Result<bool> {
    let sql = "select 1 as one from players p where p.id = $1
               and (p.password_hash not in ('-', '!')
                    or exists (select 1 from passkeys k where k.player_id = p.id)
                    or exists (select 1 from provider_identities i where i.player_id = p.id))";
    let select = sqlx::query(sql).bind(player.key());
    Ok(select.fetch_optional(connection).await?.is_some())
}

fn linked(row: &AnyRow) -> sqlx::Result<LinkedIdentity> {
    Ok(LinkedIdentity {
        identity: Identity { issuer: row.try_get("issuer")?, subject: row.try_get("subject")? },
        created_at: time(row, "created_at")?,
        used_at: optional_time(row, "used_at")?,
    })
}
