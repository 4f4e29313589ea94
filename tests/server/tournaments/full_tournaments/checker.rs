//! Checks finished tournaments by the rules of their formats. It reads the public views only, and
//! shares no code with the pairing or the standings.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{World, tables};

/// A finished tournament, as everybody can fetch it.
pub(super) struct Finished {
    view: Value,
    began: Vec<String>,
    stages: Vec<Stage>,
}

/// A stage with its rounds and the standings of its groups.
pub(super) struct Stage {
    plan: Value,
    pub(super) groups: Vec<Vec<u64>>,
    pub(super) rounds: Vec<Value>,
    standings: Vec<Vec<Value>>,
    bracket: Option<Value>,
}

impl Finished {
    pub(super) async fn fetch(world: &World, id: &str) -> Finished {
        let get = async |path: String| {
            let found = world.get(&format!("/tournaments/{id}{path}")).await;
            found.unwrap_or_else(|| panic!("{path} of {id}"))
        };
        let view = get(String::new()).await;
        assert_eq!(view["status"], "ended");
        let events = get("/events".to_owned()).await;
        let events = list(&events["items"]);
        assert!(
            events.iter().zip(1..).all(|(event, v)| event["v"] == v),
            "versions are contiguous"
        );
        let began = events.iter().filter(|event| event["event"]["t"] == "game_began");
        let began = began.map(|it| it["event"]["match"].as_str().unwrap().to_owned()).collect();
        let mut stages = Vec::new();
        for (number, stage) in list(&view["stages"]).iter().enumerate() {
            let plan = view["plan"]["stages"][number].clone();
            let groups: Vec<Vec<u64>> = list(&stage["groups"]).iter().map(numbers).collect();
            let rounds = get(format!("/rounds?stage={number}")).await;
            let mut standings = Vec::new();
            for group in 0..groups.len() {
                let found = get(format!("/standings?stage={number}&group={group}")).await;
                standings.push(list(&found["items"]).to_vec());
            }
            let bracket = match plan["format"]["kind"] == "knockout" {
                true => Some(get(format!("/bracket?stage={number}")).await),
                false => None,
            };
            let rounds = list(&rounds["items"]).to_vec();
            stages.push(Stage { plan, groups, rounds, standings, bracket });
        }
        Finished { view, began, stages }
    }

    /// Checks everything, and returns the number of matches.
    pub(super) async fn check(&self, world: &World, players: usize) -> usize {
        assert_eq!(list(&self.view["entrants"]).len(), players);
        assert_eq!(self.stages.len(), list(&self.view["plan"]["stages"]).len());
        let distinct: BTreeSet<&String> = self.began.iter().collect();
        assert_eq!(distinct.len(), self.began.len(), "a match is one game");
        let mut played = 0;
        for stage in &self.stages {
            stage.check_slots();
            played += stage.check_games(world).await;
            match stage.plan["format"]["kind"].as_str().unwrap() {
                "swiss" if self.view["plan"]["edition"].is_null() => tables::check(stage),
                "arena" if self.view["plan"]["edition"].is_null() => tables::check_arena(stage),
                "swiss" => stage.check_swiss(),
                "round_robin" => stage.check_round_robin(),
                "knockout" => stage.check_knockout(),
                "arena" => stage.check_arena(),
                other => panic!("{other}"),
            }
        }
        for pair in self.stages.windows(2) {
            check_qualified(&pair[0], &pair[1]);
        }
        // Those who are late on a slow machine forfeit.
        assert!(played > 0, "no game was played");
        distinct.len()
    }
}

/// The stage consists of the best of each group of the stage before.
fn check_qualified(before: &Stage, after: &Stage) {
    let best = after.plan["best_of_each_group"].as_u64().unwrap() as usize;
    let qualified = before.standings.iter().flat_map(|group| &group[..best.min(group.len())]);
    let qualified: BTreeSet<u64> = qualified.map(|place| number(&place["entrant"])).collect();
    let entered: BTreeSet<u64> = after.groups.iter().flatten().copied().collect();
    assert_eq!(entered, qualified);
}

impl Stage {
    fn pairings(&self) -> impl Iterator<Item = &Value> {
        self.rounds.iter().flat_map(|round| list(&round["pairings"]))
    }

    /// Nobody has two slots in a round, and every pairing is decided.
    fn check_slots(&self) {
        for round in &self.rounds {
            let mut seen = BTreeSet::new();
            let pairings = list(&round["pairings"]).iter();
            let paired = pairings.flat_map(tables::entrants);
            let byes = list(&round["byes"]).iter().map(|bye| number(&bye["entrant"]));
            for entrant in paired.chain(byes) {
                assert!(seen.insert(entrant), "{entrant} is twice in {round}");
            }
        }
        for pairing in self.pairings() {
            assert_eq!(pairing["decided"], true, "{pairing}");
        }
    }

    /// The games have the results of their matches. Returns the number of games played.
    async fn check_games(&self, world: &World) -> usize {
        let mut played = 0;
        for pairing in self.pairings() {
            for game in list(&pairing["games"]) {
                let Some(id) = game["match"].as_str() else { continue };
                let found = world.get(&format!("/matches/{id}")).await.unwrap();
                assert_eq!(found["status"], "ended", "{found}");
                assert_eq!(found["tournament"]["pairing"], pairing["pairing"], "{found}");
                if pairing["others"].is_array() {
                    played += usize::from(tables::check_game(game, &found));
                    continue;
                }
                let result = match found["result"].as_str().unwrap() {
                    "1-0" => json!({"how": "won", "side": "first"}),
                    "0-1" => json!({"how": "won", "side": "second"}),
                    "1/2-1/2" => json!({"how": "drawn"}),
                    _ => continue,
                };
                assert_eq!(game["result"], result, "{found}");
                played += 1;
            }
        }
        played
    }

    /// The absolute criteria of the Dutch system: no second meeting, one bye of the pairing at
    /// most, and no more than two games more with one side. Those with more than half of the
    /// points may have the same side a third time in the last round.
    fn check_swiss(&self) {
        let (mut met, mut paired_byes) = (BTreeSet::new(), BTreeSet::new());
        let mut sides: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
        let mut points: BTreeMap<u64, f64> = BTreeMap::new();
        for (at, round) in self.rounds.iter().enumerate() {
            let is_last = at + 1 == self.rounds.len();
            let before = points.clone();
            for pairing in list(&round["pairings"]) {
                let [first, second] = [&pairing["first"], &pairing["second"]].map(number);
                let is_played = pairing["forfeited"] == json!([]);
                let pair = (first.min(second), first.max(second));
                assert!(!is_played || met.insert(pair), "met twice: {pairing}");
                for (entrant, is_first) in [(first, true), (second, false)] {
                    if is_played {
                        let own = sides.entry(entrant).or_default();
                        own.push(is_first);
                        let half = at as f64 / 2.0;
                        let is_leader = [first, second]
                            .iter()
                            .any(|it| before.get(it).is_some_and(|points| *points > half));
                        assert!(is_even(own) || (is_last && is_leader), "{entrant}: {own:?}");
                    }
                    *points.entry(entrant).or_default() += result_of(pairing, entrant);
                }
            }
            for bye in list(&round["byes"]) {
                let entrant = number(&bye["entrant"]);
                if bye["why"] == "pairing" {
                    assert!(paired_byes.insert(entrant), "a second bye: {bye}");
                }
                *points.entry(entrant).or_default() += worth(bye);
            }
        }
        self.check_points(&points);
        self.check_places(&points);
    }

    /// Everybody meets everybody else of the group once, or twice in a double round robin.
    fn check_round_robin(&self) {
        let meetings = if self.plan["format"]["double"] == true { 2 } else { 1 };
        let mut met: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        let mut points: BTreeMap<u64, f64> = BTreeMap::new();
        for pairing in self.pairings() {
            let [first, second] = [&pairing["first"], &pairing["second"]].map(number);
            *met.entry((first.min(second), first.max(second))).or_default() += 1;
            for entrant in [first, second] {
                *points.entry(entrant).or_default() += result_of(pairing, entrant);
            }
        }
        let mut pairs = 0;
        for group in &self.groups {
            for (at, one) in group.iter().enumerate() {
                for other in &group[at + 1..] {
                    let count = met.get(&(*one.min(other), *one.max(other)));
                    assert_eq!(count, Some(&meetings), "{one} and {other}");
                    pairs += 1;
                }
            }
        }
        assert_eq!(met.len(), pairs, "nobody meets a player of another group");
        self.check_points(&points);
        self.check_places(&points);
    }

    /// Losers are out at once, or after the second loss in a double elimination.
    fn check_knockout(&self) {
        let lives = if self.plan["format"]["double"] == true { 2 } else { 1 };
        let nodes = list(&self.bracket.as_ref().unwrap()["nodes"]);
        let pairings: BTreeMap<u64, &Value> =
            self.pairings().map(|it| (number(&it["pairing"]), it)).collect();
        let mut losses: BTreeMap<u64, usize> = BTreeMap::new();
        let mut played = BTreeSet::new();
        // The third place is played by two who have lost.
        let counted = || nodes.iter().filter(|node| node["branch"] != "third_place");
        for node in counted() {
            let Some(id) = node["pairing"].as_u64() else { continue };
            let pairing = pairings[&id];
            assert!(played.insert(id), "{node}");
            assert_eq!(pairing["winner"], node["winner"], "{node}");
            // Both are out if both forfeited.
            let lost = if pairing["winner"].is_null() { lives } else { 1 };
            for entrant in [&pairing["first"], &pairing["second"]] {
                if *entrant != pairing["winner"] {
                    *losses.entry(number(entrant)).or_default() += lost;
                }
            }
        }
        let entrants = &self.groups[0];
        let out = entrants.iter().filter(|it| losses.get(it).is_some_and(|lost| *lost >= lives));
        assert!(losses.values().all(|lost| *lost < 2 * lives), "{losses:?}");
        let left = entrants.len() - out.count();
        let is_lost_by_both = counted().next_back().unwrap()["winner"].is_null();
        assert_eq!(left, usize::from(!is_lost_by_both), "all but the winner are out: {losses:?}");
        let first = number(&self.standings[0][0]["entrant"]);
        let has_lost = losses.get(&first).is_some_and(|lost| *lost >= lives);
        assert_eq!(has_lost, is_lost_by_both, "{first} won: {losses:?}");
    }

    /// A win counts 2, a draw 1. After two wins in a row each game counts double, until one is not
    /// won.
    fn check_arena(&self) {
        let mut points: BTreeMap<u64, f64> = BTreeMap::new();
        let mut streaks: BTreeMap<u64, usize> = BTreeMap::new();
        for pairing in self.pairings() {
            for entrant in [&pairing["first"], &pairing["second"]].map(number) {
                let result = result_of(pairing, entrant);
                let streak = streaks.entry(entrant).or_default();
                let factor = if *streak >= 2 { 2.0 } else { 1.0 };
                *points.entry(entrant).or_default() += factor * result;
                *streak = if result == 1.0 { *streak + 1 } else { 0 };
            }
        }
        self.check_points(&points);
        self.check_places(&points);
    }

    /// The standings have the points of the games.
    pub(super) fn check_points(&self, points: &BTreeMap<u64, f64>) {
        for place in self.standings.iter().flatten() {
            let entrant = number(&place["entrant"]);
            let own = points.get(&entrant).copied().unwrap_or(0.0);
            assert_eq!(place["points"].as_f64(), Some(own), "{place}");
        }
        let ranked: usize = self.standings.iter().map(Vec::len).sum();
        assert_eq!(ranked, self.groups.iter().map(Vec::len).sum::<usize>());
    }

    /// Nobody is placed below somebody with fewer points.
    pub(super) fn check_places(&self, points: &BTreeMap<u64, f64>) {
        let own = |place: &Value| points.get(&number(&place["entrant"])).copied().unwrap_or(0.0);
        for group in &self.standings {
            for pair in group.windows(2) {
                assert!(own(&pair[0]) >= own(&pair[1]), "{pair:?}");
                assert!(number(&pair[0]["place"]) <= number(&pair[1]["place"]), "{pair:?}");
            }
        }
    }
}

/// True if the sides differ by at most two, and no side was had three times in a row.
fn is_even(sides: &[bool]) -> bool {
    let first = sides.iter().filter(|is_first| **is_first).count() as i64;
    let difference = 2 * first - sides.len() as i64;
    let last_three = sides.rchunks(3).next().filter(|last| last.len() == 3);
    let is_third = last_three.is_some_and(|last| last.iter().all(|it| *it == last[0]));
    difference.abs() <= 2 && !is_third
}

/// The points of an entrant from a pairing of one game: 1, 0.5 or 0.
fn result_of(pairing: &Value, entrant: u64) -> f64 {
    match pairing["winner"].as_u64() {
        Some(winner) => f64::from(u8::from(winner == entrant)),
        None if pairing["forfeited"] == json!([]) => 0.5,
        None => 0.0,
    }
}

pub(super) fn worth(bye: &Value) -> f64 {
    match bye["worth"].as_str().unwrap() {
        "full" => 1.0,
        "half" => 0.5,
        _ => 0.0,
    }
}

#[track_caller]
pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

#[track_caller]
pub(super) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn numbers(value: &Value) -> Vec<u64> {
    list(value).iter().map(number).collect()
}
