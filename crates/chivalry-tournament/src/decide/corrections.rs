//! Decisions on corrections of results and on undo.

use chivalry_play::clock::Timestamp;

use crate::formats::knockout;
use crate::ids::PairingId;
use crate::pairing::record::Pairing;
use crate::pairing::series::GameResult;
use crate::plan::stage_plan::Format;
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::Tournament;

impl Tournament {
    /// Corrects a result. Unplayed pairings that depend on it are taken back,
    /// so that they can be paired again.
    pub(super) fn decide_correct(
        &self,
        id: PairingId,
        number: u16,
        result: GameResult,
        take_back: bool,
        now: Timestamp,
    ) -> Decision {
        let pairing = self.find_pairing(id)?;
        let game = pairing.games.iter().find(|game| game.number == number);
        let end = game.and_then(|game| game.end).ok_or(Refusal::NoSuchGame)?;
        if end.result == result {
            return Err(Refusal::SameResult);
        }
        let mut events = vec![Event::Corrected { pairing: id, number, result }];
        let mut corrected = self.clone();
        corrected.apply_event(&events[0], now).map_err(Refusal::RestsUpon)?;
        let later = self.correct_stages(pairing, &corrected)?;
        events.extend(later);
        match self.format(pairing.stage) {
            Format::Swiss { .. } => events.extend(self.unplayed_rounds_after(pairing)),
            Format::Knockout { .. } => {
                events.extend(self.correct_bracket(pairing, &corrected, take_back)?);
            }
            Format::RoundRobin { .. } | Format::Arena { .. } => {}
        }
        Ok(events)
    }

    /// Takes back the later stages if other entrants now qualify for them.
    fn correct_stages(
        &self,
        pairing: &Pairing,
        corrected: &Tournament,
    ) -> Result<Vec<Event>, Refusal> {
        let next = pairing.stage + 1;
        if next >= self.stages.len() || self.qualified(next) == corrected.qualified(next) {
            return Ok(Vec::new());
        }
        if self.pairings.values().any(|other| other.stage >= next && other.is_begun()) {
            return Err(Refusal::LaterStage);
        }
        Ok((next..self.stages.len()).rev().map(|stage| Event::StageTakenBack { stage }).collect())
    }

    /// Returns the rounds of a Swiss stage that are paired but not started, the
    /// last first.
    fn unplayed_rounds_after(&self, pairing: &Pairing) -> Vec<Event> {
        let rounds = self.stages[pairing.stage].rounds.iter().rev();
        let is_unplayed = |id: &PairingId| self.pairing(*id).is_some_and(|it| !it.is_begun());
        rounds
            .take_while(|round| round.number > pairing.round)
            .take_while(|round| round.pairings.iter().all(is_unplayed))
            .map(|round| Event::Unpaired {
                pairings: round.pairings.clone(),
                stage: pairing.stage,
                round: round.number,
            })
            .collect()
    }

    /// Takes back the pairings that depend on the old result.
    fn correct_bracket(
        &self,
        pairing: &Pairing,
        corrected: &Tournament,
        take_back: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let plan = self.stage_plan(pairing).series;
        let now = corrected.find_pairing(pairing.pair.id)?;
        let is_same = pairing.end(&plan) == now.end(&plan);
        let (Some(node), false) = (pairing.pair.node, is_same) else { return Ok(Vec::new()) };
        let input = self.knockout_input(pairing.stage).ok_or(Refusal::NotInThisFormat)?;
        let nodes = knockout::nodes(input.seeds.len(), input.double, input.third_place);
        let after = knockout::after(&nodes, node);
        let is_after = |other: &&Pairing| {
            other.stage == pairing.stage && other.pair.node.is_some_and(|at| after.contains(&at))
        };
        let later: Vec<&Pairing> = self.pairings.values().filter(is_after).collect();
        let begun: Vec<PairingId> =
            later.iter().filter(|it| it.is_begun()).map(|it| it.pair.id).collect();
        if !begun.is_empty() && !take_back {
            return Err(Refusal::WouldTakeBack(begun));
        }
        let mut rounds: Vec<u16> = later.iter().map(|other| other.round).collect();
        rounds.sort_unstable_by(|a, b| b.cmp(a));
        rounds.dedup();
        let unpaired = |round: u16| Event::Unpaired {
            pairings: later.iter().filter(|it| it.round == round).map(|it| it.pair.id).collect(),
            stage: pairing.stage,
            round,
        };
        Ok(rounds.into_iter().map(unpaired).collect())
    }

    /// Undoes an action of a director. Refused once a game has started since,
    /// or if a later event depends on the action.
    pub(super) fn decide_undo(&self, action: u32) -> Decision {
        let undone = self.undone_actions();
        let counts = |v: u32| !undone.contains(&v);
        let taken = self.log.iter().find(|recorded| recorded.v == action);
        let is_directors = taken.is_some_and(|recorded| {
            recorded.action == action
                && recorded.by.is_some_and(|by| self.directors.contains(&by))
                && !matches!(recorded.event, Event::Created { .. } | Event::Undone { .. })
        });
        if !is_directors || !counts(action) {
            return Err(Refusal::NothingToUndo);
        }
        let has_begun = self.log.iter().any(|recorded| {
            let is_game =
                matches!(recorded.event, Event::GameBegan { .. } | Event::GameEnded { .. });
            recorded.v > action && recorded.action != action && is_game && counts(recorded.action)
        });
        if has_begun {
            return Err(Refusal::GameBegunSince);
        }
        self.fold_without(action).map_err(Refusal::RestsUpon)?;
        Ok(vec![Event::Undone { action }])
    }
}
