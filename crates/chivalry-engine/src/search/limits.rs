//! Limits of a search and the external stop signal.

/// Nodes between two calls of [`StopSignal::should_stop`].
pub(super) const STOP_CHECK_INTERVAL: u64 = 512;

/// The limits of a search. Without any, a search ends at the maximum depth or
/// by its [`StopSignal`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits {
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum depth in plies, without quiescence search.
    pub depth: Option<usize>,
}

/// Stops a running search from outside. Implemented by closures.
pub trait StopSignal {
    /// Returns true if the search must end now. Called every 512 nodes.
    fn should_stop(&mut self) -> bool;
}

impl<F: FnMut() -> bool> StopSignal for F {
    fn should_stop(&mut self) -> bool {
        self()
    }
}

/// Counts the nodes of one search and records that it was stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBudget {
    visited: u64,
    limit: u64,
    is_stopped: bool,
}

impl NodeBudget {
    pub(super) fn new(limits: &SearchLimits) -> NodeBudget {
        NodeBudget { visited: 0, limit: limits.nodes.unwrap_or(u64::MAX), is_stopped: false }
    }

    /// Counts one node. Returns false if the search must end, and counts no more nodes then.
    #[inline]
    pub(super) fn count_node(&mut self, stop: &mut dyn StopSignal) -> bool {
        if self.is_stopped {
            return false;
        }
        self.visited += 1;
        self.is_stopped = self.visited >= self.limit
            || self.visited.is_multiple_of(STOP_CHECK_INTERVAL) && stop.should_stop();
        !self.is_stopped
    }

    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}
