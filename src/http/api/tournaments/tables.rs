//! Rounds, standings, cross-tables and brackets of a tournament.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;

use crate::live::TournamentSnapshot;
use crate::protocol::{
    BracketView, Code, CrossTableView, List, Reason, RequestError, RoundView, StandingsView,
    WhyView,
};
use chivalry_tournament::{EntrantId, Round, TournamentId};

use crate::http::api::lobby::player_called;
use crate::http::api::matches::lists::limit;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::body::{Params, PathParam};
use crate::http::response::{JSON, REVALIDATE, cached};
use crate::http::state::AppState;

/// The most rows of a table, and the most events, in a page.
pub(crate) const MAX_ROWS: u32 = 1_000;

/// A stage or a group of a tournament.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `stage_of` and `group_of`")]
pub(crate) struct StageParams {
    /// The stage, from 0. The default is the stage that began last.
    stage: Option<u32>,
}

/// A group of a stage.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `group_of`")]
pub(crate) struct GroupParams {
    /// The group, from 0.
    group: Option<u32>,
}

/// A page of a table.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `TablePage::of`")]
pub(crate) struct TablePageParams {
    /// Number of rows, 1 to 1,000. The default is all rows.
    #[param(minimum = 1, maximum = 1_000)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    cursor: Option<u32>,
}

/// The requested rows of a table.
#[derive(Clone, Copy, Debug)]
struct TablePage {
    limit: Option<u32>,
    begin: u32,
}

impl TablePage {
    fn of(params: &Params) -> ApiResult<TablePage> {
        let limit = limit(params, MAX_ROWS)?;
        Ok(TablePage { limit, begin: params.number("cursor")?.unwrap_or(0) })
    }

    /// Returns the rows of the page and the cursor of the next one.
    fn select<T>(self, rows: &[T]) -> (&[T], Option<String>) {
        let begin = rows.len().min(self.begin as usize);
        let end = self.limit.map_or(rows.len(), |limit| rows.len().min(begin + limit as usize));
        (&rows[begin..end], (end < rows.len()).then(|| end.to_string()))
    }
}

/// Responds with a view of a tournament as JSON. The view is computed once for each
/// version of the tournament and cached under the key `what`.
pub(crate) async fn cached_view<T: Serialize + 'static>(
    state: &AppState,
    id: TournamentId,
    headers: &HeaderMap,
    cache_key: &str,
    compute: impl FnOnce(&TournamentSnapshot) -> Result<T, RequestError> + Send + 'static,
) -> ApiResult<Response> {
    let snapshot = state.tournaments.snapshot(id).await?;
    let body: Bytes = match snapshot.kept(cache_key) {
        Some(body) => body,
        None => {
            let source = snapshot.clone();
            let written = move || {
                let view = compute(&source)?;
                Ok(serde_json::to_vec(&view).expect("views of strings, numbers and lists"))
            };
            let body: Result<Vec<u8>, RequestError> = state.cpu_pool.run(written).await?;
            let body = Bytes::from(body?);
            snapshot.keep(cache_key, &body);
            body
        }
    };
    Ok(cached(headers, JSON, REVALIDATE, body))
}

/// List the rounds of a stage
///
/// With their pairings and the matches of these.
#[utoipa::path(get, path = "/tournaments/{id}/rounds", tag = "tournaments",
    operation_id = "rounds",
    params(("id" = uuid::Uuid, Path, description = "the tournament"), StageParams),
    responses((status = 200, description = "rounds", body = List<RoundView>), Failures))]
pub(crate) async fn rounds(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested = params.number("stage")?;
    cached_view(&state, id, &headers, &format!("rounds {requested:?}"), move |snapshot| {
        let stage = stage_of(snapshot, requested)?;
        let rounds = snapshot.tournament.stages().get(stage).map_or(&[][..], |it| &it.rounds);
        let view = |round: &Round| RoundView::of(&snapshot.tournament, stage, round, false);
        Ok(List { items: rounds.iter().map(view).collect(), next: None })
    })
    .await
}

/// Get a round
///
/// With its pairings and everything that determined them: the algorithm with its
/// version, the seed, and the input. The same three give the same pairings.
#[utoipa::path(get, path = "/tournaments/{id}/rounds/{n}", tag = "tournaments",
    operation_id = "round",
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        ("n" = u16, Path, description = "the round, from 1"),
        StageParams),
    responses((status = 200, description = "the round", body = RoundView), Failures))]
pub(crate) async fn round(
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (id, number) = round_named(&id, &number)?;
    let requested = params.number("stage")?;
    cached_view(&state, id, &headers, &format!("round {number} {requested:?}"), move |snapshot| {
        let stage = stage_of(snapshot, requested)?;
        let round = find_round(snapshot, stage, number)?;
        Ok(RoundView::of(&snapshot.tournament, stage, round, true))
    })
    .await
}

/// Explain a pairing
#[utoipa::path(get, path = "/tournaments/{id}/rounds/{n}/why", tag = "tournaments",
    operation_id = "why",
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        ("n" = u16, Path, description = "the round, from 1"),
        ("player" = Option<String>, Query, description = "the player, by name"),
        ("entrant" = Option<u32>, Query, description = "or the entrant's number"),
        StageParams),
    responses((status = 200, description = "the reasons", body = WhyView), Failures))]
pub(crate) async fn why(
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (id, number) = round_named(&id, &number)?;
    let requested = params.number("stage")?;
    let entrant = match (params.number("entrant")?, params.text("player")?) {
        (Some(number), _) => EntrantId(number),
        (None, Some(name)) => {
            let player = player_called(&state.store, "player", &name).await?;
            let snapshot = state.tournaments.snapshot(id).await?;
            let reason = Reason::PlayerNotEntered;
            let own = snapshot.tournament.entrant_of(player.id);
            own.ok_or_else(|| RequestError::unmet("player", reason))?
        }
        (None, None) => {
            return Err(RequestError::unmet("player", Reason::PlayerOrEntrant).into());
        }
    };
    let cache_key = format!("why {number} {} {requested:?}", entrant.0);
    cached_view(&state, id, &headers, &cache_key, move |snapshot| {
        let stage = stage_of(snapshot, requested)?;
        find_round(snapshot, stage, number)?;
        let why = snapshot.tournament.explain_pairing(stage, number, entrant);
        why.as_ref().map(WhyView::from).ok_or_else(|| missing("entrant in that round"))
    })
    .await
}

/// Get the standings
///
/// Computed from the games. Each tie-break shows its calculation.
#[utoipa::path(get, path = "/tournaments/{id}/standings", tag = "tournaments",
    operation_id = "standings",
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        StageParams, GroupParams, TablePageParams),
    responses((status = 200, description = "places", body = StandingsView), Failures))]
pub(crate) async fn standings(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested = (params.number("stage")?, params.number("group")?);
    let page = TablePage::of(&params)?;
    let cache_key = format!("standings {requested:?} {page:?}");
    cached_view(&state, id, &headers, &cache_key, move |snapshot| {
        let stage = stage_of(snapshot, requested.0)?;
        let group = group_of(snapshot, stage, requested.1)?;
        let standings = snapshot.tournament.standings(stage, group);
        let (places, next) = page.select(&standings);
        Ok(StandingsView::of(&snapshot.tournament, places, next))
    })
    .await
}

/// Get the cross-table
///
/// The result of each entrant in each round.
#[utoipa::path(get, path = "/tournaments/{id}/crosstable", tag = "tournaments",
    operation_id = "cross_table",
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        StageParams, GroupParams, TablePageParams),
    responses((status = 200, description = "the table", body = CrossTableView), Failures))]
pub(crate) async fn cross_table(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested = (params.number("stage")?, params.number("group")?);
    let page = TablePage::of(&params)?;
    let cache_key = format!("crosstable {requested:?} {page:?}");
    cached_view(&state, id, &headers, &cache_key, move |snapshot| {
        let stage = stage_of(snapshot, requested.0)?;
        let group = group_of(snapshot, stage, requested.1)?;
        let table = CrossTableView::of(&snapshot.tournament, stage, group);
        let (rows, next) = page.select(&table.rows);
        Ok(CrossTableView { rows: rows.to_vec(), next, ..table })
    })
    .await
}

/// Get the bracket of a knockout
#[utoipa::path(get, path = "/tournaments/{id}/bracket", tag = "tournaments",
    operation_id = "bracket",
    params(("id" = uuid::Uuid, Path, description = "the tournament"), StageParams),
    responses((status = 200, description = "the bracket", body = BracketView), Failures))]
pub(crate) async fn bracket(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let requested = params.number("stage")?;
    cached_view(&state, id, &headers, &format!("bracket {requested:?}"), move |snapshot| {
        let stage = stage_of(snapshot, requested)?;
        BracketView::of(&snapshot.tournament, stage).ok_or_else(|| missing("bracket"))
    })
    .await
}

/// The requested stage of the plan, or the one that began last.
pub(crate) fn stage_of(
    snapshot: &TournamentSnapshot,
    requested: Option<u32>,
) -> Result<usize, RequestError> {
    let latest = snapshot.tournament.stages().len().saturating_sub(1);
    let stage = requested.map_or(latest, |stage| stage as usize);
    let is_known = stage < snapshot.tournament.plan().stages.len();
    if is_known { Ok(stage) } else { Err(missing("stage")) }
}

fn group_of(
    snapshot: &TournamentSnapshot,
    stage: usize,
    requested: Option<u32>,
) -> Result<usize, RequestError> {
    let group = requested.unwrap_or(0) as usize;
    let groups = snapshot.tournament.stages().get(stage).map_or(1, |stage| stage.groups.len());
    if group < groups { Ok(group) } else { Err(missing("group")) }
}

fn find_round(
    snapshot: &TournamentSnapshot,
    stage: usize,
    number: u16,
) -> Result<&Round, RequestError> {
    let stage = snapshot.tournament.stages().get(stage);
    let round = stage.and_then(|it| it.round(number));
    round.ok_or_else(|| missing("round"))
}

fn round_named(id: &str, number: &str) -> ApiResult<(TournamentId, u16)> {
    let id = id.parse().map_err(|_| ApiError::not_found("tournament"))?;
    let number = number.parse().map_err(|_| ApiError::not_found("round"))?;
    Ok((id, number))
}

fn missing(thing: &str) -> RequestError {
    RequestError::new(Code::NotFound, Reason::NoSuchThing.with([("what", thing.into())]))
}
