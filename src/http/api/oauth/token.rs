//! The token endpoint and the revocation endpoint.

use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::protocol::{IssuedTokens, OAuthError, RevocationForm, Scopes, TokenForm};
use crate::random;
use crate::store::{AppGrant, AppRefresh, NewToken, StoreError, TokenApp, TokenHash};
use chivalry_play::clock::Timestamp;

use crate::http::api::oauth::consent::MAX_APPS;
use crate::http::api::oauth::form::{Form, OAuthFailure, OAuthResult, Secret};
use crate::http::api::oauth::rules::{
    ACCESS_LIFETIME_MS, DeviceState, INVALID_GRANT, INVALID_SCOPE, Refusal, check_code,
    check_refresh, device_state, error, read_scopes,
};
use crate::http::error::Failures;
use crate::http::extract::identity::sign_in_expiry;
use crate::http::extract::token::{Token, secret};
use crate::http::state::AppState;

const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// The most access tokens of one grant. Earlier ones stay valid after a refresh, so that their
/// connections do not end.
const MAX_TOKENS: u32 = 10;

/// The length of the id of a grant, with which a refresh token begins, in bytes.
const ID: usize = 16;

/// Get tokens
///
/// For a code of the consent page, for a refresh token, or for the code of a device. The client has
/// no secret. Errors are those of RFC 6749, except that the limits by address refuse as elsewhere.
/// A code or a refresh token that is used twice ends all tokens of its grant.
#[utoipa::path(post, path = "/oauth/token", tag = "oauth",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "the tokens", body = IssuedTokens),
        (status = 400, description = "an error of RFC 6749", body = OAuthError), Failures))]
pub(crate) async fn issue_tokens(
    State(state): State<AppState>,
    Form(form): Form<TokenForm>,
) -> OAuthResult<IssuedTokens> {
    match form.grant_type.as_str() {
        "authorization_code" => redeem_code(&state, &form).await,
        "refresh_token" => refresh(&state, &form).await,
        DEVICE_GRANT => redeem_device(&state, &form).await,
        _ => Err(error("unsupported_grant_type", "the grant_type is unknown").into()),
    }
}

/// Revoke a token
///
/// Ends the grant of an access token or a refresh token: all of its tokens become invalid, and
/// their connections are closed. An unknown token is no error (RFC 7009).
#[utoipa::path(post, path = "/oauth/revoke", tag = "oauth",
    request_body(content = RevocationForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "the token is not valid"),
        (status = 400, description = "an error of RFC 6749", body = OAuthError), Failures))]
pub(crate) async fn revoke_tokens(
    State(state): State<AppState>,
    Form(form): Form<RevocationForm>,
) -> Result<StatusCode, OAuthFailure> {
    let grant = match read_refresh(&form.token) {
        // An earlier refresh token ends the grant as well, as it does at a refresh.
        Some((id, _)) => state.store.apps().by_id(id).await?,
        None => state.store.apps().by_token(&Token::hash(&form.token)).await?,
    };
    let Some(grant) = grant else { return Ok(StatusCode::OK) };
    if form.client_id.is_some_and(|client| client != grant.client) {
        return Err(error("invalid_client", "the token belongs to another client").into());
    }
    end_grant(&state, grant.id).await?;
    Ok(StatusCode::OK)
}

async fn redeem_code(state: &AppState, form: &TokenForm) -> OAuthResult<IssuedTokens> {
    let code = Token::hash(required(form.code.as_deref())?);
    let redirect_uri = required(form.redirect_uri.as_deref())?;
    let verifier = required(form.code_verifier.as_deref())?;
    let grant = state.store.apps().by_code(&code).await?.ok_or(INVALID_GRANT)?;
    let now = state.live.time().now();
    let checked = check_code(&grant, &form.client_id, redirect_uri, verifier, now);
    accept(state, &grant, checked).await?;
    issue(state, &grant, &code, Scopes::read(&grant.scopes)).await
}

async fn refresh(state: &AppState, form: &TokenForm) -> OAuthResult<IssuedTokens> {
    let presented = required(form.refresh_token.as_deref())?;
    let (id, hash) = read_refresh(presented).ok_or(INVALID_GRANT)?;
    let grant = state.store.apps().by_id(id).await?.ok_or(INVALID_GRANT)?;
    let now = state.live.time().now();
    accept(state, &grant, check_refresh(&grant, &form.client_id, &hash, now)).await?;
    let granted = Scopes::read(&grant.scopes);
    let scopes = match form.scope.as_deref().map(read_scopes).transpose()? {
        Some(narrower) if narrower.iter().any(|scope| !granted.allows(scope)) => {
            return Err(INVALID_SCOPE.into());
        }
        Some(narrower) => narrower,
        None => granted,
    };
    issue(state, &grant, &hash, scopes).await
}

async fn redeem_device(state: &AppState, form: &TokenForm) -> OAuthResult<IssuedTokens> {
    let code = Token::hash(required(form.device_code.as_deref())?);
    let device = state.store.devices().by_code(&code).await?.ok_or(INVALID_GRANT)?;
    let now = state.live.time().now();
    let player = match device_state(&device, &form.client_id, now) {
        DeviceState::Allowed(player) => player,
        DeviceState::Ended(fault) => return Err(fault.into()),
        DeviceState::Waiting { error, next_at, interval_ms } => {
            state.store.devices().pace(&code, next_at, interval_ms).await?;
            return Err(error.into());
        }
    };
    let mut grant = AppGrant {
        id: random::new_id(),
        player,
        client: device.client,
        redirect_uri: None,
        scopes: device.scopes,
        created_at: now,
        used_at: now,
        code: None,
        refresh: None,
    };
    let scopes = Scopes::read(&grant.scopes);
    let tokens = NewTokens::of(state, &grant, scopes, now);
    grant.refresh = Some(tokens.refresh_row);
    let apps = state.store.apps();
    let ended = apps.create_for_device(&code, &grant, &tokens.row, MAX_APPS).await?;
    // Another request of the device was faster.
    state.close_connections_of(ended.ok_or(INVALID_GRANT)?).await;
    Ok(Secret(tokens.shown))
}

/// Stores new tokens in place of a code or a refresh token.
async fn issue(
    state: &AppState,
    grant: &AppGrant,
    previous: &TokenHash,
    scopes: Scopes,
) -> OAuthResult<IssuedTokens> {
    let tokens = NewTokens::of(state, grant, scopes, state.live.time().now());
    let NewTokens { row, refresh_row, shown } = tokens;
    let issued = state.store.apps().issue(grant.id, previous, &row, &refresh_row, MAX_TOKENS);
    match issued.await? {
        Some(ended) => {
            state.close_connections_of(ended).await;
            Ok(Secret(shown))
        }
        // Two requests presented it at the same time.
        None => {
            end_grant(state, grant.id).await?;
            Err(INVALID_GRANT.into())
        }
    }
}

/// An access token and a refresh token, as stored and as shown.
struct NewTokens {
    row: NewToken,
    refresh_row: AppRefresh,
    shown: IssuedTokens,
}

impl NewTokens {
    fn of(state: &AppState, grant: &AppGrant, scopes: Scopes, now: Timestamp) -> NewTokens {
        let access = Token::new();
        let mut refresh = grant.id.as_bytes().to_vec();
        refresh.extend_from_slice(secret::<32>().as_bytes());
        let refresh = URL_SAFE_NO_PAD.encode(refresh);
        NewTokens {
            row: NewToken {
                hash: Token::hash(access.as_str()),
                player: grant.player,
                scopes: scopes.stored(),
                created_at: now,
                expires_at: Some(Timestamp(now.0 + ACCESS_LIFETIME_MS)),
                app: Some(TokenApp { grant: grant.id, client: grant.client.clone() }),
            },
            refresh_row: AppRefresh {
                hash: Token::hash(&refresh),
                expires_at: sign_in_expiry(state, now),
            },
            shown: IssuedTokens {
                access_token: access.as_str().to_owned(),
                token_type: "Bearer",
                expires_in: ACCESS_LIFETIME_MS / 1_000,
                refresh_token: refresh,
                scope: scopes.stored(),
            },
        }
    }
}

/// Ends the grant of a code or a refresh token that was used before.
async fn accept(
    state: &AppState,
    grant: &AppGrant,
    checked: Result<(), Refusal>,
) -> Result<(), OAuthFailure> {
    match checked {
        Ok(()) => Ok(()),
        Err(Refusal::Plain(fault)) => Err(fault.into()),
        Err(Refusal::Reused) => {
            end_grant(state, grant.id).await?;
            Err(INVALID_GRANT.into())
        }
    }
}

/// Deletes a grant and closes the connections of its tokens.
pub(crate) async fn end_grant(state: &AppState, grant: Uuid) -> Result<(), StoreError> {
    let ended = state.store.apps().delete(grant).await?;
    state.close_connections_of(ended).await;
    Ok(())
}

/// The grant and the hash of a refresh token. `None` for a text of another form.
fn read_refresh(text: &str) -> Option<(Uuid, TokenHash)> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    // An access token has 32 bytes.
    let (id, secret) = bytes.split_first_chunk::<ID>()?;
    (secret.len() > ID).then(|| (Uuid::from_bytes(*id), Token::hash(text)))
}

fn required(field: Option<&str>) -> Result<&str, OAuthError> {
    field.ok_or(error("invalid_request", "a required field of the form is missing"))
}
