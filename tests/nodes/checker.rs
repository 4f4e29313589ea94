//! Checks a recorded history for violations. The checker is independent of the server. It compares
//! the clients' records with the log and its writers.

use std::collections::{BTreeMap, HashMap};

use uuid::Uuid;

use crate::history::{Acquisition, Fault, FaultKind, History, LoggedEvent, RequestedMove};

/// The result of a check.
#[derive(Debug, Default)]
pub(crate) struct CheckResult {
    /// Descriptions of the violations.
    pub(crate) violations: Vec<String>,
    /// The longest wait for an answer in milliseconds, counted from the owner's death or the end
    /// of an outage.
    pub(crate) longest_wait: i64,
    /// Number of changes of an owner.
    pub(crate) takeovers: usize,
    /// The longest waits after each kind of fault.
    pub(crate) waits: BTreeMap<FaultKind, Waits>,
}

/// The longest waits of moves in milliseconds, during and after faults of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    pub(crate) faults: usize,
    /// Counted from the request or the beginning of the fault, whichever is later.
    pub(crate) longest: i64,
    /// Counted from the request or the end of the fault, whichever is later.
    pub(crate) beyond_fault: i64,
}

/// Checks a whole history. After the death of its owner, a match may be without an answer for at
/// most `max_answer_wait_ms` milliseconds.
pub(crate) fn check_history(history: &History, max_answer_wait_ms: i64) -> CheckResult {
    let mut result = CheckResult::default();
    let mut logs: BTreeMap<Uuid, Vec<&LoggedEvent>> = BTreeMap::new();
    for logged in &history.log {
        logs.entry(logged.match_id).or_default().push(logged);
    }
    let mut requested: HashMap<Uuid, Vec<&RequestedMove>> = HashMap::new();
    for one in &history.requested {
        requested.entry(one.match_id).or_default().push(one);
    }
    for log in logs.values_mut() {
        log.sort_by_key(|logged| logged.v);
        let requested = requested.remove(&log[0].match_id).unwrap_or_default();
        result.violations.extend(log_violations(log));
        result.violations.extend(order_violations(log, &requested));
    }
    for match_id in requested.keys() {
        result.violations.push(format!("{match_id}: moves were asked for, and there is no log"));
    }
    result.violations.extend(writer_violations(&logs));
    result.violations.extend(delivery_violations(history, &logs));
    check_waits(history, max_answer_wait_ms, &mut result);
    result.waits = waits_by_kind(history);
    result
}

/// Returns the longest waits by the kind of fault. A move belongs to the first fault that it
/// overlaps, or else to the last one before it, and its wait ends with the last one it overlaps.
fn waits_by_kind(history: &History) -> BTreeMap<FaultKind, Waits> {
    let faults = &history.injected_faults;
    let mut waits: BTreeMap<FaultKind, Waits> = BTreeMap::new();
    for fault in faults {
        waits.entry(fault.kind).or_default().faults += 1;
    }
    for requested in &history.requested {
        let Some((answered_at, _)) = requested.acknowledged else { continue };
        let earlier = || faults.iter().filter(|fault| fault.at <= answered_at);
        let overlapping = || earlier().filter(|fault| fault.until >= requested.at);
        let Some(first) = overlapping().next().or_else(|| earlier().next_back()) else { continue };
        let end = overlapping().map(|fault| fault.until).max().unwrap_or(requested.at);
        let of_kind = waits.entry(first.kind).or_default();
        of_kind.longest = of_kind.longest.max(answered_at - requested.at.max(first.at));
        of_kind.beyond_fault = of_kind.beyond_fault.max(answered_at - requested.at.max(end));
    }
    waits
}

/// Checks that versions are contiguous and the match has ended.
fn log_violations(log: &[&LoggedEvent]) -> Vec<String> {
    let match_id = log[0].match_id;
    let mut violations = Vec::new();
    for (logged, v) in log.iter().zip(1..) {
        if logged.v != v {
            violations.push(format!("{match_id}: version {} is where {v} has to be", logged.v));
            break;
        }
    }
    if log.last().is_none_or(|last| last.kind != "ended") {
        violations.push(format!("{match_id}: it has not ended"));
    }
    violations
}

/// Checks that moves are linearizable. Each takes effect once, between its request and its
/// acknowledgement, in log order.
fn order_violations(log: &[&LoggedEvent], requested: &[&RequestedMove]) -> Vec<String> {
    let match_id = log[0].match_id;
    let mut violations = Vec::new();
    let mut places: HashMap<(Uuid, &str), (u64, u64, &str)> = HashMap::new();
    let mut ply = 0;
    for logged in log.iter().filter(|logged| logged.kind == "moved") {
        ply += 1;
        let text = logged.text.as_deref().unwrap_or_default();
        let (Some(player), Some(id)) = (logged.player, logged.id.as_deref()) else {
            if text != "pass" {
                violations.push(format!("{match_id}: nobody's move at version {}", logged.v));
            }
            continue;
        };
        if places.insert((player, id), (logged.v, ply, text)).is_some() {
            violations.push(format!("{match_id}: \"{id}\" is in the log twice"));
        }
    }
    // (time of the request, time of the acknowledgement) in log order
    let mut in_order: BTreeMap<u64, &RequestedMove> = BTreeMap::new();
    for requested in requested {
        let place = places.remove(&(requested.player, requested.id.as_str()));
        match (place, requested.acknowledged) {
            (None, None) => {}
            (None, Some((_, v))) => {
                violations.push(format!(
                    "{match_id}: \"{}\" was acknowledged at {v} and is lost",
                    requested.id
                ));
            }
            (Some((v, ply, text)), acknowledged) => {
                if acknowledged.is_some_and(|(_, received)| received != v) {
                    violations
                        .push(format!("{match_id}: \"{}\" is at {v}, not as told", requested.id));
                }
                if (ply, text) != (requested.ply, &requested.text) {
                    violations.push(format!(
                        "{match_id}: \"{}\" is another move: {ply} {text}",
                        requested.id
                    ));
                }
                in_order.insert(v, requested);
            }
        }
    }
    for (_, id) in places.keys() {
        violations.push(format!("{match_id}: nobody asked for \"{id}\""));
    }
    // A later log entry must not be acknowledged before this one was requested.
    let mut earliest_later_ack = i64::MAX;
    for (v, requested) in in_order.iter().rev() {
        if earliest_later_ack < requested.at {
            violations
                .push(format!("{match_id}: version {v} was asked for after a later one was told"));
        }
        earliest_later_ack =
            earliest_later_ack.min(requested.acknowledged.map_or(i64::MAX, |(at, _)| at));
    }
    violations
}

/// Checks that no two owners write concurrently. Owners follow one another along a log, each epoch
/// belongs to one process, and each node is one process.
fn writer_violations(logs: &BTreeMap<Uuid, Vec<&LoggedEvent>>) -> Vec<String> {
    let mut violations = Vec::new();
    let mut processes: HashMap<Uuid, &str> = HashMap::new();
    for (match_id, log) in logs {
        let mut newest = 0;
        let mut of_epoch: HashMap<i64, &str> = HashMap::new();
        for logged in log {
            let epoch = logged.owner.map_or(1, |(epoch, _)| epoch);
            if epoch < newest {
                violations.push(format!("{match_id}: version {} is of an earlier owner", logged.v));
            }
            newest = newest.max(epoch);
            if *of_epoch.entry(epoch).or_insert(&logged.process) != logged.process {
                violations.push(format!("{match_id}: two processes wrote in epoch {epoch}"));
            }
            if let Some((_, node)) = logged.owner
                && *processes.entry(node).or_insert(&logged.process) != logged.process
            {
                violations.push(format!("{match_id}: version {} is not by its owner", logged.v));
            }
        }
    }
    violations
}

/// Checks that events at clients equal the log, and that each connection has neither gaps nor
/// repetitions.
fn delivery_violations(history: &History, logs: &BTreeMap<Uuid, Vec<&LoggedEvent>>) -> Vec<String> {
    let mut violations = Vec::new();
    for received in &history.received {
        let match_id = received.match_id;
        let log = logs.get(&match_id).map_or(&[][..], Vec::as_slice);
        for ((v, text), expected) in received.events.iter().zip(received.since + 1..) {
            if *v != expected {
                violations
                    .push(format!("{match_id}: somebody was told {v} after {}", expected - 1));
                break;
            }
            let logged = usize::try_from(v - 1).ok().and_then(|index| log.get(index));
            if logged.is_none_or(|logged| logged.kind == "moved" && logged.text != *text) {
                violations.push(format!("{match_id}: somebody was told something else at {v}"));
            }
        }
    }
    violations
}

/// Measures the waits of moves that could have been answered. A wait starts at the request, the
/// owner's death, or the end of an outage.
fn check_waits(history: &History, max_answer_wait_ms: i64, result: &mut CheckResult) {
    let mut owners: HashMap<Uuid, Vec<&Acquisition>> = HashMap::new();
    for owned in &history.owned {
        owners.entry(owned.match_id).or_default().push(owned);
    }
    for owned in owners.values_mut() {
        owned.sort_by_key(|owned| owned.at);
        result.takeovers += owned.len() - 1;
    }
    for requested in &history.requested {
        let Some((answered_at, _)) = requested.acknowledged else {
            result
                .violations
                .push(format!("{}: \"{}\" was never answered", requested.match_id, requested.id));
            continue;
        };
        let owned = owners.get(&requested.match_id).map_or(&[][..], Vec::as_slice);
        let excused =
            history.injected_faults.iter().filter_map(|Fault { process, at, until, .. }| {
                let Some(process) = process else { return Some(*until) };
                let newest = owned.iter().rev().find(|owned| owned.at <= *at)?;
                (newest.process == *process).then_some(*at)
            });
        let since = excused.filter(|at| *at <= answered_at).fold(requested.at, i64::max);
        let wait = answered_at - since;
        result.longest_wait = result.longest_wait.max(wait);
        if wait > max_answer_wait_ms {
            let (match_id, id) = (requested.match_id, &requested.id);
            result.violations.push(format!("{match_id}: \"{id}\" waited for {wait} ms"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Received;

    const MAX_ANSWER_WAIT_MS: i64 = 5_000;
    const MATCH: Uuid = Uuid::from_u128(1);
    const WHITE: Uuid = Uuid::from_u128(2);
    const NODE: Uuid = Uuid::from_u128(10);
    const OTHER: Uuid = Uuid::from_u128(11);

    fn logged(v: u64, kind: &str, id: Option<&str>, writer: (&str, i64, Uuid)) -> LoggedEvent {
        let (process, epoch, node) = writer;
        LoggedEvent {
            match_id: MATCH,
            v,
            player: id.map(|_| WHITE),
            id: id.map(str::to_owned),
            kind: kind.to_owned(),
            text: id.map(|id| format!("move {id}")),
            process: process.to_owned(),
            owner: Some((epoch, node)),
        }
    }

    fn requested(id: &str, ply: u64, at: i64, acknowledged: Option<(i64, u64)>) -> RequestedMove {
        let text = format!("move {id}");
        RequestedMove {
            match_id: MATCH,
            player: WHITE,
            id: id.to_owned(),
            ply,
            text,
            at,
            acknowledged,
        }
    }

    fn death_of(process: &str, at: i64) -> Fault {
        let process = Some(process.to_owned());
        Fault { kind: FaultKind::NodeKilled, process, at, until: at }
    }

    fn outage(at: i64, until: i64) -> Fault {
        Fault { kind: FaultKind::NatsAway, process: None, at, until }
    }

    /// Two moves, the second after the death of the first one's owner.
    fn valid_history() -> History {
        let moved = |v| Some(format!("move {v}"));
        History {
            requested: vec![
                requested("1", 1, 0, Some((10, 2))),
                requested("2", 2, 20, Some((1_500, 3))),
            ],
            received: vec![Received {
                match_id: MATCH,
                since: 1,
                events: vec![(2, moved(1)), (3, moved(2))],
            }],
            log: vec![
                logged(1, "created", None, ("a", 1, NODE)),
                logged(2, "moved", Some("1"), ("a", 1, NODE)),
                logged(3, "moved", Some("2"), ("b", 2, OTHER)),
                logged(4, "ended", None, ("b", 2, OTHER)),
            ],
            owned: vec![
                Acquisition { match_id: MATCH, process: "a".to_owned(), at: 0 },
                Acquisition { match_id: MATCH, process: "b".to_owned(), at: 1_000 },
            ],
            injected_faults: vec![death_of("a", 100)],
        }
    }

    fn check(change: impl FnOnce(&mut History), expected: &str) {
        let mut history = valid_history();
        change(&mut history);
        let violations = check_history(&history, MAX_ANSWER_WAIT_MS).violations.join("\n");
        assert!(violations.contains(expected), "{expected}: {violations:?}");
    }

    #[test]
    fn a_valid_history_has_no_violations() {
        let result = check_history(&valid_history(), MAX_ANSWER_WAIT_MS);
        assert_eq!(result.violations, [""; 0]);
        assert_eq!((result.longest_wait, result.takeovers), (1_400, 1));
    }

    #[test]
    fn every_kind_of_violation_is_detected() {
        check(|it| drop(it.log.remove(2)), "version 4 is where 3 has to be");
        check(|it| drop(it.log.remove(2)), "\"2\" was acknowledged at 3 and is lost");
        check(|it| it.log[2].id = Some("1".to_owned()), "\"1\" is in the log twice");
        check(|it| drop(it.log.pop()), "it has not ended");
        check(|it| it.log.clear(), "there is no log");
        check(|it| drop(it.requested.pop()), "nobody asked for \"2\"");
        check(|it| (it.log[2].player, it.log[2].id) = (None, None), "nobody's move at version 3");
        check(|it| it.requested[1].acknowledged = Some((1_500, 4)), "\"2\" is at 3, not as told");
        check(|it| it.requested[1].text = "another".to_owned(), "\"2\" is another move");
        check(
            |it| it.requested[0].at = 2_000,
            "version 2 was asked for after a later one was told",
        );
        check(|it| it.log[3].owner = Some((1, NODE)), "version 4 is of an earlier owner");
        check(|it| it.log[2].owner = Some((1, NODE)), "two processes wrote in epoch 1");
        check(|it| it.log[3].process = "a".to_owned(), "two processes wrote in epoch 2");
        check(|it| it.log[2].owner = Some((2, NODE)), "version 3 is not by its owner");
        check(|it| drop(it.received[0].events.remove(0)), "somebody was told 3 after 1");
        check(|it| it.received[0].events[1].1 = None, "somebody was told something else at 3");
        check(|it| it.received[0].events.push((5, None)), "somebody was told 5 after 3");
        check(|it| it.requested[1].acknowledged = None, "\"2\" was never answered");
        check(|it| it.requested[1].acknowledged = Some((50_101, 3)), "\"2\" waited for 50001 ms");
    }

    #[test]
    fn only_faults_of_the_owner_or_outages_excuse_a_slow_answer() {
        let mut history = valid_history();
        history.requested[1].acknowledged = Some((50_100, 3));
        history.injected_faults.push(death_of("b", 49_000));
        assert_eq!(check_history(&history, MAX_ANSWER_WAIT_MS).violations, [""; 0]);
        // The death of another process.
        history.injected_faults = vec![death_of("c", 100)];
        assert_eq!(check_history(&history, MAX_ANSWER_WAIT_MS).violations.len(), 1);
        history.injected_faults.push(outage(48_000, 49_000));
        assert_eq!(check_history(&history, MAX_ANSWER_WAIT_MS).violations, [""; 0]);
    }

    #[test]
    fn a_wait_belongs_to_the_first_fault_that_it_overlaps() {
        let mut history = valid_history();
        // Requested at 20, answered at 1,500, with a node dead at 100 and an outage until 1,200.
        history.injected_faults.push(outage(900, 1_200));
        let waits = check_history(&history, MAX_ANSWER_WAIT_MS).waits;
        let killed = Waits { faults: 1, longest: 1_400, beyond_fault: 300 };
        assert_eq!(waits[&FaultKind::NodeKilled], killed);
        let away = Waits { faults: 1, longest: 0, beyond_fault: 0 };
        assert_eq!(waits[&FaultKind::NatsAway], away);
        // A wait after the end of the last fault is attributed to it.
        history.injected_faults = vec![outage(1, 10)];
        let waits = check_history(&history, MAX_ANSWER_WAIT_MS).waits;
        assert_eq!(waits[&FaultKind::NatsAway].beyond_fault, 1_480);
    }
}
