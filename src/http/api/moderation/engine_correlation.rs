//! Correlation of a player's moves with the engine: a report for moderators, not a
//! verdict.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream;

use crate::live::compute::analysis::GameStep;
use crate::protocol::Reason;
use crate::protocol::views::engine_correlation::{CorrelationView, EngineUseView};
use crate::protocol::{Code, RequestError};
use crate::store::{MatchFilter, MatchStatus};
use chivalry_engine::analysis::EngineCorrelation;
use chivalry_play::matches::{Event, MatchId, RecordedEvent};
use chivalry_play::player::PlayerId;

use crate::http::api::accounts::player_named;
use crate::http::api::analysis::{analysis_error, course_of, stream_views};
use crate::http::api::matches::lists::limit;
use crate::http::api::moderation::moderation_log::Moderator;
use crate::http::error::{ApiError, ApiResult, Failures, live_error, store_error};
use crate::http::extract::body::{Params, PathParam};
use crate::http::state::AppState;

/// Number of matches examined: the default and the maximum.
const MATCHES: (u32, u32) = (10, 50);

/// Nodes searched for each position, as in analysis requested by players.
const NODES: u64 = 20_000;

/// Compare a player's moves with the engine
///
/// For moderators. Compares the moves of a player's last matches with the engine's
/// choices and reports the time they took. The header `Accept` selects one JSON object
/// a line or server-sent events. The stream has one item for each match and a last one
/// for all of them. It is a report, not a verdict.
#[utoipa::path(get, path = "/players/{name}/engine-use", tag = "moderation",
    security(("token" = ["read", "play", "challenge", "records", "account"])),
    params(
        ("name" = String, Path, description = "the player's name, in any case"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 50,
            description = "number of matches: 1 to 50; default 10")),
    responses(
        (status = 200, description = "the compared moves", content(
            (EngineUseView = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn engine_use(
    State(state): State<AppState>,
    PathParam(name): PathParam<String>,
    Moderator(moderator): Moderator,
    headers: HeaderMap,
    params: Params,
) -> ApiResult<Response> {
    let match_count = limit(&params, MATCHES.1)?.unwrap_or(MATCHES.0);
    let player = player_named(&state.store, &name).await?;
    let filter = MatchFilter {
        player: Some(player.id),
        status: Some(MatchStatus::Ended),
        imported: Some(false),
        seen_at: Some(state.live.time().now()),
        ..MatchFilter::default()
    };
    let matches = state.store.matches().page(&filter, match_count, None).await?;
    let matches: Vec<MatchId> = matches.items.iter().map(|row| row.id).collect();
    Ok(compare_with_engine(state, &headers, moderator.id, player.id, matches))
}

/// Streams the comparison of a player's moves in ended matches with the engine.
pub(crate) fn compare_with_engine(
    state: AppState,
    headers: &HeaderMap,
    by: PlayerId,
    player: PlayerId,
    matches: Vec<MatchId>,
) -> Response {
    let draining = state.draining.clone();
    let report = Report {
        state,
        by,
        player,
        matches: matches.into_iter(),
        count: 0,
        all: EngineCorrelation::default(),
    };
    let views = stream::unfold(Some(report), |report| async move {
        let mut report = report?;
        match report.next().await {
            Ok(view @ EngineUseView::All { .. }) => Some((view, None)),
            Ok(view) => Some((view, Some(report))),
            Err(ApiError(error)) => Some((EngineUseView::Failed(error), None)),
        }
    });
    stream_views(headers, views, draining)
}

/// A report in progress.
struct Report {
    state: AppState,
    /// The reader of the report.
    by: PlayerId,
    player: PlayerId,
    matches: std::vec::IntoIter<MatchId>,
    /// Matches examined so far, and their combined correlation.
    count: u32,
    all: EngineCorrelation,
}

impl Report {
    async fn next(&mut self) -> ApiResult<EngineUseView> {
        let Some(match_id) = self.matches.next() else {
            return Ok(EngineUseView::All {
                matches: self.count,
                likeness: CorrelationView::from(&self.all),
                striking: self.all.is_suspicious(),
                done: true,
            });
        };
        let (seat, likeness) = self.examine(match_id).await?;
        self.count += 1;
        self.all.merge(&likeness);
        Ok(EngineUseView::Match { match_id, seat, likeness: CorrelationView::from(&likeness) })
    }

    async fn examine(&self, id: MatchId) -> ApiResult<(char, EngineCorrelation)> {
        let state = &self.state;
        let snapshot = state.live.snapshot(id, None).await.map_err(|error| live_error(&error))?;
        let missing = || RequestError::new(Code::Internal, Reason::PlayerNotInMatch);
        let seat = snapshot.match_state.seat_of(self.player).ok_or_else(missing)?;
        let letter = snapshot.match_state.letter_of(self.player).ok_or_else(missing)?;
        let log = state.store.log().read(id).await?.unwrap_or_default();
        let durations = ply_durations(&log);
        let course = course_of(&state.cpu_pool, snapshot).await?;
        let study = state.analysts.game(self.by, course.variant, course.games, NODES).await;
        let mut study = study.map_err(|error| analysis_error(&error))?;
        let mut likeness = EngineCorrelation::default();
        while let Some(step) = study.next().await.map_err(|error| store_error(&error))? {
            if let GameStep::Ply(judgement) = step
                && judgement.seat == seat
            {
                likeness.add_move(&judgement, durations.get(judgement.index).copied().flatten());
            }
        }
        Ok((letter, likeness))
    }
}

/// The time that each ply took, without plies taken back. `None` for untimed plies.
fn ply_durations(log: &[RecordedEvent]) -> Vec<Option<Duration>> {
    let mut times = Vec::new();
    for record in log {
        match &record.event {
            Event::Moved { ledger, .. } => {
                times.push(ledger.map(|ledger| Duration::from_millis(ledger.used_ms)));
            }
            Event::TookBack { ply, .. } => times.truncate(*ply as usize),
            _ => {}
        }
    }
    times
}
