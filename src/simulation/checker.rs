//! The invariants of a run, checked on the answers to clients and the stored logs.

use std::collections::BTreeMap;
use std::fmt;

use chivalry_play::matches::{Event, Match, MatchId, RecordedEvent};

use crate::simulation::client::{CommandOutcome, SentCommand, Told};
use crate::store::{Store, StoreError};

/// A violated invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation(pub(crate) String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The logs of all matches.
pub(crate) type Logs = BTreeMap<String, Vec<RecordedEvent>>;

/// Reads the logs of all matches.
pub(crate) async fn read_logs(store: &Store) -> Result<Logs, StoreError> {
    let mut logs = Logs::new();
    for id in store.matches().ids().await? {
        let log = store.log().read(id).await?.unwrap_or_default();
        logs.insert(id.to_string(), log);
    }
    Ok(logs)
}

/// Checks that the logs are whole, and that they are what the clients were told.
pub(crate) fn check(told: &Told, logs: &Logs) -> Result<(), Violation> {
    if let Some(violation) = told.violations.first() {
        return Err(violation.clone());
    }
    for (id, log) in logs {
        check_log(id, log)?;
    }
    for ((id, v), event) in &told.events {
        let stored = logs.get(id).and_then(|log| log.iter().find(|it| u64::from(it.v) == *v));
        let stored = stored.map(|it| name_of(&it.event));
        if stored.as_ref() != Some(event) {
            let what =
                format!("match {id}, version {v}: clients saw {event}, stored is {stored:?}");
            return Err(Violation(what));
        }
    }
    told.commands.iter().try_for_each(|command| check_command(command, logs))
}

fn check_log(id: &str, log: &[RecordedEvent]) -> Result<(), Violation> {
    let is_whole = log.iter().zip(1..).all(|(record, v)| record.v == v);
    if !is_whole {
        return Err(Violation(format!("match {id}: the versions have a gap")));
    }
    let parsed: Result<MatchId, _> = id.parse();
    let folded = parsed.ok().map(|parsed| Match::fold(parsed, log.to_vec()));
    match folded {
        Some(Ok(_)) => Ok(()),
        Some(Err(error)) => Err(Violation(format!("match {id}: {error}"))),
        None => Err(Violation(format!("match {id}: not an id"))),
    }
}

fn check_command(command: &SentCommand, logs: &Logs) -> Result<(), Violation> {
    if matches!(command.what, "watch" | "chat") {
        return Ok(());
    }
    let is_cause = |record: &&RecordedEvent| {
        let cause = record.cause.as_ref();
        cause.is_some_and(|it| it.id == command.id && it.player.0.to_string() == command.player)
    };
    let stored: Vec<(&String, u64)> = logs
        .iter()
        .flat_map(|(id, log)| {
            log.iter().filter(is_cause).map(move |record| (id, u64::from(record.v)))
        })
        .collect();
    let violation = |what: String| {
        Err(Violation(format!("{} {:?} {what}, stored: {stored:?}", command.what, command.id)))
    };
    if stored.len() > 1 {
        return violation("was carried out twice".to_owned());
    }
    match &command.outcome {
        CommandOutcome::Done { match_id, v } => match stored.as_slice() {
            [(stored_in, at)]
                if *stored_in == match_id && (at == v || command.what == "create") =>
            {
                Ok(())
            }
            _ => violation(format!("was acknowledged with version {v} of {match_id}")),
        },
        CommandOutcome::Refused { code } if !stored.is_empty() => {
            violation(format!("was refused: {code}"))
        }
        _ => Ok(()),
    }
}

/// Returns the event as a client describes it.
fn name_of(event: &Event) -> String {
    let value = serde_json::to_value(event).unwrap_or_default();
    let name = match value["t"].as_str().unwrap_or_default() {
        "seated" => "joined",
        "link_renewed" | "link_revoked" => "link",
        "offered" => "offer",
        "moved" => return format!("moved {}", value["move"].as_str().unwrap_or_default()),
        other => other,
    };
    name.to_owned()
}
