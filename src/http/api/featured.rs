//! The best of the matches that are being played.

use axum::Json;
use axum::extract::State;

use crate::protocol::{ChannelView, List};

use crate::http::error::Failures;
use crate::http::state::AppState;

/// What is on
///
/// For each variant, and first of all (`channel` is `null`), the best of the
/// public matches that are being played by a clock that runs.
#[utoipa::path(get, path = "/channels", tag = "live",
    responses((status = 200, description = "the channels that show a match",
        body = List<ChannelView>), Failures))]
pub(crate) async fn channels(State(app): State<AppState>) -> Json<List<ChannelView>> {
    let programme = app.channels.look();
    let shown = programme.values();
    let items = shown.map(|it| ChannelView::of(it.channel, &it.show)).collect();
    Json(List { items, next: None })
}
