//! Read access to the state of a tournament.

use std::collections::BTreeMap;

use chivalry_play::player::PlayerId;
use chivalry_rules::{Position, Seat, Team, Variant};

use super::entrant::{Entrant, PartnerInvitation};
use super::event::{Event, RecordedEvent};
use super::state::{Stage, Tournament, TournamentStatus};
use crate::ids::{EntrantId, PairingId};
use crate::pairing::record::{Pairing, RequestedBye};
use crate::plan::stage_plan::{Format, StagePlan, StartPlan};
use crate::plan::tournament_plan::TournamentPlan;

impl Tournament {
    /// Entries of the log.
    #[must_use]
    pub const fn v(&self) -> u32 {
        self.v
    }

    /// The plan.
    #[must_use]
    pub const fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The start position, if it is not the usual array.
    #[must_use]
    pub fn start(&self) -> Option<Position> {
        self.plan.start(self.variant).expect("a plan that was checked")
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The status.
    #[must_use]
    pub const fn status(&self) -> TournamentStatus {
        self.status
    }

    /// The directors, the creator first.
    #[must_use]
    pub fn directors(&self) -> &[PlayerId] {
        &self.directors
    }

    /// The entrants, in order of registration.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The entrant with that number.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.get((id.0 as usize).checked_sub(1)?)
    }

    /// The entrant of a player.
    #[must_use]
    pub fn entrant_of(&self, player: PlayerId) -> Option<EntrantId> {
        let is_in = |entrant: &&Entrant| entrant.players.contains(&player);
        self.entrants.iter().find(is_in).map(|entrant| entrant.id)
    }

    /// The last invitation of each player who has not entered, to a partner
    /// who has not entered either.
    pub fn invitations(&self) -> impl Iterator<Item = PartnerInvitation> {
        let undone = self.undone_actions();
        let mut last: BTreeMap<PlayerId, &Vec<PlayerId>> = BTreeMap::new();
        for recorded in self.log.iter().filter(|recorded| !undone.contains(&recorded.action)) {
            if let (Event::PartnerInvited { players }, Some(by)) = (&recorded.event, recorded.by) {
                last.insert(by, players);
            }
        }
        let is_open =
            |players: &[PlayerId]| players.iter().all(|player| self.entrant_of(*player).is_none());
        let open = last.into_iter().filter(move |(_, players)| is_open(players));
        open.map(|(by, players)| PartnerInvitation { by, players: players.clone() })
    }

    /// Returns the player who withdrew an entrant last.
    pub(crate) fn withdrawn_by(&self, id: EntrantId) -> Option<PlayerId> {
        let undone = self.undone_actions();
        let mut counted = self.log.iter().rev().filter(|it| !undone.contains(&it.action));
        let withdrew =
            counted.find(|it| matches!(it.event, Event::Withdrew { entrant } if entrant == id))?;
        withdrew.by
    }

    /// The stages that have started.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The pairings, in order of creation.
    pub fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.values()
    }

    /// The pairing with that number.
    #[must_use]
    pub fn pairing(&self, id: PairingId) -> Option<&Pairing> {
        self.pairings.get(&id)
    }

    /// The log, including undone events.
    #[must_use]
    pub fn log(&self) -> &[RecordedEvent] {
        &self.log
    }

    /// True if games are played at tables, because the variant has more than two
    /// teams.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        self.variant.is_free_for_all()
    }

    /// The number of players per entrant. Two in games of partners.
    #[must_use]
    pub fn team_size(&self) -> usize {
        self.variant.seats_of(Team::First).count()
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

    /// True if pairings of a stage wait for all entrants to be ready.
    #[must_use]
    pub fn requires_ready(&self, stage: usize) -> bool {
        let plan = &self.plan.stages[stage];
        plan.no_show_ms.is_some() || matches!(plan.start, StartPlan::Agreement {})
    }

    /// The stage to which byes apply: the current one, or the first.
    pub(crate) fn bye_stage(&self) -> usize {
        self.stages.len().saturating_sub(1)
    }

    /// The seeding by the director, the top seed first.
    #[must_use]
    pub fn seeded(&self) -> Option<&[EntrantId]> {
        self.seeded.as_deref()
    }

    /// The forbidden pairs.
    pub fn forbidden(&self) -> impl Iterator<Item = [EntrantId; 2]> {
        self.forbidden.iter().copied()
    }

    /// The fixed pairs of the next round, the first side first.
    #[must_use]
    pub fn fixed(&self) -> &[[EntrantId; 2]] {
        &self.fixed
    }

    /// The requested byes.
    pub fn requested_byes(&self) -> impl Iterator<Item = RequestedBye> {
        self.requested_byes.iter().map(|(&(stage, round, entrant), &worth)| RequestedBye {
            stage,
            round,
            entrant,
            worth,
        })
    }

    /// The entrants of a game of a pairing, by team. `first` has the first side.
    #[must_use]
    pub fn entrants_by_team(&self, pairing: PairingId, first: EntrantId) -> Vec<EntrantId> {
        let mut entrants = self.pairing(pairing).map(Pairing::entrants).unwrap_or_default();
        if entrants.first() != Some(&first) {
            entrants.reverse();
        }
        entrants
    }

    /// The seats of a game of a pairing. The players of an entrant are partners,
    /// in turn order.
    #[must_use]
    pub fn seats_of(&self, pairing: PairingId, first: EntrantId) -> Vec<(Seat, PlayerId)> {
        let entrants = self.entrants_by_team(pairing, first);
        let sitting = |seat: Seat| {
            let team = self.variant.team_of(seat);
            let place = self.variant.seats_of(team).position(|own| own == seat)?;
            let players = &self.entrant(*entrants.get(team.index())?)?.players;
            players.get(place).map(|player| (seat, *player))
        };
        self.variant.seats().filter_map(sitting).collect()
    }
}
