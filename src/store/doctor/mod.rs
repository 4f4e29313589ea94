//! Integrity checks of the stored data: logs against derived rows and the explorer, hash chains,
//! orphaned rows, and overdue work. The checks change nothing.

mod explorer;
mod matches;
mod orphans;
mod scrub;
mod tournaments;

use std::fmt;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::matches::quarantine::Quarantine;
use crate::store::signing_keys::SigningKeys;

/// The tolerated delay of automatic work.
const OVERDUE_AFTER: Duration = Duration::from_secs(120);

/// The subject of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
    /// Rows of a table with a reference to a missing row.
    Table(&'static str),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Match(id) => write!(f, "match {id}"),
            Subject::Tournament(TournamentId(id)) => write!(f, "tournament {id}"),
            Subject::Table(name) => write!(f, "table {name}"),
        }
    }
}

/// A detected inconsistency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The subject.
    pub about: Subject,
    /// The inconsistency in words.
    pub what: String,
}

/// Counts of checked objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Matches.
    pub matches: u64,
    /// Entries of match logs.
    pub events: u64,
    /// Matches with entries that are older than hash chains. Changes to those entries cannot be
    /// detected.
    pub unchained: u64,
    /// Tournaments.
    pub tournaments: u64,
    /// Findings.
    pub findings: u64,
}

/// A running examination.
struct Examination<'a, F> {
    db: &'a Database,
    on_finding: F,
    /// The time of the last recorded activity. Work that was due long before it is overdue. No
    /// work becomes overdue while no server runs.
    as_of: Timestamp,
    /// The time since which every event is stored with its hash.
    chained_since: Option<Timestamp>,
    counts: Examined,
}

/// Examines the stored data.
#[derive(Clone, Copy, Debug)]
pub struct Doctor<'a>(pub(crate) &'a Database);

impl Doctor<'_> {
    /// Checks all stored data and reports each finding to `on_finding`. Servers may run during the
    /// check. Only a few matches are in memory at a time.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn examine(self, on_finding: impl FnMut(Finding)) -> Result<Examined, StoreError> {
        let as_of = self.last_activity().await?;
        let chained_since = SigningKeys(self.0).chained_since().await?;
        let counts = Examined::default();
        let mut examination = Examination { db: self.0, on_finding, as_of, chained_since, counts };
        examination.check_matches().await?;
        examination.check_tournaments().await?;
        examination.check_orphans().await?;
        examination.check_explorer().await?;
        for (id, fault) in Quarantine(self.0).list().await? {
            examination.report(Subject::Match(id), format!("it is in quarantine: {fault}"));
        }
        Ok(examination.counts)
    }

    /// Returns the time of the latest write by a server, as far as it is recorded.
    async fn last_activity(self) -> Result<Timestamp, StoreError> {
        let sql = "select max(at) from (
                       select last_alive_at as at from server_state
                       union all select max(at) from match_events
                       union all select max(at) from tournament_events) as signs";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.0.reads).await?;
        Ok(at.map_or(Timestamp(0), Timestamp))
    }
}

impl<F: FnMut(Finding)> Examination<'_, F> {
    fn report(&mut self, about: Subject, what: impl Into<String>) {
        self.counts.findings += 1;
        (self.on_finding)(Finding { about, what: what.into() });
    }

    /// Returns true if work that was due at `due` is overdue.
    fn is_overdue(&self, due: Timestamp) -> bool {
        due + OVERDUE_AFTER < self.as_of
    }
}
