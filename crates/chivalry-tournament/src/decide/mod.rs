//! What a tournament decides: a command becomes events or a refusal. Nothing
//! here changes it.

mod corrections;
mod registration;
mod rounds;
mod schedule;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use super::EntrantId;
use super::command::{Command, Refusal};
use super::event::Event;
use super::pairing::{Pairing, PairingId};
use super::plan::Format;
use super::tournament::{Tournament, TournamentStatus, sorted};

/// What was decided.
pub(super) type Decided = Result<Vec<Event>, Refusal>;

impl Tournament {
    /// What happens when `by`, or the server itself, asks for `command` at
    /// `now`: the events, in order.
    ///
    /// # Errors
    /// PairingExplanation not: nothing has changed.
    pub fn decide(&self, by: Option<PlayerId>, command: &Command, now: Timestamp) -> Decided {
        self.check_status(command)?;
        match command {
            Command::Enter { players, stage } => self.decide_enter(by, players, *stage, now),
            Command::Withdraw { entrant } => self.decide_withdraw(by, *entrant),
            Command::Return { entrant } => {
                let known = self.authorize(by, *entrant)?;
                let event = Event::Returned { entrant: *entrant };
                if known.withdrawn { Ok(vec![event]) } else { Err(Refusal::NothingThere) }
            }
            Command::TakeBye { entrant, round, worth } => {
                self.decide_bye(by, *entrant, *round, *worth)
            }
            Command::GiveBackBye { entrant, round } => {
                self.authorize(by, *entrant)?;
                let key = (self.bye_stage(), *round, *entrant);
                if !self.requested_byes.contains_key(&key) || self.is_paired(*round) {
                    return Err(Refusal::NothingThere);
                }
                Ok(vec![Event::ByeGivenBack { entrant: *entrant, round: *round }])
            }
            Command::Ready { pairing, entrant } => self.decide_ready(by, *pairing, *entrant),
            Command::GameMade { pairing, number, played_in } => {
                self.require_server(by)?;
                let due = self.find_pairing(*pairing)?.due_game(&self.series_plan(*pairing)?);
                let due = due.filter(|due| due.number == *number).ok_or(Refusal::NoSuchGame)?;
                Ok(vec![Event::GameBegan {
                    pairing: *pairing,
                    number: *number,
                    first: due.first,
                    played_in: *played_in,
                }])
            }
            Command::Tick => {
                self.require_server(by)?;
                self.decide_tick(now)
            }
            directing => {
                let is_report = matches!(directing, Command::Report { .. });
                if !(is_report && by.is_none()) {
                    self.require_director(by)?;
                }
                self.decide_as_director(directing, now)
            }
        }
    }

    fn decide_as_director(&self, command: &Command, now: Timestamp) -> Decided {
        match command {
            Command::Seed { order } => self.decide_seed(order),
            Command::Forbid { pair } => {
                self.check_pair(*pair)?;
                match self.forbidden.contains(&sorted(*pair)) {
                    true => Err(Refusal::NothingThere),
                    false => Ok(vec![Event::Forbidden { pair: *pair }]),
                }
            }
            Command::Allow { pair } => match self.forbidden.contains(&sorted(*pair)) {
                true => Ok(vec![Event::Allowed { pair: *pair }]),
                false => Err(Refusal::NothingThere),
            },
            Command::Fix { pair } => self.decide_fix(*pair),
            Command::Unfix { pair } => {
                let is_fixed = self.fixed.iter().any(|fixed| sorted(*fixed) == sorted(*pair));
                let event = Event::Unfixed { pair: *pair };
                if is_fixed { Ok(vec![event]) } else { Err(Refusal::NothingThere) }
            }
            Command::BeginStage => self.decide_begin_stage(now),
            Command::Pair => self.decide_pair(now),
            Command::BeginRound => self.decide_begin_round(),
            Command::Report { pairing, number, result, stats } => {
                let found = self.find_pairing(*pairing)?;
                let plan = self.series_plan(*pairing)?;
                if found.end(&plan).is_some() {
                    return Err(Refusal::Decided);
                }
                let awaited = match found.current_game() {
                    Some(game) => Some(game.number),
                    // One that is played elsewhere waits for nobody here.
                    None => found.started_by(now).due_game(&plan).map(|due| due.number),
                };
                if awaited != Some(*number) {
                    return Err(Refusal::NoSuchGame);
                }
                Ok(vec![Event::GameEnded {
                    pairing: *pairing,
                    number: *number,
                    result: *result,
                    stats: *stats,
                }])
            }
            Command::Forfeit { pairing, losers } => {
                let found = self.find_pairing(*pairing)?;
                if found.end(&self.series_plan(*pairing)?).is_some() {
                    return Err(Refusal::Decided);
                }
                let is_in = |id: &EntrantId| found.entrants().contains(id);
                if losers.is_empty() || !losers.iter().all(is_in) {
                    return Err(Refusal::NoSuchEntrant);
                }
                Ok(vec![Event::Forfeited { pairing: *pairing, losers: losers.clone() }])
            }
            Command::Correct { pairing, number, result, take_back } => {
                self.decide_correct(*pairing, *number, *result, *take_back, now)
            }
            Command::Undo { action } => self.decide_undo(*action),
            Command::End => {
                if self.pairings.values().any(|pairing| !self.is_decided(pairing)) {
                    return Err(Refusal::StillPlaying);
                }
                match self.status {
                    TournamentStatus::Running => Ok(vec![Event::Ended]),
                    _ => Err(Refusal::NotBegun),
                }
            }
            Command::Cancel => Ok(vec![Event::Cancelled]),
            _ => Err(Refusal::NotTheServer),
        }
    }

    /// After the end only results are corrected, and the end undone.
    fn check_status(&self, command: &Command) -> Result<(), Refusal> {
        let is_over = match self.status {
            TournamentStatus::Open | TournamentStatus::Running => false,
            TournamentStatus::Ended => {
                !matches!(command, Command::Correct { .. } | Command::Undo { .. })
            }
            TournamentStatus::Cancelled => !matches!(command, Command::Undo { .. }),
        };
        if is_over { Err(Refusal::Over) } else { Ok(()) }
    }

    fn require_server(&self, by: Option<PlayerId>) -> Result<(), Refusal> {
        if by.is_none() { Ok(()) } else { Err(Refusal::NotTheServer) }
    }

    fn require_director(&self, by: Option<PlayerId>) -> Result<(), Refusal> {
        if self.is_director(by) { Ok(()) } else { Err(Refusal::NotADirector) }
    }

    fn is_director(&self, by: Option<PlayerId>) -> bool {
        by.is_some_and(|player| self.directors.contains(&player))
    }

    /// The entrant, when it is the player's own, or a director asks.
    fn authorize(
        &self,
        by: Option<PlayerId>,
        id: EntrantId,
    ) -> Result<&super::entrant::Entrant, Refusal> {
        let entrant = self.entrant(id).ok_or(Refusal::NoSuchEntrant)?;
        let is_own = by.is_some_and(|player| entrant.players.contains(&player));
        if is_own || self.is_director(by) { Ok(entrant) } else { Err(Refusal::NotYours) }
    }

    fn check_pair(&self, pair: [EntrantId; 2]) -> Result<(), Refusal> {
        if pair[0] == pair[1] {
            return Err(Refusal::NotAPair);
        }
        let is_known = pair.iter().all(|id| self.entrant(*id).is_some());
        if !is_known {
            return Err(Refusal::NoSuchEntrant);
        }
        // Only these formats choose; in the others everybody meets, or who won.
        let at = self.bye_stage();
        let chooses = matches!(self.format(at), Format::Swiss { .. } | Format::Arena { .. });
        if chooses { Ok(()) } else { Err(Refusal::NotInThisFormat) }
    }

    fn find_pairing(&self, id: PairingId) -> Result<&Pairing, Refusal> {
        self.pairings.get(&id).ok_or(Refusal::NoSuchPairing)
    }

    fn series_plan(&self, id: PairingId) -> Result<super::series::SeriesPlan, Refusal> {
        self.find_pairing(id).map(|pairing| self.stage_plan(pairing).series)
    }

    /// Whether it is over, be it without a game.
    #[must_use]
    pub fn is_decided(&self, pairing: &Pairing) -> bool {
        pairing.end(&self.stage_plan(pairing).series).is_some()
    }

    /// Whether the round of the stage under way is paired.
    fn is_paired(&self, round: u16) -> bool {
        let stage = self.stages.last();
        stage.is_some_and(|stage| stage.rounds.iter().any(|known| known.number == round))
    }
}
