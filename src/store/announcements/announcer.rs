//! Announcements, and their insertion by the transaction of the event.

use std::sync::{Arc, OnceLock};

use sqlx::AnyConnection;
use tokio::sync::Notify;

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchResult;

use crate::store::log::prepared::PreparedAppend;
use crate::store::sql::key::Key as _;

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
    /// The time of the event, or the time at which everybody may see it.
    pub at: Timestamp,
}

/// A target, by its key, and the kinds that it receives.
pub type AnnouncementTarget = (String, Vec<AnnouncementKind>);

/// The targets of this process, and the notification of its sender. Without targets, events need no
/// further statements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announcer(Arc<Outbox>);

#[derive(Debug, Default)]
struct Outbox {
    targets: OnceLock<Vec<AnnouncementTarget>>,
    /// Notified after a transaction with announcements.
    added: Notify,
}

impl Announcer {
    pub(crate) fn set_targets(&self, targets: Vec<AnnouncementTarget>) {
        // A later call changes nothing.
        let _ = self.0.targets.set(targets);
    }

    /// Waits until announcements are stored by this process.
    pub(crate) async fn added(&self) {
        self.0.added.notified().await;
    }

    /// Returns the keys of the targets of a kind.
    fn targets_of(&self, kind: AnnouncementKind) -> impl Iterator<Item = &str> {
        let targets = self.0.targets.get().into_iter().flatten();
        targets.filter(move |(_, kinds)| kinds.contains(&kind)).map(|(key, _)| key.as_str())
    }

    pub(crate) fn has_targets(&self, kind: AnnouncementKind) -> bool {
        self.targets_of(kind).next().is_some()
    }

    /// Notifies the sender after the commit of announcements of a kind.
    pub(crate) fn notify(&self, kind: AnnouncementKind) {
        if self.has_targets(kind) {
            self.0.added.notify_one();
        }
    }

    /// Stores an announcement for each of its targets. Those that have it are left out.
    pub(crate) async fn insert(
        &self,
        connection: &mut AnyConnection,
        announcement: &Announcement,
    ) -> sqlx::Result<()> {
        let Announcement { kind, subject, at } = announcement;
        for target in self.targets_of(*kind) {
            let sql = "insert into announcements (target, kind, subject, created_at)
                       values ($1, $2, $3, $4) on conflict do nothing";
            let insert = sqlx::query(sql).bind(target).bind(kind.as_str());
            insert.bind(subject.as_str()).bind(at.0).execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Stores the results of the matches that end. Private, imported and aborted ones are left out.
    /// A match with a delay is announced when everybody may see its end.
    pub(crate) async fn insert_results(
        &self,
        connection: &mut AnyConnection,
        appends: &[&PreparedAppend],
    ) -> sqlx::Result<()> {
        for target in self.targets_of(AnnouncementKind::Result) {
            for append in appends {
                if !append.ended.as_ref().is_some_and(|end| end.result != MatchResult::Aborted) {
                    continue;
                }
                let sql = "insert into announcements (target, kind, subject, created_at)
                           select $1, 'result', $2, coalesce(hidden_until, ended_at) from matches
                           where id = $3 and private = 0 and imported = 0
                           on conflict do nothing";
                let insert = sqlx::query(sql).bind(target).bind(append.match_id.to_string());
                insert.bind(append.match_id.key()).execute(&mut *connection).await?;
            }
        }
        Ok(())
    }
}
