//! Metrics of the store.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// Counters of one store, shared by its clones.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    commits: Counter,
    appends: Counter,
    commit_time: Histogram,
}

impl StoreMetrics {
    pub(crate) fn new() -> StoreMetrics {
        StoreMetrics {
            commits: Counter::default(),
            appends: Counter::default(),
            // Buckets from 0.1 ms to 3 s.
            commit_time: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
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
