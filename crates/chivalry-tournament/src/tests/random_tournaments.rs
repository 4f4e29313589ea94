//! Random tournaments with random commands of players and directors.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

fn any_plan(random: &mut StdRng) -> TournamentPlan {
    let format = match random.random_range(0..7) {
        0 => Format::RoundRobin { groups: random.random_range(1..=2), double: random.random() },
        1..=3 => Format::Swiss { rounds: random.random_range(2..=4) },
        4 => Format::Knockout { double: true, third_place: false },
        5 => Format::Knockout { double: false, third_place: true },
        _ => Format::Arena { length_ms: 900_000, wave_ms: 5_000 },
    };
    // Half of them are tournaments of tables.
    let is_table = matches!(format, Format::Swiss { .. }) && random.random();
    let needs_winner = matches!(format, Format::Knockout { .. });
    let is_arena = matches!(format, Format::Arena { .. });
    let decider = if needs_winner { SeriesTieBreak::Replay {} } else { SeriesTieBreak::Drawn {} };
    let best_of = if is_arena { 1 } else { random.random_range(1..=3) };
    let series = SeriesPlan { best_of, decider, ..SeriesPlan::one_game() };
    let start =
        [StartPlan::Director {}, StartPlan::Clock { pause_ms: 1_000 }, StartPlan::Agreement {}];
    let start = if is_arena { StartPlan::Director {} } else { *start.choose(random).unwrap() };
    let no_show_ms = random.random_bool(0.3).then_some(60_000);
    let tie_breaks = TieBreak::ALL.to_vec();
    let first = StagePlan { series, start, no_show_ms, tie_breaks, ..stage(format) };
    let last = StagePlan { best_of_each_group: 2, ..knockout(false) };
    let stages = if random.random() { vec![first, last] } else { vec![first] };
    let late = Some(LateEntry { until_round: 2, worth: ByeWorth::Half });
    if is_table {
        let first = StagePlan {
            series: SeriesPlan::one_game(),
            tie_breaks: TieBreak::OF_TABLES.to_vec(),
            ..stages[0].clone()
        };
        return TournamentPlan { late, ..table_tournaments::singles(vec![first]) };
    }
    let edition = Edition::ALL[random.random_range(0..2)];
    TournamentPlan { late, edition, ..plan(stages) }
}

fn any_command(tourney: &TestTournament, random: &mut StdRng) -> Command {
    let count = tourney.tournament.entrants().len() as u32;
    let mut any = || EntrantId(random.random_range(1..=count + 1));
    let (entrant, other) = (any(), any());
    let pairing =
        PairingId(random.random_range(1..=tourney.tournament.pairings().count() as u32 + 1));
    let others = [GameResult::Void {}, GameResult::BothAbsent {}];
    let result =
        *[any_result(tourney, pairing, random), others[0], others[1]].choose(random).unwrap();
    match random.random_range(0..18) {
        0 => Command::Withdraw { entrant },
        1 => Command::Return { entrant },
        2 => Command::TakeBye { entrant, round: random.random_range(1..4), worth: None },
        3 => Command::Forbid { pair: [entrant, other] },
        4 => Command::Allow { pair: [entrant, other] },
        5 => Command::Fix { pair: [entrant, other] },
        6 => Command::Correct { pairing, number: 1, result, take_back: random.random() },
        7 => Command::Undo { action: random.random_range(1..=tourney.tournament.v()) },
        8 => Command::Forfeit { pairing, losers: vec![entrant] },
        9 => Command::Enter { players: vec![applicant(count + 1, None)], stage: 0 },
        10 => Command::BeginStage,
        11 | 12 => Command::Pair,
        13 | 14 => Command::BeginRound,
        15 => Command::Ready { pairing, entrant },
        16 => {
            let number = random.random_range(1..3);
            Command::Report { pairing, number, result, stats: GameStats::default() }
        }
        _ => Command::End,
    }
}

fn any_result(tourney: &TestTournament, pairing: PairingId, random: &mut StdRng) -> GameResult {
    let places = [[1, 2, 3, 4], [4, 1, 1, 3], [3, 1, 4, 1]].choose(random).unwrap();
    let placed = GameResult::Placed { places: Places::try_from(places.to_vec()).unwrap() };
    match tourney.tournament.pairing(pairing) {
        Some(pairing) if pairing.is_table() => placed,
        _ => *[FIRST, SECOND, DRAW].choose(random).unwrap(),
    }
}

/// Checks the invariants.
fn check(tourney: &TestTournament) {
    for stage in tourney.tournament.stages() {
        for round in &stage.rounds {
            let mut seen = BTreeSet::new();
            let paired = round.pairings.iter();
            let paired = paired.flat_map(|id| tourney.tournament.pairing(*id).unwrap().entrants());
            for id in paired.chain(round.byes.iter().map(|bye| bye.entrant)) {
                assert!(seen.insert(id), "{id:?} twice in round {}", round.number);
            }
        }
    }
    for pairing in tourney.tournament.pairings() {
        let open = pairing.games.iter().filter(|game| game.end.is_none()).count();
        assert!(open <= 1, "two games at once");
    }
    for stage in 0..tourney.tournament.stages().len() {
        for group in 0..tourney.tournament.stages()[stage].groups.len() {
            let standings = tourney.tournament.standings(stage, group);
            assert_eq!(standings.len(), tourney.tournament.stages()[stage].groups[group].len());
            assert!(standings.is_sorted_by_key(|it| it.place));
        }
    }
}

#[test]
fn random_commands_keep_the_invariants_and_the_log_is_complete() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..150 {
        let mut random = StdRng::seed_from_u64(seed);
        let any = any_plan(&mut random);
        any.check().unwrap();
        let mut tourney = TestTournament::seeded(any, seed);
        tourney.fill(random.random_range(2..=9));
        for _ in 0..60 {
            tourney.now = Timestamp(tourney.now.0 + random.random_range(0..20_000));
            let command = any_command(&tourney, &mut random);
            match tourney.ask(Some(DIRECTOR), &command) {
                Ok(_) => accepted += 1,
                Err(_) => refused += 1,
            }
            // A tick that needs a director has no effect.
            let _ = tourney.ask(None, &Command::Tick);
            tourney.make_games();
            if random.random_bool(0.7)
                && let Some((id, game)) = tourney.games().choose(&mut random).cloned()
            {
                let result = any_result(&tourney, id, &mut random);
                tourney.end_game(id, game.number, result);
            }
            check(&tourney);
        }
        tourney.check();
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn pairings_are_reproducible() {
    let run = || {
        let mut tourney = TestTournament::new(plan(vec![stage(Format::Swiss { rounds: 5 })]));
        tourney.fill(23);
        tourney.direct(Command::BeginStage);
        for _ in 0..5 {
            tourney.play_round(|first, second| {
                if (first.0 + second.0).is_multiple_of(3) {
                    DRAW
                } else {
                    by_strength(first, second)
                }
            });
        }
        let events = tourney.tournament.log().iter();
        events.map(|it| serde_json::to_string(&it.event).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

/// A Camelot position with two Men per side.
const TWO_EACH: &str = "2/8/10/12/12/12/12/3bb7/12/12/3ww7/12/12/10/8/2 w 0,0";

#[test]
fn plan_errors_name_the_field() {
    let swiss = |rounds| stage(Format::Swiss { rounds });
    let message = |plan: TournamentPlan| plan.check().unwrap_err().to_string();
    let odd = SeriesPlan { draws_count: false, best_of: 4, ..SeriesPlan::one_game() };
    let cases = [
        (TournamentPlan { name: String::new(), ..plan(vec![swiss(3)]) }, "name must have"),
        (TournamentPlan { variant: "chess".to_owned(), ..plan(vec![swiss(3)]) }, "variant: chess"),
        (
            TournamentPlan { position: Some("1/2 w".to_owned()), ..plan(vec![swiss(3)]) },
            "position: ",
        ),
        (
            TournamentPlan {
                position: Some(TWO_EACH.to_owned()),
                rated: true,
                ..plan(vec![swiss(3)])
            },
            "rated: a rated game starts",
        ),
        (plan(vec![]), "stages"),
        (plan(vec![swiss(3), swiss(0)]), "stages[1].format.rounds"),
        (plan(vec![StagePlan { series: odd, ..swiss(3) }]), "stages[0].series.best_of"),
        (
            plan(vec![StagePlan { series: SeriesPlan::one_game(), ..knockout(false) }]),
            "stages[0].series.decider: a pairing of a knockout needs",
        ),
        (plan(vec![StagePlan { best_of_each_group: 1, ..swiss(3) }]), "stages[0].best_of_each"),
    ];
    for (plan, field) in cases {
        let message = message(plan);
        assert!(message.starts_with(field), "{message}");
    }
}
