//! Listing puzzles and submitting attempts.

use axum::Json;
use axum::extract::State;
use uuid::Uuid;

use crate::protocol::requests::puzzles::{
    AttemptRequest, AttemptView, PastAttemptView, PuzzleView, SolutionView,
};
use crate::protocol::{List, rfc3339, variant_named};
use crate::store::Store;
use crate::store::{PuzzleAttempt, PuzzleFilter, PuzzleRow};
use chivalry_engine::puzzles::{PuzzleId, Verdict};
use chivalry_play::player::PlayerId;

use crate::http::api::matches::lists;
use crate::http::api::matches::lists::PageParams;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer, Play};
use crate::http::extract::body::{JsonBody, Params, PathParam};
use crate::http::state::AppState;

/// Filters of a puzzle list. A puzzle has to meet all of them.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `filter`")]
pub(crate) struct PuzzleParams {
    /// Puzzles of this variant, by name or alias.
    variant: Option<String>,
    /// Puzzles with this number of moves to find.
    moves: Option<u32>,
}

fn filter(params: &Params) -> ApiResult<PuzzleFilter> {
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?.pin()),
        None => None,
    };
    Ok(PuzzleFilter { variant, moves: params.number("moves")?, untried_by: None })
}

/// List puzzles
///
/// In an order unrelated to their content, and without solutions.
#[utoipa::path(get, path = "/puzzles", tag = "puzzles", params(PuzzleParams, PageParams),
    responses((status = 200, description = "puzzles", body = List<PuzzleView>), Failures))]
pub(crate) async fn puzzles(
    State(store): State<Store>,
    params: Params,
) -> ApiResult<Json<List<PuzzleView>>> {
    let filter = filter(&params)?;
    let limit = lists::page_size(&params)?;
    let cursor = |text: &str| text.parse::<PuzzleId>().ok();
    let after = params.read("cursor", "the `next` of an earlier answer", cursor)?;
    // One extra row shows that another page exists.
    let mut rows = store.puzzles().page(&filter, limit + 1, after).await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().map(|row| row.puzzle.id().to_string()).filter(|_| has_more);
    Ok(Json(List { items: rows.iter().map(view).collect(), next }))
}

/// Get a puzzle to try
///
/// Returns a puzzle that the player of the token has not tried, or any puzzle without a
/// token. The answer is `not_found` if none is left.
#[utoipa::path(get, path = "/puzzles/next", tag = "puzzles", params(PuzzleParams),
    security((), ("token" = [])),
    responses((status = 200, description = "a puzzle", body = PuzzleView), Failures))]
pub(crate) async fn next_puzzle(
    State(store): State<Store>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
) -> ApiResult<Json<PuzzleView>> {
    let untried_by = bearer.map(|bearer| bearer.player.id);
    let filter = PuzzleFilter { untried_by, ..filter(&params)? };
    let somewhere = PuzzleId(Uuid::from_u128(rand::random()));
    let mut found = store.puzzles().page(&filter, 1, Some(somewhere)).await?;
    if found.is_empty() {
        found = store.puzzles().page(&filter, 1, None).await?;
    }
    found.first().map(|row| Json(view(row))).ok_or_else(|| ApiError::not_found("puzzle left"))
}

/// Get a puzzle
///
/// With the solution if the player has tried it.
#[utoipa::path(get, path = "/puzzles/{id}", tag = "puzzles", security((), ("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the puzzle")),
    responses((status = 200, description = "the puzzle", body = PuzzleView), Failures))]
pub(crate) async fn puzzle(
    State(store): State<Store>,
    PathParam(id): PathParam<PuzzleId>,
    bearer: Option<Bearer<AnyScope>>,
) -> ApiResult<Json<PuzzleView>> {
    let row = find_puzzle(&store, id).await?;
    let attempt = match bearer {
        Some(bearer) => store.puzzles().attempt(bearer.player.id, id).await?,
        None => None,
    };
    let view = view(&row);
    Ok(Json(match attempt {
        Some(PuzzleAttempt { solved, at }) => {
            let solution = SolutionView::of(&row.puzzle, row.source);
            view.after(PastAttemptView { solved, at: rfc3339(at) }, solution)
        }
        None => view,
    }))
}

/// Attempt a puzzle
///
/// The request has all moves found so far, from the first on. The response judges them
/// and gives the reply to the last. The first wrong move ends the attempt, and so does
/// giving up. The response then has the solution. A player's first attempt is stored.
#[utoipa::path(post, path = "/puzzles/{id}/attempts", tag = "puzzles",
    security(("token" = ["play"])), request_body = AttemptRequest,
    params(("id" = uuid::Uuid, Path, description = "the puzzle")),
    responses((status = 200, description = "the verdict", body = AttemptView), Failures))]
pub(crate) async fn try_puzzle(
    State(state): State<AppState>,
    PathParam(id): PathParam<PuzzleId>,
    bearer: Bearer<Play>,
    JsonBody(request): JsonBody<AttemptRequest>,
) -> ApiResult<Json<AttemptView>> {
    let row = find_puzzle(&state.store, id).await?;
    let verdict = request.judge(&row.puzzle)?;
    let solved = match &verdict {
        Some(Verdict::Right { .. }) => None,
        Some(Verdict::Solved) => Some(true),
        Some(Verdict::Wrong { .. }) | None => Some(false),
    };
    let counted = match solved {
        Some(solved) => record_attempt(&state, bearer.player.id, id, solved).await?,
        None => false,
    };
    let solution = SolutionView::of(&row.puzzle, row.source);
    Ok(Json(AttemptView::of(verdict, counted, solution)))
}

async fn record_attempt(
    state: &AppState,
    player: PlayerId,
    id: PuzzleId,
    solved: bool,
) -> ApiResult<bool> {
    let attempt = PuzzleAttempt { solved, at: state.live.time().now() };
    Ok(state.store.puzzles().save_attempt(player, id, attempt).await?)
}

async fn find_puzzle(store: &Store, id: PuzzleId) -> ApiResult<PuzzleRow> {
    store.puzzles().by_id(id).await?.ok_or_else(|| ApiError::not_found("puzzle"))
}

fn view(row: &PuzzleRow) -> PuzzleView {
    PuzzleView::of(&row.puzzle, row.tried, row.solved)
}
