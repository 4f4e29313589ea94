//! Inputs of the pairing algorithms, computed from the state of a stage.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use chivalry_play::clock::Timestamp;

use crate::formats::arena::{ArenaInput, RECENT_OPPONENTS, WaitingPlayer};
use crate::formats::arena_tables::{ArenaTablesInput, WaitingAtTables};
use crate::formats::tables::{TablePlayer, TablesInput};
use crate::ids::EntrantId;
use crate::pairing::input::PairingInput;
use crate::plan::stage_plan::Format;
use crate::standings::cross_table::Scorecard;
use crate::standings::round_result::{RoundResult, RoundResultKind};
use crate::swiss::{SwissInput, SwissPlayer};
use crate::tournament::state::Tournament;

impl Tournament {
    pub(super) fn is_withdrawn(&self, id: EntrantId) -> bool {
        self.entrant(id).is_none_or(|entrant| entrant.withdrawn)
    }

    pub(super) fn pairing_input(
        &self,
        stage: usize,
        next: u16,
        now: Timestamp,
    ) -> Option<PairingInput> {
        let groups = &self.stages[stage].groups;
        Some(match self.format(stage) {
            Format::RoundRobin { double, .. } => {
                PairingInput::RoundRobin { round: next, double, groups: groups.clone() }
            }
            Format::Swiss { .. } if self.has_tables() => {
                PairingInput::Tables { input: self.tables_input(stage, next) }
            }
            Format::Swiss { rounds } => self.swiss_input(stage, next, rounds),
            Format::Knockout { .. } => {
                PairingInput::Knockout { input: self.knockout_input(stage)? }
            }
            Format::Arena { wave_ms, .. } if self.has_tables() => {
                PairingInput::ArenaTables { input: self.arena_tables_input(stage, wave_ms, now) }
            }
            Format::Arena { wave_ms, .. } => {
                PairingInput::Arena { input: self.arena_input(stage, wave_ms, now) }
            }
        })
    }

    pub(super) fn swiss_input(&self, stage: usize, round: u16, rounds: u16) -> PairingInput {
        let cards = self.cross_table(stage, 0);
        let rests = |id: EntrantId| self.requested_byes.contains_key(&(stage, round, id));
        // After an undo, a pair may have been fixed for another round than this one.
        let is_away = |id: &EntrantId| self.is_withdrawn(*id) || rests(*id);
        let fixed: Vec<[EntrantId; 2]> =
            self.fixed.iter().filter(|pair| !pair.iter().any(is_away)).copied().collect();
        let busy: BTreeSet<EntrantId> = fixed.iter().flatten().copied().collect();
        let mut players = Vec::new();
        for (number, (card, past)) in (1..).zip(cards.iter().zip(self.past_rounds(&cards))) {
            let id = card.entrant;
            if !busy.contains(&id) && !is_away(&id) {
                players.push(SwissPlayer { id, number, points: card.points(), past });
            }
        }
        let initial = self.initial_color(stage);
        let win = self.plan.stages[stage].scoring.win;
        let forbidden = self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect();
        let edition = self.plan.edition;
        let input = SwissInput { edition, round, rounds, win, initial, players, forbidden };
        PairingInput::Swiss { input, fixed }
    }

    fn tables_input(&self, stage: usize, round: u16) -> TablesInput {
        let seats = self.variant.team_count();
        let rests = |id: EntrantId| self.requested_byes.contains_key(&(stage, round, id));
        let player = |(number, card): (u32, &Scorecard)| {
            let id = card.entrant;
            if self.is_withdrawn(id) || rests(id) {
                return None;
            }
            let is_played = |result: &&RoundResult| result.kind == RoundResultKind::Played;
            let games = || card.results.iter().filter(is_played).filter_map(|it| it.table.as_ref());
            let on_seat = |seat| games().filter(|game| game.seat == seat).count() as u32;
            Some(TablePlayer {
                id,
                number,
                points: card.points(),
                met: games().flat_map(|game| game.opponents.iter().copied()).collect(),
                seats: (0..seats).map(on_seat).collect(),
                had_bye: card.results.iter().any(|result| result.kind.excludes_bye()),
            })
        };
        TablesInput {
            seats,
            players: (1..).zip(&self.cross_table(stage, 0)).filter_map(player).collect(),
            forbidden: self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect(),
        }
    }

    pub(super) fn arena_input(&self, stage: usize, wave_ms: u64, now: Timestamp) -> ArenaInput {
        let cards = self.arena_cards(stage);
        let waiter = |Waiting { place, card, waited }: Waiting<'_>| {
            let results = || card.results.iter();
            let sides = results().map(|it| it.sides);
            let recent = results().rev().filter_map(|it| it.opponent).take(RECENT_OPPONENTS);
            WaitingPlayer {
                id: card.entrant,
                place,
                waited,
                recent: recent.collect(),
                difference: sides.map(|[first, second]| first as i32 - second as i32).sum(),
                last_side: results().rev().find_map(|it| it.side),
            }
        };
        ArenaInput {
            waiting: self.waiting(&cards, stage, wave_ms, now).map(waiter).collect(),
            forbidden: self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect(),
        }
    }

    fn arena_tables_input(&self, stage: usize, wave_ms: u64, now: Timestamp) -> ArenaTablesInput {
        let cards = self.arena_cards(stage);
        let seats = self.variant.team_count();
        let waiter = |Waiting { place, card, waited }: Waiting<'_>| {
            let is_played = |result: &&RoundResult| result.kind == RoundResultKind::Played;
            let games = || card.results.iter().filter(is_played).filter_map(|it| it.table.as_ref());
            let on_seat = |seat| games().filter(|game| game.seat == seat).count() as u32;
            let tables = card.results.iter().rev().filter_map(|it| it.table.as_ref());
            WaitingAtTables {
                id: card.entrant,
                place,
                points: card.points(),
                waited,
                recent: tables.map(|it| it.opponents.clone()).take(RECENT_OPPONENTS).collect(),
                seats: (0..seats).map(on_seat).collect(),
            }
        };
        ArenaTablesInput {
            seats,
            waiting: self.waiting(&cards, stage, wave_ms, now).map(waiter).collect(),
            forbidden: self.forbidden.iter().map(|pair| (pair[0], pair[1])).collect(),
        }
    }

    /// The results of an arena, the highest score first.
    fn arena_cards(&self, stage: usize) -> Vec<Scorecard> {
        let mut cards = self.cross_table(stage, 0);
        cards.sort_by_key(|card| Reverse(card.points()));
        cards
    }

    /// Returns the players who wait for a game of an arena, by their places.
    fn waiting<'c>(
        &self,
        cards: &'c [Scorecard],
        stage: usize,
        wave_ms: u64,
        now: Timestamp,
    ) -> impl Iterator<Item = Waiting<'c>> {
        let busy: BTreeSet<EntrantId> = self
            .pairings
            .values()
            .filter(|pairing| !self.is_decided(pairing))
            .flat_map(|pairing| pairing.entrants())
            .collect();
        let began_at = self.stages[stage].began_at;
        (1..).zip(cards).filter_map(move |(place, card)| {
            let entrant = self.entrant(card.entrant)?;
            if entrant.withdrawn || busy.contains(&card.entrant) {
                return None;
            }
            let last = card.results.iter().filter_map(|it| self.pairing(it.pairing?));
            let free_at = last.map(|pairing| pairing.changed_at).max().unwrap_or(began_at);
            let since = free_at.max(entrant.present_since).max(began_at);
            let waited = (now.since(since).as_millis() as u64 / wave_ms) as u32;
            Some(Waiting { place, card, waited })
        })
    }
}

/// A player who waits for a game of an arena.
struct Waiting<'c> {
    /// The place in the standings, from 1.
    place: u32,
    card: &'c Scorecard,
    /// Number of waves that the player has waited.
    waited: u32,
}
