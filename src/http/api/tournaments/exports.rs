//! Exports of a tournament as JSON and game records.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::live::TournamentSnapshot;
use crate::protocol::{
    BracketView, CrossTableView, GameItem, PlaceView, RoundView, TournamentFrame, TournamentView,
};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_tournament::{EntrantId, Stage, TournamentId};

use crate::http::api::matches::records::stream_games;
use crate::http::api::tournaments::tables::cached_view;
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::body::PathParam;
use crate::http::state::AppState;
use crate::http::stream::tournament_events::missed;

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

/// The names of an entrant's players, or the name of an entrant of record.
pub(super) fn name_of(snapshot: &TournamentSnapshot, entrant: EntrantId) -> String {
    if let Some(name) = snapshot.tournament.entrant(entrant).and_then(|it| it.name.clone()) {
        return name;
    }
    let names: HashMap<_, _> =
        snapshot.players.iter().map(|(id, player)| (*id, player.name.as_str())).collect();
    let players = snapshot.tournament.entrant(entrant).map_or(&[][..], |it| &it.players);
    let names: Vec<&str> = players.iter().filter_map(|id| names.get(id).copied()).collect();
    names.join(", ")
}
