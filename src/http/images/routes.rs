//! The routes of images: `GET /matches/{id}/image.svg`, `.png`, `.gif`, and the same of bare
//! positions below `/variants/{variant}`.

use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chivalry_play::matches::{MatchId, Status};
use chivalry_rules::Variant;
use sha2::{Digest as _, Sha256};

use crate::live::compute::cpu_pool::RunError;
use crate::protocol::rules::position_of;
use crate::protocol::{Code, Reason, RequestError, record_result};

use crate::http::error::{ApiError, ApiResult, Failures, run_error};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::images::animation::gif;
use crate::http::images::drawing::Scene;
use crate::http::images::layout::{Captions, Picture};
use crate::http::images::options::{AnimationParams, ImageOptions, ImageParams, Layout, delay_ms};
use crate::http::images::raster::{DrawError, png};
use crate::http::images::scenes::scenes_of;
use crate::http::response::{MAX_AGE_5_MINUTES, REVALIDATE, cached_as, not_modified};
use crate::http::state::AppState;
use crate::http::web::files::FILES;

/// The most plies of a moving picture.
const LONGEST_ANIMATION: usize = 600;

/// Cache policy of images of games that cannot change.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Cache policy of images that a certain viewer may see.
const PRIVATE: &str = "private, no-cache";

/// Images contain nothing that a browser may load or run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
const GIF: &str = "image/gif";

/// Draw a position of a match as SVG
///
/// The board after a ply, with the last move. Spectators of a match with a delay see the position
/// that they may see. Images have an `ETag`. Those of ended matches without names can be cached
/// permanently.
#[utoipa::path(get, path = "/matches/{id}/image.svg", tag = "images",
    security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("ply" = Option<u32>, Query,
            description = "number of plies before the position, pass-turns included; default all"),
        ImageParams),
    responses(
        (status = 200, description = "the image, `image/svg+xml`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn match_svg(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let subject = MatchSubject::read(&state, id, bearer).await?;
    let options = ImageOptions::read(&params, subject.variant)?;
    let order = subject.at_ply(params.number("ply")?, options, Format::Svg)?;
    order.respond(&state, &headers).await
}

/// Draw a position of a match as PNG
///
/// The same image as that of `image.svg`.
#[utoipa::path(get, path = "/matches/{id}/image.png", tag = "images",
    security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("ply" = Option<u32>, Query,
            description = "number of plies before the position, pass-turns included; default all"),
        ImageParams),
    responses(
        (status = 200, description = "the image, `image/png`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn match_png(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let subject = MatchSubject::read(&state, id, bearer).await?;
    let options = ImageOptions::read(&params, subject.variant)?;
    let order = subject.at_ply(params.number("ply")?, options, Format::Png)?;
    order.respond(&state, &headers).await
}

/// Draw the moves of a match as GIF
///
/// A moving picture with one frame for each ply. A match of more than 600 plies is refused.
#[utoipa::path(get, path = "/matches/{id}/image.gif", tag = "images",
    security((), ("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the match"), ImageParams, AnimationParams),
    responses(
        (status = 200, description = "the image, `image/gif`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn match_gif(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let subject = MatchSubject::read(&state, id, bearer).await?;
    let options = ImageOptions::read_animation(&params, subject.variant)?;
    let order = subject.animated(options, delay_ms(&params)?)?;
    order.respond(&state, &headers).await
}

/// Draw a position as SVG
#[utoipa::path(get, path = "/variants/{variant}/image.svg", tag = "images",
    params(
        ("variant" = String, Path, description = "its name, an alias, or its `pin`"),
        ("position" = Option<String>, Query, description = "the position; default the array"),
        ImageParams),
    responses(
        (status = 200, description = "the image, `image/svg+xml`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn position_svg(
    State(state): State<AppState>,
    PathParam(variant): PathParam<String>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    position_order(&variant, &params, Format::Svg)?.respond(&state, &headers).await
}

/// Draw a position as PNG
#[utoipa::path(get, path = "/variants/{variant}/image.png", tag = "images",
    params(
        ("variant" = String, Path, description = "its name, an alias, or its `pin`"),
        ("position" = Option<String>, Query, description = "the position; default the array"),
        ImageParams),
    responses(
        (status = 200, description = "the image, `image/png`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn position_png(
    State(state): State<AppState>,
    PathParam(variant): PathParam<String>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    position_order(&variant, &params, Format::Png)?.respond(&state, &headers).await
}

/// An image of a position of a variant.
fn position_order(variant: &str, params: &Params, format: Format) -> ApiResult<ImageOrder> {
    let variant = Variant::named(variant).ok_or_else(|| ApiError::not_found("variant"))?;
    let position = position_of(variant, params.text("position")?.as_deref())?;
    Ok(ImageOrder {
        variant,
        options: ImageOptions::read(params, variant)?,
        scenes: vec![Scene { position, path: Vec::new() }],
        captions: Captions { title: variant.title().to_owned(), ..Captions::default() },
        format,
        cache_control: MAX_AGE_5_MINUTES,
    })
}

/// A match as its viewer may see it.
struct MatchSubject {
    variant: &'static Variant,
    /// The scene after each ply, from 0.
    scenes: Vec<Scene>,
    captions: Captions,
    is_ended: bool,
    has_viewer: bool,
}

impl MatchSubject {
    async fn read(
        state: &AppState,
        id: MatchId,
        bearer: Option<Bearer<AnyScope>>,
    ) -> ApiResult<MatchSubject> {
        let viewer = bearer.map(|bearer| bearer.player.id);
        let (history, snapshot) = state.live.history(id, viewer).await?;
        let match_state = &snapshot.match_state;
        let variant = match_state.variant();
        let mut captions = Captions { has_players: true, ..Captions::default() };
        for seat in variant.seats() {
            let player = snapshot.players[seat].as_ref().map(|player| player.name.clone());
            let imported = match_state.imported().and_then(|game| game.names()[seat].clone());
            captions.names[seat] = player.or(imported);
        }
        captions.title = variant.title().to_owned();
        if let Status::Ended { result, .. } = match_state.status() {
            captions.title += " · ";
            captions.title += record_result(result, variant).as_str();
        }
        Ok(MatchSubject {
            variant,
            scenes: scenes_of(&history),
            captions,
            is_ended: matches!(match_state.status(), Status::Ended { .. }),
            has_viewer: viewer.is_some(),
        })
    }

    fn at_ply(
        mut self,
        ply: Option<u32>,
        options: ImageOptions,
        format: Format,
    ) -> ApiResult<ImageOrder> {
        let plies = self.scenes.len() - 1;
        let ply = ply.map_or(plies, |ply| ply as usize);
        if ply > plies {
            let reason = Reason::PliesPlayed.with([("plies", plies.into())]);
            return Err(RequestError::unmet("ply", reason).into());
        }
        let scenes = vec![self.scenes.swap_remove(ply)];
        Ok(self.order(scenes, options, format))
    }

    fn animated(mut self, options: ImageOptions, delay_ms: u32) -> ApiResult<ImageOrder> {
        let scenes = std::mem::take(&mut self.scenes);
        let count = scenes.len() - 1;
        if count > LONGEST_ANIMATION {
            let params = [("most", LONGEST_ANIMATION.into()), ("count", count.into())];
            return Err(ApiError::new(Code::TooLarge, Reason::TooManyPlies.with(params)));
        }
        Ok(self.order(scenes, options, Format::Gif { delay_ms }))
    }

    fn order(self, scenes: Vec<Scene>, options: ImageOptions, format: Format) -> ImageOrder {
        let has_names = options.layout != Layout::Board;
        let cache_control = match (self.has_viewer, self.is_ended) {
            (true, _) => PRIVATE,
            (false, false) => REVALIDATE,
            // Players may be renamed or erased.
            (false, true) if has_names => MAX_AGE_5_MINUTES,
            (false, true) => IMMUTABLE,
        };
        let captions = if has_names { self.captions } else { Captions::default() };
        ImageOrder { variant: self.variant, options, scenes, captions, format, cache_control }
    }
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Svg,
    Png,
    Gif { delay_ms: u32 },
}

/// An image that is requested.
struct ImageOrder {
    variant: &'static Variant,
    options: ImageOptions,
    scenes: Vec<Scene>,
    captions: Captions,
    format: Format,
    cache_control: &'static str,
}

impl ImageOrder {
    /// The `ETag`: a hash of all that the image depends on.
    fn tag(&self) -> String {
        let ImageOrder { variant, options, scenes, captions, format, cache_control: _ } = self;
        let mut digest = Sha256::new();
        digest.update(FILES.hash.as_bytes());
        digest.update(env!("CARGO_PKG_VERSION"));
        digest.update(format!("{} {options:?} {format:?} {captions:?}", variant.pin()));
        for Scene { position, path } in scenes {
            digest.update(format!("{position} {path:?}"));
        }
        format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest.finalize()[..16]))
    }

    /// Responds with the image, drawn in the thread pool unless the client or the cache has it.
    async fn respond(self, state: &AppState, headers: &HeaderMap) -> ApiResult<Response> {
        let (tag, cache_control) = (self.tag(), self.cache_control);
        let content_type = match self.format {
            Format::Svg => SVG,
            Format::Png => PNG,
            Format::Gif { .. } => GIF,
        };
        if let Some(response) = not_modified(headers, &tag, cache_control) {
            return Ok(response);
        }
        let image = match state.images.get(&tag) {
            Some(image) => image,
            None => {
                let image = self.drawn(state).await?;
                state.images.insert(&tag, image.clone());
                image
            }
        };
        Ok(cached_as(headers, &tag, cache_control, || {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static(content_type)),
                (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            ];
            (headers, image).into_response()
        }))
    }

    async fn drawn(self, state: &AppState) -> ApiResult<Bytes> {
        // Other work that a client waits for takes less time.
        let job = state.cpu_pool.submit_low_priority(move |_| self.draw());
        let drawn = job.map_err(RunError::from).map_err(run_error)?.done().await;
        let drawn = drawn.ok_or(RunError::Failed).map_err(run_error)?;
        drawn.map(Bytes::from).map_err(|error| {
            tracing::error!(%error, "an image could not be drawn");
            ApiError::new(Code::Internal, Reason::WorkFailed)
        })
    }

    fn draw(&self) -> Result<Vec<u8>, DrawError> {
        let picture = Picture::new(self.variant, &self.options, &self.captions);
        let scene = self.scenes.last().ok_or(DrawError::Empty)?;
        match self.format {
            Format::Svg => Ok(picture.svg(scene).into_bytes()),
            Format::Png => png(&picture, &picture.svg_in_units(scene)),
            Format::Gif { delay_ms } => gif(&picture, &self.scenes, delay_ms),
        }
    }
}
