//! Passkeys: registration, sign-in, and their list.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::protocol::{
    Code, ConfirmRequest, CreationOptions, CredentialRef, List, NewPasskeyRequest,
    PasskeySignInRequest, PasskeyView, PlayerView, Reason, RequestError, RequestOptions,
    SessionView, rfc3339,
};
use crate::store::{Passkey, PasskeyAdded, SecurityEvent, SecurityEventKind, SignInRemoved};

use crate::http::api::security::password::check_account;
use crate::http::api::security::sign_ins::{client_view, date};
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::identity::new_sign_in;
use crate::http::extract::sign_in::confirm_password;
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::passkeys::ceremony::{Answer, RelyingParty, Step, is_next, read_base64, read_id};
use crate::http::passkeys::challenge::{CHALLENGE_LIFETIME_MS, Purpose};
use crate::http::passkeys::public_key::ALGORITHMS;
use crate::http::state::AppState;

/// The most passkeys of one player.
const MAX_PASSKEYS: u32 = 20;

/// Get the options of a new passkey
///
/// Needs the password. The answer is the `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for
/// `navigator.credentials.create`, valid for five minutes. A wrong password is refused as for signing
/// in and counts towards the same limit.
#[utoipa::path(post, path = "/passkeys/options", tag = "identity",
    security(("token" = ["account"])), request_body = ConfirmRequest,
    responses((status = 200, description = "the options", body = CreationOptions), Failures))]
pub(crate) async fn creation_options(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Bearer<Account>,
    JsonBody(ConfirmRequest { password }): JsonBody<ConfirmRequest>,
) -> ApiResult<Json<CreationOptions>> {
    let player = &bearer.player;
    check_account(player)?;
    let site = relying_party(&state)?;
    confirm_password(&state, caller.address, &bearer, password).await?;
    let challenge =
        state.challenges.issue(Purpose::Registration(player.id), state.live.time().now());
    let known = state.store.passkeys().of_player(player.id).await?;
    let exclude = known.iter().map(|passkey| CredentialRef::of(id_text(&passkey.id))).collect();
    let user = URL_SAFE_NO_PAD.encode(player.id.0.as_bytes());
    let mut options = CreationOptions::new(&site.id, &user, &player.name, challenge);
    options.exclude_credentials = exclude;
    options.allow(&ALGORITHMS);
    options.timeout = CHALLENGE_LIFETIME_MS;
    Ok(Json(options))
}

/// Add a passkey
///
/// The body is the `RegistrationResponseJSON` of WebAuthn. The authenticator has to identify the
/// user. Attestation is ignored.
#[utoipa::path(post, path = "/passkeys", tag = "identity", security(("token" = ["account"])),
    request_body = NewPasskeyRequest,
    responses((status = 201, description = "the passkey", body = PasskeyView), Failures))]
pub(crate) async fn add_passkey(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<NewPasskeyRequest>,
) -> ApiResult<(StatusCode, Json<PasskeyView>)> {
    check_account(&bearer.player)?;
    let site = relying_party(&state)?;
    let (player, now) = (bearer.player.id, state.live.time().now());
    let [client_data, authenticator_data] =
        decoded([&request.response.client_data, &request.response.authenticator_data])
            .ok_or_else(invalid)?;
    let answer = Answer { client_data: &client_data, authenticator_data: &authenticator_data };
    let (challenge, data) = site.read(Step::Registration, answer).ok_or_else(invalid)?;
    let purpose = Purpose::Registration(player);
    let challenge = state.challenges.read(&challenge, purpose, now).ok_or_else(invalid)?;
    let credential = data.credential.ok_or_else(invalid)?;
    if read_id(&request.id).as_deref() != Some(credential.id) {
        return Err(invalid());
    }
    let passkey = Passkey {
        id: credential.id.to_vec(),
        public_key: credential.public_key.to_vec(),
        sign_count: data.sign_count,
        created_at: now,
        used_at: None,
        client: client.clone(),
    };
    let event = SecurityEvent::new(player, SecurityEventKind::PasskeyAdded, client, now);
    match state.store.passkeys().add(&passkey, &challenge, &event, MAX_PASSKEYS).await? {
        PasskeyAdded::Done => Ok((StatusCode::CREATED, Json(view(passkey)))),
        PasskeyAdded::Known => Err(invalid()),
        PasskeyAdded::TooMany => {
            let message = Reason::TooManyPasskeys.with([("most", MAX_PASSKEYS.into())]);
            Err(ApiError::new(Code::RateLimited, message))
        }
    }
}

/// List passkeys
///
/// Newest first.
#[utoipa::path(get, path = "/passkeys", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the player's passkeys", body = List<PasskeyView>),
        Failures))]
pub(crate) async fn passkeys(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<List<PasskeyView>>> {
    let passkeys = state.store.passkeys().of_player(bearer.player.id).await?;
    Ok(Json(List { items: passkeys.into_iter().map(view).collect(), next: None }))
}

/// Remove a passkey
///
/// It no longer signs in. Sign-ins that it made stay. The last way to sign in cannot be removed.
#[utoipa::path(delete, path = "/passkeys/{id}", tag = "identity",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "the passkey's `id`")),
    responses((status = 204, description = "the passkey is removed"), Failures))]
pub(crate) async fn remove_passkey(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    let unknown = || ApiError::not_found("passkey");
    let id = read_id(&id).ok_or_else(unknown)?;
    let (player, now) = (bearer.player.id, state.live.time().now());
    let event = SecurityEvent::new(player, SecurityEventKind::PasskeyRemoved, client, now);
    match state.store.passkeys().delete(&id, &event).await? {
        SignInRemoved::Done => Ok(StatusCode::NO_CONTENT),
        SignInRemoved::Unknown => Err(unknown()),
        SignInRemoved::Last => Err(ApiError::new(Code::Forbidden, Reason::LastSignIn)),
    }
}

/// Get the options of a sign-in by passkey
///
/// The answer is the `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for
/// `navigator.credentials.get`, valid for five minutes. It is the same for every account.
#[utoipa::path(post, path = "/sessions/passkey/options", tag = "identity",
    responses((status = 200, description = "the options", body = RequestOptions), Failures))]
pub(crate) async fn request_options(
    State(state): State<AppState>,
) -> ApiResult<Json<RequestOptions>> {
    let site = relying_party(&state)?;
    let challenge = state.challenges.issue(Purpose::SignIn, state.live.time().now());
    Ok(Json(RequestOptions::new(&site.id, challenge, CHALLENGE_LIFETIME_MS)))
}

/// Sign in by passkey
///
/// The body is the `AuthenticationResponseJSON` of WebAuthn. Attempts count as sign-ins of the
/// address.
#[utoipa::path(post, path = "/sessions/passkey", tag = "identity",
    request_body = PasskeySignInRequest,
    responses((status = 201, description = "signed in", body = SessionView), Failures))]
pub(crate) async fn sign_in_by_passkey(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    JsonBody(request): JsonBody<PasskeySignInRequest>,
) -> ApiResult<(StatusCode, Json<SessionView>)> {
    state.rate_limits.sign_in_from(caller.address, None)?;
    let site = relying_party(&state)?;
    let now = state.live.time().now();
    let response = &request.response;
    let [client_data, authenticator_data, signature] =
        decoded([&response.client_data, &response.authenticator_data, &response.signature])
            .ok_or_else(refused)?;
    let answer = Answer { client_data: &client_data, authenticator_data: &authenticator_data };
    let (challenge, data) = site.read(Step::SignIn, answer).ok_or_else(refused)?;
    let challenge = state.challenges.read(&challenge, Purpose::SignIn, now).ok_or_else(refused)?;
    let id = read_id(&request.id).ok_or_else(refused)?;
    let (player, passkey) = state.store.passkeys().by_id(&id).await?.ok_or_else(refused)?;
    let handle = response.user_handle.as_deref();
    let is_of_player = handle
        .is_none_or(|text| read_base64(text).as_deref() == Some(player.id.0.as_bytes().as_slice()));
    let is_valid = is_of_player
        && answer.is_signed(&passkey.public_key, &signature)
        && is_next(data.sign_count, passkey.sign_count);
    let passkeys = state.store.passkeys();
    if !is_valid || !passkeys.record_use(&passkey, data.sign_count, &challenge, now).await? {
        state.failed_attempts.count(player.id, SecurityEventKind::SignInFailed);
        return Err(refused());
    }
    let kind = SecurityEventKind::SignedInByPasskey;
    let token = new_sign_in(&state, player.id, kind, client).await?;
    let (player, token) = (PlayerView::from(&player), token.as_str().to_owned());
    Ok((StatusCode::CREATED, Json(SessionView { player, token, recovery_codes: Vec::new() })))
}

fn relying_party(state: &AppState) -> ApiResult<&RelyingParty> {
    let missing = || ApiError::new(Code::Forbidden, Reason::PasskeysNeedDomain);
    state.relying_party.as_ref().ok_or_else(missing)
}

fn refused() -> ApiError {
    ApiError::new(Code::Unauthorized, Reason::PasskeyRefused)
}

/// The error for a new passkey that was not made for this player, here and now.
fn invalid() -> ApiError {
    RequestError::unmet("response", Reason::PasskeyRefused).into()
}

/// Decodes fields in base64url.
fn decoded<const N: usize>(fields: [&str; N]) -> Option<[Vec<u8>; N]> {
    let mut values = [const { Vec::new() }; N];
    for (value, field) in values.iter_mut().zip(fields) {
        *value = read_base64(field)?;
    }
    Some(values)
}

fn id_text(id: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(id)
}

fn view(passkey: Passkey) -> PasskeyView {
    PasskeyView {
        id: id_text(&passkey.id),
        client: client_view(passkey.client),
        created_at: rfc3339(passkey.created_at),
        used_on: passkey.used_at.map(date),
    }
}
