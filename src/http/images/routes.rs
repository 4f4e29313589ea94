//! The routes of images: `GET /matches/{id}/image.svg`, `.png`, `.gif`, and the same of bare
//! positions below `/variants/{variant}`.

use axum::response::Response;

use crate::http::error::{ApiResult, Failures};
use crate::http::images::options::{AnimationParams, ImageParams};
use crate::http::images::order::ImageFormat;
use crate::http::images::subject::{MatchImage, PositionImage};

/// The parameters of an image of a match.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only described; read by `MatchImage`")]
struct MatchPath {
    /// the match
    id: uuid::Uuid,
}

/// The ply of an image of a match.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `MatchImage`")]
struct PlyParam {
    /// number of plies before the position, pass-turns included; default all
    ply: Option<u32>,
}

/// The parameters of an image of a position.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only described; read by `PositionImage`")]
struct VariantPath {
    /// its name, an alias, or its `pin`
    variant: String,
}

/// The position of an image.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `PositionImage`")]
struct PositionParam {
    /// the position; default the array
    position: Option<String>,
}

/// The responses with an image. Its media type follows from the path.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "only described")]
enum Images {
    /// the image, of the media type of the path's ending
    #[response(status = 200)]
    Image,
    /// not modified
    #[response(status = 304)]
    NotModified,
}

/// Draw a position of a match as SVG
///
/// The board after a ply, with the last move. Spectators of a match with a delay see the position
/// that they may see. Images have an `ETag`. Those of ended matches without names can be cached
/// permanently.
#[utoipa::path(get, path = "/matches/{id}/image.svg", tag = "images",
    security((), ("token" = [])), params(MatchPath, PlyParam, ImageParams),
    responses(Images, Failures))]
pub(crate) async fn match_svg(image: MatchImage) -> ApiResult<Response> {
    image.respond(ImageFormat::Svg).await
}

/// Draw a position of a match as PNG
///
/// The same image as that of `image.svg`.
#[utoipa::path(get, path = "/matches/{id}/image.png", tag = "images",
    security((), ("token" = [])), params(MatchPath, PlyParam, ImageParams),
    responses(Images, Failures))]
pub(crate) async fn match_png(image: MatchImage) -> ApiResult<Response> {
    image.respond(ImageFormat::Png).await
}

/// Draw the moves of a match as GIF
///
/// A moving picture with one frame for each ply. A match of more than 600 plies is refused.
#[utoipa::path(get, path = "/matches/{id}/image.gif", tag = "images",
    security((), ("token" = [])), params(MatchPath, ImageParams, AnimationParams),
    responses(Images, Failures))]
pub(crate) async fn match_gif(image: MatchImage) -> ApiResult<Response> {
    image.respond_animated().await
}

/// Draw a position as SVG
#[utoipa::path(
    get,
    path = "/variants/{variant}/image.svg",
    tag = "images",
    params(VariantPath, PositionParam, ImageParams),
    responses(Images, Failures)
)]
pub(crate) async fn position_svg(image: PositionImage) -> ApiResult<Response> {
    image.respond(ImageFormat::Svg).await
}

/// Draw a position as PNG
#[utoipa::path(
    get,
    path = "/variants/{variant}/image.png",
    tag = "images",
    params(VariantPath, PositionParam, ImageParams),
    responses(Images, Failures)
)]
pub(crate) async fn position_png(image: PositionImage) -> ApiResult<Response> {
    image.respond(ImageFormat::Png).await
}
