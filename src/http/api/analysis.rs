//! Engine analysis of positions and games, streamed while it is computed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream::{self, BoxStream, Stream, StreamExt as _};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::live::Live;
use crate::live::MatchSnapshot;
use crate::live::compute::analysis::Analysts;
use crate::live::compute::analysis::{AnalysisError, GameStep, PositionStep, PositionStudy};
use crate::live::compute::cpu_pool::CpuPool;
use crate::protocol::requests::analysis::{AnalyseGameRequest, AnalyseRequest, PositionQuery};
use crate::protocol::views::analysis::{
    AccuracyView, AnalysisView, Course, EvaluationView, GameAnalysisView, MatchAnalysisView,
    PlaceView,
};
use crate::protocol::{Code, Reason, RequestError};
use chivalry_play::matches::{MatchId, Status};
use chivalry_play::player::Player;

use crate::http::error::{ApiError, ApiResult, Failures, live_error, store_error};
use crate::http::extract::auth::{AnyScope, Bearer};
use crate::http::extract::body::{JsonBody, PathParam};
use crate::http::response::{NDJSON, SSE, preferred, varying};
use crate::http::state::AppState;
use crate::http::stream::event_stream::{
    EventSource, PendingEvents, StreamEnded, StreamFormat, respond,
};

/// Delays before a retry, in milliseconds: while another analysis of the player runs,
/// and while the queue is full.
const RETRY_AFTER_OWN_ANALYSIS_MS: u64 = 1_000;
const RETRY_AFTER_FULL_QUEUE_MS: u64 = 5_000;

/// Analyse a position
///
/// Streams one evaluation for each search depth. The header `Accept` selects one JSON
/// object a line or server-sent events. While the request is queued, the stream reports
/// its place in the queue. The last evaluation has `done`. Cached results are sent at
/// once. Closing the connection stops the search. `lines` asks for several lines, and
/// `threat` for what the next seat would do if the seat to move passed.
///
/// Each player has at most one analysis at a time. A position of a match that the
/// player is playing is refused.
#[utoipa::path(post, path = "/analysis/position", tag = "analysis", security(("token" = [])),
    request_body = AnalyseRequest,
    responses(
        (status = 200, description = "the evaluations", content(
            (AnalysisView = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn analyse_position(
    State(state): State<AppState>,
    bearer: Bearer<AnyScope>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> ApiResult<Response> {
    let study = study(&state.analysts, &bearer.player, &request).await?;
    let views = stream::unfold(Some(study), |study| async move {
        let mut study = study?;
        let (view, continues) = next_view(&mut study).await?;
        Some((view, continues.then_some(study)))
    });
    Ok(stream_views(&headers, views, state.draining.clone()))
}

/// Analyse a game
///
/// Streams an evaluation of each ply of an ended match or of a record. The header
/// `Accept` selects one JSON object a line or server-sent events. Each item has the
/// score before and after the ply, the best line instead, and the quality of the move.
/// The last item has the accuracy of each seat, the number of plies of the opening book,
/// and the name of the opening. While the request is queued, the stream reports its place
/// in the queue.
#[utoipa::path(post, path = "/analysis/game", tag = "analysis", security(("token" = [])),
    request_body = AnalyseGameRequest,
    responses(
        (status = 200, description = "the analysed plies", content(
            (GameAnalysisView = "application/x-ndjson"),
            (String = "text/event-stream"))),
        Failures))]
pub(crate) async fn analyse_game(
    State(state): State<AppState>,
    bearer: Bearer<AnyScope>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<AnalyseGameRequest>,
) -> ApiResult<Response> {
    let nodes = request.nodes()?;
    let (course, was_played_here) = match request {
        AnalyseGameRequest { match_id: Some(id), .. } => {
            let snapshot = ended_match(&state.live, id).await?;
            let was_played_here = snapshot.match_state.imported().is_none();
            (course_of(&state.cpu_pool, snapshot).await?, was_played_here)
        }
        AnalyseGameRequest { record, variant, .. } => {
            let record = record.unwrap_or_default();
            let read = move || Course::told_by(&record, variant.as_deref());
            (state.cpu_pool.run(read).await??, false)
        }
    };
    if !was_played_here {
        // A record sent by a client may describe a game that is still under way.
        let checked = state.analysts.check_out_of_play(bearer.player.id, &course.positions()).await;
        checked.map_err(|error| analysis_error(&error))?;
    }
    let games = course.games.clone();
    let study = state.analysts.game(bearer.player.id, course.variant, games, nodes).await;
    let study = study.map_err(|error| analysis_error(&error))?;
    let views = stream::unfold(Some((study, course)), |judging| async move {
        let (mut study, course) = judging?;
        let view = match study.next().await {
            Ok(Some(GameStep::Place(place))) => GameAnalysisView::Place(PlaceView { place }),
            Ok(Some(GameStep::Ply(judgement))) => GameAnalysisView::Ply(course.view(&judgement)),
            Ok(Some(GameStep::Done { accuracy, book })) => {
                let view = AccuracyView::of(&course, &accuracy, Some(book));
                GameAnalysisView::Accuracy(view)
            }
            Ok(None) => return None,
            Err(error) => return Some((GameAnalysisView::Failed(store_error(&error)), None)),
        };
        Some((view, Some((study, course))))
    });
    Ok(stream_views(&headers, views, state.draining.clone()))
}

/// Get the analysis of a match
///
/// Returns the complete analysis as one document. It exists if somebody has requested
/// the analysis of the match since the engine last changed.
#[utoipa::path(get, path = "/matches/{id}/analysis", tag = "analysis",
    params(("id" = uuid::Uuid, Path, description = "the match")),
    responses((status = 200, description = "the analysis of the match", body = MatchAnalysisView),
        Failures))]
pub(crate) async fn match_analysis(
    State(live): State<Live>,
    State(analysts): State<Analysts>,
    State(cpu_pool): State<CpuPool>,
    PathParam(id): PathParam<MatchId>,
) -> ApiResult<Json<MatchAnalysisView>> {
    let course = course_of(&cpu_pool, ended_match(&live, id).await?).await?;
    let review = analysts.recall(course.variant, course.games.clone(), 0).await?;
    let book = analysts.book_plies(&review).await?;
    let view = cpu_pool.run(move || MatchAnalysisView::of(id, &course, review, book)).await?;
    view.map(Json).ok_or_else(|| ApiError::not_found("analysis yet: ask for one"))
}

/// Starts the analysis of a position for a player.
pub(crate) async fn study(
    analysts: &Analysts,
    by: &Player,
    request: &AnalyseRequest,
) -> Result<PositionStudy, RequestError> {
    let PositionQuery { asked, searched, nodes, lines } = request.resolve()?;
    if request.threat {
        let checked = analysts.check_out_of_play(by.id, &[asked]).await;
        checked.map_err(|error| analysis_error(&error))?;
    }
    let study = analysts.position(by.id, searched, nodes, lines).await;
    let study = study.map_err(|error| analysis_error(&error))?;
    let over = || RequestError::unmet("position", Reason::NothingToChoose);
    study.ok_or_else(over)
}

/// Returns the next view and true if more may follow. Cancellation safe.
pub(crate) async fn next_view(study: &mut PositionStudy) -> Option<(AnalysisView, bool)> {
    match study.next().await {
        Ok(Some(PositionStep::Place(place))) => {
            Some((AnalysisView::Place(PlaceView { place }), true))
        }
        Ok(Some(PositionStep::Opinion(opinion))) => {
            Some((AnalysisView::Opinion(EvaluationView::of(opinion, false)), true))
        }
        Ok(Some(PositionStep::Done(opinion, exact))) => {
            let view = EvaluationView::of(opinion, true).with_exact(exact.as_deref());
            Some((AnalysisView::Opinion(view), false))
        }
        Ok(None) => None,
        Err(error) => Some((AnalysisView::Failed(store_error(&error)), false)),
    }
}

/// Returns the snapshot of a match that has ended for every viewer.
async fn ended_match(live: &Live, id: MatchId) -> ApiResult<Arc<MatchSnapshot>> {
    let snapshot = live.snapshot(id, None).await?;
    if !matches!(snapshot.match_state.status(), Status::Ended { .. }) {
        let reason = Reason::MatchNotSeen;
        return Err(ApiError::new(Code::Forbidden, reason));
    }
    Ok(snapshot)
}

pub(crate) async fn course_of(
    cpu_pool: &CpuPool,
    snapshot: Arc<MatchSnapshot>,
) -> ApiResult<Course> {
    let played = cpu_pool.run(move || course_of_snapshot(&snapshot)).await?;
    Ok(played?.checked("match")?)
}

fn course_of_snapshot(snapshot: &MatchSnapshot) -> Result<Course, RequestError> {
    Course::played_in(&snapshot.match_state, &snapshot.players).map_err(|fault| {
        tracing::error!(%fault, id = %snapshot.match_state.id(), "the record of a match is invalid");
        RequestError::new(Code::Internal, Reason::MatchUnplayable)
    })
}

/// The error that clients receive for a refused analysis.
pub(crate) fn analysis_error(error: &AnalysisError) -> RequestError {
    let retry_later = |reason: Reason, wait| {
        let message = reason.message([], error);
        let mut retry_later = RequestError::new(Code::RateLimited, message);
        retry_later.more.retry_after_ms = Some(wait);
        retry_later
    };
    match error {
        AnalysisError::Asking => retry_later(Reason::AnalysisUnderWay, RETRY_AFTER_OWN_ANALYSIS_MS),
        AnalysisError::QueueFull(_) => {
            retry_later(Reason::AnalysisQueueFull, RETRY_AFTER_FULL_QUEUE_MS)
        }
        AnalysisError::FreeForAll => {
            RequestError::new(Code::BadField, Reason::ReviewTwoTeams.message([], error))
                .well_formed()
        }
        AnalysisError::InPlay => {
            RequestError::new(Code::Forbidden, Reason::PositionInPlay.message([], error))
        }
        AnalysisError::Live(error) => live_error(error),
    }
}

/// Streams views in the negotiated format until they end or the server drains.
pub(crate) fn stream_views<T: Serialize + Send + 'static>(
    headers: &HeaderMap,
    views: impl Stream<Item = T> + Send + 'static,
    draining: CancellationToken,
) -> Response {
    let format = StreamFormat::of(preferred(headers, &[NDJSON, SSE]));
    varying(respond(Views(views.boxed()), PendingEvents::new(format), draining))
}

/// Views as the events of a stream.
struct Views<T>(BoxStream<'static, T>);

impl<T: Serialize + Send + 'static> EventSource for Views<T> {
    type Update = T;

    async fn recv(&mut self) -> Result<T, StreamEnded> {
        self.0.next().await.ok_or(StreamEnded)
    }

    async fn on_update(&mut self, view: T, pending: &mut PendingEvents) -> Result<(), StreamEnded> {
        let text = serde_json::to_vec(&view).expect("views of strings, numbers and maps of them");
        pending.push(None, &text);
        Ok(())
    }
}
