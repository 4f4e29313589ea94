//! The subjects of images: matches as their viewers may see them, and positions of variants.

use axum::RequestPartsExt as _;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use chivalry_play::matches::{MatchId, Status};
use chivalry_rules::Variant;

use crate::protocol::rules::position_of;
use crate::protocol::{Code, Reason, RequestError, record_result};

use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::images::drawing::Scene;
use crate::http::images::layout::Captions;
use crate::http::images::options::{ImageOptions, Layout, delay_ms};
use crate::http::images::order::{ImageFormat, ImageOrder};
use crate::http::images::scenes::scenes_of;
use crate::http::response::{MAX_AGE_5_MINUTES, REVALIDATE};
use crate::http::state::AppState;

/// The most plies of a moving picture.
const LONGEST_ANIMATION: usize = 600;

/// Cache policy of images of games that cannot change.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Cache policy of images that a certain viewer may see.
const PRIVATE: &str = "private, no-cache";

/// The match of a request for an image, and the parameters.
pub(crate) struct MatchImage {
    state: AppState,
    subject: MatchSubject,
    params: Params,
    headers: HeaderMap,
}

impl FromRequestParts<AppState> for MatchImage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<MatchImage> {
        let PathParam(id) = parts.extract_with_state(state).await?;
        let bearer: Option<Bearer<AnyScope>> = parts.extract_with_state(state).await?;
        let params = parts.extract_with_state(state).await?;
        let subject = MatchSubject::read(state, id, bearer).await?;
        Ok(MatchImage { state: state.clone(), subject, params, headers: parts.headers.clone() })
    }
}

impl MatchImage {
    /// Responds with the position after a ply.
    pub(crate) async fn respond(self, format: ImageFormat) -> ApiResult<Response> {
        let MatchImage { state, subject, params, headers } = self;
        let options = ImageOptions::read(&params, subject.variant)?;
        let order = subject.at_ply(params.number("ply")?, options, format)?;
        order.respond(&state, &headers).await
    }

    /// Responds with the moves as a moving picture.
    pub(crate) async fn respond_animated(self) -> ApiResult<Response> {
        let MatchImage { state, subject, params, headers } = self;
        let options = ImageOptions::read_animation(&params, subject.variant)?;
        let order = subject.animated(options, delay_ms(&params)?)?;
        order.respond(&state, &headers).await
    }
}

/// The variant of a request for an image, and the parameters.
pub(crate) struct PositionImage {
    state: AppState,
    variant: &'static Variant,
    params: Params,
    headers: HeaderMap,
}

impl FromRequestParts<AppState> for PositionImage {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<PositionImage> {
        let PathParam::<String>(name) = parts.extract_with_state(state).await?;
        let variant = Variant::named(&name).ok_or_else(|| ApiError::not_found("variant"))?;
        let params = parts.extract_with_state(state).await?;
        Ok(PositionImage { state: state.clone(), variant, params, headers: parts.headers.clone() })
    }
}

impl PositionImage {
    /// Responds with the position of the parameters.
    pub(crate) async fn respond(self, format: ImageFormat) -> ApiResult<Response> {
        let PositionImage { state, variant, params, headers } = self;
        let position = position_of(variant, params.text("position")?.as_deref())?;
        let order = ImageOrder {
            variant,
            options: ImageOptions::read(&params, variant)?,
            scenes: vec![Scene { position, path: Vec::new() }],
            captions: Captions { title: variant.title().to_owned(), ..Captions::default() },
            format,
            cache_control: MAX_AGE_5_MINUTES,
        };
        order.respond(&state, &headers).await
    }
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
        format: ImageFormat,
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
        Ok(self.order(scenes, options, ImageFormat::Gif { delay_ms }))
    }

    fn order(self, scenes: Vec<Scene>, options: ImageOptions, format: ImageFormat) -> ImageOrder {
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
