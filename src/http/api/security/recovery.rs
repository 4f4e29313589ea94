//! Recovery of an account by a one-time code.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::protocol::{
    Code, CodesLeftView, ConfirmRequest, MailRecoveryRequest, PlayerView, Reason,
    RecoveryCodesView, RecoveryRequest, SessionView,
};
use crate::store::{ClientInfo, MailKey, Recovered, SecurityEvent, SecurityEventKind};
use chivalry_play::player::PlayerId;

use crate::http::api::security::mail_address::{check_configured, checked_address};
use crate::http::api::security::password::check_account;
use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::JsonBody;
use crate::http::extract::identity::new_sign_in;
use crate::http::extract::recovery_code::RecoveryCode;
use crate::http::extract::sign_in::{add_address, confirm_password};
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;

/// Count the recovery codes
///
/// The number of codes that are left, without one of the operator.
#[utoipa::path(get, path = "/me/recovery-codes", tag = "identity",
    security(("token" = ["account"])),
    responses((status = 200, description = "the number of codes", body = CodesLeftView), Failures))]
pub(crate) async fn recovery_codes(
    State(state): State<AppState>,
    bearer: Bearer<Account>,
) -> ApiResult<Json<CodesLeftView>> {
    check_account(&bearer.player)?;
    let left = state.store.recovery().codes_left(bearer.player.id).await?;
    Ok(Json(CodesLeftView { left }))
}

/// Make recovery codes
///
/// Replaces the player's earlier codes. The codes are shown only in this response. Needs the
/// password. A wrong one is refused as for signing in and counts towards the same limit.
#[utoipa::path(post, path = "/me/recovery-codes", tag = "identity",
    security(("token" = ["account"])), request_body = ConfirmRequest,
    responses((status = 201, description = "the codes", body = RecoveryCodesView), Failures))]
pub(crate) async fn create_recovery_codes(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(ConfirmRequest { password }): JsonBody<ConfirmRequest>,
) -> ApiResult<(StatusCode, Json<RecoveryCodesView>)> {
    check_account(&bearer.player)?;
    confirm_password(&state, caller.address, &bearer, password).await?;
    let codes = new_codes(&state, bearer.player.id, client).await?;
    Ok((StatusCode::CREATED, Json(RecoveryCodesView { codes })))
}

/// Recover an account
///
/// Sets a new password by a recovery code, which is used up, and signs in. All tokens of the player
/// and the sign-ins of programs end. Passkeys and links to the provider are removed, and so is the
/// e-mail address, unless the code was sent by e-mail. Name, ratings and games stay. An unknown name and a wrong
/// code are refused alike. Attempts count as sign-ins to the account from an unknown address. After
/// a code of the operator, the answer has new `recovery_codes`, which replace the player's.
#[utoipa::path(post, path = "/recoveries", tag = "identity", request_body = RecoveryRequest,
    responses((status = 201, description = "recovered and signed in", body = SessionView),
        Failures))]
pub(crate) async fn recover(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    JsonBody(request): JsonBody<RecoveryRequest>,
) -> ApiResult<(StatusCode, Json<SessionView>)> {
    let RecoveryRequest { name, code, password } = request.checked()?;
    state.rate_limits.sign_in_from(caller.address, Some(&name))?;
    state.rate_limits.sign_in_from_unknown(caller.address, &name)?;
    // Every attempt makes the same queries and one hash, so that its time shows neither whether
    // the name exists nor how the code is wrong.
    let hash = state.passwords.hash(password).await?;
    let named = state.store.players().by_name(&name).await?;
    let (code, now) = (RecoveryCode::hash(&code), state.live.time().now());
    let recovered = state.store.recovery().recover(&name, &code, &hash, client.clone(), now);
    let Some(Recovered { player, ended, by_operator }) = recovered.await? else {
        if let Some(player) = named {
            state.failed_attempts.count(player.id, SecurityEventKind::RecoveryFailed);
        }
        return Err(ApiError::new(Code::Unauthorized, Reason::RecoveryWrong));
    };
    state.close_connections_of(ended).await;
    add_address(&state, player.id, caller.address, &hash).await?;
    let recovery_codes = match by_operator {
        true => new_codes(&state, player.id, client.clone()).await?,
        false => Vec::new(),
    };
    let token = new_sign_in(&state, player.id, SecurityEventKind::SignedIn, client).await?;
    let player = PlayerView::from(&player);
    let session = SessionView { player, token: token.as_str().to_owned(), recovery_codes };
    Ok((StatusCode::CREATED, Json(session)))
}

/// Ask for a recovery by e-mail
///
/// Each account with that verified address gets a link, at most one in ten minutes. The answer and
/// its time are the same for every address. The link has the name and a code for
/// `POST /recoveries`, which is valid for an hour. Requests count as sign-ins of the address of the
/// client.
#[utoipa::path(post, path = "/recoveries/mail", tag = "identity",
    request_body = MailRecoveryRequest,
    responses((status = 202, description = "the request is stored"), Failures))]
pub(crate) async fn mail_recovery(
    State(state): State<AppState>,
    caller: Caller,
    JsonBody(MailRecoveryRequest { address }): JsonBody<MailRecoveryRequest>,
) -> ApiResult<StatusCode> {
    let address = checked_address(&address)?;
    check_configured(&state)?;
    state.rate_limits.sign_in_from(caller.address, None)?;
    let now = state.live.time().now();
    state.store.recovery_requests().add(&MailKey::of(&address), now).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Replaces the codes of a player. Returns their texts, which are not stored.
pub(crate) async fn new_codes(
    state: &AppState,
    player: PlayerId,
    client: ClientInfo,
) -> ApiResult<Vec<String>> {
    let codes = RecoveryCode::set();
    let hashes = codes.each_ref().map(|code| RecoveryCode::hash(code.as_str()));
    let now = state.live.time().now();
    let event = SecurityEvent::new(player, SecurityEventKind::CodesMade, client, now);
    state.store.recovery().replace_codes(&hashes, &event).await?;
    Ok(codes.iter().map(|code| code.as_str().to_owned()).collect())
}
