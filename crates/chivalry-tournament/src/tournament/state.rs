//! The state of a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;

use super::entrant::Entrant;
use super::event::RecordedEvent;
use super::penalty::RoundPause;
use crate::ids::{EntrantId, PairingId};
use crate::pairing::input::PairingInput;
use crate::pairing::record::{Bye, Pairing};
use crate::plan::scoring::ByeWorth;
use crate::plan::tournament_plan::TournamentPlan;

/// A tournament: a fold of its log, changed only by [`Tournament::apply`].
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(crate) v: u32,
    pub(crate) plan: TournamentPlan,
    pub(crate) variant: &'static Variant,
    pub(crate) directors: Vec<PlayerId>,
    pub(crate) seed: u64,
    pub(crate) status: TournamentStatus,
    pub(crate) entrants: Vec<Entrant>,
    /// The seeding by the director.
    pub(crate) seeded: Option<Vec<EntrantId>>,
    pub(crate) forbidden: BTreeSet<[EntrantId; 2]>,
    pub(crate) fixed: Vec<[EntrantId; 2]>,
    /// Byes of later rounds, by stage and round.
    pub(crate) requested_byes: BTreeMap<(usize, u16, EntrantId), ByeWorth>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) pairings: BTreeMap<PairingId, Pairing>,
    pub(crate) next_pairing: u32,
    pub(crate) pause: Option<RoundPause>,
    pub(crate) log: Arc<Vec<RecordedEvent>>,
}

/// The status of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TournamentStatus {
    /// Players enter.
    Open,
    /// In progress.
    Running,
    /// Over.
    Ended,
    /// Cancelled.
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

    /// Returns the name of the status in the store and on the wire.
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

/// A stage that has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The start.
    pub began_at: Timestamp,
    /// The participants by group, the top seed first.
    pub groups: Vec<Vec<EntrantId>>,
    /// The rounds. Waves in an arena.
    pub rounds: Vec<Round>,
}

impl Stage {
    /// Returns the paired round with that number.
    #[must_use]
    pub fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.iter().find(|round| round.number == number)
    }
}

/// A paired round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// The time of the pairing.
    pub paired_at: Timestamp,
    /// The start.
    pub began_at: Option<Timestamp>,
    /// The time since the start in which the round was paused, in milliseconds.
    pub paused_ms: u64,
    /// The pairing runs. More than one if pairings were taken back.
    pub pairing_runs: Vec<PairingRun>,
    /// Its pairings, by table.
    pub pairings: Vec<PairingId>,
    /// The byes.
    pub byes: Vec<Bye>,
    /// The slot of each entrant. An entrant has at most one.
    pub slots: BTreeMap<EntrantId, RoundSlot>,
}

/// One run of a pairing algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingRun {
    /// The name and version of the algorithm.
    pub algorithm: String,
    /// The input of the algorithm.
    pub input: Arc<PairingInput>,
    /// The seed of the lots.
    pub seed: u64,
}

/// The slot of an entrant in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundSlot {
    /// In a pairing.
    Pairing(PairingId),
    /// Without an opponent.
    Bye,
}
