//! The outbox of announcements. One node at a time sends to a target.

use sqlx::Row as _;

use chivalry_play::clock::Timestamp;

use crate::store::announcements::announcer::{Announcement, AnnouncementKind, AnnouncementTarget};
use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::rows::{count, named, optional_time, time};

/// The outbox of announcements.
#[derive(Clone, Copy, Debug)]
pub struct Announcements<'a>(pub(crate) &'a Database);

impl Announcements<'_> {
    /// Sets the targets of this process. Events before the first call are not announced, and later
    /// calls change nothing.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_targets(self, targets: Vec<AnnouncementTarget>) -> Result<(), StoreError> {
        for (target, _) in &targets {
            let sql = "insert into announcement_targets (target, due_at) values ($1, 0)
                       on conflict do nothing";
            sqlx::query(sql).bind(target.as_str()).execute(&self.0.writes).await?;
        }
        self.0.announcer.set_targets(targets);
        Ok(())
    }

    /// Waits until announcements are stored by this process.
    pub async fn added(self) {
        self.0.announcer.added().await;
    }

    /// Stores an announcement whose event is not stored.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add(self, announcement: &Announcement) -> Result<(), StoreError> {
        if !self.0.announcer.has_targets(announcement.kind) {
            return Ok(());
        }
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            self.0.announcer.insert(&mut transaction, announcement).await?;
            transaction.commit().await?;
            Ok::<(), StoreError>(())
        };
        self.0.writes.in_time(work).await?;
        self.0.announcer.notify(announcement.kind);
        Ok(())
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
                       where target = $1 and delivered_at is null and created_at <= $2)
                   returning tries";
        let query = sqlx::query(sql).bind(target).bind(now.0).bind(until.0);
        let row = query.fetch_optional(&self.0.writes).await?;
        Ok(row.map(|row| count(&row, "tries")).transpose()?)
    }

    /// Returns the time of the next attempt for a target, or `None` if nothing is pending.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due_at(self, target: &str) -> Result<Option<Timestamp>, StoreError> {
        let sql = "select t.due_at, (select min(a.created_at) from announcements a
                                     where a.target = $1 and a.delivered_at is null) as first_at
                   from announcement_targets t where t.target = $1";
        let row = sqlx::query(sql).bind(target).fetch_optional(&self.0.writes).await?;
        let Some(row) = row else { return Ok(None) };
        let (first_at, due_at) = (optional_time(&row, "first_at")?, time(&row, "due_at")?);
        Ok(first_at.map(|at| at.max(due_at)))
    }

    /// Returns the pending announcements of a target at `now`, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn pending(
        self,
        target: &str,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Announcement>, StoreError> {
        let sql = "select kind, subject, created_at from announcements
                   where target = $1 and delivered_at is null and created_at <= $2
                   order by created_at, kind, subject limit $3";
        let query = sqlx::query(sql).bind(target).bind(now.0).bind(i64::from(limit));
        let rows = query.fetch_all(&self.0.writes).await?;
        let read = |row: &sqlx::any::AnyRow| -> sqlx::Result<Announcement> {
            let (all, name) = (&AnnouncementKind::ALL, AnnouncementKind::as_str);
            Ok(Announcement {
                kind: named(all, name, row.try_get("kind")?)?,
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
}
