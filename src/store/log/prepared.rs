//! Appends converted to rows.

use tokio::sync::oneshot;
use tokio::time::Instant;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{
    CommandRef, Event, Infraction, MatchId, MatchResult, Origin, Premove, RecordedEvent,
    Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Variant};

use crate::store::error::StoreError;
use crate::store::log::append::{Append, AppendError, Due, Epoch, NodeId, PremoveChange};
use crate::store::log::event_row::EventRow;
use crate::store::matches::imported_tags::ImportedTags;
use crate::store::sql::rows::unreadable;

/// An append converted to rows.
#[derive(Debug)]
pub(crate) struct PreparedAppend {
    pub(crate) match_id: MatchId,
    pub(crate) owner: Option<(NodeId, Epoch)>,
    pub(crate) events: Vec<EventRow>,
    pub(crate) plies: PlyCount,
    pub(crate) created: Option<CreatedRow>,
    pub(crate) seated: Vec<(Seat, PlayerId)>,
    pub(crate) named: Vec<(Seat, String)>,
    pub(crate) imported: Option<ImportedTags>,
    pub(crate) started: Option<Timestamp>,
    pub(crate) deadline: Option<Timestamp>,
    /// Ends of vacations by seat.
    pub(crate) away: Vec<(Seat, Timestamp)>,
    /// True if an adjournment ended, which removes the deadline of a live match.
    pub(crate) has_resumed: bool,
    pub(crate) ended: Option<EndedRow>,
    pub(crate) due: Vec<Due>,
    pub(crate) premoves: PremoveRows,
    pub(crate) faults: Vec<(PlayerId, Infraction)>,
}

/// The effect of an append on the number of plies of a match.
#[derive(Debug, Default)]
pub(crate) struct PlyCount {
    /// The number of plies after the last takeback of the append, if there is one.
    after_takeback: Option<u32>,
    /// The number of plies made after that takeback, or in the whole append.
    made: u32,
}

impl PlyCount {
    /// Returns the number of plies after the append, given the number before it.
    pub(crate) fn after(&self, before: Option<u32>) -> Option<u32> {
        Some(self.after_takeback.or(before)? + self.made)
    }
}

/// The row of a new match.
#[derive(Debug)]
pub(crate) struct CreatedRow {
    pub(crate) variant: String,
    pub(crate) variant_hash: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) time: TimeControl,
    pub(crate) rated: bool,
    pub(crate) private: bool,
    pub(crate) imported: bool,
    pub(crate) watch_delay_ms: u32,
    pub(crate) by: PlayerId,
    pub(crate) command: Option<String>,
    pub(crate) at: Timestamp,
}

/// The end of a match.
#[derive(Debug)]
pub(crate) struct EndedRow {
    pub(crate) at: Timestamp,
    pub(crate) result: MatchResult,
    pub(crate) termination: Termination,
}

/// The reason why a transaction of appends failed.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// An append does not follow the stored log.
    Gap,
    /// An append repeats a version.
    Conflict,
    /// Another node acquired one of the matches.
    Stale,
    /// A player of one of the matches has been erased.
    Erased,
    /// Another connection appended to the log of SQLite. Nothing is stored.
    EndMoved(sqlx::Error),
    /// A statement failed. The transaction was rolled back.
    Refused(sqlx::Error),
    /// The commit failed. The transaction may or may not be stored.
    CommitUnknown(sqlx::Error),
}

impl WriteError {
    /// Classifies the error of a statement that is its own transaction. After a rejected value, a
    /// constraint violation or a lock timeout nothing is stored.
    pub(crate) fn of_commit(error: sqlx::Error) -> WriteError {
        if is_at_taken_position(&error) {
            return WriteError::EndMoved(error);
        }
        let is_refusal = error.as_database_error().is_some_and(|refused| {
            refused.is_unique_violation()
                || refused.is_foreign_key_violation()
                || refused.is_check_violation()
                || refused.code().is_some_and(|code| is_rejection_code(&code))
                || refused.code().is_some_and(|code| is_busy_code(&code))
        });
        if is_refusal { WriteError::Refused(error) } else { WriteError::CommitUnknown(error) }
    }

    /// Returns the error of the database, unless an append does not fit the stored data.
    pub(crate) fn of_database(&self) -> Option<&sqlx::Error> {
        match self {
            WriteError::Gap
            | WriteError::Conflict
            | WriteError::Stale
            | WriteError::Erased
            | WriteError::EndMoved(_) => None,
            WriteError::Refused(error) | WriteError::CommitUnknown(error) => Some(error),
        }
    }
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> WriteError {
        if is_at_taken_position(&error) {
            return WriteError::EndMoved(error);
        }
        WriteError::Refused(error)
    }
}

/// True if the position of a log entry in SQLite has another entry.
fn is_at_taken_position(error: &sqlx::Error) -> bool {
    let refused = error.as_database_error().filter(|error| error.is_unique_violation());
    refused.is_some_and(|error| error.message().contains("event_log.seq"))
}

impl PreparedAppend {
    /// Creates an append that writes only premoves.
    pub(crate) fn without_events(
        match_id: MatchId,
        owner: Option<(NodeId, Epoch)>,
        premoves: PremoveRows,
    ) -> PreparedAppend {
        PreparedAppend {
            match_id,
            owner,
            events: Vec::new(),
            plies: PlyCount::default(),
            created: None,
            seated: Vec::new(),
            named: Vec::new(),
            imported: None,
            started: None,
            deadline: None,
            away: Vec::new(),
            has_resumed: false,
            ended: None,
            due: Vec::new(),
            premoves,
            faults: Vec::new(),
        }
    }

    /// Converts an append. Returns `None` for invalid records: no records, non-contiguous
    /// versions, or `Created` at a version other than 1.
    pub(crate) fn of(append: &Append) -> Result<Option<PreparedAppend>, StoreError> {
        let mut rows =
            PreparedAppend::without_events(append.match_id, append.owner, PremoveRows::default());
        rows.events.reserve_exact(append.records.len());
        rows.deadline = append.deadline;
        let Some(first) = append.records.first() else { return Ok(None) };
        for (v, record) in (first.v..).zip(&append.records) {
            let is_created = matches!(record.event, Event::Created { .. });
            if record.v != v || is_created != (v == 1) {
                return Ok(None);
            }
            rows.events.push(EventRow::of(record)?);
            rows.derive(record);
        }
        Ok(Some(rows))
    }

    /// Returns the player and the command that created the match, if this append creates it.
    pub(crate) fn created_by_command(&self) -> Option<(PlayerId, &str)> {
        let created = self.created.as_ref()?;
        Some((created.by, created.command.as_deref()?))
    }

    /// Returns true if the append creates the match.
    pub(crate) fn creates_match(&self) -> bool {
        self.created.is_some()
    }

    /// Returns the epoch that has to be the newest when the append is written.
    pub(crate) fn fence(&self) -> Option<Epoch> {
        self.owner.filter(|_| !self.creates_match()).map(|(_, epoch)| epoch)
    }

    /// Returns true if the append writes no rows except events.
    pub(crate) fn has_only_events(&self) -> bool {
        let PreparedAppend {
            match_id: _,
            owner: _,
            events: _,
            plies: _,
            created: None,
            seated,
            named,
            imported: None,
            started: None,
            deadline: None,
            away,
            has_resumed: false,
            ended: None,
            due,
            premoves,
            faults,
        } = self
        else {
            return false;
        };
        seated.is_empty()
            && named.is_empty()
            && away.is_empty()
            && due.is_empty()
            && premoves.is_empty()
            && faults.is_empty()
    }

    /// Returns true if the append ends the match.
    pub(crate) fn ends_match(&self) -> bool {
        self.ended.is_some()
    }

    fn derive(&mut self, RecordedEvent { at, cause, event, .. }: &RecordedEvent) {
        match event {
            Event::Created {
                variant,
                position,
                time,
                rated,
                private,
                by,
                origin,
                watch_delay_ms,
                ..
            } => {
                let imported = origin.as_deref().and_then(Origin::imported);
                self.imported = imported.map(ImportedTags::of);
                let names = imported.into_iter().flat_map(|imported| imported.names().iter());
                let named = |(seat, name): (Seat, &Option<String>)| Some((seat, name.clone()?));
                self.named.extend(names.filter_map(named));
                let (name, hash) = Variant::split_pin(variant);
                self.created = Some(CreatedRow {
                    variant: name.to_owned(),
                    variant_hash: hash.map(str::to_owned),
                    position: position.clone(),
                    time: *time,
                    rated: *rated,
                    private: *private,
                    imported: imported.is_some(),
                    watch_delay_ms: *watch_delay_ms,
                    by: *by,
                    command: cause.as_ref().map(|cause| cause.id.clone()),
                    at: *at,
                });
            }
            Event::Seated { seat, player } => self.seated.push((*seat, *player)),
            Event::Started => self.started = Some(*at),
            Event::Ended { result, termination } => {
                self.ended = Some(EndedRow { at: *at, result: *result, termination: *termination });
            }
            Event::Moved { .. } => self.plies.made += 1,
            Event::TookBack { ply } => {
                self.plies = PlyCount { after_takeback: Some(*ply), made: 0 }
            }
            Event::Vacation { seat, until } => self.away.push((*seat, *until)),
            Event::AdjournmentEnded { .. } => self.has_resumed = true,
            Event::Offered { .. }
            | Event::Adjourned { .. }
            | Event::OfferEnded { .. }
            | Event::SeatOut { .. }
            | Event::TimeAdded { .. }
            | Event::TimeTaken { .. }
            | Event::Rematched { .. }
            | Event::LinkRenewed { .. }
            | Event::LinkRevoked { .. }
            | Event::Paused
            | Event::Resumed => {}
        }
    }
}

/// Returns true for the Postgres codes of a rejected statement: invalid values, syntax errors and
/// exceeded limits.
fn is_rejection_code(code: &str) -> bool {
    code.len() == 5 && ["22", "42", "54"].iter().any(|class| code.starts_with(class))
}

/// Returns true for the SQLite codes of a file or table that is locked by another connection.
pub(crate) fn is_busy_code(code: &str) -> bool {
    matches!(code, "5" | "6" | "261" | "262" | "517" | "773")
}

/// Changed premoves of one match as rows.
#[derive(Debug, Default)]
pub(crate) struct PremoveRows {
    pub(crate) changes: Vec<(Seat, Option<(u32, String)>)>,
    pub(crate) command: Option<(CommandRef, u32)>,
}

impl PremoveRows {
    pub(crate) fn of(changes: &[PremoveChange]) -> Result<PremoveRows, StoreError> {
        let row = |change: &PremoveChange| {
            let text = |it: &Premove| serde_json::to_string(&it.tree).map(|line| (it.ply, line));
            let premove = change.premove.as_ref().map(text).transpose();
            premove.map(|premove| (change.seat, premove)).map_err(unreadable)
        };
        let changes = changes.iter().map(row).collect::<Result<_, sqlx::Error>>()?;
        Ok(PremoveRows { changes, command: None })
    }

    /// Returns true if nothing changes.
    pub(crate) fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.command.is_none()
    }
}

/// An append that waits for its commit.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) rows: Box<PreparedAppend>,
    pub(crate) since: Instant,
    pub(crate) answer: oneshot::Sender<Result<(), AppendError>>,
}
