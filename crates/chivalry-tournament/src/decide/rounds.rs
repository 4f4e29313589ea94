//! Stages and rounds: who takes part, who meets whom, and when it begins.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_rules::Team;

use super::super::EntrantId;
use super::super::arena::{ArenaInput, RECENT_OPPONENTS, WaitingPlayer};
use super::super::command::Refusal;
use super::super::cross_table::Scorecard;
use super::super::event::Event;
use super::super::input::{PairingInput, ProposedPair};
use super::super::knockout;
use super::super::pairing::{Bye, ByeReason, PairRecord, PairingId};
use super::super::plan::{ByeWorth, Format, MAX_GROUP_SIZE};
use super::super::round_robin::berger;
use super::super::seeded_shuffle::draw_lot;
use super::super::swiss::{SwissInput, SwissPlayer};
use super::super::tournament::Tournament;
use super::Decided;

impl Tournament {
    /// The next stage begins, when nothing of the one before is open.
    pub(super) fn decide_begin_stage(&self, _now: Timestamp) -> Decided {
        let stage = self.stages.len();
        if stage >= self.plan.stages.len() {
            return Err(Refusal::NoSuchStage);
        }
        if !self.all_decided() {
            return Err(Refusal::StillPlaying);
        }
        let participants = self.participants(stage);
        let groups = match self.format(stage) {
            Format::RoundRobin { groups, .. } => serpentine_groups(&participants, groups.into()),
            _ => vec![participants],
        };
        if groups.iter().any(|group| group.len() < 2) {
            return Err(Refusal::NotEnough);
        }
        let is_round_robin = matches!(self.format(stage), Format::RoundRobin { .. });
        if is_round_robin && groups.iter().any(|group| group.len() > MAX_GROUP_SIZE) {
            return Err(Refusal::GroupTooLarge(MAX_GROUP_SIZE));
        }
        Ok(vec![Event::StageBegan { stage, groups }])
    }

    pub(super) fn all_decided(&self) -> bool {
        self.pairings.values().all(|pairing| self.is_decided(pairing))
    }

    /// Who takes part in a stage, the best first: those who entered for it, and
    /// those who come out of the one before by place, and then by group.
    fn participants(&self, stage: usize) -> Vec<EntrantId> {
        let mut own: Vec<EntrantId> = self
            .entrants
            .iter()
            .filter(|entrant| entrant.stage == stage && !entrant.withdrawn)
            .map(|entrant| entrant.id)
            .collect();
        let seed = |id: &EntrantId| {
            let order = self.seeded.as_ref();
            order.and_then(|order| order.iter().position(|seeded| seeded == id))
        };
        let rating = |id: &EntrantId| self.entrant(*id).and_then(|entrant| entrant.rating);
        own.sort_by_key(|id| (seed(id), Reverse(rating(id)), *id));
        own.extend(self.qualified(stage));
        own
    }

    /// Who comes out of the stage before `stage` into it.
    pub(super) fn qualified(&self, stage: usize) -> Vec<EntrantId> {
        let Some(before) = stage.checked_sub(1) else { return Vec::new() };
        let count = usize::from(self.plan.stages[stage].best_of_each_group);
        let is_there = |id: &EntrantId| self.entrant(*id).is_some_and(|it| !it.withdrawn);
        let groups = 0..self.stages.get(before).map_or(0, |stage| stage.groups.len());
        let best = |group| -> Vec<EntrantId> {
            let standings = self.standings(before, group).into_iter();
            standings.map(|it| it.entrant).filter(is_there).take(count).collect()
        };
        let of_groups: Vec<Vec<EntrantId>> = groups.map(best).collect();
        let place = |at: usize| of_groups.iter().filter_map(move |group| group.get(at).copied());
        (0..count).flat_map(place).collect()
    }

    /// The next round, by the director.
    pub(super) fn decide_pair(&self, now: Timestamp) -> Decided {
        let stage = self.stages.len().checked_sub(1).ok_or(Refusal::NotBegun)?;
        if matches!(self.format(stage), Format::Arena { .. }) {
            return Err(Refusal::NotInThisFormat);
        }
        let is_waiting = self.stages[stage].rounds.iter().any(|round| round.began_at.is_none());
        if !self.all_decided() || is_waiting {
            return Err(Refusal::StillPlaying);
        }
        self.pair_next(stage, now)
    }

    pub(super) fn decide_begin_round(&self) -> Decided {
        let stage = self.stages.len().checked_sub(1).ok_or(Refusal::NotBegun)?;
        let mut waiting = self.stages[stage].rounds.iter().filter(|it| it.began_at.is_none());
        let round = waiting.next().ok_or(Refusal::NothingToBegin)?.number;
        Ok(vec![Event::RoundBegan { stage, round }])
    }

    pub(super) fn decide_ready(
        &self,
        by: Option<PlayerId>,
        id: PairingId,
        entrant: EntrantId,
    ) -> Decided {
        self.authorize(by, entrant)?;
        let pairing = self.find_pairing(id)?;
        if !pairing.entrants().contains(&entrant) {
            return Err(Refusal::NotYours);
        }
        let mut rounds = self.stages[pairing.stage].rounds.iter();
        let round = rounds.find(|round| round.number == pairing.round);
        let has_begun = round.is_some_and(|round| round.began_at.is_some());
        let waits = pairing.began_at.is_none() && !pairing.ready.contains(&entrant);
        if !has_begun || !waits || self.is_decided(pairing) {
            return Err(Refusal::NotWaiting);
        }
        Ok(vec![Event::Ready { pairing: id, entrant }])
    }

    /// Whether a stage has pairings to come, now or after those under way.
    pub(super) fn has_rounds_to_pair(&self, stage: usize) -> bool {
        let begun = &self.stages[stage];
        let paired = begun.rounds.len();
        match self.format(stage) {
            Format::RoundRobin { double, .. } => {
                let rounds = begun.groups.iter().map(|group| berger(group.len(), double).len());
                paired < rounds.max().unwrap_or(0)
            }
            Format::Swiss { rounds } => paired < usize::from(rounds),
            Format::Knockout { .. } => self
                .knockout_input(stage)
                .is_some_and(|input| !knockout::pair(&input, self.seed).is_empty()),
            Format::Arena { .. } => false,
        }
    }

    /// Pairs what can be paired next in a stage.
    pub(super) fn pair_next(&self, stage: usize, now: Timestamp) -> Decided {
        let is_arena = matches!(self.format(stage), Format::Arena { .. });
        if !is_arena && !self.has_rounds_to_pair(stage) {
            return Err(Refusal::NothingToPair);
        }
        let next = self.stages[stage].rounds.len() as u16 + 1;
        let input = self.pairing_input(stage, next, now).ok_or(Refusal::NothingToPair)?;
        let seed = draw_lot(self.seed, (stage as u64) << 32 | u64::from(next));
        let (proposed, left_out) = input.pair(seed).map_err(|_| Refusal::Unpairable)?;
        let worth = match input {
            PairingInput::Swiss { .. } => ByeWorth::Full,
            _ => ByeWorth::Zero,
        };
        let bye = |entrant| Bye { entrant, worth, why: ByeReason::Pairing };
        let mut byes: Vec<Bye> = left_out.into_iter().map(bye).collect();
        let asked = self.requested_byes.iter().filter(|((at, round, id), _)| {
            let is_in = self.stages[stage].groups.iter().flatten().any(|other| other == id);
            (*at, *round) == (stage, next) && is_in && !self.is_withdrawn(*id)
        });
        byes.extend(asked.map(|((_, _, entrant), worth)| Bye {
            entrant: *entrant,
            worth: *worth,
            why: ByeReason::Requested,
        }));
        let mut rounds: BTreeMap<u16, Vec<ProposedPair>> = BTreeMap::new();
        for pair in proposed {
            rounds.entry(pair.round.unwrap_or(next)).or_default().push(pair);
        }
        if rounds.is_empty() && is_arena {
            return Err(Refusal::NothingToPair);
        }
        if rounds.is_empty() {
            rounds.insert(next, Vec::new());
        }
        let mut number = self.next_pairing;
        let mut events = Vec::new();
        for (round, pairs) in rounds {
            let mut pairings = Vec::new();
            for pair in pairs {
                let (group, node) = (pair.group, pair.node);
                let (first, second) = (pair.first, pair.second);
                pairings.push(PairRecord { id: PairingId(number), group, node, first, second });
                number += 1;
            }
            let away = pairings.iter().filter_map(|paired| {
                let both = [paired.first, paired.second];
                let losers: Vec<_> = both.into_iter().filter(|id| self.is_withdrawn(*id)).collect();
                let event = Event::Forfeited { pairing: paired.id, losers: losers.clone() };
                (!losers.is_empty()).then_some(event)
            });
            let away: Vec<Event> = away.collect();
            events.push(Event::RoundPaired {
                stage,
                round,
                algorithm: input.algorithm().to_owned(),
                input: input.clone(),
                seed,
                pairings,
                byes: std::mem::take(&mut byes),
            });
            events.extend(away);
        }
        Ok(events)
    }

    fn is_withdrawn(&self, id: EntrantId) -> bool {
        self.entrant(id).is_none_or(|entrant| entrant.withdrawn)
    }

    fn pairing_input(&self, stage: usize, next: u16, now: Timestamp) -> Option<PairingInput> {
        let groups = &self.stages[stage].groups;
        Some(match self.format(stage) {
            Format::RoundRobin { double, .. } => {
                PairingInput::RoundRobin { round: next, double, groups: groups.clone() }
            }
            Format::Swiss { rounds } => self.swiss_input(stage, next, rounds),
            Format::Knockout { .. } => {
                PairingInput::Knockout { input: self.knockout_input(stage)? }
            }
            Format::Arena { wave_ms, .. } => {
                PairingInput::Arena { input: self.arena_input(stage, wave_ms, now) }
            }
        })
    }

    fn swiss_input(&self, stage: usize, round: u16, rounds: u16) -> PairingInput {
        let cards = self.cross_table(stage, 0);
        let fixed: Vec<[EntrantId; 2]> = self
            .fixed
            .iter()
            .filter(|pair| !pair.iter().any(|id| self.is_withdrawn(*id)))
            .copied()
            .collect();
        let busy: BTreeSet<EntrantId> = fixed.iter().flatten().copied().collect();
        let mut players = Vec::new();
        for (number, (card, past)) in (1..).zip(cards.iter().zip(self.past_rounds(&cards))) {
            let id = card.entrant;
            let rests = self.requested_byes.contains_key(&(stage, round, id));
            if !self.is_withdrawn(id) && !busy.contains(&id) && !rests {
                players.push(SwissPlayer { id, number, points: card.points(), past });
            }
        }
        let drawn = draw_lot(self.seed, stage as u64);
        let initial = if drawn.is_multiple_of(2) { Team::First } else { Team::Second };
        let win = self.plan.stages[stage].scoring.win;
        let forbidden = self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect();
        let input = SwissInput { round, rounds, win, initial, players, forbidden };
        PairingInput::Swiss { input, fixed }
    }

    fn arena_input(&self, stage: usize, wave_ms: u64, now: Timestamp) -> ArenaInput {
        let mut cards = self.cross_table(stage, 0);
        cards.sort_by_key(|card| Reverse(card.points()));
        let busy: BTreeSet<EntrantId> = self
            .pairings
            .values()
            .filter(|pairing| !self.is_decided(pairing))
            .flat_map(|pairing| pairing.entrants())
            .collect();
        let began_at = self.stages[stage].began_at;
        let waiter = |(place, card): (u32, &Scorecard)| {
            let entrant = self.entrant(card.entrant)?;
            if entrant.withdrawn || busy.contains(&card.entrant) {
                return None;
            }
            let last = card.results.iter().filter_map(|it| self.pairing(it.pairing?));
            let free_at = last.map(|pairing| pairing.changed_at).max().unwrap_or(began_at);
            let since = free_at.max(entrant.present_since).max(began_at);
            let sides = card.results.iter().map(|it| it.sides);
            let difference = sides.map(|[first, second]| first as i32 - second as i32).sum();
            Some(WaitingPlayer {
                id: card.entrant,
                place,
                waited: (now.since(since).as_millis() as u64 / wave_ms) as u32,
                recent: card
                    .results
                    .iter()
                    .rev()
                    .filter_map(|it| it.opponent)
                    .take(RECENT_OPPONENTS)
                    .collect(),
                difference,
                last_side: card.results.iter().rev().find_map(|it| it.side),
            })
        };
        ArenaInput {
            waiting: (1..).zip(&cards).filter_map(waiter).collect(),
            forbidden: self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect(),
        }
    }
}

/// Deals an order into groups back and forth, so that they are as strong as
/// each other.
fn serpentine_groups(order: &[EntrantId], groups: usize) -> Vec<Vec<EntrantId>> {
    let mut dealt = vec![Vec::new(); groups];
    for (row, players) in order.chunks(groups).enumerate() {
        for (at, id) in players.iter().enumerate() {
            let group = if row.is_multiple_of(2) { at } else { groups - 1 - at };
            dealt[group].push(*id);
        }
    }
    dealt
}
