//! Checks of tournaments: the derived rows against the logs, and stuck rounds.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_tournament::{RecordedEvent, RoundSlot, Tournament, TournamentId, TournamentStatus};

use crate::store::doctor::{Examination, Finding, Subject};
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;
use crate::store::sql::rows::{count, id, optional_time};
use crate::store::tournaments::tournament_log::recorded;

/// Rows derived from the log of a tournament.
#[derive(Debug, PartialEq, Eq)]
struct Derived {
    status: String,
    entrants: u32,
    due_at: Option<Timestamp>,
    /// Match by pairing and game number.
    games: BTreeMap<(u32, u32), MatchId>,
    /// Pairing by stage, round and entrant.
    places: BTreeMap<(u32, u32, u32), Option<u32>>,
}

impl<F: FnMut(Finding)> Examination<'_, F> {
    pub(crate) async fn check_tournaments(&mut self) -> Result<(), StoreError> {
        let mut after = uuid::Uuid::nil();
        loop {
            let mut snapshot = self.db.snapshot().await?;
            let sql = "select id, status, entrants, due_at from tournaments
                       where id > $1 order by id limit 1";
            let query = sqlx::query(sql).bind(after.key());
            let Some(row) = query.fetch_optional(&mut *snapshot).await? else { return Ok(()) };
            after = id(&row, "id")?;
            let tournament = TournamentId(after);
            let stored = stored_rows(&mut snapshot, tournament, &row).await?;
            let log = log(&mut snapshot, tournament).await?;
            let public_results = public_results(&mut snapshot, tournament).await?;
            snapshot.commit().await?;
            self.counts.tournaments += 1;
            self.check_tournament(tournament, &stored, log, &public_results);
        }
    }

    fn check_tournament(
        &mut self,
        id: TournamentId,
        stored: &Derived,
        log: Vec<sqlx::Result<RecordedEvent>>,
        public_results: &BTreeMap<MatchId, Timestamp>,
    ) {
        let about = Subject::Tournament(id);
        if log.is_empty() {
            return self.report(about, "it has no log");
        }
        let log = match log.into_iter().collect::<sqlx::Result<Vec<RecordedEvent>>>() {
            Ok(log) => log,
            Err(error) => return self.report(about, format!("its log cannot be read: {error}")),
        };
        let last_at = log.last().map_or(Timestamp(0), |last| last.at);
        let tournament = match Tournament::fold(log) {
            Ok(tournament) => tournament,
            Err(error) => return self.report(about, error.to_string()),
        };
        let expected_rows = expected_rows(&tournament, last_at);
        for (what, is_same) in [
            ("status", stored.status == expected_rows.status),
            ("entrants", stored.entrants == expected_rows.entrants),
            ("due_at", stored.due_at == expected_rows.due_at),
            ("the list of its games", stored.games == expected_rows.games),
            ("the list of its places", stored.places == expected_rows.places),
        ] {
            if !is_same {
                self.report(about, format!("{what} is not as its log tells it"));
            }
        }
        self.check_progress(about, &tournament, last_at, public_results);
    }

    fn check_progress(
        &mut self,
        about: Subject,
        tournament: &Tournament,
        last_at: Timestamp,
        public_results: &BTreeMap<MatchId, Timestamp>,
    ) {
        if tournament.status() != TournamentStatus::Running {
            return;
        }
        let mut late = Vec::new();
        // The match of a forfeited pairing is cancelled and does not count.
        for pairing in tournament.pairings().filter(|pairing| !tournament.is_decided(pairing)) {
            let played_in = pairing.current_game().and_then(|game| game.played_in);
            let Some((played_in, ended)) =
                played_in.and_then(|id| Some((id, *public_results.get(&id)?)))
            else {
                continue;
            };
            if self.is_overdue(ended) {
                let (round, table) = (pairing.round, pairing.table);
                late.push(format!(
                    "round {round}, table {table}: match {played_in} is over and not counted"
                ));
            }
        }
        if self.is_overdue(last_at) {
            late.extend(tournament.due_games().map(|due| {
                let (pairing, number) = (due.pairing.0, due.number);
                format!("game {number} of pairing {pairing} has no match")
            }));
        }
        if let Some(due) = tournament.next_due_at(last_at).filter(|due| self.is_overdue(*due)) {
            late.push(format!(
                "it was to continue at {}, and did not: it may wait for the director",
                due.0
            ));
        }
        for what in late {
            self.report(about, what);
        }
    }
}

fn expected_rows(tournament: &Tournament, last_at: Timestamp) -> Derived {
    let games = tournament.pairings().flat_map(|pairing| {
        let of = pairing.pair.id.0;
        pairing
            .games
            .iter()
            .filter_map(move |game| Some(((of, u32::from(game.number)), game.played_in?)))
    });
    let rounds = (0..).zip(tournament.stages());
    let rounds = rounds.flat_map(|(stage, begun)| begun.rounds.iter().map(move |it| (stage, it)));
    let places = rounds.flat_map(|(stage, round)| {
        round.slots.iter().map(move |(entrant, place)| {
            let pairing = match place {
                RoundSlot::Pairing(id) => Some(id.0),
                RoundSlot::Bye => None,
            };
            ((stage, u32::from(round.number), entrant.0), pairing)
        })
    });
    Derived {
        status: tournament.status().as_str().to_owned(),
        entrants: tournament.entrants().len() as u32,
        due_at: tournament.next_due_at(last_at),
        games: games.collect(),
        places: places.collect(),
    }
}

async fn stored_rows(
    connection: &mut AnyConnection,
    tournament: TournamentId,
    row: &AnyRow,
) -> sqlx::Result<Derived> {
    let key = tournament.key();
    let sql = "select pairing, number, match_id from tournament_games where tournament_id = $1";
    let mut games = BTreeMap::new();
    for row in sqlx::query(sql).bind(key).fetch_all(&mut *connection).await? {
        let place = (count(&row, "pairing")?, count(&row, "number")?);
        games.insert(place, MatchId(id(&row, "match_id")?));
    }
    let sql = "select stage, round, entrant, pairing from tournament_places
               where tournament_id = $1";
    let mut places = BTreeMap::new();
    for row in sqlx::query(sql).bind(key).fetch_all(&mut *connection).await? {
        let place = (count(&row, "stage")?, count(&row, "round")?, count(&row, "entrant")?);
        places.insert(place, crate::store::sql::rows::optional_count(&row, "pairing")?);
    }
    Ok(Derived {
        status: row.try_get("status")?,
        entrants: count(row, "entrants")?,
        due_at: optional_time(row, "due_at")?,
        games,
        places,
    })
}

async fn log(
    connection: &mut AnyConnection,
    tournament: TournamentId,
) -> sqlx::Result<Vec<sqlx::Result<RecordedEvent>>> {
    let sql = "select v, at, player_id, action, body from tournament_events
               where tournament_id = $1 order by v";
    let query = sqlx::query(sql).bind(tournament.key());
    Ok(query.fetch_all(connection).await?.iter().map(recorded).collect())
}

/// Returns the tournament's matches with a public result, and the times when those became public.
async fn public_results(
    connection: &mut AnyConnection,
    tournament: TournamentId,
) -> sqlx::Result<BTreeMap<MatchId, Timestamp>> {
    let sql = "select m.id, m.ended_at + m.watch_delay_ms as over_at
               from tournament_games g join matches m on m.id = g.match_id
               where g.tournament_id = $1 and m.status = 'ended'";
    let query = sqlx::query(sql).bind(tournament.key());
    let mut public_results = BTreeMap::new();
    for row in query.fetch_all(connection).await? {
        if let Some(at) = optional_time(&row, "over_at")? {
            public_results.insert(MatchId(id(&row, "id")?), at);
        }
    }
    Ok(public_results)
}
