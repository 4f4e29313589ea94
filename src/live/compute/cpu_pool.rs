//! Thread pool for processor-bound work. Its threads are few, have low priority, and are separate
//! from the server's threads.

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};
use thread_priority::ThreadPriority;
use tokio::sync::{oneshot, watch};

/// Capacity of each queue. Further jobs are refused.
const QUEUE_CAPACITY: usize = 256;

/// Pause of a running job at each check for cancellation. Some systems share processor time by
/// session or service instead of by thread. Without the pause, a thread of the lowest priority
/// could then delay others by milliseconds.
const YIELD_PAUSE: Duration = Duration::from_micros(10);

/// The sizes of the thread pools.
#[derive(Clone, Debug, clap::Args)]
pub struct ThinkOptions {
    /// Number of threads for the computer player; without it, half of the processors
    #[arg(long, env = "CHIVALRY_THINKERS", value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub thinkers: Option<u32>,
    /// Number of threads that analyse positions and games
    #[arg(long, env = "CHIVALRY_ANALYSTS", value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub analysts: u32,
}

impl ThinkOptions {
    /// Returns the number of threads for the computer players.
    fn players(&self) -> usize {
        let half = || thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
        self.thinkers.map_or_else(half, |count| count as usize)
    }
}

/// Handle of the thread pool. The threads end with the last handle.
#[derive(Clone)]
pub struct Thinkers {
    queue: Arc<QueueCloser>,
}

/// A queued or running job. Dropping it cancels the job.
#[derive(Debug)]
pub struct Thought<T> {
    has_to_wait: bool,
    place: watch::Receiver<usize>,
    answer: oneshot::Receiver<T>,
    _cancel: CancelOnDrop,
}

/// The cancellation flag of a job.
#[derive(Clone, Debug, Default)]
pub struct Waited(Arc<AtomicBool>);

/// Sets the cancellation flag when it is dropped.
#[derive(Debug)]
struct CancelOnDrop(Waited);

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many wait for somebody to think")]
pub struct LineIsFull;

struct Job {
    place: watch::Sender<usize>,
    waited: Waited,
    work: Box<dyn FnOnce(&Waited) + Send>,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<QueuedJobs>,
    job_added: Condvar,
}

#[derive(Default)]
struct QueuedJobs {
    waiting: VecDeque<Job>,
    /// Jobs that run only while `waiting` is empty.
    low_priority: VecDeque<Job>,
    /// Number of idle threads.
    idle: usize,
    is_closed: bool,
}

/// Closes the queues when the last handle is dropped.
struct QueueCloser(Arc<Queue>);

/// Lowers the priority of the current thread. On Linux, the idle scheduling class lets other
/// threads preempt it immediately.
fn lower_priority() -> Result<(), thread_priority::Error> {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
            thread_native_id,
        };
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle)
    }
    #[cfg(not(target_os = "linux"))]
    thread_priority::set_current_thread_priority(ThreadPriority::Min)
}

impl Thinkers {
    /// Starts the threads for the computer players.
    #[must_use]
    pub fn for_players(options: &ThinkOptions) -> Thinkers {
        Thinkers::start("thinker", options.players())
    }

    /// Starts the threads for analysis.
    #[must_use]
    pub fn for_analysis(options: &ThinkOptions) -> Thinkers {
        Thinkers::start("analyst", options.analysts as usize)
    }

    fn start(name: &str, threads: usize) -> Thinkers {
        let queue = Arc::new(Queue::default());
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            if let Err(error) = thread.spawn(move || queue.work()) {
                tracing::error!(%error, "could not start a compute thread");
            }
        }
        Thinkers { queue: Arc::new(QueueCloser(queue)) }
    }

    /// Queues a job. The job receives its cancellation flag and has to end soon after it is set.
    ///
    /// # Errors
    /// [`LineIsFull`] if the queue is full.
    pub fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        self.enqueue(|jobs| &mut jobs.waiting, thought)
    }

    /// Queues a job that runs only while no other job waits.
    ///
    /// # Errors
    /// [`LineIsFull`] if the queue of such jobs is full.
    pub fn think_idly<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        self.enqueue(|jobs| &mut jobs.low_priority, thought)
    }

    fn enqueue<T: Send + 'static>(
        &self,
        select: impl Fn(&mut QueuedJobs) -> &mut VecDeque<Job>,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        let waited = Waited::default();
        let (tell, answer) = oneshot::channel();
        let mut jobs = self.queue.0.lock();
        if select(&mut jobs).len() >= QUEUE_CAPACITY {
            jobs.drop_cancelled();
        }
        let before = select(&mut jobs).len();
        if before >= QUEUE_CAPACITY {
            return Err(LineIsFull);
        }
        let has_to_wait = before >= jobs.idle;
        let (place, places) = watch::channel(before + 1);
        // The requester may be gone.
        let work = Box::new(move |waited: &Waited| drop(tell.send(thought(waited))));
        select(&mut jobs).push_back(Job { place, waited: waited.clone(), work });
        drop(jobs);
        self.queue.0.job_added.notify_one();
        Ok(Thought { has_to_wait, place: places, answer, _cancel: CancelOnDrop(waited) })
    }
}

impl<T> Thought<T> {
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

    /// Waits for the result. `None` if the server is shutting down.
    pub async fn done(mut self) -> Option<T> {
        self.answer().await
    }

    /// Waits for the result like [`Thought::done`]. Cancel safe until there is a result.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl Waited {
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
            queue.retain(|job| !job.waited.is_cancelled());
            for (job, place) in queue.iter().zip(1..) {
                job.place.send_if_modified(|told| mem::replace(told, place) != place);
            }
        }
    }

    fn next(&mut self) -> Option<Job> {
        self.drop_cancelled();
        self.waiting.pop_front().or_else(|| self.low_priority.pop_front())
    }
}

impl Queue {
    /// The lock is held to change the queues, never while a job runs.
    fn lock(&self) -> MutexGuard<'_, QueuedJobs> {
        self.jobs.lock()
    }

    fn work(&self) {
        if let Err(error) = lower_priority() {
            tracing::warn!(%error, "could not lower the priority of a compute thread");
        }
        let mut jobs = self.lock();
        loop {
            if let Some(job) = jobs.next() {
                job.place.send_replace(0);
                jobs.drop_cancelled();
                drop(jobs);
                (job.work)(&job.waited);
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

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinkers").field("waiting", &self.queue.0.lock().waiting.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn one_thread() -> Thinkers {
        Thinkers::start("test", 1)
    }

    /// Occupies a thread until the sender is dropped or used.
    fn block(thinkers: &Thinkers) -> (Thought<()>, mpsc::Sender<()>) {
        let (release, released) = mpsc::channel();
        let wait = move |_: &Waited| released.recv().unwrap_or_default();
        (thinkers.think(wait).unwrap(), release)
    }

    #[tokio::test]
    async fn queued_jobs_report_their_position() {
        let thinkers = one_thread();
        let (first, release) = block(&thinkers);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let second = thinkers.think(|_| 2).unwrap();
        let third = thinkers.think(|_| 3).unwrap();
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
        let thinkers = one_thread();
        let (first, release) = block(&thinkers);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let (order, ordered) = mpsc::channel();
        let note = |what: &'static str| {
            let order = order.clone();
            move |_: &Waited| order.send(what).unwrap()
        };
        let low_priority = thinkers.think_idly(note("spare")).unwrap();
        let usual = thinkers.think(note("usual")).unwrap();
        assert!(usual.has_to_wait());
        release.send(()).unwrap();
        assert_eq!((low_priority.done().await, usual.done().await), (Some(()), Some(())));
        assert_eq!((ordered.recv(), ordered.recv()), (Ok("usual"), Ok("spare")));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_jobs_until_one_is_cancelled() {
        let thinkers = one_thread();
        let (first, release) = block(&thinkers);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let mut waiting: Vec<_> =
            (0..QUEUE_CAPACITY).map(|_| thinkers.think(|_| ()).unwrap()).collect();
        assert_eq!(thinkers.think(|_| ()).unwrap_err(), LineIsFull);
        drop(waiting.pop());
        let last = thinkers.think(|_| ()).unwrap();
        assert_eq!(*last.place().borrow(), QUEUE_CAPACITY);
        drop(release);
        assert_eq!(last.done().await, Some(()));
    }

    #[tokio::test]
    async fn dropping_a_job_cancels_it() {
        let thinkers = one_thread();
        let (told, tell) = mpsc::channel();
        let thought = thinkers.think(move |waited: &Waited| {
            while !waited.yield_and_check_cancelled() {}
            told.send(()).unwrap();
        });
        drop(thought);
        // A job cancelled before its start drops the channel.
        assert!(matches!(tell.recv(), Ok(()) | Err(mpsc::RecvError)));
        assert_eq!(thinkers.think(|_| 7).unwrap().done().await, Some(7));
    }
}
