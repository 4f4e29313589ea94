//! The reasons why a node refuses messages, and their counts.

use std::sync::atomic::{AtomicU64, Ordering};

/// Minimum time between two log lines of one reason, in milliseconds.
const LOG_INTERVAL_MS: u64 = 10_000;

/// The reason why a message was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// The message is too short.
    Malformed,
    /// The message has the format of another version, or is not sealed.
    Version,
    /// The message names a key that this node does not have.
    UnknownKey,
    /// The message was not sealed with the key that it names, or was altered.
    Forged,
    /// The message was received before.
    Replayed,
    /// The message is older than permitted, or from the future.
    Stale,
}

impl Rejection {
    const ALL: [Rejection; 6] = [
        Rejection::Malformed,
        Rejection::Version,
        Rejection::UnknownKey,
        Rejection::Forged,
        Rejection::Replayed,
        Rejection::Stale,
    ];

    /// The name of the reason in metrics and logs.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Rejection::Malformed => "malformed",
            Rejection::Version => "version",
            Rejection::UnknownKey => "unknown_key",
            Rejection::Forged => "forged",
            Rejection::Replayed => "replayed",
            Rejection::Stale => "stale",
        }
    }
}

/// The number of refused messages by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejections([u64; Rejection::ALL.len()]);

impl Rejections {
    /// Iterates over the names of the reasons and their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        Rejection::ALL.into_iter().map(Rejection::name).zip(self.0)
    }
}

/// Counts refused messages, and logs some of them.
#[derive(Debug, Default)]
pub(super) struct RejectionCounter {
    counts: [AtomicU64; Rejection::ALL.len()],
    logged_at: [AtomicU64; Rejection::ALL.len()],
}

impl RejectionCounter {
    /// Counts a refused message.
    pub(super) fn add(&self, rejection: Rejection, subject: &str, now: u64) {
        let at = rejection as usize;
        let count = self.counts[at].fetch_add(1, Ordering::Relaxed) + 1;
        let logged_at = self.logged_at[at].load(Ordering::Relaxed);
        if now >= logged_at.saturating_add(LOG_INTERVAL_MS)
            && self.logged_at[at]
                .compare_exchange(logged_at, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        {
            let reason = rejection.name();
            tracing::warn!(reason, subject, count, "refused a message of another node");
        }
    }

    pub(super) fn counts(&self) -> Rejections {
        Rejections(std::array::from_fn(|at| self.counts[at].load(Ordering::Relaxed)))
    }
}
