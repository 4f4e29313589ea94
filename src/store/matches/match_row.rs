//! Rows of matches, derived from their logs.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use chivalry_play::clock::{TimeControl, Timestamp};
use chivalry_play::matches::{MatchId, MatchResult, MatchStatus, Termination};
use chivalry_play::player::{Player, PlayerId, PlayerKind};
use chivalry_rules::{PerSeat, Seat};

use crate::store::sql::rows::{
    count, flag, id, json, named, optional_count, optional_time, time, unreadable,
};

/// The row of a match in lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// The match.
    pub id: MatchId,
    /// The variant's pin.
    pub variant: String,
    /// The start position, if it is not the usual array.
    pub position: Option<String>,
    /// The time control.
    pub time: TimeControl,
    /// True if the match counts for ratings.
    pub rated: bool,
    /// True if lists omit the match while a seat is free.
    pub private: bool,
    /// The status.
    pub status: MatchStatus,
    /// The creator.
    pub created_by: PlayerId,
    /// The creation time.
    pub created_at: Timestamp,
    /// The time when the last seat was taken.
    pub started_at: Option<Timestamp>,
    /// The end time.
    pub ended_at: Option<Timestamp>,
    /// The result of an ended match.
    pub result: Option<MatchResult>,
    /// The reason of the end.
    pub termination: Option<Termination>,
    /// Number of plies of an ended match, including passes.
    pub plies: Option<u32>,
    /// The time until which only the players see the result.
    pub hidden_until: Option<Timestamp>,
    /// The players by seat.
    pub seats: PerSeat<Option<Player>>,
    /// True if the match was imported.
    pub imported: bool,
    /// The known player names of an imported match.
    pub names: PerSeat<Option<String>>,
    /// The date in the record of an imported match.
    pub date: Option<String>,
    /// The event in that record.
    pub event: Option<String>,
    /// The round in that record.
    pub round: Option<String>,
}

impl MatchRow {
    /// Removes a result that is not public at `now`.
    pub(crate) fn hide(&mut self, now: Timestamp) {
        if self.hidden_until.is_some_and(|until| until > now) {
            self.status = MatchStatus::Playing;
            (self.ended_at, self.result, self.termination, self.plies) = (None, None, None, None);
        }
    }
}

/// The name of a result in the database.
pub(crate) const fn result_name(result: MatchResult) -> &'static str {
    match result {
        MatchResult::First => "first",
        MatchResult::Second => "second",
        MatchResult::Third => "third",
        MatchResult::Fourth => "fourth",
        MatchResult::Draw => "draw",
        MatchResult::Aborted => "aborted",
    }
}

pub(crate) fn match_row(match_id: MatchId, row: &AnyRow) -> sqlx::Result<MatchRow> {
    let result: Option<&str> = row.try_get("result")?;
    let termination: Option<&str> = row.try_get("termination")?;
    let (name, hash): (&str, Option<&str>) =
        (row.try_get("variant")?, row.try_get("variant_hash")?);
    Ok(MatchRow {
        id: match_id,
        variant: hash.map_or_else(|| name.to_owned(), |hash| format!("{name}@{hash}")),
        position: row.try_get("position")?,
        time: json(row, "time")?,
        rated: flag(row, "rated")?,
        private: flag(row, "private")?,
        status: named(&MatchStatus::ALL, MatchStatus::as_str, row.try_get("status")?)?,
        created_by: id(row, "created_by").map(PlayerId)?,
        created_at: time(row, "created_at")?,
        started_at: optional_time(row, "started_at")?,
        ended_at: optional_time(row, "ended_at")?,
        result: result.map(|text| named(&MatchResult::ALL, result_name, text)).transpose()?,
        termination: termination
            .map(|text| named(&Termination::ALL, Termination::as_str, text))
            .transpose()?,
        plies: optional_count(row, "plies")?,
        hidden_until: optional_time(row, "hidden_until")?,
        seats: PerSeat::default(),
        imported: flag(row, "imported")?,
        names: PerSeat::default(),
        date: None,
        event: None,
        round: None,
    })
}

/// Adds the player of a row of `match_seats`.
pub(crate) fn add_seat(to: &mut MatchRow, row: &AnyRow) -> sqlx::Result<()> {
    to.seats[seat(row, "seat")?] = Some(Player {
        id: PlayerId(id(row, "player_id")?),
        name: row.try_get("player_name")?,
        kind: named(&PlayerKind::ALL, PlayerKind::as_str, row.try_get("player_kind")?)?,
    });
    Ok(())
}

/// Adds the name of a row of `match_names`.
pub(crate) fn add_name(to: &mut MatchRow, row: &AnyRow) -> sqlx::Result<()> {
    to.names[seat(row, "seat")?] = Some(row.try_get("name")?);
    Ok(())
}

/// Adds the tags of a row of `imported_games`.
pub(crate) fn add_tags(to: &mut MatchRow, row: &AnyRow) -> sqlx::Result<()> {
    to.date = row.try_get("date")?;
    to.event = row.try_get("event")?;
    to.round = row.try_get("round")?;
    Ok(())
}

pub(crate) fn seat(row: &AnyRow, column: &str) -> sqlx::Result<Seat> {
    let seat = Seat::new(count(row, column)? as usize);
    seat.ok_or_else(|| unreadable("a seat's index is 0 to 3"))
}
