//! The number of frames encoded since the start of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

/// Counts encoded frames over all matches and tournaments. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameCounter(Arc<AtomicU64>);

impl FrameCounter {
    /// Counts a frame.
    pub(crate) fn count(&self, frame: Vec<u8>) -> Bytes {
        self.0.fetch_add(1, Ordering::Relaxed);
        Bytes::from(frame)
    }

    /// Returns the number of frames.
    pub(crate) fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
