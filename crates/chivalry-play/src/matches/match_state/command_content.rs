//! The content of commands. It distinguishes a repeated command from another one with its id.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::clock::Timestamp;
use crate::matches::commands::command::{Command, OfferAction};
use crate::matches::log::event::Event;
use crate::matches::log::offer::{Offer, SeatOutReason};
use crate::matches::log::result::{MatchResult, Termination};

/// Hashes with a random seed, so that clients cannot cause collisions.
pub(in crate::matches) static HASH_SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// The content of a command, as far as the first event that it causes states it. The log contains
/// no more, so contents are equal before and after a restart.
#[derive(Debug, PartialEq, Eq, Hash)]
enum CommandContent<'a> {
    Join,
    Move(&'a str),
    Resign,
    Abort,
    /// Making an offer and accepting it cause the same event if both sides offer.
    Agree(Offer),
    Decline(Offer),
    Adjourn(Timestamp),
    Claim {
        draw: bool,
    },
    AddTime(u64),
    /// A change of a link, or no command of a player.
    Other,
}

/// Returns the hash of a command's content.
pub(in crate::matches) fn hash_of_command(command: &Command) -> u64 {
    let text;
    HASH_SEED.hash_one(match command {
        Command::Join { .. } => CommandContent::Join,
        Command::Move { turn, .. } => {
            text = turn.to_string();
            CommandContent::Move(&text)
        }
        Command::Resign => CommandContent::Resign,
        Command::Abort => CommandContent::Abort,
        Command::Offer(offer, OfferAction::Decline) => CommandContent::Decline(*offer),
        Command::Offer(offer, OfferAction::Offer | OfferAction::Accept) => {
            CommandContent::Agree(*offer)
        }
        Command::Adjourn { until: Some(until) } => CommandContent::Adjourn(*until),
        Command::Adjourn { until: None } => CommandContent::Agree(Offer::Adjournment),
        Command::Claim { draw, .. } => CommandContent::Claim { draw: *draw },
        Command::AddTime(ms) => CommandContent::AddTime(*ms),
        Command::ChangeInviteLink { .. } => CommandContent::Other,
    })
}

/// Returns the hash of the content of the command that caused `event` as its first event.
pub(in crate::matches) fn hash_of_event(event: &Event) -> u64 {
    HASH_SEED.hash_one(match event {
        Event::Seated { .. } => CommandContent::Join,
        Event::Moved { text, .. } => CommandContent::Move(text),
        Event::SeatOut { how: SeatOutReason::Resignation, .. }
        | Event::Ended { termination: Termination::Resignation, .. } => CommandContent::Resign,
        Event::Ended { termination: Termination::Abort, .. } => CommandContent::Abort,
        Event::Ended { termination: Termination::Agreement, .. } => {
            CommandContent::Agree(Offer::Draw)
        }
        Event::Ended { termination: Termination::Abandonment, result } => {
            CommandContent::Claim { draw: *result == MatchResult::Draw }
        }
        Event::TookBack { .. } => CommandContent::Agree(Offer::Takeback),
        Event::Rematched { .. } => CommandContent::Agree(Offer::Rematch),
        Event::Offered { until: Some(until), .. } => CommandContent::Adjourn(*until),
        Event::Offered { offer, .. } => CommandContent::Agree(*offer),
        Event::OfferEnded { offer, .. } => CommandContent::Decline(*offer),
        Event::TimeAdded { ms, .. } => CommandContent::AddTime(*ms),
        _ => CommandContent::Other,
    })
}
