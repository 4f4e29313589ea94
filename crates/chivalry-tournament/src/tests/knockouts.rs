//! Knockouts of every size.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::knockout::{Branch, KnockoutInput, NodeResult, nodes, pair, places};
use crate::seeded_shuffle::draw_lot;

struct Run {
    losses: BTreeMap<EntrantId, u32>,
    games: BTreeMap<EntrantId, u32>,
    first_round: BTreeMap<EntrantId, u16>,
    played: Vec<usize>,
    places: Vec<Vec<EntrantId>>,
}

/// Plays a bracket. `wins` returns true if the first of two entrants wins.
fn run(size: u32, double: bool, wins: impl Fn(EntrantId, EntrantId) -> bool) -> Run {
    let seeds: Vec<EntrantId> = (1..=size).map(EntrantId).collect();
    let firsts = vec![0; seeds.len()];
    let mut input = KnockoutInput {
        seeds,
        double,
        third_place: !double && size > 3,
        decided: Vec::new(),
        paired: Vec::new(),
        firsts,
    };
    let mut run = Run {
        losses: BTreeMap::new(),
        games: BTreeMap::new(),
        first_round: BTreeMap::new(),
        played: Vec::new(),
        places: Vec::new(),
    };
    let mut busy = BTreeSet::new();
    loop {
        let pairs = pair(&input, u64::from(size));
        if pairs.is_empty() {
            break;
        }
        for pair in pairs {
            for id in [pair.first, pair.second] {
                assert!(busy.insert((pair.round, id)), "{size}: {id:?} twice in a round");
                run.first_round.entry(id).or_insert(pair.round);
                *run.games.entry(id).or_default() += 1;
                if id == pair.first {
                    input.firsts[id.0 as usize - 1] += 1;
                }
            }
            let first_wins = wins(pair.first, pair.second);
            let (winner, loser) =
                if first_wins { (pair.first, pair.second) } else { (pair.second, pair.first) };
            *run.losses.entry(loser).or_default() += 1;
            run.played.push(pair.node);
            input.decided.push(NodeResult {
                node: pair.node,
                winner: Some(winner),
                loser: Some(loser),
            });
        }
    }
    run.places = places(&input);
    run
}

#[test]
fn single_elimination_of_every_size_gives_byes_to_the_top_seeds() {
    for size in 2..=128_u32 {
        let full = size.next_power_of_two();
        let bracket = nodes(size as usize, false, false);
        let run = run(size, false, |a, b| a < b);
        // The top seeds have the byes, all in the first round.
        for id in (1..=size).map(EntrantId) {
            let has_bye = id.0 <= full - size;
            assert_eq!(run.first_round[&id], if has_bye { 2 } else { 1 }, "{size}: {id:?}");
        }
        assert!(bracket.iter().all(|node| node.branch != Branch::Final));
        let third = u32::from(size > 3);
        assert_eq!(run.played.len() as u32, size - 1 + third, "{size}: one game for each who goes");
        assert_eq!(run.places[0], [EntrantId(1)], "{size}");
        assert_eq!(run.places[1], [EntrantId(2)], "{size}: the best two meet last");
        if size > 3 {
            assert_eq!(run.places[2], [EntrantId(3)], "{size}: the best four meet before");
        }
        assert_eq!(run.places.iter().map(Vec::len).sum::<usize>() as u32, size);
    }
}

#[test]
fn double_elimination_eliminates_everyone_after_two_losses_except_the_winner() {
    for size in 2..=128_u32 {
        for luck in 0..4 {
            let run = run(size, true, |a, b| {
                draw_lot(luck, u64::from(a.0) << 20 | u64::from(b.0)).is_multiple_of(2)
            });
            let champion = run.places[0][0];
            assert_eq!(run.places[0].len(), 1);
            for id in (1..=size).map(EntrantId) {
                let losses = run.losses.get(&id).copied().unwrap_or(0);
                match id == champion {
                    true => assert!(losses <= 1, "{size}: {losses} losses of the champion"),
                    false => assert_eq!(losses, 2, "{size}, {luck}: {id:?}"),
                }
            }
            let twice = run.losses.contains_key(&champion);
            let bracket = nodes(size as usize, true, false);
            let again = bracket.iter().position(|node| node.branch == Branch::FinalAgain).unwrap();
            let finals = run.losses.get(&run.places[1][0]).copied();
            assert_eq!(finals, Some(2));
            assert_eq!(run.played.contains(&again), twice && lost_the_final(&run, &bracket));
        }
    }
}

/// True if the last game was the second final.
fn lost_the_final(run: &Run, bracket: &[crate::knockout::Node]) -> bool {
    run.played.last().is_some_and(|node| bracket[*node].branch == Branch::FinalAgain)
}

#[test]
fn the_final_is_played_again_when_the_unbeaten_side_loses_it() {
    // The second seed loses the first game and wins the next two.
    let met = std::cell::Cell::new(0);
    let run = run(2, true, |a, b| {
        met.set(met.get() + 1);
        if met.get() == 1 { a < b } else { a > b }
    });
    assert_eq!((run.played.len(), met.get()), (3, 3));
    assert_eq!(run.places, [[EntrantId(2)], [EntrantId(1)]]);
}

#[test]
fn a_knockout_round_is_paired_after_the_previous_one_ends() {
    let third = StagePlan {
        format: Format::Knockout { double: false, third_place: true },
        ..knockout(false)
    };
    let mut tourney = TestTournament::new(plan(vec![third]));
    tourney.fill(6);
    tourney.direct(Command::BeginStage);
    tourney.direct(Command::Pair);
    assert_eq!(tourney.tournament.pairings().count(), 2, "two have byes");
    assert_eq!(tourney.refused(Command::Pair), Refusal::StillPlaying);
    tourney.direct(Command::BeginRound);
    tourney.play(by_strength);
    tourney.play_round(by_strength);
    tourney.direct(Command::Pair);
    assert_eq!(tourney.tournament.pairings().count(), 6, "the final and the third place");
    tourney.direct(Command::BeginRound);
    let mut draws = 2;
    // Draws are replayed.
    tourney.play(|first, second| {
        draws -= 1;
        if draws >= 0 { DRAW } else { by_strength(first, second) }
    });
    let places: Vec<(u32, u32)> = tourney.places(0, 0).iter().map(|it| (it.0, it.1)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]);
    assert_eq!(tourney.refused(Command::Pair), Refusal::NothingToPair);
    tourney.check();
}

#[test]
fn partners_enter_together_and_sit_opposite_each_other() {
    let four =
        TournamentPlan { variant: "grand-camelot".to_owned(), ..plan(vec![knockout(false)]) };
    let mut tourney = TestTournament::new(four);
    let enter = |players: Vec<Applicant>| Command::Enter { players, stage: 0 };
    let alone = tourney.ask(Some(player(1)), &enter(vec![applicant(1, None)]));
    assert_eq!(alone, Err(Refusal::TeamSize(2)));
    for team in 0..3 {
        let both =
            [2 * team + 1, 2 * team + 2].map(|number| applicant(number, Some(1_000 + number)));
        for partner in [1, 2] {
            tourney.ask(Some(player(2 * team + partner)), &enter(both.to_vec())).unwrap();
        }
    }
    let again = [2, 9].map(|number| applicant(number, None)).to_vec();
    assert_eq!(tourney.ask(Some(player(9)), &enter(again)), Err(Refusal::Entered(player(2))));
    assert_eq!(tourney.tournament.entrants()[1].rating, Some(1_003));
    tourney.direct(Command::BeginStage);
    tourney.play_round(by_strength);
    tourney.play_round(by_strength);
    let pairing = tourney.tournament.pairings().last().unwrap();
    let due = DueGame {
        pairing: pairing.pair.id,
        number: 1,
        first: pairing.pair.first,
        second: pairing.pair.second,
        armageddon: false,
    };
    let seats = tourney.tournament.seats_of(due.pairing, due.first);
    let of = |id: EntrantId| tourney.tournament.entrant(id).unwrap().players.clone();
    assert_eq!([seats[0].1, seats[2].1], of(due.first)[..]);
    assert_eq!([seats[1].1, seats[3].1], of(due.second)[..]);
    tourney.check();
}
