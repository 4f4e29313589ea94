//! Decisions on registration, withdrawal, byes and fixed pairs.

use std::collections::BTreeSet;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::{PlayerId, PlayerKind};

use crate::ids::{EntrantId, sorted};
use crate::pairing::record::Pairing;
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::Format;
use crate::tournament::entrant::{Applicant, Condition, Verdict, verdicts};
use crate::tournament::event::Event;
use crate::tournament::refusal::{Decision, Refusal};
use crate::tournament::state::Tournament;

impl Tournament {
    pub(super) fn decide_enter(
        &self,
        by: Option<PlayerId>,
        players: &[Applicant],
        stage: usize,
        now: Timestamp,
    ) -> Decision {
        let is_director = self.is_director(by);
        let is_own = players.iter().any(|applicant| Some(applicant.player) == by);
        if !is_own && !is_director {
            return Err(Refusal::NotYours);
        }
        if players.len() != self.team_size() {
            return Err(Refusal::TeamSize(self.team_size()));
        }
        for (at, applicant) in players.iter().enumerate() {
            let is_twice = players[..at].iter().any(|other| other.player == applicant.player);
            if is_twice || self.entrant_of(applicant.player).is_some() {
                return Err(Refusal::Entered(applicant.player));
            }
        }
        if stage >= self.plan.stages.len() {
            return Err(Refusal::NoSuchStage);
        }
        if stage > 0 && !is_director {
            return Err(Refusal::NotADirector);
        }
        if stage < self.stages.len() && !self.accepts_late_entry(stage, now) {
            return Err(Refusal::TooLate);
        }
        let verdicts = self.verdicts(players, now);
        let is_admitted =
            |verdict: &Verdict| verdict.met || is_director && !self.is_mandatory(verdict);
        if !verdicts.iter().all(is_admitted) {
            return Err(Refusal::NotAdmitted(verdicts));
        }
        if self.entrants.len() >= self.plan.most as usize {
            return Err(Refusal::Full);
        }
        let sum: Option<u32> = players.iter().map(|applicant| applicant.rating).sum();
        let rating = sum.map(|sum| sum / players.len() as u32);
        let mut players: Vec<PlayerId> = players.iter().map(|applicant| applicant.player).collect();
        if players.len() > 1 && !is_director {
            let earlier = self.invitations().find(|it| it.is_answered_by(by, &players));
            let Some(accepted) = earlier else {
                return Ok(vec![Event::PartnerInvited { players }]);
            };
            players = accepted.players;
        }
        let entrant = EntrantId(self.entrants.len() as u32 + 1);
        Ok(vec![Event::Entered { entrant, players, name: None, rating, stage }])
    }

    /// Returns an entrant that has withdrawn. A player who withdrew two partners has to agree.
    pub(super) fn decide_return(&self, by: Option<PlayerId>, id: EntrantId) -> Decision {
        if !self.authorize(by, id)?.withdrawn {
            return Err(Refusal::NothingThere);
        }
        let withdrawn_by = self.withdrawn_by(id);
        let by_partner = withdrawn_by.is_some() && withdrawn_by != by;
        if by_partner && !self.is_director(by) && !self.is_director(withdrawn_by) {
            return Err(Refusal::PartnerWithdrew);
        }
        Ok(vec![Event::Returned { entrant: id }])
    }

    /// Returns one verdict for each condition and player. Rated tournaments
    /// admit only accounts and bots.
    #[must_use]
    pub fn verdicts(&self, players: &[Applicant], now: Timestamp) -> Vec<Verdict> {
        let for_accounts = self.plan.rated.then(accounts_only);
        let conditions: Vec<Condition> =
            for_accounts.into_iter().chain(self.plan.entry.iter().cloned()).collect();
        verdicts(&conditions, players, now)
    }

    /// True if a director cannot waive the condition.
    fn is_mandatory(&self, verdict: &Verdict) -> bool {
        self.plan.rated && verdict.condition == accounts_only()
    }

    fn accepts_late_entry(&self, stage: usize, now: Timestamp) -> bool {
        let is_under_way = stage + 1 == self.stages.len();
        match self.format(stage) {
            Format::Arena { length_ms, .. } => {
                is_under_way && now < self.stages[stage].began_at + millis(length_ms)
            }
            Format::Swiss { .. } if is_under_way && stage == 0 => {
                let next = self.stages[stage].rounds.len() as u16 + 1;
                self.plan.late.is_some_and(|late| next <= late.until_round)
            }
            _ => false,
        }
    }

    /// Withdraws an entrant and forfeits its undecided pairings.
    pub(super) fn decide_withdraw(&self, by: Option<PlayerId>, id: EntrantId) -> Decision {
        if self.authorize(by, id)?.withdrawn {
            return Err(Refusal::NothingThere);
        }
        let mut events = vec![Event::Withdrew { entrant: id }];
        let open = self
            .pairings
            .values()
            .filter(|pairing| pairing.entrants().contains(&id) && !self.is_decided(pairing));
        // Arena games in progress continue, and so do those of the others at a table.
        let goes_on = |pairing: &&Pairing| {
            matches!(self.format(pairing.stage), Format::Arena { .. })
                || pairing.is_table() && pairing.current_game().is_some()
        };
        events.extend(
            open.filter(|pairing| !goes_on(pairing))
                .map(|pairing| Event::Forfeited { pairing: pairing.pair.id, losers: vec![id] }),
        );
        Ok(events)
    }

    pub(super) fn decide_seed(&self, order: &[EntrantId]) -> Decision {
        let named: BTreeSet<EntrantId> = order.iter().copied().collect();
        let all = self.entrants.iter().map(|entrant| entrant.id).collect();
        if named != all || order.len() != named.len() {
            return Err(Refusal::NotAnOrder);
        }
        Ok(vec![Event::Seeded { order: order.to_vec() }])
    }

    pub(super) fn decide_bye(
        &self,
        by: Option<PlayerId>,
        id: EntrantId,
        round: u16,
        worth: Option<ByeWorth>,
    ) -> Decision {
        self.authorize(by, id)?;
        let stage = self.bye_stage();
        let Format::Swiss { rounds } = self.format(stage) else {
            return Err(Refusal::NotInThisFormat);
        };
        if round == 0 || round > rounds || self.is_paired(round) {
            return Err(Refusal::NoSuchRound);
        }
        let had = self.requested_byes.keys().filter(|(at, _, who)| (*at, *who) == (stage, id));
        let (had, has_this) = (had.clone().count(), had.clone().any(|(_, at, _)| *at == round));
        if has_this {
            return Err(Refusal::ByeTaken);
        }
        let worth = match (worth, self.is_director(by)) {
            (Some(worth), true) => worth,
            (None, true) => ByeWorth::default(),
            (worth, false) => {
                let byes = self.plan.byes.ok_or(Refusal::NoByes)?;
                if worth.is_some_and(|asked| asked != byes.worth) {
                    return Err(Refusal::ByeWorth);
                }
                if round + byes.not_in_last > rounds {
                    return Err(Refusal::ByeTooLate(byes.not_in_last));
                }
                if had >= usize::from(byes.most) {
                    return Err(Refusal::NoMoreByes(byes.most));
                }
                byes.worth
            }
        };
        Ok(vec![Event::ByeGiven { entrant: id, round, worth }])
    }

    pub(super) fn decide_fix(&self, pair: [EntrantId; 2]) -> Decision {
        self.check_pair(pair)?;
        let stage = self.bye_stage();
        if !matches!(self.format(stage), Format::Swiss { .. }) || self.has_tables() {
            return Err(Refusal::NotInThisFormat);
        }
        let next = self.stages.last().map_or(0, |stage| stage.rounds.len()) as u16 + 1;
        let is_free = |id: &EntrantId| {
            let is_withdrawn = self.entrant(*id).is_none_or(|entrant| entrant.withdrawn);
            let has_bye = self.requested_byes.contains_key(&(stage, next, *id));
            let is_fixed = self.fixed.iter().any(|fixed| fixed.contains(id));
            !is_withdrawn && !has_bye && !is_fixed
        };
        if !pair.iter().all(is_free) {
            return Err(Refusal::NotPlaying);
        }
        let have_met = self.pairings.values().any(|pairing| {
            pairing.stage == stage
                && sorted(pairing.sides()) == sorted(pair)
                && pairing.was_played()
        });
        if self.forbidden.contains(&sorted(pair)) {
            return Err(Refusal::PairForbidden);
        }
        if have_met {
            return Err(Refusal::HaveMet);
        }
        Ok(vec![Event::Fixed { pair }])
    }
}

fn accounts_only() -> Condition {
    Condition::Kinds { kinds: vec![PlayerKind::Account, PlayerKind::Bot] }
}

pub(super) fn millis(millis: u64) -> std::time::Duration {
    std::time::Duration::from_millis(millis)
}
