//! Metrics of the store.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::store::log::health::WriterHealth;

/// Counters of one store, shared by its clones.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    commits: Counter,
    appends: Counter,
    commit_time: Histogram,
    pub(crate) health: WriterHealth,
    pub(crate) verified_matches: Counter,
    pub(crate) damaged_matches: Gauge,
}

impl StoreMetrics {
    pub(crate) fn new() -> StoreMetrics {
        StoreMetrics {
            commits: Counter::default(),
            appends: Counter::default(),
            // Buckets from 0.1 ms to 3 s.
            commit_time: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            health: WriterHealth::default(),
            verified_matches: Counter::default(),
            damaged_matches: Gauge::default(),
        }
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        let commits = "Transactions committed by the log writer";
        registry.register("commits", commits, self.commits.clone());
        let appends = "Log appends in those transactions";
        registry.register("appends", appends, self.appends.clone());
        let time = "Time from the start of such a transaction to its commit";
        registry.register_with_unit("commit", time, Unit::Seconds, self.commit_time.clone());
        registry.register_collector(Box::new(self.health.clone()));
        let verified = "Ended matches whose logs were verified by the scrub";
        registry.register("verified_matches", verified, self.verified_matches.clone());
        let damaged = "Matches in quarantine";
        registry.register("damaged_matches", damaged, self.damaged_matches.clone());
    }

    pub(crate) fn committed(&self, appends: usize, took: Duration) {
        self.commits.inc();
        self.appends.inc_by(appends as u64);
        self.commit_time.observe(took.as_secs_f64());
    }

    pub(crate) fn commits(&self) -> u64 {
        self.commits.get()
    }
}
