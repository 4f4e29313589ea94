//! Thread pool for processor-bound work. Its threads are few, have low priority, and are separate
//! from the server's threads.

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};
use thread_priority::ThreadPriority;
use tokio::sync::{oneshot, watch};

/// Capacity of the queues of the engine's pools. Further jobs are refused.
const ENGINE_QUEUE_CAPACITY: usize = 256;

/// Pause of a running job at each check for cancellation. Some systems share processor time by
/// session or service instead of by thread. Without the pause, a thread of the lowest priority
/// could then delay others by milliseconds.
const YIELD_PAUSE: Duration = Duration::from_micros(10);

/// The class of a pool's threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadClass {
    /// Threads of low priority, for short work that a client waits for.
    Low,
    /// Threads that run only while a processor is otherwise idle, for long searches.
    Idle,
}

/// The sizes of the engine's thread pools.
#[derive(Clone, Debug, clap::Args)]
pub struct CpuPoolOptions {
    /// Number of threads for the computer player; without it, half of the processors
    #[arg(long, env = "CHIVALRY_THINKERS", value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub thinkers: Option<u32>,
    /// Number of threads that analyse positions and games
    #[arg(long, env = "CHIVALRY_ANALYSTS", value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub analysts: u32,
}

impl CpuPoolOptions {
    /// Returns the number of threads for the computer players.
    fn players(&self) -> usize {
        let half = || thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
        self.thinkers.map_or_else(half, |count| count as usize)
    }
}

/// Handle of the thread pool. The threads end with the last handle.
#[derive(Clone)]
pub struct CpuPool {
    queue: Arc<QueueCloser>,
    capacity: usize,
}

/// A queued or running job. Dropping it cancels the job.
#[derive(Debug)]
pub struct Job<T> {
    has_to_wait: bool,
    place: watch::Receiver<usize>,
    answer: oneshot::Receiver<T>,
    _cancel: CancelOnDrop,
}

/// The cancellation flag of a job.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

/// Sets the cancellation flag when it is dropped.
#[derive(Debug)]
struct CancelOnDrop(CancelFlag);

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many jobs wait for a thread")]
pub struct QueueFull;

/// A job that was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The queue is full.
    #[error(transparent)]
    QueueFull(#[from] QueueFull),
    /// The job panicked, or the server is shutting down.
    #[error("the job did not finish")]
    Failed,
}

struct QueuedTask {
    place: watch::Sender<usize>,
    cancel_flag: CancelFlag,
    task: Box<dyn FnOnce(&CancelFlag) + Send>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<QueuedJobs>,
    job_added: Condvar,
}

#[derive(Default)]
struct QueuedJobs {
    waiting: VecDeque<QueuedTask>,
    /// Jobs that run only while `waiting` is empty.
    low_priority: VecDeque<QueuedTask>,
    /// Number of idle threads.
    idle: usize,
    is_closed: bool,
}

/// Closes the queues when the last handle is dropped.
struct QueueCloser(Arc<Queue>);

impl ThreadClass {
    /// Moves the current thread into the class.
    fn enter(self) -> Result<(), thread_priority::Error> {
        match self {
            // On Linux, other threads preempt the idle scheduling class immediately.
            #[cfg(target_os = "linux")]
            ThreadClass::Idle => {
                use thread_priority::{
                    NormalThreadSchedulePolicy, ThreadSchedulePolicy,
                    set_thread_priority_and_policy, thread_native_id,
                };
                let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
                set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle)
            }
            _ => thread_priority::set_current_thread_priority(ThreadPriority::Min),
        }
    }
}

impl CpuPool {
    /// Starts the threads for the computer players.
    #[must_use]
    pub fn for_players(options: &CpuPoolOptions) -> CpuPool {
        CpuPool::start("player", options.players(), ENGINE_QUEUE_CAPACITY, ThreadClass::Idle)
    }

    /// Starts the threads for analysis.
    #[must_use]
    pub fn for_analysis(options: &CpuPoolOptions) -> CpuPool {
        let threads = options.analysts as usize;
        CpuPool::start("analyst", threads, ENGINE_QUEUE_CAPACITY, ThreadClass::Idle)
    }

    /// Starts `threads` threads. Each of the two queues holds up to `capacity` jobs.
    #[must_use]
    pub fn start(name: &str, threads: usize, capacity: usize, class: ThreadClass) -> CpuPool {
        let queue = Arc::new(Queue::default());
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            if let Err(error) = thread.spawn(move || queue.work(class)) {
                tracing::error!(%error, "could not start a compute thread");
            }
        }
        CpuPool { queue: Arc::new(QueueCloser(queue)), capacity }
    }

    /// Queues a job. The job receives its cancellation flag and has to end soon after it is set.
    ///
    /// # Errors
    /// [`QueueFull`] if the queue is full.
    pub fn submit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Result<Job<T>, QueueFull> {
        self.enqueue(|jobs| &mut jobs.waiting, work)
    }

    /// Queues a job that runs only while no other job waits.
    ///
    /// # Errors
    /// [`QueueFull`] if the queue of such jobs is full.
    pub fn submit_low_priority<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Result<Job<T>, QueueFull> {
        self.enqueue(|jobs| &mut jobs.low_priority, work)
    }

    /// Runs a job that checks no cancellation, and waits for its result.
    ///
    /// # Errors
    /// [`RunError`] if the queue is full or the job panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RunError> {
        self.submit(|_| work())?.done().await.ok_or(RunError::Failed)
    }

    fn enqueue<T: Send + 'static>(
        &self,
        select: impl Fn(&mut QueuedJobs) -> &mut VecDeque<QueuedTask>,
        work: impl FnOnce(&CancelFlag) -> T + Send + 'static,
    ) -> Result<Job<T>, QueueFull> {
        let cancel_flag = CancelFlag::default();
        let (result, answer) = oneshot::channel();
        let mut jobs = self.queue.0.lock();
        if select(&mut jobs).len() >= self.capacity {
            jobs.drop_cancelled();
        }
        let before = select(&mut jobs).len();
        if before >= self.capacity {
            return Err(QueueFull);
        }
        let has_to_wait = before >= jobs.idle;
        let (place, places) = watch::channel(before + 1);
        // The requester may be gone.
        let task = Box::new(move |cancel_flag: &CancelFlag| drop(result.send(work(cancel_flag))));
        select(&mut jobs).push_back(QueuedTask { place, cancel_flag: cancel_flag.clone(), task });
        drop(jobs);
        self.queue.0.job_added.notify_one();
        Ok(Job { has_to_wait, place: places, answer, _cancel: CancelOnDrop(cancel_flag) })
    }
}

impl QueuedTask {
    /// Runs the job. A panic ends the job, not its thread.
    fn run(self) {
        let QueuedTask { cancel_flag, task, .. } = self;
        if panic::catch_unwind(AssertUnwindSafe(|| task(&cancel_flag))).is_err() {
            tracing::error!("a job of a thread pool panicked");
        }
    }
}

impl<T> Job<T> {
    /// Returns the position in the queue, from 1. It is 0 once the job has started.
    #[must_use]
    pub fn place(&self) -> watch::Receiver<usize> {
        self.place.clone()
    }

    /// True if no thread was idle when the job was queued.
    #[must_use]
    pub fn has_to_wait(&self) -> bool {
        self.has_to_wait
    }

    /// Waits for the result. `None` if the job panicked or the server is shutting down.
    pub async fn done(mut self) -> Option<T> {
        self.answer().await
    }

    /// Waits for the result like [`Job::done`]. Cancel safe until there is a result.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl CancelFlag {
    /// Pauses briefly and returns true if the job was cancelled. Jobs call this about once per
    /// millisecond.
    #[must_use]
    pub fn yield_and_check_cancelled(&self) -> bool {
        thread::park_timeout(YIELD_PAUSE);
        self.is_cancelled()
    }

    /// True if the job was cancelled.
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for QueueCloser {
    fn drop(&mut self) {
        let mut jobs = self.0.lock();
        jobs.is_closed = true;
        jobs.waiting.clear();
        jobs.low_priority.clear();
        drop(jobs);
        self.0.job_added.notify_all();
    }
}

impl QueuedJobs {
    /// Removes cancelled jobs and updates the positions of the others.
    fn drop_cancelled(&mut self) {
        for queue in [&mut self.waiting, &mut self.low_priority] {
            queue.retain(|job| !job.cancel_flag.is_cancelled());
            for (job, place) in queue.iter().zip(1..) {
                job.place.send_if_modified(|told| mem::replace(told, place) != place);
            }
        }
    }

    fn next(&mut self) -> Option<QueuedTask> {
        self.drop_cancelled();
        self.waiting.pop_front().or_else(|| self.low_priority.pop_front())
    }
}

impl Queue {
    /// The lock is held to change the queues, never while a job runs.
    fn lock(&self) -> MutexGuard<'_, QueuedJobs> {
        self.jobs.lock()
    }

    fn work(&self, class: ThreadClass) {
        if let Err(error) = class.enter() {
            tracing::warn!(%error, "could not lower the priority of a compute thread");
        }
        let mut jobs = self.lock();
        loop {
            if let Some(job) = jobs.next() {
                job.place.send_replace(0);
                jobs.drop_cancelled();
                drop(jobs);
                job.run();
                jobs = self.lock();
            } else if jobs.is_closed {
                return;
            } else {
                jobs.idle += 1;
                self.job_added.wait(&mut jobs);
                jobs.idle -= 1;
            }
        }
    }
}

impl fmt::Debug for CpuPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CpuPool").field("waiting", &self.queue.0.lock().waiting.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const CAPACITY: usize = 8;

    fn one_thread() -> CpuPool {
        CpuPool::start("test", 1, CAPACITY, ThreadClass::Low)
    }

    /// Occupies a thread until the sender is dropped or used.
    fn block(pool: &CpuPool) -> (Job<()>, mpsc::Sender<()>) {
        let (release, released) = mpsc::channel();
        let wait = move |_: &CancelFlag| released.recv().unwrap_or_default();
        (pool.submit(wait).unwrap(), release)
    }

    #[tokio::test]
    async fn queued_jobs_report_their_position() {
        let pool = one_thread();
        let (first, release) = block(&pool);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let second = pool.submit(|_| 2).unwrap();
        let third = pool.submit(|_| 3).unwrap();
        assert_eq!((*second.place().borrow(), *third.place().borrow()), (1, 2));
        let mut place = third.place();
        drop(second);
        release.send(()).unwrap();
        place.wait_for(|place| *place == 0).await.unwrap();
        assert_eq!(third.done().await, Some(3));
        assert_eq!(first.done().await, Some(()));
    }

    #[tokio::test]
    async fn a_low_priority_job_runs_after_all_others() {
        let pool = one_thread();
        let (first, release) = block(&pool);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let (order, ordered) = mpsc::channel();
        let note = |what: &'static str| {
            let order = order.clone();
            move |_: &CancelFlag| order.send(what).unwrap()
        };
        let low_priority = pool.submit_low_priority(note("spare")).unwrap();
        let usual = pool.submit(note("usual")).unwrap();
        assert!(usual.has_to_wait());
        release.send(()).unwrap();
        assert_eq!((low_priority.done().await, usual.done().await), (Some(()), Some(())));
        assert_eq!((ordered.recv(), ordered.recv()), (Ok("usual"), Ok("spare")));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_jobs_until_one_is_cancelled() {
        let pool = one_thread();
        let (first, release) = block(&pool);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let mut waiting: Vec<_> = (0..CAPACITY).map(|_| pool.submit(|_| ()).unwrap()).collect();
        assert_eq!(pool.submit(|_| ()).unwrap_err(), QueueFull);
        drop(waiting.pop());
        let last = pool.submit(|_| ()).unwrap();
        assert_eq!(*last.place().borrow(), CAPACITY);
        drop(release);
        assert_eq!(last.done().await, Some(()));
    }

    #[tokio::test]
    async fn dropping_a_job_cancels_it() {
        let pool = one_thread();
        let (told, tell) = mpsc::channel();
        let job = pool.submit(move |cancel_flag: &CancelFlag| {
            while !cancel_flag.yield_and_check_cancelled() {}
            told.send(()).unwrap();
        });
        drop(job);
        // A job cancelled before its start drops the channel.
        assert!(matches!(tell.recv(), Ok(()) | Err(mpsc::RecvError)));
        assert_eq!(pool.submit(|_| 7).unwrap().done().await, Some(7));
    }

    #[tokio::test]
    async fn a_panic_ends_the_job_and_not_its_thread() {
        let pool = one_thread();
        assert_eq!(pool.run(|| panic!("planted")).await, Err::<(), _>(RunError::Failed));
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }
}
