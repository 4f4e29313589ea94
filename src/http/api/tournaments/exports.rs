//! Tournaments to take away: as the report that pairing programs read, as
//! JSON, and as the records of their games; and reports brought along.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::TournamentSnapshot;
use crate::protocol::{
    BracketView, Code, CrossTableView, GameItem, PlaceView, Reason, RequestError, RoundView,
    TournamentFrame, TournamentView,
};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_rules::Team;
use chivalry_tournament::{EntrantId, Stage, TournamentId, TournamentReport, swiss};

use crate::http::api::matches::records::stream_games;
use crate::http::api::tournaments::events::missed;
use crate::http::api::tournaments::tables::{StageParams, shown, stage_of};
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Named, Params, Text};
use crate::http::response::{ASK_AGAIN, TEXT, kept};
use crate::http::state::AppState;

/// The longest report that is read, in players.
const MOST_REPORTED: usize = 2_000;

/// A Swiss stage as a report
///
/// The Tournament Report File of FIDE (TRF16).
#[utoipa::path(get, path = "/tournaments/{id}/report", tag = "tournaments",
    operation_id = "report",
    params(("id" = uuid::Uuid, Path, description = "the tournament"), StageParams),
    responses(
        (status = 200, description = "the report", body = String, content_type = "text/plain"),
        Failures))]
pub(crate) async fn report(
    State(app): State<AppState>,
    Named(id): Named<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let asked = params.number("stage")?;
    let room = app.tournaments.look(id).await?;
    let text = move || {
        let stage = stage_of(&room, asked)?;
        let report = room.tournament.report(stage, |entrant| name_of(&room, entrant));
        Ok(report.map_err(|fault| RequestError::from(&fault))?.to_text())
    };
    let text: Result<String, RequestError> = app.questions.run(text).await?;
    Ok(kept(&headers, TEXT, ASK_AGAIN, text?))
}

/// The next round of a report
///
/// Of a Swiss event that is kept elsewhere, as its report (TRF16) tells it:
/// paired as a tournament here would be, everybody taking part. In a first
/// round, the best has the first side.
#[utoipa::path(post, path = "/tournaments/report", tag = "tournaments",
    operation_id = "next_of_report",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, description = "the pairs of the next round", body = NextRoundView),
        Failures))]
pub(crate) async fn next_of_report(
    State(app): State<AppState>,
    Text(text): Text,
) -> ApiResult<Json<NextRoundView>> {
    let next = move || {
        let report = TournamentReport::parse(&text).map_err(|fault| RequestError::from(&fault))?;
        if report.players.is_empty() || report.players.len() > MOST_REPORTED {
            let message = Reason::ReportPlayers.with([("most", MOST_REPORTED.into())]);
            return Err(RequestError::new(Code::BadFrame, message).well_formed());
        }
        let input = report.next_round(Team::First);
        let round = swiss::pair(&input).map_err(|_| {
            let refusal = chivalry_tournament::Refusal::Unpairable;
            RequestError::from(&refusal)
        })?;
        let pair =
            |pair: &swiss::SwissPair| ReportedPair { first: pair.first, second: pair.second };
        Ok(NextRoundView {
            name: report.name,
            round: input.round,
            algorithm: swiss::SWISS_VERSION.to_owned(),
            pairs: round.pairs.iter().map(pair).collect(),
            bye: round.bye,
        })
    };
    let next: Result<NextRoundView, RequestError> = app.questions.run(next).await?;
    Ok(Json(next?))
}

/// The pairs of the next round of a report.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextRoundView {
    /// What the event is called.
    name: String,
    /// The round.
    round: u16,
    /// The algorithm, with its version.
    algorithm: String,
    /// Who meets, by starting rank.
    pairs: Vec<ReportedPair>,
    /// Who has no opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<EntrantId>,
}

/// Two who meet.
#[derive(Serialize, ToSchema)]
struct ReportedPair {
    /// Who has the first side.
    first: EntrantId,
    /// Who has the second.
    second: EntrantId,
}

/// A whole tournament
///
/// Everything that is known of it: the plan and the entrants, each round with
/// what it was paired from, the tables of each stage, and its events.
#[utoipa::path(get, path = "/tournaments/{id}/export", tag = "tournaments",
    operation_id = "export_tournament",
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses((status = 200, description = "all of it", body = ExportView), Failures))]
pub(crate) async fn export(
    State(app): State<AppState>,
    Named(id): Named<TournamentId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    shown(&app, id, &headers, "export", |room| Ok(ExportView::of(room))).await
}

/// A whole tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportView {
    /// It as it stands.
    about: TournamentView,
    /// Each stage that has begun.
    stages: Vec<StageExport>,
    /// Its events, from version 1.
    events: Vec<TournamentFrame>,
}

/// A stage of a whole tournament.
#[derive(Serialize, ToSchema)]
struct StageExport {
    /// The stage, from 0.
    stage: usize,
    /// Its rounds.
    rounds: Vec<RoundView>,
    /// The standings of each group.
    standings: Vec<Vec<PlaceView>>,
    /// The cross-table of each group.
    cross_tables: Vec<CrossTableView>,
    /// The bracket of a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    bracket: Option<BracketView>,
}

impl ExportView {
    fn of(room: &TournamentSnapshot) -> ExportView {
        let tournament = &room.tournament;
        let stage = |(stage, begun): (usize, &Stage)| {
            let groups = 0..begun.groups.len();
            let places = |group| -> Vec<PlaceView> {
                tournament.standings(stage, group).iter().map(PlaceView::from).collect()
            };
            let round = |round| RoundView::of(tournament, stage, round, true);
            StageExport {
                stage,
                rounds: begun.rounds.iter().map(round).collect(),
                standings: groups.clone().map(places).collect(),
                cross_tables: groups
                    .map(|group| CrossTableView::of(tournament, stage, group))
                    .collect(),
                bracket: BracketView::of(tournament, stage),
            }
        };
        ExportView {
            about: TournamentView::of(room.id, tournament, &room.players),
            stages: tournament.stages().iter().enumerate().map(stage).collect(),
            events: missed(room, 0).map(|(_, frame)| frame).collect(),
        }
    }
}

/// Every game of a tournament
///
/// Those that have ended, as one stream of records: as text, or as one JSON
/// object a line (`application/x-ndjson`), by the header `Accept`.
#[utoipa::path(get, path = "/tournaments/{id}/record", tag = "tournaments",
    operation_id = "tournament_record",
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses(
        (status = 200, description = "the games", content(
            (String = "text/plain"),
            (GameItem = "application/x-ndjson"))),
        Failures))]
pub(crate) async fn games(
    State(app): State<AppState>,
    Named(id): Named<TournamentId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    app.tournaments.look(id).await?;
    let filter = MatchFilter {
        tournament: Some(id),
        status: Some(MatchStatus::Ended),
        seen_at: Some(app.live.time().now()),
        ..MatchFilter::default()
    };
    Ok(stream_games(&app, filter, &headers))
}

/// The names of an entrant's players.
fn name_of(room: &TournamentSnapshot, entrant: EntrantId) -> String {
    let names: HashMap<_, _> =
        room.players.iter().map(|(id, player)| (*id, player.name.as_str())).collect();
    let players = room.tournament.entrant(entrant).map_or(&[][..], |it| &it.players);
    let names: Vec<&str> = players.iter().filter_map(|id| names.get(id).copied()).collect();
    names.join(", ")
}
