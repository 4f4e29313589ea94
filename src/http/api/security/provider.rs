//! Sign-in, sign-up and linking through the operator's provider.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::protocol::{
    Code, ConfirmRequest, IdentityView, List, PlayerView, ProviderAnswerRequest, ProviderFlowView,
    ProviderSignUpRequest, ProviderSignUpView, Reason, SessionView, SignInOptionsView,
    checked_name, rfc3339,
};
use crate::random;
use crate::store::{
    Identity, IdentityLinked, LinkedIdentity, NO_PASSWORD, NewAccount, PlayerError, SecurityEvent,
    SecurityEventKind, SignInRemoved,
};
use chivalry_play::player::{PlayerId, PlayerKind};

use crate::http::api::security::password::check_account;
use crate::http::api::security::recovery::new_codes;
use crate::http::api::security::sign_ins::date;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::extract::identity::new_sign_in;
use crate::http::extract::sign_in::confirm_password;
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::provider::client::{Provider, ProviderFailure};
use crate::http::provider::flow::{Derived, Purpose};
use crate::http::state::AppState;

/// The content of a ticket.
#[derive(Deserialize, Serialize)]
struct Ticket {
    issuer: String,
    subject: String,
}

/// Get the ways to sign in
#[utoipa::path(get, path = "/sessions/options", tag = "identity",
    responses((status = 200, description = "the ways to sign in", body = SignInOptionsView),
        Failures))]
pub(crate) async fn sign_in_options(
    State(state): State<AppState>,
) -> ApiResult<Json<SignInOptionsView>> {
    let provider = state.provider.as_ref().map(|provider| provider.name.clone());
    Ok(Json(SignInOptionsView { provider, mail: state.mailer.is_some() }))
}

/// Begin a sign-in through the provider
///
/// Attempts count as sign-ins of the address.
#[utoipa::path(post, path = "/sessions/provider/options", tag = "identity",
    responses((status = 200, description = "the beginning", body = ProviderFlowView), Failures))]
pub(crate) async fn begin_sign_in(
    State(state): State<AppState>,
    caller: Caller,
) -> ApiResult<Json<ProviderFlowView>> {
    state.rate_limits.sign_in_from(caller.address, None)?;
    begin(&state, Purpose::SignIn).await
}

/// Sign in through the provider
///
/// By the answer of the provider. If its account signs in to no account here, the answer has a
/// ticket for `POST /sessions/provider/accounts`.
#[utoipa::path(post, path = "/sessions/provider", tag = "identity",
    request_body = ProviderAnswerRequest,
    responses(
        (status = 201, description = "signed in", body = SessionView),
        (status = 202, description = "the account is unknown here", body = ProviderSignUpView),
        Failures))]
pub(crate) async fn sign_in_by_provider(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    JsonBody(request): JsonBody<ProviderAnswerRequest>,
) -> ApiResult<Response> {
    state.rate_limits.sign_in_from(caller.address, None)?;
    let provider = provider(&state)?;
    let (identity, name) = identified(&state, provider, Purpose::SignIn, &request).await?;
    let now = state.live.time().now();
    if let Some(player) = state.store.identities().sign_in(&identity, now).await? {
        let kind = SecurityEventKind::SignedInByProvider;
        let token = new_sign_in(&state, player.id, kind, client).await?;
        let (player, token) = (PlayerView::from(&player), token.as_str().to_owned());
        let session = SessionView { player, token, recovery_codes: Vec::new() };
        return Ok((StatusCode::CREATED, Json(session)).into_response());
    }
    let Identity { issuer, subject } = identity;
    let ticket = serde_json::to_vec(&Ticket { issuer, subject }).expect("two texts");
    let ticket = provider.flows.issue(Purpose::SignUp, &ticket, now);
    let name = match name.and_then(|name| checked_name(&name).ok()) {
        Some(name) => state.store.players().by_name(&name).await?.is_none().then_some(name),
        None => None,
    };
    Ok((StatusCode::ACCEPTED, Json(ProviderSignUpView { ticket, name })).into_response())
}

/// Sign up through the provider
///
/// Makes an account without a password. A guest becomes the account, as by `POST /accounts`. A name
/// that is taken is refused with `name_taken`, and the ticket stays valid. The answer has
/// `recovery_codes`, each of which sets a password once.
#[utoipa::path(post, path = "/sessions/provider/accounts", tag = "identity",
    request_body = ProviderSignUpRequest, security((), ("token" = ["account"])),
    responses((status = 201, description = "the account", body = SessionView), Failures))]
pub(crate) async fn sign_up_by_provider(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Option<Bearer<Account>>,
    JsonBody(request): JsonBody<ProviderSignUpRequest>,
) -> ApiResult<(StatusCode, Json<SessionView>)> {
    let (provider, now) = (provider(&state)?, state.live.time().now());
    let ticket = provider.flows.read(&request.ticket, Purpose::SignUp, now).ok_or_else(refused)?;
    let Ticket { issuer, subject } = serde_json::from_slice(&ticket).map_err(|_| refused())?;
    let identity = Identity { issuer, subject };
    let name = checked_name(&request.name)?;
    state.rate_limits.account(caller.address)?;
    if state.store.players().by_name(&name).await?.is_some() {
        return Err(ApiError::new(Code::NameTaken, Reason::NameTaken));
    }
    let guest = bearer.map(|bearer| bearer.player);
    let guest = guest.filter(|player| player.kind == PlayerKind::Guest);
    let id = guest.as_ref().map_or_else(|| PlayerId(random::new_id()), |guest| guest.id);
    let account = NewAccount { id, name: &name, password_hash: NO_PASSWORD, at: now };
    let event = SecurityEvent::new(id, SecurityEventKind::IdentityLinked, client.clone(), now);
    let created =
        state.store.identities().create_account(account, guest.is_some(), &identity, &event).await;
    let player = match created {
        Err(PlayerError::Exists) => {
            return Err(ApiError::new(Code::Forbidden, Reason::IdentityOfOther));
        }
        created => created?,
    };
    if guest.is_some() {
        state.live.reload_player(player.id).await;
        state.tournaments.remove_player(player.id).await;
    }
    let recovery_codes = new_codes(&state, player.id, client.clone()).await?;
    let kind = SecurityEventKind::SignedInByProvider;
    let token = new_sign_in(&state, player.id, kind, client).await?;
    let (player, token) = (PlayerView::from(&player), token.as_str().to_owned());
    Ok((StatusCode::CREATED, Json(SessionView { player, token, recovery_codes })))
}

/// Begin to link an account of the provider
///
/// Needs the password. A wrong one is refused as for signing in and counts towards the same limit.
#[utoipa::path(post, path = "/identities/options", tag = "identity",
    security(("token" = ["account"])), request_body = ConfirmRequest,
    responses((status = 200, description = "the beginning", body = ProviderFlowView), Failures))]
pub(crate) async fn begin_link(
    State(state): State<AppState>,
    caller: Caller,
    bearer: Bearer<Account>,
    JsonBody(ConfirmRequest { password }): JsonBody<ConfirmRequest>,
) -> ApiResult<Json<ProviderFlowView>> {
    check_account(&bearer.player)?;
    provider(&state)?;
    confirm_password(&state, caller.address, &bearer, password).await?;
    begin(&state, Purpose::Link(bearer.player.id)).await
}

/// Link an account of the provider
///
/// By the answer of the provider. The account then signs in to this player.
#[utoipa::path(post, path = "/identities", tag = "identity", security(("token" = ["account"])),
    request_body = ProviderAnswerRequest,
    responses((status = 204, description = "the account is linked"), Failures))]
pub(crate) async fn link_identity(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<ProviderAnswerRequest>,
) -> ApiResult<StatusCode> {
    check_account(&bearer.player)?;
    let (player, provider) = (bearer.player.id, provider(&state)?);
    let (identity, _) = identified(&state, provider, Purpose::Link(player), &request).await?;
    let now = state.live.time().now();
    let event = SecurityEvent::new(player, SecurityEventKind::IdentityLinked, client, now);
    let refused = |reason| Err(ApiError::new(Code::Forbidden, reason));
    match state.store.identities().link(&identity, &event).await? {
        IdentityLinked::Done => Ok(StatusCode::NO_CONTENT),
        IdentityLinked::OfOther => refused(Reason::IdentityOfOther),
        IdentityLinked::HasOther => refused(Reason::IdentityLinked),
    }
}

/// List the linked accounts of providers
#[utoipa::path(get, path = "/identities", tag = "identity", security(("token" = ["account"])),
    responses((status = 200, description = "the accounts", body = List<IdentityView>), Failures))]
pub(crate) async fn identities(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<List<IdentityView>>> {
    let linked = state.store.identities().of_player(bearer.player.id).await?;
    Ok(Json(List { items: linked.into_iter().map(view).collect(), next: None }))
}

/// Unlink an account of a provider
///
/// It no longer signs in. Sign-ins that it made stay. The last way to sign in cannot be removed.
#[utoipa::path(delete, path = "/identities/{id}", tag = "identity",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "the `id` of the linked account")),
    responses((status = 204, description = "the account is unlinked"), Failures))]
pub(crate) async fn unlink_identity(
    State(state): State<AppState>,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    let unknown = || ApiError::not_found("linked account");
    let (player, now) = (bearer.player.id, state.live.time().now());
    let linked = state.store.identities().of_player(player).await?;
    let linked = linked.iter().find(|linked| id_of(&linked.identity) == id).ok_or_else(unknown)?;
    let event = SecurityEvent::new(player, SecurityEventKind::IdentityUnlinked, client, now);
    match state.store.identities().unlink(&linked.identity.issuer, &event).await? {
        SignInRemoved::Done => Ok(StatusCode::NO_CONTENT),
        SignInRemoved::Unknown => Err(unknown()),
        SignInRemoved::Last => Err(ApiError::new(Code::Forbidden, Reason::LastSignIn)),
    }
}

fn provider(state: &AppState) -> ApiResult<&Provider> {
    let missing = || ApiError::new(Code::Forbidden, Reason::ProviderNotConfigured);
    state.provider.as_ref().ok_or_else(missing)
}

async fn begin(state: &AppState, purpose: Purpose) -> ApiResult<Json<ProviderFlowView>> {
    let (provider, now) = (provider(state)?, state.live.time().now());
    let flow = provider.flows.issue(purpose, b"", now);
    let url = provider.authorization_url(&flow, now).await.map_err(failure)?;
    let state = provider.flows.derive(&flow, Derived::State);
    Ok(Json(ProviderFlowView { url, flow, state }))
}

/// The account of the provider that answered an attempt with that purpose.
async fn identified(
    state: &AppState,
    provider: &Provider,
    purpose: Purpose,
    request: &ProviderAnswerRequest,
) -> ApiResult<(Identity, Option<String>)> {
    let ProviderAnswerRequest { flow, state: returned, code } = request;
    let now = state.live.time().now();
    provider.flows.read(flow, purpose, now).ok_or_else(refused)?;
    if provider.flows.derive(flow, Derived::State) != *returned {
        return Err(refused());
    }
    provider.identify(flow, code, now).await.map_err(failure)
}

fn refused() -> ApiError {
    ApiError::new(Code::Unauthorized, Reason::ProviderRefused)
}

fn failure(failure: ProviderFailure) -> ApiError {
    match failure {
        ProviderFailure::Refused(cause) => {
            tracing::debug!(cause, "a sign-in through the provider was refused");
            refused()
        }
        ProviderFailure::Unavailable(cause) => {
            tracing::warn!(cause, "the provider of sign-ins does not answer");
            ApiError::new(Code::Unavailable, Reason::ProviderUnavailable)
        }
    }
}

/// The id of a linked account, which reveals nothing about it.
fn id_of(Identity { issuer, subject }: &Identity) -> String {
    let hash = Sha256::digest(format!("{issuer}\n{subject}"));
    URL_SAFE_NO_PAD.encode(&hash[..12])
}

fn view(linked: LinkedIdentity) -> IdentityView {
    IdentityView {
        id: id_of(&linked.identity),
        issuer: linked.identity.issuer,
        created_at: rfc3339(linked.created_at),
        used_on: linked.used_at.map(date),
    }
}
