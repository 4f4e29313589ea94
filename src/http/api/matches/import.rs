//! Games that were played elsewhere: records become matches that are over.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures_util::{Stream, StreamExt as _, stream};
use sha2::{Digest as _, Sha256};

use crate::protocol::Reason;
use crate::protocol::requests::records::{ImportVerdict, ImportView, import};
use crate::protocol::{Code, List, variant_named};
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use chivalry_rules::notation::record::{ReadGame, RecordReader};

use crate::http::error::{ApiError, ApiResult, Failures, live_error};
use crate::http::extract::auth::{Bearer, Records};
use crate::http::extract::body::{Params, Text};
use crate::http::response::{JSON, NDJSON, preferred, varying};
use crate::http::state::AppState;

/// The most that one request may have, in bytes.
pub(crate) const LARGEST_IMPORT: usize = 1024 * 1024;

/// The most records that one request may have.
const MOST_RECORDS: u64 = 500;

/// How much of the text is read at a time: what has been read and not yet
/// judged is kept in memory.
const PIECE: usize = 16 * 1024;

/// Import games
///
/// Makes a match of each record in the body, up to 500 of them in up to 1 MiB:
/// one that is over, whose players are names. Every ply is judged by the rules,
/// and so are the result and the termination that the record claims.
///
/// The answer has a result for each record, in their order: a list, or one JSON
/// object a line (`application/x-ndjson`), by the header `Accept`. A record
/// that is not sound says what is wrong with it, such as the first illegal
/// `ply`, and does not stop the others. The same record sent again by the same
/// player gives the same match.
#[utoipa::path(post, path = "/records", tag = "records", security(("token" = ["records"])),
    request_body(content = String, content_type = "text/plain",
        description = "game records, one after another"),
    params(("variant" = Option<String>, Query,
        description = "what is played where a record does not say")),
    responses(
        (status = 200, description = "what became of each", content(
            (List<ImportView> = "application/json"),
            (ImportView = "application/x-ndjson"))),
        Failures))]
pub(crate) async fn import_records(
    State(app): State<AppState>,
    bearer: Bearer<Records>,
    params: Params,
    headers: HeaderMap,
    Text(text): Text,
) -> ApiResult<Response> {
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?),
        None => None,
    };
    app.allowances.import(bearer.player.id, text.len())?;
    let text: Arc<str> = text.into();
    let counted = Arc::clone(&text);
    let count = app.questions.run(move || Reading::of(counted).count() as u64).await?;
    if count == 0 {
        return Err(ApiError::no_such_text(Reason::NoGameInBody));
    }
    if count > MOST_RECORDS {
        let params = [("most", MOST_RECORDS.into()), ("count", count.into())];
        return Err(ApiError::new(Code::TooLarge, Reason::TooManyRecords.with(params)));
    }
    let content_type = preferred(&headers, &[JSON, NDJSON]);
    let views = imports(app, Reading::of(text), variant, bearer.player.id);
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

/// The records of a text, read a piece at a time.
struct Reading {
    text: Arc<str>,
    /// How much of it has been read.
    at: usize,
    reader: RecordReader,
}

impl Reading {
    fn of(text: Arc<str>) -> Reading {
        Reading { text, at: 0, reader: RecordReader::new() }
    }
}

impl Iterator for Reading {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if let Some(game) = self.reader.next_game() {
                return Some(game);
            }
            let rest = &self.text.as_bytes()[self.at..];
            if rest.is_empty() {
                self.reader.finish();
                return self.reader.next_game();
            }
            let piece = &rest[..rest.len().min(PIECE)];
            self.reader.push(piece);
            self.at += piece.len();
        }
    }
}

/// What becomes of each record: each is kept before the next one is judged.
fn imports(
    app: AppState,
    reading: Reading,
    variant: Option<&'static Variant>,
    by: PlayerId,
) -> impl Stream<Item = ImportView> + Send {
    let indexed = stream::iter((0..).zip(reading));
    indexed.then(move |(index, read)| {
        let app = app.clone();
        async move {
            let line = read.first_line;
            let verdict = import_one(&app, read, variant, by).await;
            ImportView { index, line, verdict }
        }
    })
}

async fn import_one(
    app: &AppState,
    read: ReadGame,
    variant: Option<&'static Variant>,
    by: PlayerId,
) -> ImportVerdict {
    let judged = app.questions.run(move || import(&read, variant, by)).await;
    let import = match judged {
        Ok(Ok(import)) => import,
        Ok(Err(fault)) => return ImportVerdict::Unsound(fault),
        Err(ApiError(error)) => return ImportVerdict::Failed(error),
    };
    // Longer than any id of a client's: none can be taken for it.
    let hash = Sha256::digest(&import.text);
    let id: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let id = format!("import:{id}");
    match app.live.import(import.events, by, id).await {
        Ok(match_id) => ImportVerdict::Kept { match_id },
        Err(error) => ImportVerdict::Failed(live_error(&error)),
    }
}
