//! A literal implementation of the rules: an exhaustive search of all
//! candidates in the order of section D. For small numbers of players only.

use super::checker::may_meet;
use super::*;

pub(super) type Pairs = Vec<(EntrantId, EntrantId)>;

/// Returns the sorted pairs without sides, and the bye.
pub(super) fn sorted_pairs(round: &SwissRound) -> (Pairs, Option<EntrantId>) {
    let pair = |pair: &SwissPair| (pair.first.min(pair.second), pair.first.max(pair.second));
    let mut pairs: Pairs = round.pairs.iter().map(pair).collect();
    pairs.sort();
    (pairs, round.bye)
}

pub(super) fn pair(input: &SwissInput) -> Option<(Pairs, Option<EntrantId>)> {
    let mut all: Vec<&SwissPlayer> = input.players.iter().collect();
    all.sort_by_key(|player| (std::cmp::Reverse(player.points), player.number));
    let search = ExhaustiveSearch { input };
    let mut pairs = Pairs::new();
    let mut down: Vec<&SwissPlayer> = Vec::new();
    if !search.completes(&[], &all) {
        return None;
    }
    let mut rest = &all[..];
    let mut bye = None;
    while !rest.is_empty() {
        let score = rest[0].points;
        let (own, below) = rest.split_at(rest.iter().filter(|it| it.points == score).count());
        let next: Vec<&SwissPlayer> = match below.first() {
            Some(first) => below.iter().filter(|it| it.points == first.points).copied().collect(),
            None => Vec::new(),
        };
        let usual = search.bracket(&down, own, &next, None);
        if !below.is_empty() && search.completes(&usual.down, below) {
            usual.pairs.iter().for_each(|pair| pairs.push(*pair));
            down = usual.down;
            rest = below;
            continue;
        }
        let last = if below.is_empty() {
            search.bracket(&down, own, &[], Some(&[]))
        } else {
            let penultimate = search.bracket(&down, own, &[], Some(below));
            pairs.extend(penultimate.pairs);
            search.bracket(&penultimate.down, below, &[], Some(&[]))
        };
        pairs.extend(last.pairs);
        bye = last.down.first().map(|player| player.id);
        break;
    }
    for pair in &mut pairs {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }
    pairs.sort();
    Some((pairs, bye))
}

pub(super) struct ExhaustiveSearch<'a> {
    pub(super) input: &'a SwissInput,
}

pub(super) struct Candidate<'a> {
    pub(super) pairs: Pairs,
    pub(super) down: Vec<&'a SwissPlayer>,
}

pub(super) type Two<'a> = (&'a SwissPlayer, &'a SwissPlayer);

impl ExhaustiveSearch<'_> {
    /// Returns the best candidate of a bracket. With `rest`, only candidates
    /// that leave the rest pairable.
    fn bracket<'a>(
        &self,
        down: &[&'a SwissPlayer],
        own: &[&'a SwissPlayer],
        next: &[&'a SwissPlayer],
        rest: Option<&[&'a SwissPlayer]>,
    ) -> Candidate<'a> {
        let lowest = down.iter().chain(own).map(|it| it.points).min().unwrap();
        self.best_candidate(down, own, |pairs, left| {
            let completes = rest.is_none_or(|rest| self.completes(left, rest));
            completes.then(|| self.value(pairs, left, lowest, next))
        })
    }

    /// Returns the first of the candidates with the lowest value.
    pub(super) fn best_candidate<'a>(
        &self,
        down: &[&'a SwissPlayer],
        own: &[&'a SwissPlayer],
        value: impl Fn(&[Two<'a>], &[&'a SwissPlayer]) -> Option<Vec<Vec<i64>>>,
    ) -> Candidate<'a> {
        let mut best: Option<(Vec<Vec<i64>>, Candidate<'a>)> = None;
        let mut consider = |pairs: &[Two<'a>]| {
            if !pairs.iter().all(|(a, b)| may_meet(self.input, a, b)) {
                return;
            }
            let is_paired = |id| pairs.iter().any(|(a, b)| a.id == id || b.id == id);
            let all = down.iter().chain(own).copied();
            let left: Vec<&SwissPlayer> = all.filter(|it| !is_paired(it.id)).collect();
            let Some(value) = value(pairs, &left) else { return };
            if best.as_ref().is_none_or(|(known, _)| value < *known) {
                let pairs = pairs.iter().map(|(a, b)| (a.id, b.id)).collect();
                best = Some((value, Candidate { pairs, down: left }));
            }
        };
        for moved in (0..=down.len().min(own.len())).rev() {
            for upper in mdp_sets(down, moved) {
                for mates in arrangements(own, moved) {
                    let first: Vec<Two<'_>> =
                        upper.iter().copied().zip(mates.iter().copied()).collect();
                    let is_left = |it: &&&SwissPlayer| mates.iter().all(|mate| mate.id != it.id);
                    let left: Vec<&SwissPlayer> = own.iter().filter(is_left).copied().collect();
                    for count in (0..=left.len() / 2).rev() {
                        for halves in exchanges(left.len(), count) {
                            let of = |at: &Vec<usize>| -> Vec<&'a SwissPlayer> {
                                at.iter().map(|at| left[*at]).collect()
                            };
                            let (upper, lower) = (of(&halves.0), of(&halves.1));
                            for mates in arrangements(&lower, count) {
                                let more = upper.iter().copied().zip(mates);
                                let pairs: Vec<Two<'_>> =
                                    first.iter().copied().chain(more).collect();
                                consider(&pairs);
                            }
                        }
                    }
                }
            }
        }
        best.expect("a candidate").1
    }

    /// The values of C.5 to C.19. Smaller is better.
    fn value(
        &self,
        pairs: &[Two<'_>],
        left: &[&SwissPlayer],
        lowest: u32,
        next: &[&SwissPlayer],
    ) -> Vec<Vec<i64>> {
        let mut counts = vec![0_i64; 8];
        let mut again: [Vec<i64>; 4] = Default::default();
        let mut psd = Vec::new();
        let mut floats: Vec<(&SwissPlayer, Float, i64)> = Vec::new();
        for (a, b) in pairs {
            let difference = i64::from(a.points) - i64::from(b.points);
            psd.push(difference.abs());
            if difference != 0 {
                let (high, low) = if difference > 0 { (a, b) } else { (b, a) };
                floats.push((high, Float::Down, difference.abs()));
                floats.push((low, Float::Up, difference.abs()));
            }
            self.count_colours(a, b, &mut counts);
        }
        for player in left {
            let difference = i64::from(player.points) - (i64::from(lowest) - 2);
            psd.push(difference);
            floats.push((player, Float::Down, difference));
        }
        for (player, float, difference) in floats {
            for back in [1, 2] {
                let before = player.past.len().checked_sub(back).map(|at| player.past[at].float);
                if before == Some(float) {
                    let at = 2 * (back - 1) + usize::from(float == Float::Up);
                    counts[4 + at] += 1;
                    again[at].push(difference);
                }
            }
        }
        psd.sort_by(|a, b| b.cmp(a));
        again.iter_mut().for_each(|list| list.sort_by(|a, b| b.cmp(a)));
        let mut value = vec![vec![-(pairs.len() as i64)], psd];
        value.extend(self.next_value(left, next));
        value.extend(counts.into_iter().map(|count| vec![count]));
        value.extend(again);
        value
    }

    pub(super) fn count_colours(&self, a: &SwissPlayer, b: &SwissPlayer, counts: &mut [i64]) {
        let had = |it: &SwissPlayer| -> Vec<i32> {
            let sides = it.past.iter().filter_map(|past| past.side);
            sides.map(|side| if side == Team::First { 1 } else { -1 }).collect()
        };
        // The preferred side and its strength: 1 mild, 2 strong, 3 absolute.
        let wish = |had: &[i32]| -> Option<(i32, i32)> {
            let sum: i32 = had.iter().sum();
            let last = *had.last()?;
            let is_twice = had.len() > 1 && had[had.len() - 2] == last;
            Some(match sum.abs() {
                2.. => (-sum.signum(), 3),
                _ if is_twice => (-last, 3),
                1 => (-sum, 2),
                _ => (-last, 1),
            })
        };
        let (one, other) = (had(a), had(b));
        let (Some(own), Some(their)) = (wish(&one), wish(&other)) else { return };
        if own.0 != their.0 {
            return;
        }
        let width = |wish: (i32, i32), had: &[i32]| {
            (wish.1, if wish.1 == 3 { had.iter().sum::<i32>().abs() } else { 0 })
        };
        let a_is_higher = (b.points, a.number) < (a.points, b.number);
        let a_is_granted = match width(own, &one).cmp(&width(their, &other)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => {
                let mut back = one.iter().rev().zip(other.iter().rev());
                match back.find(|(x, y)| x != y) {
                    Some((x, _)) => -x == own.0,
                    None => a_is_higher,
                }
            }
        };
        let (denied, strength) = if a_is_granted { (&other, their.1) } else { (&one, own.1) };
        let side = -own.0;
        let most = i64::from(self.input.round - 1) * 2;
        let is_last = self.input.round == self.input.rounds;
        let is_top = |it: &SwissPlayer| is_last && 2 * i64::from(it.points) > most;
        if is_top(a) || is_top(b) {
            counts[0] += i64::from((denied.iter().sum::<i32>() + side).abs() > 2);
            let three = denied.len() > 1 && denied.iter().rev().take(2).all(|had| *had == side);
            counts[1] += i64::from(three);
        }
        counts[2] += 1;
        counts[3] += i64::from(strength >= 2);
    }

    /// C.7: the number of pairs, then the score differences, of the next
    /// bracket.
    fn next_value(&self, down: &[&SwissPlayer], next: &[&SwissPlayer]) -> Vec<Vec<i64>> {
        let Some(first) = next.first() else { return vec![Vec::new(), Vec::new()] };
        let mut best = (i64::MAX, Vec::new());
        let all = [down, next].concat();
        self.next_best(&all, down, first.points, (0, Vec::new()), &mut best);
        vec![vec![best.0], best.1]
    }

    fn next_best(
        &self,
        left: &[&SwissPlayer],
        down: &[&SwissPlayer],
        lowest: u32,
        so_far: (i64, Vec<i64>),
        best: &mut (i64, Vec<i64>),
    ) {
        let Some((first, others)) = left.split_first() else {
            let mut value = so_far;
            value.1.sort_by(|a, b| b.cmp(a));
            *best = value.min(best.clone());
            return;
        };
        let is_down = |it: &SwissPlayer| down.iter().any(|known| known.id == it.id);
        for at in 0..others.len() {
            let other = others[at];
            let both = is_down(first) && is_down(other);
            if !both && may_meet(self.input, first, other) {
                let left = [&others[..at], &others[at + 1..]].concat();
                let difference = i64::from(first.points) - i64::from(other.points);
                let mut value = so_far.clone();
                value.0 -= 1;
                value.1.push(difference.abs());
                self.next_best(&left, down, lowest, value, best);
            }
        }
        let mut value = so_far;
        value.1.push(i64::from(first.points) - (i64::from(lowest) - 2));
        self.next_best(others, down, lowest, value, best);
    }

    /// True if a complete pairing exists, with a bye for an odd number.
    fn completes(&self, down: &[&SwissPlayer], rest: &[&SwissPlayer]) -> bool {
        let has_bye = self.input.players.len() % 2 == 1;
        let all = [down, rest].concat();
        self.completes_from(&all, down, has_bye)
    }

    fn completes_from(&self, left: &[&SwissPlayer], down: &[&SwissPlayer], has_bye: bool) -> bool {
        let Some((first, others)) = left.split_first() else { return !has_bye };
        let is_down = |it: &SwissPlayer| down.iter().any(|known| known.id == it.id);
        let may_rest = has_bye && first.past.iter().all(|past| !past.had_bye);
        may_rest && self.completes_from(others, down, false)
            || (0..others.len()).any(|at| {
                let both = is_down(first) && is_down(others[at]);
                let left = [&others[..at], &others[at + 1..]].concat();
                !both
                    && may_meet(self.input, first, others[at])
                    && self.completes_from(&left, down, has_bye)
            })
    }
}

/// D.3: the sets of paired players among those moved down, by score and then by
/// sequence number.
fn mdp_sets<'a>(down: &[&'a SwissPlayer], count: usize) -> Vec<Vec<&'a SwissPlayer>> {
    let mut sets = subsets(down.len(), count);
    sets.sort_by_key(|set| {
        let scores: Vec<_> = set.iter().map(|at| std::cmp::Reverse(down[*at].points)).collect();
        (scores, set.clone())
    });
    sets.into_iter().map(|set| set.into_iter().map(|at| down[at]).collect()).collect()
}

/// D.1: the first `count` of each transposition, in lexicographic order.
fn arrangements<'a>(of: &[&'a SwissPlayer], count: usize) -> Vec<Vec<&'a SwissPlayer>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..of.len() {
        let rest = [&of[..at], &of[at + 1..]].concat();
        for mut more in arrangements(&rest, count - 1) {
            more.insert(0, of[at]);
            all.push(more);
        }
    }
    all
}

/// D.2: the halves after each exchange, in order.
fn exchanges(size: usize, count: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut all = subsets(size, count);
    all.sort_by_key(|upper| {
        let gone: Vec<usize> = (0..count).filter(|at| !upper.contains(at)).rev().collect();
        let come: Vec<usize> = upper.iter().copied().filter(|at| *at >= count).collect();
        let difference = come.iter().sum::<usize>() - gone.iter().sum::<usize>();
        let gone: Vec<_> = gone.into_iter().map(std::cmp::Reverse).collect();
        (come.len(), difference, gone, come)
    });
    let lower = |upper: &Vec<usize>| (0..size).filter(|at| !upper.contains(at)).collect();
    all.into_iter().map(|upper| (upper.clone(), lower(&upper))).collect()
}

fn subsets(size: usize, count: usize) -> Vec<Vec<usize>> {
    let is_set = |bits: &u32| bits.count_ones() as usize == count;
    let members = |bits: u32| (0..size).filter(|at| bits >> at & 1 == 1).collect();
    let mut all: Vec<Vec<usize>> = (0..1 << size).filter(is_set).map(members).collect();
    all.sort();
    all
}
