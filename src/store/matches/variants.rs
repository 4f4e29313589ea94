//! The texts of an operator's variants, stored for the matches that use them.

use sqlx::Row as _;

use chivalry_play::clock::Timestamp;
use chivalry_rules::{Variant, read_variant_file};

use crate::store::db::Database;
use crate::store::error::StoreError;

/// The texts of variants.
#[derive(Clone, Copy, Debug)]
pub struct Variants<'a>(pub(crate) &'a Database);

impl Variants<'_> {
    /// Stores the texts of the operator's variants that are offered or on trial. It runs before any
    /// match uses them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn save(self, now: Timestamp) -> Result<(), StoreError> {
        let sql = "insert into variants (name, hash, text, kept_at) values ($1, $2, $3, $4)
                   on conflict (name, hash) do update set text = excluded.text,
                       kept_at = excluded.kept_at";
        for variant in Variant::offered().into_iter().chain(Variant::on_trial()) {
            let (name, Some(hash)) = Variant::split_pin(variant.pin()) else { continue };
            sqlx::query(sql)
                .bind(name)
                .bind(hash)
                .bind(variant.source())
                .bind(now.0)
                .execute(&self.0.writes)
                .await?;
        }
        Ok(())
    }

    /// Registers the stored variant texts, latest offered last. Texts that this version cannot
    /// parse are skipped, and matches of those variants cannot be shown.
    pub(crate) async fn load(self) -> Result<(), StoreError> {
        let sql = "select name, hash, text from variants order by kept_at, name, hash";
        for row in sqlx::query(sql).fetch_all(&self.0.reads).await? {
            let (name, hash): (&str, &str) = (row.try_get("name")?, row.try_get("hash")?);
            let pin = format!("{name}@{hash}");
            if Variant::named(&pin).is_some() {
                continue;
            }
            let text: String = row.try_get("text")?;
            match read_variant_file(text.leak()) {
                Ok(variant) => {
                    variant.register(&pin);
                }
                Err(faults) => {
                    let fault = faults.first().map(ToString::to_string);
                    tracing::error!(pin, fault, "a stored variant cannot be parsed");
                }
            }
        }
        Ok(())
    }
}
