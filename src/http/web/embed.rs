//! Pages for frames of other sites (`/embed`), and for streaming software (`/overlay`).

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;
use uuid::Uuid;

use crate::http::extract::body::Params;
use crate::http::images::options::BoardTheme;
use crate::http::state::AppState;
use crate::http::web::previews;
use crate::http::web::shell::{EmbedLook, Shell};
use crate::http::web::shell_response::{EVERYBODY, NOBODY, framed_response};

/// The name of the channel of all variants in a path.
const ALL_CHANNELS: &str = "all";

impl EmbedLook {
    /// Reads the parameters `theme` and `board`. Other values select the default.
    fn of(view: &'static str, uri: &Uri) -> EmbedLook {
        let params = Params::of(uri).ok();
        let value = |name| params.as_ref().and_then(|params| params.text(name).ok().flatten());
        let theme = match value("theme").as_deref() {
            Some("light") => "light",
            Some("dark") => "dark",
            _ => "auto",
        };
        let board = value("board")
            .and_then(|name| BoardTheme::ALL.into_iter().find(|theme| theme.name() == name));
        EmbedLook { view, theme, board: board.unwrap_or_default().name() }
    }
}

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/embed/matches/{id}", get(embed))
        .route("/overlay/matches/{id}", get(match_overlay))
        .route("/overlay/channel/{name}", get(channel_overlay))
}

/// The parts of a request for a page about a match.
type MatchRequest = (State<AppState>, Extension<Arc<Shell>>, Path<String>, Uri, HeaderMap);

async fn embed(request: MatchRequest) -> Response {
    match_page(request, "embed", EVERYBODY).await
}

async fn match_overlay(request: MatchRequest) -> Response {
    match_page(request, "overlay", NOBODY).await
}

async fn channel_overlay(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let is_known = name == ALL_CHANNELS || Variant::named(&name).is_some();
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let file = shell.embed(&headers, &EmbedLook::of("overlay", &uri), None);
    framed_response(&app, &shell, &file, &headers, status, NOBODY)
}

async fn match_page(request: MatchRequest, view: &'static str, ancestors: &str) -> Response {
    let (State(app), Extension(shell), Path(id), uri, headers) = request;
    let id = Uuid::try_parse(&id).map(MatchId).ok();
    let is_known = match id {
        Some(id) => app.store.matches().row(id).await.is_ok_and(|row| row.is_some()),
        None => false,
    };
    let preview = match id {
        Some(id) => previews::of_match(&app, shell.words(&headers), id, None).await,
        None => None,
    };
    let status = if is_known { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let file = shell.embed(&headers, &EmbedLook::of(view, &uri), preview.as_ref());
    framed_response(&app, &shell, &file, &headers, status, ancestors)
}
