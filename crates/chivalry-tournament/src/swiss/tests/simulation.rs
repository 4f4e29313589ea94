//! Simulation of a random Swiss tournament.

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

pub(super) struct Simulation {
    /// The share of draws.
    pub(super) draws: f64,
    /// The share of players who miss a round.
    pub(super) absences: f64,
    /// The share of games that end by forfeit.
    pub(super) forfeits: f64,
    /// True if the second player loses at two tables of three, and the first at
    /// the others. Floats then depend on the order of the players.
    pub(super) loses_by_table: bool,
    edition: Edition,
    random: StdRng,
    round: u16,
    rounds: u16,
    initial: Team,
    players: Vec<SwissPlayer>,
    away: Vec<EntrantId>,
    forbidden: Vec<(EntrantId, EntrantId)>,
    withdrawn: Vec<EntrantId>,
}

impl Simulation {
    pub(super) fn new(
        edition: Edition,
        players: u32,
        rounds: u16,
        mut random: StdRng,
    ) -> Simulation {
        let initial = if random.random() { Team::First } else { Team::Second };
        let contender =
            |number| SwissPlayer { id: EntrantId(number), number, points: 0, past: Vec::new() };
        let mut any = || EntrantId(random.random_range(1..=players));
        let forbidden = (0..players / 10).map(|_| (any(), any())).collect();
        Simulation {
            draws: 0.25,
            absences: 0.03,
            forfeits: 0.02,
            loses_by_table: false,
            edition,
            random: StdRng::seed_from_u64(random.random()),
            round: 0,
            rounds,
            initial,
            players: (1..=players).map(contender).collect(),
            away: Vec::new(),
            forbidden,
            withdrawn: Vec::new(),
        }
    }

    /// Divides the players into clubs, whose members do not meet.
    pub(super) fn divide_into_clubs(&mut self, clubs: u32) {
        let count = self.players.len() as u32;
        for a in 1..=count {
            let others = (a + 1..=count).filter(|b| a % clubs == b % clubs);
            self.forbidden.extend(others.map(|b| (EntrantId(a), EntrantId(b))));
        }
    }

    /// Returns the input of the next round, after random withdrawals and
    /// absences.
    pub(super) fn input(&mut self) -> Option<SwissInput> {
        if self.round == self.rounds {
            return None;
        }
        self.round += 1;
        for player in &self.players {
            let is_gone = self.withdrawn.contains(&player.id);
            if !is_gone && self.random.random_bool(0.01) {
                self.withdrawn.push(player.id);
            }
        }
        let (random, absences) = (&mut self.random, self.absences);
        let misses = |player: &&SwissPlayer| {
            self.withdrawn.contains(&player.id) || random.random_bool(absences)
        };
        self.away = self.players.iter().filter(misses).map(|player| player.id).collect();
        let is_there = |player: &&SwissPlayer| !self.away.contains(&player.id);
        Some(SwissInput {
            edition: self.edition,
            round: self.round,
            rounds: self.rounds,
            win: 2,
            initial: self.initial,
            players: self.players.iter().filter(is_there).cloned().collect(),
            forbidden: self.forbidden.clone(),
        })
    }

    pub(super) fn play(&mut self, round: &SwissRound) {
        let before: Vec<u32> = self.players.iter().map(|player| player.points).collect();
        let points = |id: EntrantId| before[id.0 as usize - 1];
        for (table, pair) in round.pairs.iter().enumerate() {
            let forfeit = self.random.random_bool(self.forfeits);
            let strength = f64::from(pair.second.0) / f64::from(pair.first.0 + pair.second.0);
            let first = match self.random.random::<f64>() {
                _ if self.loses_by_table => 2 * u32::from(table % 3 != 0),
                luck if luck < self.draws && !forfeit => 1,
                luck if luck < self.draws + (1.0 - self.draws) * strength => 2,
                _ => 0,
            };
            let sides = [
                (pair.first, pair.second, Team::First, first),
                (pair.second, pair.first, Team::Second, 2 - first),
            ];
            for (id, opponent, side, won) in sides {
                let float = match points(id).cmp(&points(opponent)) {
                    _ if forfeit => self.unplayed(won),
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                };
                let player = &mut self.players[id.0 as usize - 1];
                player.points += won;
                player.past.push(PastRound {
                    opponent: Some(opponent),
                    side: (!forfeit).then_some(side),
                    float,
                    had_bye: forfeit && won == 2,
                });
            }
        }
        for at in 0..self.players.len() {
            let player = &self.players[at];
            if player.past.len() < usize::from(self.round) {
                let had_bye = round.bye == Some(player.id);
                let requested = u32::from(!had_bye && !self.withdrawn.contains(&player.id));
                let won = if had_bye { 2 } else { requested };
                let float = self.unplayed(won);
                let player = &mut self.players[at];
                player.points += won;
                player.past.push(PastRound { opponent: None, side: None, float, had_bye });
            }
        }
    }
    fn unplayed(&self, half_points: u32) -> Float {
        match self.edition {
            Edition::Fide2026 if half_points == 0 => Float::None,
            Edition::Fide2017 | Edition::Fide2026 => Float::Down,
        }
    }
}
