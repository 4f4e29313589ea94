//! Import of games played elsewhere, as ended matches.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures_util::{Stream, StreamExt as _, stream};
use sha2::{Digest as _, Sha256};

use crate::live::answer_deadline::in_time;
use crate::protocol::Reason;
use crate::protocol::requests::records::{ImportVerdict, ImportView, import};
use crate::protocol::{Code, List, variant_named};
use crate::random;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use chivalry_rules::notation::record::{ReadGame, RecordReader};

use crate::http::error::{ApiError, ApiResult, Failures, live_error, run_error};
use crate::http::extract::auth::{Bearer, Records};
use crate::http::extract::body::{Params, Text, TextBody};
use crate::http::response::{JSON, NDJSON, preferred, varying};
use crate::http::state::AppState;

/// The largest body of an import request, in bytes.
pub(crate) const LARGEST_IMPORT: usize = 1024 * 1024;

/// The most records in one import request.
const MAX_RECORDS: u64 = 500;

/// The number of records that one request checks and stores at a time.
const CONCURRENT_RECORDS: usize = 16;

/// Bytes of text that are parsed at a time. Parsed records stay in memory until they
/// are checked.
const CHUNK_BYTES: usize = 16 * 1024;

/// Import games
///
/// Creates an ended match from each record in the body, whose players are names. A body
/// has up to 500 records and 1 MiB. Every ply is checked against the rules, and so are
/// the result and the termination that the record claims.
///
/// The response has one result for each record, in their order. The header `Accept`
/// selects a list or one JSON object a line (`application/x-ndjson`). An invalid record
/// reports its fault, such as the first illegal `ply`, and does not stop the others.
/// The same record sent again, by any player, returns the same match.
#[utoipa::path(post, path = "/records", tag = "records", security(("token" = ["records"])),
    request_body(content = TextBody, content_type = "application/octet-stream",
        description = "game records, one after another"),
    params(("variant" = Option<String>, Query,
        description = "the variant of records without a variant tag")),
    responses(
        (status = 200, description = "the outcome of each record", content(
            (List<ImportView> = "application/json"),
            (ImportView = "application/x-ndjson"))),
        Failures))]
pub(crate) async fn import_records(
    State(state): State<AppState>,
    bearer: Bearer<Records>,
    params: Params,
    headers: HeaderMap,
    text: ApiResult<Text>,
) -> ApiResult<Response> {
    let Text(text) = text.map_err(|error| match error.0.code {
        Code::TooLarge => {
            let limits = [("records", MAX_RECORDS.into()), ("bytes", LARGEST_IMPORT.into())];
            ApiError::new(Code::TooLarge, Reason::ImportTooLarge.with(limits))
        }
        _ => error,
    })?;
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?),
        None => None,
    };
    state.rate_limits.import(bearer.player.id, text.len())?;
    let text: Arc<str> = text.into();
    let counted = Arc::clone(&text);
    let count = state.cpu_pool.run(move || RecordIter::of(counted).count() as u64).await?;
    if count == 0 {
        return Err(ApiError::no_such_text(Reason::NoGameInBody));
    }
    if count > MAX_RECORDS {
        let params = [("most", MAX_RECORDS.into()), ("count", count.into())];
        return Err(ApiError::new(Code::TooLarge, Reason::TooManyRecords.with(params)));
    }
    let content_type = preferred(&headers, &[JSON, NDJSON]);
    let views = imports(state, RecordIter::of(text), variant, bearer.player.id);
    let response = if content_type == NDJSON {
        let lines = views.map(|view| {
            let line = serde_json::to_string(&view);
            Ok::<_, std::convert::Infallible>(line.expect("views of strings and numbers") + "\n")
        });
        ([(CONTENT_TYPE, NDJSON)], Body::from_stream(lines)).into_response()
    } else {
        Json(List { items: views.collect::<Vec<_>>().await, next: None }).into_response()
    };
    Ok(varying(response))
}

/// An iterator over the records of a text, which it parses in pieces.
struct RecordIter {
    text: Arc<str>,
    /// Bytes parsed so far.
    offset: usize,
    reader: RecordReader,
}

impl RecordIter {
    fn of(text: Arc<str>) -> RecordIter {
        RecordIter { text, offset: 0, reader: RecordReader::new() }
    }
}

impl Iterator for RecordIter {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if let Some(game) = self.reader.next_game() {
                return Some(game);
            }
            let rest = &self.text.as_bytes()[self.offset..];
            if rest.is_empty() {
                self.reader.finish();
                return self.reader.next_game();
            }
            let chunk = &rest[..rest.len().min(CHUNK_BYTES)];
            self.reader.push(chunk);
            self.offset += chunk.len();
        }
    }
}

/// Imports the records in their order. The next ones are checked while one is stored, and share
/// its commit.
fn imports(
    state: AppState,
    records: RecordIter,
    variant: Option<&'static Variant>,
    by: PlayerId,
) -> impl Stream<Item = ImportView> + Send {
    let indexed = stream::iter((0..).zip(records));
    let imported = indexed.map(move |(index, read)| {
        let state = state.clone();
        // Lists are in the order of ids, which is that of the records.
        let id = MatchId(random::new_id());
        async move {
            let line = read.first_line;
            let verdict = import_one(&state, id, read, variant, by).await;
            ImportView { index, line, verdict }
        }
    });
    imported.buffered(CONCURRENT_RECORDS)
}

async fn import_one(
    state: &AppState,
    id: MatchId,
    read: ReadGame,
    variant: Option<&'static Variant>,
    by: PlayerId,
) -> ImportVerdict {
    let judged = state.cpu_pool.run(move || import(&read, variant, by)).await;
    let import = match judged {
        Ok(Ok(import)) => import,
        Ok(Err(fault)) => return ImportVerdict::Unsound(fault),
        Err(error) => return ImportVerdict::Failed(run_error(error)),
    };
    // The id is longer than any client's id, so the two cannot collide.
    let hash = Sha256::digest(&import.text);
    let digest: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let digest = format!("import:{digest}");
    match in_time(state.live.import(id, import.events, by, digest)).await {
        Ok(match_id) => ImportVerdict::Kept { match_id },
        Err(error) => ImportVerdict::Failed(live_error(&error)),
    }
}
