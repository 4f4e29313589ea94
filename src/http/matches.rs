//! Matches: made, listed and looked at.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::matches::MatchId;
use crate::protocol::{CreateRequest, Done, List, MatchItem, MatchView};
use crate::store::MatchFilter;

use super::app::App;
use super::auth::{self, Bearer, Play};
use super::extract::{Fields, IdempotencyKey, Named, Params};
use super::identity::player_named;
use super::lists::{self, FilterParams, PageParams};
use super::problem::{Answer, Failures};
use super::respond::{ASK_AGAIN, kept_as};

type Created = (StatusCode, [(axum::http::HeaderName, String); 1], Json<Done>);

/// Make a match
///
/// The answer has a link and a key for each seat left free: whoever has one
/// may take the seat. The same `Idempotency-Key` sent again makes no second
/// match.
#[utoipa::path(post, path = "/matches", tag = "matches", security(("token" = ["play"])),
    request_body = CreateRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "1 to 64 characters")),
    responses((status = 201, description = "the match, and the links of its free seats",
        body = Done, headers(("Location" = String, description = "where the match is"))),
        Failures))]
pub(super) async fn create(
    State(app): State<App>,
    bearer: Bearer<Play>,
    key: Option<IdempotencyKey>,
    Fields(request): Fields<CreateRequest>,
) -> Answer<Created> {
    let new = request.resolve()?;
    let key = key.map(|IdempotencyKey(key)| key);
    let room = app.live.create(&new, &bearer.player, key, auth::secret::<16>).await?;
    let id = room.contest.id();
    let done = Done {
        match_id: Some(id),
        // The version that its making gave it, be it the first or the second
        // time that it is asked for.
        v: Some(1 + u32::from(new.seat.is_some())),
        links: Some(app.links(&room)),
        ..Done::default()
    };
    let location = format!("/api/v1/matches/{id}");
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(done)))
}

/// List matches
///
/// Newest first. A private match is in no list while a seat is free.
#[utoipa::path(get, path = "/matches", tag = "matches", params(FilterParams, PageParams),
    responses((status = 200, description = "matches", body = List<MatchItem>), Failures))]
pub(super) async fn list(State(app): State<App>, params: Params) -> Answer<Json<List<MatchItem>>> {
    let filter = lists::filter(&app, &params).await?;
    Ok(Json(lists::matches(&app, &filter, &params).await?))
}

/// List a player's matches
///
/// Newest first.
#[utoipa::path(get, path = "/players/{name}/matches", tag = "matches",
    params(("name" = String, Path, description = "the player's name, in any case"), PageParams),
    responses((status = 200, description = "matches", body = List<MatchItem>), Failures))]
pub(super) async fn of_player(
    State(app): State<App>,
    Named(name): Named<String>,
    params: Params,
) -> Answer<Json<List<MatchItem>>> {
    let player = player_named(&app, &name).await?;
    let filter = MatchFilter { player: Some(player.id), ..MatchFilter::default() };
    Ok(Json(lists::matches(&app, &filter, &params).await?))
}

/// Look at a match
///
/// Clocks are stated as of `now`. The `ETag` is the version: a match that
/// has not changed is answered by `304`.
#[utoipa::path(get, path = "/matches/{id}", tag = "matches",
    params(
        ("id" = uuid::Uuid, Path, description = "the match"),
        ("legal" = Option<bool>, Query,
            description = "whether to list the legal moves of the seat to move")),
    responses(
        (status = 200, description = "the match as it stands", body = MatchView),
        (status = 304, description = "the match has not changed"),
        Failures))]
pub(super) async fn look(
    State(app): State<App>,
    Named(id): Named<MatchId>,
    params: Params,
    headers: HeaderMap,
) -> Answer<Response> {
    let legal = params.flag("legal")?.unwrap_or(false);
    let room = app.live.look(id).await?;
    // A weak tag: the version says all but what `now` it is.
    let etag = format!("W/\"{}{}\"", room.contest.v(), if legal { "-legal" } else { "" });
    Ok(kept_as(&headers, &etag, ASK_AGAIN, || {
        let now = app.live.time().now();
        Json(MatchView::of(&room.contest, &room.players, now, legal)).into_response()
    }))
}
