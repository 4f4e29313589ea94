//! A tournament as its log tells it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;

use super::entrant::Entrant;
use super::event::RecordedEvent;
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
    /// The order that the director gave.
    pub(crate) seeded: Option<Vec<EntrantId>>,
    pub(crate) forbidden: BTreeSet<[EntrantId; 2]>,
    pub(crate) fixed: Vec<[EntrantId; 2]>,
    /// Byes to come, by stage and round.
    pub(crate) requested_byes: BTreeMap<(usize, u16, EntrantId), ByeWorth>,
    pub(crate) stages: Vec<Stage>,
    pub(crate) pairings: BTreeMap<PairingId, Pairing>,
    pub(crate) next_pairing: u32,
    pub(crate) log: Arc<Vec<RecordedEvent>>,
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
