//! The pairing at tables against a checker and an exhaustive search, which share no code
//! with it.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::*;
use crate::tables::{TablePlayer, TablesInput, TablesRound};

/// A player as the checker knows it.
#[derive(Default)]
struct Known {
    points: u32,
    seats: Vec<u32>,
    byes: u32,
}

/// A field of players and its past rounds.
struct Field {
    seats: usize,
    players: BTreeMap<u32, Known>,
    meetings: BTreeMap<(u32, u32), i64>,
    random: StdRng,
}

impl Field {
    fn new(players: u32, seats: usize, seed: u64) -> Field {
        let known = |id| (id, Known { seats: vec![0; seats], ..Known::default() });
        Field {
            seats,
            players: (1..=players).map(known).collect(),
            meetings: BTreeMap::new(),
            random: StdRng::seed_from_u64(seed),
        }
    }

    fn met(&self, a: u32, b: u32) -> i64 {
        self.meetings.get(&(a.min(b), a.max(b))).copied().unwrap_or(0)
    }

    fn input(&self) -> TablesInput {
        let player = |(id, known): (&u32, &Known)| {
            let others = self.players.keys().filter(|other| *other != id);
            let met =
                others.flat_map(|other| vec![EntrantId(*other); self.met(*id, *other) as usize]);
            TablePlayer {
                id: EntrantId(*id),
                number: *id,
                points: known.points,
                met: met.collect(),
                seats: known.seats.clone(),
                had_bye: known.byes > 0,
            }
        };
        let players = self.players.iter().map(player).collect();
        TablesInput { seats: self.seats, players, forbidden: Vec::new() }
    }

    /// Repeated meetings and squared differences of a table, by the rules.
    fn cost(&self, table: &[u32]) -> (i64, i64) {
        let (mut repeats, mut apart) = (0, 0);
        for (at, a) in table.iter().enumerate() {
            for b in &table[at + 1..] {
                repeats += self.met(*a, *b).pow(2);
                let difference = self.players[a].points.abs_diff(self.players[b].points);
                apart += i64::from(difference).pow(2);
            }
        }
        (repeats, apart)
    }

    fn cost_of_all(&self, tables: &[Vec<u32>]) -> (i64, i64) {
        let costs = tables.iter().map(|table| self.cost(table));
        costs.fold((0, 0), |sum, cost| (sum.0 + cost.0, sum.1 + cost.1))
    }

    /// Everybody is in the round once, tables are full, and the byes go to the lowest of those
    /// with the fewest.
    fn check(&self, round: &TablesRound) {
        assert!(round.tables.iter().all(|table| table.len() == self.seats));
        assert_eq!(round.byes.len(), self.players.len() % self.seats);
        let mut seen = BTreeSet::new();
        let all = round.tables.iter().flatten().chain(&round.byes);
        assert!(all.into_iter().all(|id| self.players.contains_key(&id.0) && seen.insert(*id)));
        assert_eq!(seen.len(), self.players.len());
        for bye in &round.byes {
            let left_out = &self.players[&bye.0];
            for id in round.tables.iter().flatten() {
                let seated = &self.players[&id.0];
                let is_later = left_out.byes > 0 && seated.byes == 0;
                assert!(!is_later, "{bye:?} has a second bye before {id:?}");
                let is_equal = (left_out.byes > 0) == (seated.byes > 0);
                assert!(!is_equal || left_out.points <= seated.points, "{bye:?} and {id:?}");
            }
        }
    }

    /// Adds a round with random results.
    fn play(&mut self, round: &TablesRound) {
        for table in &round.tables {
            for (seat, id) in table.iter().enumerate() {
                let known = self.players.get_mut(&id.0).unwrap();
                known.seats[seat] += 1;
                known.points += 2 * self.random.random_range(0..self.seats as u32);
                for other in table.iter().filter(|other| id < other) {
                    *self.meetings.entry((id.0, other.0)).or_default() += 1;
                }
            }
        }
        for id in &round.byes {
            let known = self.players.get_mut(&id.0).unwrap();
            known.byes += 1;
            known.points += 2 * (self.seats as u32 - 1);
        }
    }

    /// The lowest cost of all partitions of `left` into tables.
    fn exhaustive(&self, left: &[u32]) -> (i64, i64) {
        let Some((first, rest)) = left.split_first() else { return (0, 0) };
        let mut best = (i64::MAX, i64::MAX);
        for chosen in 0_u32..1 << rest.len() {
            if chosen.count_ones() as usize != self.seats - 1 {
                continue;
            }
            let is_in = |at: usize| chosen >> at & 1 == 1;
            let companions = (0..rest.len()).filter(|at| is_in(*at)).map(|at| rest[at]);
            let table: Vec<u32> = std::iter::once(*first).chain(companions).collect();
            let others: Vec<u32> =
                (0..rest.len()).filter(|at| !is_in(*at)).map(|at| rest[at]).collect();
            let (own, below) = (self.cost(&table), self.exhaustive(&others));
            best = best.min((own.0 + below.0, own.1 + below.1));
        }
        best
    }

    /// The fewest repeated meetings that a search finds which fills table by table with whoever
    /// has met nobody of it, in random orders.
    fn fewest_repeats(&mut self, players: &[u32]) -> i64 {
        let mut fewest = i64::MAX;
        for _ in 0..100 {
            let mut left = players.to_vec();
            left.shuffle(&mut self.random);
            let mut repeats = 0;
            while let Some(first) = left.pop() {
                let mut table = vec![first];
                while table.len() < self.seats {
                    let met = |id: u32| {
                        table.iter().map(|other| self.met(id, *other).pow(2)).sum::<i64>()
                    };
                    let next = (0..left.len()).min_by_key(|at| met(left[*at])).unwrap();
                    repeats += met(left[next]);
                    table.push(left.remove(next));
                }
            }
            fewest = fewest.min(repeats);
        }
        fewest
    }
}

fn ids(table: &[EntrantId]) -> Vec<u32> {
    table.iter().map(|id| id.0).collect()
}

/// Rounds whose pairings are checked.
const ROUNDS: u64 = 7;

fn check_field(players: u32, seats: usize) {
    let mut field = Field::new(players, seats, u64::from(players));
    for round in 0..ROUNDS {
        let paired = tables::pair(&field.input(), round).unwrap();
        assert_eq!(paired, tables::pair(&field.input(), round).unwrap());
        field.check(&paired);
        let tables: Vec<Vec<u32>> = paired.tables.iter().map(|table| ids(table)).collect();
        let seated: Vec<u32> = tables.iter().flatten().copied().collect();
        let cost = field.cost_of_all(&tables);
        if seated.len() <= 12 {
            let least = field.exhaustive(&seated);
            assert_eq!(cost, least, "{players} players at {seats} seats, round {round}");
        } else {
            let fewest = field.fewest_repeats(&seated);
            assert!(cost.0 <= fewest, "{players} at {seats}, round {round}: {cost:?}, {fewest}");
        }
        field.play(&paired);
    }
    for (id, known) in &field.players {
        let (least, most) = (known.seats.iter().min().unwrap(), known.seats.iter().max().unwrap());
        assert!(most - least <= 2, "{players} players: {id} had the seats {:?}", known.seats);
    }
}

#[test]
fn small_fields_have_the_best_partition() {
    for players in 4..=15 {
        check_field(players, 4);
    }
    for players in 3..=14 {
        check_field(players, 3);
    }
}

#[test]
fn larger_fields_repeat_no_more_meetings_than_a_simple_search() {
    for players in (16..=32).chain([40, 61, 99, 200]) {
        check_field(players, 4);
    }
    for players in [16, 21, 40] {
        check_field(players, 3);
    }
}

#[test]
fn seats_are_distributed_evenly() {
    let mut field = Field::new(32, 4, 5);
    for round in 0..12 {
        let paired = tables::pair(&field.input(), round).unwrap();
        field.play(&paired);
    }
    let spread =
        |known: &Known| known.seats.iter().max().unwrap() - known.seats.iter().min().unwrap();
    let spreads: Vec<u32> = field.players.values().map(spread).collect();
    assert!(spreads.iter().all(|spread| *spread <= 2), "{spreads:?}");
    let mean = f64::from(spreads.iter().sum::<u32>()) / spreads.len() as f64;
    assert!(mean <= 1.0, "{mean}: {spreads:?}");
}

#[test]
fn players_who_fill_no_table_have_byes() {
    for players in 0..4 {
        let field = Field::new(players, 4, 0);
        let paired = tables::pair(&field.input(), 0).unwrap();
        field.check(&paired);
        assert_eq!((paired.tables.len(), paired.byes.len()), (0, players as usize));
    }
}
