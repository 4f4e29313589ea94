//! Arena tournaments: late entries, waiting times, rematches.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

const HOUR: u64 = 3_600_000;
const WAVE: u64 = 5_000;

fn arena(length_ms: u64) -> TestTournament {
    TestTournament::new(plan(vec![stage(Format::Arena { length_ms, wave_ms: WAVE })]))
}

/// Statistics of a simulated arena.
#[derive(Default)]
struct ArenaStats {
    /// Waiting times before each game, in milliseconds.
    waits: Vec<u64>,
    games: BTreeMap<EntrantId, u32>,
    met: BTreeMap<[EntrantId; 2], u32>,
    in_a_row: u32,
    last: BTreeMap<EntrantId, EntrantId>,
}

impl ArenaStats {
    fn summary(&self) -> String {
        let mean = self.waits.iter().sum::<u64>() / self.waits.len() as u64;
        let mut sorted = self.waits.clone();
        sorted.sort_unstable();
        let (median, high) = (sorted[sorted.len() / 2], sorted[sorted.len() * 99 / 100]);
        let games = self.waits.len() / 2;
        let again: u32 = self.met.values().map(|times| times - 1).sum();
        let most = self.met.values().max().unwrap();
        format!(
            "{games} games; waiting: mean {mean} ms, median {median} ms, 99 % below {high} ms, \
             longest {} ms; {again} games between two who had met, at most {most} between two, \
             {} in a row",
            sorted[sorted.len() - 1],
            self.in_a_row
        )
    }
}

/// Simulates one hour with games of one to eight minutes.
fn simulate(players: u32) -> (TestTournament, ArenaStats) {
    let mut random = StdRng::seed_from_u64(u64::from(players));
    let mut tourney = arena(HOUR);
    tourney.fill(players);
    tourney.direct(Command::BeginStage);
    let begin = tourney.now;
    let mut stats = ArenaStats::default();
    let mut ends: BTreeMap<(Timestamp, PairingId), GameResult> = BTreeMap::new();
    let mut free: BTreeMap<EntrantId, Timestamp> =
        (1..=players).map(|id| (EntrantId(id), begin)).collect();
    loop {
        let game = ends.first_key_value().map(|((at, _), _)| *at);
        let due = tourney.tournament.next_due_at(tourney.now);
        let Some(next) = game.into_iter().chain(due).min() else { break };
        tourney.now = tourney.now.max(next);
        if game == Some(next) {
            let ((_, id), result) = ends.pop_first().unwrap();
            for entrant in tourney.tournament.pairing(id).unwrap().entrants() {
                free.insert(entrant, tourney.now);
            }
            tourney.end_game(id, 1, result);
            continue;
        }
        tourney.tick();
        let now = tourney.now;
        for due in tourney.tournament.due_games().collect::<Vec<_>>() {
            for (own, other) in [(due.first, due.second), (due.second, due.first)] {
                let since = free.remove(&own).expect("nobody plays two games at once");
                stats.waits.push(now.since(since).as_millis() as u64);
                *stats.games.entry(own).or_default() += 1;
                let was_last = stats.last.insert(own, other) == Some(other);
                stats.in_a_row += u32::from(was_last && own < other);
            }
            let both = [due.first.min(due.second), due.first.max(due.second)];
            *stats.met.entry(both).or_default() += 1;
            let result = match random.random_range(0..10) {
                0 => DRAW,
                luck if luck < 6 => by_strength(due.first, due.second),
                _ => by_strength(due.second, due.first),
            };
            let length = random.random_range(60_000..480_000);
            ends.insert((now + std::time::Duration::from_millis(length), due.pairing), result);
        }
        tourney.make_games();
    }
    (tourney, stats)
}

#[test]
#[expect(clippy::print_stdout, reason = "the stats of the simulation")]
fn an_arena_of_300_players_pairs_quickly_and_fairly() {
    let (tourney, stats) = simulate(300);
    println!("{}", stats.summary());
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended);
    assert!(stats.games.values().all(|games| *games > 5), "everybody plays on and on");
    assert_eq!(stats.in_a_row, 0, "there is somebody else");
    assert!(stats.met.values().all(|times| *times <= 4));
    // Free players are paired in one of the next waves.
    let late = stats.waits.iter().filter(|wait| **wait > 6 * WAVE).count();
    assert!(late * 50 < stats.waits.len(), "{late} of {} waited long", stats.waits.len());
    // Sides are shared out.
    for line in tourney.tournament.cross_table(0, 0) {
        let of = |side: usize| line.results.iter().map(|it| it.sides[side]).sum::<u32>();
        assert!(of(0).abs_diff(of(1)) <= 4, "{:?}: {} and {}", line.entrant, of(0), of(1));
    }
    let points: Vec<u32> = tourney.places(0, 0).iter().map(|it| it.2).collect();
    assert!(points.is_sorted_by(|a, b| a >= b));
}

#[test]
fn two_players_keep_meeting_when_nobody_else_is_free() {
    let (tourney, stats) = simulate(2);
    assert!(stats.games[&EntrantId(1)] >= 6);
    assert_eq!(stats.in_a_row, stats.games[&EntrantId(1)] - 1);
    tourney.check();
}

#[test]
fn arena_players_enter_late_withdraw_and_return() {
    let mut tourney = arena(HOUR);
    tourney.fill(2);
    tourney.direct(Command::BeginStage);
    let wave = |tourney: &mut TestTournament| {
        tourney.now = tourney.tournament.next_due_at(tourney.now).unwrap();
        tourney.tick();
        tourney.make_games();
    };
    wave(&mut tourney);
    assert_eq!(tourney.games().len(), 1);
    let players = vec![applicant(3, None)];
    tourney.ask(Some(player(3)), &Command::Enter { players, stage: 0 }).unwrap();
    let (one, three) = (EntrantId(1), EntrantId(3));
    tourney.ask(Some(player(1)), &Command::Withdraw { entrant: one }).unwrap();
    let (id, _) = tourney.games()[0];
    assert!(tourney.tournament.pairing(id).unwrap().forfeited.is_empty(), "it is played on");
    tourney.end_game(id, 1, FIRST);
    wave(&mut tourney);
    let both = tourney.tournament.pairings().last().unwrap().entrants();
    assert!(both.contains(&three) && !both.contains(&one));
    let not_yours = tourney.ask(Some(player(2)), &Command::Return { entrant: one });
    assert_eq!(not_yours, Err(Refusal::NotYours));
    tourney.ask(Some(player(1)), &Command::Return { entrant: one }).unwrap();
    let (id, _) = tourney.games()[0];
    tourney.end_game(id, 1, DRAW);
    tourney.direct(Command::Forbid { pair: [three, one] });
    wave(&mut tourney);
    assert_ne!(tourney.tournament.pairings().last().unwrap().sides().map(|it| it.0), [1, 3]);
    tourney.now = Timestamp(tourney.now.0 + HOUR as i64);
    let late = vec![applicant(4, None)];
    let late = tourney.ask(Some(player(4)), &Command::Enter { players: late, stage: 0 });
    assert_eq!(late, Err(Refusal::TooLate));
    tourney.check();
}

#[test]
fn a_forfeit_ends_a_streak_at_its_place() {
    let mut tourney = arena(HOUR);
    tourney.fill(2);
    tourney.direct(Command::BeginStage);
    let one = EntrantId(1);
    for is_played in [true, true, false, true] {
        while tourney.tournament.pairings().all(|it| tourney.tournament.is_decided(it)) {
            tourney.now = tourney.tournament.next_due_at(tourney.now).unwrap();
            tourney.tick();
        }
        let pair = tourney.tournament.pairings().last().unwrap().pair.clone();
        if is_played {
            tourney.make_games();
            tourney.end_game(pair.id, 1, if pair.first == one { FIRST } else { SECOND });
        } else {
            let losers = vec![pair.first, pair.second];
            tourney.direct(Command::Forfeit { pairing: pair.id, losers });
        }
    }
    let points: Vec<u32> = tourney.places(0, 0).iter().map(|it| it.2).collect();
    assert_eq!(points, [6, 0]);
}

/// An arena of a game in which each of four plays for himself.
fn arena_of_tables(players: u32, length_ms: u64) -> TestTournament {
    let stages = vec![stage(Format::Arena { length_ms, wave_ms: WAVE })];
    let mut tourney = TestTournament::new(super::table_tournaments::singles(stages));
    tourney.fill(players);
    tourney.direct(Command::BeginStage);
    tourney
}

fn placed(places: [u8; 4]) -> GameResult {
    GameResult::Placed { places: Places::try_from(places.to_vec()).unwrap() }
}

/// Advances to the next wave.
fn wave(tourney: &mut TestTournament) {
    tourney.now = tourney.tournament.next_due_at(tourney.now).unwrap();
    tourney.tick();
    tourney.make_games();
}

#[test]
fn an_arena_of_tables_seats_four_and_scores_by_place_without_streaks() {
    let mut tourney = arena_of_tables(4, HOUR);
    let mut expected: BTreeMap<EntrantId, u32> = BTreeMap::new();
    let mut waves = 0;
    for _ in 0..4 {
        while tourney.games().is_empty() {
            wave(&mut tourney);
            waves += 1;
        }
        let (id, game) = tourney.games().remove(0);
        let table = tourney.tournament.pairing(id).unwrap().entrants();
        assert_eq!(table.len(), 4);
        // The entrant with the lowest number wins every game.
        let place = |own: &EntrantId| table.iter().filter(|it| *it <= own).count() as u8;
        let places: Vec<u8> = table.iter().map(place).collect();
        for (entrant, place) in table.iter().zip(&places) {
            *expected.entry(*entrant).or_default() += 2 * (4 - u32::from(*place));
        }
        tourney.end_game(id, game.number, placed(places.try_into().unwrap()));
    }
    assert!(waves >= 4 + 3 * crate::arena::REMATCH_WAIT - 3, "the same four wait: {waves}");
    let points: BTreeMap<EntrantId, u32> =
        tourney.places(0, 0).iter().map(|it| (EntrantId(it.1), it.2)).collect();
    assert_eq!(points, expected);
    assert_eq!(points[&EntrantId(1)], 24, "no game counts twice");
    let why = tourney.tournament.explain_pairing(0, 2, EntrantId(2)).unwrap();
    assert_eq!(why.algorithm, "arena-tables/1");
    let shared = PairingReason::SharedTable { lowest: 0, highest: 6, met: 3 };
    assert_eq!(why.reasons, [shared]);
    tourney.check();
}

#[test]
fn an_arena_of_tables_lets_nobody_wait_long_and_mixes_the_tables() {
    let players = 42;
    let mut tourney = arena_of_tables(players, HOUR);
    let mut random = StdRng::seed_from_u64(42);
    let mut ends: BTreeMap<(Timestamp, PairingId), GameResult> = BTreeMap::new();
    let begin = tourney.now;
    let mut free: BTreeMap<EntrantId, Timestamp> =
        (1..=players).map(|id| (EntrantId(id), begin)).collect();
    let (mut waits, mut games) = (Vec::new(), BTreeMap::<EntrantId, u32>::new());
    let mut last: BTreeMap<EntrantId, Vec<EntrantId>> = BTreeMap::new();
    loop {
        let game = ends.first_key_value().map(|((at, _), _)| *at);
        let due = tourney.tournament.next_due_at(tourney.now);
        let Some(next) = game.into_iter().chain(due).min() else { break };
        tourney.now = tourney.now.max(next);
        if game == Some(next) {
            let ((_, id), result) = ends.pop_first().unwrap();
            for entrant in tourney.tournament.pairing(id).unwrap().entrants() {
                free.insert(entrant, tourney.now);
            }
            tourney.end_game(id, 1, result);
            continue;
        }
        tourney.tick();
        for due in tourney.tournament.due_games().collect::<Vec<_>>() {
            let mut table = tourney.tournament.pairing(due.pairing).unwrap().entrants();
            for entrant in &table {
                let since = free.remove(entrant).expect("nobody plays two games at once");
                waits.push(tourney.now.since(since).as_millis() as u64);
                *games.entry(*entrant).or_default() += 1;
            }
            table.sort_unstable();
            for entrant in &table {
                let before = last.insert(*entrant, table.clone());
                assert_ne!(before.as_ref(), Some(&table), "there are others");
            }
            let mut places = [1, 2, 3, 4];
            places.rotate_left(random.random_range(0..4));
            let length = random.random_range(120_000..480_000);
            let at = tourney.now + std::time::Duration::from_millis(length);
            ends.insert((at, due.pairing), placed(places));
        }
        tourney.make_games();
    }
    assert_eq!(tourney.tournament.status(), TournamentStatus::Ended);
    assert!(games.len() == 42 && games.values().all(|games| *games >= 6), "{games:?}");
    // Two of forty-two are left over at first. They sit at the first table that ends.
    assert!(waits.iter().all(|wait| *wait <= 180_000), "{:?}", waits.iter().max());
    tourney.check();
}

#[test]
fn players_of_tables_enter_late_withdraw_and_miss_their_game() {
    let mut tourney = arena_of_tables(7, HOUR);
    wave(&mut tourney);
    assert_eq!(tourney.games().len(), 1, "three wait for a fourth");
    let players = vec![applicant(8, None)];
    tourney.ask(Some(player(8)), &Command::Enter { players, stage: 0 }).unwrap();
    wave(&mut tourney);
    assert_eq!(tourney.games().len(), 2);
    let (id, _) = tourney.games()[0];
    let gone = tourney.tournament.pairing(id).unwrap().entrants()[2];
    tourney.direct(Command::Withdraw { entrant: gone });
    assert!(tourney.tournament.pairing(id).unwrap().forfeited.is_empty(), "it is played on");
    let absent = chivalry_rules::Team::Third;
    tourney.end_game(id, 1, GameResult::Forfeit { absent });
    let card = tourney.tournament.cross_table(0, 0);
    let of = |id: EntrantId| card.iter().find(|it| it.entrant == id).unwrap().points();
    let table = tourney.tournament.pairing(id).unwrap().entrants();
    let points: Vec<u32> = table.iter().map(|id| of(*id)).collect();
    assert_eq!(points, [4, 4, 0, 4], "the others share the first place");
    let (id, _) = tourney.games()[0];
    tourney.end_game(id, 1, placed([1, 2, 3, 4]));
    wave(&mut tourney);
    let (id, _) = tourney.games()[0];
    assert!(!tourney.tournament.pairing(id).unwrap().entrants().contains(&gone));
    tourney.check();
}
