//! Checks tournaments of tables for more than two players.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::checker::{Stage, list, number, worth};

/// The seats of `chivalry-four-singles` in turn order, as results name them.
const FOUR_SEATS: [(&str, &str); 4] =
    [("R", "Red"), ("G", "Green"), ("B", "Blue"), ("Y", "Yellow")];

/// The seats of `cam-for-three`.
const THREE_SEATS: [(&str, &str); 3] = [("R", "Red"), ("B", "Blue"), ("Y", "Yellow")];

/// The entrants of a pairing by their seats.
pub(super) fn entrants(pairing: &Value) -> Vec<u64> {
    let others = pairing["others"].as_array().into_iter().flatten();
    [&pairing["first"], &pairing["second"]].into_iter().chain(others).map(number).collect()
}

/// Checks the places of a game against its match. Returns false if it was not played.
pub(super) fn check_game(game: &Value, found: &Value) -> bool {
    let is_four = found["variant"] == "chivalry-four-singles";
    let seats = if is_four { &FOUR_SEATS[..] } else { &THREE_SEATS };
    let first: Vec<bool> = match found["result"].as_str().unwrap() {
        "*" => return false,
        // A draw is one among those who are still in play.
        "1/2-1/2" => seats.iter().map(|(letter, _)| is_in_play(found, letter)).collect(),
        winner => seats.iter().map(|(_, name)| *name == winner).collect(),
    };
    let places = places(game);
    assert!(first.contains(&true), "{found}");
    assert_eq!(places.iter().map(|place| *place == 1).collect::<Vec<_>>(), first, "{game} {found}");
    for place in &places {
        let better = places.iter().filter(|other| *other < place).count() as u64;
        assert_eq!(*place, better + 1, "{game}");
    }
    true
}

fn is_in_play(found: &Value, letter: &str) -> bool {
    let board = found["position"].as_str().unwrap().split(' ').next().unwrap();
    // Men have small letters.
    let has_pieces = board.contains(letter) || board.contains(&letter.to_lowercase());
    has_pieces && found["seats"][letter]["out"].is_null()
}

fn places(game: &Value) -> Vec<u64> {
    assert_eq!(game["result"]["how"], "placed", "{game}");
    list(&game["result"]["places"]).iter().map(number).collect()
}

/// Tables are full, byes go round, meetings repeat as rarely as possible, seats change, and a game
/// counts as one against each of the others.
pub(super) fn check(stage: &Stage) {
    let size = table_size(stage);
    let mut points: BTreeMap<u64, f64> = BTreeMap::new();
    let mut met: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    let mut seats: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    // Those with a bye, or a win by the absence of another, which excludes a bye as well.
    let mut excluded = BTreeSet::new();
    for round in &stage.rounds {
        let pairings = list(&round["pairings"]);
        let tables: Vec<Vec<u64>> = pairings.iter().map(entrants).collect();
        assert!(tables.iter().all(|table| table.len() == size), "{round}");
        assert_eq!(list(&round["byes"]).len(), stage.groups[0].len() % size, "{round}");
        let seated: Vec<u64> = tables.iter().flatten().copied().collect();
        let repeats: u64 = tables.iter().map(|table| repeats(table, &met)).sum();
        let is_large = seated.len() > 2 * size;
        assert!(is_large || repeats == fewest_repeats(&seated, size, &met), "{round}");
        let are_all_excluded = seated.iter().all(|entrant| excluded.contains(entrant));
        for bye in list(&round["byes"]) {
            let is_first = excluded.insert(number(&bye["entrant"]));
            assert!(is_first || are_all_excluded, "a second bye: {bye}");
            *points.entry(number(&bye["entrant"])).or_default() += (size - 1) as f64 * worth(bye);
        }
        for (pairing, table) in pairings.iter().zip(&tables) {
            for (entrant, own) in table.iter().zip(points_of(pairing, table)) {
                *points.entry(*entrant).or_default() += own;
            }
            if !is_played(pairing) {
                let seated = table.iter().zip(absences(pairing, table));
                excluded.extend(seated.filter(|(_, is_absent)| !is_absent).map(|(id, _)| *id));
                continue;
            }
            for (at, one) in table.iter().enumerate() {
                seats.entry(*one).or_insert_with(|| vec![0; size])[at] += 1;
                for other in &table[at + 1..] {
                    *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
                }
            }
        }
    }
    assert!(seats.values().all(|seats| *seats.iter().max().unwrap() <= 2), "{seats:?}");
    stage.check_points(&points);
    stage.check_places(&points);
}

/// The number of seats of each table.
fn table_size(stage: &Stage) -> usize {
    entrants(&list(&stage.rounds[0]["pairings"])[0]).len()
}

/// Tables are full, nobody is left out of the standings, no game counts twice, and the same players
/// do not play twice in a row while others play.
pub(super) fn check_arena(stage: &Stage) {
    let size = table_size(stage);
    let mut points: BTreeMap<u64, f64> = BTreeMap::new();
    let mut last: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let mut tables_of: BTreeMap<u64, u64> = BTreeMap::new();
    for round in &stage.rounds {
        assert_eq!(list(&round["byes"]).len(), 0, "{round}");
        for pairing in list(&round["pairings"]) {
            let table = entrants(pairing);
            assert_eq!(table.len(), size, "{pairing}");
            let together: BTreeSet<u64> = table.iter().copied().collect();
            let repeats = table.iter().all(|entrant| last.get(entrant) == Some(&together));
            assert!(!repeats || stage.groups[0].len() < 2 * size, "{pairing}");
            for (entrant, own) in table.iter().zip(points_of(pairing, &table)) {
                *points.entry(*entrant).or_default() += own;
                *tables_of.entry(*entrant).or_default() += 1;
                last.insert(*entrant, together.clone());
            }
        }
    }
    let most = tables_of.values().max().copied().unwrap_or(0);
    assert!(most > 1, "a player plays again: {tables_of:?}");
    stage.check_points(&points);
    stage.check_places(&points);
}

/// The game of a pairing that counts.
fn counted(pairing: &Value) -> Option<&Value> {
    let mut games = list(&pairing["games"]).iter();
    games.rfind(|game| game["result"]["how"] != "void" && !game["result"].is_null())
}

fn is_played(pairing: &Value) -> bool {
    counted(pairing).is_some_and(|game| game["result"]["how"] == "placed")
}

fn points_of(pairing: &Value, table: &[u64]) -> Vec<f64> {
    if is_played(pairing) {
        let places = counted(pairing).map(places).unwrap();
        return against_each_other(&places);
    }
    let absent = absences(pairing, table);
    // Nobody scores if nobody appeared.
    if absent.iter().all(|is_absent| *is_absent) {
        return vec![0.0; table.len()];
    }
    let places: Vec<u64> = absent.iter().map(|is_absent| u64::from(*is_absent)).collect();
    against_each_other(&places)
}

/// Returns, for each entrant of the table, whether the entrant did not appear for a game that was
/// not played.
fn absences(pairing: &Value, table: &[u64]) -> Vec<bool> {
    let sides = ["first", "second", "third", "fourth"];
    let result = counted(pairing).map_or(&Value::Null, |game| &game["result"]);
    let is_absent = |(seat, entrant): (usize, &u64)| {
        result["how"] == "both_absent"
            || result["absent"] == sides[seat]
            || list(&pairing["forfeited"]).iter().any(|it| number(it) == *entrant)
    };
    table.iter().enumerate().map(is_absent).collect()
}

/// A win against each worse place, and half a point against each equal one.
fn against_each_other(places: &[u64]) -> Vec<f64> {
    let own = |(seat, own): (usize, &u64)| {
        let others = places.iter().enumerate().filter(|(other, _)| *other != seat);
        let points = others.map(|(_, other)| match own.cmp(other) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        });
        points.sum()
    };
    places.iter().enumerate().map(own).collect()
}

/// The earlier meetings at a table: a third one counts more than a second one.
fn repeats(table: &[u64], met: &BTreeMap<(u64, u64), u64>) -> u64 {
    let mut count = 0;
    for (at, one) in table.iter().enumerate() {
        for other in &table[at + 1..] {
            count += met.get(&(*one.min(other), *one.max(other))).copied().unwrap_or(0).pow(2);
        }
    }
    count
}

/// The fewest repeated meetings of all divisions into two tables of `size` seats.
fn fewest_repeats(seated: &[u64], size: usize, met: &BTreeMap<(u64, u64), u64>) -> u64 {
    let divisions =
        (0_u32..1 << seated.len()).filter(|chosen| chosen.count_ones() as usize == size);
    let of_division = |chosen: u32| {
        let (one, other): (Vec<_>, Vec<_>) =
            seated.iter().enumerate().partition(|(at, _)| chosen >> at & 1 == 1);
        [one, other]
            .map(|table| repeats(&table.iter().map(|(_, id)| **id).collect::<Vec<_>>(), met))
            .iter()
            .sum()
    };
    divisions.map(of_division).min().unwrap_or(0)
}
