//! Log entries as rows.

use chivalry_play::matches::{ChainEntry, EntryHash, MatchId, RecordedEvent};
use chivalry_play::player::PlayerId;

use crate::store::error::StoreError;
use crate::store::sql::rows::unreadable;

/// A log entry as a row, without its hash.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EventRow {
    pub(crate) v: i64,
    pub(crate) at: i64,
    pub(crate) cause: Option<(PlayerId, String)>,
    pub(crate) body: String,
}

impl EventRow {
    pub(crate) fn of(record: &RecordedEvent) -> Result<EventRow, StoreError> {
        Ok(EventRow {
            v: record.v.into(),
            at: record.at.0,
            cause: record.cause.as_ref().map(|cause| (cause.player, cause.id.clone())),
            body: serde_json::to_string(&record.event).map_err(unreadable)?,
        })
    }

    pub(crate) fn hash(&self, match_id: MatchId, before: &EntryHash) -> EntryHash {
        let cause = self.cause.as_ref().map(|(player, command)| (*player, command.as_str()));
        let link = ChainEntry { match_id, v: self.v, at: self.at, cause, body: &self.body };
        link.hash(before)
    }
}
