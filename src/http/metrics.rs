//! `GET /metrics`: what the server counts of its own work, for Prometheus.

use std::fmt;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric as _};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;

use crate::live::Live;
use crate::protocol::Code;
use crate::store::Store;

use super::app::App;
use super::problem::Problem;

const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The counters of the edge, and the way to everybody else's.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    sockets: Gauge,
    frames: Counter,
    answers: Family<Answered, Counter>,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Answered {
    /// The route as it is written in the document, so that there are few.
    route: String,
    status: u16,
}

/// A WebSocket connection that is counted for as long as this lives.
#[derive(Debug)]
pub(super) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(super) fn new(live: Live, store: &Store) -> Metrics {
        let mut registry = Registry::with_prefix("chivalry");
        let (sockets, frames) = (Gauge::default(), Counter::default());
        let answers = Family::default();
        let about = "WebSocket connections that are open";
        registry.register("websocket_connections", about, sockets.clone());
        let about = "Frames that came over WebSocket";
        registry.register("websocket_frames_received", about, frames.clone());
        let about = "Requests answered over HTTP, by route and status";
        registry.register("http_answers", about, answers.clone());
        store.metrics().register(&mut registry);
        registry.register_collector(Box::new(Matches(live)));
        Metrics { registry, sockets, frames, answers }
    }

    pub(super) fn open_socket(&self) -> OpenSocket {
        self.sockets.inc();
        OpenSocket(self.sockets.clone())
    }

    pub(super) fn frame_received(&self) {
        self.frames.inc();
    }
}

/// What [`Live`] knows of itself when it is asked.
#[derive(Debug)]
struct Matches(Live);

impl Collector for Matches {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let matches = ConstGauge::new(self.0.matches_in_memory() as i64);
        let about = "Matches that are in memory";
        let kind = matches.metric_type();
        matches.encode(encoder.encode_descriptor("matches_in_memory", about, None, kind)?)?;
        let frames = ConstCounter::new(self.0.frames_written());
        let about = "Frames of matches written out, each for all of its readers";
        let kind = frames.metric_type();
        frames.encode(encoder.encode_descriptor("match_frames_written", about, None, kind)?)
    }
}

/// What the server counts of its own work
///
/// In the text format of OpenMetrics, which Prometheus reads.
#[utoipa::path(get, path = "/metrics", tag = "service",
    responses((status = 200, description = "counters", body = String)))]
pub(super) async fn metrics(State(app): State<App>) -> Response {
    let mut text = String::new();
    match encode(&mut text, &app.metrics.registry) {
        Ok(()) => ([(CONTENT_TYPE, OPENMETRICS)], text).into_response(),
        Err(_) => Problem::new(Code::Internal, "the counters cannot be written").into_response(),
    }
}

/// Counts what a route answers.
pub(super) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    let answered = Answered { route, status: response.status().as_u16() };
    app.metrics.answers.get_or_create(&answered).inc();
    response
}
