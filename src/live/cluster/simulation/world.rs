//! The shared environment of a run: its clock, its random numbers and its trace.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fmt::{self, Display, Write as _};
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// The environment of one seed. Cheap to clone.
#[derive(Clone)]
pub(crate) struct World(Arc<Inner>);

struct Inner {
    began_at: Instant,
    /// The lock is held for one access, never across an await.
    state: Mutex<State>,
    sooner: Notify,
}

struct State {
    random: StdRng,
    steps: u64,
    due: BinaryHeap<Reverse<ScheduledAction>>,
    last_number: u64,
    trace: Trace,
}

/// A scheduled action. Actions of the same time run in the order of scheduling.
struct ScheduledAction {
    at: Instant,
    number: u64,
    what: Box<dyn FnOnce() + Send>,
}

/// The trace as a hash, and optionally as text.
#[derive(Default)]
struct Trace {
    hash: DefaultHasher,
    lines: Option<Vec<TraceLine>>,
}

/// A line of a trace.
#[derive(Clone, Debug)]
pub(crate) struct TraceLine {
    /// True for one of the many lines that are of interest only if two runs of a seed differ.
    pub(crate) is_detail: bool,
    pub(crate) text: String,
}

impl World {
    pub(crate) fn new(seed: u64, is_traced: bool) -> World {
        let state = State {
            random: StdRng::seed_from_u64(seed),
            steps: 0,
            due: BinaryHeap::new(),
            last_number: 0,
            trace: Trace { lines: is_traced.then(Vec::new), ..Trace::default() },
        };
        World(Arc::new(Inner {
            began_at: Instant::now(),
            state: Mutex::new(state),
            sooner: Notify::new(),
        }))
    }

    fn with<T>(&self, f: impl FnOnce(&mut State) -> T) -> T {
        f(&mut self.0.state.lock())
    }

    /// Returns a uniform random number of `range`.
    pub(crate) fn any(&self, range: std::ops::Range<u64>) -> u64 {
        self.with(|state| state.random.random_range(range))
    }

    /// Counts a step of a task.
    pub(crate) fn step(&self) {
        self.with(|state| state.steps += 1);
    }

    /// Returns the number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.with(|state| state.steps)
    }

    pub(crate) fn chance(&self, of_one: f64) -> bool {
        self.with(|state| state.random.random_bool(of_one))
    }

    pub(crate) fn millis(&self, range: std::ops::Range<u64>) -> Duration {
        Duration::from_millis(self.any(range))
    }

    /// Returns a number greater than all before it.
    pub(crate) fn number(&self) -> u64 {
        self.with(State::number)
    }

    /// Returns the duration of the run so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.began_at.elapsed()
    }

    pub(crate) async fn wait(&self, how_long: Duration) {
        sleep_until(Instant::now() + how_long).await;
    }

    /// Schedules an action at `at`, independently of the caller.
    pub(crate) fn at(&self, at: Instant, what: impl FnOnce() + Send + 'static) {
        self.with(|state| {
            let number = state.number();
            state.due.push(Reverse(ScheduledAction { at, number, what: Box::new(what) }));
        });
        self.0.sooner.notify_one();
    }

    pub(crate) fn after(&self, how_long: Duration, what: impl FnOnce() + Send + 'static) {
        self.at(Instant::now() + how_long, what);
    }

    /// Runs scheduled actions until it is aborted.
    pub(crate) async fn resume(self) {
        loop {
            let now = Instant::now();
            let due = self.with(|state| {
                let is_due = state.due.peek().is_some_and(|Reverse(due)| due.at <= now);
                is_due.then(|| state.due.pop()).flatten()
            });
            if let Some(Reverse(due)) = due {
                (due.what)();
                continue;
            }
            let next = self.with(|state| state.due.peek().map(|Reverse(due)| due.at));
            let Some(next) = next else {
                self.0.sooner.notified().await;
                continue;
            };
            tokio::select! {
                biased;
                () = self.0.sooner.notified() => {}
                () = sleep_until(next) => {}
            }
        }
    }

    /// Drops all scheduled actions.
    pub(crate) fn end(&self) {
        let due = self.with(|state| std::mem::take(&mut state.due));
        drop(due);
    }

    /// Adds a line to the trace.
    pub(crate) fn note(&self, what: impl Display) {
        self.add(what, false);
    }

    /// Adds a detail to the trace.
    pub(crate) fn detail(&self, what: impl Display) {
        self.add(what, true);
    }

    fn add(&self, what: impl Display, is_detail: bool) {
        let at = self.elapsed().as_millis();
        self.with(|state| {
            let trace = &mut state.trace;
            if let Some(lines) = &mut trace.lines {
                lines.push(TraceLine { is_detail, text: format!("{at:>6} ms  {what}") });
            }
            write!(trace, "{at} {what}").expect("a trace takes everything");
        });
    }

    /// Returns the hash of the trace.
    pub(crate) fn hash(&self) -> u64 {
        self.with(|state| state.trace.hash.finish())
    }

    /// Returns the lines of the trace.
    pub(crate) fn trace(&self) -> Vec<TraceLine> {
        self.with(|state| state.trace.lines.clone().unwrap_or_default())
    }
}

impl State {
    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }
}

impl fmt::Write for Trace {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hash.write(text.as_bytes());
        Ok(())
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").finish_non_exhaustive()
    }
}

impl Ord for ScheduledAction {
    fn cmp(&self, other: &ScheduledAction) -> Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl PartialOrd for ScheduledAction {
    fn partial_cmp(&self, other: &ScheduledAction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ScheduledAction {
    fn eq(&self, other: &ScheduledAction) -> bool {
        self.number == other.number
    }
}

impl Eq for ScheduledAction {}
