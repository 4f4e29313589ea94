//! State changes of single events, used by `fold`.

use std::collections::{BTreeMap, BTreeSet};

use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use super::entrant::Entrant;
use super::state::{PairingRun, Round, RoundSlot, Stage, Tournament, TournamentStatus};
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::{Bye, GameEnd, GameRecord, PairRecord, Pairing};
use crate::pairing::series::GameResult;
use crate::plan::stage_plan::StagePlan;

impl Tournament {
    pub(super) fn add_entrant(
        &mut self,
        id: EntrantId,
        players: &[PlayerId],
        name: Option<&str>,
        rating: Option<u32>,
        stage: usize,
        at: Timestamp,
    ) -> Result<(), String> {
        let next = EntrantId(self.entrants.len() as u32 + 1);
        if id != next {
            return Err(format!("the next entrant is number {}", next.0));
        }
        if players.iter().any(|player| self.entrant_of(*player).is_some()) {
            return Err("a player can enter only once".to_owned());
        }
        self.entrants.push(Entrant {
            id,
            players: players.to_vec(),
            name: name.map(str::to_owned),
            rating,
            stage,
            at,
            present_since: at,
            withdrawn: false,
        });
        self.seeded = None;
        self.insert_late_entrant(id);
        Ok(())
    }

    pub(super) fn begin_stage(
        &mut self,
        stage: usize,
        groups: &[Vec<EntrantId>],
        at: Timestamp,
    ) -> Result<(), String> {
        if stage != self.stages.len() || stage >= self.plan.stages.len() {
            return Err("stages begin in their order".to_owned());
        }
        self.stages.push(Stage { began_at: at, groups: groups.to_vec(), rounds: Vec::new() });
        self.status = TournamentStatus::Running;
        Ok(())
    }

    pub(super) fn undo_stage(&mut self, stage: usize) -> Result<(), String> {
        let is_last = self.stages.len() == stage + 1;
        if !is_last || self.pairings.values().any(|it| it.stage == stage && it.is_begun()) {
            return Err("only the last stage is taken back, unplayed".to_owned());
        }
        self.pairings.retain(|_, pairing| pairing.stage != stage);
        self.stages.pop();
        self.status = TournamentStatus::Running;
        Ok(())
    }

    pub(super) fn return_entrant(&mut self, id: EntrantId, at: Timestamp) -> Result<(), String> {
        let entrant = self.entrant_mut(id)?;
        entrant.withdrawn = false;
        entrant.present_since = at;
        Ok(())
    }

    pub(super) fn confirm_presence(
        &mut self,
        pairing: PairingId,
        entrant: EntrantId,
        at: Timestamp,
    ) -> Result<(), String> {
        let pairing = self.pairing_mut(pairing)?;
        pairing.ready.insert(entrant);
        if pairing.entrants().iter().all(|id| pairing.ready.contains(id)) {
            pairing.began_at.get_or_insert(at);
        }
        Ok(())
    }

    pub(super) fn begin_game(
        &mut self,
        pairing: PairingId,
        number: u16,
        first: EntrantId,
        played_in: MatchId,
        at: Timestamp,
    ) -> Result<(), String> {
        let pairing = self.pairing_mut(pairing)?;
        let next = pairing.games.len() + 1;
        if usize::from(number) != next || pairing.current_game().is_some() {
            return Err("games of a pairing are played one after the other".to_owned());
        }
        pairing.began_at.get_or_insert(at);
        pairing.games.push(GameRecord { number, first, played_in: Some(played_in), end: None });
        Ok(())
    }

    pub(super) fn end_game(
        &mut self,
        pairing: PairingId,
        number: u16,
        end: GameEnd,
    ) -> Result<(), String> {
        let plan = self.stage_plan_of(pairing)?.series;
        let pairing = self.pairing_mut(pairing)?;
        if pairing.current_game().is_none() {
            // A game without a match: played elsewhere, or forfeited.
            pairing.began_at.get_or_insert(end.at);
            let due = pairing.due_game(&plan).ok_or("the pairing has no game to play")?;
            let (number, first) = (due.number, due.first);
            pairing.games.push(GameRecord { number, first, played_in: None, end: None });
        }
        let last = pairing.games.last_mut().ok_or("there is no game")?;
        if last.number != number {
            return Err(format!("the game under way is number {}", last.number));
        }
        last.end = Some(end);
        pairing.changed_at = end.at;
        Ok(())
    }

    pub(super) fn correct_game(
        &mut self,
        pairing: PairingId,
        number: u16,
        result: GameResult,
    ) -> Result<(), String> {
        let games = &mut self.pairing_mut(pairing)?.games;
        let game = games.iter_mut().find(|game| game.number == number);
        let end = game.and_then(|game| game.end.as_mut());
        end.ok_or("there is no such game")?.result = result;
        Ok(())
    }

    /// Inserts a late entrant into the seeding of a running stage, by rating.
    pub(super) fn insert_late_entrant(&mut self, id: EntrantId) {
        let rating = self.entrant(id).and_then(|entrant| entrant.rating);
        let stage = self.entrant(id).map_or(0, |entrant| entrant.stage);
        let Some(groups) = self.stages.get(stage).map(|stage| &stage.groups) else { return };
        let weaker = |other: &EntrantId| self.entrant(*other).is_some_and(|it| it.rating < rating);
        let at = groups[0].iter().position(weaker).unwrap_or(groups[0].len());
        self.stages[stage].groups[0].insert(at, id);
    }

    pub(super) fn apply_round_paired(
        &mut self,
        stage: usize,
        round: u16,
        pairing_run: PairingRun,
        pairings: &[PairRecord],
        byes: &[Bye],
        at: Timestamp,
    ) -> Result<(), String> {
        let rounds = &mut self.stages.get_mut(stage).ok_or("the stage has not begun")?.rounds;
        if !rounds.iter().any(|known| known.number == round) {
            rounds.push(Round {
                number: round,
                paired_at: at,
                began_at: None,
                paused_ms: 0,
                pairing_runs: Vec::new(),
                pairings: Vec::new(),
                byes: Vec::new(),
                slots: BTreeMap::new(),
            });
            rounds.sort_by_key(|round| round.number);
        }
        let known = rounds.iter_mut().find(|known| known.number == round);
        let known = known.ok_or("the round was paired")?;
        // Entrants who are paired again wait for the round to start again.
        known.began_at = None;
        known.pairing_runs.push(pairing_run);
        let seats = pairings.iter().flat_map(|paired| {
            let entrants = paired.entrants().into_iter();
            entrants.map(|id| (id, RoundSlot::Pairing(paired.id)))
        });
        for (id, place) in seats.chain(byes.iter().map(|bye| (bye.entrant, RoundSlot::Bye))) {
            if known.slots.insert(id, place).is_some() {
                return Err(format!("entrant {} is in the round twice", id.0));
            }
        }
        known.byes.extend(byes);
        for paired in pairings {
            if paired.id.0 != self.next_pairing {
                return Err(format!("the next pairing is number {}", self.next_pairing));
            }
            self.next_pairing += 1;
            known.pairings.push(paired.id);
            let pairing = Pairing {
                pair: paired.clone(),
                stage,
                round,
                table: known.pairings.len() as u32,
                ready: BTreeSet::new(),
                began_at: None,
                games: Vec::new(),
                forfeited: Vec::new(),
                changed_at: at,
            };
            self.pairings.insert(paired.id, pairing);
        }
        self.fixed.clear();
        Ok(())
    }

    pub(super) fn unpair(
        &mut self,
        gone: &[PairingId],
        stage: usize,
        round: u16,
    ) -> Result<(), String> {
        let rounds = &mut self.stages.get_mut(stage).ok_or("the stage has not begun")?.rounds;
        let at = rounds.iter().position(|known| known.number == round);
        let at = at.ok_or("the round was not paired")?;
        let known = &mut rounds[at];
        known.pairings.retain(|id| !gone.contains(id));
        known.slots.retain(|_, place| !gone.iter().any(|id| *place == RoundSlot::Pairing(*id)));
        if known.pairings.is_empty() {
            rounds.remove(at);
        }
        for id in gone {
            self.pairings.remove(id).ok_or("there is no such pairing")?;
        }
        self.status = TournamentStatus::Running;
        Ok(())
    }

    pub(super) fn begin_round(
        &mut self,
        stage: usize,
        round: u16,
        at: Timestamp,
    ) -> Result<(), String> {
        let waits = self.requires_ready(stage);
        let rounds = &mut self.stages.get_mut(stage).ok_or("the stage has not begun")?.rounds;
        let known = rounds.iter_mut().find(|known| known.number == round);
        let known = known.ok_or("the round was not paired")?;
        known.began_at.get_or_insert(at);
        if !waits {
            for id in &known.pairings {
                if let Some(pairing) = self.pairings.get_mut(id) {
                    pairing.began_at.get_or_insert(at);
                }
            }
        }
        Ok(())
    }

    pub(super) fn entrant_mut(&mut self, id: EntrantId) -> Result<&mut Entrant, String> {
        let at = (id.0 as usize).checked_sub(1);
        at.and_then(|at| self.entrants.get_mut(at)).ok_or(format!("no entrant {}", id.0))
    }

    pub(super) fn pairing_mut(&mut self, id: PairingId) -> Result<&mut Pairing, String> {
        self.pairings.get_mut(&id).ok_or(format!("no pairing {}", id.0))
    }

    pub(super) fn stage_plan_of(&self, id: PairingId) -> Result<&StagePlan, String> {
        let pairing = self.pairings.get(&id).ok_or(format!("no pairing {}", id.0))?;
        Ok(&self.plan.stages[pairing.stage])
    }
}
