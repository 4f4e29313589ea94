//! Game records: of one match, of one position, and of all matches.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::future::Either;
use futures_util::{Stream, StreamExt as _, future, stream};
use serde::Serialize;
use serde_json::{json, to_string};

use crate::live::Live;
use crate::protocol::Reason;
use crate::protocol::game_record;
use crate::protocol::{GameItem, PositionView, RequestError};
use crate::store::{ExportedMatch, MatchFilter, MatchRecord, MatchStatus, StoreError};
use chivalry_play::matches::{AppliedEvent, LogError, Match, MatchId};

use crate::http::api::matches::lists;
use crate::http::api::matches::lists::{FilterParams, PlayerParam};
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::net::scheduling::work_class::WorkClass;
use crate::http::response::{NDJSON, REVALIDATE, TEXT, cached, preferred, varying};
use crate::http::state::AppState;

/// Maximum number of damaged games that an export names.
const MAX_NAMED: usize = 1_000;

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
    let snapshot = state.live.snapshot(id, bearer.map(|bearer| bearer.player.id)).await?;
    let record = game_record(&snapshot.match_state, &snapshot.players, &state.public_url);
    Ok(cached(&headers, TEXT, REVALIDATE, record.to_string()))
}

/// Get a position of a match
#[utoipa::path(get, path = "/matches/{id}/position", tag = "records",
    security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("ply" = Option<u32>, Query,
            description = "number of plies before the position, pass-turns included; default all")),
    responses((status = 200, description = "the position", body = PositionView), Failures))]
pub(crate) async fn position(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
) -> ApiResult<Json<PositionView>> {
    let requested_ply = params.number("ply")?;
    let viewer = bearer.map(|bearer| bearer.player.id);
    let (occurrences, snapshot) = live.history(id, viewer).await?;
    let plies = snapshot.match_state.game().plies();
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
/// A game that cannot be read is left out and named in the last line. In text that is `% N
/// games could not be read: MATCH MATCH`, which record parsers skip. In JSON it is the
/// object `{"damaged": [MATCH, MATCH], "count": N}`, which names up to 1,000 games. If the
/// database fails or the server shuts down, the transfer is aborted without its final
/// chunk. The received part is then incomplete.
#[utoipa::path(get, path = "/records", tag = "records",
    params(PlayerParam, FilterParams),
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

/// Streams games as records in the format that the client prefers. Damaged games are named at the
/// end.
pub(crate) fn stream_games(state: &AppState, filter: MatchFilter, headers: &HeaderMap) -> Response {
    let content_type = preferred(headers, &[TEXT, NDJSON]);
    let format = if content_type == NDJSON { Format::Lines } else { Format::Text };
    let games = Box::pin(state.store.log().records(filter));
    let draining = Box::pin(state.draining.clone().cancelled_owned());
    let limits = Arc::clone(&state.work_limits);
    let export = Export {
        games,
        draining,
        format,
        site: state.public_url.clone(),
        damaged: Damaged::default(),
    };
    let parts = stream::unfold(Some(export), move |export| {
        let limits = Arc::clone(&limits);
        async move {
            let export = export?;
            let _permit = limits.resume(WorkClass::Bulk).await;
            export.next_part().await
        }
    });
    let response = ([(CONTENT_TYPE, content_type)], Body::from_stream(parts)).into_response();
    varying(response)
}

#[derive(Clone, Copy)]
enum Format {
    Text,
    Lines,
}

/// The damaged games of an export.
#[derive(Default)]
struct Damaged {
    /// Their ids, up to [`MAX_NAMED`].
    ids: Vec<MatchId>,
    count: u64,
}

/// A running export.
struct Export<S, D> {
    games: S,
    draining: D,
    format: Format,
    site: Box<str>,
    damaged: Damaged,
}

impl<S, D> Export<S, D>
where
    S: Stream<Item = Result<ExportedMatch, StoreError>> + Unpin,
    D: Future<Output = ()> + Unpin,
{
    /// Returns the text of the next game, or the last line, and the export if it continues.
    async fn next_part(mut self) -> Option<(io::Result<Bytes>, Option<Self>)> {
        loop {
            let next = match future::select(self.games.next(), &mut self.draining).await {
                Either::Left((next, _)) => next,
                Either::Right(_) => {
                    return Some((Err(io::Error::other("the server is shutting down")), None));
                }
            };
            let id = match next {
                Some(Ok(ExportedMatch::Readable(record))) => match self.write(&record) {
                    Ok(text) => return Some((Ok(Bytes::from(text)), Some(self))),
                    Err(fault) => {
                        tracing::error!(match_id = %record.row.id, %fault, "a match cannot be replayed");
                        record.row.id
                    }
                },
                Some(Ok(ExportedMatch::Damaged(id))) => id,
                Some(Err(error)) => {
                    tracing::error!(%error, "an export was aborted");
                    return Some((Err(io::Error::other("the database does not respond")), None));
                }
                None => {
                    let last_line = self.damaged.last_line(self.format)?;
                    return Some((Ok(Bytes::from(last_line)), None));
                }
            };
            self.damaged.add(id);
        }
    }

    fn write(&self, record: &MatchRecord) -> Result<String, LogError> {
        let match_state = Match::fold(record.row.id, record.records.clone())?;
        Ok(match self.format {
            Format::Text => {
                format!("{}\n", game_record(&match_state, &record.row.seats, &self.site))
            }
            Format::Lines => line(&GameItem::of(lists::item(&record.row), &match_state)),
        })
    }
}

impl Damaged {
    fn add(&mut self, id: MatchId) {
        self.count += 1;
        if self.ids.len() < MAX_NAMED {
            self.ids.push(id);
        }
    }

    /// Returns the last line of an export, unless all games were readable.
    fn last_line(&self, format: Format) -> Option<String> {
        let Damaged { ids, count } = self;
        match format {
            _ if *count == 0 => None,
            Format::Text => {
                let ids: Vec<String> = ids.iter().map(MatchId::to_string).collect();
                Some(format!("% {count} games could not be read: {}\n", ids.join(" ")))
            }
            Format::Lines => Some(line(&json!({"damaged": ids, "count": count}))),
        }
    }
}

fn line(value: &impl Serialize) -> String {
    to_string(value).expect("views of strings, numbers and maps of them") + "\n"
}
