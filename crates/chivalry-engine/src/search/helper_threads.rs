//! Several threads on one search, with a shared transposition table (lazy SMP).

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use chivalry_rules::Game;

use super::context::SearchContext;
use super::limits::{STOP_CHECK_INTERVAL, SearchLimits, StopSignal};
use super::other_lines::SearchLine;
use crate::score::{MAX_PLY, Score};

/// The threads beside the first one. They search the same position, and the
/// first thread finds their results in the table.
#[derive(Debug, Default)]
pub(super) struct HelperThreads {
    contexts: Vec<SearchContext>,
}

/// The state that the threads of a running search share.
#[derive(Debug)]
pub(super) struct RunningSearch {
    /// The nodes of all threads, in steps of the stop checks.
    nodes: AtomicU64,
    node_limit: u64,
    must_end: AtomicBool,
}

impl HelperThreads {
    /// Creates the helpers of `first` for `threads` threads in all.
    pub(super) fn of(first: &SearchContext, threads: NonZeroUsize) -> HelperThreads {
        let context = |_| first.beside(first.table.share());
        HelperThreads { contexts: (1..threads.get()).map(context).collect() }
    }

    /// The number of threads, with the first one.
    pub(super) fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(self.contexts.len())
    }

    /// Calls `search` on this thread while the helpers search the position of
    /// `game`. Returns its result, and the greatest depth that a helper completed
    /// with its line. If a thread cannot be started, the search has fewer of them.
    pub(super) fn search_beside<T>(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        search: impl FnOnce(&RunningSearch) -> T,
    ) -> (T, Option<(usize, SearchLine)>) {
        let running = RunningSearch {
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            must_end: AtomicBool::new(false),
        };
        let max_depth = limits.depth.unwrap_or(MAX_PLY / 2).min(MAX_PLY / 2);
        thread::scope(|scope| {
            let mut helpers = Vec::with_capacity(self.contexts.len());
            for (number, context) in self.contexts.iter_mut().enumerate() {
                context.reset(game, &SearchLimits::default());
                // Every second helper is a ply ahead of the first thread.
                let (running, depth) = (&running, 2 - number % 2);
                let assist = move || context.assist(depth, max_depth, running);
                helpers.extend(thread::Builder::new().spawn_scoped(scope, assist));
            }
            let found = search(&running);
            running.must_end.store(true, Ordering::Relaxed);
            let lines = helpers.into_iter().filter_map(|helper| match helper.join() {
                Ok(line) => line,
                Err(panic) => resume_unwind(panic),
            });
            (found, lines.max_by_key(|(depth, _)| *depth))
        })
    }
}

impl RunningSearch {
    /// The nodes of all threads, of which the first has visited `visited`.
    pub(super) fn nodes(&self, visited: u64) -> u64 {
        self.nodes.load(Ordering::Relaxed) + visited % STOP_CHECK_INTERVAL
    }

    /// Returns the stop signal of the first thread, which counts its nodes.
    pub(super) fn stop_signal<'a>(&'a self, stop: &'a mut dyn StopSignal) -> impl StopSignal + 'a {
        move || self.must_stop() || stop.should_stop()
    }

    /// Counts the nodes since the last check of a thread. Returns true if the
    /// thread must end its search.
    fn must_stop(&self) -> bool {
        let nodes = self.nodes.fetch_add(STOP_CHECK_INTERVAL, Ordering::Relaxed);
        nodes + STOP_CHECK_INTERVAL >= self.node_limit || self.must_end.load(Ordering::Relaxed)
    }
}

impl SearchContext {
    /// Searches the root from `depth` on, until the search ends. Returns the
    /// last completed depth and its line.
    fn assist(
        &mut self,
        depth: usize,
        max_depth: usize,
        running: &RunningSearch,
    ) -> Option<(usize, SearchLine)> {
        let mut stop = || running.must_stop();
        let mut deepest = None;
        let mut guess = Score::DRAW;
        for depth in depth..=max_depth {
            let score = self.aspiration_window(depth, guess, &mut stop);
            let (Some(score), Some(pv)) = (score, self.pv.root()) else { break };
            deepest = Some((depth, SearchLine { score, pv: pv.clone() }));
            guess = score;
        }
        deepest
    }
}
