//! A bounded pool for CPU-heavy work, away from the async runtime.

use std::sync::Arc;
use std::thread;

use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::{Semaphore, oneshot};

use crate::protocol::{Code, Reason, RequestError};

use crate::http::error::{ApiError, ApiResult};

/// Delay before a retry when the queue is full, in milliseconds.
const RETRY_AFTER_MS: u64 = 1_000;

/// Limits of running and queued jobs.
#[derive(Clone, Debug)]
pub(crate) struct Workbench {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
}

impl Workbench {
    pub(crate) fn new(concurrent: usize, queued: usize) -> Workbench {
        Workbench {
            running: Arc::new(Semaphore::new(concurrent)),
            admitted: Arc::new(Semaphore::new(concurrent + queued)),
        }
    }

    /// Runs a job on its own thread. The job runs to completion and holds its permits, even
    /// if the caller is dropped.
    ///
    /// # Errors
    ///
    /// `rate_limited` if the queue is full.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let admission_permit =
            Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| busy())?;
        let running_permit = Arc::clone(&self.running).acquire_owned().await.map_err(|_| busy())?;
        let (result_sender, result) = oneshot::channel();
        let job = move || {
            lower_priority();
            let done = job();
            drop((running_permit, admission_permit));
            // The caller may have been dropped.
            let _ = result_sender.send(done);
        };
        // The thread ends with the job, so its priority need not be restored.
        thread::Builder::new().name("workbench".to_owned()).spawn(job).map_err(|error| {
            tracing::error!(%error, "a worker thread could not be started");
            busy()
        })?;
        result.await.map_err(|_| ApiError::new(Code::Internal, Reason::WorkFailed))
    }
}

/// Lowers the thread's priority below that of the serving threads.
fn lower_priority() {
    if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
        tracing::debug!(%error, "the priority of a worker thread could not be lowered");
    }
}

fn busy() -> ApiError {
    let mut error = RequestError::new(Code::RateLimited, Reason::Busy);
    error.more.retry_after_ms = Some(RETRY_AFTER_MS);
    ApiError(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn jobs_beyond_the_capacity_are_refused_until_permits_return() {
        let bench = Workbench::new(1, 0);
        let (begin, begun) = std::sync::mpsc::channel::<()>();
        let other = bench.clone();
        let first = tokio::spawn(async move { other.run(move || begun.recv()).await });
        while bench.admitted.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(bench.run(|| ()).await.unwrap_err().0.code, Code::RateLimited);
        begin.send(()).unwrap();
        first.await.unwrap().unwrap().unwrap();
        assert_eq!(bench.run(|| 7).await.unwrap(), 7);
    }
}
