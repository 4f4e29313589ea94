//! The e-mail address of an account, and the links in e-mails.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lettre::Address;
use serde_json::json;

use crate::protocol::{
    Code, ConfirmRequest, MailAddressRequest, MailAddressView, MailLinkRequest,
    MailSubscriptionRequest, Reason, RequestError, checked_language,
};
use crate::store::{MailAddress, NewAddress, SecurityEvent, SecurityEventKind, TokenHash};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::http::api::security::password::check_account;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::sign_in::confirm_password;
use crate::http::extract::token::{Token, secret};
use crate::http::extract::user_agent::UserAgent;
use crate::http::mail::mails::{Mails, VERIFICATION_HOURS};
use crate::http::mail::worker::language_of;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;
use crate::http::web::shell::words_of;

/// The longest address (RFC 5321, 4.5.3.1.3).
const LONGEST_ADDRESS: usize = 254;

/// Get the e-mail address
///
/// Only the player sees it.
#[utoipa::path(get, path = "/me/mail", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the address", body = MailAddressView), Failures))]
pub(crate) async fn mail_address(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<MailAddressView>> {
    Ok(Json(view_of(&state, bearer.player.id).await?))
}

/// Set the e-mail address
///
/// Replaces an earlier address, which receives a notice. The new one receives a link, and nothing
/// else before the link is opened. Needs the password. A wrong one is refused as for signing in and
/// counts towards the same limit. One player and one address get at most five links in a day.
#[utoipa::path(put, path = "/me/mail", tag = "identity", security(("token" = ["account"])),
    request_body = MailAddressRequest,
    responses((status = 200, description = "the address", body = MailAddressView), Failures))]
pub(crate) async fn set_mail_address(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<MailAddressRequest>,
) -> ApiResult<Json<MailAddressView>> {
    let player = &bearer.player;
    check_account(player)?;
    let address = checked_address(&request.address)?;
    check_configured(&state)?;
    confirm_password(&state, caller.address, &bearer, request.password).await?;
    let present = state.store.mail_addresses().of_player(player.id).await?;
    let is_present = |it: &MailAddress| {
        it.address == address && it.verified_at.is_some() && it.disabled_at.is_none()
    };
    if !present.as_ref().is_some_and(is_present) {
        let (secret, now) = (secret::<32>(), state.live.time().now());
        if let Some(language) = &request.language {
            let settings = json!({ "language": checked_language(language)? }).to_string();
            state.store.notification_settings().initialize(player.id, &settings).await?;
        }
        let language = language_of(&state, player.id).await?;
        let words = words_of(&language);
        let mails = Mails { site: &state.public_url, player, words, now };
        let new = NewAddress {
            address: &address,
            verification: &Token::hash(&secret),
            expires_at: Timestamp(now.0 + VERIFICATION_HOURS * 60 * 60 * 1_000),
            mail: &mails.verification(&secret),
            notice: &mails.changed(),
        };
        let event = SecurityEvent::new(player.id, SecurityEventKind::MailChanged, client, now);
        if !state.store.mail_addresses().set(new, &event).await? {
            return Err(ApiError::new(Code::RateLimited, Reason::MailTooMany));
        }
    }
    Ok(Json(view_of(&state, player.id).await?))
}

/// Remove the e-mail address
///
/// The address receives a notice. Needs the password, as setting an address does.
#[utoipa::path(delete, path = "/me/mail", tag = "identity", security(("token" = ["account"])),
    request_body = ConfirmRequest,
    responses((status = 204, description = "the address is removed"), Failures))]
pub(crate) async fn remove_mail_address(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(ConfirmRequest { password }): JsonBody<ConfirmRequest>,
) -> ApiResult<StatusCode> {
    let player = &bearer.player;
    check_account(player)?;
    confirm_password(&state, caller.address, &bearer, password).await?;
    let now = state.live.time().now();
    let language = language_of(&state, player.id).await?;
    let words = words_of(&language);
    let notice = Mails { site: &state.public_url, player, words, now }.removed();
    let event = SecurityEvent::new(player.id, SecurityEventKind::MailRemoved, client, now);
    match state.store.mail_addresses().remove(&notice, &event).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("e-mail address")),
    }
}

/// Start or stop notifications by e-mail
#[utoipa::path(put, path = "/me/mail/subscription", tag = "identity",
    security(("token" = ["account"])), request_body = MailSubscriptionRequest,
    responses((status = 204, description = "the choice is stored"), Failures))]
pub(crate) async fn set_subscription(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
    JsonBody(MailSubscriptionRequest { subscribed }): JsonBody<MailSubscriptionRequest>,
) -> ApiResult<StatusCode> {
    let (player, now) = (bearer.player.id, state.live.time().now());
    match state.store.mail_addresses().set_subscribed(player, subscribed, now).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("e-mail address")),
    }
}

/// Verify an e-mail address
///
/// By the secret of the link that was sent to it, which authorizes the request.
#[utoipa::path(post, path = "/mail/verifications", tag = "identity",
    request_body = MailLinkRequest,
    responses((status = 204, description = "the address is verified"), Failures))]
pub(crate) async fn verify_mail_address(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    JsonBody(MailLinkRequest { secret }): JsonBody<MailLinkRequest>,
) -> ApiResult<StatusCode> {
    let (hash, now): (TokenHash, Timestamp) = (Token::hash(&secret), state.live.time().now());
    match state.store.mail_addresses().verify(&hash, client, now).await? {
        Some(_) => Ok(StatusCode::NO_CONTENT),
        None => Err(ApiError::new(Code::NotFound, Reason::MailLinkInvalid)),
    }
}

/// Unsubscribe
///
/// The target of the header `List-Unsubscribe` (RFC 8058). The secret in the path authorizes the
/// request, and its body is ignored. A repetition changes nothing.
#[utoipa::path(post, path = "/mail/unsubscriptions/{secret}", tag = "identity",
    params(("secret" = String, Path, description = "the secret of the e-mail")),
    responses((status = 204, description = "the player receives no notifications by e-mail"),
        Failures))]
pub(crate) async fn unsubscribe(
    State(state): State<AppState>,
    PathParam(secret): PathParam<String>,
) -> ApiResult<StatusCode> {
    let secret = URL_SAFE_NO_PAD.decode(secret).unwrap_or_default();
    let now = state.live.time().now();
    match state.store.mail_addresses().unsubscribe(&secret, now).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::new(Code::NotFound, Reason::MailLinkInvalid)),
    }
}

/// Open the page that unsubscribes
///
/// For mail programs that open the address instead of posting to it. Changes nothing.
#[utoipa::path(get, path = "/mail/unsubscriptions/{secret}", tag = "identity",
    params(("secret" = String, Path, description = "the secret of the e-mail")),
    responses((status = 303, description = "the page"), Failures))]
pub(crate) async fn unsubscription_page(
    State(state): State<AppState>,
    PathParam(secret): PathParam<String>,
) -> ApiResult<Response> {
    if URL_SAFE_NO_PAD.decode(&secret).is_err() {
        return Err(ApiError::new(Code::NotFound, Reason::MailLinkInvalid));
    }
    let page = format!("{}/mail#unsubscribe={secret}", state.public_url);
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response())
}

/// Refuses a request that needs a mail server.
pub(crate) fn check_configured(state: &AppState) -> ApiResult<()> {
    match state.mailer {
        Some(_) => Ok(()),
        None => Err(ApiError::new(Code::Forbidden, Reason::MailNotConfigured)),
    }
}

/// Checks that mails can be sent to an address.
pub(crate) fn checked_address(address: &str) -> ApiResult<String> {
    let address = address.trim();
    let is_valid = address.is_ascii()
        && address.len() <= LONGEST_ADDRESS
        && address.parse::<Address>().is_ok();
    match is_valid {
        true => Ok(address.to_owned()),
        false => Err(RequestError::unmet("address", Reason::MailAddressForm).into()),
    }
}

async fn view_of(state: &AppState, player: PlayerId) -> ApiResult<MailAddressView> {
    let address = state.store.mail_addresses().of_player(player).await?;
    Ok(MailAddressView {
        verified: address.as_ref().is_some_and(|it| it.verified_at.is_some()),
        bounced: address.as_ref().is_some_and(|it| it.disabled_at.is_some()),
        subscribed: address.as_ref().is_some_and(|it| it.unsubscribed_at.is_none()),
        address: address.map(|it| it.address),
    })
}
