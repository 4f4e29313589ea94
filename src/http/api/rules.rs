//! The rules of the game over REST: variants, moves and records.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::live::compute::cpu_pool::CpuPool;
use crate::protocol::List;
use crate::protocol::Reason;
use crate::protocol::requests::records::{RecordView, records};
use crate::protocol::views::rules::{CheckQuery, CheckView, MovesQuery, MovesView, check, moves};
use crate::protocol::views::rules_document::RuleBook;
use crate::protocol::views::variants::VariantView;
use chivalry_rules::{MoveList, Variant};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::body::{JsonBody, Params, PathParam, Text, TextBody};
use crate::http::response::{REVALIDATE, cached_json};

/// The largest record in a request, in bytes.
pub(crate) const LARGEST_RECORD: usize = 1024 * 1024;

/// List the variants that new matches may use
#[utoipa::path(get, path = "/variants", tag = "rules", responses(
    (status = 200, description = "the variants", body = List<VariantView>),
    (status = 304, description = "not modified"),
    Failures))]
pub(crate) async fn variants(headers: HeaderMap) -> Response {
    let items = Variant::offered().into_iter().map(VariantView::of).collect();
    cached_json(&headers, REVALIDATE, &List { items, next: None })
}

/// Get a variant
///
/// Includes everything needed to draw its board.
#[utoipa::path(get, path = "/variants/{variant}", tag = "rules",
    params(("variant" = String, Path, description = "its name, an alias, or its `pin`")),
    responses(
        (status = 200, description = "the variant", body = VariantView),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn variant(
    PathParam(name): PathParam<String>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let variant = Variant::named(&name).ok_or_else(|| ApiError::not_found("variant"))?;
    Ok(cached_json(&headers, REVALIDATE, &VariantView::of(variant)))
}

/// Get the rules of a variant
///
/// The variant's data, the sections of the rules that concern it, and a small example
/// position with its legal results for each kind of move.
#[utoipa::path(get, path = "/variants/{variant}/rules", tag = "rules",
    params(("variant" = String, Path, description = "its name, an alias, or its `pin`")),
    responses(
        (status = 200, description = "the rules", body = RuleBook),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn book(
    State(cpu_pool): State<CpuPool>,
    PathParam(name): PathParam<String>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let variant = Variant::named(&name).ok_or_else(|| ApiError::not_found("variant"))?;
    let book = cpu_pool.run(move || RuleBook::of(variant)).await?;
    Ok(cached_json(&headers, REVALIDATE, &book))
}

/// List the legal moves of a position
#[utoipa::path(post, path = "/rules/moves", tag = "rules", request_body = MovesQuery,
    responses((status = 200, description = "one route for each result", body = MovesView),
        Failures))]
pub(crate) async fn legal(
    State(cpu_pool): State<CpuPool>,
    JsonBody(query): JsonBody<MovesQuery>,
) -> ApiResult<Json<MovesView>> {
    let answer = move || moves(&query.variant, query.position.as_deref(), &mut MoveList::new());
    let answer = cpu_pool.run(answer).await?;
    answer.map(Json).map_err(ApiError)
}

/// Check a move
///
/// Returns the result of the move, or the rule that it breaks as `rule`, `section` and
/// `detail`.
#[utoipa::path(post, path = "/rules/check", tag = "rules", request_body = CheckQuery,
    responses((status = 200, description = "the result, or the rule broken", body = CheckView),
        Failures))]
pub(crate) async fn judge(
    State(cpu_pool): State<CpuPool>,
    JsonBody(query): JsonBody<CheckQuery>,
) -> ApiResult<Json<CheckView>> {
    let answer = move || check(&query.variant, query.position.as_deref(), &query.turn);
    let answer = cpu_pool.run(answer).await?;
    answer.map(Json).map_err(ApiError)
}

/// Check a game record
///
/// Replays one record of up to 1 MiB, or reports the first illegal ply.
#[utoipa::path(post, path = "/rules/record", tag = "rules",
    request_body(content = TextBody, content_type = "application/octet-stream", description = "one game record"),
    params(("variant" = Option<String>, Query,
        description = "the variant of records without a variant tag")),
    responses((status = 200, description = "the record is valid, or its first fault",
        body = RecordView),
        Failures))]
pub(crate) async fn replay(
    State(cpu_pool): State<CpuPool>,
    params: Params,
    Text(text): Text,
) -> ApiResult<Json<RecordView>> {
    let variant = params.text("variant")?;
    let answer = cpu_pool.run(move || records(&text, variant.as_deref())).await?;
    let mut games = answer.map_err(ApiError)?.into_iter();
    match (games.next(), games.next()) {
        (Some(game), None) => Ok(Json(game)),
        (None, _) => Err(ApiError::no_such_text(Reason::NoGameInBody)),
        (Some(_), Some(_)) => Err(ApiError::no_such_text(Reason::OneGameAtATime)),
    }
}
