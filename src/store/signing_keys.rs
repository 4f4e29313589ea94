//! The keys that sign records. One key is in use. The public halves of retired keys stay, to
//! verify earlier records.

use std::fmt;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::rows::{optional_time, time, unreadable};

/// Number of attempts when nodes that start concurrently insert different keys.
const MAX_ATTEMPTS: u32 = 3;

/// The secret half of a key that the database stores.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey(pub [u8; 32]);

impl fmt::Debug for SecretKey {
    /// Omits the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

/// The public data of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// The key's id, derived from the public half.
    pub id: [u8; 16],
    /// The public half (Ed25519).
    pub public: [u8; 32],
    /// The time when the site first used the key.
    pub made_at: Timestamp,
    /// The time of retirement, or `None` for the key in use.
    pub retired_at: Option<Timestamp>,
}

/// The keys that sign records.
#[derive(Clone, Copy, Debug)]
pub struct SigningKeys<'a>(pub(crate) &'a Database);

impl SigningKeys<'_> {
    /// Returns all keys, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn all(self) -> Result<Vec<KeyRow>, StoreError> {
        let sql = "select id, public, made_at, retired_at from signing_keys
                   order by made_at desc, id";
        let rows = sqlx::query(sql).fetch_all(&self.0.reads).await?;
        Ok(rows.iter().map(key).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the time since which every event is stored with its hash, which is the time of the
    /// first key. Returns `None` without any key.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn chained_since(self) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select min(made_at) from signing_keys";
        let since: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(since.map(Timestamp))
    }

    /// Returns the secret of the site's own signing key. Stores `fresh` with its secret if there
    /// is no key yet. Nodes that start concurrently get the same key.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn own(self, fresh: &KeyRow, secret: &SecretKey) -> Result<SecretKey, StoreError> {
        for _ in 1..MAX_ATTEMPTS {
            if let Ok(Some(found)) = self.activate_own_key(fresh, secret).await {
                return Ok(found);
            }
        }
        let found = self.activate_own_key(fresh, secret).await?;
        Ok(found.ok_or_else(|| unreadable("other nodes keep changing the signing key"))?)
    }

    /// Switches to a key whose secret the operator holds.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn activate(self, given: &KeyRow) -> Result<(), StoreError> {
        for _ in 1..MAX_ATTEMPTS {
            if self.activate_given_key(given).await.is_ok() {
                return Ok(());
            }
        }
        self.activate_given_key(given).await
    }

    async fn activate_own_key(
        self,
        fresh: &KeyRow,
        secret: &SecretKey,
    ) -> Result<Option<SecretKey>, StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            // Retires an operator's key that is no longer configured.
            let sql = "update signing_keys set retired_at = $1
                   where retired_at is null and secret is null";
            sqlx::query(sql).bind(fresh.made_at.0).execute(&mut *transaction).await?;
            let sql = "update signing_keys set retired_at = null
                   where id = (select id from signing_keys where secret is not null
                               order by made_at desc, id limit 1)
                     and not exists (select 1 from signing_keys where retired_at is null)";
            sqlx::query(sql).execute(&mut *transaction).await?;
            insert(&mut transaction, fresh, Some(secret)).await?;
            let sql = "select secret from signing_keys where retired_at is null";
            let found: Option<Option<Vec<u8>>> =
                sqlx::query_scalar(sql).fetch_optional(&mut *transaction).await?;
            transaction.commit().await?;
            let found = found.flatten().map(|bytes| bytes.as_slice().try_into().map(SecretKey));
            Ok(found.transpose().map_err(unreadable)?)
        };
        self.0.writes.in_time(work).await
    }

    async fn activate_given_key(self, given: &KeyRow) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let id = given.id.as_slice();
            let sql =
                "update signing_keys set retired_at = $2 where retired_at is null and id <> $1";
            sqlx::query(sql).bind(id).bind(given.made_at.0).execute(&mut *transaction).await?;
            let sql = "update signing_keys set retired_at = null where id = $1";
            sqlx::query(sql).bind(id).execute(&mut *transaction).await?;
            insert(&mut transaction, given, None).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }
}

/// Inserts a key, unless it exists or another is in use.
async fn insert(
    connection: &mut AnyConnection,
    key: &KeyRow,
    secret: Option<&SecretKey>,
) -> sqlx::Result<()> {
    let sql = "insert into signing_keys (id, public, secret, made_at) values ($1, $2, $3, $4)
               on conflict do nothing";
    sqlx::query(sql)
        .bind(key.id.as_slice())
        .bind(key.public.as_slice())
        .bind(secret.map(|secret| secret.0.as_slice()))
        .bind(key.made_at.0)
        .execute(connection)
        .await?;
    Ok(())
}

fn key(row: &AnyRow) -> sqlx::Result<KeyRow> {
    let (id, public): (&[u8], &[u8]) = (row.try_get("id")?, row.try_get("public")?);
    Ok(KeyRow {
        id: id.try_into().map_err(unreadable)?,
        public: public.try_into().map_err(unreadable)?,
        made_at: time(row, "made_at")?,
        retired_at: optional_time(row, "retired_at")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_omits_the_secret() {
        assert_eq!(format!("{:?}", SecretKey([7; 32])), "SecretKey(..)");
    }
}
