//! Work on ranges of numbers by several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

const CHUNK: u64 = 1 << 16;

/// Calls `work` for all chunks of `0..len` on `threads` threads.
pub(crate) fn for_each_chunk(threads: NonZeroUsize, len: u64, work: &(impl Fn(Range<u64>) + Sync)) {
    let next = AtomicU64::new(0);
    let run = || {
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= len {
                break;
            }
            work(start..len.min(start + CHUNK));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(run);
        }
        run();
    });
}
