//! Listing puzzles, submitting attempts, and the standing of a player.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use utoipa::openapi::Object;

use crate::protocol::puzzles::{
    AttemptRequest, AttemptView, DailyPuzzleView, Judgement, PastAttemptView, PuzzleStandingView,
    PuzzleView, SolutionView,
};
use crate::protocol::{List, enum_schema, rfc3339, variant_named};
use crate::random;
use crate::store::Store;
use crate::store::{PuzzleAttempt, PuzzleFilter, PuzzleRow};
use chivalry_engine::puzzles::{PuzzleId, Theme, Verdict};
use chivalry_play::player::Player;

use crate::http::api::accounts::player_named;
use crate::http::api::matches::lists;
use crate::http::api::matches::lists::PageParams;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::allow_none::AllowNone;
use crate::http::extract::auth::{AnyScope, Bearer, Play};
use crate::http::extract::body::{JsonBody, Params, PathParam};
use crate::http::state::AppState;

use super::selection;
use super::standing::Standing;

/// Filters of a puzzle list. A puzzle has to meet all of them.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `filter`")]
pub(crate) struct PuzzleParams {
    /// Puzzles of this variant, by name or alias.
    variant: Option<String>,
    /// Puzzles with this number of moves to find.
    moves: Option<u32>,
    /// Puzzles with this theme.
    #[param(schema_with = themes, required = false)]
    theme: Option<String>,
    /// Puzzles with this rating or a higher one.
    rating_min: Option<u32>,
    /// Puzzles with this rating or a lower one.
    rating_max: Option<u32>,
}

fn themes() -> Object {
    enum_schema("A motif of the solution.", Theme::ALL.map(Theme::as_str))
}

fn filter(params: &Params) -> ApiResult<PuzzleFilter> {
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?.pin()),
        None => None,
    };
    Ok(PuzzleFilter {
        variant,
        moves: params.number("moves")?,
        theme: params.read("theme", "the name of a theme", Theme::named)?,
        rating_min: params.number("rating_min")?,
        rating_max: params.number("rating_max")?,
    })
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
    let page = store.puzzles().page(&filter, limit, after).await?;
    let next = page.next.map(|id| id.to_string());
    Ok(Json(List { items: page.rows.iter().map(view).collect(), next }))
}

/// Get a puzzle to try
///
/// Returns a puzzle near the rating of the player that the player has not tried. The first
/// puzzles are easy, also for a client without a token. The answer is `not_found` if none is
/// left, or 204 with `allow_none`.
#[utoipa::path(get, path = "/puzzles/next", tag = "puzzles", params(PuzzleParams, AllowNone),
    security((), ("token" = [])),
    responses(
        (status = 200, description = "a puzzle", body = PuzzleView),
        (status = 204, description = "no puzzle is left, with `allow_none`"),
        Failures))]
pub(crate) async fn next_puzzle(
    State(store): State<Store>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
) -> ApiResult<Response> {
    let filter = filter(&params)?;
    let allow_none = AllowNone::read(&params)?;
    let player = bearer.map(|bearer| bearer.player.id);
    let standing = match player {
        Some(player) => Standing::of(&store, player).await?,
        None => Standing::NEW,
    };
    let untried = store.puzzles().untried(&filter, player).await?;
    let is_filtered = filter != PuzzleFilter::default();
    let found = selection::next_puzzle(untried, is_filtered, &standing, random::below);
    let Some(found) = found else { return allow_none.answer(ApiError::not_found("puzzle left")) };
    Ok(Json(view(&find_puzzle(&store, found.id).await?)).into_response())
}

/// Get the puzzle of the day
///
/// The same for all players from midnight to midnight in UTC. With the solution if the player
/// has tried it.
#[utoipa::path(get, path = "/puzzles/daily", tag = "puzzles", security((), ("token" = [])),
    responses((status = 200, description = "the puzzle", body = DailyPuzzleView), Failures))]
pub(crate) async fn daily_puzzle(
    State(state): State<AppState>,
    bearer: Option<Bearer<AnyScope>>,
) -> ApiResult<Json<DailyPuzzleView>> {
    let now = state.live.time().now();
    let missing = || ApiError::not_found("puzzle");
    let id = selection::daily_puzzle(now).ok_or_else(missing)?.id;
    let date = rfc3339(now).chars().take_while(|c| *c != 'T').collect();
    let player = bearer.map(|bearer| bearer.player);
    let puzzle = puzzle_for(&state.store, id, player.as_ref()).await?;
    Ok(Json(DailyPuzzleView { date, puzzle }))
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
    let player = bearer.map(|bearer| bearer.player);
    Ok(Json(puzzle_for(&store, id, player.as_ref()).await?))
}

/// Get a player's standing at puzzles
///
/// The puzzle rating and the streak follow from the player's first attempts.
#[utoipa::path(get, path = "/players/{name}/puzzles", tag = "puzzles",
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 200, description = "the standing", body = PuzzleStandingView), Failures))]
pub(crate) async fn standing(
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
) -> ApiResult<Json<PuzzleStandingView>> {
    let player = player_named(&store, &name).await?;
    Ok(Json(Standing::of(&store, player.id).await?.view()))
}

/// Attempt a puzzle
///
/// The request has all moves found so far, from the first on. The response judges them
/// and gives the reply to the last. The first wrong move ends the attempt, and so does
/// giving up. The response then has the solution. A hint names the piece that moves next.
/// A player's first attempt is stored and changes the puzzle rating. A hint or a wrong move
/// fails it, and further attempts remain possible.
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
    let judgement = request.judge(&row.puzzle.puzzle)?;
    let solved = match &judgement {
        Judgement::Verdict(Verdict::Right { .. }) => None,
        Judgement::Verdict(Verdict::Solved) => Some(true),
        Judgement::Verdict(Verdict::Wrong { .. }) | Judgement::Hint(_) | Judgement::GivenUp => {
            Some(false)
        }
    };
    let player = bearer.player.id;
    let is_first = match solved {
        Some(solved) => {
            let attempt = PuzzleAttempt { solved, at: state.live.time().now() };
            state.store.puzzles().save_attempt(player, &row, attempt).await?
        }
        None => false,
    };
    let counted = match is_first {
        true => Some(Standing::after_counted(&state.store, player).await?),
        false => None,
    };
    let solution = SolutionView::of(&row.puzzle.puzzle, row.source);
    Ok(Json(AttemptView::of(judgement, counted, solution)))
}

/// The view of a puzzle, with the solution if the player has tried it.
async fn puzzle_for(store: &Store, id: PuzzleId, player: Option<&Player>) -> ApiResult<PuzzleView> {
    let row = find_puzzle(store, id).await?;
    let attempt = match player {
        Some(player) => store.puzzles().attempt(player.id, id).await?,
        None => None,
    };
    let view = view(&row);
    Ok(match attempt {
        Some(PuzzleAttempt { solved, at }) => {
            let solution = SolutionView::of(&row.puzzle.puzzle, row.source);
            view.after(PastAttemptView { solved, at: rfc3339(at) }, solution)
        }
        None => view,
    })
}

async fn find_puzzle(store: &Store, id: PuzzleId) -> ApiResult<PuzzleRow> {
    store.puzzles().by_id(id).await?.ok_or_else(|| ApiError::not_found("puzzle"))
}

fn view(row: &PuzzleRow) -> PuzzleView {
    PuzzleView::of(&row.puzzle, row.tried, row.solved)
}
