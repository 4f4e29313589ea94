//! The metrics registry of the server and the counters of the HTTP layer.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};

use crate::live::Live;
use crate::process::{Process, most_open_files};
use crate::store::Store;
use chivalry_play::clock::Timestamp;

use crate::http::net::limiter::Refusals;
use crate::http::net::scheduling::work_limits::ShedRequests;

/// The metrics registry and the counters of the HTTP layer.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    sockets: Gauge,
    frames: Counter,
    forwarded: Counter,
    responses: Family<ResponseLabels, Counter>,
    refusals: Refusals,
    shed_requests: ShedRequests,
    password_hashes: Counter,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct ResponseLabels {
    /// The route pattern of the OpenAPI document, which bounds the number of labels.
    route: String,
    status: u16,
}

/// A guard that counts one open WebSocket connection.
#[derive(Debug)]
pub(crate) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(crate) fn new(live: Live, store: &Store) -> Metrics {
        let mut registry = Registry::default();
        let began_at = live.time().began_at();
        // Process metrics use the standard Prometheus names, without a prefix.
        let process_collector = ProcessCollector { process: Process::this(), began_at };
        registry.register_collector(Box::new(process_collector));
        let chivalry = registry.sub_registry_with_prefix("chivalry");
        let (sockets, frames) = (Gauge::default(), Counter::default());
        let forwarded = Counter::default();
        let responses = Family::default();
        let help = "Open WebSocket connections";
        chivalry.register("websocket_connections", help, sockets.clone());
        let help = "Frames received over WebSocket";
        chivalry.register("websocket_frames_received", help, frames.clone());
        let help = "Frames of clients forwarded to the nodes that own their matches";
        chivalry.register("frames_forwarded", help, forwarded.clone());
        let help = "HTTP responses by route and status";
        chivalry.register("http_answers", help, responses.clone());
        let refusals = Refusals::default();
        let help = "Refused requests by the limit that was exceeded";
        chivalry.register("refusals", help, refusals.clone());
        let shed_requests = ShedRequests::default();
        let help = "Requests refused by class because they waited too long";
        chivalry.register("requests_shed", help, shed_requests.clone());
        let password_hashes = Counter::default();
        let help = "Password hashes computed, for passwords that are stored or checked";
        chivalry.register("password_hashes", help, password_hashes.clone());
        store.metrics().register(chivalry);
        chivalry.register_collector(Box::new(LiveCollector(live)));
        Metrics {
            registry,
            sockets,
            frames,
            forwarded,
            responses,
            refusals,
            shed_requests,
            password_hashes,
        }
    }

    /// Counters of refused requests, one for each limit.
    pub(crate) fn refusals(&self) -> Refusals {
        self.refusals.clone()
    }

    /// The counter of frames that are forwarded to other nodes.
    pub(crate) fn forwarded(&self) -> Counter {
        self.forwarded.clone()
    }

    /// The counter of password hashes.
    pub(crate) fn password_hashes(&self) -> Counter {
        self.password_hashes.clone()
    }

    /// Counters of shed requests, one for each class.
    pub(crate) fn shed_requests(&self) -> &ShedRequests {
        &self.shed_requests
    }

    pub(crate) fn open_socket(&self) -> OpenSocket {
        self.sockets.inc();
        OpenSocket(self.sockets.clone())
    }

    pub(crate) fn frame_received(&self) {
        self.frames.inc();
    }

    /// Counts a response of a route.
    pub(crate) fn count(&self, route: String, status: u16) {
        self.responses.get_or_create(&ResponseLabels { route, status }).inc();
    }

    /// Returns all metrics in the OpenMetrics text format.
    ///
    /// # Errors
    ///
    /// The error of a collector.
    pub(crate) fn to_text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// A collector of the counts that [`Live`] holds.
#[derive(Debug)]
struct LiveCollector(Live);

impl Collector for LiveCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        let matches = ConstGauge::new(self.0.matches_in_memory());
        let help = "Matches in memory";
        write(&mut encoder, "matches_in_memory", help, None, &matches)?;
        let frames = ConstCounter::new(self.0.frames_written());
        let help = "Match frames encoded, each once for all of its subscribers";
        write(&mut encoder, "match_frames_written", help, None, &frames)?;
        let bus = self.0.nodes().map(|nodes| nodes.bus());
        let rejections = bus.map(|bus| bus.rejections()).unwrap_or_default();
        let help = "Refused messages of other nodes by reason";
        let name = "node_messages_refused";
        let mut family = encoder.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (reason, count) in rejections.iter() {
            ConstCounter::new(count).encode(family.encode_family(&[("reason", reason)])?)?;
        }
        Ok(())
    }
}

/// A collector of process metrics. Values that the system does not report are left out.
#[derive(Debug)]
struct ProcessCollector {
    process: Process,
    began_at: Timestamp,
}

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        if let Ok(used) = self.process.processor_time() {
            let used = ConstCounter::new(used.as_secs_f64());
            let help = "User and system CPU time used";
            write(&mut encoder, "process_cpu", help, Some(&Unit::Seconds), &used)?;
        }
        if let Ok(resident) = self.process.resident_bytes() {
            let resident = ConstGauge::new(resident);
            let help = "Resident memory";
            write(&mut encoder, "process_resident_memory", help, Some(&Unit::Bytes), &resident)?;
        }
        if let Ok(open) = self.process.open_files() {
            let help = "Open file descriptors, including one for each connection";
            write(&mut encoder, "process_open_fds", help, None, &ConstGauge::new(open))?;
        }
        if let Some(most) = most_open_files() {
            let help = "Limit of open file descriptors";
            write(&mut encoder, "process_max_fds", help, None, &ConstGauge::new(most))?;
        }
        let began = ConstGauge::new(self.began_at.0 as f64 / 1_000.0);
        let help = "Start time of the server, in seconds since the Unix epoch";
        write(&mut encoder, "process_start_time", help, Some(&Unit::Seconds), &began)
    }
}

fn write(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    unit: Option<&Unit>,
    metric: &impl EncodeMetric,
) -> Result<(), fmt::Error> {
    metric.encode(encoder.encode_descriptor(name, help, unit, metric.metric_type())?)
}
