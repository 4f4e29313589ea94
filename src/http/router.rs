//! All routes and the layers around them. The OpenAPI document is built from the same list.

use std::any::Any;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use tokio::time::timeout;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::protocol::{Code, Reason};

use crate::http::api::calendar::routes as calendar;
use crate::http::api::matches::import::LARGEST_IMPORT;
use crate::http::api::matches::{chat, import, invite_links, matches, premoves, proofs, records};
use crate::http::api::moderation::{engine_correlation, moderation_log, trial_variants};
use crate::http::api::notifications::routes as notifications;
use crate::http::api::oauth::{metadata, routes as oauth};
use crate::http::api::puzzles::routes as puzzles;
use crate::http::api::rules::LARGEST_RECORD;
use crate::http::api::security::{routes as security, sign_ins};
use crate::http::api::tournaments::{schedules, tournaments};
use crate::http::api::{
    accounts, analysis, explorer, featured, health, lobby, metrics, privacy, ratings, rules,
    tokens, webhooks,
};
use crate::http::encoding;
use crate::http::error::ApiError;
use crate::http::extract::body::body_limit;
use crate::http::extract::{admission, caller, match_command};
use crate::http::feeds::routes as feeds;
use crate::http::gateway::gateway::Gateway;
use crate::http::gateway::requests;
use crate::http::images::routes as images;
use crate::http::net::cors::{self, Cors};
use crate::http::openapi::document::OpenApiDocument;
use crate::http::openapi::{docs_page, document};
use crate::http::session::upgrade;
use crate::http::state::{AppState, LARGEST_REQUEST};
use crate::http::stream::{match_events, player_events};
use crate::http::web::shell::Shell;
use crate::http::web::{oembed, page};

/// Timeout until a response starts.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for which browsers use TLS only after a response over TLS: one year.
const MAX_AGE_OF_TLS: &str = "max-age=31536000";

/// Builds the router of the server.
pub(crate) fn router(app: AppState, gateway: Option<Arc<Gateway>>) -> Router {
    let (router, _) = all().split_for_parts();
    let shell = Shell::new(&app.public_url, router.clone().with_state(app.clone()));
    let limits = Arc::clone(&app.rate_limits);
    let work_limits = Arc::clone(&app.work_limits);
    let cors = Cors::new(&app.options.rate_limits.allowed_origins);
    let router = router
        .merge(page::routes())
        .fallback(page::nowhere)
        .method_not_allowed_fallback(async || {
            ApiError::new(Code::MethodNotAllowed, Reason::MethodNotAllowed)
        })
        .layer(Extension(&DOCUMENT))
        .layer(Extension(Arc::new(shell)))
        .layer(middleware::from_fn_with_state(&DOCUMENT, document::known_params));
    let router = match gateway {
        Some(gateway) => {
            let state = (app.clone(), gateway);
            router.layer(middleware::from_fn_with_state(state, requests::to_owner))
        }
        None => router,
    };
    router
        .layer(body_limit(LARGEST_REQUEST))
        .layer(middleware::from_fn(with_timeout))
        .layer(middleware::from_fn_with_state(work_limits, admission::admit))
        .layer(middleware::from_fn_with_state(cors.clone(), cors::answer_preflight))
        .layer(middleware::from_fn_with_state(limits, caller::identify_client))
        .layer(CatchPanicLayer::custom(on_panic))
        .layer(middleware::from_fn_with_state(cors, cors::share))
        .layer(middleware::from_fn_with_state(app.cpu_pool.clone(), encoding::compress))
        .layer(middleware::map_response_with_state(app.clone(), set_security_headers))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

/// The OpenAPI document of all routes.
pub(crate) static DOCUMENT: LazyLock<OpenApiDocument> =
    LazyLock::new(|| OpenApiDocument::of(all().into_openapi()));

fn all() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(document::outline())
        .routes(routes!(docs_page::docs))
        .routes(routes!(docs_page::style))
        .routes(routes!(health::healthz))
        .routes(routes!(health::livez))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(oembed::oembed))
        .routes(routes!(feeds::tournament_calendar))
        .routes(routes!(feeds::tournament_feed))
        .routes(routes!(metadata::metadata))
        .nest("/api/v1", api())
}

fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(upgrade::open))
        .routes(routes!(document::openapi))
        .routes(routes!(document::asyncapi))
        .merge(player_routes())
        .merge(security::routes())
        .merge(calendar::routes())
        .merge(notifications::routes())
        .merge(oauth::routes())
        .merge(rating_routes())
        .merge(rules_routes())
        .merge(match_routes())
        .merge(lobby_routes())
        .merge(chat_routes())
        .merge(analysis_routes())
        .merge(image_routes())
        .merge(puzzle_routes())
        .merge(tournaments::routes())
        .merge(schedules::routes())
}

fn player_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(accounts::create_guest))
        .routes(routes!(accounts::create_account))
        .routes(routes!(accounts::create_session, accounts::delete_sessions, sign_ins::sign_ins))
        .routes(routes!(accounts::delete_session))
        .routes(routes!(accounts::me, privacy::erase))
        .routes(routes!(privacy::export))
        .routes(routes!(accounts::become_bot))
        .routes(routes!(accounts::player))
        .routes(routes!(tokens::create_token, tokens::tokens))
        .routes(routes!(tokens::delete_token))
        .routes(routes!(webhooks::create_webhook, webhooks::webhooks))
        .routes(routes!(webhooks::delete_webhook))
        .routes(routes!(matches::of_player))
}

fn rating_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ratings::ratings))
        .routes(routes!(ratings::history))
        .routes(routes!(ratings::leaderboard))
        .routes(routes!(ratings::against))
}

fn rules_routes() -> OpenApiRouter<AppState> {
    let replay =
        OpenApiRouter::new().routes(routes!(rules::replay)).layer(body_limit(LARGEST_RECORD));
    OpenApiRouter::new()
        .routes(routes!(rules::variants))
        .routes(routes!(rules::variant))
        .routes(routes!(rules::book))
        .routes(routes!(rules::legal))
        .routes(routes!(rules::judge))
        .merge(replay)
}

fn analysis_routes() -> OpenApiRouter<AppState> {
    let games = OpenApiRouter::new()
        .routes(routes!(analysis::analyse_game))
        .layer(body_limit(LARGEST_RECORD));
    OpenApiRouter::new()
        .routes(routes!(analysis::analyse_position))
        .routes(routes!(analysis::match_analysis))
        .merge(games)
}

fn image_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(images::match_svg))
        .routes(routes!(images::match_png))
        .routes(routes!(images::match_gif))
        .routes(routes!(images::position_svg))
        .routes(routes!(images::position_png))
}

fn puzzle_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(puzzles::puzzles))
        .routes(routes!(puzzles::next_puzzle))
        .routes(routes!(puzzles::daily_puzzle))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(puzzles::try_puzzle))
        .routes(routes!(puzzles::standing))
}

fn chat_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(chat::lines, chat::say_line))
        .routes(routes!(chat::hide))
        .routes(routes!(chat::mutes))
        .routes(routes!(chat::mute, chat::unmute))
        .routes(routes!(moderation_log::give_timeout, moderation_log::end_timeout))
        .routes(routes!(moderation_log::log))
        .routes(routes!(trial_variants::variants_on_trial))
        .routes(routes!(engine_correlation::engine_use))
}

fn lobby_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lobby::seeks, lobby::seek))
        .routes(routes!(lobby::unseek))
        .routes(routes!(lobby::accept_seek))
        .routes(routes!(lobby::challenges, lobby::challenge))
        .routes(routes!(lobby::accept_challenge))
        .routes(routes!(lobby::decline_challenge))
        .routes(routes!(lobby::cancel_challenge))
        .routes(routes!(invite_links::links))
        .routes(routes!(invite_links::renew, invite_links::revoke))
}

fn match_routes() -> OpenApiRouter<AppState> {
    let import = OpenApiRouter::new()
        .routes(routes!(import::import_records))
        .layer(body_limit(LARGEST_IMPORT));
    OpenApiRouter::new()
        .routes(routes!(matches::create, matches::list))
        .routes(routes!(matches::look))
        .routes(routes!(matches::node))
        .routes(routes!(match_command::join))
        .routes(routes!(match_command::make_move))
        .routes(routes!(match_command::resign))
        .routes(routes!(match_command::abort))
        .routes(routes!(match_command::draw))
        .routes(routes!(match_command::takeback))
        .routes(routes!(match_command::rematch))
        .routes(routes!(match_command::adjourn))
        .routes(routes!(match_command::resume))
        .routes(routes!(match_command::add_time))
        .routes(routes!(match_command::claim))
        .routes(routes!(premoves::premove, premoves::set_premove, premoves::delete_premove))
        .routes(routes!(match_events::events))
        .routes(routes!(featured::channels))
        .routes(routes!(player_events::my_events))
        .routes(routes!(records::record))
        .routes(routes!(records::position))
        .routes(routes!(proofs::proof))
        .routes(routes!(proofs::keys))
        .routes(routes!(records::records))
        .routes(routes!(explorer::explore))
        .merge(import)
}

/// Fails a request whose response does not start in time. A started response may stream without
/// limit.
async fn with_timeout(request: Request, next: Next) -> Response {
    let too_late = || ApiError::new(Code::Unavailable, Reason::AnswerTimedOut).into_response();
    timeout(RESPONSE_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| too_late())
}

fn on_panic(_: Box<dyn Any + Send + 'static>) -> Response {
    ApiError::new(Code::Internal, Reason::ServerFault).into_response()
}

async fn set_security_headers(State(app): State<AppState>, mut response: Response) -> Response {
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    if app.options.tls.is_on() {
        let max_age = HeaderValue::from_static(MAX_AGE_OF_TLS);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, max_age);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::routing::get;

    use super::*;

    /// The paths of a router. Its `Debug` output is the only list of them.
    fn paths(router: &Router<AppState>) -> BTreeSet<String> {
        let written = format!("{router:?}");
        let quoted = written.split('"').skip(1).step_by(2);
        // The fallback is listed as the root.
        let is_path = |text: &&str| text.starts_with('/') && *text != "/";
        let paths = quoted.filter(|text| is_path(text) && !text.contains("axum_fallback"));
        paths.map(str::to_owned).collect()
    }

    #[test]
    fn every_route_is_in_the_document() {
        let (router, document) = all().split_for_parts();
        let described: BTreeSet<String> = document.paths.paths.keys().cloned().collect();
        assert_eq!(paths(&router), described);
        assert!(described.contains("/api/v1/matches/{id}/events"), "{described:?}");
        let more = router.route("/secret", get(async || ()));
        assert!(paths(&more).contains("/secret"));
    }
}
