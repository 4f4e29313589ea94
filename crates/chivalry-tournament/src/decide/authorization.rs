//! Checks of the status, the caller and the named entrants and pairings.

use chivalry_play::player::PlayerId;

use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::Pairing;
use crate::pairing::series::SeriesPlan;
use crate::plan::stage_plan::Format;
use crate::tournament::command::Command;
use crate::tournament::entrant::Entrant;
use crate::tournament::refusal::Refusal;
use crate::tournament::state::{Tournament, TournamentStatus};

impl Tournament {
    /// Refuses all commands after the end, except corrections and undo.
    pub(super) fn check_status(&self, command: &Command) -> Result<(), Refusal> {
        let is_over = match self.status {
            TournamentStatus::Open | TournamentStatus::Running => false,
            TournamentStatus::Ended => !matches!(
                command,
                Command::Correct { .. } | Command::Undo { .. } | Command::Announce { .. }
            ),
            TournamentStatus::Cancelled => !matches!(command, Command::Undo { .. }),
        };
        if is_over { Err(Refusal::Over) } else { Ok(()) }
    }

    pub(super) fn require_server(&self, by: Option<PlayerId>) -> Result<(), Refusal> {
        if by.is_none() { Ok(()) } else { Err(Refusal::NotTheServer) }
    }

    pub(super) fn require_director(&self, by: Option<PlayerId>) -> Result<(), Refusal> {
        if self.is_director(by) { Ok(()) } else { Err(Refusal::NotADirector) }
    }

    pub(super) fn is_director(&self, by: Option<PlayerId>) -> bool {
        by.is_some_and(|player| self.directors.contains(&player))
    }

    /// Returns the entrant if the caller is one of its players or a director.
    pub(super) fn authorize(
        &self,
        by: Option<PlayerId>,
        id: EntrantId,
    ) -> Result<&Entrant, Refusal> {
        let entrant = self.entrant(id).ok_or(Refusal::NoSuchEntrant)?;
        let is_own = by.is_some_and(|player| entrant.players.contains(&player));
        if is_own || self.is_director(by) { Ok(entrant) } else { Err(Refusal::NotYours) }
    }

    pub(super) fn check_pair(&self, pair: [EntrantId; 2]) -> Result<(), Refusal> {
        if pair[0] == pair[1] {
            return Err(Refusal::NotAPair);
        }
        let is_known = pair.iter().all(|id| self.entrant(*id).is_some());
        if !is_known {
            return Err(Refusal::NoSuchEntrant);
        }
        // The other formats determine their pairs themselves.
        let at = self.bye_stage();
        let chooses = matches!(self.format(at), Format::Swiss { .. } | Format::Arena { .. });
        if chooses { Ok(()) } else { Err(Refusal::NotInThisFormat) }
    }

    pub(super) fn find_pairing(&self, id: PairingId) -> Result<&Pairing, Refusal> {
        self.pairings.get(&id).ok_or(Refusal::NoSuchPairing)
    }

    pub(super) fn series_plan(&self, id: PairingId) -> Result<SeriesPlan, Refusal> {
        self.find_pairing(id).map(|pairing| self.stage_plan(pairing).series)
    }

    /// True if the pairing has ended, with or without games.
    #[must_use]
    pub fn is_decided(&self, pairing: &Pairing) -> bool {
        pairing.end(&self.stage_plan(pairing).series).is_some()
    }

    /// True if the round of the current stage is paired.
    pub(super) fn is_paired(&self, round: u16) -> bool {
        let stage = self.stages.last();
        stage.is_some_and(|stage| stage.round(round).is_some())
    }
}
