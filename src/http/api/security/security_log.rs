//! The security log that the player reads.

use axum::Json;
use axum::extract::State;

use crate::protocol::{List, SecurityEventView, rfc3339};
use crate::store::SecurityEvent;

use crate::http::api::security::sign_ins::client_view;
use crate::http::error::{ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::state::AppState;

/// The most entries of an answer. The export has all of them.
const MOST: u32 = 200;

/// Read the security log
///
/// The last 200 entries of 90 days, newest first. Equal events of one client within an hour are one
/// entry with their number.
#[utoipa::path(get, path = "/me/security", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the log", body = List<SecurityEventView>), Failures))]
pub(crate) async fn security_log(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<List<SecurityEventView>>> {
    let events = state.store.security_log().of_player(bearer.player.id, MOST).await?;
    Ok(Json(List { items: events.into_iter().map(view).collect(), next: None }))
}

fn view(event: SecurityEvent) -> SecurityEventView {
    SecurityEventView {
        at: rfc3339(event.at),
        event: event.kind.as_str(),
        times: event.times,
        client: client_view(event.client),
    }
}
