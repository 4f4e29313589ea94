//! The priority of a connection's task.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

/// The priority of a task. Earlier ones are served first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Priority {
    /// The connection of a player who moves. It waits for no turn.
    Play,
    /// Reads and other commands.
    Ordinary,
    /// Handshakes, password hashes and bulk data.
    Last,
}

/// The priority of a connection's task, which the code of that task changes, and the time that the
/// task has waited for turns. Over HTTP/2 the tasks of the streams share them.
#[derive(Clone, Debug)]
pub(crate) struct TaskPriority(Arc<State>);

#[derive(Debug)]
struct State {
    priority: AtomicU8,
    longest_wait_ms: AtomicU32,
}

impl TaskPriority {
    pub(crate) fn new(priority: Priority) -> TaskPriority {
        let priority = AtomicU8::new(priority as u8);
        TaskPriority(Arc::new(State { priority, longest_wait_ms: AtomicU32::new(0) }))
    }

    pub(crate) fn get(&self) -> Priority {
        match self.0.priority.load(Ordering::Relaxed) {
            0 => Priority::Play,
            1 => Priority::Ordinary,
            _ => Priority::Last,
        }
    }

    /// Changes the priority. Only a task of the connection does so, while it runs.
    pub(crate) fn set(&self, priority: Priority) {
        self.0.priority.store(priority as u8, Ordering::Relaxed);
    }

    pub(crate) fn is_play(&self) -> bool {
        self.get() == Priority::Play
    }

    /// Records a wait for a turn.
    pub(crate) fn record_wait(&self, waited: Duration) {
        let millis = u32::try_from(waited.as_millis()).unwrap_or(u32::MAX);
        self.0.longest_wait_ms.fetch_max(millis, Ordering::Relaxed);
    }

    /// Returns the longest wait for a turn since the last call.
    pub(crate) fn drain_longest_wait(&self) -> Duration {
        Duration::from_millis(self.0.longest_wait_ms.swap(0, Ordering::Relaxed).into())
    }
}
