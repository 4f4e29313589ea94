//! Limits of concurrent requests per class, and load shedding by age.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::protocol::{Code, Reason, RequestError};

use crate::http::net::rate_limit::read_backoff;
use crate::http::net::scheduling::turns::Turns;
use crate::http::net::scheduling::work_class::WorkClass;

/// Maximum waiting requests of one class. A queue serves its connections in order, so a longer one
/// would only hold requests that are refused for their age.
const MAX_QUEUED: usize = 4_096;

/// The time that requests may wait.
#[derive(Clone, Debug, clap::Args)]
pub struct WorkOptions {
    /// Milliseconds after which a request that waits for the processor is refused
    #[arg(long, env = "CHIVALRY_MAX_WAIT", default_value_t = 5_000, value_name = "MS",
          value_parser = clap::value_parser!(u32).range(1..=30_000))]
    pub max_wait: u32,
}

impl Default for WorkOptions {
    fn default() -> WorkOptions {
        WorkOptions { max_wait: 5_000 }
    }
}

/// The labels of the metric.
#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
pub(crate) struct ShedLabels {
    class: &'static str,
}

/// The number of requests shed by class.
pub(crate) type ShedRequests = Family<ShedLabels, Counter>;

/// A permit for one running request.
#[derive(Debug)]
pub struct WorkPermit(#[expect(dead_code, reason = "held for its drop")] OwnedSemaphorePermit);

/// The limits of all classes and the turns of connections.
#[derive(Debug)]
pub struct WorkLimits {
    turns: Turns,
    limits: [ClassLimit; WorkClass::ALL.len()],
    max_wait: Duration,
}

/// The running and the waiting requests of one class.
#[derive(Debug)]
struct ClassLimit {
    running: Arc<Semaphore>,
    queue: Semaphore,
    shed: Counter,
}

impl WorkLimits {
    /// Limits for a number of processors.
    pub(crate) fn new(
        options: &WorkOptions,
        processors: usize,
        shed: &ShedRequests,
    ) -> Arc<WorkLimits> {
        let limits = WorkClass::ALL.map(|class| {
            let running = match class {
                // They share commits, so that a small number would only make the commits small.
                WorkClass::Command => processors * 32,
                // Each may keep a thread of the database busy.
                WorkClass::Ordinary => processors * 2,
                WorkClass::Handshake => processors,
                WorkClass::Hashing | WorkClass::Bulk => (processors / 2).max(1),
            };
            ClassLimit {
                running: Arc::new(Semaphore::new(running)),
                queue: Semaphore::new(MAX_QUEUED),
                // A class without shed requests is reported as 0.
                shed: shed.get_or_create(&ShedLabels { class: class.name() }).clone(),
            }
        });
        let max_wait = Duration::from_millis(options.max_wait.into());
        Arc::new(WorkLimits { turns: Turns::new(processors), limits, max_wait })
    }

    /// The turns of connections.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// Returns a permit of the class, or `None` if all are held.
    #[must_use]
    pub fn try_acquire(&self, class: WorkClass) -> Option<WorkPermit> {
        let running = Arc::clone(&self.limit(class).running);
        running.try_acquire_owned().ok().map(WorkPermit)
    }

    /// Waits for a permit of the class. `waited` is the time that the request has already waited
    /// for a turn.
    ///
    /// # Errors
    ///
    /// `unavailable` with the reason `overloaded` if the request waits for too long or the queue is
    /// full.
    pub(crate) async fn admit(
        &self,
        class: WorkClass,
        waited: Duration,
    ) -> Result<WorkPermit, RequestError> {
        let left = self.max_wait.saturating_sub(waited);
        if left.is_zero() {
            return Err(self.shed(class));
        }
        if let Some(permit) = self.try_acquire(class) {
            return Ok(permit);
        }
        let limit = self.limit(class);
        let _place = limit.queue.try_acquire().map_err(|_| self.shed(class))?;
        match timeout(left, Arc::clone(&limit.running).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(WorkPermit(permit)),
            _ => Err(self.shed(class)),
        }
    }

    /// Waits for a permit to continue a running transfer, which nothing sheds.
    pub(crate) async fn resume(&self, class: WorkClass) -> Option<WorkPermit> {
        Arc::clone(&self.limit(class).running).acquire_owned().await.ok().map(WorkPermit)
    }

    fn limit(&self, class: WorkClass) -> &ClassLimit {
        &self.limits[class as usize]
    }

    fn shed(&self, class: WorkClass) -> RequestError {
        self.limit(class).shed.inc();
        let mut error = RequestError::new(Code::Unavailable, Reason::Overloaded);
        error.more.retry_after_ms = Some(read_backoff().as_millis() as u64);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Arc<WorkLimits> {
        WorkLimits::new(&WorkOptions::default(), 2, &ShedRequests::default())
    }

    fn hold_all(limits: &WorkLimits, class: WorkClass) -> Vec<WorkPermit> {
        std::iter::from_fn(|| limits.try_acquire(class)).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_waited_too_long_is_shed() {
        let limits = limits();
        let _held = hold_all(&limits, WorkClass::Hashing);
        let began = tokio::time::Instant::now();
        // The wait for a turn counts.
        let shed = limits.admit(WorkClass::Hashing, Duration::from_secs(2)).await.unwrap_err();
        assert_eq!(began.elapsed(), Duration::from_secs(3));
        assert_eq!((shed.code, shed.more.reason), (Code::Unavailable, Some(Reason::Overloaded)));
        assert!(shed.more.retry_after_ms.is_some_and(|wait| wait > 0));
        let shed = limits.admit(WorkClass::Bulk, Duration::from_secs(5)).await.unwrap_err();
        assert_eq!(shed.more.reason, Some(Reason::Overloaded));
        assert_eq!(limits.limit(WorkClass::Hashing).shed.get(), 1);
        limits.admit(WorkClass::Bulk, Duration::ZERO).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_gets_the_next_permit() {
        let limits = limits();
        let mut held = hold_all(&limits, WorkClass::Bulk);
        let waiting = Arc::clone(&limits);
        let waiting =
            tokio::spawn(
                async move { waiting.admit(WorkClass::Bulk, Duration::ZERO).await.is_ok() },
            );
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        held.pop();
        assert!(waiting.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_queue_sheds_at_once() {
        let limits = limits();
        let _held = hold_all(&limits, WorkClass::Bulk);
        let queue = limits.limit(WorkClass::Bulk).queue.acquire_many(MAX_QUEUED as u32).await;
        let began = tokio::time::Instant::now();
        limits.admit(WorkClass::Bulk, Duration::ZERO).await.unwrap_err();
        assert_eq!(began.elapsed(), Duration::ZERO);
        drop(queue);
    }
}
