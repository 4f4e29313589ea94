//! Descriptions of pages for other sites (<https://oembed.com>).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use chivalry_engine::puzzles::PuzzleId;
use chivalry_play::matches::MatchId;
use chivalry_tournament::TournamentId;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::protocol::{Reason, RequestError};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::body::Params;
use crate::http::state::AppState;
use crate::http::web::previews::{self, Preview, Words, escaped};
use crate::http::web::shell::Shell;

/// The size of a frame that fits the board and the moves, and the least one.
const FRAME: (u32, u32) = (640, 480);
const LEAST_FRAME: (u32, u32) = (240, 240);

/// The size of the images of previews.
const THUMBNAIL: (u32, u32) = (1_200, 630);

/// A page as other sites can show it.
#[derive(Serialize, ToSchema)]
#[schema(as = Oembed)]
pub(crate) struct OembedView {
    /// The version of the format.
    version: &'static str,
    /// `rich` for a match, which has a frame, or `link`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The title of the page.
    title: String,
    /// The name of the server.
    provider_name: &'static str,
    /// The address of the server.
    provider_url: String,
    /// The markup of the frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    /// The width of the frame, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    /// The height of the frame, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
    /// The address of an image.
    thumbnail_url: String,
    /// The width of the image, in pixels.
    thumbnail_width: u32,
    /// The height of the image, in pixels.
    thumbnail_height: u32,
}

/// Describe a page for other sites
///
/// The page of a public match can be shown in a frame. Tournaments, players and puzzles have a
/// title and an image.
#[utoipa::path(get, path = "/oembed", tag = "images",
    params(
        ("url" = String, Query, description = "the address of the page"),
        ("maxwidth" = Option<u32>, Query, description = "the largest width of a frame"),
        ("maxheight" = Option<u32>, Query, description = "the largest height of a frame"),
        ("format" = Option<String>, Query, description = "`json`, which is the default")),
    responses((status = 200, description = "the description", body = OembedView), Failures))]
pub(crate) async fn oembed(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    params.read_or_unmet("format", "`json`", |format| (format == "json").then_some(()))?;
    let url = params.text("url")?.ok_or_else(|| {
        RequestError::field("url", Reason::ParameterMissing.with([("name", "url".into())]))
    })?;
    let (most_wide, most_high) = (params.number("maxwidth")?, params.number("maxheight")?);
    let preview = preview_of(&app, shell.words(&headers), &url).await;
    let preview = preview.ok_or_else(|| ApiError::not_found("page"))?;
    let size =
        |usual: u32, least: u32, most: Option<u32>| usual.min(most.unwrap_or(usual)).max(least);
    let (width, height) =
        (size(FRAME.0, LEAST_FRAME.0, most_wide), size(FRAME.1, LEAST_FRAME.1, most_high));
    let html = preview.embed.as_ref().map(|path| {
        let (src, title) = (escaped(&format!("{}{path}", app.public_url)), escaped(&preview.title));
        format!(
            "<iframe src=\"{src}\" width=\"{width}\" height=\"{height}\" title=\"{title}\" \
             loading=\"lazy\" style=\"border:0\"></iframe>"
        )
    });
    let is_rich = html.is_some();
    let view = OembedView {
        version: "1.0",
        kind: if is_rich { "rich" } else { "link" },
        title: preview.title,
        provider_name: "Chivalry",
        provider_url: app.public_url.to_string(),
        html,
        width: is_rich.then_some(width),
        height: is_rich.then_some(height),
        thumbnail_url: format!("{}{}", app.public_url, preview.image),
        thumbnail_width: THUMBNAIL.0,
        thumbnail_height: THUMBNAIL.1,
    };
    Ok(Json(view).into_response())
}

/// The preview of a page of this server.
async fn preview_of(app: &AppState, words: &Words, url: &str) -> Option<Preview> {
    let path = url.strip_prefix(&*app.public_url)?;
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    match parts[..] {
        ["m", id] | ["embed", "matches", id] => {
            let preview =
                previews::of_match(app, words, MatchId(Uuid::try_parse(id).ok()?), None).await;
            preview.filter(|preview| preview.page.is_some())
        }
        ["tournaments", id] => {
            previews::of_tournament(app, words, TournamentId(Uuid::try_parse(id).ok()?)).await
        }
        ["puzzles", id] => previews::of_puzzle(app, words, id.parse::<PuzzleId>().ok()?).await,
        ["players", name] => {
            let name = percent_decode_str(name).decode_utf8().ok()?;
            previews::of_player(app, words, &name).await
        }
        _ => None,
    }
}
