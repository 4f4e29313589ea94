//! Decisions on stages and rounds.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::formats::knockout;
use crate::formats::round_robin::berger;
use crate::ids::{EntrantId, PairingId};
use crate::pairing::input::{PairingInput, ProposedPair};
use crate::pairing::record::{Bye, ByeReason, PairRecord};
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::{Format, MAX_GROUP_SIZE, max_swiss_rounds};
use crate::seeded_shuffle::draw_lot;
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::Tournament;

impl Tournament {
    /// Starts the next stage on request of a director. A Swiss with more rounds
    /// than its entrants can play is refused.
    pub(super) fn decide_begin_stage(&self) -> Decision {
        let events = self.begin_next_stage()?;
        let [Event::StageBegan { stage, groups }] = &events[..] else { return Ok(events) };
        if let Format::Swiss { rounds } = self.format(*stage) {
            let playable = max_swiss_rounds(groups[0].len());
            // Late entrants are further opponents.
            let admits_late = *stage == 0 && self.plan.late.is_some();
            if rounds > playable && !admits_late && !self.has_tables() {
                return Err(Refusal::TooManyRounds(playable));
            }
        }
        Ok(events)
    }

    /// Starts the next stage once all pairings are decided.
    pub(super) fn begin_next_stage(&self) -> Decision {
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
            Format::Knockout { .. } => vec![self.separate_group_mates(stage, participants)],
            Format::Swiss { .. } | Format::Arena { .. } => vec![participants],
        };
        let fewest = self.variant.team_count();
        if groups.iter().any(|group| group.len() < fewest) {
            return Err(Refusal::NotEnough(fewest));
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

    /// Returns the participants of a stage, the top seed first. Direct entrants
    /// precede those who qualified, who are ordered by place and then by group.
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

    /// Returns the entrants who qualify from the previous stage for `stage`.
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

    /// Exchanges entrants of equal place in their groups, so that as few group
    /// mates as possible meet in their first pairing of a knockout.
    fn separate_group_mates(&self, stage: usize, mut seeds: Vec<EntrantId>) -> Vec<EntrantId> {
        let Some(before) = stage.checked_sub(1).and_then(|at| self.stages.get(at)) else {
            return seeds;
        };
        let group = |id: EntrantId| before.groups.iter().position(|group| group.contains(&id));
        let qualified = self.qualified(stage);
        let direct = seeds.len() - qualified.len();
        let mut tier = vec![None; direct];
        let mut places = vec![0; before.groups.len()];
        for id in &qualified {
            let at = group(*id);
            tier.push(at.map(|at| places[at]));
            at.into_iter().for_each(|at| places[at] += 1);
        }
        let pairs = knockout::first_pairs(seeds.len());
        let mates = |seeds: &[EntrantId]| {
            let meets = |[a, b]: &&[usize; 2]| {
                let of = group(seeds[*a]);
                of.is_some() && of == group(seeds[*b])
            };
            pairs.iter().filter(meets).count()
        };
        let mut count = mates(&seeds);
        // The lower seed is exchanged first, with the nearest seed that helps.
        for low in (direct..seeds.len()).rev() {
            let mut others: Vec<usize> = (direct..seeds.len())
                .filter(|other| *other != low && tier[*other] == tier[low])
                .collect();
            others.sort_by_key(|other| other.abs_diff(low));
            for other in others {
                if count == 0 {
                    return seeds;
                }
                seeds.swap(low, other);
                let after = mates(&seeds);
                if after < count {
                    count = after;
                } else {
                    seeds.swap(low, other);
                }
            }
        }
        seeds
    }

    /// Pairs the next round on request of a director.
    pub(super) fn decide_pair(&self, now: Timestamp) -> Decision {
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

    pub(super) fn decide_begin_round(&self) -> Decision {
        let stage = self.stages.len().checked_sub(1).ok_or(Refusal::NotBegun)?;
        if self.pause.is_some() {
            return Err(Refusal::Paused);
        }
        let mut waiting = self.stages[stage].rounds.iter().filter(|it| it.began_at.is_none());
        let round = waiting.next().ok_or(Refusal::NothingToBegin)?.number;
        Ok(vec![Event::RoundBegan { stage, round }])
    }

    pub(super) fn decide_ready(
        &self,
        by: Option<PlayerId>,
        id: PairingId,
        entrant: EntrantId,
    ) -> Decision {
        self.authorize(by, entrant)?;
        let pairing = self.find_pairing(id)?;
        if !pairing.entrants().contains(&entrant) {
            return Err(Refusal::NotYours);
        }
        let round = self.stages[pairing.stage].round(pairing.round);
        let has_begun = round.is_some_and(|round| round.began_at.is_some());
        let waits = pairing.began_at.is_none() && !pairing.ready.contains(&entrant);
        if !has_begun || !waits || self.is_decided(pairing) {
            return Err(Refusal::NotWaiting);
        }
        Ok(vec![Event::Ready { pairing: id, entrant }])
    }

    /// True if the stage has rounds that are not paired yet.
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

    /// Pairs the next round of a stage, or the next nodes of a knockout.
    pub(super) fn pair_next(&self, stage: usize, now: Timestamp) -> Decision {
        let is_arena = matches!(self.format(stage), Format::Arena { .. });
        if !is_arena && !self.has_rounds_to_pair(stage) {
            return Err(Refusal::NothingToPair);
        }
        let next = self.stages[stage].rounds.len() as u16 + 1;
        let input = self.pairing_input(stage, next, now).ok_or(Refusal::NothingToPair)?;
        let seed = draw_lot(self.seed, (stage as u64) << 32 | u64::from(next));
        let (proposed, left_out) = input.pair(seed).map_err(|_| Refusal::Unpairable)?;
        let mut byes = self.byes_of_round(stage, next, &input, left_out);
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
                let ProposedPair { group, node, first, second, others, .. } = pair;
                let id = PairingId(number);
                pairings.push(PairRecord { id, group, node, first, second, others });
                number += 1;
            }
            let forfeits = self.forfeits_of_withdrawn(&pairings);
            events.push(Event::RoundPaired {
                stage,
                round,
                algorithm: input.algorithm().to_owned(),
                input: input.clone(),
                seed,
                pairings,
                byes: std::mem::take(&mut byes),
            });
            events.extend(forfeits);
        }
        Ok(events)
    }

    /// Returns the byes of those who were left out, then the requested byes.
    fn byes_of_round(
        &self,
        stage: usize,
        round: u16,
        input: &PairingInput,
        left_out: Vec<EntrantId>,
    ) -> Vec<Bye> {
        let worth = match input {
            PairingInput::Swiss { .. } | PairingInput::Tables { .. } => ByeWorth::Full,
            _ => ByeWorth::Zero,
        };
        let bye = |entrant| Bye { entrant, worth, why: ByeReason::Pairing };
        let mut byes: Vec<Bye> = left_out.into_iter().map(bye).collect();
        let requested = self.requested_byes.iter().filter(|((at, number, id), _)| {
            let is_in = self.stages[stage].groups.iter().flatten().any(|other| other == id);
            (*at, *number) == (stage, round) && is_in && !self.is_withdrawn(*id)
        });
        byes.extend(requested.map(|((_, _, entrant), worth)| Bye {
            entrant: *entrant,
            worth: *worth,
            why: ByeReason::Requested,
        }));
        byes
    }

    /// Returns a forfeit for each pairing with a withdrawn entrant.
    fn forfeits_of_withdrawn(&self, pairings: &[PairRecord]) -> Vec<Event> {
        let forfeit = |pair: &PairRecord| {
            let entrants = pair.entrants().into_iter();
            let losers: Vec<_> = entrants.filter(|id| self.is_withdrawn(*id)).collect();
            (!losers.is_empty()).then_some(Event::Forfeited { pairing: pair.id, losers })
        };
        pairings.iter().filter_map(forfeit).collect()
    }
}

/// Distributes a seeding into groups of similar strength, in serpentine order.
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
