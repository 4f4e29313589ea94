//! Restrictions of tournament games.

use crate::matches::commands::command::{Command, OfferAction};
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::offer::Offer;
use crate::matches::match_state::state::Match;

impl Match {
    /// Refuses commands that affect a tournament: abort, takeback, added time and rematch, and
    /// adjournment unless the plan of the tournament allows it.
    pub(in crate::matches) fn check_tournament_game(
        &self,
        command: &Command,
    ) -> Result<(), Refusal> {
        let is_forbidden = match command {
            Command::Abort | Command::AddTime(_) => true,
            Command::Offer(
                Offer::Takeback | Offer::Rematch,
                OfferAction::Offer | OfferAction::Accept,
            ) => true,
            _ if command.is_adjournment() => {
                self.tournament_game().is_some_and(|game| !game.adjournment)
            }
            Command::Adjourn { .. }
            | Command::Offer(..)
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
}
