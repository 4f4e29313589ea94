//! Filters of match lists, and the view of a stored match in a list.

use utoipa::openapi::Object;
use uuid::Uuid;

use crate::protocol::{
    List, MatchItem, PlayerView, RESULT_WORDS, Reason, RequestError, SeatMap, enum_schema,
    read_rfc3339, record_result, result_of_word, rfc3339, variant_named,
};
use crate::store::Store;
use crate::store::{MatchFilter, MatchRow, MatchStatus};
use chivalry_play::matches::{MatchId, MatchResult};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Seat, Variant};
use chivalry_tournament::TournamentId;

use crate::http::error::ApiResult;
use crate::http::extract::body::Params;
use crate::http::extract::guests::is_guest_name;
use crate::http::state::AppState;

/// Items of a list when the client names no limit.
const DEFAULT_LIMIT: u32 = 20;

/// The most items in one response.
const MAX_LIMIT: u32 = 100;

/// Filters of a match list. A match has to meet all of them.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `filter`")]
pub(crate) struct FilterParams {
    /// Matches of this variant, by name or alias.
    variant: Option<String>,
    /// Matches with this player in a seat, by name. Names in imported games are not
    /// matched.
    player: Option<String>,
    /// `open`, `playing` or `ended`.
    #[param(schema_with = statuses)]
    status: Option<String>,
    /// Matches created at this time or later (RFC 3339).
    #[param(format = DateTime)]
    since: Option<String>,
    /// Matches created before this time (RFC 3339).
    #[param(format = DateTime)]
    until: Option<String>,
    /// Rated matches only, or casual ones only.
    rated: Option<bool>,
    /// `1-0` (or `RB`: the first side won), `0-1` (or `GY`), `1/2-1/2`, or `*` for aborted
    /// matches and unknown results.
    #[param(schema_with = results)]
    result: Option<String>,
    /// Imported games only, or only games played here.
    imported: Option<bool>,
    /// Games of this tournament.
    tournament: Option<Uuid>,
}

/// The page of a list.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `matches`")]
pub(crate) struct PageParams {
    /// Number of items, 1 to 100. The default is 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    cursor: Option<Uuid>,
}

fn statuses() -> Object {
    enum_schema("The status.", MatchStatus::ALL.map(MatchStatus::as_str))
}

fn results() -> Object {
    enum_schema("The result.", RESULT_WORDS)
}

/// Reads the parameters that [`FilterParams`] describes.
pub(crate) async fn filter(state: &AppState, params: &Params) -> ApiResult<MatchFilter> {
    let status = |text: &str| MatchStatus::ALL.into_iter().find(|status| status.as_str() == text);
    let tournament = |text: &str| text.parse().ok().map(TournamentId);
    let time = "a time such as 2026-07-28T12:00:00Z";
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?.name().to_owned()),
        None => None,
    };
    let player = match params.text("player")? {
        Some(name) => Some(player_id(&state.store, &name).await?),
        None => None,
    };
    Ok(MatchFilter {
        variant,
        player,
        status: params.read("status", "`open`, `playing` or `ended`", status)?,
        since: params.read("since", time, read_rfc3339)?,
        until: params.read("until", time, read_rfc3339)?,
        rated: params.flag("rated")?,
        result: params.read("result", "1-0, 0-1, RB, GY, 1/2-1/2 or *", result_of_word)?,
        imported: params.flag("imported")?,
        tournament: params.read("tournament", "a tournament's id", tournament)?,
        timed: None,
        seen_at: Some(state.live.time().now()),
    })
}

async fn player_id(store: &Store, name: &str) -> ApiResult<PlayerId> {
    match store.players().by_name(name).await? {
        Some(player) => Ok(player.id),
        // A guest who is not stored yet has no matches.
        None if is_guest_name(name) => Ok(PlayerId(Uuid::nil())),
        None => Err(RequestError::unmet("player", Reason::UnknownPlayerName).into()),
    }
}

/// Reads the parameter `limit`, from 1 to `most`.
pub(crate) fn limit(params: &Params, max: u32) -> ApiResult<Option<u32>> {
    let limit = |text: &str| text.parse().ok().filter(|limit| (1..=max).contains(limit));
    params.read("limit", &format!("a number from 1 to {max}"), limit)
}

/// The `limit` of [`PageParams`], or its default.
pub(crate) fn page_size(params: &Params) -> ApiResult<u32> {
    Ok(limit(params, MAX_LIMIT)?.unwrap_or(DEFAULT_LIMIT))
}

/// The page of the list of matches that [`PageParams`] describes.
pub(crate) async fn matches(
    state: &AppState,
    filter: &MatchFilter,
    params: &Params,
) -> ApiResult<List<MatchItem>> {
    let limit = page_size(params)?;
    let cursor = |text: &str| text.parse::<Uuid>().ok().map(MatchId);
    let cursor = params.read("cursor", "the `next` of an earlier answer", cursor)?;
    let page = state.store.matches().page(filter, limit, cursor).await?;
    let watched = |row: &MatchRow| Some(state.live.watchers(row.id)).filter(|count| *count > 0);
    let items = page.items.iter();
    let items = items.map(|row| MatchItem { watchers: watched(row), ..item(row) }).collect();
    Ok(List { items, next: page.next.map(|id| id.to_string()) })
}

/// The view of a stored match in a list.
pub(crate) fn item(row: &MatchRow) -> MatchItem {
    let variant = Variant::named(&row.variant);
    let player = |seat: Seat| Some(row.seats[seat].as_ref().map(PlayerView::from));
    let result =
        |result: MatchResult| variant.map_or("*", |named| record_result(result, named).as_str());
    MatchItem {
        id: row.id,
        variant: row.variant.clone(),
        status: row.status.as_str(),
        // A variant unknown to this version has no seats to name.
        seats: variant.map(|named| SeatMap::of(named, player)).unwrap_or_default(),
        names: row.imported.then(|| {
            let name = |seat: Seat| row.names[seat].clone();
            variant.map(|named| SeatMap::of(named, name)).unwrap_or_default()
        }),
        time: row.time,
        rated: row.rated,
        private: row.private,
        start: row.position.clone(),
        created_at: rfc3339(row.created_at),
        started_at: row.started_at.map(rfc3339),
        ended_at: row.ended_at.map(rfc3339),
        result: row.result.map(result),
        termination: row.termination.map(|termination| termination.as_str()),
        plies: row.plies,
        watchers: None,
    }
}
