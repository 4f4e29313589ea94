//! Threads that think: few, of low priority, and apart from those that serve,
//! so that play never waits for a thought.

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use thread_priority::ThreadPriority;
use tokio::sync::{oneshot, watch};

/// Thoughts that may wait for a thread; more are refused.
const WAITING: usize = 256;

/// How long a thread that thinks rests each time that it asks whether to go on.
/// Where processor time is shared by session or service, and not by thread, the
/// system lets even the least of threads go on for milliseconds before it sees
/// to what came meanwhile, such as the end of a write to the disk.
const BREATH: Duration = Duration::from_micros(10);

/// How many threads think, and for whom.
#[derive(Clone, Debug, clap::Args)]
pub struct ThinkOptions {
    /// How many threads think for the computer player; without it, half of
    /// the processors
    #[arg(long, env = "CHIVALRY_THINKERS", value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub thinkers: Option<u32>,
    /// How many threads analyse positions and games
    #[arg(long, env = "CHIVALRY_ANALYSTS", value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=256))]
    pub analysts: u32,
}

impl ThinkOptions {
    /// Threads that think for the computer player.
    fn players(&self) -> usize {
        let half = || thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
        self.thinkers.map_or_else(half, |count| count as usize)
    }
}

/// The threads, and the line before them. The threads end with the last
/// handle.
#[derive(Clone)]
pub struct Thinkers {
    line: Arc<Closing>,
}

/// A thought on its way: dropping it takes it out of the line, or stops it.
#[derive(Debug)]
pub struct Thought<T> {
    has_to_wait: bool,
    place: watch::Receiver<usize>,
    answer: oneshot::Receiver<T>,
    _gone: Gone,
}

/// Whether whoever asked still waits; asked by the thought itself.
#[derive(Clone, Debug, Default)]
pub struct Waited(Arc<AtomicBool>);

/// Marks a thought as one that nobody waits for when it is dropped.
#[derive(Debug)]
struct Gone(Waited);

/// There are as many thoughts in the line as may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many wait for somebody to think")]
pub struct LineIsFull;

struct Job {
    place: watch::Sender<usize>,
    waited: Waited,
    work: Box<dyn FnOnce(&Waited) + Send>,
}

#[derive(Default)]
struct Line {
    jobs: Mutex<Jobs>,
    more: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Job>,
    /// Thoughts for when none of those waits.
    spare: VecDeque<Job>,
    /// Threads without a thought.
    idle: usize,
    is_closed: bool,
}

/// Closes the line when the last handle goes.
struct Closing(Arc<Line>);

/// Leaves the processor to every other thread that has something to do. Where
/// the system has a class of its own for that, a thread that serves need not
/// even wait for this one's turn to end.
fn step_back() -> Result<(), thread_priority::Error> {
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
    /// Starts the threads that think for the computer player.
    #[must_use]
    pub fn for_players(options: &ThinkOptions) -> Thinkers {
        Thinkers::start("thinker", options.players())
    }

    /// Starts the threads that analyse.
    #[must_use]
    pub fn for_analysis(options: &ThinkOptions) -> Thinkers {
        Thinkers::start("analyst", options.analysts as usize)
    }

    fn start(name: &str, threads: usize) -> Thinkers {
        let line = Arc::new(Line::default());
        for number in 0..threads {
            let line = Arc::clone(&line);
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            if let Err(error) = thread.spawn(move || line.work()) {
                tracing::error!(%error, "a thinking thread could not be started");
            }
        }
        Thinkers { line: Arc::new(Closing(line)) }
    }

    /// Puts a thought at the end of the line. It is given what tells whether
    /// anybody still waits for it, and is to end soon when nobody does.
    ///
    /// # Errors
    /// When the line is full.
    pub fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        self.put(|jobs| &mut jobs.waiting, thought)
    }

    /// Puts a thought where it is taken up only while no other waits.
    ///
    /// # Errors
    /// When too many such thoughts wait.
    pub fn think_idly<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        self.put(|jobs| &mut jobs.spare, thought)
    }

    fn put<T: Send + 'static>(
        &self,
        line: impl Fn(&mut Jobs) -> &mut VecDeque<Job>,
        thought: impl FnOnce(&Waited) -> T + Send + 'static,
    ) -> Result<Thought<T>, LineIsFull> {
        let waited = Waited::default();
        let (tell, answer) = oneshot::channel();
        let mut jobs = self.line.0.lock();
        if line(&mut jobs).len() >= WAITING {
            jobs.drop_unwaited();
        }
        let before = line(&mut jobs).len();
        if before >= WAITING {
            return Err(LineIsFull);
        }
        let has_to_wait = before >= jobs.idle;
        let (place, places) = watch::channel(before + 1);
        // Who asked may have gone meanwhile.
        let work = Box::new(move |waited: &Waited| drop(tell.send(thought(waited))));
        line(&mut jobs).push_back(Job { place, waited: waited.clone(), work });
        drop(jobs);
        self.line.0.more.notify_one();
        Ok(Thought { has_to_wait, place: places, answer, _gone: Gone(waited) })
    }
}

impl<T> Thought<T> {
    /// The place in the line, from 1; 0 from when it is thought.
    #[must_use]
    pub fn place(&self) -> watch::Receiver<usize> {
        self.place.clone()
    }

    /// Whether no thread was free for it when it came.
    #[must_use]
    pub fn has_to_wait(&self) -> bool {
        self.has_to_wait
    }

    /// What came of it; `None` when the server is going away.
    pub async fn done(mut self) -> Option<T> {
        self.answer().await
    }

    /// [`Thought::done`], which may be given up and asked again until there
    /// is an answer.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl Waited {
    /// Takes a breath, and says whether nobody waits any more: for a thought to
    /// ask every millisecond or so.
    #[must_use]
    pub fn yield_and_check_cancelled(&self) -> bool {
        thread::park_timeout(BREATH);
        self.is_over()
    }

    /// Whether nobody waits any more.
    fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        let mut jobs = self.0.lock();
        jobs.is_closed = true;
        jobs.waiting.clear();
        jobs.spare.clear();
        drop(jobs);
        self.0.more.notify_all();
    }
}

impl Jobs {
    /// Takes the thoughts out that nobody waits for, and tells the others
    /// their places.
    fn drop_unwaited(&mut self) {
        for line in [&mut self.waiting, &mut self.spare] {
            line.retain(|job| !job.waited.is_over());
            for (job, place) in line.iter().zip(1..) {
                job.place.send_if_modified(|told| mem::replace(told, place) != place);
            }
        }
    }

    fn next(&mut self) -> Option<Job> {
        self.drop_unwaited();
        self.waiting.pop_front().or_else(|| self.spare.pop_front())
    }
}

impl Line {
    /// A plain lock: it is held to change the line, never while thinking.
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        if let Err(error) = step_back() {
            tracing::warn!(%error, "a thinking thread keeps the usual priority");
        }
        let mut jobs = self.lock();
        loop {
            if let Some(job) = jobs.next() {
                job.place.send_replace(0);
                jobs.drop_unwaited();
                drop(jobs);
                (job.work)(&job.waited);
                jobs = self.lock();
            } else if jobs.is_closed {
                return;
            } else {
                jobs.idle += 1;
                jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
                jobs.idle -= 1;
            }
        }
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinkers").field("waiting", &self.line.0.lock().waiting.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn one_thread() -> Thinkers {
        Thinkers::start("test", 1)
    }

    /// Keeps the thread busy until the sender is dropped or sent to.
    fn block(thinkers: &Thinkers) -> (Thought<()>, mpsc::Sender<()>) {
        let (release, released) = mpsc::channel();
        let wait = move |_: &Waited| released.recv().unwrap_or_default();
        (thinkers.think(wait).unwrap(), release)
    }

    #[tokio::test]
    async fn thoughts_wait_in_line_and_see_their_place() {
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
    async fn a_spare_thought_comes_after_all_others() {
        let thinkers = one_thread();
        let (first, release) = block(&thinkers);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let (order, ordered) = mpsc::channel();
        let note = |what: &'static str| {
            let order = order.clone();
            move |_: &Waited| order.send(what).unwrap()
        };
        let spare = thinkers.think_idly(note("spare")).unwrap();
        let usual = thinkers.think(note("usual")).unwrap();
        assert!(usual.has_to_wait());
        release.send(()).unwrap();
        assert_eq!((spare.done().await, usual.done().await), (Some(()), Some(())));
        assert_eq!((ordered.recv(), ordered.recv()), (Ok("usual"), Ok("spare")));
    }

    #[tokio::test]
    async fn a_full_line_takes_no_more_until_somebody_goes() {
        let thinkers = one_thread();
        let (first, release) = block(&thinkers);
        first.place().wait_for(|place| *place == 0).await.unwrap();
        let mut waiting: Vec<_> = (0..WAITING).map(|_| thinkers.think(|_| ()).unwrap()).collect();
        assert_eq!(thinkers.think(|_| ()).unwrap_err(), LineIsFull);
        drop(waiting.pop());
        let last = thinkers.think(|_| ()).unwrap();
        assert_eq!(*last.place().borrow(), WAITING);
        drop(release);
        assert_eq!(last.done().await, Some(()));
    }

    #[tokio::test]
    async fn a_thought_that_nobody_waits_for_is_told_so() {
        let thinkers = one_thread();
        let (told, tell) = mpsc::channel();
        let thought = thinkers.think(move |waited: &Waited| {
            while !waited.yield_and_check_cancelled() {}
            told.send(()).unwrap();
        });
        drop(thought);
        // Taken out of the line before it began, its end of the channel goes.
        assert!(matches!(tell.recv(), Ok(()) | Err(mpsc::RecvError)));
        assert_eq!(thinkers.think(|_| 7).unwrap().done().await, Some(7));
    }
}
