//! The change of a password.

use axum::extract::State;
use axum::http::StatusCode;

use crate::protocol::{Code, PasswordRequest, Reason, Scopes};
use crate::store::{NewPassword, SecurityEvent, SecurityEventKind};
use chivalry_play::player::{Player, PlayerKind};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{Account, Bearer};
use crate::http::extract::body::JsonBody;
use crate::http::extract::sign_in::{add_address, confirm_password};
use crate::http::extract::user_agent::UserAgent;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;

/// Change the password
///
/// Needs the present password. A wrong one is refused as for signing in and counts towards the same
/// limit. By default all other sign-ins of the player end. Tokens and programs are not affected.
#[utoipa::path(put, path = "/me/password", tag = "identity", security(("token" = ["account"])),
    request_body = PasswordRequest,
    responses((status = 204, description = "the password is changed"), Failures))]
pub(crate) async fn change_password(
    State(state): State<AppState>,
    caller: Caller,
    UserAgent(client): UserAgent,
    bearer: Bearer<Account>,
    JsonBody(request): JsonBody<PasswordRequest>,
) -> ApiResult<StatusCode> {
    let player = &bearer.player;
    check_account(player)?;
    let PasswordRequest { password, new_password, end_sessions } = request.checked()?;
    let present = confirm_password(&state, caller.address, &bearer, password).await?;
    let new = state.passwords.hash(new_password).await?;
    let password = NewPassword { present: &present, new: &new };
    let now = state.live.time().now();
    let event = SecurityEvent::new(player.id, SecurityEventKind::PasswordChanged, client, now);
    let ends = end_sessions.then_some((Scopes::EVERYTHING, &bearer.hash));
    let ended = state.store.recovery().change_password(password, ends, &event).await?;
    // Another request changed it meanwhile.
    let ended = ended.ok_or_else(|| ApiError::new(Code::Unauthorized, Reason::PasswordWrong))?;
    add_address(&state, player.id, caller.address, &new).await?;
    state.close_connections_of(ended).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Guests have no password.
pub(crate) fn check_account(player: &Player) -> ApiResult<()> {
    match player.kind {
        PlayerKind::Guest => Err(ApiError::new(Code::Forbidden, Reason::PasswordNeedsAccount)),
        PlayerKind::Account | PlayerKind::Bot => Ok(()),
    }
}
