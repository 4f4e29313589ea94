//! Scheduled work: automatic starts, no-show forfeits and arena waves.

use chivalry_play::clock::Timestamp;

use super::registration::millis;
use crate::ids::EntrantId;
use crate::pairing::record::{DueGame, Pairing};
use crate::plan::stage_plan::{Format, StartPlan};
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::{Tournament, TournamentStatus};

impl Tournament {
    /// Returns the time of the next scheduled work, not before `after`. The
    /// server sends [`Command::Tick`](crate::Command::Tick) at that time. Work
    /// that needs a director's decision stays due until then.
    #[must_use]
    pub fn next_due_at(&self, after: Timestamp) -> Option<Timestamp> {
        let due = match self.status {
            TournamentStatus::Open => self.plan.begins_at,
            TournamentStatus::Running if self.pause.is_some() => {
                self.pause.map(|pause| pause.until)
            }
            TournamentStatus::Running => {
                let stage = self.stages.len() - 1;
                let no_shows = self.no_show_deadlines().map(|(until, _)| until).min();
                [no_shows, self.next_step_at(stage), self.next_wave_at(stage, after)]
                    .into_iter()
                    .flatten()
                    .min()
            }
            TournamentStatus::Ended | TournamentStatus::Cancelled => None,
        };
        due.map(|due| due.max(after))
    }

    /// Returns the games to start, in the order of the pairings. The server
    /// creates a match for each.
    pub fn due_games(&self) -> impl Iterator<Item = DueGame> {
        let is_running = self.status == TournamentStatus::Running && self.pause.is_none();
        // Games of entrants of record are played elsewhere.
        let has_players =
            |id: &EntrantId| self.entrant(*id).is_some_and(|entrant| !entrant.players.is_empty());
        let all = self
            .pairings
            .values()
            .filter(move |pairing| is_running && pairing.entrants().iter().all(has_players));
        all.filter_map(|pairing| pairing.due_game(&self.stage_plan(pairing).series))
    }

    pub(super) fn decide_tick(&self, now: Timestamp) -> Decision {
        let mut next = self.clone();
        let mut events = Vec::new();
        if next.status == TournamentStatus::Open {
            if next.plan.begins_at.is_none_or(|begins_at| now < begins_at) {
                return Ok(events);
            }
            // Nobody can correct the plan now. A Swiss ends once no round can be paired.
            let began = next.begin_next_stage().unwrap_or_else(|_| vec![Event::Cancelled]);
            next.apply_all(began, now, &mut events)?;
        }
        if let Some(pause) = next.pause {
            if now < pause.until {
                return Ok(events);
            }
            next.apply_all(vec![Event::Resumed {}], now, &mut events)?;
        }
        let absent: Vec<Event> = next
            .no_show_deadlines()
            .filter(|(until, _)| *until <= now)
            .map(|(_, pairing)| {
                let is_away = |id: &EntrantId| !pairing.ready.contains(id);
                let losers = pairing.entrants().into_iter().filter(is_away).collect();
                Event::Forfeited { pairing: pairing.pair.id, losers }
            })
            .collect();
        next.apply_all(absent, now, &mut events)?;
        if let Some(wave) = next.due_wave(now) {
            next.apply_all(wave, now, &mut events)?;
        }
        while let Some(step) = next.due_step(now) {
            next.apply_all(step, now, &mut events)?;
        }
        Ok(events)
    }

    fn apply_all(
        &mut self,
        step: Vec<Event>,
        now: Timestamp,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        for event in step {
            self.apply_event(&event, now).map_err(Refusal::RestsUpon)?;
            events.push(event);
        }
        Ok(())
    }

    /// Returns the pairings that wait for players, each with its no-show
    /// deadline. In a pause, the deadlines are later by its duration once it ends.
    pub fn no_show_deadlines(&self) -> impl Iterator<Item = (Timestamp, &Pairing)> {
        let waiting = self.pairings.values().filter(|pairing| pairing.began_at.is_none());
        waiting.filter_map(|pairing| {
            let no_show_ms = self.stage_plan(pairing).no_show_ms?;
            let round = self.stages[pairing.stage].round(pairing.round)?;
            let until = round.began_at? + millis(no_show_ms + round.paused_ms);
            (!self.is_decided(pairing)).then_some((until, pairing))
        })
    }

    /// Returns the time at which the stage advances automatically.
    fn next_step_at(&self, stage: usize) -> Option<Timestamp> {
        let begun = &self.stages[stage];
        let own = || self.pairings.values().filter(move |pairing| pairing.stage == stage);
        let is_over = own().all(|pairing| self.is_decided(pairing));
        let over_at = own().map(|pairing| pairing.changed_at).max().unwrap_or(begun.began_at);
        if let Format::Arena { length_ms, .. } = self.format(stage) {
            return is_over.then(|| over_at.max(begun.began_at + millis(length_ms)));
        }
        if begun.rounds.iter().any(|round| round.began_at.is_none()) {
            let by_itself = !matches!(self.plan.stages[stage].start, StartPlan::Director {});
            return by_itself.then_some(over_at);
        }
        match self.plan.stages[stage].start {
            StartPlan::Director {} => None,
            StartPlan::Clock { .. } if !is_over => None,
            StartPlan::Clock { .. } if begun.rounds.is_empty() => Some(over_at),
            StartPlan::Clock { pause_ms } => Some(over_at + millis(pause_ms)),
            StartPlan::Agreement {} => {
                let waits = matches!(self.format(stage), Format::Swiss { .. }) && !is_over;
                let goes_on = self.has_rounds_to_pair(stage) && !waits;
                (is_over || goes_on).then_some(over_at)
            }
        }
    }

    /// Returns the events by which the stage advances, if they are due.
    fn due_step(&self, now: Timestamp) -> Option<Vec<Event>> {
        if self.status != TournamentStatus::Running {
            return None;
        }
        let stage = self.stages.len() - 1;
        if self.next_step_at(stage).is_none_or(|at| at > now) {
            return None;
        }
        if let Ok(begun) = self.decide_begin_round() {
            return Some(begun);
        }
        if self.has_rounds_to_pair(stage) {
            match self.pair_next(stage, now) {
                Ok(paired) => return Some(paired),
                // Only a director can allow a pair again.
                Err(Refusal::Unpairable) if self.forbidden.is_empty() => {}
                Err(_) => return None,
            }
        }
        if self.stages.len() < self.plan.stages.len() {
            return self.begin_next_stage().ok();
        }
        Some(vec![Event::Ended])
    }

    /// Returns the time of the next wave of an arena after `after`.
    fn next_wave_at(&self, stage: usize, after: Timestamp) -> Option<Timestamp> {
        let Format::Arena { length_ms, wave_ms } = self.format(stage) else { return None };
        let began_at = self.stages[stage].began_at;
        let waves = after.since(began_at).as_millis() as u64 / wave_ms + 1;
        let next = began_at + millis(waves * wave_ms);
        (next < began_at + millis(length_ms)).then_some(next)
    }

    fn due_wave(&self, now: Timestamp) -> Option<Vec<Event>> {
        if self.status != TournamentStatus::Running {
            return None;
        }
        let stage = self.stages.len() - 1;
        let Format::Arena { length_ms, .. } = self.format(stage) else { return None };
        if now >= self.stages[stage].began_at + millis(length_ms) {
            return None;
        }
        let mut events = self.pair_next(stage, now).ok()?;
        let round = self.stages[stage].rounds.len() as u16 + 1;
        events.push(Event::RoundBegan { stage, round });
        Some(events)
    }
}
