//! A bounded pool for CPU-heavy work, away from the async runtime.

use std::sync::Arc;
use std::thread;

use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::{Semaphore, oneshot};

use crate::protocol::{Code, RequestError};

use crate::http::error::{ApiError, ApiResult};

/// Delay before a retry when the queue is full, in milliseconds.
const RETRY_AFTER_MS: u64 = 1_000;

/// Limits of running and queued jobs.
#[derive(Clone, Debug)]
pub(crate) struct Workbench {
    tools: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Workbench {
    pub(crate) fn new(at_once: usize, waiting: usize) -> Workbench {
        Workbench {
            tools: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + waiting)),
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
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| busy())?;
        let tool = Arc::clone(&self.tools).acquire_owned().await.map_err(|_| busy())?;
        let (tell, told) = oneshot::channel();
        let work = move || {
            step_back();
            let done = work();
            drop((tool, place));
            // The caller may have been dropped.
            let _ = tell.send(done);
        };
        // The thread ends with the job, so its priority need not be restored.
        thread::Builder::new().name("workbench".to_owned()).spawn(work).map_err(|error| {
            tracing::error!(%error, "there is no thread for a piece of work");
            busy()
        })?;
        told.await.map_err(|_| ApiError::new(Code::Internal, "the work was not done"))
    }
}

/// Lowers the thread's priority below that of the serving threads.
fn step_back() {
    if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
        tracing::debug!(%error, "a working thread keeps the usual priority");
    }
}

fn busy() -> ApiError {
    let mut error = RequestError::new(Code::RateLimited, "too many ask for that at once");
    error.more.retry_after_ms = Some(RETRY_AFTER_MS);
    ApiError(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_beyond_the_room_is_refused_and_room_comes_back() {
        let bench = Workbench::new(1, 0);
        let (begin, begun) = std::sync::mpsc::channel::<()>();
        let other = bench.clone();
        let first = tokio::spawn(async move { other.run(move || begun.recv()).await });
        while bench.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(bench.run(|| ()).await.unwrap_err().0.code, Code::RateLimited);
        begin.send(()).unwrap();
        first.await.unwrap().unwrap().unwrap();
        assert_eq!(bench.run(|| 7).await.unwrap(), 7);
    }
}
