//! Invariants of a run. They are checked on the answers to clients and the logs only.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::store::NodeId;

use crate::live::cluster::simulation::ledger::{Command, Entry, FLAG};

/// A client's command and its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    pub(crate) contest: usize,
    pub(crate) command: Command,
    /// Time of the first attempt.
    pub(crate) sent: u64,
    /// Time of the acknowledgement, and its version.
    pub(crate) done: Option<(u64, u32)>,
}

/// A violated invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) contest: usize,
    pub(crate) v: Option<u32>,
    pub(crate) what: String,
}

impl Violation {
    pub(crate) fn new(contest: usize, v: Option<u32>, what: impl Display) -> Violation {
        Violation { contest, v, what: what.to_string() }
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}", self.contest)?;
        if let Some(v) = self.v {
            write!(f, ", version {v}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Checks all commands and all logs.
pub(crate) fn check(deeds: &[Deed], logs: &[Vec<Entry>]) -> Result<(), Violation> {
    let deeds: BTreeMap<Command, &Deed> = deeds.iter().map(|deed| (deed.command, deed)).collect();
    for (contest, log) in logs.iter().enumerate() {
        check_versions(contest, log)?;
        check_owners(contest, log)?;
        check_commands(contest, log, &deeds)?;
        check_order(contest, log, &deeds)?;
    }
    deeds.values().try_for_each(|deed| check_done(deed, &logs[deed.contest]))
}

fn check_versions(contest: usize, log: &[Entry]) -> Result<(), Violation> {
    match (1..).zip(log).find(|(v, entry)| *v != entry.v) {
        None => Ok(()),
        Some((v, entry)) => {
            Err(Violation::new(contest, Some(entry.v), format_args!("should be {v}")))
        }
    }
}

/// Checks that no previous owner appends after a newer one, and that an epoch has one owner.
fn check_owners(contest: usize, log: &[Entry]) -> Result<(), Violation> {
    let mut owners: BTreeMap<i64, NodeId> = BTreeMap::new();
    let mut newest = 0;
    for entry in log {
        let violation = |what: &str| Err(Violation::new(contest, Some(entry.v), what));
        if entry.epoch.0 < newest {
            return violation("an earlier owner wrote it");
        }
        newest = entry.epoch.0;
        if *owners.entry(newest).or_insert(entry.node) != entry.node {
            return violation("a second node wrote in its epoch");
        }
    }
    Ok(())
}

/// Checks that each executed command was sent to this match and executed once.
fn check_commands(
    contest: usize,
    log: &[Entry],
    deeds: &BTreeMap<Command, &Deed>,
) -> Result<(), Violation> {
    let mut first = BTreeMap::new();
    for entry in log {
        let command = entry.command;
        let violation = |what: String| Err(Violation::new(contest, Some(entry.v), what));
        let was_sent = deeds.get(&command).is_some_and(|deed| deed.contest == contest);
        if !was_sent && command != FLAG {
            return violation(format!("nobody sent {command}"));
        }
        if let Some(v) = first.insert(command, entry.v) {
            return violation(format!("{command} is carried out again, after version {v}"));
        }
    }
    Ok(())
}

/// Checks that a command acknowledged before another was sent precedes it in the log.
fn check_order(
    contest: usize,
    log: &[Entry],
    deeds: &BTreeMap<Command, &Deed>,
) -> Result<(), Violation> {
    // The earliest acknowledgement among the later entries.
    let mut earliest: Option<(u64, Command)> = None;
    for entry in log.iter().rev() {
        let Some(deed) = deeds.get(&entry.command) else { continue };
        if let Some((done, command)) = earliest
            && done < deed.sent
        {
            let what = format!("{command} was acknowledged earlier, but comes later");
            return Err(Violation::new(contest, Some(entry.v), what));
        }
        let done = deed.done.map(|(done, _)| (done, entry.command));
        earliest = done.into_iter().chain(earliest).min();
    }
    Ok(())
}

fn check_done(deed: &Deed, log: &[Entry]) -> Result<(), Violation> {
    let Some((_, v)) = deed.done else { return Ok(()) };
    let stored = log.get(v as usize - 1).map(|entry| entry.command);
    if stored == Some(deed.command) {
        return Ok(());
    }
    let what = format!("{} was acknowledged, but is not there", deed.command);
    Err(Violation::new(deed.contest, Some(v), what))
}
