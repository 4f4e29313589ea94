//! An image that a client requests, drawn once.

use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chivalry_rules::Variant;
use sha2::{Digest as _, Sha256};

use crate::live::compute::cpu_pool::RunError;
use crate::protocol::{Code, Reason};

use crate::http::error::{ApiError, ApiResult, run_error};
use crate::http::images::animation::gif;
use crate::http::images::drawing::Scene;
use crate::http::images::layout::{Captions, Picture};
use crate::http::images::options::ImageOptions;
use crate::http::images::raster::{DrawError, png};
use crate::http::response::{cached_as, not_modified};
use crate::http::state::AppState;
use crate::http::web::files::FILES;

/// Images contain nothing that a browser may load or run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The format of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
    Gif {
        /// The time for which each ply is shown.
        delay_ms: u32,
    },
}

impl ImageFormat {
    const fn media_type(self) -> &'static str {
        match self {
            ImageFormat::Svg => "image/svg+xml",
            ImageFormat::Png => "image/png",
            ImageFormat::Gif { .. } => "image/gif",
        }
    }
}

/// An image that is requested.
pub(crate) struct ImageOrder {
    pub(crate) variant: &'static Variant,
    pub(crate) options: ImageOptions,
    pub(crate) scenes: Vec<Scene>,
    pub(crate) captions: Captions,
    pub(crate) format: ImageFormat,
    pub(crate) cache_control: &'static str,
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
    pub(crate) async fn respond(
        self,
        state: &AppState,
        headers: &HeaderMap,
    ) -> ApiResult<Response> {
        let (tag, cache_control) = (self.tag(), self.cache_control);
        let content_type = self.format.media_type();
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
            ImageFormat::Svg => Ok(picture.svg(scene).into_bytes()),
            ImageFormat::Png => png(&picture, &picture.svg_in_units(scene)),
            ImageFormat::Gif { delay_ms } => gif(&picture, &self.scenes, delay_ms),
        }
    }
}
