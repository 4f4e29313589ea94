//! Devices and programs without a browser (RFC 8628).

use axum::Json;
use axum::extract::State;

use crate::protocol::{
    Code, ConsentView, DeviceCodes, DeviceDecision, DeviceForm, OAuthError, Reason, Scopes,
};
use crate::random;
use crate::store::{AppDevice, SecurityEvent, SecurityEventKind};
use chivalry_play::clock::Timestamp;

use crate::http::api::oauth::consent::{check_account, summary};
use crate::http::api::oauth::form::{Form, OAuthResult, Secret};
use crate::http::api::oauth::rules::{
    DEVICE_INTERVAL_MS, DEVICE_LIFETIME_MS, error, is_client, normalized_user_code, read_scopes,
};
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::Bearer;
use crate::http::extract::body::JsonBody;
use crate::http::extract::token::Token;
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;

/// Letters of user codes: no vowels, which would make words (RFC 8628, 6.1).
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

/// Letters in one half of a user code.
const HALF: usize = 4;

/// Start the sign-in of a device
///
/// Returns a code that the player enters on the page `/device`, and a code with which the device
/// asks `POST /oauth/token` meanwhile.
#[utoipa::path(post, path = "/oauth/device", tag = "oauth",
    request_body(content = DeviceForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "the codes", body = DeviceCodes),
        (status = 400, description = "an error of RFC 6749", body = OAuthError), Failures))]
pub(crate) async fn start_device(
    State(state): State<AppState>,
    caller: Caller,
    Form(form): Form<DeviceForm>,
) -> OAuthResult<DeviceCodes> {
    state.rate_limits.sign_in_from(caller.address, None).map_err(ApiError)?;
    if !is_client(&form.client_id) {
        return Err(
            error("invalid_client", "the client_id has 1 to 100 printable characters").into()
        );
    }
    let scopes = read_scopes(form.scope.as_deref().unwrap_or_default())?;
    let (code, now) = (Token::new(), state.live.time().now());
    let mut device = AppDevice {
        code: Token::hash(code.as_str()),
        user_code: new_user_code(),
        client: form.client_id,
        scopes: scopes.stored(),
        created_at: now,
        expires_at: Timestamp(now.0 + DEVICE_LIFETIME_MS),
        next_at: Timestamp(now.0),
        interval_ms: DEVICE_INTERVAL_MS,
        decision: None,
    };
    while !state.store.devices().create(&device).await? {
        device.user_code = new_user_code();
    }
    let (first, second) = device.user_code.split_at(HALF);
    let user_code = format!("{first}-{second}");
    let verification_uri = format!("{}/device", state.public_url);
    Ok(Secret(DeviceCodes {
        device_code: code.as_str().to_owned(),
        verification_uri_complete: format!("{verification_uri}?user_code={user_code}"),
        user_code,
        verification_uri,
        expires_in: DEVICE_LIFETIME_MS / 1_000,
        interval: DEVICE_INTERVAL_MS / 1_000,
    }))
}

/// Describe a waiting device, or decide on it
///
/// For the page `/device` of the server. The player has to have an account, and a token with every
/// scope. Attempts count as sign-ins of the address.
#[utoipa::path(post, path = "/oauth/device/decision", tag = "oauth", security(("token" = [])),
    request_body = DeviceDecision,
    responses((status = 200, description = "the device", body = ConsentView), Failures))]
pub(crate) async fn decide_device(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(agent): UserAgent,
    bearer: Bearer,
    JsonBody(decision): JsonBody<DeviceDecision>,
) -> ApiResult<Json<ConsentView>> {
    check_account(&bearer.player)?;
    state.rate_limits.sign_in_from(caller.address, None)?;
    let unknown = || ApiError::new(Code::NotFound, Reason::DeviceCodeUnknown);
    let (code, now) = (normalized_user_code(&decision.user_code), state.live.time().now());
    let device = state.store.devices().waiting(&code, now).await?.ok_or_else(unknown)?;
    if let Some(allowed) = decision.allow
        && !state.store.devices().decide(&device.code, bearer.player.id, allowed).await?
    {
        return Err(unknown());
    }
    if decision.allow == Some(true) {
        let (player, kind) = (bearer.player.id, SecurityEventKind::ProgramAllowed);
        let event = SecurityEvent::new(player, kind, agent, now);
        state.store.security_log().add(&[event]).await?;
    }
    let app = summary(device.client, None, Scopes::read(&device.scopes));
    Ok(Json(ConsentView { app: Some(app), redirect: None }))
}

fn new_user_code() -> String {
    let letter = |_| char::from(LETTERS[random::below(LETTERS.len() as u32) as usize]);
    (0..2 * HALF).map(letter).collect()
}
