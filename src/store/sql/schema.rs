//! The version of the schema. Nodes of two versions run together on one database, so a program
//! accepts the migrations of a later version, unless they contract the schema that it uses.
//!
//! A migration that an earlier program cannot ignore is named `contract_since_N_...`. `N` is the
//! last migration that a program must know to use the contracted schema.

use std::sync::{Arc, LazyLock};

use sqlx::Row as _;
use sqlx::migrate::Migrator;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::options::{SettingScope, lift_time_limits};
use crate::store::sql::rows::is_sqlite;

static SQLITE: LazyLock<Migrator> =
    LazyLock::new(|| accepting_later(sqlx::migrate!("migrations/sqlite")));
static POSTGRES: LazyLock<Migrator> =
    LazyLock::new(|| accepting_later(sqlx::migrate!("migrations/postgres")));

/// The prefix in the description of a migration that contracts the schema.
const CONTRACT: &str = "contract since ";

fn accepting_later(mut migrator: Migrator) -> Migrator {
    migrator.set_ignore_missing(true);
    migrator
}

/// Returns the migrations of a database.
pub(crate) fn migrator(is_sqlite: bool) -> &'static Migrator {
    if is_sqlite { &SQLITE } else { &POSTGRES }
}

/// Returns the last version of the tables that both databases share. A migration of one database
/// changes how it stores them.
pub(crate) fn shared_version() -> i64 {
    let is_shared = |version: &i64| POSTGRES.iter().any(|other| other.version == *version);
    SQLITE.iter().map(|migration| migration.version).filter(is_shared).max().unwrap_or(0)
}

/// Migrates the schema to this version, unless it has a later one.
pub(crate) async fn migrate(database: &Database) -> Result<(), StoreError> {
    if let Some(applied) = applied(database).await? {
        check_is_usable(database.migrator, &applied)?;
    }
    let mut connection = database.writes.acquire().await?;
    lift_time_limits(&mut connection, SettingScope::Session).await?;
    let migrated = database.migrator.run_direct(None, &mut *connection, false).await;
    if !is_sqlite(&connection) {
        // The next connection has time limits again.
        connection.close().await?;
    }
    migrated.map_err(|error| StoreError::Migration(Arc::new(error)))
}

/// Checks that this program can use the schema, without changing anything.
pub(crate) async fn check(database: &Database) -> Result<(), StoreError> {
    let applied = applied(database).await?.ok_or(StoreError::NoTables)?;
    check_is_usable(database.migrator, &applied)?;
    let is_applied = |version| applied.iter().any(|it| it.version == version);
    match database.migrator.iter().all(|migration| is_applied(migration.version)) {
        true => Ok(()),
        false => Err(StoreError::Outdated),
    }
}

/// A migration that the database has completed.
#[derive(Debug)]
struct Applied {
    version: i64,
    description: String,
}

/// Returns the migrations of the database. `None` if it was never migrated.
async fn applied(database: &Database) -> Result<Option<Vec<Applied>>, StoreError> {
    let sql = "select version, description from _sqlx_migrations where success order by version";
    match sqlx::query(sql).fetch_all(&database.reads).await {
        Ok(rows) => {
            let applied = rows.iter().map(|row| {
                Ok(Applied {
                    version: row.try_get("version")?,
                    description: row.try_get("description")?,
                })
            });
            Ok(Some(applied.collect::<Result<_, sqlx::Error>>()?))
        }
        // The migrations table is missing.
        Err(sqlx::Error::Database(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Refuses tables of a version before 0.1.0, whose migrations were replaced by one schema, and
/// tables that a later version has contracted.
fn check_is_usable(migrator: &Migrator, applied: &[Applied]) -> Result<(), StoreError> {
    let first = migrator.iter().next().map(|migration| &*migration.description);
    let newest = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
    for migration in applied {
        if migration.version == 1 && Some(&*migration.description) != first {
            return Err(StoreError::PreRelease);
        }
        if migration.version > newest && needed_by(&migration.description) > newest {
            return Err(StoreError::Contracted { migration: migration.version });
        }
    }
    Ok(())
}

/// Returns the last migration that a program must know to use the schema after a later migration.
fn needed_by(description: &str) -> i64 {
    let Some(rest) = description.strip_prefix(CONTRACT) else { return 0 };
    let number = rest.split(' ').next().and_then(|number| number.parse().ok());
    number.unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(description: &str) -> Result<(), StoreError> {
        let newest = SQLITE.iter().map(|migration| migration.version).max().unwrap();
        let version = newest + 2;
        let description = description.replace('N', &newest.to_string());
        check_is_usable(&SQLITE, &[Applied { version, description }])
    }

    #[test]
    fn a_program_uses_a_later_schema_unless_it_was_contracted() {
        assert!(later("more columns").is_ok());
        assert!(later("contract since N old columns").is_ok());
        for refused in ["contract since 9999 old columns", "contract since ever"] {
            assert!(matches!(later(refused), Err(StoreError::Contracted { .. })), "{refused}");
        }
    }

    #[test]
    fn contracting_migrations_name_the_migration_that_they_need() {
        for migration in SQLITE.iter().chain(POSTGRES.iter()) {
            let description = &migration.description;
            let is_contraction = description.starts_with("contract");
            let needed = needed_by(description);
            assert_eq!(is_contraction, (1..=migration.version).contains(&needed), "{description}");
        }
    }
}
