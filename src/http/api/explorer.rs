//! The opening explorer over REST.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp as Moment;
use utoipa::openapi::Object;

use crate::live::compute::analysis::exact_moves;
use crate::protocol::views::analysis::ExactMoveView;
use crate::protocol::views::games::explorer::{CountsView, ExplorerMove, ExplorerView};
use crate::protocol::views::rules::position_of;
use crate::protocol::{MatchItem, Reason, RequestError, read_rfc3339};
use crate::store::{Explored, ExplorerFilter, GameCounts, MatchFilter};
use chivalry_engine::analysis::opening_name;
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_rules::notation::move_text::{MoveTextError, Turn};
use chivalry_rules::{GameError, MoveList, Position, Variant};

use crate::http::api::analysis::analysis_error;
use crate::http::api::matches::lists::{self, item, player_id, range, seat_of, speed};
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::state::AppState;

/// The most moves from the position of a query.
const MOST_MOVES: usize = 400;

/// The most moves of an answer. Further moves are the least frequent ones.
const MOST_ANSWERED: usize = 200;

/// The position and the filters of the explorer. A game has to meet all filters.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `explore`")]
pub(crate) struct ExplorerParams {
    /// The position; the array if omitted.
    position: Option<String>,
    /// Moves from the position, separated by spaces. At most 400.
    moves: Option<String>,
    /// The speed of the time control.
    #[param(schema_with = speeds)]
    speed: Option<String>,
    /// Rated games only, or casual ones only.
    rated: Option<bool>,
    /// The lowest average rating of the players before the game.
    min_rating: Option<u32>,
    /// The highest average rating of the players before the game.
    max_rating: Option<u32>,
    /// Games played on the day of this time or later (RFC 3339, in UTC).
    #[param(format = DateTime)]
    played_since: Option<String>,
    /// Games played before the day of this time (RFC 3339, in UTC).
    #[param(format = DateTime)]
    played_until: Option<String>,
    /// Games with this player in a seat, by name.
    player: Option<String>,
    /// The seat of the player, by its letter.
    seat: Option<String>,
}

fn speeds() -> Object {
    lists::speeds()
}

/// Explore a position
///
/// The moves that were played in a position, with the results of the games, and the newest and
/// the best of the games. A game counts once, with the first visit of the position. In a
/// variant that is its own mirror image, games that reached the mirror image of the position
/// are included, and their moves are mirrored.
///
/// The explorer reads a match soon after its end, when its rating is known and its end is
/// public. It leaves out private matches, and matches that were aborted on this server.
///
/// If endgame tables contain the position, a caller with a token gets the exact results of all
/// legal moves, but not in the position of the caller's own running match.
#[utoipa::path(get, path = "/explorer/{variant}", tag = "explorer", operation_id = "explore",
    security((), ("token" = [])),
    params(
        ("variant" = String, Path, description = "its name, an alias, or its `pin`"),
        ExplorerParams),
    responses((status = 200, description = "the moves of the position", body = ExplorerView),
        Failures))]
pub(crate) async fn explore(
    State(state): State<AppState>,
    bearer: Option<Bearer<AnyScope>>,
    PathParam(name): PathParam<String>,
    params: Params,
) -> ApiResult<Json<ExplorerView>> {
    let variant = Variant::named(&name).ok_or_else(|| ApiError::not_found("variant"))?;
    let filter = filter(&state, &params, variant).await?;
    let (position, moves) = (params.text("position")?, params.text("moves")?);
    let read = move || {
        let moves = moves.as_deref().unwrap_or_default();
        let positions = play(variant, position.as_deref(), moves)?;
        let position = *positions.last().expect("the first position");
        Ok::<_, RequestError>((position, continuations(&position), opening_name(&positions)))
    };
    let (position, continuations, opening) = state.cpu_pool.run(read).await??;
    let nexts: Vec<Position> = continuations.iter().map(|(_, next)| *next).collect();
    let explored = state.store.explorer().explore(&position, &nexts, &filter).await?;
    let games = games(&state, &explored).await?;
    let exact = match bearer {
        Some(bearer) => exact(&state, bearer.player.id, position).await?,
        None => None,
    };
    let items = |ids: &[MatchId]| ids.iter().filter_map(|id| games.get(id).cloned()).collect();
    let moves = explored.moves.iter().take(MOST_ANSWERED).map(|explored| {
        let (text, next) = &continuations[explored.index];
        ExplorerMove {
            text: text.clone(),
            position: next.to_string(),
            counts: counts(variant, &explored.counts),
            game: explored.newest,
        }
    });
    Ok(Json(ExplorerView {
        variant: variant.public_name().to_owned(),
        position: position.to_string(),
        opening,
        mirrored: variant.is_symmetric(),
        counts: counts(variant, &explored.counts),
        moves: moves.collect(),
        exact,
        newest: items(&explored.newest),
        best: items(&explored.best),
        truncated: !explored.is_complete,
    }))
}

async fn filter(state: &AppState, params: &Params, variant: &Variant) -> ApiResult<ExplorerFilter> {
    let seat = |text: &str| seat_of(text, Some(variant));
    let seat = params.read_or_unmet("seat", "the letter of a seat", seat)?;
    let player = match params.text("player")? {
        Some(name) => Some((player_id(&state.store, "player", &name).await?, seat)),
        None if seat.is_some() => {
            return Err(RequestError::unmet("seat", Reason::PlayerOfFilterMissing).into());
        }
        None => None,
    };
    let time = "a time such as 2026-07-28T12:00:00Z";
    let day = |at: Timestamp| {
        let moment = Moment::from_millisecond(at.0).unwrap_or(Moment::UNIX_EPOCH);
        moment.as_second().div_euclid(24 * 60 * 60)
    };
    Ok(ExplorerFilter {
        speed: speed(params)?,
        rated: params.flag("rated")?,
        rating: range(params, "min_rating", "max_rating")?,
        since_day: params.read("played_since", time, read_rfc3339)?.map(day),
        until_day: params.read("played_until", time, read_rfc3339)?.map(day),
        player,
    })
}

/// Plays `moves` from a position. Returns the positions before each move and after the last.
///
/// Draws by the history of a game do not end the line, and a seat may pass as one that has
/// withdrawn does: the explorer counts positions, not games.
fn play(
    variant: &'static Variant,
    position: Option<&str>,
    moves: &str,
) -> Result<Vec<Position>, RequestError> {
    let mut position = position_of(variant, position)?;
    let mut positions = vec![position];
    for (at, text) in moves.split_whitespace().enumerate() {
        if at == MOST_MOVES {
            let message = Reason::TooManyMoves.with([("most", MOST_MOVES.into())]);
            return Err(RequestError::unmet("moves", message));
        }
        let turn: Turn =
            text.parse().map_err(|fault: MoveTextError| RequestError::unmet("moves", &fault))?;
        let played = match &turn {
            _ if position.ending().is_some() => Err(GameError::Over),
            Turn::Pass if variant.has_passes() => Ok(position.after_pass()),
            Turn::Pass => Err(GameError::Pass),
            Turn::Move(written) => {
                position.check(written).map(|effect| position.after(&effect)).map_err(Into::into)
            }
        };
        position = played.map_err(|fault| RequestError::unmet("moves", &fault))?;
        positions.push(position);
    }
    Ok(positions)
}

/// The legal moves of a position, each with the position after it.
fn continuations(position: &Position) -> Vec<(String, Position)> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let moves =
        list.iter().map(|legal| (position.move_text(&legal), position.after(&legal.effect)));
    let mut moves: Vec<(String, Position)> = moves.collect();
    if position.variant().has_passes() {
        // A seat that has withdrawn passes although it has moves.
        moves.push((Turn::Pass.to_string(), position.after_pass()));
    }
    moves
}

/// The exact results of all legal moves, if tables contain the position.
async fn exact(
    state: &AppState,
    by: PlayerId,
    position: Position,
) -> ApiResult<Option<Vec<ExactMoveView>>> {
    let tables = state.analysts.tables_for(by, &position).await;
    let Some(tables) = tables.map_err(|error| analysis_error(&error))? else { return Ok(None) };
    let read = move || {
        let moves = exact_moves(&tables, &position)?;
        Some(moves.iter().map(ExactMoveView::of).collect())
    };
    Ok(state.cpu_pool.run(read).await?)
}

/// The list items of the newest and best games. Damaged matches are left out.
async fn games(state: &AppState, explored: &Explored) -> ApiResult<HashMap<MatchId, MatchItem>> {
    let ids: Vec<MatchId> = explored.newest.iter().chain(&explored.best).copied().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let limit = ids.len() as u32;
    let filter = MatchFilter {
        ids: Some(ids),
        seen_at: Some(state.live.time().now()),
        ..MatchFilter::default()
    };
    let page = state.store.matches().page(&filter, limit, None).await?;
    Ok(page.items.iter().map(|row| (row.id, item(row))).collect())
}

fn counts(variant: &Variant, counts: &GameCounts) -> CountsView {
    let teams = variant.team_count();
    CountsView {
        games: counts.games,
        first: counts.first,
        second: counts.second,
        third: (teams > 2).then_some(counts.third),
        fourth: (teams > 3).then_some(counts.fourth),
        draws: counts.draws,
        rating: counts.average_rating(),
    }
}
