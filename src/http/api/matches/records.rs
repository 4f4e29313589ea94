//! Game records: of one match, of one position, and of all matches.

use std::io;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::future::Either;
use futures_util::{StreamExt as _, future, stream};
use serde_json::{json, to_string};

use crate::live::LiveError;
use crate::protocol::Reason;
use crate::protocol::game_record;
use crate::protocol::{GameItem, PositionView, RequestError};
use crate::store::{MatchFilter, MatchRecord, MatchStatus};
use chivalry_play::matches::{AppliedEvent, Match, MatchId};

use crate::http::api::matches::lists;
use crate::http::api::matches::lists::FilterParams;
use crate::http::error::{ApiResult, Failures, live_error};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::response::{NDJSON, REVALIDATE, TEXT, cached, preferred, varying};
use crate::http::state::AppState;

/// Get the record of a match
///
/// Text in the style of PGN, with the clock after each move if the match is timed. A
/// match under way has the moves so far and the result `*`.
#[utoipa::path(get, path = "/matches/{id}/record", tag = "records",
    security((), ("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses(
        (status = 200, description = "the record", body = String, content_type = "text/plain"),
        (status = 304, description = "the record has not changed"),
        Failures))]
pub(crate) async fn record(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let snapshot = state.live.look(id, bearer.map(|bearer| bearer.player.id)).await?;
    let record = game_record(&snapshot.contest, &snapshot.players, &state.public_url);
    Ok(cached(&headers, TEXT, REVALIDATE, record.to_string()))
}

/// Get a position of a match
#[utoipa::path(get, path = "/matches/{id}/position", tag = "records",
    security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("ply" = Option<u32>, Query,
            description = "after how many plies, pass-turns included; the last where left out")),
    responses((status = 200, description = "the position", body = PositionView), Failures))]
pub(crate) async fn position(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
) -> ApiResult<Json<PositionView>> {
    let requested_ply = params.number("ply")?;
    let viewer = bearer.map(|bearer| bearer.player.id);
    let (occurrences, snapshot) = state.live.history(id, viewer).await?;
    let plies = snapshot.contest.game().plies();
    let ply = requested_ply.unwrap_or(plies);
    let occurrence = AppliedEvent::find_ply(&occurrences, ply);
    let occurrence = occurrence.ok_or_else(|| {
        RequestError::unmet("ply", Reason::PliesPlayed.with([("plies", plies.into())]))
    })?;
    Ok(Json(PositionView::of(id, occurrence)))
}

/// Export all games
///
/// Streams all ended matches, oldest first. The header `Accept` selects text or one
/// JSON object a line (`application/x-ndjson`).
///
/// A game whose log cannot be read is reported in its place. In text it is a line `%
/// MATCH could not be read`, which record parsers skip. In JSON it is the object
/// `{"match": ..., "error": ...}`. If the database fails or the server shuts down, the
/// transfer is aborted without its final chunk. The received part is then incomplete.
#[utoipa::path(get, path = "/records", tag = "records", params(FilterParams),
    responses(
        (status = 200, description = "the games", content(
            (String = "text/plain"),
            (GameItem = "application/x-ndjson"))),
        Failures))]
pub(crate) async fn records(
    State(state): State<AppState>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let mut filter = lists::filter(&state, &params).await?;
    match filter.status.get_or_insert(MatchStatus::Ended) {
        MatchStatus::Ended | MatchStatus::Playing => {}
        MatchStatus::Open => {
            let reason = Reason::NoRecordYet;
            return Err(RequestError::unmet("status", reason).into());
        }
    }
    Ok(stream_games(&state, filter, &headers))
}

/// Streams games as records in the format that the client prefers.
pub(crate) fn stream_games(state: &AppState, filter: MatchFilter, headers: &HeaderMap) -> Response {
    let content_type = preferred(headers, &[TEXT, NDJSON]);
    let write = if content_type == NDJSON { as_line } else { as_text };
    let site = state.public_url.clone();
    let games = state.store.records(filter).map(move |record| match record {
        Ok(record) => Ok(Bytes::from(write(&record, &site))),
        Err(error) => {
            tracing::error!(%error, "an export was aborted");
            Err(io::Error::other("the database does not answer"))
        }
    });
    let shutting_down = || Err(io::Error::other("the server is going away"));
    let draining = state.draining.clone().cancelled_owned();
    let games =
        stream::unfold(Some((Box::pin(games), Box::pin(draining))), move |state| async move {
            let (mut games, draining) = state?;
            match future::select(games.next(), draining).await {
                Either::Left((game, draining)) => Some((game?, Some((games, draining)))),
                Either::Right(_) => Some((shutting_down(), None)),
            }
        });
    let response = ([(CONTENT_TYPE, content_type)], Body::from_stream(games)).into_response();
    varying(response)
}

fn as_text(record: &MatchRecord, site: &str) -> String {
    match fold(record) {
        Ok(match_state) => format!("{}\n", game_record(&match_state, &record.row.seats, site)),
        Err(_) => format!("% {} could not be read\n\n", record.row.id),
    }
}

fn as_line(record: &MatchRecord, _site: &str) -> String {
    let line = match fold(record) {
        Ok(match_state) => to_string(&GameItem::of(lists::item(&record.row), &match_state)),
        Err(error) => to_string(&json!({"match": record.row.id, "error": error})),
    };
    line.expect("views of strings, numbers and maps of them") + "\n"
}

fn fold(record: &MatchRecord) -> Result<Match, RequestError> {
    let folded = Match::fold(record.row.id, record.records.clone());
    folded.map_err(|error| live_error(&LiveError::BrokenLog(error)))
}
