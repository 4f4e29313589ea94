//! Turns of connection tasks.
//!
//! A worker thread of the runtime runs its tasks in the order in which they become ready. A flood
//! makes thousands of tasks ready, so a move would wait for all of them. Tasks without the priority
//! of players therefore take a turn for each poll. Those without a turn wait in a semaphore, and
//! the run queues of the workers stay short.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker, ready};

use futures_util::task::AtomicWaker;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tokio_util::sync::PollSemaphore;

use crate::http::net::scheduling::priority::{Priority, TaskPriority};

/// Maximum accepted connections that wait for their first turn. Further ones wait in the system.
const MAX_NEW_CONNECTIONS: usize = 64;

/// The turns of all connections.
#[derive(Clone, Debug)]
pub struct Turns {
    /// One permit for each processor.
    all: Arc<Semaphore>,
    /// One permit for each processor that tasks of the last priority may use. Such a task needs a
    /// permit of `all` as well, so that few of them wait among the others.
    last: Arc<Semaphore>,
    new_connections: Arc<Semaphore>,
}

/// A held turn.
#[derive(Debug)]
pub struct Turn {
    _last: Option<OwnedSemaphorePermit>,
    _all: OwnedSemaphorePermit,
}

impl Turns {
    /// Tasks of the last priority may use half of the processors.
    pub(crate) fn new(processors: usize) -> Turns {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Turns {
            all: semaphore(processors),
            last: semaphore((processors / 2).max(1)),
            new_connections: semaphore(MAX_NEW_CONNECTIONS),
        }
    }

    /// Returns a turn, or `None` while all are held. Only the connections of players proceed while
    /// all turns are held.
    #[must_use]
    pub fn try_acquire(&self) -> Option<Turn> {
        let all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(Turn { _last: None, _all: all })
    }

    /// Waits until another connection may be accepted. The permit is passed to
    /// [`Turns::schedule_new`].
    pub(crate) async fn new_connection(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.new_connections).acquire_owned().await.ok()
    }

    /// Runs a task with the turns of its priority.
    pub(crate) fn schedule<F: Future>(&self, priority: TaskPriority, task: F) -> Scheduled<F> {
        self.schedule_new(None, priority, task)
    }

    /// Runs the task of a new connection. Its permit is released at the first turn.
    pub(crate) fn schedule_new<F: Future>(
        &self,
        new_connection: Option<OwnedSemaphorePermit>,
        priority: TaskPriority,
        task: F,
    ) -> Scheduled<F> {
        let events = Arc::new(TaskEvents::default());
        Scheduled {
            task: Box::pin(task),
            priority,
            waker: Arc::clone(&events).into(),
            events,
            all: PollSemaphore::new(Arc::clone(&self.all)),
            last: PollSemaphore::new(Arc::clone(&self.last)),
            held_last: None,
            waiting_since: None,
            new_connection,
        }
    }
}

/// A task that takes a turn for each poll, unless it has the priority of players.
pub(crate) struct Scheduled<F> {
    task: Pin<Box<F>>,
    priority: TaskPriority,
    events: Arc<TaskEvents>,
    /// The waker of `events`.
    waker: Waker,
    all: PollSemaphore,
    last: PollSemaphore,
    /// The permit of `last` while the task waits for one of `all`.
    held_last: Option<OwnedSemaphorePermit>,
    waiting_since: Option<Instant>,
    new_connection: Option<OwnedSemaphorePermit>,
}

/// The events that a task waits for, such as those of its socket.
#[derive(Debug, Default)]
struct TaskEvents {
    /// The waker of the whole task.
    task: AtomicWaker,
    /// True while the task waits for a turn. It is polled then in any case.
    needs_turn: AtomicBool,
}

impl Wake for TaskEvents {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.needs_turn.load(Ordering::Acquire) {
            self.task.wake();
        }
    }
}

impl<F> Scheduled<F> {
    /// Waits for a turn. `None` if the semaphores are closed, which never happens.
    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<Option<Turn>> {
        if self.priority.get() == Priority::Last && self.held_last.is_none() {
            self.held_last = ready!(self.last.poll_acquire(cx));
        }
        let all = ready!(self.all.poll_acquire(cx));
        let last = self.held_last.take();
        Poll::Ready(all.map(|all| Turn { _last: last, _all: all }))
    }
}

impl<F: Future> Future for Scheduled<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = &mut *self;
        this.events.task.register(cx.waker());
        if this.priority.is_play() {
            this.events.needs_turn.store(false, Ordering::Release);
            return this.task.as_mut().poll(cx);
        }
        let Poll::Ready(_turn) = this.poll_turn(cx) else {
            this.events.needs_turn.store(true, Ordering::Release);
            this.waiting_since.get_or_insert_with(Instant::now);
            return Poll::Pending;
        };
        this.events.needs_turn.store(false, Ordering::Release);
        if let Some(since) = this.waiting_since.take() {
            this.priority.record_wait(since.elapsed());
        }
        this.new_connection = None;
        this.task.as_mut().poll(&mut Context::from_waker(&this.waker))
    }
}

impl<F> fmt::Debug for Scheduled<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scheduled").field("priority", &self.priority).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::time::Duration;

    use tokio::task::yield_now;
    use tokio::time::advance;

    use super::*;

    fn hold_all(turns: &Turns) -> Vec<Turn> {
        std::iter::from_fn(|| turns.try_acquire()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn only_players_proceed_while_all_turns_are_held() {
        let turns = Turns::new(2);
        let held = hold_all(&turns);
        let read = TaskPriority::new(Priority::Ordinary);
        let reading = tokio::spawn(turns.schedule(read.clone(), async { "read" }));
        let play = turns.schedule(TaskPriority::new(Priority::Play), async { "move" });
        assert_eq!(play.await, "move");
        yield_now().await;
        assert!(!reading.is_finished());
        advance(Duration::from_secs(3)).await;
        drop(held);
        assert_eq!(reading.await.unwrap(), "read");
        assert_eq!(read.drain_longest_wait(), Duration::from_secs(3));
        assert_eq!(read.drain_longest_wait(), Duration::ZERO);
    }

    #[tokio::test]
    async fn waiting_tasks_of_the_last_priority_do_not_delay_others() {
        let turns = Turns::new(1);
        let held = hold_all(&turns);
        let (order, mut ordered) = tokio::sync::mpsc::channel(8);
        let spawn = |priority, name: &'static str| {
            let order = order.clone();
            let task = async move { order.try_send(name).unwrap() };
            tokio::spawn(turns.schedule(TaskPriority::new(priority), task));
        };
        for name in ["first export", "second export", "third export"] {
            spawn(Priority::Last, name);
        }
        spawn(Priority::Ordinary, "read");
        yield_now().await;
        drop(held);
        // One export waits among the reads.
        assert_eq!(ordered.recv().await, Some("first export"));
        assert_eq!(ordered.recv().await, Some("read"));
        assert_eq!(ordered.recv().await, Some("second export"));
    }

    #[tokio::test]
    async fn a_turn_is_held_during_one_poll_only() {
        let turns = Turns::new(1);
        let waiting =
            turns.schedule(TaskPriority::new(Priority::Last), std::future::pending::<()>());
        let mut waiting = std::pin::pin!(waiting);
        poll_fn(|cx| {
            assert!(waiting.as_mut().poll(cx).is_pending());
            Poll::Ready(())
        })
        .await;
        assert!(turns.try_acquire().is_some());
    }

    #[derive(Default)]
    struct WakeFlag(AtomicBool);

    impl Wake for WakeFlag {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Release);
        }
    }

    #[tokio::test]
    async fn events_wake_a_task_unless_it_waits_for_a_turn() {
        let turns = Turns::new(1);
        let (sender, mut events) = tokio::sync::mpsc::channel(8);
        let task = async move { while events.recv().await.is_some() {} };
        let mut task = turns.schedule(TaskPriority::new(Priority::Ordinary), task);
        let flag = Arc::new(WakeFlag::default());
        let waker = Arc::clone(&flag).into();
        let mut poll = || Pin::new(&mut task).poll(&mut Context::from_waker(&waker));
        let is_woken = || flag.0.swap(false, Ordering::AcqRel);
        assert!(poll().is_pending());
        sender.try_send(()).unwrap();
        assert!(is_woken());
        let held = hold_all(&turns);
        assert!(poll().is_pending());
        sender.try_send(()).unwrap();
        assert!(!is_woken(), "the task has no turn");
        drop(held);
        assert!(is_woken());
        assert!(poll().is_pending());
        drop(sender);
        assert!(is_woken());
        assert!(poll().is_ready(), "no event was missed");
    }

    #[tokio::test]
    async fn connections_are_accepted_while_few_wait_for_their_first_turn() {
        let turns = Turns::new(1);
        let held = hold_all(&turns);
        let mut tasks = Vec::new();
        for _ in 0..MAX_NEW_CONNECTIONS {
            let permit = turns.new_connection().await;
            let priority = TaskPriority::new(Priority::Last);
            tasks.push(tokio::spawn(turns.schedule_new(
                permit,
                priority,
                std::future::pending::<()>(),
            )));
        }
        assert_eq!(turns.new_connections.available_permits(), 0);
        drop(held);
        assert!(turns.new_connection().await.is_some());
        tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
