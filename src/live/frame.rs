//! Encoded frames, and the number of them since the start of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An encoded frame that all of its readers share. The type of the WebSocket library is used, so
/// that the text is not validated again for each reader.
pub type Frame = axum::extract::ws::Utf8Bytes;

/// Counts encoded frames over all matches and tournaments. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameCounter(Arc<AtomicU64>);

impl FrameCounter {
    /// Counts a frame.
    pub(crate) fn count(&self, frame: String) -> Frame {
        self.0.fetch_add(1, Ordering::Relaxed);
        Frame::from(frame)
    }

    /// Returns the number of frames.
    pub(crate) fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
