//! Invariants of a run. They are checked on the answers to clients and the logs only.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::store::NodeId;

use crate::live::cluster::simulation::ledger::{Command, Entry, FLAG};

/// A client's command and its answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientCommand {
    pub(crate) match_index: usize,
    pub(crate) command: Command,
    /// Time of the first attempt.
    pub(crate) sent: u64,
    /// Time of the acknowledgement, and its version.
    pub(crate) done: Option<(u64, u32)>,
}

/// A violated invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) match_index: usize,
    pub(crate) v: Option<u32>,
    pub(crate) what: String,
}

impl Violation {
    pub(crate) fn new(match_index: usize, v: Option<u32>, what: impl Display) -> Violation {
        Violation { match_index, v, what: what.to_string() }
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}", self.match_index)?;
        if let Some(v) = self.v {
            write!(f, ", version {v}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// Checks all commands and all logs.
pub(crate) fn check(commands: &[ClientCommand], logs: &[Vec<Entry>]) -> Result<(), Violation> {
    let commands: BTreeMap<Command, &ClientCommand> =
        commands.iter().map(|sent_command| (sent_command.command, sent_command)).collect();
    for (match_index, log) in logs.iter().enumerate() {
        check_versions(match_index, log)?;
        check_owners(match_index, log)?;
        check_commands(match_index, log, &commands)?;
        check_order(match_index, log, &commands)?;
    }
    commands
        .values()
        .try_for_each(|sent_command| check_done(sent_command, &logs[sent_command.match_index]))
}

fn check_versions(match_index: usize, log: &[Entry]) -> Result<(), Violation> {
    match (1..).zip(log).find(|(v, entry)| *v != entry.v) {
        None => Ok(()),
        Some((v, entry)) => {
            Err(Violation::new(match_index, Some(entry.v), format_args!("should be {v}")))
        }
    }
}

/// Checks that no previous owner appends after a newer one, and that an epoch has one owner.
fn check_owners(match_index: usize, log: &[Entry]) -> Result<(), Violation> {
    let mut owners: BTreeMap<i64, NodeId> = BTreeMap::new();
    let mut newest = 0;
    for entry in log {
        let violation = |what: &str| Err(Violation::new(match_index, Some(entry.v), what));
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
    match_index: usize,
    log: &[Entry],
    commands: &BTreeMap<Command, &ClientCommand>,
) -> Result<(), Violation> {
    let mut first = BTreeMap::new();
    for entry in log {
        let command = entry.command;
        let violation = |what: String| Err(Violation::new(match_index, Some(entry.v), what));
        let was_sent = commands
            .get(&command)
            .is_some_and(|sent_command| sent_command.match_index == match_index);
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
    match_index: usize,
    log: &[Entry],
    commands: &BTreeMap<Command, &ClientCommand>,
) -> Result<(), Violation> {
    // The earliest acknowledgement among the later entries.
    let mut earliest: Option<(u64, Command)> = None;
    for entry in log.iter().rev() {
        let Some(sent_command) = commands.get(&entry.command) else { continue };
        if let Some((done, command)) = earliest
            && done < sent_command.sent
        {
            let what = format!("{command} was acknowledged earlier, but comes later");
            return Err(Violation::new(match_index, Some(entry.v), what));
        }
        let done = sent_command.done.map(|(done, _)| (done, entry.command));
        earliest = done.into_iter().chain(earliest).min();
    }
    Ok(())
}

fn check_done(sent_command: &ClientCommand, log: &[Entry]) -> Result<(), Violation> {
    let Some((_, v)) = sent_command.done else { return Ok(()) };
    let stored = log.get(v as usize - 1).map(|entry| entry.command);
    if stored == Some(sent_command.command) {
        return Ok(());
    }
    let what = format!("{} was acknowledged, but is not there", sent_command.command);
    Err(Violation::new(sent_command.match_index, Some(v), what))
}
