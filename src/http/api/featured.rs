//! Featured matches: the strongest matches under way.

use axum::Json;
use axum::extract::State;

use crate::live::background::featured::FeaturedHandle;
use crate::protocol::{ChannelView, List};

use crate::http::error::Failures;

/// List featured matches
///
/// For each variant, the strongest public match that is being played by a running
/// clock. The first item (`channel` is `null`) covers all variants.
#[utoipa::path(get, path = "/channels", tag = "live",
    responses((status = 200, description = "the channels with a match",
        body = List<ChannelView>), Failures))]
pub(crate) async fn channels(State(featured): State<FeaturedHandle>) -> Json<List<ChannelView>> {
    let featured = featured.snapshot();
    let shown = featured.values();
    let items = shown.map(|it| ChannelView::of(it.channel, &it.show)).collect();
    Json(List { items, next: None })
}
