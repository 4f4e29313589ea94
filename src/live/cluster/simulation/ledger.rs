//! The simulated database, modelled on `store/log/owners.rs` and `store/log/writer.rs`, and its
//! connections. Calls are delayed, can arrive after their timeout, and can be executed without an
//! answer.

use std::fmt::{self, Display};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use crate::store::{DEAD_AFTER, Epoch, NodeId, StoreError, Taken};
use chivalry_play::clock::Timestamp;
use chivalry_play::matches::MatchId;

use crate::live::cluster::lease::Owners;
use crate::live::cluster::simulation::Broken;
use crate::live::cluster::simulation::world::World;

/// Timeout of a call.
const CALL_WITHIN: Duration = Duration::from_millis(1_000);

/// Delays between attempts to append. The writer of the store has longer ones.
const RETRIES: [Duration; 4] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(800),
];

/// A command, identified by its client and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Command {
    pub(crate) client: u32,
    pub(crate) number: u32,
}

/// The event of an expired clock, once per match.
pub(crate) const FLAG: Command = Command { client: u32::MAX, number: 0 };

impl Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == FLAG {
            return f.write_str("the flag");
        }
        write!(f, "command {}.{}", self.client, self.number)
    }
}

/// An entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) v: u32,
    pub(crate) command: Command,
    /// Distinguishes two attempts at one command, as the time of an event does.
    pub(crate) attempt: u64,
    pub(crate) node: NodeId,
    pub(crate) epoch: Epoch,
}

/// The reason for which an entry is not known to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AppendFailure {
    Conflict,
    Stale,
    /// The entry may be stored.
    Unknown,
}

/// The stored data and the connections. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Ledger {
    world: World,
    broken: Option<Broken>,
    state: Arc<Mutex<State>>,
}

struct State {
    matches: Vec<MatchRecord>,
    beats: Vec<(NodeId, Beat)>,
    lines: Vec<Line>,
}

/// The log and owner of one match.
#[derive(Clone, Default)]
struct MatchRecord {
    owner: Option<(NodeId, Epoch)>,
    log: Vec<Entry>,
}

#[derive(Clone, Copy)]
enum Beat {
    At(Instant),
    /// The node shut down in order.
    Left,
}

/// The connections of one node. Calls are not ordered.
#[derive(Default)]
struct Line {
    is_cut_there: bool,
    is_cut_back: bool,
    /// Calls that arrive after the partition.
    held: Vec<Box<dyn FnOnce() + Send>>,
}

/// The reason for which a call has no answer.
enum Unanswered {
    /// The call was not executed.
    Refused,
    /// The call may have been executed, or may be later.
    Doubtful,
}

impl Ledger {
    pub(crate) fn new(world: &World, matches: usize, broken: Option<Broken>) -> Ledger {
        let matches = vec![MatchRecord::default(); matches];
        let state = State { matches, beats: Vec::new(), lines: Vec::new() };
        Ledger { world: world.clone(), broken, state: Arc::new(Mutex::new(state)) }
    }

    /// The lock is held for one access, never across an await.
    fn with<T>(&self, f: impl FnOnce(&mut State) -> T) -> T {
        f(&mut self.state.lock())
    }

    /// Connects a new node.
    pub(crate) fn connect(&self) -> Connection {
        let line = self.with(|state| {
            state.lines.push(Line::default());
            state.lines.len() - 1
        });
        Connection { ledger: self.clone(), line }
    }

    /// Partitions a node from the ledger until [`Ledger::heal`].
    pub(crate) fn cut(&self, line: usize, there: bool, back: bool) {
        self.with(|state| {
            let line = &mut state.lines[line];
            (line.is_cut_there, line.is_cut_back) = (there, back);
        });
    }

    pub(crate) fn heal(&self, line: usize) {
        let held = self.with(|state| {
            let line = &mut state.lines[line];
            (line.is_cut_there, line.is_cut_back) = (false, false);
            std::mem::take(&mut line.held)
        });
        for arrive in held {
            self.world.after(self.delay(), arrive);
        }
    }

    /// Ends the connections of a node. Its pending calls arrive or are lost.
    pub(crate) fn end(&self, line: usize) {
        if self.world.chance(0.5) {
            return self.heal(line);
        }
        let never = self.with(|state| std::mem::take(&mut state.lines[line].held));
        drop(never);
    }

    /// Returns all logs.
    pub(crate) fn logs(&self) -> Vec<Vec<Entry>> {
        self.with(|state| state.matches.iter().map(|record| record.log.clone()).collect())
    }

    /// True if the match ever had an owner.
    pub(crate) fn is_made(&self, match_index: usize) -> bool {
        self.with(|state| state.matches[match_index].owner.is_some())
    }

    /// True if the clock of the match was flagged.
    pub(crate) fn is_flagged(&self, match_index: usize) -> bool {
        self.with(|state| state.matches[match_index].log.iter().any(|entry| entry.command == FLAG))
    }

    fn delay(&self) -> Duration {
        // Models a contended lock or a slow disk.
        let is_slow = self.world.chance(0.005);
        self.world.millis(if is_slow { 50..480 } else { 1..10 })
    }

    /// Returns the delay of an append. An append is one statement and may be executed long after
    /// its timeout. An acquisition is a transaction of several statements and cannot be.
    fn delay_of_append(&self) -> Duration {
        let is_late = self.world.chance(0.005);
        if is_late { self.world.millis(500..6_000) } else { self.delay() }
    }
}

impl State {
    fn acquire(&mut self, match_index: usize, node: NodeId) -> Taken {
        let before = self.matches[match_index].owner;
        let epoch = before.map_or(Epoch::FIRST, |(_, epoch)| Epoch(epoch.0 + 1));
        self.matches[match_index].owner = Some((node, epoch));
        let another = before.filter(|(before, _)| *before != node);
        let is_lost = another.is_some_and(|(before, _)| self.is_dead(before));
        let lost = is_lost.then_some(Timestamp(0));
        Taken { epoch, lost, was_owned_by_another: another.is_some() }
    }

    fn is_dead(&self, node: NodeId) -> bool {
        let beat = self.beats.iter().find(|(beating, _)| *beating == node);
        match beat {
            None => false,
            Some((_, Beat::Left)) => true,
            Some((_, Beat::At(at))) => at.elapsed() > DEAD_AFTER,
        }
    }

    fn beat(&mut self, node: NodeId, beat: Beat) -> Vec<usize> {
        match self.beats.iter_mut().find(|(beating, _)| *beating == node) {
            Some((_, last)) => *last = beat,
            None => self.beats.push((node, beat)),
        }
        let owned = self.matches.iter().enumerate();
        let owned = owned.filter_map(|(match_index, record)| Some((match_index, record.owner?.0)));
        owned
            .filter(|(_, owner)| self.is_dead(*owner))
            .map(|(match_index, _)| match_index)
            .collect()
    }

    fn append(
        &mut self,
        match_index: usize,
        entry: Entry,
        is_fenced: bool,
    ) -> Result<(), AppendFailure> {
        let record = &mut self.matches[match_index];
        if is_fenced && record.owner != Some((entry.node, entry.epoch)) {
            return Err(AppendFailure::Stale);
        }
        if entry.v as usize != record.log.len() + 1 {
            return Err(AppendFailure::Conflict);
        }
        record.log.push(entry);
        Ok(())
    }
}

/// The connections of one node to the ledger. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Connection {
    ledger: Ledger,
    line: usize,
}

impl Connection {
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Makes `node` the first owner of a match that it created.
    pub(crate) async fn make(&self, match_index: usize, node: NodeId) -> Result<(), StoreError> {
        let made = self.call(move |state| match state.matches[match_index].owner {
            None => Some(state.acquire(match_index, node)),
            Some(_) => None,
        });
        made.await?.map(drop).ok_or(StoreError::Closed)
    }

    pub(crate) async fn beat(&self, node: NodeId) -> Result<Vec<usize>, StoreError> {
        Ok(self.call(move |state| state.beat(node, Beat::At(Instant::now()))).await?)
    }

    pub(crate) async fn leave(&self, node: NodeId) {
        // A lost message is replaced by the missing heartbeats.
        drop(self.call(move |state| drop(state.beat(node, Beat::Left))).await);
    }

    /// Returns the commands of a match's log, in order.
    pub(crate) async fn log(&self, match_index: usize) -> Result<Vec<Command>, StoreError> {
        let log = self.call(move |state| {
            state.matches[match_index].log.iter().map(|entry| entry.command).collect()
        });
        Ok(log.await?)
    }

    /// Appends an entry as the writer of the store does. Retries without an answer, and checks the
    /// log after an unknown outcome.
    pub(crate) async fn append(
        &self,
        match_index: usize,
        entry: Entry,
    ) -> Result<(), AppendFailure> {
        let mut retries = RETRIES.into_iter();
        let mut is_doubtful = false;
        loop {
            let why = match self.append_once(match_index, entry).await {
                Ok(Ok(())) => return Ok(()),
                Ok(Err(why)) if is_doubtful => {
                    return match self.is_stored(match_index, entry).await {
                        Ok(true) => Ok(()),
                        Ok(false) => Err(why),
                        Err(_) => Err(AppendFailure::Unknown),
                    };
                }
                Ok(Err(why)) => return Err(why),
                Err(why) => why,
            };
            if matches!(why, Unanswered::Doubtful) {
                if self.ledger.broken == Some(Broken::AcknowledgesUnknown) {
                    return Ok(());
                }
                is_doubtful = true;
            }
            let Some(wait) = retries.next() else { return Err(AppendFailure::Unknown) };
            self.ledger.world.wait(wait).await;
        }
    }

    async fn append_once(
        &self,
        match_index: usize,
        entry: Entry,
    ) -> Result<Result<(), AppendFailure>, Unanswered> {
        let world = self.ledger.world.clone();
        let is_fenced = self.ledger.broken != Some(Broken::IgnoresEpoch);
        let delay = self.ledger.delay_of_append();
        self.call_in(delay, move |state| {
            let stored = state.append(match_index, entry, is_fenced);
            world.note(format_args!(
                "match {match_index}: v {} epoch {}, {}: {stored:?}",
                entry.v, entry.epoch.0, entry.command,
            ));
            stored
        })
        .await
    }

    async fn is_stored(&self, match_index: usize, entry: Entry) -> Result<bool, Unanswered> {
        self.call(move |state| state.matches[match_index].log.contains(&entry)).await
    }

    async fn call<T: Send + 'static>(
        &self,
        what: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        self.call_in(self.ledger.delay(), what).await
    }

    /// Executes `what` on arrival and returns the answer, if the answer arrives.
    async fn call_in<T: Send + 'static>(
        &self,
        delay: Duration,
        what: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        let (ledger, line) = (&self.ledger, self.line);
        let (answer, answered) = oneshot::channel();
        let arrive = {
            let ledger = ledger.clone();
            move || {
                let answered = ledger.with(what);
                let (delay, again) = (ledger.delay(), ledger.clone());
                ledger.world.after(delay, move || {
                    let is_cut = again.with(|state| state.lines[line].is_cut_back);
                    if !is_cut {
                        drop(answer.send(answered));
                    }
                });
            }
        };
        let luck = ledger.world.any(0..3);
        if !ledger.with(|state| state.lines[line].is_cut_there) {
            ledger.world.after(delay, arrive);
        } else if luck == 0 {
            return Err(Unanswered::Refused);
        } else if luck == 1 {
            ledger.with(|state| state.lines[line].held.push(Box::new(arrive)));
        }
        match timeout(CALL_WITHIN, answered).await {
            Ok(Ok(answer)) => Ok(answer),
            // A lost call drops the sender. The caller waits for its timeout as usual.
            Ok(Err(_)) => {
                ledger.world.wait(CALL_WITHIN).await;
                Err(Unanswered::Doubtful)
            }
            Err(_) => Err(Unanswered::Doubtful),
        }
    }
}

impl Owners for Connection {
    async fn acquire(&self, entity: Uuid, node: NodeId) -> Result<Taken, StoreError> {
        let match_index = crate::live::cluster::simulation::match_index_of(MatchId(entity));
        let world = self.ledger.world.clone();
        let taken = self.call(move |state| {
            let taken = state.acquire(match_index, node);
            world.note(format_args!("match {match_index}: epoch {} is taken", taken.epoch.0));
            taken
        });
        Ok(taken.await?)
    }

    async fn is_current(&self, entity: Uuid, epoch: Epoch) -> Result<bool, StoreError> {
        let match_index = crate::live::cluster::simulation::match_index_of(MatchId(entity));
        let asked = self.call(move |state| {
            state.matches[match_index].owner.is_some_and(|(_, newest)| newest == epoch)
        });
        Ok(asked.await?)
    }

    async fn is_owned_elsewhere(&self, entity: Uuid, node: NodeId) -> Result<bool, StoreError> {
        let match_index = crate::live::cluster::simulation::match_index_of(MatchId(entity));
        let asked = self.call(move |state| {
            let owner = state.matches[match_index].owner.map(|(owner, _)| owner);
            owner.is_some_and(|owner| owner != node && !state.is_dead(owner))
        });
        Ok(asked.await?)
    }
}

impl From<Unanswered> for StoreError {
    fn from(_: Unanswered) -> StoreError {
        StoreError::Closed
    }
}
