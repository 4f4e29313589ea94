//! Filters of match lists, and the view of a stored match in a list.

use utoipa::openapi::Object;
use uuid::Uuid;

use crate::protocol::views::rules::position_of;
use crate::protocol::{
    List, MatchItem, PlayerView, RESULT_WORDS, Reason, RecordTags, RequestError, SeatMap,
    enum_schema, read_rfc3339, record_result, result_of_word, rfc3339, variant_named,
};
use crate::store::Store;
use crate::store::{MatchFilter, MatchRow, MatchStatus, PlayerOutcome, Range};
use chivalry_play::clock::Speed;
use chivalry_play::matches::{MatchId, MatchResult, Termination};
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Seat, Variant};
use chivalry_tournament::TournamentId;

use crate::http::error::ApiResult;
use crate::http::extract::body::Params;
use crate::http::extract::guests::is_guest_name;
use crate::http::state::AppState;

/// Items of a list when the client names no limit.
const DEFAULT_LIMIT: u32 = 20;

/// The most items in one response.
const MAX_LIMIT: u32 = 100;

/// The player of a match list.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `filter`")]
pub(crate) struct PlayerParam {
    /// Matches with this player in a seat, by name. Names in imported games are
    /// matched by `imported_name`.
    player: Option<String>,
}

/// Filters of a match list. A match has to meet all of them.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `filter`")]
pub(crate) struct FilterParams {
    /// Matches of this variant, by name or alias.
    variant: Option<String>,
    /// The seat of the player, by its letter, such as `W`. Letters that differ between
    /// variants need a `variant`.
    seat: Option<String>,
    /// Matches of the player against this player, by name.
    opponent: Option<String>,
    /// The result for the player: `won`, `lost` or `drawn`.
    #[param(schema_with = outcomes)]
    outcome: Option<String>,
    /// Imported games with a name that begins with this text, in any case.
    imported_name: Option<String>,
    /// Games imported by this player, by name.
    importer: Option<String>,
    /// Imported games whose event begins with this text, in any case.
    event: Option<String>,
    /// Imported games of this round, as in their records.
    round: Option<String>,
    /// `open`, `playing` or `ended`.
    #[param(schema_with = statuses)]
    status: Option<String>,
    /// Matches created at this time or later (RFC 3339).
    #[param(format = DateTime)]
    since: Option<String>,
    /// Matches created before this time (RFC 3339).
    #[param(format = DateTime)]
    until: Option<String>,
    /// Matches played at this time or later (RFC 3339). The time of an imported game is
    /// the date in its record.
    #[param(format = DateTime)]
    played_since: Option<String>,
    /// Matches played before this time (RFC 3339).
    #[param(format = DateTime)]
    played_until: Option<String>,
    /// Rated matches only, or casual ones only.
    rated: Option<bool>,
    /// The lowest average rating of the players before the match.
    min_rating: Option<u32>,
    /// The highest average rating of the players before the match.
    max_rating: Option<u32>,
    /// `1-0` (or `RB`: the first side won), `0-1` (or `GY`), `1/2-1/2`, or `*` for aborted
    /// matches and unknown results.
    #[param(schema_with = results)]
    result: Option<String>,
    /// The cause of the end.
    #[param(schema_with = terminations)]
    termination: Option<String>,
    /// The lowest number of plies of an ended match.
    min_plies: Option<u32>,
    /// The highest number of plies of an ended match.
    max_plies: Option<u32>,
    /// The speed of the time control.
    #[param(schema_with = speeds)]
    speed: Option<String>,
    /// Imported games only, or only games played here.
    imported: Option<bool>,
    /// Games of this tournament.
    tournament: Option<Uuid>,
    /// `newest` (the default) or `oldest` first. Exports ignore it.
    #[param(schema_with = orders)]
    order: Option<String>,
}

/// The position of a match list.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described; read by `matches`")]
pub(crate) struct PositionParam {
    /// Matches that the opening explorer has with this position, or with its mirror image
    /// if the variant is its own. Needs a `variant`. The list is in the order in which the
    /// explorer read the matches. A page may be short before the last one.
    position: Option<String>,
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

fn terminations() -> Object {
    enum_schema("The cause of the end.", Termination::ALL.map(Termination::as_str))
}

fn outcomes() -> Object {
    enum_schema("The result for the player.", PlayerOutcome::ALL.map(PlayerOutcome::as_str))
}

pub(crate) fn speeds() -> Object {
    enum_schema("The speed of the time control.", Speed::ALL.map(Speed::as_str))
}

fn orders() -> Object {
    enum_schema("The order.", ["newest", "oldest"])
}

/// Reads the parameters that [`PlayerParam`] and [`FilterParams`] describe.
pub(crate) async fn filter(state: &AppState, params: &Params) -> ApiResult<MatchFilter> {
    let player = match params.text("player")? {
        Some(name) => Some(player_id(&state.store, "player", &name).await?),
        None => None,
    };
    filter_of(state, params, player).await
}

/// Reads the parameters that [`FilterParams`] describes, for the matches of a player or of all
/// players.
pub(crate) async fn filter_of(
    state: &AppState,
    params: &Params,
    player: Option<PlayerId>,
) -> ApiResult<MatchFilter> {
    let status = |text: &str| MatchStatus::ALL.into_iter().find(|status| status.as_str() == text);
    let tournament = |text: &str| text.parse().ok().map(TournamentId);
    let outcome = |text: &str| PlayerOutcome::ALL.into_iter().find(|it| it.as_str() == text);
    let termination = |text: &str| Termination::ALL.into_iter().find(|it| it.as_str() == text);
    let order = |text: &str| ["newest", "oldest"].iter().position(|order| *order == text);
    let time = "a time such as 2026-07-28T12:00:00Z";
    let variant = match params.text("variant")? {
        Some(name) => Some(variant_named(&name)?),
        None => None,
    };
    let seat =
        params.read_or_unmet("seat", "the letter of a seat", |text| seat_of(text, variant))?;
    let [opponent, importer] = named_players(&state.store, params).await?;
    let outcome = params.read("outcome", "`won`, `lost` or `drawn`", outcome)?;
    for (field, is_given) in
        [("seat", seat.is_some()), ("opponent", opponent.is_some()), ("outcome", outcome.is_some())]
    {
        if is_given && player.is_none() {
            return Err(RequestError::unmet(field, Reason::PlayerOfFilterMissing).into());
        }
    }
    let order = params.read("order", "`newest` or `oldest`", order)?;
    Ok(MatchFilter {
        variant: variant.map(|variant| variant.name().to_owned()),
        player,
        seat,
        opponent,
        outcome,
        imported_name: params.text("imported_name")?,
        importer,
        event: params.text("event")?,
        round: params.text("round")?,
        status: params.read("status", "`open`, `playing` or `ended`", status)?,
        since: params.read("since", time, read_rfc3339)?,
        until: params.read("until", time, read_rfc3339)?,
        played_since: params.read("played_since", time, read_rfc3339)?,
        played_until: params.read("played_until", time, read_rfc3339)?,
        rated: params.flag("rated")?,
        rating: range(params, "min_rating", "max_rating")?,
        result: params.read(
            "result",
            "1-0, 0-1, RB, GY, Red, Green, Blue, Yellow, 1/2-1/2 or *",
            result_of_word,
        )?,
        termination: params.read("termination", "the cause of an end", termination)?,
        plies: range(params, "min_plies", "max_plies")?,
        speed: speed(params)?,
        imported: params.flag("imported")?,
        tournament: params.read("tournament", "a tournament's id", tournament)?,
        timed: None,
        ids: None,
        is_oldest_first: order == Some(1),
        seen_at: Some(state.live.time().now()),
    })
}

/// Reads the parameter `speed`.
pub(crate) fn speed(params: &Params) -> ApiResult<Option<Speed>> {
    let speed = |text: &str| Speed::ALL.into_iter().find(|speed| speed.as_str() == text);
    params.read("speed", "the name of a speed", speed)
}

/// Reads the two ends of a range.
pub(crate) fn range(params: &Params, least: &str, most: &str) -> ApiResult<Range> {
    Ok(Range { least: params.number(least)?, most: params.number(most)? })
}

/// Returns the seat with a letter, if it is the same seat in every variant that has the letter.
pub(crate) fn seat_of(text: &str, variant: Option<&Variant>) -> Option<Seat> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    if let Some(variant) = variant {
        return variant.seat_of_letter(letter);
    }
    let offered = Variant::offered();
    let mut seats = offered.iter().filter_map(|variant| variant.seat_of_letter(letter));
    let first = seats.next()?;
    seats.all(|seat| seat == first).then_some(first)
}

/// Reads the parameters `opponent` and `importer`.
async fn named_players(store: &Store, params: &Params) -> ApiResult<[Option<PlayerId>; 2]> {
    let mut players = [None; 2];
    for (player, field) in players.iter_mut().zip(["opponent", "importer"]) {
        if let Some(name) = params.text(field)? {
            *player = Some(player_id(store, field, &name).await?);
        }
    }
    Ok(players)
}

/// Returns the player that a parameter names.
pub(crate) async fn player_id(
    store: &Store,
    field: &'static str,
    name: &str,
) -> ApiResult<PlayerId> {
    match store.players().by_name(name).await? {
        Some(player) => Ok(player.id),
        // A guest who is not stored yet has no matches.
        None if is_guest_name(name) => Ok(PlayerId(Uuid::nil())),
        None => Err(RequestError::unmet(field, Reason::UnknownPlayerName).into()),
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
    let page = match position(filter, params)? {
        Some(position) => state.store.explorer().page(&position, filter, limit, cursor).await?,
        None => state.store.matches().page(filter, limit, cursor).await?,
    };
    let watched = |row: &MatchRow| Some(state.live.watchers(row.id)).filter(|count| *count > 0);
    let items = page.items.iter();
    let items = items.map(|row| MatchItem { watchers: watched(row), ..item(row) }).collect();
    Ok(List { items, next: page.next.map(|id| id.to_string()) })
}

/// Reads the parameter that [`PositionParam`] describes.
fn position(filter: &MatchFilter, params: &Params) -> ApiResult<Option<Position>> {
    let Some(text) = params.text("position")? else { return Ok(None) };
    let variant = filter.variant.as_deref().map(variant_named).transpose()?;
    let needed = || RequestError::unmet("variant", Reason::VariantOfPositionMissing);
    Ok(Some(position_of(variant.ok_or_else(needed)?, Some(&text))?))
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
        record: row.imported.then(|| RecordTags {
            date: row.date.clone(),
            event: row.event.clone(),
            round: row.round.clone(),
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
