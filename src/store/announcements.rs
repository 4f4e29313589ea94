//! The outbox of announcements: events that an operator's targets receive.
//!
//! Every node finds the same events, and the key of a row keeps it from being announced twice.

use sqlx::Row as _;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, json, time};

/// The most results that one read returns.
const MOST_RESULTS: i64 = 200;

/// The kind of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnnouncementKind {
    /// A player looks for an opponent.
    Seek,
    /// A tournament was created.
    Tournament,
    /// A round of a tournament began.
    Round,
    /// A public match ended.
    Result,
    /// A match became the featured one.
    Featured,
}

impl AnnouncementKind {
    /// Every kind.
    pub const ALL: [AnnouncementKind; 5] = [
        AnnouncementKind::Seek,
        AnnouncementKind::Tournament,
        AnnouncementKind::Round,
        AnnouncementKind::Result,
        AnnouncementKind::Featured,
    ];

    /// The stored name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            AnnouncementKind::Seek => "seek",
            AnnouncementKind::Tournament => "tournament",
            AnnouncementKind::Round => "round",
            AnnouncementKind::Result => "result",
            AnnouncementKind::Featured => "featured",
        }
    }
}

/// An event for one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The kind.
    pub kind: AnnouncementKind,
    /// The id of the subject, and for a round its stage and number.
    pub subject: String,
    /// The time of the event.
    pub at: Timestamp,
}

/// A round of a tournament that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BegunRound {
    /// The version of the tournament.
    pub v: u32,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The time of its start.
    pub at: Timestamp,
}

/// The outbox of announcements.
#[derive(Clone, Copy, Debug)]
pub struct Announcements<'a>(pub(crate) &'a Database);

impl Announcements<'_> {
    /// Stores announcements of a target. Those that it already has are ignored.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add(self, target: &str, all: &[Announcement]) -> Result<(), StoreError> {
        if all.is_empty() {
            return Ok(());
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "insert into announcement_targets (target, due_at) values ($1, 0)
                       on conflict do nothing";
            sqlx::query(sql).bind(target).execute(&mut *transaction).await?;
            for Announcement { kind, subject, at } in all {
                let sql = "insert into announcements (target, kind, subject, created_at)
                           values ($1, $2, $3, $4) on conflict do nothing";
                let query = sqlx::query(sql).bind(target).bind(kind.as_str());
                query.bind(subject.as_str()).bind(at.0).execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Leases a target with pending announcements until `until`, if its next attempt is due.
    /// Returns the number of earlier attempts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn lease(
        self,
        target: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<u32>, StoreError> {
        let sql = "update announcement_targets set due_at = $3
                   where target = $1 and due_at <= $2 and exists (
                       select 1 from announcements
                       where target = $1 and delivered_at is null)
                   returning tries";
        let query = sqlx::query(sql).bind(target).bind(now.0).bind(until.0);
        let row = query.fetch_optional(&self.0.writes).await?;
        Ok(row.map(|row| count(&row, "tries")).transpose()?)
    }

    /// Returns the pending announcements of a target, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn pending(self, target: &str, limit: u32) -> Result<Vec<Announcement>, StoreError> {
        let sql = "select kind, subject, created_at from announcements
                   where target = $1 and delivered_at is null
                   order by created_at, kind, subject limit $2";
        let query = sqlx::query(sql).bind(target).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.writes).await?;
        let read = |row: &sqlx::any::AnyRow| -> sqlx::Result<Announcement> {
            let (all, name) = (&AnnouncementKind::ALL, AnnouncementKind::as_str);
            Ok(Announcement {
                kind: crate::store::sql::rows::named(all, name, row.try_get("kind")?)?,
                subject: row.try_get("subject")?,
                at: time(row, "created_at")?,
            })
        };
        Ok(rows.iter().map(read).collect::<sqlx::Result<_>>()?)
    }

    /// Records that announcements of a target were delivered, or cannot be. The next attempt is due
    /// at `next_at`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delivered(
        self,
        target: &str,
        done: &[Announcement],
        now: Timestamp,
        next_at: Timestamp,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            for Announcement { kind, subject, .. } in done {
                let sql = "update announcements set delivered_at = $4
                           where target = $1 and kind = $2 and subject = $3";
                let query = sqlx::query(sql).bind(target).bind(kind.as_str());
                query.bind(subject.as_str()).bind(now.0).execute(&mut *transaction).await?;
            }
            let sql = "update announcement_targets set due_at = $2, tries = 0 where target = $1";
            sqlx::query(sql).bind(target).bind(next_at.0).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }

    /// Records a failed attempt.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn failed(self, target: &str, next_at: Timestamp) -> Result<(), StoreError> {
        let sql = "update announcement_targets set due_at = $2, tries = tries + 1
                   where target = $1";
        sqlx::query(sql).bind(target).bind(next_at.0).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Deletes announcements of events before `until`, delivered or not.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn forget(self, until: Timestamp) -> Result<(), StoreError> {
        let sql = "delete from announcements where created_at < $1";
        sqlx::query(sql).bind(until.0).execute(&self.0.writes).await?;
        Ok(())
    }

    /// Returns the public matches whose end everybody may see since `since`, with the time of their
    /// end. Aborted and imported games are omitted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn ended(
        self,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<(MatchId, Timestamp)>, StoreError> {
        let sql = "select id, ended_at from matches
                   where ended_at > $1 and hidden_until is null
                     and private = 0 and imported = 0 and result <> 'aborted'
                   union all
                   select id, ended_at from matches
                   where hidden_until > $1 and hidden_until <= $2 and status = 'ended'
                     and private = 0 and imported = 0 and result <> 'aborted'
                   limit $3";
        let query = sqlx::query(sql).bind(since.0).bind(now.0).bind(MOST_RESULTS);
        let rows = query.fetch_all(&self.0.reads).await?;
        let read = |row: &sqlx::any::AnyRow| -> sqlx::Result<(MatchId, Timestamp)> {
            Ok((MatchId(id(row, "id")?), time(row, "ended_at")?))
        };
        Ok(rows.iter().map(read).collect::<sqlx::Result<_>>()?)
    }

    /// Returns the rounds of a tournament that began after version `after`.
    ///
    /// # Errors
    /// Returns an error if the database fails or an entry cannot be decoded.
    pub async fn begun_rounds(
        self,
        tournament: TournamentId,
        after: u32,
    ) -> Result<Vec<BegunRound>, StoreError> {
        let sql = "select v, at, body from tournament_events
                   where tournament_id = $1 and v > $2 order by v";
        let query = sqlx::query(sql).bind(tournament.key()).bind(i64::from(after));
        let mut rounds = Vec::new();
        for row in query.fetch_all(&self.0.reads).await? {
            let event: chivalry_tournament::Event = json(&row, "body")?;
            if let chivalry_tournament::Event::RoundBegan { stage, round } = event {
                let (v, at) = (count(&row, "v")?, time(&row, "at")?);
                rounds.push(BegunRound { v, stage, round, at });
            }
        }
        Ok(rounds)
    }
}
