//! Ratings: of players and pools, their history, and scores between two players.

use axum::Json;
use axum::extract::{Path, State};

use crate::live::Live;
use crate::protocol::{EncounterView, LeaderView, List, RatingPoint, RatingView};
use crate::store::Store;
use crate::store::{Encounter, HistoryPoint, Leader, PoolRating};
use chivalry_play::clock::Speed;
use chivalry_play::rating::Pool;
use chivalry_rules::Variant;

use crate::http::api::accounts::player_named;
use crate::http::api::matches::lists;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::body::{Params, PathParam};

/// Players of a leaderboard page: the maximum and the default.
const MAX_LEADERS: u32 = 100;
const DEFAULT_LEADERS: u32 = 50;

/// Points of a history page: the maximum and the default.
const MAX_POINTS: u32 = 1_000;
const DEFAULT_POINTS: u32 = 200;

/// The last rank that a leaderboard lists.
const DEEPEST: u32 = 10_000;

/// Parameters that select a pool of a variant and a speed.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `pool`")]
pub(crate) struct PoolParams {
    /// Ratings of rated matches (the default) or of casual ones.
    rated: Option<bool>,
    /// Ratings of matches with a bot, or of those without one (the default).
    bots: Option<bool>,
}

/// List a player's ratings
///
/// One for each pool in which a match of the player counted.
#[utoipa::path(get, path = "/players/{name}/ratings", tag = "ratings",
    params(("name" = String, Path, description = "the player's name, in any case")),
    responses((status = 200, description = "ratings", body = List<RatingView>), Failures))]
pub(crate) async fn ratings(
    State(live): State<Live>,
    State(store): State<Store>,
    PathParam(name): PathParam<String>,
) -> ApiResult<Json<List<RatingView>>> {
    let (player, now) = (player_named(&store, &name).await?, live.time().now());
    let view = |it: &PoolRating| RatingView::of(it.pool, it.entry, it.rank, now);
    let ratings = store.ratings().of_player(player.id, now).await?;
    Ok(Json(List { items: ratings.iter().map(view).collect(), next: None }))
}

/// Get the history of a rating
///
/// One point for each match that counted in the pool, the last first.
#[utoipa::path(get, path = "/players/{name}/ratings/{variant}/{speed}/history", tag = "ratings",
    params(
        ("name" = String, Path, description = "the player's name, in any case"),
        ("variant" = String, Path, description = "the variant, by name or alias"),
        ("speed" = Speed, Path, description = "the speed of the matches"),
        PoolParams,
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 1_000,
            description = "1 to 1,000; default 200"),
        ("cursor" = Option<String>, Query, pattern = "^[0-9]{1,9}$",
            description = "the `next` of the previous part")),
    responses((status = 200, description = "points of the history",
        body = List<RatingPoint>), Failures))]
pub(crate) async fn history(
    State(store): State<Store>,
    Path((name, variant, speed)): Path<(String, String, String)>,
    params: Params,
) -> ApiResult<Json<List<RatingPoint>>> {
    let pool = pool(&variant, &speed, &params)?;
    let limit = lists::limit(&params, MAX_POINTS)?.unwrap_or(DEFAULT_POINTS);
    let before = params.read("cursor", "the `next` of an earlier answer", |it| it.parse().ok())?;
    let player = player_named(&store, &name).await?;
    let mut points = store.ratings().history(player.id, pool, limit + 1, before).await?;
    let has_more = points.len() > limit as usize;
    points.truncate(limit as usize);
    let next = points.last().map(|point| point.number.to_string()).filter(|_| has_more);
    let view = |point: &HistoryPoint| RatingPoint::of(point.match_id, &point.change);
    Ok(Json(List { items: points.iter().map(view).collect(), next }))
}

/// Get a leaderboard
///
/// Players whose rating is not provisional and who played within 90 days.
#[utoipa::path(get, path = "/leaderboards/{variant}/{speed}", tag = "ratings",
    params(
        ("variant" = String, Path, description = "the variant, by name or alias"),
        ("speed" = Speed, Path, description = "the speed of the matches"),
        PoolParams,
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "1 to 100; default 50"),
        ("cursor" = Option<String>, Query, pattern = "^([0-9]{1,4}|10000)$",
            description = "the `next` of the previous part")),
    responses((status = 200, description = "players, best first", body = List<LeaderView>),
        Failures))]
pub(crate) async fn leaderboard(
    State(live): State<Live>,
    State(store): State<Store>,
    Path((variant, speed)): Path<(String, String)>,
    params: Params,
) -> ApiResult<Json<List<LeaderView>>> {
    let pool = pool(&variant, &speed, &params)?;
    let limit = lists::limit(&params, MAX_LEADERS)?.unwrap_or(DEFAULT_LEADERS);
    let skipped = |text: &str| text.parse().ok().filter(|skipped| *skipped <= DEEPEST);
    let skipped = params.read("cursor", "the `next` of an earlier answer", skipped)?.unwrap_or(0);
    let now = live.time().now();
    let mut leaders = store.ratings().leaderboard(pool, now, limit + 1, skipped).await?;
    let has_more = leaders.len() > limit as usize && skipped + limit <= DEEPEST;
    leaders.truncate(limit as usize);
    let view = |(rank, it): (u32, &Leader)| LeaderView::of(rank, &it.player, it.entry, now);
    Ok(Json(List {
        items: (skipped + 1..).zip(&leaders).map(view).collect(),
        next: has_more.then(|| (skipped + limit).to_string()),
    }))
}

/// Compare two players
///
/// Results of the matches in which they sat on different sides, by variant, rated and
/// casual.
#[utoipa::path(get, path = "/players/{name}/against/{other}", tag = "ratings",
    params(
        ("name" = String, Path, description = "the player's name, in any case"),
        ("other" = String, Path, description = "the name of the other player")),
    responses((status = 200, description = "results by variant",
        body = List<EncounterView>), Failures))]
pub(crate) async fn against(
    State(live): State<Live>,
    State(store): State<Store>,
    Path((name, other)): Path<(String, String)>,
) -> ApiResult<Json<List<EncounterView>>> {
    let (player, other) = (player_named(&store, &name).await?, player_named(&store, &other).await?);
    let now = live.time().now();
    let encounters = store.ratings().encounters(player.id, other.id, now).await?;
    let view =
        |Encounter { variant, wins, losses, draws }| EncounterView { variant, wins, losses, draws };
    Ok(Json(List { items: encounters.into_iter().map(view).collect(), next: None }))
}

/// The pool that the path and [`PoolParams`] name.
fn pool(variant: &str, speed: &str, params: &Params) -> ApiResult<Pool> {
    let speed = Speed::ALL.into_iter().find(|known| known.as_str() == speed);
    Ok(Pool {
        variant: Variant::named(variant).ok_or_else(|| ApiError::not_found("variant"))?.name(),
        speed: speed.ok_or_else(|| ApiError::not_found("speed"))?,
        rated: params.flag("rated")?.unwrap_or(true),
        bots: params.flag("bots")?.unwrap_or(false),
    })
}
