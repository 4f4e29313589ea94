//! Event streams over HTTP.

pub(crate) mod event_stream;
pub(crate) mod match_events;
pub(crate) mod player_events;
pub(crate) mod remote_feed;
pub(crate) mod tournament_events;
