//! Tie-breaks compared with values calculated by hand.

use super::*;
use crate::TieBreakUnit;

/// A round robin of four. 1 beats 3 and 4 and loses to 2. 2 beats 4 and loses
/// to 3. 3 draws with 4. One game has castle entries and captures.
fn tourney(tie_breaks: Vec<TieBreak>) -> TestTournament {
    let all = StagePlan { tie_breaks, ..stage(Format::RoundRobin { groups: 1, double: false }) };
    let mut tourney = TestTournament::new(plan(vec![all]));
    tourney.fill(4);
    tourney.direct(Command::BeginStage);
    for _ in 0..3 {
        tourney.direct(Command::Pair);
        tourney.direct(Command::BeginRound);
        tourney.make_games();
        for (id, game) in tourney.games() {
            let second = tourney.tournament.pairing(id).unwrap().opponent(game.first);
            let pair = [game.first.0.min(second.0), game.first.0.max(second.0)];
            let winner = match pair {
                [1, 3] | [1, 4] => Some(1),
                [1, 2] | [2, 4] => Some(2),
                [2, 3] => Some(3),
                _ => None,
            };
            let result = match winner {
                None => DRAW,
                Some(id) if id == game.first.0 => FIRST,
                Some(_) => SECOND,
            };
            let stats = match (pair, game.first.0) {
                ([1, 2], 1) => GameStats { castle_entries: [0, 2], captures: [5, 9] },
                ([1, 2], _) => GameStats { castle_entries: [2, 0], captures: [9, 5] },
                _ => GameStats::default(),
            };
            let report = Command::Report { pairing: id, number: 1, result, stats };
            tourney.ask(None, &report).unwrap();
        }
    }
    tourney
}

fn values(tourney: &TestTournament) -> Vec<(u32, u32, Vec<Option<i64>>)> {
    let standings = tourney.tournament.standings(0, 0);
    let values = |it: &Standing| it.tie_breaks.iter().map(|it| it.value).collect();
    standings.iter().map(|it| (it.place, it.entrant.0, values(it))).collect()
}

#[test]
fn tie_breaks_match_values_calculated_by_hand() {
    // Points: 1 has 2, 2 has 2, 3 has 1.5, 4 has 0.5.
    let first = |tie_break| {
        let tourney = tourney(vec![tie_break]);
        let mut values = values(&tourney);
        values.sort_by_key(|it| it.1);
        values.into_iter().map(|it| it.2[0]).collect::<Vec<_>>()
    };
    let some = |values: [i64; 4]| values.map(Some).to_vec();
    assert_eq!(first(TieBreak::DirectEncounter {}), [Some(0), Some(2), None, None]);
    assert_eq!(first(TieBreak::Wins {}), some([2, 2, 1, 0]));
    // In half points: the opponents 2, 3 and 4 of 1 have 4, 3 and 1.
    let whole = TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 };
    assert_eq!(first(whole), some([8, 8, 9, 11]));
    let cut = TieBreak::Buchholz { cut_lowest: 1, cut_highest: 0 };
    assert_eq!(first(cut), some([7, 7, 8, 8]));
    let median = TieBreak::Buchholz { cut_lowest: 1, cut_highest: 1 };
    assert_eq!(first(median), some([3, 3, 4, 4]));
    // In quarters. 1 beat 1.5 and 0.5. 2 beat 2 and 0.5. 3 beat 2 and drew with
    // 0.5. 4 drew with 1.5.
    assert_eq!(first(TieBreak::SonnebornBerger {}), some([8, 10, 9, 3]));
    // The averages of 2998, 2997 and 2996, and so on, rounded.
    assert_eq!(first(TieBreak::AverageRating {}), some([2_997, 2_997, 2_998, 2_998]));
    // In the Berger table of four, 1 and 2 have the second side once, 3 and 4
    // twice.
    assert_eq!(first(TieBreak::SecondSideGames {}), some([1, 1, 2, 2]));
    assert_eq!(first(TieBreak::CastleEntries {}), some([0, 2, 0, 0]));
    assert_eq!(first(TieBreak::CapturesDifference {}), some([-4, 4, 0, 0]));
    // 1 has 1, 1 and 2 points after the rounds.
    assert_eq!(first(TieBreak::Progressive {})[0], Some(8));
}

#[test]
fn the_first_tie_break_that_differs_decides_and_lists_its_terms() {
    let tourney = tourney(vec![
        TieBreak::Wins {},
        TieBreak::SonnebornBerger {},
        TieBreak::DirectEncounter {},
    ]);
    let places: Vec<(u32, u32)> = values(&tourney).iter().map(|it| (it.0, it.1)).collect();
    assert_eq!(places, [(1, 2), (2, 1), (3, 3), (4, 4)]);
    let standings = tourney.tournament.standings(0, 0);
    let berger = &standings[0].tie_breaks[1];
    assert_eq!(berger.tie_break.unit(), TieBreakUnit::QuarterPoints);
    let mut terms: Vec<(u32, i64)> =
        berger.terms.iter().map(|term| (term.opponent.unwrap().0, term.amount)).collect();
    terms.sort_unstable();
    assert_eq!(terms, [(1, 8), (3, 0), (4, 2)]);
    assert_eq!(berger.terms.iter().map(|term| term.amount).sum::<i64>(), berger.value.unwrap());
    // Entrants that are no longer tied have no direct encounter.
    assert_eq!(standings[0].tie_breaks[2].value, None);
}

#[test]
fn tied_entrants_share_a_place() {
    let tourney = tourney(vec![TieBreak::Wins {}]);
    let places: Vec<u32> = values(&tourney).iter().map(|it| it.0).collect();
    assert_eq!(places, [1, 1, 3, 4]);
}

#[test]
fn buchholz_adjusts_unplayed_rounds() {
    let buchholz = TieBreak::Buchholz { cut_lowest: 0, cut_highest: 0 };
    let swiss = StagePlan { tie_breaks: vec![buchholz], ..stage(Format::Swiss { rounds: 2 }) };
    let mut tourney = TestTournament::new(plan(vec![swiss]));
    tourney.fill(3);
    tourney.direct(Command::BeginStage);
    // 1 beats 2, and 3 has the bye. Then 2 is absent, and 1 beats 3.
    tourney.play_round(by_strength);
    let bye = Command::TakeBye { entrant: EntrantId(2), round: 2, worth: Some(ByeWorth::Zero) };
    tourney.direct(bye);
    tourney.play_round(by_strength);
    // 1: opponent 2 has 0 plus half a point for the missed round, opponent 3
    // has 1 point.
    // 3: its own point for the bye, and the two points of 1.
    // 2: the two points of 1, and its own zero.
    let mut values = values(&tourney);
    values.sort_by_key(|it| it.1);
    let values: Vec<i64> = values.iter().map(|it| it.2[0].unwrap()).collect();
    assert_eq!(values, [1 + 2, 4, 2 + 4]);
}
