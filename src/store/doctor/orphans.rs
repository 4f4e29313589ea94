//! Checks for rows with a reference to a missing row.

use sqlx::{AssertSqlSafe, Row as _};

use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::store::doctor::{Examination, Finding, Subject};
use crate::store::error::StoreError;
use crate::store::sql::rows::id;
use crate::store::sql::tables::REFERENCES;

/// Maximum number of findings of one kind that are reported individually.
const MAX_FINDINGS: i64 = 1000;

impl<F: FnMut(Finding)> Examination<'_, F> {
    pub(crate) async fn check_orphans(&mut self) -> Result<(), StoreError> {
        let unlisted = "it has a log, and is in no list";
        let sql = "select distinct e.match_id as id from match_events e
                   where not exists (select 1 from matches m where m.id = e.match_id) limit $1";
        for row in sqlx::query(sql).bind(MAX_FINDINGS).fetch_all(&self.db.reads).await? {
            self.report(Subject::Match(MatchId(id(&row, "id")?)), unlisted);
        }
        let sql = "select distinct e.tournament_id as id from tournament_events e
                   where not exists (select 1 from tournaments t where t.id = e.tournament_id)
                   limit $1";
        for row in sqlx::query(sql).bind(MAX_FINDINGS).fetch_all(&self.db.reads).await? {
            self.report(Subject::Tournament(TournamentId(id(&row, "id")?)), unlisted);
        }
        for (table, column, parent, key) in REFERENCES {
            let sql = format!(
                "select count(*) as n from {table} c where c.{column} is not null
                 and not exists (select 1 from {parent} p where p.{key} = c.{column})"
            );
            let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&self.db.reads).await?;
            let rows: i64 = row.try_get("n")?;
            if rows > 0 {
                let what = format!("{rows} rows whose {column} is not in {parent}");
                self.report(Subject::Table(table), what);
            }
        }
        Ok(())
    }
}
