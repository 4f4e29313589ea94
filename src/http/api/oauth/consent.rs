//! The consent of a player to the sign-in of a program.
//!
//! The page of the server sends the decision with its own token. A page of another site has no such
//! token, so that it can neither decide nor learn who the visitor is.

use axum::Json;
use axum::extract::State;

use crate::protocol::{
    AppKind, AppSummary, AuthorizeRequest, Code, ConsentView, OAuthError, Reason, RequestError,
    Scopes,
};
use crate::random;
use crate::store::{AppCode, AppGrant, SecurityEvent, SecurityEventKind};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::{Player, PlayerKind};

use crate::http::api::oauth::redirect::RedirectUri;
use crate::http::api::oauth::rules::{
    CODE_LIFETIME_MS, check_challenge, error, is_client, read_scopes,
};
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::Bearer;
use crate::http::extract::body::JsonBody;
use crate::http::extract::token::Token;
use crate::http::extract::user_agent::UserAgent;
use crate::http::state::AppState;

/// The most programs of one player. The one that was unused for the longest time ends first.
pub(crate) const MAX_APPS: u32 = 50;

/// A request whose answer may be sent to the program.
struct Authorization {
    client: String,
    redirect: RedirectUri,
    scopes: Scopes,
    challenge: String,
}

/// Describe a program's request, or decide on it
///
/// For the consent page of the server. The player has to have an account, and a token with every
/// scope. `redirect` is the address with the code, or with an error, for the program. An invalid
/// `client_id` or `redirect_uri` is refused, because nothing may be sent to such an address.
#[utoipa::path(post, path = "/oauth/authorize", tag = "oauth", security(("token" = [])),
    request_body = AuthorizeRequest,
    responses((status = 200, description = "the program, and where the browser goes",
        body = ConsentView), Failures))]
pub(crate) async fn authorize(
    State(state): State<AppState>,
    UserAgent(agent): UserAgent,
    bearer: Bearer,
    JsonBody(request): JsonBody<AuthorizeRequest>,
) -> ApiResult<Json<ConsentView>> {
    check_account(&bearer.player)?;
    let client = request.client_id.clone().filter(|name| is_client(name));
    let client = client.ok_or_else(|| unmet("client_id", Reason::ClientNameForm))?;
    let redirect = request.redirect_uri.as_deref().and_then(RedirectUri::read);
    let redirect = redirect.ok_or_else(|| unmet("redirect_uri", Reason::RedirectForm))?;
    let to_program = |params: &[(&str, &str)]| {
        let own = request.state.as_deref().map(|text| ("state", text));
        let params: Vec<_> =
            params.iter().copied().chain(own).chain([("iss", &*state.public_url)]).collect();
        redirect.with(&params)
    };
    let refused = |fault: OAuthError| {
        let params = [("error", fault.error), ("error_description", fault.error_description)];
        Ok(Json(ConsentView { app: None, redirect: Some(to_program(&params)) }))
    };
    let authorization = match read(&request, client, redirect.clone()) {
        Ok(authorization) => authorization,
        Err(fault) => return refused(fault),
    };
    match request.allow {
        None => {
            let Authorization { client, redirect, scopes, .. } = authorization;
            let app = Some(summary(client, Some(&redirect), scopes));
            Ok(Json(ConsentView { app, redirect: None }))
        }
        Some(false) => refused(error("access_denied", "the player denied the request")),
        Some(true) => {
            let code = grant_code(&state, &bearer.player, authorization).await?;
            let (player, now) = (bearer.player.id, state.live.time().now());
            let kind = SecurityEventKind::ProgramAllowed;
            let event = SecurityEvent::new(player, kind, agent, now);
            state.store.security_log().add(&[event]).await?;
            let redirect = Some(to_program(&[("code", code.as_str())]));
            Ok(Json(ConsentView { app: None, redirect }))
        }
    }
}

/// Checks the parts of a request whose faults are sent to the program.
fn read(
    request: &AuthorizeRequest,
    client: String,
    redirect: RedirectUri,
) -> Result<Authorization, OAuthError> {
    if request.response_type.as_deref() != Some("code") {
        return Err(error("unsupported_response_type", "the response_type is code"));
    }
    let method = request.code_challenge_method.as_deref();
    let challenge = check_challenge(request.code_challenge.as_deref(), method)?;
    let scopes = read_scopes(request.scope.as_deref().unwrap_or_default())?;
    Ok(Authorization { client, redirect, scopes, challenge })
}

/// Stores a grant with a new code.
async fn grant_code(
    state: &AppState,
    player: &Player,
    authorization: Authorization,
) -> ApiResult<Token> {
    let Authorization { client, redirect, scopes, challenge } = authorization;
    let (code, now) = (Token::new(), state.live.time().now());
    let grant = AppGrant {
        id: random::new_id(),
        player: player.id,
        client,
        redirect_uri: Some(redirect.as_str().to_owned()),
        scopes: scopes.stored(),
        created_at: now,
        used_at: now,
        code: Some(AppCode {
            hash: Token::hash(code.as_str()),
            challenge,
            expires_at: Timestamp(now.0 + CODE_LIFETIME_MS),
            used_at: None,
        }),
        refresh: None,
    };
    let ended = state.store.apps().create(&grant, MAX_APPS).await?;
    state.close_connections_of(ended).await;
    Ok(code)
}

/// Guests have no password with which they could come back to end the grant.
pub(crate) fn check_account(player: &Player) -> ApiResult<()> {
    match player.kind {
        PlayerKind::Guest => Err(ApiError::new(Code::Forbidden, Reason::AppsNeedAccount)),
        PlayerKind::Account | PlayerKind::Bot => Ok(()),
    }
}

/// A program as it is shown to the player. Without an address it is a device.
pub(crate) fn summary(
    client: String,
    redirect: Option<&RedirectUri>,
    scopes: Scopes,
) -> AppSummary {
    let (kind, host) = match redirect.map(RedirectUri::owner) {
        Some((kind, host)) => (kind, Some(host)),
        None => (AppKind::Device, None),
    };
    AppSummary { client, kind, host, scopes: scopes.iter().collect() }
}

fn unmet(field: &str, reason: Reason) -> ApiError {
    RequestError::unmet(field, reason).into()
}
