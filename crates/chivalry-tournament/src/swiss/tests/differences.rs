//! Rounds that the editions pair differently, and by which rule.

use super::exhaustive::sorted_pairs;
use super::*;
use crate::report::report_file::{ReportPlayer, ReportRound, TournamentReport};

/// The pairs of a round, and the player with the bye.
type Pairs = (&'static [(u32, u32)], Option<u32>);

/// A round to pair, with the results so far as in a report.
struct Case {
    rule: &'static str,
    rounds: u16,
    /// The results of each player, such as `3b1 --H`.
    players: &'static [&'static str],
    /// The pairs, and the player with the bye, by edition.
    expected: [Pairs; 2],
}

const CASES: &[Case] = &[
    Case {
        rule: "C5: the bye goes to the lowest possible score, although the brackets above suffer",
        rounds: 2,
        players: &["3b0", "4w=", "1w1", "2b=", "--U"],
        expected: [(&[(1, 2), (3, 5)], Some(4)), (&[(2, 5), (3, 4)], Some(1))],
    },
    Case {
        rule: "C9: of equal scores, the bye goes to the player with the fewest unplayed games",
        rounds: 5,
        players: &["2w1 3w1 5b1", "1b0 5w= 4w0", "4w1 1b0 --U", "3b0 --U 2b1", "--Z 2b= 1w0"],
        expected: [(&[(1, 4), (2, 3)], Some(5)), (&[(1, 4), (3, 5)], Some(2))],
    },
    Case {
        rule: "1.4.4: a round without a game that scores nothing is no downfloat",
        rounds: 5,
        players: &[
            "6w1 2b1", "7b1 1w0", "4b= 6w=", "3w= 7b=", "8w1 --Z", "1b0 3b=", "2w0 4w=", "5b0 --Z",
        ],
        expected: [
            (&[(1, 3), (2, 6), (4, 5), (7, 8)], None),
            (&[(1, 3), (2, 4), (5, 6), (7, 8)], None),
        ],
    },
    Case {
        rule: "C2: a requested bye worth a win excludes the bye",
        rounds: 5,
        players: &["2b1 5b1", "1w0 3b1", "4b1 2w0", "3w0 --U", "--F 1w0"],
        expected: [(&[(1, 3), (2, 4)], Some(5)), (&[(1, 4), (2, 5)], Some(3))],
    },
    Case {
        rule: "C14 to C21: players moved down, and their repeated floats, count less",
        rounds: 4,
        players: &[
            "4w1 5b0 3w=",
            "5b0 3w1 6b1",
            "6w= 2b0 1b=",
            "1b0 6b1 5w=",
            "2w1 1w1 4b=",
            "3b= 4w0 2w0",
        ],
        expected: [(&[(1, 2), (3, 4), (5, 6)], None), (&[(1, 6), (2, 4), (3, 5)], None)],
    },
];

fn report_of(case: &Case) -> TournamentReport {
    let round = |token: &str| {
        let (start, result) = token.split_at(token.len() - 1);
        let (opponent, side) = start.split_at(start.len() - 1);
        ReportRound {
            opponent: opponent.parse().ok(),
            side: match side {
                "w" => Some(Team::First),
                "b" => Some(Team::Second),
                _ => None,
            },
            result: result.chars().next().unwrap(),
        }
    };
    let player = |(number, rounds): (u32, &&str)| ReportPlayer {
        number,
        name: format!("Player {number}"),
        rounds: rounds.split_whitespace().map(round).collect(),
        ..ReportPlayer::default()
    };
    let players = (1..).zip(case.players).map(player).collect();
    TournamentReport { rounds: Some(case.rounds), players, ..TournamentReport::default() }
}

#[test]
fn rounds_that_the_editions_pair_differently() {
    for case in CASES {
        let report = report_of(case);
        for (edition, (pairs, bye)) in Edition::ALL.into_iter().zip(case.expected) {
            let input = report.next_round(edition, Team::First);
            let pairs = pairs.iter().map(|(a, b)| (EntrantId(*a), EntrantId(*b))).collect();
            let expected = (pairs, bye.map(EntrantId));
            let found = sorted_pairs(&pair(&input).unwrap());
            assert_eq!(found, expected, "{edition:?}: {}", case.rule);
            assert_eq!(as_written(&input), Some(expected), "{edition:?}: {}", case.rule);
        }
    }
}
