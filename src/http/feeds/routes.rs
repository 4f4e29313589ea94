//! `GET /tournaments.ics` and `GET /tournaments.atom`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::VARY;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use chivalry_tournament::TournamentStatus;

use crate::protocol::rfc3339;
use crate::store::TournamentRow;

use crate::http::error::{ApiResult, Failures};
use crate::http::feeds::atom::{FeedEntry, feed};
use crate::http::feeds::calendar::{CalendarEvent, calendar};
use crate::http::response::{MAX_AGE_5_MINUTES, cached};
use crate::http::state::AppState;
use crate::http::web::previews::{Words, time_text};
use crate::http::web::shell::Shell;

/// The number of tournaments in a feed: the latest ones.
const LISTED: u32 = 100;

/// The type of a calendar.
pub(crate) const CALENDAR: &str = "text/calendar; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";

/// Tournaments as a calendar
///
/// The latest tournaments with a time of their start, as iCalendar (RFC 5545).
#[utoipa::path(get, path = "/tournaments.ics", tag = "tournaments",
    responses(
        (status = 200, description = "the calendar", body = String, content_type = "text/calendar"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn tournament_calendar(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let words = shell.words(&headers);
    let host = app.public_url.split("://").last().unwrap_or_default();
    let rows = app.store.tournaments().page(None, None, LISTED).await?;
    let event = |row: &TournamentRow| {
        Some(CalendarEvent {
            uid: format!("{}@{host}", row.id),
            created_at: row.created_at,
            begins_at: row.plan.begins_at?,
            summary: row.plan.name.clone(),
            description: about(row, words),
            url: format!("{}/tournaments/{}", app.public_url, row.id),
            is_cancelled: row.status == TournamentStatus::Cancelled,
        })
    };
    let events: Vec<CalendarEvent> = rows.iter().filter_map(event).collect();
    let document = calendar(&words.text("tournaments", &[]), &events);
    Ok(in_language(cached(&headers, CALENDAR, MAX_AGE_5_MINUTES, document)))
}

/// Tournaments as a feed
///
/// The latest tournaments, newest first, as Atom (RFC 4287).
#[utoipa::path(get, path = "/tournaments.atom", tag = "tournaments",
    responses(
        (status = 200, description = "the feed, `application/atom+xml`"),
        (status = 304, description = "not modified"),
        Failures))]
pub(crate) async fn tournament_feed(
    State(app): State<AppState>,
    Extension(shell): Extension<Arc<Shell>>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let words = shell.words(&headers);
    let rows = app.store.tournaments().page(None, None, LISTED).await?;
    let creators: Vec<PlayerId> = rows.iter().map(|row| row.created_by).collect();
    let creators = app.store.players().by_ids(&creators).await?;
    let page = format!("{}/tournaments", app.public_url);
    let entry = |row: &TournamentRow| {
        let creator = creators.iter().find(|creator| creator.id == row.created_by);
        FeedEntry {
            id: format!("urn:uuid:{}", row.id),
            title: row.plan.name.clone(),
            updated_at: row.created_at,
            author: creator.map_or_else(|| "Chivalry".to_owned(), |creator| creator.name.clone()),
            summary: about(row, words),
            url: format!("{page}/{}", row.id),
        }
    };
    let entries: Vec<FeedEntry> = rows.iter().map(entry).collect();
    let url = format!("{page}.atom");
    let document = feed(&words.text("tournaments", &[]), &url, &page, &entries);
    Ok(in_language(cached(&headers, ATOM, MAX_AGE_5_MINUTES, document)))
}

/// Declares that the response depends on the language of the visitor.
fn in_language(mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-language"));
    response
}

/// The game, the time control and the start of a tournament.
fn about(row: &TournamentRow, words: &Words) -> String {
    let plan = &row.plan;
    let game = Variant::named(&plan.variant).map(|variant| variant.title().to_owned());
    let start = plan.begins_at.map(rfc3339);
    [game, time_text(plan.time, words), start].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
