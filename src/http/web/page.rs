//! The routes of the page: the shell at each address, and the files that it loads.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use uuid::Uuid;

use chivalry_engine::puzzles::PuzzleId;
use chivalry_play::matches::MatchId;
use chivalry_rules::Variant;
use chivalry_tournament::TournamentId;

use crate::http::error::ApiError;
use crate::http::extract::body::Params;
use crate::http::response::{HTML, JSON, preferred};
use crate::http::state::AppState;
use crate::http::web::embed;
use crate::http::web::files::{FILES, file_response};
use crate::http::web::previews::{self, Preview};
use crate::http::web::shell::Shell;
use crate::http::web::shell_response::shell_response;
use crate::http::web::worker;

/// Cache policy of files whose URL contains their hash.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Cache policy of files at permanent addresses.
const MAX_AGE_1_DAY: &str = "public, max-age=86400";

/// Files at the addresses that browsers and crawlers request.
const PERMANENT_FILES: [(&str, &str); 4] = [
    ("/apple-touch-icon.png", "icons/apple-touch-icon.png"),
    ("/favicon.ico", "icons/favicon.ico"),
    ("/preview.png", "icons/preview.png"),
    ("/robots.txt", "robots.txt"),
];

/// The paths of the page's router and the scripts of their pages.
const PATHS: [(&str, &str); 17] = [
    ("/study", "study"),
    ("/study/{id}", "study"),
    ("/puzzles", "puzzles"),
    ("/tournaments", "tournaments"),
    ("/tournaments/new", "make"),
    ("/tournaments/{id}/desk", "desk"),
    ("/tournaments/{id}/projector", "projector"),
    ("/schedules/{id}", "schedule"),
    ("/players", "leaders"),
    ("/rules", "rules"),
    ("/variants", "gallery"),
    ("/account", "account"),
    ("/oauth/authorize", "consent"),
    ("/device", "consent"),
    ("/mail", "mail"),
    ("/signed-in", "signed-in"),
    ("/moderation", "moderation"),
];

/// The routes of the page.
pub(crate) fn routes() -> Router<AppState> {
    let mut routes = Router::new()
        .route("/", get(home))
        .route("/lobby", get(home))
        .route("/assets/{hash}/{*path}", get(file))
        .route("/worker.js", get(worker::worker))
        .route("/m/{id}", get(match_page))
        .route("/puzzles/{id}", get(puzzle))
        .route("/tournaments/{id}", get(tournament))
        .route("/players/{name}", get(player))
        .route("/rules/{variant}", get(rules))
        .route("/variants/{variant}", get(variant))
        .merge(embed::routes());
    for (path, name) in PERMANENT_FILES {
        let permanent =
            async move |headers: HeaderMap| file_response(FILES.get(name), &headers, MAX_AGE_1_DAY);
        routes = routes.route(path, get(permanent));
    }
    for (path, script) in PATHS {
        let page = async move |State(app): State<AppState>,
                               Extension(shell): Extension<Arc<Shell>>,
                               headers: HeaderMap| {
            let file = shell.page(&headers, script);
            shell_response(&app, &shell, file, &headers, StatusCode::OK)
        };
        routes = routes.route(path, get(page));
    }
    routes
}

/// The response for unknown routes: the page for browsers, a problem document for
/// programs.
pub(crate) async fn nowhere(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> Response {
    if preferred(&headers, &[JSON, HTML]) == HTML {
        let file = shell.page(&headers, "");
        shell_response(&app, &shell, file, &headers, StatusCode::NOT_FOUND)
    } else {
        ApiError::not_found("route").into_response()
    }
}

async fn home(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> Response {
    let file = shell.home(&headers).await;
    shell_response(&app, &shell, &file, &headers, StatusCode::OK)
}

async fn rules(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(variant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let status = status_of(&variant);
    shell_response(&app, &shell, shell.page(&headers, "rules"), &headers, status)
}

async fn variant(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(variant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let status = status_of(&variant);
    shell_response(&app, &shell, shell.page(&headers, "gallery"), &headers, status)
}

/// The status of a page about the variant with that name.
fn status_of(variant: &str) -> StatusCode {
    if Variant::named(variant).is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND }
}

async fn match_page(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let key = Params::of(&uri).and_then(|params| params.text("key")).ok().flatten();
    let preview = match Uuid::try_parse(&id) {
        Ok(id) => {
            previews::of_match(&app, shell.words(&headers), MatchId(id), key.as_deref()).await
        }
        Err(_) => None,
    };
    previewed(&app, &shell, &headers, "match", preview.as_ref())
}

async fn tournament(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let preview = match Uuid::try_parse(&id) {
        Ok(id) => previews::of_tournament(&app, shell.words(&headers), TournamentId(id)).await,
        Err(_) => None,
    };
    previewed(&app, &shell, &headers, "tournament", preview.as_ref())
}

async fn player(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let preview = previews::of_player(&app, shell.words(&headers), &name).await;
    previewed(&app, &shell, &headers, "player", preview.as_ref())
}

async fn puzzle(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let preview = match id.parse::<PuzzleId>() {
        Ok(id) => previews::of_puzzle(&app, shell.words(&headers), id).await,
        Err(_) => None,
    };
    previewed(&app, &shell, &headers, "puzzles", preview.as_ref())
}

/// Responds with the shell of a page and its preview, or with the general one.
fn previewed(
    app: &AppState,
    shell: &Shell,
    headers: &HeaderMap,
    script: &str,
    preview: Option<&Preview>,
) -> Response {
    let own = preview.map(|preview| shell.previewed(headers, script, preview));
    let file = own.as_ref().unwrap_or_else(|| shell.page(headers, script));
    shell_response(app, shell, file, headers, StatusCode::OK)
}

async fn file(Path((hash, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    file_response(FILES.get(&path).filter(|_| hash == FILES.hash), &headers, IMMUTABLE)
}
