//! Commands to a match: one route for each command of the WebSocket protocol.

use std::time::Duration;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::{Json, RequestPartsExt as _};

use crate::live::LiveError;
use crate::protocol::{
    AddTimeRequest, AdjournRequest, ClaimRequest, Done, JoinRequest, MoveRequest, OfferRequest,
    legal_moves, read_turn,
};
use chivalry_play::matches::{Command, MatchId, Offer, Refusal};
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, Failures, live_error};
use crate::http::extract::auth::{Bearer, Play};
use crate::http::extract::body::{IdempotencyKey, IdempotencyKeyHeader, JsonBody, PathParam};
use crate::http::extract::identity::new_guest;
use crate::http::net::client_addr::Caller;
use crate::http::state::AppState;

/// The path parameter of a command's match.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only described; read by `MatchCommand`")]
struct MatchPath {
    /// the match
    id: uuid::Uuid,
}

/// The match, the player and the idempotency key of a command.
pub(crate) struct MatchCommand {
    state: AppState,
    match_id: MatchId,
    by: Player,
    key: Option<IdempotencyKey>,
}

impl FromRequestParts<AppState> for MatchCommand {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<MatchCommand> {
        let PathParam(match_id) = parts.extract_with_state(state).await?;
        let bearer: Bearer<Play> = parts.extract_with_state(state).await?;
        let key: Option<IdempotencyKey> = parts.extract_with_state(state).await?;
        Ok(MatchCommand { state: AppState::clone(state), match_id, by: bearer.player, key })
    }
}

impl MatchCommand {
    async fn execute(&self, command: Command) -> Result<Json<Done>, LiveError> {
        let is_move = matches!(command, Command::Move { .. });
        let key = self.key.as_ref().map(|IdempotencyKey(key)| key.clone());
        let accepted = self.state.live.command(self.match_id, &self.by, key, command).await?;
        Ok(Json(Done {
            match_id: Some(self.match_id),
            v: Some(accepted.v),
            ply: is_move.then_some(accepted.ply),
            seat: accepted.seat,
            ..Done::default()
        }))
    }
}

/// Take a seat
///
/// The match begins when the last seat is taken. The key of a seat's link replaces a
/// token. The response then has the token of a new guest.
#[utoipa::path(post, path = "/matches/{id}/join", tag = "play",
    security((), ("token" = ["play"])),
    request_body = JoinRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the seat is taken", body = Done), Failures))]
pub(crate) async fn join(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<Play>>,
    key: Option<IdempotencyKey>,
    JsonBody(JoinRequest { seat, key: link_key }): JsonBody<JoinRequest>,
) -> ApiResult<Json<Done>> {
    let (by, token) = match bearer {
        Some(bearer) => (bearer.player, None),
        // Guests cannot play rated matches.
        None if link_key.is_some()
            && !state.live.snapshot(id, None).await?.match_state.is_rated() =>
        {
            let (guest, token) = new_guest(&state, caller.address).await?;
            (guest, Some(token.as_str().to_owned()))
        }
        None => return Err(Bearer::missing()),
    };
    let command = Command::Join { seat, key: link_key };
    let Json(done) = MatchCommand { state, match_id: id, by, key }.execute(command).await?;
    Ok(Json(Done { token, ..done }))
}

/// Make a move
///
/// A refused move is answered with the rule that it breaks.
#[utoipa::path(post, path = "/matches/{id}/moves", tag = "play", security(("token" = ["play"])),
    request_body = MoveRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the move is made", body = Done), Failures))]
pub(crate) async fn make_move(
    match_command: MatchCommand,
    JsonBody(MoveRequest { ply, text, legal }): JsonBody<MoveRequest>,
) -> ApiResult<Json<Done>> {
    let command = Command::Move { ply, turn: read_turn(&text)?, lag: Duration::ZERO };
    match match_command.execute(command).await {
        Err(error @ LiveError::Refused(Refusal::IllegalMove(_))) if legal => {
            let snapshot = match_command
                .state
                .live
                .snapshot(match_command.match_id, Some(match_command.by.id))
                .await?;
            let mut refusal = live_error(&error);
            refusal.more.legal = Some(legal_moves(snapshot.match_state.game().position(), true));
            Err(ApiError(refusal))
        }
        done => Ok(done?),
    }
}

/// Resign
#[utoipa::path(post, path = "/matches/{id}/resign", tag = "play", security(("token" = ["play"])),
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the match is over", body = Done), Failures))]
pub(crate) async fn resign(match_command: MatchCommand) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Resign).await?)
}

/// Abort a match
///
/// Possible until every seat has moved, for the players and for the creator of the
/// match.
#[utoipa::path(post, path = "/matches/{id}/abort", tag = "play", security(("token" = ["play"])),
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the match is aborted", body = Done), Failures))]
pub(crate) async fn abort(match_command: MatchCommand) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Abort).await?)
}

/// Offer, accept or decline a draw
///
/// An offer that meets the other side's offer is an agreement.
#[utoipa::path(post, path = "/matches/{id}/draw", tag = "play", security(("token" = ["play"])),
    request_body = OfferRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the offer is made or answered",
        body = Done), Failures))]
pub(crate) async fn draw(
    match_command: MatchCommand,
    JsonBody(OfferRequest { say }): JsonBody<OfferRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Offer(Offer::Draw, say.into())).await?)
}

/// Offer, accept or decline a takeback
///
/// Once accepted, the match returns to the position before the last move of the seat
/// that asked.
#[utoipa::path(post, path = "/matches/{id}/takeback", tag = "play", security(("token" = ["play"])),
    request_body = OfferRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the offer is made or answered",
        body = Done), Failures))]
pub(crate) async fn takeback(
    match_command: MatchCommand,
    JsonBody(OfferRequest { say }): JsonBody<OfferRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Offer(Offer::Takeback, say.into())).await?)
}

/// Offer, accept or decline a rematch
///
/// Possible once the match is over. Once accepted, a match on the same terms starts,
/// with colours or teams swapped. `rematch` of the match then names it.
#[utoipa::path(post, path = "/matches/{id}/rematch", tag = "play", security(("token" = ["play"])),
    request_body = OfferRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the offer is made or answered",
        body = Done), Failures))]
pub(crate) async fn rematch(
    match_command: MatchCommand,
    JsonBody(OfferRequest { say }): JsonBody<OfferRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Offer(Offer::Rematch, say.into())).await?)
}

/// Offer, accept or decline an adjournment
///
/// Only in real-time matches. Once accepted, the clocks stop, and nobody moves. The match
/// continues at the time of the offer, or earlier if the players agree to resume it.
#[utoipa::path(post, path = "/matches/{id}/adjourn", tag = "play", security(("token" = ["play"])),
    request_body = AdjournRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the offer is made or answered",
        body = Done), Failures))]
pub(crate) async fn adjourn(
    match_command: MatchCommand,
    JsonBody(request): JsonBody<AdjournRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(request.resolve()?).await?)
}

/// Offer, accept or decline to resume an adjourned match
#[utoipa::path(post, path = "/matches/{id}/resume", tag = "play", security(("token" = ["play"])),
    request_body = OfferRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the offer is made or answered",
        body = Done), Failures))]
pub(crate) async fn resume(
    match_command: MatchCommand,
    JsonBody(OfferRequest { say }): JsonBody<OfferRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(Command::Offer(Offer::Resumption, say.into())).await?)
}

/// Add time to the other side's clocks
///
/// Only in real-time matches.
#[utoipa::path(post, path = "/matches/{id}/add-time", tag = "play", security(("token" = ["play"])),
    request_body = AddTimeRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the time is added", body = Done), Failures))]
pub(crate) async fn add_time(
    match_command: MatchCommand,
    JsonBody(request): JsonBody<AddTimeRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(request.resolve()?).await?)
}

/// Claim an abandoned match
///
/// Possible once all players of the other side have been absent for a time that depends
/// on the speed of the match. `claim_in_ms` in its `presence` gives the remaining time.
/// A premature claim returns it as `retry_after_ms`.
#[utoipa::path(post, path = "/matches/{id}/claim", tag = "play", security(("token" = ["play"])),
    request_body = ClaimRequest,
    params(MatchPath, IdempotencyKeyHeader),
    responses((status = 200, description = "the match is over", body = Done), Failures))]
pub(crate) async fn claim(
    match_command: MatchCommand,
    JsonBody(request): JsonBody<ClaimRequest>,
) -> ApiResult<Json<Done>> {
    Ok(match_command.execute(request.into()).await?)
}
