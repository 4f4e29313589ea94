//! Read access to the state of a tournament.

use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Seat, Team, Variant};

use super::entrant::Entrant;
use super::event::RecordedEvent;
use super::state::{Stage, Tournament, TournamentStatus};
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::{DueGame, Pairing};
use crate::plan::scoring::ByeWorth;
use crate::plan::stage_plan::{Format, StagePlan, StartPlan};
use crate::plan::tournament_plan::TournamentPlan;

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

    /// Whether pairings of a stage begin when both say that they are there.
    #[must_use]
    pub fn requires_ready(&self, stage: usize) -> bool {
        let plan = &self.plan.stages[stage];
        plan.no_show_ms.is_some() || matches!(plan.start, StartPlan::Agreement {})
    }

    /// The stage for which byes are given: the one under way, or the first.
    pub(crate) fn bye_stage(&self) -> usize {
        self.stages.len().saturating_sub(1)
    }

    /// The order that the director gave, the best first.
    #[must_use]
    pub fn seeded(&self) -> Option<&[EntrantId]> {
        self.seeded.as_deref()
    }

    /// Pairs that are not to meet.
    pub fn forbidden(&self) -> impl Iterator<Item = [EntrantId; 2]> {
        self.forbidden.iter().copied()
    }

    /// Pairs that are to meet in the next round, first who has the first side.
    #[must_use]
    pub fn fixed(&self) -> &[[EntrantId; 2]] {
        &self.fixed
    }

    /// The byes that were asked for or given: stage, round, who, and what each
    /// is worth.
    pub fn requested_byes(&self) -> impl Iterator<Item = (usize, u16, EntrantId, ByeWorth)> {
        self.requested_byes
            .iter()
            .map(|((stage, round, entrant), worth)| (*stage, *round, *entrant, *worth))
    }

    /// Who sits where in a game: partners opposite each other.
    #[must_use]
    pub fn seats(&self, game: &DueGame) -> Vec<(Seat, PlayerId)> {
        self.seats_between(game.first, game.second)
    }

    /// [`Tournament::seats`], of a game between these two.
    #[must_use]
    pub fn seats_between(&self, first: EntrantId, second: EntrantId) -> Vec<(Seat, PlayerId)> {
        let side = |seat| match Team::of(seat) {
            Team::First => first,
            Team::Second => second,
        };
        let sitting = |seat: Seat| {
            let players = &self.entrant(side(seat))?.players;
            players.get(seat.index() / 2).map(|player| (seat, *player))
        };
        self.variant.seats().filter_map(sitting).collect()
    }
}
