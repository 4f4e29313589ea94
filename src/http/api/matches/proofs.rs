//! Signed proofs of matches, and the keys that sign them.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::live::LiveError;
use crate::protocol::Reason;
use crate::protocol::proofs::keys::{KeyView, PublicKey};
use crate::protocol::proofs::{ProofView, read_event};
use crate::protocol::{Code, List, rfc3339};
use crate::store::Store;
use chivalry_play::matches::{Event, Match, MatchId, RecordedEvent, visible_len};
use chivalry_play::player::{Player, PlayerId};
use chivalry_rules::{PerSeat, Seat};

use crate::http::error::{ApiError, ApiResult, Failures};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::PathParam;
use crate::http::response::{REVALIDATE, cached_json};
use crate::http::state::AppState;

/// List the signing keys
///
/// Newest first. One key is in use, and earlier ones are retired. Keep a copy: a proof
/// names its key, but cannot show that the key belongs to this server.
#[utoipa::path(get, path = "/keys", tag = "records",
    responses((status = 200, description = "the public keys", body = List<KeyView>), Failures))]
pub(crate) async fn keys(State(store): State<Store>) -> ApiResult<Json<List<KeyView>>> {
    let rows = store.signing_keys().all().await?;
    let view = |row: crate::store::KeyRow| {
        let public = PublicKey::from_bytes(&row.public)?;
        Some(KeyView {
            id: public.name(),
            public: public.text(),
            made_at: rfc3339(row.made_at),
            retired_at: row.retired_at.map(rfc3339),
        })
    };
    Ok(Json(List { items: rows.into_iter().filter_map(view).collect(), next: None }))
}

/// Get the proof of a match
///
/// The record and the complete log of a match up to its end, hash-chained and signed.
/// `chivalry verify` checks it without the server and reports the ply of an altered
/// event. Only ended matches have a proof. Before the end the answer is `too_soon`.
#[utoipa::path(get, path = "/matches/{id}/proof", tag = "records",
    security((), ("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses(
        (status = 200, description = "the proof", body = ProofView),
        (status = 304, description = "the proof has not changed"),
        Failures))]
pub(crate) async fn proof(
    State(state): State<AppState>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let viewer = bearer.map(|bearer| bearer.player.id);
    let mut log = state.store.log().read_stored(id).await?.ok_or(LiveError::NotFound)?;
    let records: Result<Vec<RecordedEvent>, _> = log.iter().map(read_event).collect();
    let mut records = records.map_err(|error| unprovable_log(id, &error))?;
    records.truncate(visible_len(&records, viewer, state.live.time().now()));
    let is_end = |record: &RecordedEvent| matches!(record.event, Event::Ended { .. });
    let Some(end) = records.iter().position(is_end) else {
        return Err(ApiError::new(Code::TooSoon, Reason::NoProofYet));
    };
    // Rematch events follow the end and are no part of the record.
    records.truncate(end + 1);
    log.truncate(end + 1);
    // An event without its hash would allow the others to be altered.
    let since = state.store.signing_keys().chained_since().await?;
    if let Some(bare) = log.iter().find(|event| event.lacks_hash(since)) {
        let fault = format!("version {} has lost its hash", bare.v);
        return Err(unprovable_log(id, &fault));
    }
    let match_state = Match::fold(id, records).map_err(LiveError::BrokenLog)?;
    let players = players_of(&state.store, &match_state).await?;
    let proof = ProofView::of(&match_state, &players, &state.public_url, log, &state.signer);
    let proof = proof.map_err(|fault| unprovable_log(id, &fault))?;
    Ok(cached_json(&headers, REVALIDATE, &proof))
}

/// The players of each seat, by their current names.
async fn players_of(store: &Store, match_state: &Match) -> ApiResult<PerSeat<Option<Player>>> {
    let ids: Vec<PlayerId> = match_state.players().iter().filter_map(|(_, id)| *id).collect();
    let players = store.players().by_ids(&ids).await?;
    let named = |seat: Seat| {
        let id = match_state.players()[seat]?;
        players.iter().find(|player| player.id == id).cloned()
    };
    Ok(PerSeat::from_fn(named))
}

/// Logs a corrupt match log and returns the error that refuses to sign it.
fn unprovable_log(id: MatchId, fault: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(%id, %fault, "the log of a match cannot be proved");
    ApiError::new(Code::Internal, Reason::MatchUnprovable)
}
