//! Matches that belong to a tournament: what they have to know of it.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use chivalry_rules::Team;

use super::command::NewMatch;
use super::decide::ended;
use super::event::{Event, MatchResult, Termination};
use super::match_state::Match;
use super::{Command, Offer, OfferAction, Refusal, Status};

/// The game of a tournament that a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The tournament.
    pub tournament: Uuid,
    /// What it is called.
    pub name: String,
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u16,
    /// The number of the pairing in the tournament.
    pub pairing: u32,
    /// The game's number in the pairing, from 1.
    pub number: u16,
    /// How many milliseconds each clock of the first side has more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub first_extra_ms: u64,
}

impl TournamentGame {
    /// What is added to the clocks when the match begins.
    pub(super) fn time_handicap(&self, new: &NewMatch) -> impl Iterator<Item = Event> {
        let ms = self.first_extra_ms;
        let seats = new.variant.seats_of(Team::First).filter(move |_| ms > 0);
        seats.map(move |seat| Event::TimeAdded { seat, ms })
    }
}

impl Match {
    /// Refuses what players may not do to a game of a tournament, which
    /// concerns others too: call it off, take moves back, give time away or
    /// play it again.
    pub(super) fn check_tournament_game(&self, command: &Command) -> Result<(), Refusal> {
        let is_forbidden = match command {
            Command::Abort | Command::AddTime(_) => true,
            Command::Offer(
                Offer::Takeback | Offer::Rematch,
                OfferAction::Offer | OfferAction::Accept,
            ) => true,
            Command::Offer(..)
            | Command::Join { .. }
            | Command::Move { .. }
            | Command::Resign
            | Command::Claim { .. }
            | Command::ChangeInviteLink { .. } => false,
        };
        if is_forbidden && self.tournament_game().is_some() {
            return Err(Refusal::ForbiddenInTournament);
        }
        Ok(())
    }

    /// What happens when the tournament needs the match no more: nothing, when
    /// it is over.
    #[must_use]
    pub fn decide_cancellation(&self) -> Vec<Event> {
        match self.status() {
            Status::Ended { .. } => Vec::new(),
            Status::Open | Status::Playing => {
                vec![ended(MatchResult::Aborted, Termination::Abort)]
            }
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
