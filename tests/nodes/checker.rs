//! Checks a recorded history for violations. The checker is independent of the server. It compares
//! the clients' records with the log and its writers.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use crate::history::{Asked, History, Logged, Mishap, Owned};

/// The result of a check.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// Descriptions of the violations.
    pub(crate) violations: Vec<String>,
    /// The longest wait for an answer in milliseconds, counted from the owner's death or the end
    /// of an outage.
    pub(crate) longest_wait: i64,
    /// Number of changes of an owner.
    pub(crate) takeovers: usize,
}

/// Checks a whole history. After the death of its owner, a match may be without an answer for at
/// most `gone_within` milliseconds.
pub(crate) fn judge(history: &History, gone_within: i64) -> Verdict {
    let mut verdict = Verdict::default();
    let mut logs: BTreeMap<Uuid, Vec<&Logged>> = BTreeMap::new();
    for logged in &history.log {
        logs.entry(logged.about).or_default().push(logged);
    }
    let mut asked: HashMap<Uuid, Vec<&Asked>> = HashMap::new();
    for one in &history.asked {
        asked.entry(one.about).or_default().push(one);
    }
    for log in logs.values_mut() {
        log.sort_by_key(|logged| logged.v);
        let asked = asked.remove(&log[0].about).unwrap_or_default();
        verdict.violations.extend(log_faults(log));
        verdict.violations.extend(order_faults(log, &asked));
    }
    for about in asked.keys() {
        verdict.violations.push(format!("{about}: moves were asked for, and there is no log"));
    }
    verdict.violations.extend(writer_faults(&logs));
    verdict.violations.extend(told_faults(history, &logs));
    judge_waits(history, gone_within, &mut verdict);
    verdict
}

/// Checks that versions are contiguous and the match has ended.
fn log_faults(log: &[&Logged]) -> Vec<String> {
    let about = log[0].about;
    let mut faults = Vec::new();
    for (logged, v) in log.iter().zip(1..) {
        if logged.v != v {
            faults.push(format!("{about}: version {} is where {v} has to be", logged.v));
            break;
        }
    }
    if log.last().is_none_or(|last| last.kind != "ended") {
        faults.push(format!("{about}: it has not ended"));
    }
    faults
}

/// Checks that moves are linearizable. Each takes effect once, between its request and its
/// acknowledgement, in log order.
fn order_faults(log: &[&Logged], asked: &[&Asked]) -> Vec<String> {
    let about = log[0].about;
    let mut faults = Vec::new();
    let mut places: HashMap<(Uuid, &str), (u64, u64, &str)> = HashMap::new();
    let mut ply = 0;
    for logged in log.iter().filter(|logged| logged.kind == "moved") {
        ply += 1;
        let text = logged.text.as_deref().unwrap_or_default();
        let (Some(player), Some(id)) = (logged.player, logged.id.as_deref()) else {
            if text != "pass" {
                faults.push(format!("{about}: nobody's move at version {}", logged.v));
            }
            continue;
        };
        if places.insert((player, id), (logged.v, ply, text)).is_some() {
            faults.push(format!("{about}: \"{id}\" is in the log twice"));
        }
    }
    // (time of the request, time of the acknowledgement) in log order
    let mut in_order: BTreeMap<u64, &Asked> = BTreeMap::new();
    for asked in asked {
        let place = places.remove(&(asked.player, asked.id.as_str()));
        match (place, asked.answered) {
            (None, None) => {}
            (None, Some((_, v))) => {
                faults
                    .push(format!("{about}: \"{}\" was acknowledged at {v} and is lost", asked.id));
            }
            (Some((v, ply, text)), answered) => {
                if answered.is_some_and(|(_, told)| told != v) {
                    faults.push(format!("{about}: \"{}\" is at {v}, not as told", asked.id));
                }
                if (ply, text) != (asked.ply, &asked.text) {
                    faults.push(format!("{about}: \"{}\" is another move: {ply} {text}", asked.id));
                }
                in_order.insert(v, asked);
            }
        }
    }
    for (_, id) in places.keys() {
        faults.push(format!("{about}: nobody asked for \"{id}\""));
    }
    // A later log entry must not be acknowledged before this one was requested.
    let mut soonest_after = i64::MAX;
    for (v, asked) in in_order.iter().rev() {
        if soonest_after < asked.at {
            faults.push(format!("{about}: version {v} was asked for after a later one was told"));
        }
        soonest_after = soonest_after.min(asked.answered.map_or(i64::MAX, |(at, _)| at));
    }
    faults
}

/// Checks that no two owners write concurrently. Owners follow one another along a log, each epoch
/// belongs to one process, and each node is one process.
fn writer_faults(logs: &BTreeMap<Uuid, Vec<&Logged>>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut processes: HashMap<Uuid, &str> = HashMap::new();
    for (about, log) in logs {
        let mut newest = 0;
        let mut of_epoch: HashMap<i64, &str> = HashMap::new();
        for logged in log {
            let epoch = logged.owner.map_or(1, |(epoch, _)| epoch);
            if epoch < newest {
                faults.push(format!("{about}: version {} is of an earlier owner", logged.v));
            }
            newest = newest.max(epoch);
            if *of_epoch.entry(epoch).or_insert(&logged.process) != logged.process {
                faults.push(format!("{about}: two processes wrote in epoch {epoch}"));
            }
            if let Some((_, node)) = logged.owner
                && *processes.entry(node).or_insert(&logged.process) != logged.process
            {
                faults.push(format!("{about}: version {} is not by its owner", logged.v));
            }
        }
    }
    faults
}

/// Checks that events at clients equal the log, and that each connection has neither gaps nor
/// repetitions.
fn told_faults(history: &History, logs: &BTreeMap<Uuid, Vec<&Logged>>) -> Vec<String> {
    let mut faults = Vec::new();
    for told in &history.told {
        let about = told.about;
        let log = logs.get(&about).map_or(&[][..], Vec::as_slice);
        for ((v, text), expected) in told.events.iter().zip(told.since + 1..) {
            if *v != expected {
                faults.push(format!("{about}: somebody was told {v} after {}", expected - 1));
                break;
            }
            let logged = usize::try_from(v - 1).ok().and_then(|index| log.get(index));
            if logged.is_none_or(|logged| logged.kind == "moved" && logged.text != *text) {
                faults.push(format!("{about}: somebody was told something else at {v}"));
            }
        }
    }
    faults
}

/// Measures the waits of moves that could have been answered. A wait starts at the request, the
/// owner's death, or the end of an outage.
fn judge_waits(history: &History, gone_within: i64, verdict: &mut Verdict) {
    let mut owners: HashMap<Uuid, Vec<&Owned>> = HashMap::new();
    for owned in &history.owned {
        owners.entry(owned.about).or_default().push(owned);
    }
    for owned in owners.values_mut() {
        owned.sort_by_key(|owned| owned.at);
        verdict.takeovers += owned.len() - 1;
    }
    for asked in &history.asked {
        let Some((answered_at, _)) = asked.answered else {
            verdict
                .violations
                .push(format!("{}: \"{}\" was never answered", asked.about, asked.id));
            continue;
        };
        let owned = owners.get(&asked.about).map_or(&[][..], Vec::as_slice);
        let excused = history.mishaps.iter().filter_map(|mishap| match mishap {
            Mishap::Outage { until } => Some(*until),
            Mishap::Death { process, at } => {
                let newest = owned.iter().rev().find(|owned| owned.at <= *at)?;
                (newest.process == *process).then_some(*at)
            }
        });
        let since = excused.filter(|at| *at <= answered_at).fold(asked.at, i64::max);
        let wait = answered_at - since;
        verdict.longest_wait = verdict.longest_wait.max(wait);
        if wait > gone_within {
            let (about, id) = (asked.about, &asked.id);
            verdict.violations.push(format!("{about}: \"{id}\" waited for {wait} ms"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Told;

    const GONE_WITHIN: i64 = 5_000;
    const MATCH: Uuid = Uuid::from_u128(1);
    const WHITE: Uuid = Uuid::from_u128(2);
    const NODE: Uuid = Uuid::from_u128(10);
    const OTHER: Uuid = Uuid::from_u128(11);

    fn logged(v: u64, kind: &str, id: Option<&str>, writer: (&str, i64, Uuid)) -> Logged {
        let (process, epoch, node) = writer;
        Logged {
            about: MATCH,
            v,
            player: id.map(|_| WHITE),
            id: id.map(str::to_owned),
            kind: kind.to_owned(),
            text: id.map(|id| format!("move {id}")),
            process: process.to_owned(),
            owner: Some((epoch, node)),
        }
    }

    fn asked(id: &str, ply: u64, at: i64, answered: Option<(i64, u64)>) -> Asked {
        let text = format!("move {id}");
        Asked { about: MATCH, player: WHITE, id: id.to_owned(), ply, text, at, answered }
    }

    /// Two moves, the second after the death of the first one's owner.
    fn sound() -> History {
        let moved = |v| Some(format!("move {v}"));
        History {
            asked: vec![asked("1", 1, 0, Some((10, 2))), asked("2", 2, 20, Some((1_500, 3)))],
            told: vec![Told { about: MATCH, since: 1, events: vec![(2, moved(1)), (3, moved(2))] }],
            log: vec![
                logged(1, "created", None, ("a", 1, NODE)),
                logged(2, "moved", Some("1"), ("a", 1, NODE)),
                logged(3, "moved", Some("2"), ("b", 2, OTHER)),
                logged(4, "ended", None, ("b", 2, OTHER)),
            ],
            owned: vec![
                Owned { about: MATCH, process: "a".to_owned(), at: 0 },
                Owned { about: MATCH, process: "b".to_owned(), at: 1_000 },
            ],
            mishaps: vec![Mishap::Death { process: "a".to_owned(), at: 100 }],
        }
    }

    fn check(change: impl FnOnce(&mut History), expected: &str) {
        let mut history = sound();
        change(&mut history);
        let violations = judge(&history, GONE_WITHIN).violations.join("\n");
        assert!(violations.contains(expected), "{expected}: {violations:?}");
    }

    #[test]
    fn a_sound_history_has_no_fault() {
        let verdict = judge(&sound(), GONE_WITHIN);
        assert_eq!(verdict.violations, [""; 0]);
        assert_eq!((verdict.longest_wait, verdict.takeovers), (1_400, 1));
    }

    #[test]
    fn every_fault_is_found() {
        check(|it| drop(it.log.remove(2)), "version 4 is where 3 has to be");
        check(|it| drop(it.log.remove(2)), "\"2\" was acknowledged at 3 and is lost");
        check(|it| it.log[2].id = Some("1".to_owned()), "\"1\" is in the log twice");
        check(|it| drop(it.log.pop()), "it has not ended");
        check(|it| it.log.clear(), "there is no log");
        check(|it| drop(it.asked.pop()), "nobody asked for \"2\"");
        check(|it| (it.log[2].player, it.log[2].id) = (None, None), "nobody's move at version 3");
        check(|it| it.asked[1].answered = Some((1_500, 4)), "\"2\" is at 3, not as told");
        check(|it| it.asked[1].text = "another".to_owned(), "\"2\" is another move");
        check(|it| it.asked[0].at = 2_000, "version 2 was asked for after a later one was told");
        check(|it| it.log[3].owner = Some((1, NODE)), "version 4 is of an earlier owner");
        check(|it| it.log[2].owner = Some((1, NODE)), "two processes wrote in epoch 1");
        check(|it| it.log[3].process = "a".to_owned(), "two processes wrote in epoch 2");
        check(|it| it.log[2].owner = Some((2, NODE)), "version 3 is not by its owner");
        check(|it| drop(it.told[0].events.remove(0)), "somebody was told 3 after 1");
        check(|it| it.told[0].events[1].1 = None, "somebody was told something else at 3");
        check(|it| it.told[0].events.push((5, None)), "somebody was told 5 after 3");
        check(|it| it.asked[1].answered = None, "\"2\" was never answered");
        check(|it| it.asked[1].answered = Some((50_101, 3)), "\"2\" waited for 50001 ms");
    }

    #[test]
    fn only_what_befell_the_owner_is_an_excuse() {
        let mut history = sound();
        history.asked[1].answered = Some((50_100, 3));
        history.mishaps.push(Mishap::Death { process: "b".to_owned(), at: 49_000 });
        assert_eq!(judge(&history, GONE_WITHIN).violations, [""; 0]);
        // The death of another process.
        history.mishaps = vec![Mishap::Death { process: "c".to_owned(), at: 100 }];
        assert_eq!(judge(&history, GONE_WITHIN).violations.len(), 1);
        history.mishaps.push(Mishap::Outage { until: 49_000 });
        assert_eq!(judge(&history, GONE_WITHIN).violations, [""; 0]);
    }
}
