//! New events for the outbox. Every node finds them in the database, and the store keeps one of
//! each.

use std::collections::BTreeMap;
use std::time::Duration;

use chivalry_play::clock::Timestamp;
use chivalry_tournament::TournamentId;

use crate::http::state::AppState;
use crate::store::{Announcement, AnnouncementKind, StoreError};

/// The age of the oldest events that are announced after a start.
const LOOK_BACK: Duration = Duration::from_secs(10 * 60);

/// The time by which two reads overlap, because an event is stored after its time.
const OVERLAP: Duration = Duration::from_secs(30);

/// The number of tournaments read at once.
const TOURNAMENTS: u32 = 50;

/// The time that long before another one.
pub(crate) fn earlier(at: Timestamp, by: Duration) -> Timestamp {
    Timestamp(at.0 - by.as_millis() as i64)
}

/// The position of a reader of events.
#[derive(Debug)]
pub(crate) struct EventReader {
    /// Events at this time or later are read next.
    since: Timestamp,
    /// The last version read of each running tournament.
    rounds: BTreeMap<TournamentId, u32>,
}

impl EventReader {
    pub(crate) fn new(now: Timestamp) -> EventReader {
        EventReader { since: earlier(now, LOOK_BACK), rounds: BTreeMap::new() }
    }

    /// Reads the events since the last read.
    pub(crate) async fn read(&mut self, app: &AppState) -> Result<Vec<Announcement>, StoreError> {
        let now = app.live.time().now();
        let since = self.since;
        let mut found = Vec::new();
        let mut add = |kind, subject: String, at| found.push(Announcement { kind, subject, at });
        for (id, at) in app.store.announcements().ended(since, now).await? {
            add(AnnouncementKind::Result, id.to_string(), at);
        }
        for row in app.store.tournaments().page(None, None, TOURNAMENTS).await? {
            if row.created_at > since {
                add(AnnouncementKind::Tournament, row.id.to_string(), row.created_at);
            }
        }
        let running = app.store.tournaments().running().await?;
        self.rounds.retain(|id, _| running.contains(id));
        for id in running {
            let last = self.rounds.entry(id).or_default();
            for round in app.store.announcements().begun_rounds(id, *last).await? {
                *last = round.v;
                if round.at > since {
                    let subject = format!("{id} {} {}", round.stage, round.round);
                    add(AnnouncementKind::Round, subject, round.at);
                }
            }
        }
        if let Some(featured) = app.featured.snapshot().get(&None) {
            add(AnnouncementKind::Featured, featured.show.id.to_string(), now);
        }
        // Without its owner the lobby has no seeks to announce.
        if let Ok(lobby) = app.lobby.snapshot().await {
            for seek in lobby.seeks.iter().filter(|seek| seek.at > since) {
                add(AnnouncementKind::Seek, seek.id.0.to_string(), seek.at);
            }
        }
        self.since = earlier(now, OVERLAP);
        Ok(found)
    }
}
