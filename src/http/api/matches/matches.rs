//! Creating, listing and viewing matches.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::live::answer_deadline::in_time;
use crate::live::{Live, LiveError, MatchSnapshot};
use crate::protocol::Reason;
use crate::protocol::{
    CreateRequest, Done, List, MatchItem, MatchNodeView, MatchView, RequestError,
};
use chivalry_play::matches::{Match, MatchId, NewMatch};
use chivalry_play::player::Player;
use chivalry_play::rating::SeatRating;
use chivalry_rules::{PerSeat, Seat};

use crate::http::api::accounts::player_named;
use crate::http::api::matches::lists;
use crate::http::api::matches::lists::{FilterParams, PageParams, PlayerParam, PositionParam};
use crate::http::error::{ApiResult, Failures, live_error, run_error, store_error};
use crate::http::extract::auth::{AnyScope, Bearer, Play};
use crate::http::extract::body::{
    IdempotencyKey, IdempotencyKeyHeader, JsonBody, Params, PathParam,
};
use crate::http::extract::token::secret;
use crate::http::response::{REVALIDATE, cached_as};
use crate::http::state::AppState;

type Created = (StatusCode, [(axum::http::HeaderName, String); 1], Json<Done>);

/// Create a match
///
/// The response has a link and a key for each free seat. Anybody who has the key may
/// take the seat. The same `Idempotency-Key` sent again creates no second match.
#[utoipa::path(post, path = "/matches", tag = "matches", security(("token" = ["play"])),
    request_body = CreateRequest,
    params(IdempotencyKeyHeader),
    responses((status = 201, description = "the match, and the links of its free seats",
        body = Done, headers(("Location" = String, description = "the address of the match"))),
        Failures))]
pub(crate) async fn create(
    State(state): State<AppState>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<CreateRequest>,
) -> ApiResult<Created> {
    let key = key.map(|IdempotencyKey(key)| key);
    let (id, done) = make(&state, request, &bearer.player, key).await?;
    let location = format!("/api/v1/matches/{id}");
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(done)))
}

/// Creates a match and returns its id, its links and its version after creation. A
/// repeated request returns the same response.
pub(crate) async fn make(
    state: &AppState,
    request: CreateRequest,
    by: &Player,
    id: Option<String>,
) -> Result<(MatchId, Done), RequestError> {
    let open = state.store.matches().open_of(by.id).await.map_err(|error| store_error(&error))?;
    state.rate_limits.open_match(open)?;
    let seats = request.clone();
    let new = new_match(state, by, request).await?;
    let mut seated: Vec<(Seat, Player)> =
        new.seat.map(|seat| (seat, by.clone())).into_iter().collect();
    for (seat, level) in seats.computers(new.variant)? {
        seated.extend(state.computers.of_level(level).map(|player| (seat, player.clone())));
    }
    let is_open_to_anybody = !new.private && seated.len() < new.variant.seat_count();
    if is_open_to_anybody && new.time.is_real_time() {
        state.live.check_wait(by.id).await.map_err(|error| live_error(&error))?;
    }
    let creation = state.live.create_once(&new, by, &seated, id, secret::<16>);
    let snapshot = in_time(creation).await.map_err(|error| live_error(&error))?;
    let seats: Vec<_> = seated.iter().map(|(seat, player)| (*seat, player.id)).collect();
    let events = Match::creation_with(&new, by.id, &seats, String::new);
    let done = Done {
        match_id: Some(snapshot.match_state.id()),
        v: u32::try_from(events.len()).ok(),
        links: Some(state.links(&snapshot)),
        ..Done::default()
    };
    Ok((snapshot.match_state.id(), done))
}

/// Resolves the request to a new match. Games to continue from are replayed on
/// the thread pool.
async fn new_match(
    state: &AppState,
    by: &Player,
    request: CreateRequest,
) -> Result<NewMatch, RequestError> {
    let earlier = match request.from {
        Some(from) => Some(state.live.snapshot(from.match_id, Some(by.id)).await.map_err(
            |error| match error {
                LiveError::NotFound => RequestError::unmet("from.match", Reason::NoSuchMatch),
                error => live_error(&error),
            },
        )?),
        None => None,
    };
    if !request.goes_on() {
        return request.resolve(None);
    }
    let resolved = move || request.resolve(earlier.as_ref().map(|snapshot| &snapshot.match_state));
    state.cpu_pool.run(resolved).await.map_err(run_error)?
}

/// List matches
///
/// In the order of their creation, newest first unless `order` says otherwise. A page after a
/// cursor continues the list with the same filters. Private matches are not listed while a seat is free.
#[utoipa::path(get, path = "/matches", tag = "matches",
    params(PlayerParam, FilterParams, PositionParam, PageParams),
    responses((status = 200, description = "matches", body = List<MatchItem>), Failures))]
pub(crate) async fn list(
    State(state): State<AppState>,
    params: Params,
) -> ApiResult<Json<List<MatchItem>>> {
    let filter = lists::filter(&state, &params).await?;
    Ok(Json(lists::matches(&state, &filter, &params).await?))
}

/// List a player's matches
///
/// In the order of their creation, newest first unless `order` says otherwise.
#[utoipa::path(get, path = "/players/{name}/matches", tag = "matches",
    params(
        ("name" = String, Path, description = "the player's name, in any case"),
        FilterParams, PositionParam, PageParams),
    responses((status = 200, description = "matches", body = List<MatchItem>), Failures))]
pub(crate) async fn of_player(
    State(state): State<AppState>,
    PathParam(name): PathParam<String>,
    params: Params,
) -> ApiResult<Json<List<MatchItem>>> {
    let player = player_named(&state.store, &name).await?;
    let filter = lists::filter_of(&state, &params, Some(player.id)).await?;
    Ok(Json(lists::matches(&state, &filter, &params).await?))
}

/// Get a match
///
/// Clocks and watchers are stated as of `now`. The `ETag` covers the version, the names, absent
/// players and the ratings. A match that has not changed is answered by `304`.
#[utoipa::path(get, path = "/matches/{id}", tag = "matches", security((), ("token" = [])),
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("legal" = Option<bool>, Query,
            description = "true to list the legal moves of the seat to move")),
    responses(
        (status = 200, description = "the match", body = MatchView),
        (status = 304, description = "the match has not changed"),
        Failures))]
pub(crate) async fn look(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
    params: Params,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let legal = params.flag("legal")?.unwrap_or(false);
    let snapshot = live.snapshot(id, bearer.map(|bearer| bearer.player.id)).await?;
    // The tag is weak because it covers neither `now` nor the number of watchers.
    let gone = snapshot.match_state.variant().seats().filter(|seat| snapshot.gone[*seat].is_some());
    let gone: String =
        gone.map(|seat| snapshot.match_state.variant().seat_name(seat).letter()).collect();
    let legal_tag = if legal { "-legal" } else { "" };
    let rating = |(_, rating): (_, &Option<SeatRating>)| {
        let change = rating.as_ref()?.change.map(|change| format!("{change:+}"));
        Some(format!("-{}{}", rating.as_ref()?.before.rating, change.unwrap_or_default()))
    };
    let rated: String = snapshot.ratings.iter().filter_map(rating).collect();
    let names = names_tag(&snapshot.players);
    let etag = format!("W/\"{}{legal_tag}{gone}{rated}-{names}\"", snapshot.match_state.v());
    Ok(cached_as(&headers, &etag, REVALIDATE, || {
        let now = snapshot.as_of(live.time().now());
        let watchers = live.watchers(id);
        let MatchSnapshot { match_state, players, ratings, gone, .. } = &*snapshot;
        Json(MatchView::of(match_state, players, ratings, gone, watchers, now, legal))
            .into_response()
    }))
}

/// A tag of the players' names. A guest who signs up and an erased player have other names from
/// then on.
fn names_tag(players: &PerSeat<Option<Player>>) -> String {
    let mut digest = Sha256::new();
    for (_, player) in players.iter() {
        digest.update(player.as_ref().map_or("", |player| &player.name));
        digest.update([0]);
    }
    URL_SAFE_NO_PAD.encode(&digest.finalize()[..6])
}

/// Get the node of a match
///
/// A client that connects to the node that owns its match saves the server the forwarding of each
/// command. The owner can change at any time. Every node answers for every match.
#[utoipa::path(get, path = "/matches/{id}/node", tag = "matches", security((), ("token" = [])),
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 200, description = "the node that owns the match", body = MatchNodeView),
        Failures))]
pub(crate) async fn node(
    State(live): State<Live>,
    PathParam(id): PathParam<MatchId>,
    bearer: Option<Bearer<AnyScope>>,
) -> ApiResult<Json<MatchNodeView>> {
    // The owner answers, because requests about a match are forwarded to it.
    live.snapshot(id, bearer.map(|bearer| bearer.player.id)).await?;
    let at = live.nodes().and_then(|nodes| nodes.url()).map(str::to_owned);
    Ok(Json(MatchNodeView { at }))
}
