//! The process of a node. It can be paused and resumed, and ended at any await.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use parking_lot::{Mutex, MutexGuard};
use tokio::task::JoinSet;

/// The tasks of a node. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Process(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    tasks: JoinSet<()>,
    is_dead: bool,
    is_stopped: bool,
    last_number: u64,
    /// The tasks that were woken during the pause.
    woken: BTreeMap<u64, Waker>,
}

impl Process {
    /// The lock is held for one access, never across an await.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }

    /// Runs a task until the process ends.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut state = self.lock();
        if !state.is_dead {
            state.last_number += 1;
            let (process, number) = (Arc::downgrade(&self.0), state.last_number);
            let task = Box::pin(task);
            let stoppable = std::future::poll_fn({
                let mut task: Pin<Box<dyn Future<Output = ()> + Send>> = task;
                move |context| match process.upgrade() {
                    Some(process) => Process(process).poll(number, task.as_mut(), context),
                    None => Poll::Pending,
                }
            });
            state.tasks.spawn(stoppable);
        }
    }

    fn poll(
        &self,
        number: u64,
        task: Pin<&mut (dyn Future<Output = ()> + Send)>,
        context: &mut Context<'_>,
    ) -> Poll<()> {
        {
            let mut state = self.lock();
            if state.is_stopped {
                state.woken.insert(number, context.waker().clone());
                return Poll::Pending;
            }
        }
        task.poll(context)
    }

    /// Pauses all tasks. Their wake-ups are kept.
    pub(crate) fn stop(&self) {
        self.lock().is_stopped = true;
    }

    /// Resumes all tasks.
    pub(crate) fn resume(&self) {
        let woken = {
            let mut state = self.lock();
            state.is_stopped = false;
            std::mem::take(&mut state.woken)
        };
        woken.into_values().for_each(Waker::wake);
    }

    /// Ends all tasks and drops their state.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.is_dead = true;
        state.tasks.abort_all();
    }
}
