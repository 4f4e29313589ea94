//! A tournament as its log tells it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Variant};

use super::EntrantId;
use super::entrant::Entrant;
use super::event::{Event, RecordedEvent};
use super::input::PairingInput;
use super::pairing::{Bye, GameEnd, GameRecord, PairRecord, Pairing, PairingId};
use super::plan::{ByeWorth, Format, StagePlan, StartPlan, TournamentPlan};

/// A tournament: a fold of its log, changed only by [`Tournament::apply`].
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(super) v: u32,
    pub(super) plan: TournamentPlan,
    pub(super) variant: &'static Variant,
    pub(super) directors: Vec<PlayerId>,
    pub(super) seed: u64,
    pub(super) status: TournamentStatus,
    pub(super) entrants: Vec<Entrant>,
    /// The order that the director gave.
    pub(super) seeded: Option<Vec<EntrantId>>,
    pub(super) forbidden: BTreeSet<[EntrantId; 2]>,
    pub(super) fixed: Vec<[EntrantId; 2]>,
    /// Byes to come, by stage and round.
    pub(super) requested_byes: BTreeMap<(usize, u16, EntrantId), ByeWorth>,
    pub(super) stages: Vec<Stage>,
    pub(super) pairings: BTreeMap<PairingId, Pairing>,
    pub(super) next_pairing: u32,
    pub(super) log: Arc<Vec<RecordedEvent>>,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TournamentStatus {
    /// Players enter.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Ended,
    /// It was called off.
    Cancelled,
}

impl TournamentStatus {
    /// Every status.
    pub const ALL: [TournamentStatus; 4] = [
        TournamentStatus::Open,
        TournamentStatus::Running,
        TournamentStatus::Ended,
        TournamentStatus::Cancelled,
    ];

    /// The status's name in the store and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            TournamentStatus::Open => "open",
            TournamentStatus::Running => "running",
            TournamentStatus::Ended => "ended",
            TournamentStatus::Cancelled => "cancelled",
        }
    }
}

/// A stage that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// When it began.
    pub began_at: Timestamp,
    /// Who takes part, by group, the best first.
    pub groups: Vec<Vec<EntrantId>>,
    /// Its rounds; waves in an arena.
    pub rounds: Vec<Round>,
}

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// When it was paired.
    pub paired_at: Timestamp,
    /// When it began.
    pub began_at: Option<Timestamp>,
    /// How it was paired; again where pairings had been taken back.
    pub pairing_runs: Vec<PairingRun>,
    /// Its pairings, by table.
    pub pairings: Vec<PairingId>,
    /// Who does not play.
    pub byes: Vec<Bye>,
    /// Where each entrant is: nobody is in two places of a round.
    pub slots: BTreeMap<EntrantId, RoundSlot>,
}

/// How a round, or a part of it, was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingRun {
    /// The algorithm, with its version.
    pub algorithm: String,
    /// What it was given.
    pub input: Arc<PairingInput>,
    /// What it drew lots from.
    pub seed: u64,
}

/// Where an entrant is in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundSlot {
    /// In a pairing.
    Pairing(PairingId),
    /// Without an opponent.
    Bye,
}

/// An entry of a log that cannot follow the ones before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {v} of a tournament's log: {fault}")]
pub struct LogError {
    /// The entry's version.
    pub v: u32,
    /// What is wrong with it.
    pub fault: String,
}

impl Tournament {
    /// The tournament that a log tells of.
    ///
    /// # Errors
    /// The first entry that cannot follow the ones before it.
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
            log: Arc::new(vec![first]),
        })
    }

    /// Takes the next entry of the log.
    ///
    /// # Errors
    /// An entry that cannot follow: the tournament must then be folded anew.
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

    /// The tournament as it would be had an action not been taken.
    pub(super) fn fold_without(&self, action: u32) -> Result<Tournament, String> {
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

    /// Actions that count no more.
    pub(super) fn undone_actions(&self) -> BTreeSet<u32> {
        let action = |recorded: &RecordedEvent| match recorded.event {
            Event::Undone { action } => Some(action),
            _ => None,
        };
        self.log.iter().filter_map(action).collect()
    }

    /// Takes an event that is in no log, or not yet.
    pub(super) fn apply_event(&mut self, event: &Event, at: Timestamp) -> Result<(), String> {
        match event {
            Event::Created { .. } => return Err("a tournament is made once".to_owned()),
            Event::Undone { .. } => return Err("what is undone stays undone".to_owned()),
            Event::Entered { entrant, players, rating, stage } => {
                let next = EntrantId(self.entrants.len() as u32 + 1);
                if *entrant != next {
                    return Err(format!("the next entrant is number {}", next.0));
                }
                if players.iter().any(|player| self.entrant_of(*player).is_some()) {
                    return Err("a player enters once".to_owned());
                }
                let (id, players) = (*entrant, players.clone());
                let (rating, stage) = (*rating, *stage);
                self.entrants.push(Entrant {
                    id,
                    players,
                    rating,
                    stage,
                    at,
                    present_since: at,
                    withdrawn: false,
                });
                self.seeded = None;
                self.insert_late_entrant(id);
            }
            Event::Withdrew { entrant } => self.entrant_mut(*entrant)?.withdrawn = true,
            Event::Returned { entrant } => {
                let entrant = self.entrant_mut(*entrant)?;
                entrant.withdrawn = false;
                entrant.present_since = at;
            }
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
            Event::StageBegan { stage, groups } => {
                if *stage != self.stages.len() || *stage >= self.plan.stages.len() {
                    return Err("stages begin in their order".to_owned());
                }
                let rounds = Vec::new();
                self.stages.push(Stage { began_at: at, groups: groups.clone(), rounds });
                self.status = TournamentStatus::Running;
            }
            Event::StageTakenBack { stage } => {
                let is_last = self.stages.len() == stage + 1;
                if !is_last || self.pairings.values().any(|it| it.stage == *stage && it.is_begun())
                {
                    return Err("only the last stage is taken back, unplayed".to_owned());
                }
                self.pairings.retain(|_, pairing| pairing.stage != *stage);
                self.stages.pop();
                self.status = TournamentStatus::Running;
            }
            Event::RoundPaired { stage, round, algorithm, input, seed, pairings, byes } => {
                let pairing_run = PairingRun {
                    algorithm: algorithm.clone(),
                    input: Arc::new(input.clone()),
                    seed: *seed,
                };
                self.apply_round_paired(*stage, *round, pairing_run, pairings, byes, at)?;
            }
            Event::Unpaired { pairings, stage, round } => {
                self.unpair(pairings, *stage, *round)?;
            }
            Event::RoundBegan { stage, round } => self.begin_round(*stage, *round, at)?,
            Event::Ready { pairing, entrant } => {
                let pairing = self.pairing_mut(*pairing)?;
                pairing.ready.insert(*entrant);
                if pairing.entrants().iter().all(|id| pairing.ready.contains(id)) {
                    pairing.began_at.get_or_insert(at);
                }
            }
            Event::GameBegan { pairing, number, first, played_in } => {
                let pairing = self.pairing_mut(*pairing)?;
                if usize::from(*number) != pairing.games.len() + 1
                    || pairing.current_game().is_some()
                {
                    return Err("games of a pairing are played one after the other".to_owned());
                }
                pairing.began_at.get_or_insert(at);
                pairing.games.push(GameRecord {
                    number: *number,
                    first: *first,
                    played_in: Some(*played_in),
                    end: None,
                });
            }
            Event::GameEnded { pairing, number, result, stats } => {
                let plan = self.stage_plan_of(*pairing)?.series;
                let pairing = self.pairing_mut(*pairing)?;
                if pairing.current_game().is_none() {
                    // A game without a match: played elsewhere, or by nobody.
                    pairing.began_at.get_or_insert(at);
                    let due = pairing.due_game(&plan).ok_or("the pairing has no game to play")?;
                    let (number, first) = (due.number, due.first);
                    pairing.games.push(GameRecord { number, first, played_in: None, end: None });
                }
                let last = pairing.games.last_mut().ok_or("there is no game")?;
                if last.number != *number {
                    return Err(format!("the game under way is number {}", last.number));
                }
                last.end = Some(GameEnd { result: *result, stats: *stats, at });
                pairing.changed_at = at;
            }
            Event::Forfeited { pairing, losers } => {
                let pairing = self.pairing_mut(*pairing)?;
                pairing.forfeited.clone_from(losers);
                pairing.changed_at = at;
            }
            Event::Corrected { pairing, number, result } => {
                let games = &mut self.pairing_mut(*pairing)?.games;
                let game = games.iter_mut().find(|game| game.number == *number);
                let end = game.and_then(|game| game.end.as_mut());
                end.ok_or("there is no such game")?.result = *result;
            }
            Event::Ended => self.status = TournamentStatus::Ended,
            Event::Cancelled => self.status = TournamentStatus::Cancelled,
        }
        Ok(())
    }

    /// Who comes when the first stage has begun takes their place by rating.
    fn insert_late_entrant(&mut self, id: EntrantId) {
        let rating = self.entrant(id).and_then(|entrant| entrant.rating);
        let stage = self.entrant(id).map_or(0, |entrant| entrant.stage);
        let Some(groups) = self.stages.get(stage).map(|stage| &stage.groups) else { return };
        let weaker = |other: &EntrantId| self.entrant(*other).is_some_and(|it| it.rating < rating);
        let at = groups[0].iter().position(weaker).unwrap_or(groups[0].len());
        self.stages[stage].groups[0].insert(at, id);
    }

    fn apply_round_paired(
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
                pairing_runs: Vec::new(),
                pairings: Vec::new(),
                byes: Vec::new(),
                slots: BTreeMap::new(),
            });
            rounds.sort_by_key(|round| round.number);
        }
        let known = rounds.iter_mut().find(|known| known.number == round);
        let known = known.ok_or("the round was paired")?;
        // Whoever is paired anew waits for the round to begin again.
        known.began_at = None;
        known.pairing_runs.push(pairing_run);
        let seats = pairings.iter().flat_map(|paired| {
            [paired.first, paired.second].map(|id| (id, RoundSlot::Pairing(paired.id)))
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

    fn unpair(&mut self, gone: &[PairingId], stage: usize, round: u16) -> Result<(), String> {
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

    fn begin_round(&mut self, stage: usize, round: u16, at: Timestamp) -> Result<(), String> {
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

    /// Whether pairings of a stage begin when both say that they are there.
    #[must_use]
    pub fn requires_ready(&self, stage: usize) -> bool {
        let plan = &self.plan.stages[stage];
        plan.no_show_ms.is_some() || matches!(plan.start, StartPlan::Agreement {})
    }

    fn entrant_mut(&mut self, id: EntrantId) -> Result<&mut Entrant, String> {
        let at = (id.0 as usize).checked_sub(1);
        at.and_then(|at| self.entrants.get_mut(at)).ok_or(format!("no entrant {}", id.0))
    }

    fn pairing_mut(&mut self, id: PairingId) -> Result<&mut Pairing, String> {
        self.pairings.get_mut(&id).ok_or(format!("no pairing {}", id.0))
    }

    fn stage_plan_of(&self, id: PairingId) -> Result<&StagePlan, String> {
        let pairing = self.pairings.get(&id).ok_or(format!("no pairing {}", id.0))?;
        Ok(&self.plan.stages[pairing.stage])
    }

    /// The stage for which byes are given: the one under way, or the first.
    pub(super) fn bye_stage(&self) -> usize {
        self.stages.len().saturating_sub(1)
    }
}

/// What there is to read.
impl Tournament {
    /// Entries of the log.
    #[must_use]
    pub const fn v(&self) -> u32 {
        self.v
    }

    /// What it is to be.
    #[must_use]
    pub const fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The position that its games start from, when not the usual array.
    #[must_use]
    pub fn start(&self) -> Option<Position> {
        self.plan.start(self.variant).expect("a plan that was checked")
    }

    /// The game that is played.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// How far it is.
    #[must_use]
    pub const fn status(&self) -> TournamentStatus {
        self.status
    }

    /// Who directs it, the maker first.
    #[must_use]
    pub fn directors(&self) -> &[PlayerId] {
        &self.directors
    }

    /// Everybody who entered, in the order of entering.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The entrant of that number.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get((id.0 as usize).checked_sub(1)?)
    }

    /// As whom a player entered.
    #[must_use]
    pub fn entrant_of(&self, player: PlayerId) -> Option<EntrantId> {
        let is_in = |entrant: &&Entrant| entrant.players.contains(&player);
        self.entrants.iter().find(is_in).map(|entrant| entrant.id)
    }

    /// The stages that have begun.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Every pairing, in the order of their making.
    pub fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.values()
    }

    /// The pairing of that number.
    #[must_use]
    pub fn pairing(&self, id: PairingId) -> Option<&Pairing> {
        self.pairings.get(&id)
    }

    /// The log, with what was undone in it.
    #[must_use]
    pub fn log(&self) -> &[RecordedEvent] {
        &self.log
    }

    /// How many play as one: partners in games for four.
    #[must_use]
    pub fn team_size(&self) -> usize {
        self.variant.seat_count() / 2
    }

    /// The plan of a pairing's stage.
    #[must_use]
    pub fn stage_plan(&self, pairing: &Pairing) -> &StagePlan {
        &self.plan.stages[pairing.stage]
    }

    /// The format of a stage.
    #[must_use]
    pub fn format(&self, stage: usize) -> Format {
        self.plan.stages[stage].format
    }
}

pub(super) fn sorted(pair: [EntrantId; 2]) -> [EntrantId; 2] {
    [pair[0].min(pair[1]), pair[0].max(pair[1])]
}
