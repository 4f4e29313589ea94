//! Folds a log of events into a [`Tournament`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chivalry_play::clock::Timestamp;

use super::event::{Event, RecordedEvent};
use super::state::{PairingRun, Tournament, TournamentStatus};
use crate::ids::sorted;
use crate::pairing::record::GameEnd;

/// A log entry that does not follow from the previous ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {v} of a tournament's log: {fault}")]
pub struct LogError {
    /// The entry's version.
    pub v: u32,
    /// The error.
    pub fault: String,
}

impl Tournament {
    /// Folds a log.
    ///
    /// # Errors
    /// The first entry that does not follow from the previous ones.
    pub fn fold(log: impl IntoIterator<Item = RecordedEvent>) -> Result<Tournament, LogError> {
        let mut entries = log.into_iter();
        let empty = || LogError { v: 1, fault: "the log is empty".to_owned() };
        let mut tournament = Tournament::from_creation(entries.next().ok_or_else(empty)?)?;
        for recorded in entries {
            tournament.apply(recorded)?;
        }
        Ok(tournament)
    }

    fn from_creation(first: RecordedEvent) -> Result<Tournament, LogError> {
        let fault = |fault: String| LogError { v: first.v, fault };
        let Event::Created { plan, directors, seed } = &first.event else {
            return Err(fault("a log begins with the tournament's creation".to_owned()));
        };
        if first.v != 1 {
            return Err(fault("the first entry is number 1".to_owned()));
        }
        let variant = plan.check().map_err(|it| fault(it.to_string()))?;
        Ok(Tournament {
            v: 1,
            plan: plan.clone(),
            variant,
            directors: directors.clone(),
            seed: *seed,
            status: TournamentStatus::Open,
            entrants: Vec::new(),
            seeded: None,
            forbidden: BTreeSet::new(),
            fixed: Vec::new(),
            requested_byes: BTreeMap::new(),
            stages: Vec::new(),
            pairings: BTreeMap::new(),
            next_pairing: 1,
            pause: None,
            log: Arc::new(vec![first]),
        })
    }

    /// Applies the next entry of the log.
    ///
    /// # Errors
    /// The entry does not follow. The tournament must then be folded again.
    pub fn apply(&mut self, recorded: RecordedEvent) -> Result<(), LogError> {
        let v = recorded.v;
        let fault = |fault: String| LogError { v, fault };
        if v != self.v + 1 {
            return Err(fault(format!("it follows number {}", self.v)));
        }
        match &recorded.event {
            Event::Undone { action } => *self = self.fold_without(*action).map_err(fault)?,
            event => self.apply_event(event, recorded.at).map_err(fault)?,
        }
        self.v = v;
        Arc::make_mut(&mut self.log).push(recorded);
        Ok(())
    }

    /// Returns the tournament without an action.
    pub(crate) fn fold_without(&self, action: u32) -> Result<Tournament, String> {
        let mut undone = self.undone_actions();
        undone.insert(action);
        let mut entries = self.log.iter();
        let first = entries.next().ok_or("the log is empty")?;
        let mut tournament =
            Tournament::from_creation(first.clone()).map_err(|error| error.to_string())?;
        for recorded in entries {
            let counts = !undone.contains(&recorded.action)
                && !matches!(recorded.event, Event::Undone { .. });
            if counts {
                tournament.apply_event(&recorded.event, recorded.at)?;
            }
        }
        tournament.log = Arc::clone(&self.log);
        Ok(tournament)
    }

    /// Returns the actions that were undone.
    pub(crate) fn undone_actions(&self) -> BTreeSet<u32> {
        let action = |recorded: &RecordedEvent| match recorded.event {
            Event::Undone { action } => Some(action),
            _ => None,
        };
        self.log.iter().filter_map(action).collect()
    }

    /// Applies an event without adding it to the log.
    pub(crate) fn apply_event(&mut self, event: &Event, at: Timestamp) -> Result<(), String> {
        match event {
            Event::Created { .. } => return Err("a tournament is made once".to_owned()),
            Event::Undone { .. } => return Err("what is undone stays undone".to_owned()),
            Event::Entered { entrant, players, name, rating, stage } => {
                self.add_entrant(*entrant, players, name.as_deref(), *rating, *stage, at)?;
            }
            // These are read from the log.
            Event::PartnerInvited { .. } | Event::Announced { .. } | Event::Penalized { .. } => {}
            Event::Paused { until } => self.begin_pause(*until, at)?,
            Event::Resumed {} => self.end_pause(at)?,
            Event::Withdrew { entrant } => self.entrant_mut(*entrant)?.withdrawn = true,
            Event::Returned { entrant } => self.return_entrant(*entrant, at)?,
            Event::Seeded { order } => self.seeded = Some(order.clone()),
            Event::ByeGiven { entrant, round, worth } => {
                self.entrant_mut(*entrant)?;
                self.requested_byes.insert((self.bye_stage(), *round, *entrant), *worth);
            }
            Event::ByeGivenBack { entrant, round } => {
                let key = (self.bye_stage(), *round, *entrant);
                self.requested_byes.remove(&key).ok_or("there is no such bye")?;
            }
            Event::Forbidden { pair } => {
                self.forbidden.insert(sorted(*pair));
            }
            Event::Allowed { pair } => {
                self.forbidden.remove(&sorted(*pair));
            }
            Event::Fixed { pair } => self.fixed.push(*pair),
            Event::Unfixed { pair } => self.fixed.retain(|fixed| sorted(*fixed) != sorted(*pair)),
            Event::StageBegan { stage, groups } => self.begin_stage(*stage, groups, at)?,
            Event::StageTakenBack { stage } => self.undo_stage(*stage)?,
            Event::RoundPaired { stage, round, algorithm, input, seed, pairings, byes } => {
                let (algorithm, input) = (algorithm.clone(), Arc::new(input.clone()));
                let run = PairingRun { algorithm, input, seed: *seed };
                self.apply_round_paired(*stage, *round, run, pairings, byes, at)?;
            }
            Event::Unpaired { pairings, stage, round } => {
                self.unpair(pairings, *stage, *round)?;
            }
            Event::RoundBegan { stage, round } => self.begin_round(*stage, *round, at)?,
            Event::Ready { pairing, entrant } => self.confirm_presence(*pairing, *entrant, at)?,
            Event::GameBegan { pairing, number, first, played_in } => {
                self.begin_game(*pairing, *number, *first, *played_in, at)?;
            }
            Event::GameEnded { pairing, number, result, stats } => {
                let end = GameEnd { result: *result, stats: *stats, at };
                self.end_game(*pairing, *number, end)?;
            }
            Event::Forfeited { pairing, losers } => {
                let pairing = self.pairing_mut(*pairing)?;
                pairing.forfeited.clone_from(losers);
                pairing.changed_at = at;
            }
            Event::Corrected { pairing, number, result } => {
                self.correct_game(*pairing, *number, *result)?;
            }
            Event::Ended => self.status = TournamentStatus::Ended,
            Event::Cancelled => self.status = TournamentStatus::Cancelled,
        }
        Ok(())
    }
}
