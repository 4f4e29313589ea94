//! Engine evaluations of positions, cached in the database.

use std::collections::HashMap;

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_engine::analysis::Evaluation;
use chivalry_engine::{ENGINE_VERSION, Score};
use chivalry_rules::Variant;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::rows::{MultiRowInsert, count, flag, unreadable};

/// Stored evaluations of positions.
#[derive(Clone, Copy, Debug)]
pub struct Analyses<'a>(pub(crate) &'a Database);

impl Analyses<'_> {
    /// Returns the stored evaluations of positions of `variant` by their keys. Evaluations of
    /// other engine versions are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of_positions(
        self,
        variant: &Variant,
        keys: &[&str],
    ) -> Result<HashMap<String, Evaluation>, StoreError> {
        static SELECT: MultiRowInsert = MultiRowInsert::new(
            "select position, nodes, depth, score, final, line, variant, edition
                          from analyses where (variant, position, edition) in (values",
            3,
            ")",
        );
        let mut opinions = HashMap::with_capacity(keys.len());
        for (sql, chunk) in SELECT.chunks(keys) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for key in chunk {
                select = select.bind(variant.pin()).bind(*key).bind(ENGINE_VERSION);
            }
            for row in select.fetch_all(&self.0.reads).await? {
                opinions.insert(row.try_get("position")?, evaluation(&row)?);
            }
        }
        Ok(opinions)
    }

    /// Stores evaluations of positions of `variant` by their keys. A deeper evaluation by the same
    /// engine version is kept.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn save(
        self,
        variant: &Variant,
        opinions: &[(String, Evaluation)],
    ) -> Result<(), StoreError> {
        static INSERT: MultiRowInsert = MultiRowInsert::new(
            "insert into analyses
                        (variant, position, edition, nodes, depth, score, final, line) values",
            8,
            "on conflict (variant, position) do update set
                edition = excluded.edition, nodes = excluded.nodes, depth = excluded.depth,
                score = excluded.score, final = excluded.final, line = excluded.line
                where analyses.edition <> excluded.edition
                or analyses.final < excluded.final
                or analyses.final = excluded.final and analyses.nodes < excluded.nodes",
        );
        // A fixed order prevents deadlocks between writers of the same rows.
        let mut opinions: Vec<&(String, Evaluation)> = opinions.iter().collect();
        opinions.sort_unstable_by_key(|(key, _)| key);
        for (sql, chunk) in INSERT.chunks(&opinions) {
            let mut insert = sqlx::query::<sqlx::Any>(sql);
            for (key, evaluation) in chunk {
                insert = insert
                    .bind(variant.pin())
                    .bind(key.as_str())
                    .bind(ENGINE_VERSION)
                    .bind(evaluation.nodes.cast_signed())
                    .bind(i64::from(evaluation.depth))
                    .bind(i64::from(evaluation.score.hundredths()))
                    .bind(i64::from(evaluation.is_final))
                    .bind(evaluation.pv.join(" "));
            }
            insert.execute(&self.0.writes).await?;
        }
        Ok(())
    }
}

fn evaluation(row: &AnyRow) -> sqlx::Result<Evaluation> {
    let score: i64 = row.try_get("score")?;
    let nodes: i64 = row.try_get("nodes")?;
    let line: &str = row.try_get("line")?;
    Ok(Evaluation {
        score: Score::from_hundredths(score.try_into().map_err(unreadable)?),
        depth: count(row, "depth")?,
        nodes: nodes.try_into().map_err(unreadable)?,
        is_final: flag(row, "final")?,
        pv: line.split_whitespace().map(str::to_owned).collect(),
        others: Vec::new(),
    })
}
