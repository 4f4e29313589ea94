//! Decisions on results that arrive: game reports, forfeits, and the end.

use chivalry_play::clock::Timestamp;

use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::GameStats;
use crate::pairing::series::GameResult;
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::{Tournament, TournamentStatus};

impl Tournament {
    pub(super) fn decide_report(
        &self,
        pairing: PairingId,
        number: u16,
        result: GameResult,
        stats: GameStats,
        now: Timestamp,
    ) -> Decision {
        let found = self.find_pairing(pairing)?;
        let plan = self.series_plan(pairing)?;
        if found.end(&plan).is_some() {
            return Err(Refusal::Decided);
        }
        let awaited = match found.current_game() {
            Some(game) => Some(game.number),
            // A game that is played elsewhere does not wait for both players.
            None => found.started_by(now).due_game(&plan).map(|due| due.number),
        };
        if awaited != Some(number) {
            return Err(Refusal::NoSuchGame);
        }
        if !found.admits(result) {
            return Err(Refusal::ResultUnfit);
        }
        Ok(vec![Event::GameEnded { pairing, number, result, stats }])
    }

    pub(super) fn decide_forfeit(&self, pairing: PairingId, losers: &[EntrantId]) -> Decision {
        let found = self.find_pairing(pairing)?;
        if found.end(&self.series_plan(pairing)?).is_some() {
            return Err(Refusal::Decided);
        }
        let is_in = |id: &EntrantId| found.entrants().contains(id);
        if losers.is_empty() || !losers.iter().all(is_in) {
            return Err(Refusal::NoSuchEntrant);
        }
        Ok(vec![Event::Forfeited { pairing, losers: losers.to_vec() }])
    }

    pub(super) fn decide_end(&self) -> Decision {
        if !self.all_decided() {
            return Err(Refusal::StillPlaying);
        }
        match self.status {
            TournamentStatus::Running => Ok(vec![Event::Ended]),
            _ => Err(Refusal::NotBegun),
        }
    }
}
