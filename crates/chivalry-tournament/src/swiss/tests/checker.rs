//! An independent checker of Swiss rounds.

use std::collections::BTreeSet;

use integer_blossom::max_weight_matching;

use super::*;

/// Panics on the first violated rule.
pub(super) fn check(input: &SwissInput, round: &SwissRound) {
    everybody_once(input, round);
    for pair in &round.pairs {
        let (first, second) = (find(input, pair.first), find(input, pair.second));
        assert!(!has_met(first, second), "C.1: {pair:?} have met");
        assert!(!is_forbidden(input, first, second), "{pair:?} is forbidden");
        absolute_colours(input, first, second);
        colors(input, first, second);
    }
    brackets(input, round);
    lowest_bye(input, round);
}

/// Checks C5 of 2026: no complete pairing gives the bye to a lower score.
fn lowest_bye(input: &SwissInput, round: &SwissRound) {
    let Some(bye) = round.bye.filter(|_| input.edition == Edition::Fide2026) else { return };
    let all: Vec<&SwissPlayer> = input.players.iter().collect();
    let given = find(input, bye).points;
    let is_lower = |player: &&&SwissPlayer| {
        player.points < given && player.past.iter().all(|past| !past.had_bye)
    };
    for lower in all.iter().filter(is_lower) {
        let others: Vec<&SwissPlayer> =
            all.iter().filter(|player| player.id != lower.id).copied().collect();
        let most = most_pairs(input, &others, 0);
        assert!(2 * most < others.len(), "C5: {:?} may have the bye", lower.id);
    }
}

fn find(input: &SwissInput, id: EntrantId) -> &SwissPlayer {
    input.players.iter().find(|player| player.id == id).expect("a player of the round")
}

fn everybody_once(input: &SwissInput, round: &SwissRound) {
    let mut seen = BTreeSet::new();
    let paired = round.pairs.iter().flat_map(|pair| [pair.first, pair.second]);
    for id in paired.chain(round.bye) {
        assert!(seen.insert(id), "{id:?} twice");
    }
    assert_eq!(seen.len(), input.players.len(), "somebody was left out");
    assert_eq!(round.bye.is_some(), input.players.len() % 2 == 1, "C.5");
    if let Some(bye) = round.bye {
        assert!(find(input, bye).past.iter().all(|past| !past.had_bye), "C.2: {bye:?}");
    }
}

fn has_met(a: &SwissPlayer, b: &SwissPlayer) -> bool {
    a.past.iter().any(|past| past.side.is_some() && past.opponent == Some(b.id))
}

fn is_forbidden(input: &SwissInput, a: &SwissPlayer, b: &SwissPlayer) -> bool {
    let both = [(a.id, b.id), (b.id, a.id)];
    input.forbidden.iter().any(|pair| both.contains(pair))
}

fn sides(player: &SwissPlayer) -> String {
    let letter = |side| if side == Team::First { 'W' } else { 'B' };
    player.past.iter().filter_map(|past| past.side).map(letter).collect()
}

fn difference(sides: &str) -> i32 {
    sides.chars().map(|side| if side == 'W' { 1 } else { -1 }).sum()
}

fn is_topscorer(input: &SwissInput, player: &SwissPlayer) -> bool {
    let most = u32::from(input.round - 1) * 2;
    input.round == input.rounds && player.points * 2 > most
}

fn absolute_colours(input: &SwissInput, first: &SwissPlayer, second: &SwissPlayer) {
    if is_topscorer(input, first) || is_topscorer(input, second) {
        return;
    }
    for (player, side) in [(first, "W"), (second, "B")] {
        let after = sides(player) + side;
        assert!(difference(&after).abs() <= 2, "C.3: {:?} has {after}", player.id);
        assert!(!after.ends_with(&side.repeat(3)), "C.3: {:?} has {after}", player.id);
    }
}

/// Returns the preferred side and its strength: 3 absolute, 0 none.
fn wish(sides: &str) -> (char, u8) {
    let other = |side| if side == 'W' { 'B' } else { 'W' };
    let Some(last) = sides.chars().last() else { return ('-', 0) };
    match difference(sides) {
        2.. => ('B', 3),
        ..=-2 => ('W', 3),
        _ if sides.ends_with("WW") || sides.ends_with("BB") => (other(last), 3),
        1 => ('B', 2),
        -1 => ('W', 2),
        _ => (other(last), 1),
    }
}

/// Checks section E clause by clause.
fn colors(input: &SwissInput, first: &SwissPlayer, second: &SwissPlayer) {
    let (first_had, second_had) = (sides(first), sides(second));
    let (first_wish, second_wish) = (wish(&first_had), wish(&second_had));
    let say = || format!("{:?} has the first side against {:?}", first.id, second.id);
    let order = |player: &SwissPlayer| (std::cmp::Reverse(player.points), player.number);
    let first_is_higher = order(first) < order(second);
    if first_wish.0 != second_wish.0 || first_wish.1 == 0 {
        if first_wish.1 == 0 && second_wish.1 == 0 {
            let number = if first_is_higher { first.number } else { second.number };
            let has_initial = first_is_higher == (input.initial == Team::First);
            assert_eq!(has_initial, number % 2 == 1, "E.5: {}", say());
        } else {
            assert!(first_wish.0 != 'B' && second_wish.0 != 'W', "E.1: {}", say());
        }
        return;
    }
    let width = |(_, strength): (char, u8), had: &str| {
        (strength, if strength == 3 { difference(had).abs() } else { 0 })
    };
    let (own, their) = (width(first_wish, &first_had), width(second_wish, &second_had));
    let first_is_granted = first_wish.0 == 'W';
    if own != their {
        assert_eq!(own > their, first_is_granted, "E.2: {}", say());
        return;
    }
    let last_different =
        first_had.chars().rev().zip(second_had.chars().rev()).find(|(a, b)| a != b);
    match last_different {
        Some((had, _)) => assert_eq!(had, 'B', "E.3: {}", say()),
        None => assert_eq!(first_is_higher, first_is_granted, "E.4: {}", say()),
    }
}

pub(super) fn may_meet(input: &SwissInput, a: &SwissPlayer, b: &SwissPlayer) -> bool {
    let (own, their) = (wish(&sides(a)), wish(&sides(b)));
    let is_clash = own == their && own.1 == 3;
    let is_saved = is_topscorer(input, a) || is_topscorer(input, b);
    !has_met(a, b) && !is_forbidden(input, a, b) && (!is_clash || is_saved)
}

/// Checks the members of each bracket, and that each has the maximum number of
/// pairs (C.5).
fn brackets(input: &SwissInput, round: &SwissRound) {
    let mut order: Vec<&SwissPlayer> = input.players.iter().collect();
    order.sort_by_key(|player| (std::cmp::Reverse(player.points), player.number));
    let mut residents = order.into_iter().map(|player| player.id).peekable();
    let mut came_down: Vec<EntrantId> = Vec::new();
    for (at, bracket) in round.brackets.iter().enumerate() {
        assert_eq!(bracket.moved_down, came_down, "who leaves a bracket comes to the next");
        let of_score =
            |id: &EntrantId| bracket.collapsed || find(input, *id).points == bracket.points;
        let own: Vec<EntrantId> = std::iter::from_fn(|| residents.next_if(of_score)).collect();
        assert_eq!(bracket.residents, own, "A.3: residents are those of the score");
        let inside: Vec<&SwissPlayer> =
            came_down.iter().chain(&own).map(|id| find(input, *id)).collect();
        let pairs: Vec<&SwissPair> = round.pairs.iter().filter(|pair| pair.bracket == at).collect();
        for pair in &pairs {
            let is_inside = |id| inside.iter().any(|player| player.id == id);
            assert!(is_inside(pair.first) && is_inside(pair.second));
            let both_came = [pair.first, pair.second].iter().all(|id| came_down.contains(id));
            assert!(!both_came, "those moved down play residents (B.2)");
        }
        assert_eq!(2 * pairs.len() + bracket.downfloaters.len(), inside.len());
        if !bracket.completing && !bracket.collapsed && at + 1 < round.brackets.len() {
            let most = most_pairs(input, &inside, came_down.len());
            assert_eq!(pairs.len(), most, "C.5: more pairs in bracket {at}");
        }
        came_down.clone_from(&bracket.downfloaters);
    }
    assert_eq!(residents.next(), None);
    assert_eq!(came_down, round.bye.into_iter().collect::<Vec<_>>());
}

fn most_pairs(input: &SwissInput, inside: &[&SwissPlayer], moved_down: usize) -> usize {
    let size = inside.len();
    let mut edges = vec![0_i64; size * size];
    for a in 0..size {
        for b in (a + 1).max(moved_down)..size {
            edges[a * size + b] = i64::from(may_meet(input, inside[a], inside[b]));
        }
    }
    max_weight_matching(&edges, size).iter().flatten().count() / 2
}

/// True if an exhaustive search finds no complete pairing.
pub(super) fn is_unpairable(input: &SwissInput) -> bool {
    let all: Vec<&SwissPlayer> = input.players.iter().collect();
    !can_pair(input, &all, all.len() % 2 == 1)
}

fn can_pair(input: &SwissInput, left: &[&SwissPlayer], has_bye: bool) -> bool {
    let Some((first, others)) = left.split_first() else { return true };
    let without = |at: usize| [&others[..at], &others[at + 1..]].concat();
    let may_have_bye = has_bye && first.past.iter().all(|past| !past.had_bye);
    may_have_bye && can_pair(input, others, false)
        || (0..others.len())
            .any(|at| may_meet(input, first, others[at]) && can_pair(input, &without(at), has_bye))
}
