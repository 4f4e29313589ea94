//! Changes of matches that the featured matches follow.

use std::sync::Arc;

use chivalry_play::matches::{MatchId, Status};

use crate::live::match_actor::snapshot::MatchSnapshot;

/// A change of a match, as spectators see it.
#[derive(Clone, Debug)]
pub(crate) enum FeaturedChange {
    /// The match has started.
    Begins(Arc<MatchSnapshot>),
    /// The number of spectators changed.
    Watched(MatchId, u32),
    /// The match has ended.
    Ends(MatchId),
}

impl FeaturedChange {
    /// Returns the change to report for a match that has started or ended. `None` for a match that
    /// is never featured.
    pub(crate) fn of(snapshot: &Arc<MatchSnapshot>) -> Option<FeaturedChange> {
        let match_state = &snapshot.match_state;
        if match_state.is_private() || !match_state.time().is_real_time() {
            return None;
        }
        match match_state.status() {
            Status::Open => None,
            Status::Playing => Some(FeaturedChange::Begins(Arc::clone(snapshot))),
            Status::Ended { .. } => Some(FeaturedChange::Ends(match_state.id())),
        }
    }
}
