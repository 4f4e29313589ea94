//! The start of tasks that belong to a server. A simulation controls their order.

use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

/// Marks the future of a task that belongs to a server. A simulated server runs it in a seeded
/// order, and drops it when its node fails. Elsewhere this is the future itself.
#[cfg(not(test))]
pub(crate) fn task<F: Future>(future: F) -> F {
    future
}

#[cfg(test)]
pub(crate) use crate::simulation::process::task;

/// Starts a task of a server.
pub(crate) fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    tokio::spawn(task(future))
}

/// Tasks of a server that end before it does.
#[derive(Debug, Default)]
pub(crate) struct Tasks(TaskTracker);

impl Tasks {
    pub(crate) fn spawn(&self, future: impl Future<Output: Send> + Send + 'static) {
        self.0.spawn(task(future));
    }

    /// Waits until all tasks have ended.
    pub(crate) async fn join(&self) {
        self.0.close();
        self.0.wait().await;
    }
}
