//! Running matches, tournaments and the lobby: one task owns each of them.
//!
//! [`Live`] finds the task of a match or starts it from the log. The task takes commands
//! one at a time: it decides, appends, applies, publishes and answers, in that order, so
//! that an answer implies a commit (`protocol.md`, "Principles").

pub(crate) mod answer_deadline;
pub(crate) mod background;
pub mod cluster;
pub mod compute;
pub(crate) mod context;
pub(crate) mod creation;
pub(crate) mod error;
pub(crate) mod frame;
pub(crate) mod hibernated;
pub mod lobby_actor;
pub(crate) mod match_actor;
pub(crate) mod player_feed;
pub(crate) mod registry;
#[cfg(test)]
pub(crate) mod test_support;
pub(crate) mod time;
pub mod tournament_actor;

pub(crate) use answer_deadline::ANSWER_WITHIN;
pub use background::featured::{Featured, FeaturedSnapshot};
pub use background::retention::RetentionOptions;
pub use background::scrub::ScrubOptions;
pub use error::LiveError;
pub use frame::Frame;
pub use lobby_actor::notification::{FeedChange, FeedSnapshot, Notice, Notifier};
pub use match_actor::chat::{LastLines, Said};
pub use match_actor::feed::broadcast::{Broadcast, FrameVariant, MatchUpdate, Subscriber};
pub use match_actor::feed::side_event::{SideEvent, SideEventKind};
pub use match_actor::message::NewPremove;
pub use match_actor::seat_ratings::SeatRatings;
pub use match_actor::snapshot::MatchSnapshot;
pub use player_feed::{MatchNotice, MatchNoticeKind, OfferNotice, PlayerNotice};
pub use registry::Live;
pub use time::Time;
pub use tournament_actor::snapshot::{Call, TournamentSnapshot, TournamentUpdate};
