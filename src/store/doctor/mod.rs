//! Looking whether what is stored holds together: logs against what is derived
//! from them, chains, rows that nothing belongs to, and what should have gone
//! on. Nothing is changed.

mod matches;
mod orphans;
mod tournaments;

use std::fmt;
use std::time::Duration;

use sqlx::{Any, Transaction};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::store::db::Store;
use crate::store::error::StoreError;
use crate::store::sql::rows::is_sqlite;

/// By how much what the server does by itself may be late.
const LATE_AFTER: Duration = Duration::from_secs(120);

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
    /// Rows of a table that name something that is not there.
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

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub about: Subject,
    /// What is wrong, in words.
    pub what: String,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Matches.
    pub matches: u64,
    /// Entries of their logs.
    pub events: u64,
    /// Matches of which some entries are older than hashes: those could be
    /// altered unseen.
    pub unchained: u64,
    /// Tournaments.
    pub tournaments: u64,
    /// What is not as it should be.
    pub findings: u64,
}

/// An examination under way.
struct Examination<'a, F> {
    store: &'a Store,
    tell: F,
    /// When something last happened: what was due long before that should have
    /// been done. Nothing is due on a server that is away.
    as_of: Timestamp,
    /// Since when every event has been written with its hash.
    chained_since: Option<Timestamp>,
    done: Examined,
}

impl Store {
    /// Looks at everything, and tells each finding as it is found. A server may
    /// run meanwhile. A few matches are in memory at a time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn examine(&self, tell: impl FnMut(Finding)) -> Result<Examined, StoreError> {
        let as_of = self.last_sign_of_life().await?;
        let chained_since = self.chained_since().await?;
        let done = Examined::default();
        let mut examination = Examination { store: self, tell, as_of, chained_since, done };
        examination.look_at_matches().await?;
        examination.look_at_tournaments().await?;
        examination.look_for_orphans().await?;
        Ok(examination.done)
    }

    /// When something was last written by a server, as far as is known.
    async fn last_sign_of_life(&self) -> Result<Timestamp, StoreError> {
        let sql = "select max(at) from (
                       select last_alive_at as at from server_state
                       union all select max(at) from match_events
                       union all select max(at) from tournament_events) as signs";
        let at: Option<i64> = sqlx::query_scalar(sql).fetch_one(&self.reads).await?;
        Ok(at.map_or(Timestamp(0), Timestamp))
    }

    /// A transaction in which everything is read as of one moment.
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let mut transaction = self.reads.begin().await?;
        if !is_sqlite(&transaction) {
            let sql = "set transaction isolation level repeatable read, read only";
            sqlx::query(sql).execute(&mut *transaction).await?;
        }
        Ok(transaction)
    }
}

impl<F: FnMut(Finding)> Examination<'_, F> {
    fn find(&mut self, about: Subject, what: impl Into<String>) {
        self.done.findings += 1;
        (self.tell)(Finding { about, what: what.into() });
    }

    /// Whether something that was due then should have been done.
    fn is_late(&self, due: Timestamp) -> bool {
        due + LATE_AFTER < self.as_of
    }
}
