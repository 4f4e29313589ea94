//! Exports of a tournament as TRF report, JSON and game records, and pairing of
//! imported reports.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::TournamentSnapshot;
use crate::live::compute::cpu_pool::CpuPool;
use crate::live::tournament_actor::handle::Tournaments;
use crate::protocol::{
    BracketView, Code, CrossTableView, GameItem, PlaceView, Reason, RequestError, RoundView,
    TournamentFrame, TournamentView,
};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_rules::Team;
use chivalry_tournament::{EntrantId, Stage, TournamentId, TournamentReport, swiss};

use crate::http::api::matches::records::stream_games;
use crate::http::api::tournaments::tables::{StageParams, cached_view, stage_of};
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::{Params, PathParam, Text, TextBody};
use crate::http::response::{REVALIDATE, TEXT, cached};
use crate::http::state::AppState;
use crate::http::stream::tournament_events::missed;

/// The most players of an imported report.
const MAX_REPORTED: usize = 2_000;

/// Export a Swiss stage as a report
///
/// In the Tournament Report File format of FIDE (TRF16).
#[utoipa::path(get, path = "/tournaments/{id}/report", tag = "tournaments",
    operation_id = "report",
    params(("id" = uuid::Uuid, Path, description = "the tournament"), StageParams),
    responses(
        (status = 200, description = "the report", body = String, content_type = "text/plain"),
        Failures))]
pub(crate) async fn report(
    State(tournaments): State<Tournaments>,
    State(cpu_pool): State<CpuPool>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested_stage = params.number("stage")?;
    let snapshot = tournaments.snapshot(id).await?;
    let text = move || {
        let stage = stage_of(&snapshot, requested_stage)?;
        let report = snapshot.tournament.report(stage, |entrant| name_of(&snapshot, entrant));
        Ok(report.map_err(|fault| RequestError::from(&fault))?.to_text())
    };
    let text: Result<String, RequestError> = cpu_pool.run(text).await?;
    Ok(cached(&headers, TEXT, REVALIDATE, text?))
}

/// Pair the next round of a report
///
/// For a Swiss event that is kept elsewhere, from its report (TRF16). All players take
/// part, and the pairing rules are those of tournaments here. In a first round, the top
/// seed has the first side.
#[utoipa::path(post, path = "/tournaments/report", tag = "tournaments",
    operation_id = "next_of_report",
    request_body(content = TextBody, content_type = "application/octet-stream"),
    responses((status = 200, description = "the pairs of the next round", body = NextRoundView),
        Failures))]
pub(crate) async fn next_of_report(
    State(cpu_pool): State<CpuPool>,
    Text(text): Text,
) -> ApiResult<Json<NextRoundView>> {
    let next = move || {
        let report = TournamentReport::parse(&text).map_err(|fault| RequestError::from(&fault))?;
        if report.players.is_empty() || report.players.len() > MAX_REPORTED {
            let message = Reason::ReportPlayers.with([("most", MAX_REPORTED.into())]);
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
    let next: Result<NextRoundView, RequestError> = cpu_pool.run(next).await?;
    Ok(Json(next?))
}

/// The pairs of the next round of a report.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextRoundView {
    /// The name of the event.
    name: String,
    /// The round.
    round: u16,
    /// The algorithm, with its version.
    algorithm: String,
    /// The pairs, by starting rank.
    pairs: Vec<ReportedPair>,
    /// The player without an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<EntrantId>,
}

/// A pair of opponents.
#[derive(Serialize, ToSchema)]
struct ReportedPair {
    /// The player with the first side.
    first: EntrantId,
    /// The player with the second side.
    second: EntrantId,
}

/// Export a tournament
///
/// All data of the tournament: the plan and the entrants, each round with the input of
/// its pairing, the tables of each stage, and the events.
#[utoipa::path(get, path = "/tournaments/{id}/export", tag = "tournaments",
    operation_id = "export_tournament",
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses((status = 200, description = "the complete tournament",
        body = ExportView), Failures))]
pub(crate) async fn export(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    cached_view(&state, id, &headers, "export", |snapshot| Ok(ExportView::of(snapshot))).await
}

/// A complete tournament.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportView {
    /// The tournament in its current state.
    about: TournamentView,
    /// The stages that have begun.
    stages: Vec<StageExport>,
    /// The events, from version 1.
    events: Vec<TournamentFrame>,
}

/// A stage of an exported tournament.
#[derive(Serialize, ToSchema)]
struct StageExport {
    /// The number of the stage, from 0.
    stage: usize,
    /// The rounds of the stage.
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
    fn of(snapshot: &TournamentSnapshot) -> ExportView {
        let tournament = &snapshot.tournament;
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
            about: TournamentView::of(snapshot.id, tournament, &snapshot.players),
            stages: tournament.stages().iter().enumerate().map(stage).collect(),
            events: missed(snapshot, 0).map(|(_, frame)| frame).collect(),
        }
    }
}

/// Export the games of a tournament
///
/// Streams the ended games as records. The header `Accept` selects text or one JSON
/// object a line (`application/x-ndjson`).
#[utoipa::path(get, path = "/tournaments/{id}/record", tag = "tournaments",
    operation_id = "tournament_record",
    params(("id" = uuid::Uuid, Path, description = "the tournament")),
    responses(
        (status = 200, description = "the games", content(
            (String = "text/plain"),
            (GameItem = "application/x-ndjson"))),
        Failures))]
pub(crate) async fn games(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    state.tournaments.snapshot(id).await?;
    let filter = MatchFilter {
        tournament: Some(id),
        status: Some(MatchStatus::Ended),
        seen_at: Some(state.live.time().now()),
        ..MatchFilter::default()
    };
    Ok(stream_games(&state, filter, &headers))
}

/// The names of an entrant's players.
fn name_of(snapshot: &TournamentSnapshot, entrant: EntrantId) -> String {
    let names: HashMap<_, _> =
        snapshot.players.iter().map(|(id, player)| (*id, player.name.as_str())).collect();
    let players = snapshot.tournament.entrant(entrant).map_or(&[][..], |it| &it.players);
    let names: Vec<&str> = players.iter().filter_map(|id| names.get(id).copied()).collect();
    names.join(", ")
}
