//! The desk of a tournament's directors.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::live::{LiveError, MatchSnapshot, TournamentSnapshot};
use crate::protocol::views::engine_correlation::EngineUseView;
use crate::protocol::{Code, DeskGameView, DeskView, MatchView, Reason, RequestError, SeatMap};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::{Player, PlayerId};
use chivalry_tournament::{EntrantId, Pairing, PairingId, TournamentId};

use crate::http::api::moderation::engine_correlation::compare_with_engine;
use crate::http::error::{ApiError, ApiResult, Failures, live_error};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{Params, PathParam};
use crate::http::state::AppState;

/// The number of games in one response.
const MAX_GAMES: usize = 64;

/// Number of matches that are read concurrently.
const AT_ONCE: usize = 8;

/// Get the desk of the directors
///
/// For directors. The undecided games of the rounds under way with their positions, clocks and
/// the presence of the players, absences with the time of their forfeit, penalties, and the last
/// action of a director. The first 64 games from `offset` are given.
#[utoipa::path(get, path = "/tournaments/{id}/desk", tag = "tournaments",
    operation_id = "desk",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        ("offset" = Option<u32>, Query, description = "the number of games to skip")),
    responses((status = 200, description = "the desk", body = DeskView), Failures))]
pub(crate) async fn desk(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<AnyScope>,
    params: Params,
) -> ApiResult<Json<DeskView>> {
    let offset: u32 = params.number("offset")?.unwrap_or(0);
    let snapshot = directed_by(&state, id, &bearer.player).await?;
    let tournament = &snapshot.tournament;
    let mut open: Vec<&Pairing> = tournament
        .pairings()
        .filter(|pairing| !tournament.is_decided(pairing))
        .filter(|pairing| {
            let stage = tournament.stages().get(pairing.stage);
            let round = stage.and_then(|stage| stage.round(pairing.round));
            round.is_some_and(|round| round.began_at.is_some())
        })
        .collect();
    open.sort_by_key(|pairing| (pairing.stage, pairing.round, pairing.table));
    let forfeits: HashMap<PairingId, Timestamp> =
        tournament.no_show_deadlines().map(|(at, pairing)| (pairing.pair.id, at)).collect();
    let now = state.live.time().now();
    let shown = open.iter().skip(offset as usize).take(MAX_GAMES);
    let matches = shown.map(|pairing| {
        let played_in = pairing.current_game().and_then(|game| game.played_in);
        let state = &state;
        async move {
            let Some(played_in) = played_in else { return Ok((*pairing, None)) };
            Ok::<_, ApiError>((*pairing, match_view(state, played_in, now).await?))
        }
    });
    let matches: Vec<_> =
        stream::iter(matches.collect::<Vec<_>>()).buffered(AT_ONCE).try_collect().await?;
    let games = matches.into_iter().map(|(pairing, game)| {
        let forfeits_at = forfeits.get(&pairing.pair.id).copied();
        DeskGameView::of(tournament, pairing, forfeits_at, game)
    });
    let games = games.collect();
    Ok(Json(DeskView::of(id, tournament, &snapshot.players, games, open.len(), now)))
}

/// Compare an entrant's moves with the engine
///
/// For directors. The report of moderators, limited to the ended games of the entrant in this
/// tournament. `player` is one of the entrant's players, by default the first. It is a report,
/// not a verdict.
#[utoipa::path(get, path = "/tournaments/{id}/engine-use", tag = "tournaments",
    operation_id = "tournament_engine_use",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(
        ("id" = uuid::Uuid, Path, description = "the tournament"),
        ("entrant" = u32, Query, description = "the number of the entrant"),
        ("player" = Option<u32>, Query, minimum = 0, maximum = 1,
            description = "the player of the entrant, from 0")),
    responses(
        (status = 200, description = "the compared moves", content(
            (EngineUseView = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn engine_use(
    State(state): State<AppState>,
    PathParam(id): PathParam<TournamentId>,
    bearer: Bearer<AnyScope>,
    headers: HeaderMap,
    params: Params,
) -> ApiResult<Response> {
    let entrant: Option<u32> = params.number("entrant")?;
    let place: u32 = params.number("player")?.unwrap_or(0);
    let snapshot = directed_by(&state, id, &bearer.player).await?;
    let entrant = entrant.ok_or_else(|| RequestError::field("entrant", Reason::EntrantMissing))?;
    let player = player_of(&snapshot, EntrantId(entrant), place)?;
    let own = snapshot
        .tournament
        .pairings()
        .filter(|pairing| pairing.entrants().contains(&EntrantId(entrant)));
    let ended = own.flat_map(|pairing| pairing.games.iter().filter(|game| game.end.is_some()));
    let matches: Vec<MatchId> = ended.filter_map(|game| game.played_in).collect();
    Ok(compare_with_engine(state, &headers, bearer.player.id, player, matches))
}

/// Returns the tournament, for its directors only.
async fn directed_by(
    state: &AppState,
    id: TournamentId,
    player: &Player,
) -> ApiResult<Arc<TournamentSnapshot>> {
    let snapshot = state.tournaments.snapshot(id).await?;
    if snapshot.tournament.directors().contains(&player.id) {
        return Ok(snapshot);
    }
    Err(ApiError::new(Code::Forbidden, Reason::DirectorsOnly))
}

fn player_of(
    snapshot: &TournamentSnapshot,
    entrant: EntrantId,
    place: u32,
) -> Result<PlayerId, RequestError> {
    let found = snapshot
        .tournament
        .entrant(entrant)
        .ok_or_else(|| RequestError::from(&chivalry_tournament::Refusal::NoSuchEntrant))?;
    let player = found.players.get(place as usize).copied();
    player.ok_or_else(|| RequestError::unmet("player", Reason::EntrantOfRecord))
}

/// Returns the view of a match. A match of another node is read from the store, and the presence of
/// its players from that node.
async fn match_view(state: &AppState, id: MatchId, now: Timestamp) -> ApiResult<Option<MatchView>> {
    match state.live.snapshot(id, None).await {
        Ok(snapshot) => Ok(Some(view(&snapshot, state.live.watchers(id), now))),
        Err(error) => stored_view(state, id, error, now).await,
    }
}

async fn stored_view(
    state: &AppState,
    id: MatchId,
    error: LiveError,
    now: Timestamp,
) -> ApiResult<Option<MatchView>> {
    match error {
        LiveError::Moved | LiveError::CutOff => {}
        LiveError::NotFound => return Ok(None),
        error => return Err(live_error(&error).into()),
    }
    let (_, snapshot) = state.live.history(id, None).await.map_err(|error| live_error(&error))?;
    let elsewhere = state.presence_elsewhere(id).await;
    let view = view(&snapshot, 0, now);
    let variant = snapshot.match_state.variant();
    let presence = view.presence.as_ref().and(elsewhere).map(|presence| {
        SeatMap::of(variant, |seat| presence.get(&variant.seat_name(seat).letter()).copied())
    });
    Ok(Some(MatchView { presence, ..view }))
}

fn view(snapshot: &MatchSnapshot, watchers: u32, now: Timestamp) -> MatchView {
    let MatchSnapshot { match_state, players, ratings, gone, .. } = snapshot;
    MatchView::of(match_state, players, ratings, gone, watchers, snapshot.as_of(now), false)
}
