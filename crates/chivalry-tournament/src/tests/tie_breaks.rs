//! Tie-breaks compared with values calculated by hand.

use super::*;
use crate::TieBreakUnit;
use crate::standings::tie_breaks::evaluate;
use crate::standings::unplayed::Regulations;

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

/// The results of a player by round. `7+` is a win by forfeit against number
/// 7. Points of the opponents follow.
fn card(number: u32, results: &str) -> Scorecard {
    let result = |(round, token): (u16, &str)| {
        let (start, code) = token.split_at(token.len() - 1);
        let opponent = start.parse().ok().map(EntrantId);
        let requested = |worth| RoundResultKind::Bye(ByeReason::Requested, worth);
        let (kind, points) = match code {
            "1" => (RoundResultKind::Played, 2),
            "=" => (RoundResultKind::Played, 1),
            "0" => (RoundResultKind::Played, 0),
            "+" => (RoundResultKind::ForfeitWon, 2),
            "-" => (RoundResultKind::ForfeitLost, 0),
            "U" => (RoundResultKind::Bye(ByeReason::Pairing, ByeWorth::Full), 2),
            "F" => (requested(ByeWorth::Full), 2),
            "H" => (requested(ByeWorth::Half), 1),
            _ => (requested(ByeWorth::Zero), 0),
        };
        let is_played = kind == RoundResultKind::Played;
        RoundResult {
            round,
            pairing: None,
            opponent,
            side: is_played.then_some(Team::First),
            scheduled_side: opponent.map(|_| Team::First),
            points,
            kind,
            half_points: [points, 2 - points],
            wins: u32::from(is_played && points == 2),
            sides: [u32::from(is_played), 0],
            castle_entries: 0,
            captures: 0,
            pieces_lost: 0,
            table: None,
        }
    };
    let results = (1..).zip(results.split_whitespace()).map(result).collect();
    Scorecard { entrant: EntrantId(number), rating: None, results }
}

/// The regulations of a Swiss, or of a round robin without a number of rounds.
const fn regulations(edition: Edition, scoring: &Scoring, rounds: Option<u16>) -> Regulations<'_> {
    Regulations { edition, scoring, has_fixed_pairings: rounds.is_none(), rounds }
}

/// Returns Buchholz, Buchholz without the lowest, median, and Sonneborn-Berger
/// of the first card, in points.
fn unplayed_values(edition: Edition, swiss_rounds: Option<u16>, cards: &[Scorecard]) -> [f64; 4] {
    let scoring = Scoring::default();
    let regulations = regulations(edition, &scoring, swiss_rounds);
    let buchholz = |cut_lowest, cut_highest| TieBreak::Buchholz { cut_lowest, cut_highest };
    let all = [buchholz(0, 0), buchholz(1, 0), buchholz(1, 1), TieBreak::SonnebornBerger {}];
    all.map(|tie_break| {
        let value = evaluate(tie_break, &cards[0], &[], cards, regulations).value.unwrap() as f64;
        if tie_break == (TieBreak::SonnebornBerger {}) { value / 4.0 } else { value / 2.0 }
    })
}

/// A player with so many points in games, without unplayed rounds.
fn scored(number: u32, half_points: u32) -> Scorecard {
    let games = vec!["99="; half_points as usize].join(" ");
    card(number, &games)
}

#[test]
fn unplayed_rounds_count_by_the_articles_of_each_edition() {
    // The example of the Arbiters' Manual of 2026 for C.07: seven points in ten
    // rounds, and a bye of zero points in round 4.
    let laxman: Vec<Scorecard> = std::iter::once(card(
        1,
        "11=1 12=1 13=0 Z 15=1 16== 17=1 18== 19=1 20=1"
            .replace("=1", "1")
            .replace("=0", "0")
            .replace("==", "=")
            .as_str(),
    ))
    .chain(
        [(11, 10), (12, 10), (13, 13), (15, 9), (16, 12), (17, 10), (18, 13), (19, 11), (20, 12)]
            .map(|(id, points)| scored(id, points)),
    )
    .collect();
    let manual = [55.0, 50.0, 43.5, 37.25];
    assert_eq!(unplayed_values(Edition::Fide2026, Some(10), &laxman), manual);
    // Before 2026, the dummy had all seven points, and the lowest term was cut.
    let before = [57.0, 52.5, 45.5, 37.25];
    assert_eq!(unplayed_values(Edition::Fide2017, Some(10), &laxman), before);

    let other = |results: &str| card(2, results);
    // Article, own results, results of number 2, and the values of 2026 without
    // and with a cut. Number 3 has 1 point. The Swiss has 4 rounds.
    let cases: [(&str, &str, &str, f64, f64); 9] = [
        ("16.3: a bye that play follows scores what it gave", "21 31", "30 Z 3= 3=", 2.0, 1.0),
        ("16.3: a bye at the end is a draw for opponents", "21 31", "30 3= Z Z", 2.5, 1.5),
        ("16.3: a half-point bye at the end is a draw", "21 31", "30 3= H H", 2.5, 1.5),
        ("16.3: a forfeit after the bye is no return", "21 31", "30 3= Z 3-", 2.0, 1.0),
        ("16.3: a forfeit loss scores nothing", "21 31", "30 3= 3= 3-", 2.0, 1.0),
        ("16.4.1: a forfeit win against fewer points", "2+ 31 3= 3=", "30 3= 30 30", 3.5, 3.0),
        ("16.4.1: a forfeit loss against more points", "2- 31 3= 3=", "31 31 3= 30", 5.0, 3.0),
        ("16.4.2: a bye has at most draws in all rounds", "U 31 31 3=", "30", 5.0, 4.0),
        ("16.5: the term of a requested bye is cut first", "H 31 31 3=", "30", 5.0, 3.0),
    ];
    for (article, own, results, buchholz, cut) in cases {
        let cards = [card(1, own), other(results), scored(3, 2)];
        let found = unplayed_values(Edition::Fide2026, Some(4), &cards);
        assert_eq!([found[0], found[1]], [buchholz, cut], "{article}");
    }
    // 15.2: with pairings fixed in advance, a forfeit is a game.
    let cards = [card(1, "2+ 31"), other("1- 31"), scored(3, 2)];
    let value = |edition, swiss_rounds| {
        let scoring = Scoring::default();
        let regulations = regulations(edition, &scoring, swiss_rounds);
        let wins = evaluate(TieBreak::Wins {}, &cards[0], &[], &cards, regulations).value;
        (wins, unplayed_values(edition, swiss_rounds, &cards)[3])
    };
    assert_eq!(value(Edition::Fide2026, None), (Some(2), 2.0));
    assert_eq!(value(Edition::Fide2026, Some(2)), (Some(1), 2.0));
    assert_eq!(value(Edition::Fide2017, None), (Some(1), 3.0));
}

#[test]
fn a_direct_encounter_is_decided_by_certain_places_and_applied_again() {
    let scoring = Scoring::default();
    let regulations = |edition| regulations(edition, &scoring, Some(5));
    let values = |edition, cards: &[Scorecard]| -> Vec<Option<i64>> {
        let tied: Vec<&Scorecard> = cards.iter().collect();
        let of =
            |card| evaluate(TieBreak::DirectEncounter {}, card, &tied, cards, regulations(edition));
        tied.iter().map(|card| of(card).value).collect()
    };
    // 6.3: number 1 beat both others, who have not met.
    let cards = [card(1, "21 31"), card(2, "10"), card(3, "10")];
    assert_eq!(values(Edition::Fide2026, &cards), [Some(4), None, None]);
    assert_eq!(values(Edition::Fide2017, &cards), [None, None, None]);
    // Number 3 may still reach number 1.
    let cards = [card(1, "21"), card(2, "10"), card(3, "")];
    assert_eq!(values(Edition::Fide2026, &cards), [None, None, None]);

    // 6.2: of four with three points each, the encounter leaves two pairs, to
    // whom it is applied again.
    let result = |first: EntrantId, second: EntrantId| {
        let (low, high) = (first.0.min(second.0), first.0.max(second.0));
        let upsets = [[1, 2], [2, 4], [1, 6], [2, 5]];
        let winner = if upsets.contains(&[low, high]) { high } else { low };
        if winner == first.0 { FIRST } else { SECOND }
    };
    let places = |edition| {
        let tie_breaks = vec![TieBreak::DirectEncounter {}];
        let all =
            StagePlan { tie_breaks, ..stage(Format::RoundRobin { groups: 1, double: false }) };
        let mut tourney = TestTournament::new(TournamentPlan { edition, ..plan(vec![all]) });
        tourney.fill(6);
        tourney.direct(Command::BeginStage);
        for _ in 0..5 {
            tourney.play_round(result);
        }
        let places = tourney.places(0, 0);
        places.into_iter().map(|(place, entrant, _)| (place, entrant)).collect::<Vec<_>>()
    };
    let shared = [(1, 1), (1, 2), (3, 3), (3, 4), (5, 5), (6, 6)];
    assert_eq!(places(Edition::Fide2017), shared);
    let split = [(1, 2), (2, 1), (3, 3), (4, 4), (5, 5), (6, 6)];
    assert_eq!(places(Edition::Fide2026), split);
}
