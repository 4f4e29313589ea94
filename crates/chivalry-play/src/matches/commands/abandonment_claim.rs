//! Claims of a match that the other side abandoned.

use std::time::Duration;

use crate::clock::Timestamp;
use crate::matches::commands::forced_events::ended;
use crate::matches::commands::refusal::Refusal;
use crate::matches::log::event::Event;
use crate::matches::log::result::{MatchResult, Termination};
use crate::matches::match_state::state::Match;
use crate::matches::status::Status;
use crate::player::PlayerId;

impl Match {
    /// Returns the time a player may be absent before the other side can claim the match. `None`
    /// before the start, after the end, in an adjournment, and in correspondence matches.
    #[must_use]
    pub fn grace(&self) -> Option<Duration> {
        let is_live = self.status == Status::Playing && self.adjourned_until.is_none();
        self.time().speed().grace().filter(|_| is_live)
    }

    /// Returns the grace with which the presence of the players is observed: [`Match::grace`], and
    /// the same time while the directors of a tournament have paused the match.
    #[must_use]
    pub fn presence_grace(&self) -> Option<Duration> {
        let is_held = self.status == Status::Playing && self.is_held();
        self.grace().or_else(|| self.time().speed().grace().filter(|_| is_held))
    }

    pub(in crate::matches) fn decide_claim(
        &self,
        player: PlayerId,
        draw: bool,
        gone_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_in_play(player)?;
        if self.grace().is_none() {
            return Err(Refusal::NotClaimable);
        }
        if self.is_abortable() {
            return Err(Refusal::ClaimTooEarly);
        }
        let gone_at = gone_at.ok_or(Refusal::OpponentPresent)?;
        if gone_at > now {
            return Err(Refusal::OpponentMayReturn(gone_at.since(now)));
        }
        let result =
            if draw { MatchResult::Draw } else { MatchResult::win(self.variant.team_of(seat)) };
        Ok(vec![ended(result, Termination::Abandonment)])
    }
}
