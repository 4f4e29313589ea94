//! Export and erasure of a player's personal data (`docs/privacy.md`).

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use serde_json::{Map, Value};

use crate::live::cluster::nodes::Entity;
use crate::protocol::Reason;
use crate::protocol::{Code, ErasureRequest, RequestError, rfc3339};
use crate::store::{
    EraseError, ExportCursor, ExportItem, ExportPage, SECTIONS, Section, StoreError,
};
use chivalry_play::player::{PlayerId, PlayerKind};

use crate::http::api::lobby::lobby_error;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::JsonBody;
use crate::http::extract::sign_in::confirm_password;
use crate::http::net::client_addr::Caller;
use crate::http::response::JSON;
use crate::http::state::AppState;

/// Rows held in memory at a time.
const PAGE_ROWS: u32 = 200;

/// Export personal data
///
/// Returns all data that the server stores about the player as one document: `player`,
/// and a list for each kind of record. Times are RFC 3339 and seats are counted from 0.
/// Matches have the URLs of their records and events. Secrets and other players' data
/// are not included.
#[utoipa::path(get, path = "/me/export", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the data of the player", content_type = JSON,
        body = Object), Failures))]
pub(crate) async fn export(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Response> {
    let name = format!("attachment; filename=\"chivalry-{}.json\"", bearer.player.name);
    let headers: [(HeaderName, String); 3] = [
        (CONTENT_TYPE, JSON.to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (CONTENT_DISPOSITION, name),
    ];
    let mut export = Export::of(state, bearer.player.id);
    // An error of the first page becomes an error response.
    let first = export.next().await?.unwrap_or_default();
    let pieces = stream::iter([Ok(first)]);
    let body = Body::from_stream(futures_util::StreamExt::chain(pieces, export.into_stream()));
    Ok((headers, body).into_response())
}

/// Erase the player
///
/// Permanent. An account has to give its password. A wrong password is refused as for
/// signing in and counts towards the same limit. While a match or a tournament of the
/// player is under way the answer is `too_soon`. Seeks, challenges and matches without
/// an opponent are withdrawn. Other matches remain, with the player's name replaced by
/// a placeholder. The player's connections are closed.
#[utoipa::path(delete, path = "/me", tag = "identity", security(("token" = ["account"])),
    request_body = ErasureRequest,
    responses((status = 204, description = "the player is erased"), Failures))]
pub(crate) async fn erase(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Bearer<Account>,
    JsonBody(ErasureRequest { password }): JsonBody<ErasureRequest>,
) -> ApiResult<StatusCode> {
    let player = bearer.player.clone();
    if player.kind != PlayerKind::Guest {
        let missing = || RequestError::unmet("password", Reason::PasswordNeeded);
        let password = password.ok_or_else(missing)?;
        confirm_password(&state, caller.address, &bearer, password).await?;
    }
    let now = state.live.time().now();
    state.store.erasures().check_free_to_go(player.id, now).await?;
    state.lobby.withdraw(player.id).await.map_err(|error| lobby_error(&error))?;
    let open = state.store.erasures().unjoined_matches_of(player.id).await?;
    state.live.withdraw(&player, &open).await?;
    state.store.erasures().erase(player.id, now).await?;
    state.live.remove_player(player.id).await;
    state.tournaments.remove_player(player.id).await;
    if let Some(nodes) = state.live.nodes() {
        nodes.publish_change(Entity::Lobby).await;
    }
    tracing::info!("a player was erased");
    Ok(StatusCode::NO_CONTENT)
}

impl From<EraseError> for ApiError {
    fn from(error: EraseError) -> ApiError {
        match error {
            EraseError::UnderWay { matches, tournaments } => {
                let params = [("matches", matches.into()), ("tournaments", tournaments.into())];
                ApiError::new(Code::TooSoon, Reason::ErasureUnderWay.with(params))
            }
            EraseError::NoSuchPlayer => ApiError::not_found("player"),
            EraseError::Store(error) => error.into(),
        }
    }
}

/// An export in progress, which holds one page of rows.
struct Export {
    state: AppState,
    player: PlayerId,
    /// The remaining sections. The first may be partly written.
    sections: &'static [Section],
    after: Option<ExportCursor>,
    /// True if a row of the current section has been written.
    has_rows: bool,
    is_begun: bool,
}

impl Export {
    fn of(state: AppState, player: PlayerId) -> Export {
        let sections = SECTIONS;
        Export { state, player, sections, after: None, has_rows: false, is_begun: false }
    }

    fn into_stream(self) -> impl Stream<Item = Result<Bytes, StoreError>> + Send {
        stream::unfold(Some(self), |export| async move {
            let mut export = export?;
            match export.next().await {
                Ok(piece) => Some((Ok(piece?), Some(export))),
                // The transfer is aborted, so the client sees a truncated document.
                Err(error) => Some((Err(error), None)),
            }
        })
    }

    /// Returns the next chunk, or `None` after the last.
    async fn next(&mut self) -> Result<Option<Bytes>, StoreError> {
        let Some(section) = self.sections.first() else { return Ok(None) };
        let store = &self.state.store;
        let page =
            store.exports().page(self.player, section, self.after.as_ref(), PAGE_ROWS).await?;
        let mut text = String::new();
        if !self.is_begun {
            let now = rfc3339(self.state.live.time().now());
            text += &format!("{{\"exported_at\":\"{now}\"");
            self.is_begun = true;
        }
        self.write(section, &page, &mut text);
        self.after = page.next;
        if self.after.is_none() {
            self.sections = &self.sections[1..];
            self.has_rows = false;
        }
        if self.sections.is_empty() {
            text += "}\n";
        }
        Ok(Some(text.into()))
    }

    fn write(&mut self, section: &Section, page: &ExportPage, text: &mut String) {
        let is_one = section.name == "player";
        if self.after.is_none() {
            *text += &format!(",\n\"{}\":{}", section.name, if is_one { "" } else { "[" });
        }
        for row in &page.rows {
            if self.has_rows {
                *text += ",";
            }
            self.has_rows = true;
            *text += &format!("\n{}", Value::Object(self.row(section, row)));
        }
        if page.next.is_none() {
            *text += match (is_one, self.has_rows) {
                (true, true) => "",
                (true, false) => "null",
                (false, _) => "]",
            };
        }
    }

    fn row(&self, section: &Section, row: &[(&'static str, ExportItem)]) -> Map<String, Value> {
        let mut shown: Map<String, Value> =
            row.iter().map(|(name, item)| ((*name).to_owned(), value(item))).collect();
        if let ("matches" | "matches_made", Some(Value::String(id))) =
            (section.name, shown.get("match"))
        {
            let address = format!("{}/api/v1/matches/{id}", self.state.public_url);
            for what in ["record", "events"] {
                shown.insert(what.to_owned(), format!("{address}/{what}").into());
            }
        }
        shown
    }
}

fn value(item: &ExportItem) -> Value {
    match item {
        ExportItem::Nothing => Value::Null,
        ExportItem::Text(text) => text.as_str().into(),
        ExportItem::Id(id) => id.to_string().into(),
        ExportItem::Time(at) => rfc3339(*at).into(),
        ExportItem::Number(number) => (*number).into(),
        ExportItem::Real(number) => (*number).into(),
        ExportItem::Flag(flag) => (*flag).into(),
        // Invalid JSON is exported as text.
        ExportItem::Json(text) => {
            serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into())
        }
    }
}
