//! Round robins by the Berger tables (FIDE Handbook, C.05 annex 1).

/// The version of the tables.
pub(crate) const BERGER_VERSION: &str = "berger/1";

/// A game of a table: the indices of the first and the second side, from 0.
pub type BergerPair = (usize, usize);

/// Returns the rounds of a round robin. An odd number of players leaves one
/// player out of each round. `double` repeats all rounds with sides reversed.
/// The last two rounds of the first half are then swapped, which shortens runs
/// of the same side at the turn.
#[must_use]
pub fn berger(players: usize, double: bool) -> Vec<Vec<BergerPair>> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    let mut rounds: Vec<Vec<BergerPair>> = (0..even - 1).map(|at| round(even, at)).collect();
    for round in &mut rounds {
        round.retain(|(a, b)| *a.max(b) < players);
    }
    if double {
        let changed: Vec<Vec<BergerPair>> =
            rounds.iter().map(|round| round.iter().map(|(a, b)| (*b, *a)).collect()).collect();
        let last = rounds.len() - 1;
        if last > 1 {
            rounds.swap(last - 1, last);
        }
        rounds.extend(changed);
    }
    rounds
}

/// Returns one round of the table of an even number. The last player meets the
/// pivot. The players at equal distances from the pivot meet each other.
fn round(even: usize, at: usize) -> Vec<BergerPair> {
    let circle = even - 1;
    let pivot = at * (even / 2) % circle;
    let last = if at.is_multiple_of(2) { (pivot, circle) } else { (circle, pivot) };
    let beside = (1..even / 2).map(|off| ((pivot + off) % circle, (pivot + circle - off) % circle));
    [last].into_iter().chain(beside).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tables_match_the_fide_handbook() {
        let table = |players| -> Vec<String> {
            let round = |round: &Vec<BergerPair>| {
                let games: Vec<String> =
                    round.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                games.join(" ")
            };
            berger(players, false).iter().map(round).collect()
        };
        assert_eq!(table(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        assert_eq!(table(6), six);
        let eight = ["1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6"];
        assert_eq!(table(8)[..3], eight);
    }

    #[test]
    fn every_size_is_complete_and_balanced() {
        for players in 2..=20 {
            for double in [false, true] {
                let rounds = berger(players, double);
                let times = if double { 2 } else { 1 };
                assert_eq!(rounds.len(), times * (players - 1 + players % 2));
                let mut met = BTreeSet::new();
                let mut sides = vec![[0_usize; 2]; players];
                let mut rests = vec![0; players];
                for round in &rounds {
                    let mut busy = BTreeSet::new();
                    for (a, b) in round {
                        assert!(busy.insert(*a) && busy.insert(*b), "{players}: twice in a round");
                        assert!(met.insert((*a, *b)), "{players}: the same game twice");
                        sides[*a][0] += 1;
                        sides[*b][1] += 1;
                    }
                    for (player, rest) in rests.iter_mut().enumerate() {
                        *rest += usize::from(!busy.contains(&player));
                    }
                }
                for a in 0..players {
                    for b in 0..a {
                        let games = [(a, b), (b, a)];
                        let played = games.iter().filter(|game| met.contains(game)).count();
                        assert_eq!(played, times, "{players}: {a} and {b}");
                    }
                    let [first, second] = sides[a];
                    let uneven = usize::from(players % 2 == 0 && !double);
                    assert!(first.abs_diff(second) <= uneven, "{players}: sides of {a}");
                    assert_eq!(rests[a], times * (players % 2), "{players}: rests of {a}");
                }
            }
        }
    }

    #[test]
    fn double_round_robins_limit_runs_of_one_side() {
        for players in 3..=20_usize {
            let mut had: Vec<Vec<bool>> = vec![Vec::new(); players];
            for (a, b) in berger(players, true).concat() {
                had[a].push(true);
                had[b].push(false);
            }
            let most = |sides: &Vec<bool>| {
                sides.chunk_by(|a, b| a == b).map(<[bool]>::len).max().unwrap_or(0)
            };
            assert!(had.iter().map(most).max() < Some(4), "{players}: {had:?}");
        }
    }
}
