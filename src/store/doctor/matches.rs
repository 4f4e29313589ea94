//! Checks of matches: the hash chains, and the derived rows against the logs.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::{
    ChainVerifier, Event, Match, MatchId, MatchStatus, RecordedEvent, Status, StoredEvent,
    Termination,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::Seat;

use crate::store::doctor::{Examination, Finding, Subject};
use crate::store::error::StoreError;
use crate::store::log::match_log::stored_event;
use crate::store::matches::match_row::{MatchRow, match_row, seat};
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{MultiRowInsert, id, optional_time};

/// Matches read per query.
const MATCHES_PER_QUERY: i64 = 32;

/// The stored data of a match.
struct Stored {
    row: MatchRow,
    create_command: Option<String>,
    watch_delay_ms: i64,
    rating_due_at: Option<Timestamp>,
    deadline_at: Option<Timestamp>,
    seats: BTreeMap<usize, PlayerId>,
    /// The ends of the last vacations, by seat.
    away: BTreeMap<usize, Timestamp>,
    names: BTreeMap<usize, String>,
    log: Vec<StoredEvent>,
}

impl<F: FnMut(Finding)> Examination<'_, F> {
    pub(crate) async fn check_matches(&mut self) -> Result<(), StoreError> {
        let mut after = uuid::Uuid::nil();
        loop {
            // Rows and log must come from the same snapshot.
            let mut snapshot = self.db.snapshot().await?;
            let sql = "select * from matches where id > $1 order by id limit $2";
            let rows = sqlx::query(sql)
                .bind(after.key())
                .bind(MATCHES_PER_QUERY)
                .fetch_all(&mut *snapshot)
                .await?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = id(last, "id")?;
            let ids = rows.iter().map(|row| id(row, "id").map(MatchId));
            let ids = ids.collect::<sqlx::Result<Vec<MatchId>>>()?;
            let mut about = read_details(&mut snapshot, &ids).await?;
            snapshot.commit().await?;
            for (row, id) in rows.iter().zip(ids) {
                let about = about.remove(&id).unwrap_or_default();
                self.counts.matches += 1;
                self.counts.events += about.log.len() as u64;
                match stored(id, row, about) {
                    Ok(stored) => self.check_match(id, stored),
                    Err(error) => {
                        self.report(Subject::Match(id), format!("its row cannot be read: {error}"));
                    }
                }
            }
        }
    }

    fn check_match(&mut self, id: MatchId, stored: Stored) {
        let about = Subject::Match(id);
        if let Some(due) = stored.rating_due_at.filter(|due| self.is_overdue(*due)) {
            self.report(about, format!("it was to be rated at {}, and is not", due.0));
        }
        if let Some(due) = stored.deadline_at.filter(|due| self.is_overdue(*due)) {
            self.report(
                about,
                format!("it was to be checked at {} for its clock, and was not", due.0),
            );
        }
        let mut reader = ChainVerifier::new(id);
        let mut records = Vec::with_capacity(stored.log.len());
        let mut is_readable = true;
        for event in &stored.log {
            if let Err(fault) = reader.read(event) {
                self.report(about, format!("its chain is broken: {fault}"));
            }
            if event.lacks_hash(self.chained_since) {
                self.report(about, format!("version {} has lost its hash", event.v));
            }
            match recorded(event) {
                Ok(record) => records.push(record),
                Err(error) => {
                    is_readable = false;
                    self.report(about, format!("version {} cannot be read: {error}", event.v));
                }
            }
        }
        self.counts.unchained += u64::from(reader.chained_from() > 1);
        if stored.log.is_empty() {
            return self.report(about, "it has no log");
        }
        if !is_readable {
            return;
        }
        let match_state = match Match::fold(id, records.clone()) {
            Ok(match_state) => match_state,
            Err(error) => {
                let what = format!("version {} cannot follow: {}", error.v, error.fault);
                return self.report(about, what);
            }
        };
        for what in differences(&stored, &match_state, &records) {
            self.report(about, what);
        }
    }
}

/// Further columns of a match beside its row in lists.
#[derive(Default)]
struct MatchDetails {
    seats: BTreeMap<usize, PlayerId>,
    away: BTreeMap<usize, Timestamp>,
    names: BTreeMap<usize, String>,
    log: Vec<StoredEvent>,
}

async fn read_details(
    connection: &mut AnyConnection,
    ids: &[MatchId],
) -> Result<HashMap<MatchId, MatchDetails>, StoreError> {
    static SEATS: MultiRowInsert = MultiRowInsert::new(
        "select match_id, seat, player_id, away_until from match_seats where match_id in (",
        1,
        ")",
    );
    static NAMES: MultiRowInsert = MultiRowInsert::new(
        "select match_id, seat, name from match_names where match_id in (",
        1,
        ")",
    );
    static EVENTS: MultiRowInsert = MultiRowInsert::new(
        "select match_id, v, at, player_id, command_id, body, hash from match_events
         where match_id in (",
        1,
        ") order by match_id, v",
    );
    let mut about: HashMap<MatchId, MatchDetails> = HashMap::with_capacity(ids.len());
    for (by_rows, take) in [
        (&SEATS, add_seat as fn(&mut MatchDetails, &AnyRow) -> sqlx::Result<()>),
        (&NAMES, add_name),
        (&EVENTS, |about, row| {
            about.log.push(stored_event(row)?);
            Ok(())
        }),
    ] {
        for (sql, chunk) in by_rows.chunks(ids) {
            let mut select = sqlx::query::<sqlx::Any>(sql);
            for id in chunk {
                select = select.bind(id.key());
            }
            for row in select.fetch_all(&mut *connection).await? {
                take(about.entry(MatchId(id(&row, "match_id")?)).or_default(), &row)?;
            }
        }
    }
    Ok(about)
}

fn add_seat(about: &mut MatchDetails, row: &AnyRow) -> sqlx::Result<()> {
    let seat = seat(row, "seat")?.index();
    about.seats.insert(seat, PlayerId(id(row, "player_id")?));
    about.away.extend(optional_time(row, "away_until")?.map(|until| (seat, until)));
    Ok(())
}

fn add_name(about: &mut MatchDetails, row: &AnyRow) -> sqlx::Result<()> {
    about.names.insert(seat(row, "seat")?.index(), row.try_get("name")?);
    Ok(())
}

fn stored(id: MatchId, row: &AnyRow, about: MatchDetails) -> sqlx::Result<Stored> {
    let MatchDetails { seats, away, names, log } = about;
    Ok(Stored {
        row: match_row(id, row)?,
        create_command: row.try_get("create_command")?,
        watch_delay_ms: row.try_get("watch_delay_ms")?,
        rating_due_at: optional_time(row, "rating_due_at")?,
        deadline_at: optional_time(row, "deadline_at")?,
        seats,
        away,
        names,
        log,
    })
}

pub(crate) fn recorded(event: &StoredEvent) -> Result<RecordedEvent, serde_json::Error> {
    let StoredEvent { v, at, ref cause, ref body, .. } = *event;
    Ok(RecordedEvent { v, at, cause: cause.clone(), event: serde_json::from_str(body)? })
}

/// Compares the row, the seats and the names with the log.
fn differences(stored: &Stored, match_state: &Match, log: &[RecordedEvent]) -> Vec<String> {
    let mut found = Differences(Vec::new());
    let row = &stored.row;
    let at = |is: fn(&Event) -> bool| log.iter().find(|it| is(&it.event)).map(|it| it.at);
    let (status, result, termination) = match match_state.status() {
        Status::Open => (MatchStatus::Open, None, None),
        Status::Playing => (MatchStatus::Playing, None, None),
        Status::Ended { result, termination } => {
            (MatchStatus::Ended, Some(result), Some(termination))
        }
    };
    found.compare("status", &row.status.as_str(), &status.as_str());
    found.compare("result", &row.result, &result);
    let name = Termination::as_str;
    found.compare("termination", &row.termination.map(name), &termination.map(name));
    let plies = result.map(|_| match_state.game().plies());
    found.compare("plies", &row.plies, &plies);
    found.compare("started_at", &row.started_at, &at(|it| matches!(it, Event::Started)));
    found.compare("ended_at", &row.ended_at, &at(|it| matches!(it, Event::Ended { .. })));
    found.compare("created_at", &row.created_at, &match_state.created_at());
    found.compare("created_by", &row.created_by, &match_state.created_by());
    found.compare("time", &row.time, &match_state.time());
    found.compare("rated", &row.rated, &match_state.is_rated());
    found.compare("private", &row.private, &match_state.is_private());
    found.compare("imported", &row.imported, &match_state.imported().is_some());
    let delay = i64::from(match_state.watch_delay_ms());
    found.compare("watch_delay_ms", &stored.watch_delay_ms, &delay);
    if let Some(RecordedEvent { event: Event::Created { variant, position, .. }, cause, .. }) =
        log.first()
    {
        found.compare("variant", &row.variant, variant);
        found.compare("position", &row.position, position);
        let command = cause.as_ref().map(|cause| cause.id.clone());
        found.compare("create_command", &stored.create_command, &command);
    }
    let players = match_state.players().iter();
    let players = players.filter_map(|(seat, player)| Some((Seat::index(seat), (*player)?)));
    found.compare("seats", &stored.seats, &players.collect());
    let away = log.iter().filter_map(|it| match it.event {
        Event::Vacation { seat, until } => Some((seat.index(), until)),
        _ => None,
    });
    found.compare("vacations", &stored.away, &away.collect());
    let names = match_state.imported().into_iter().flat_map(|imported| imported.names().iter());
    let names = names.filter_map(|(seat, name)| Some((Seat::index(seat), name.clone()?)));
    found.compare("names", &stored.names, &names.collect());
    found.0
}

struct Differences(Vec<String>);

impl Differences {
    fn compare<T: PartialEq + Debug>(&mut self, what: &str, stored: &T, expected: &T) {
        if stored != expected {
            self.0.push(format!("{what} is {stored:?}, and {expected:?} by its log"));
        }
    }
}
