//! The process of a simulated node: its tasks run in a seeded order, can be paused, and end at any
//! await.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Waker};

use parking_lot::Mutex;

use crate::live::cluster::simulation::world::World;

/// Probability that a task that is ready lets others run first.
const YIELDS: f64 = 0.15;

thread_local! {
    /// The process whose task runs.
    static CURRENT: RefCell<Option<Process>> = const { RefCell::new(None) };
}

/// The tasks of a node. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Process(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    world: World,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_dead: bool,
    is_paused: bool,
    last_number: u64,
    tasks: BTreeMap<u64, Weak<dyn Droppable>>,
    /// The tasks that were woken during a pause.
    woken: BTreeMap<u64, Waker>,
}

/// The future of a task, which the end of its process drops.
trait Droppable: std::fmt::Debug + Send + Sync {
    fn drop_future(&self);
}

struct Slot<F>(Mutex<Option<Pin<Box<F>>>>);

impl<F> std::fmt::Debug for Slot<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Slot")
    }
}

impl<F: Send> Droppable for Slot<F> {
    fn drop_future(&self) {
        let future = self.0.lock().take();
        drop(future);
    }
}

/// Marks a task of the process that runs. Without one this is the future itself.
pub(crate) fn task<F>(future: F) -> impl Future<Output = F::Output> + Send + 'static
where
    F: Future<Output: Send> + Send + 'static,
{
    match CURRENT.with_borrow(Clone::clone) {
        Some(process) => futures_util::future::Either::Left(process.task(future)),
        None => futures_util::future::Either::Right(future),
    }
}

impl Process {
    pub(crate) fn new(world: &World) -> Process {
        Process(Arc::new(Inner { world: world.clone(), state: Mutex::default() }))
    }

    /// Starts a task.
    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        tokio::spawn(self.task(future));
    }

    fn task<F>(&self, future: F) -> impl Future<Output = F::Output> + Send + use<F>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let slot = Arc::new(Slot(Mutex::new(Some(Box::pin(future)))));
        let number = {
            let mut state = self.0.state.lock();
            state.last_number += 1;
            let number = state.last_number;
            let weak: Weak<dyn Droppable> =
                Arc::downgrade(&(Arc::clone(&slot) as Arc<dyn Droppable>));
            state.tasks.insert(number, weak);
            if state.is_dead {
                slot.drop_future();
            }
            number
        };
        let guard = TaskGuard { process: Arc::downgrade(&self.0), number };
        std::future::poll_fn(move |context| guard.poll(&slot, context))
    }

    /// Pauses all tasks. Their wake-ups are kept.
    pub(crate) fn pause(&self) {
        self.0.state.lock().is_paused = true;
    }

    /// Resumes all tasks.
    pub(crate) fn resume(&self) {
        let woken = {
            let mut state = self.0.state.lock();
            state.is_paused = false;
            std::mem::take(&mut state.woken)
        };
        woken.into_values().for_each(Waker::wake);
    }

    /// Ends all tasks and drops their state.
    pub(crate) fn end(&self) {
        let tasks = {
            let mut state = self.0.state.lock();
            state.is_dead = true;
            state.woken.clear();
            std::mem::take(&mut state.tasks)
        };
        for task in tasks.into_values() {
            if let Some(task) = task.upgrade() {
                task.drop_future();
            }
        }
    }
}

/// The membership of a task in its process.
struct TaskGuard {
    process: Weak<Inner>,
    number: u64,
}

impl TaskGuard {
    fn poll<F: Future>(&self, slot: &Slot<F>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(process) = self.process.upgrade() else { return Poll::Pending };
        {
            let mut state = process.state.lock();
            if state.is_dead {
                return Poll::Pending;
            }
            if state.is_paused {
                state.woken.insert(self.number, context.waker().clone());
                return Poll::Pending;
            }
        }
        if process.world.chance(YIELDS) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        process.world.step();
        process.world.detail(format_args!("task {} is polled", self.number));
        let before = CURRENT.replace(Some(Process(Arc::clone(&process))));
        let polled = match &mut *slot.0.lock() {
            Some(future) => future.as_mut().poll(context),
            None => Poll::Pending,
        };
        CURRENT.replace(before);
        polled
    }
}

impl Drop for TaskGuard {
    fn drop(&mut self) {
        if let Some(process) = self.process.upgrade() {
            let mut state = process.state.lock();
            state.tasks.remove(&self.number);
            state.woken.remove(&self.number);
        }
    }
}
