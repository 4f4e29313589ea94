//! Dispatch of commands: each becomes events or a refusal.

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::ids::sorted;
use crate::tournament::command::Command;
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::Tournament;

impl Tournament {
    /// Returns the events that `command` causes at `now`, in order. `by` is the
    /// caller; `None` is the server.
    ///
    /// # Errors
    /// The reason of the refusal. The tournament is unchanged.
    pub fn decide(&self, by: Option<PlayerId>, command: &Command, now: Timestamp) -> Decision {
        self.check_status(command)?;
        match command {
            Command::Enter { players, stage } => self.decide_enter(by, players, *stage, now),
            Command::Withdraw { entrant } => self.decide_withdraw(by, *entrant),
            Command::Return { entrant } => self.decide_return(by, *entrant),
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

    fn decide_as_director(&self, command: &Command, now: Timestamp) -> Decision {
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
            Command::BeginStage => self.decide_begin_stage(),
            Command::Pair => self.decide_pair(now),
            Command::BeginRound => self.decide_begin_round(),
            Command::Report { pairing, number, result, stats } => {
                self.decide_report(*pairing, *number, *result, *stats, now)
            }
            Command::Forfeit { pairing, losers } => self.decide_forfeit(*pairing, losers),
            Command::Correct { pairing, number, result, take_back } => {
                self.decide_correct(*pairing, *number, *result, *take_back, now)
            }
            Command::Pause => self.decide_pause(now),
            Command::Resume => self.decide_resume(),
            Command::Penalize { pairing, entrant, penalty, reason } => {
                self.decide_penalty(*pairing, *entrant, *penalty, reason, now)
            }
            Command::Announce { text } => Ok(vec![Event::Announced { text: text.clone() }]),
            Command::Undo { action } => self.decide_undo(*action),
            Command::End => self.decide_end(),
            Command::Cancel => Ok(vec![Event::Cancelled]),
            _ => Err(Refusal::NotTheServer),
        }
    }
}
