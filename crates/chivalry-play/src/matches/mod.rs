//! A match as a pure state machine.
//!
//! [`Match::decide`] turns a command into events or a [`Refusal`], and changes nothing.
//! [`Match::apply`] applies an event, and [`Match::fold`] rebuilds the match from its log.

mod chat;
mod commands;
mod id;
mod import;
mod infractions;
mod log;
mod match_state;
mod premoves;
mod spectator_delay;
mod status;
#[cfg(test)]
mod tests;

pub use chat::{ChatLine, ChatRoom, TimeoutReason};
pub use commands::command::{Command, InviteLinkChange, OfferAction};
pub use commands::decision::Decision;
pub use commands::director_order::{DirectorOrder, DirectorOrderKind};
pub use commands::join::admit;
pub use commands::new_match::NewMatch;
pub use commands::offers::MAX_ADJOURNMENT;
pub use commands::refusal::Refusal;
pub use id::MatchId;
pub use import::{ImportError, ImportedMatch};
pub use infractions::{Infraction, penalty_until};
pub use log::chain::{CHAIN_START, ChainEntry, ChainError, ChainVerifier, EntryHash, StoredEvent};
pub use log::event::{CommandRef, Event, RecordedEvent};
pub use log::imported_record::ImportedRecord;
pub use log::move_log::{MoveLog, PlayedMove};
pub use log::offer::{Offer, OfferEnd, SeatOutReason};
pub use log::origin::{Origin, PriorMoves, TournamentGame};
pub use log::result::{MatchResult, Termination};
pub use match_state::answers::CommandAck;
pub use match_state::applied_event::AppliedEvent;
pub use match_state::apply::LogError;
pub use match_state::move_outcome::MoveOutcomes;
pub use match_state::start_position::{StartPosition, StartPositionError};
pub use match_state::state::{Match, SeatExit};
pub use premoves::pending::Premoves;
pub use premoves::resolve::{DropReason, DroppedPremove, ResolvedPremoves};
pub use premoves::tree::{Branch, MAX_BRANCHES, MAX_DEPTH, Premove, PremoveTree, PremoveTreeError};
pub use spectator_delay::{MAX_SPECTATOR_DELAY, public_len, visible_len};
pub use status::{MatchStatus, Status};
