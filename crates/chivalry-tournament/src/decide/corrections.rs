//! Decisions on corrections of results and on undo.

use chivalry_play::clock::Timestamp;

use crate::formats::knockout;
use crate::ids::PairingId;
use crate::pairing::record::Pairing;
use crate::pairing::series::GameResult;
use crate::plan::stage_plan::Format;
use crate::tournament::event::{Event, RecordedEvent};
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::{Round, Tournament};

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
        if !pairing.admits(result) {
            return Err(Refusal::ResultUnfit);
        }
        if end.result == result {
            return Err(Refusal::SameResult);
        }
        let mut events = vec![Event::Corrected { pairing: id, number, result }];
        let mut corrected = self.clone();
        corrected.apply_event(&events[0], now).map_err(Refusal::RestsUpon)?;
        let later = self.correct_stages(pairing, &corrected)?;
        events.extend(later);
        match self.format(pairing.stage) {
            Format::Swiss { .. } => events.extend(self.rounds_to_take_back(pairing, take_back)?),
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

    /// Returns the later rounds of a Swiss stage that are taken back, the last
    /// first: those that have not begun, and with `take_back` those without a
    /// result. The pairs of a later round stay valid without it, because a
    /// Swiss pairs by the results that are known.
    fn rounds_to_take_back(
        &self,
        pairing: &Pairing,
        take_back: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let later = || {
            let rounds = self.stages[pairing.stage].rounds.iter().rev();
            rounds.take_while(|round| round.number > pairing.round)
        };
        let all = |round: &Round, is_free: fn(&Pairing) -> bool| {
            let mut pairings = round.pairings.iter().filter_map(|id| self.pairing(*id));
            pairings.all(is_free)
        };
        let has_no_result: fn(&Pairing) -> bool =
            |it| it.forfeited.is_empty() && it.games.iter().all(|game| game.end.is_none());
        if take_back && !later().all(|round| all(round, has_no_result)) {
            return Err(Refusal::LaterResult);
        }
        let is_free = if take_back { has_no_result } else { |it: &Pairing| !it.is_begun() };
        let taken_back = later().take_while(|round| all(round, is_free));
        let unpaired = |round: &Round| Event::Unpaired {
            pairings: round.pairings.clone(),
            stage: pairing.stage,
            round: round.number,
        };
        Ok(taken_back.map(unpaired).collect())
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
        let action_events: Vec<&RecordedEvent> =
            self.log.iter().filter(|recorded| recorded.action == action).collect();
        Tournament::check_undoable(&action_events)?;
        let has_begun = !Tournament::is_message(&action_events)
            && self.log.iter().any(|recorded| {
                let is_game =
                    matches!(recorded.event, Event::GameBegan { .. } | Event::GameEnded { .. });
                recorded.v > action
                    && recorded.action != action
                    && is_game
                    && counts(recorded.action)
            });
        if has_begun {
            return Err(Refusal::GameBegunSince);
        }
        self.fold_without(action).map_err(Refusal::RestsUpon)?;
        Ok(vec![Event::Undone { action }])
    }
}
