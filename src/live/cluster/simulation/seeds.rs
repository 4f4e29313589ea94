//! The seeds of a simulation: those that are asked for, and the search for the first violation.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use parking_lot::Mutex;

use crate::live::cluster::simulation::world::TraceLine;

/// Lines shown before and after a difference of two traces.
const SHOWN: usize = 20;

/// Returns the seeds in the environment variable `name`, or `default`.
pub(crate) fn seeds(name: &str, default: Range<u64>) -> Range<u64> {
    let Ok(asked) = std::env::var(name) else { return default };
    let range = asked
        .split_once("..")
        .and_then(|(from, to)| Some(from.trim().parse().ok()?..to.trim().parse().ok()?));
    range.expect("seeds as in 0..10000")
}

/// Runs seeds on all processors. Returns the first with a violation.
pub(crate) fn first_found<V: Send>(
    seeds: Range<u64>,
    run: impl Fn(u64) -> Result<(), V> + Sync,
) -> Option<(u64, V)> {
    let next = AtomicU64::new(seeds.start);
    let found = Mutex::new(None);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    if let Err(violation) = run(seed) {
                        // Earlier seeds are in progress, and the first violation counts.
                        next.fetch_max(seeds.end, Ordering::Relaxed);
                        let mut found = found.lock();
                        let first = found.take().into_iter().chain([(seed, violation)]);
                        *found = first.min_by_key(|(seed, _)| *seed);
                    }
                }
            });
        }
    });
    found.into_inner()
}

/// Returns the last `count` lines of a trace without details. If the environment variable
/// `CHIVALRY_TRACE` names a file, the whole trace is written to it.
pub(crate) fn last_lines(trace: &[TraceLine], count: usize) -> String {
    if let Some(file) = std::env::var_os("CHIVALRY_TRACE") {
        let lines: String = trace.iter().map(|line| format!("{}\n", line.text)).collect();
        std::fs::write(file, lines).expect("a file for the trace");
    }
    let notes: Vec<&str> =
        trace.iter().filter(|line| !line.is_detail).map(|line| &*line.text).collect();
    notes[notes.len().saturating_sub(count)..].join("\n")
}

/// Returns the first difference of two traces, with the lines before it.
pub(crate) fn first_difference(first: &[TraceLine], second: &[TraceLine]) -> String {
    let same = first.iter().zip(second).take_while(|(a, b)| a.text == b.text).count();
    let part = |trace: &[TraceLine]| -> String {
        let (from, to) = (same.saturating_sub(SHOWN), (same + SHOWN).min(trace.len()));
        trace[from.min(to)..to].iter().map(|line| format!("{}\n", line.text)).collect()
    };
    format!("{}\nand the second time:\n{}", part(first), part(second))
}
