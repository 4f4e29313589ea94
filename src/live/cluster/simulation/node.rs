//! A simulated node: the ownership logic of the gateway, `MatchActor` and `beat` around the real
//! [`Nodes`] and [`Lease`]. A match is the list of its executed commands.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::live::background::heartbeat::HEARTBEAT;
use crate::live::background::hibernation::SWEEP;
use crate::live::cluster::forwarding::{OwnerAnswer, OwnerReading, RETRY_DELAY, call_owner};
use crate::live::cluster::lease::is_owned_elsewhere;
use crate::live::cluster::nodes::{Arrivals, Call, Nodes};
use crate::live::cluster::owner::Owner;
use crate::live::cluster::ownership::Stop;
use crate::live::cluster::simulation::ledger::{AppendFailure, Command, Connection, Entry, FLAG};
use crate::live::cluster::simulation::network::{End, Network};
use crate::live::cluster::simulation::process::Process;
use crate::live::cluster::simulation::world::World;
use crate::live::cluster::simulation::{Broken, about, match_index_of};
use crate::live::hibernated::{IDLE, IDLE_RUNNING, LOAD_AHEAD};
use crate::live::match_actor::actor::MAILBOX;
use crate::live::match_actor::timers::RELOAD;
use crate::live::time::until;

/// Time limit of an orderly shutdown.
const LEFT_WITHIN: Duration = Duration::from_secs(10);

/// A client's request to a node. The answer is the version of the executed command.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) match_index: usize,
    pub(crate) command: Command,
    pub(crate) answer: oneshot::Sender<u32>,
}

/// A node, seen from outside.
pub(crate) struct Node {
    pub(crate) requests: mpsc::Sender<Request>,
    pub(crate) process: Process,
    /// True after the request to shut down, which a paused node handles later.
    is_to_leave: AtomicBool,
    server: Arc<Server>,
    end: Arc<End>,
}

struct Server {
    name: usize,
    world: World,
    broken: Option<Broken>,
    nodes: Arc<Nodes>,
    ledger: Connection,
    process: Process,
    /// The matches with a task here, as in `LiveContext`. The lock is held for one access.
    tasks: Mutex<BTreeMap<usize, mpsc::Sender<Ask>>>,
    /// The hibernated matches and the expiry of their clocks. The lock is held for one access.
    hibernated: Mutex<BTreeMap<usize, Instant>>,
    flags_at: Arc<[Instant]>,
}

struct Ask {
    command: Command,
    answer: oneshot::Sender<Result<u32, Failure>>,
}

/// The reason for which a command is not known to have been executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// Another node owns the match.
    Moved,
    /// The outcome is unknown to this node.
    Unavailable,
}

impl Node {
    /// Starts a node, which creates the matches `made`. Their clocks expire at `flags_at`,
    /// regardless of commands.
    pub(crate) fn start(
        name: usize,
        world: &World,
        network: &Network,
        ledger: Connection,
        made: Vec<usize>,
        flags_at: Arc<[Instant]>,
        broken: Option<Broken>,
    ) -> Node {
        let (end, process) = (network.connect(), Process::default());
        let bus = Arc::clone(&end);
        let (nodes, arrivals) = Nodes::join(bus, Uuid::nil(), CancellationToken::new(), None);
        let server = Arc::new(Server {
            name,
            world: world.clone(),
            broken,
            nodes,
            ledger,
            process: process.clone(),
            tasks: Mutex::default(),
            hibernated: Mutex::default(),
            flags_at,
        });
        let (requests, waiting) = mpsc::channel(MAILBOX);
        process.spawn(Arc::clone(&server).run(arrivals, waiting, made));
        Node { requests, process, is_to_leave: AtomicBool::new(false), server, end }
    }

    /// Returns the connection numbers of the bus and the ledger.
    pub(crate) fn lines(&self) -> (usize, usize) {
        (self.end.line(), self.server.ledger.line())
    }

    pub(crate) fn is_to_leave(&self) -> bool {
        self.is_to_leave.load(Ordering::Relaxed)
    }

    /// Shuts the node down in order. Returns when the handover is done or impossible.
    pub(crate) async fn leave(&self) {
        self.is_to_leave.store(true, Ordering::Relaxed);
        let (done, is_done) = oneshot::channel();
        let server = Arc::clone(&self.server);
        self.process.spawn(async move {
            server.nodes.leaving().cancel();
            server.world.wait(Duration::from_millis(500)).await;
            server.ledger.leave(server.nodes.me()).await;
            let _ = done.send(());
        });
        let _ = timeout(LEFT_WITHIN, is_done).await;
    }
}

impl Server {
    async fn run(
        self: Arc<Server>,
        arrivals: Arrivals,
        mut requests: mpsc::Receiver<Request>,
        made: Vec<usize>,
    ) {
        // A node has to be alive before it can own anything.
        while self.ledger.beat(self.nodes.me()).await.is_err() {
            self.world.wait(RETRY_DELAY).await;
        }
        for match_index in made {
            match self.ledger.make(match_index, self.nodes.me()).await {
                Ok(()) => drop(self.start(match_index, Some(Vec::new()))),
                Err(_) => self.retry_soon(match_index),
            }
        }
        self.process.spawn(Arc::clone(&self).beat());
        self.process.spawn(Arc::clone(&self).sweep());
        let Arrivals { mut calls, notices: _notices, offers: _offers } = arrivals;
        loop {
            tokio::select! {
                biased;
                Some(call) = calls.recv() => {
                    let server = Arc::clone(&self);
                    self.process.spawn(async move { server.answer(call).await });
                }
                Some(Request { match_index, command, answer }) = requests.recv() => {
                    let server = Arc::clone(&self);
                    self.process.spawn(async move {
                        if let Ok(v) = server.carry_out(match_index, command).await {
                            // The client may have tried another node.
                            let _ = answer.send(v);
                        }
                    });
                }
            }
        }
    }

    fn tasks(&self) -> MutexGuard<'_, BTreeMap<usize, mpsc::Sender<Ask>>> {
        self.tasks.lock()
    }

    fn hibernated(&self) -> MutexGuard<'_, BTreeMap<usize, Instant>> {
        self.hibernated.lock()
    }

    fn has(&self, match_index: usize) -> bool {
        self.tasks().contains_key(&match_index)
    }

    /// Models the gateway's forwarding and its caller.
    async fn carry_out(
        self: &Arc<Self>,
        match_index: usize,
        command: Command,
    ) -> Result<u32, Failure> {
        if self.has(match_index) {
            return self.ask(match_index, command).await;
        }
        let payload = written(command);
        let call = || self.nodes.call(about(match_index), &payload);
        let reading = |answer: &Bytes| match read_answer(answer) {
            Err(Failure::Moved) => OwnerReading::NotOwner,
            answer => OwnerReading::Answer(answer),
        };
        match call_owner(call, reading).await {
            OwnerAnswer::Answered(answer) => answer,
            OwnerAnswer::Unowned | OwnerAnswer::TimedOut => self.ask(match_index, command).await,
            OwnerAnswer::Unreachable => Err(Failure::Unavailable),
        }
    }

    /// Models a session of a connection to another node.
    async fn answer(self: &Arc<Self>, call: Call) {
        let match_index = match_index_called(&call);
        let answered = match read(&call.payload) {
            Some(command) if call.is_current() => self.ask(match_index, command).await,
            _ => Err(Failure::Moved),
        };
        call.delivery.answer(written_answer(answered)).await;
    }

    /// Models `Live::ask`.
    async fn ask(self: &Arc<Self>, match_index: usize, command: Command) -> Result<u32, Failure> {
        while !self.nodes.leaving().is_cancelled() {
            let (answer, answered) = oneshot::channel();
            if self.start(match_index, None).send(Ask { command, answer }).await.is_err() {
                tokio::task::yield_now().await;
                continue;
            }
            return answered.await.unwrap_or(Err(Failure::Unavailable));
        }
        Err(Failure::Unavailable)
    }

    fn start(
        self: &Arc<Self>,
        match_index: usize,
        known: Option<Vec<Command>>,
    ) -> mpsc::Sender<Ask> {
        let mut tasks = self.tasks();
        let start = || {
            let (address, mailbox) = mpsc::channel(MAILBOX);
            let room = MatchTask {
                match_index,
                mailbox,
                server: Arc::clone(self),
                known,
                owner: Owner::default(),
            };
            self.process.spawn(room.run());
            self.hibernated().remove(&match_index);
            address
        };
        tasks.entry(match_index).or_insert_with(start).clone()
    }

    /// Models [`crate::live::cluster::heartbeat::watch`].
    async fn beat(self: Arc<Self>) {
        let mut next = Instant::now();
        while !self.nodes.leaving().is_cancelled() {
            self.nodes.check_losses();
            if let Ok(orphans) = self.ledger.beat(self.nodes.me()).await {
                for match_index in orphans {
                    let server = Arc::clone(&self);
                    self.process.spawn(async move { server.take_up(match_index).await });
                }
            }
            next = (next + HEARTBEAT).max(Instant::now());
            sleep_until(next).await;
        }
    }

    async fn take_up(self: &Arc<Self>, match_index: usize) {
        if !self.has(match_index) {
            match self.is_owned_elsewhere(match_index).await {
                Some(true) => drop(self.hibernated().remove(&match_index)),
                None => {}
                Some(false) => drop(self.start(match_index, None)),
            }
        }
    }

    async fn is_owned_elsewhere(&self, match_index: usize) -> Option<bool> {
        if self.broken == Some(Broken::AbandonsMatch) {
            return Some(self.nodes.somebody_has(about(match_index)).await);
        }
        is_owned_elsewhere(&self.nodes, &self.ledger, about(match_index)).await
    }

    /// Models `hibernation::watch`.
    async fn sweep(self: Arc<Self>) {
        let mut next = Instant::now();
        loop {
            let soon = Instant::now() + LOAD_AHEAD;
            let due: Vec<usize> = {
                let hibernated = self.hibernated();
                hibernated
                    .iter()
                    .filter(|(_, at)| **at <= soon)
                    .map(|(match_index, _)| *match_index)
                    .collect()
            };
            for match_index in due {
                self.take_up(match_index).await;
            }
            next = (next + SWEEP).max(Instant::now());
            sleep_until(next).await;
        }
    }

    fn doze(&self, match_index: usize, flags_at: Instant) {
        self.hibernated().insert(match_index, flags_at);
    }

    fn retry_soon(&self, match_index: usize) {
        if self.broken != Some(Broken::AbandonsMatch) {
            self.doze(match_index, Instant::now());
        }
    }
}

/// The task of a match.
struct MatchTask {
    match_index: usize,
    mailbox: mpsc::Receiver<Ask>,
    server: Arc<Server>,
    /// The log. `None` while its content is uncertain.
    known: Option<Vec<Command>>,
    owner: Owner,
}

impl MatchTask {
    async fn run(mut self) {
        self.acquire().await;
        if self.owner.stop().is_none() {
            // Database errors may be transient.
            drop(self.loaded().await);
        }
        let leaving = self.server.nodes.leaving().clone();
        let mut asked_at = Instant::now();
        loop {
            if let Some(stop) = self.owner.stop() {
                return self.release(stop).await;
            }
            let reload_at = self.known.is_none().then(|| Instant::now() + RELOAD);
            let flags_at = self.flags_at();
            let idle_at = match flags_at {
                None => Some(asked_at + IDLE),
                Some(at) => (at > Instant::now() + LOAD_AHEAD + IDLE_RUNNING)
                    .then_some(asked_at + IDLE_RUNNING),
            };
            tokio::select! {
                biased;
                event = self.owner.next_event() => {
                    self.owner.on_event(&event, &self.server.ledger).await;
                }
                ask = self.mailbox.recv() => {
                    let Some(Ask { command, answer }) = ask else { return };
                    let done = self.carry_out(command).await;
                    // The requester may be gone.
                    let _ = answer.send(done);
                    asked_at = Instant::now();
                }
                () = leaving.cancelled() => self.owner.hand_over(),
                () = until(flags_at) => {
                    let attempt = self.server.world.number();
                    // A failed append is repeated.
                    let _ = self.append(FLAG, attempt).await;
                }
                () = until(reload_at) => drop(self.loaded().await),
                () = until(idle_at) => return self.retire().await,
            }
        }
    }

    /// Returns the expiry of the clock if it is not flagged yet.
    fn flags_at(&self) -> Option<Instant> {
        let is_flagged = version_of(FLAG, self.known.as_ref()?).is_some();
        (!is_flagged).then(|| self.server.flags_at[self.match_index])
    }

    /// Leaves memory.
    async fn retire(self) {
        self.note("leaves memory");
        if let Some(flags_at) = self.flags_at() {
            self.server.doze(self.match_index, flags_at);
        }
        self.refuse_all(Failure::Unavailable).await;
    }

    async fn acquire(&mut self) {
        let Server { nodes, ledger, .. } = &*self.server;
        let is_new = self.known.is_some();
        match self.owner.acquire(nodes, ledger, about(self.match_index), is_new).await {
            Ok(()) => {
                let epoch = self.owner.fence().map(|(_, epoch)| epoch.0);
                self.note(format_args!("is held, epoch {epoch:?}"));
            }
            Err(_) => self.note("could not be acquired"),
        }
    }

    async fn loaded(&mut self) -> Result<&mut Vec<Command>, Failure> {
        if self.known.is_none() {
            let log =
                self.server.ledger.log(self.match_index).await.map_err(|_| Failure::Unavailable)?;
            self.known = Some(log);
        }
        self.known.as_mut().ok_or(Failure::Unavailable)
    }

    async fn carry_out(&mut self, command: Command) -> Result<u32, Failure> {
        if let Some(v) = version_of(command, self.loaded().await?) {
            return Ok(v);
        }
        let attempt = self.server.world.number();
        match self.append(command, attempt).await {
            // Another owner appended to the log.
            Err(AppendFailure::Conflict) => {}
            stored => return stored.map_err(Failure::from),
        }
        let known = self.loaded().await?;
        let known = version_of(command, known);
        if let Some(v) = known
            && self.server.broken != Some(Broken::ExecutesTwice)
        {
            return Ok(v);
        }
        self.append(command, attempt).await.map_err(Failure::from)
    }

    /// Models `MatchActor::commit`: appends, then applies.
    async fn append(&mut self, command: Command, attempt: u64) -> Result<u32, AppendFailure> {
        let known = self.loaded().await.map_err(|_| AppendFailure::Unknown)?;
        let v = known.len() as u32 + 1;
        let Some((node, epoch)) = self.owner.fence() else {
            return Err(AppendFailure::Stale);
        };
        let entry = Entry { v, command, attempt, node, epoch };
        match self.server.ledger.append(self.match_index, entry).await {
            Ok(()) => self.known.iter_mut().for_each(|known| known.push(command)),
            Err(why) => {
                // The content of the log is unknown after a failed append.
                self.known = None;
                if why == AppendFailure::Stale {
                    self.owner.on_rejected_append();
                }
                return Err(why);
            }
        }
        Ok(v)
    }

    async fn release(mut self, stop: Stop) {
        self.note("is released");
        if stop.retry_soon {
            self.server.retry_soon(self.match_index);
        }
        // Releasing the lease first keeps new requests away from this node.
        self.owner.release();
        self.refuse_all(if stop.is_moved { Failure::Moved } else { Failure::Unavailable }).await;
    }

    async fn refuse_all(mut self, no: Failure) {
        self.mailbox.close();
        while let Some(Ask { answer, .. }) = self.mailbox.recv().await {
            let _ = answer.send(Err(no));
        }
        self.server.tasks().remove(&self.match_index);
    }

    fn note(&self, what: impl std::fmt::Display) {
        let (match_index, name) = (self.match_index, self.server.name);
        self.server.world.note(format_args!("match {match_index}: {what}, by node {name}"));
    }
}

/// Returns the version of a command in the log.
fn version_of(command: Command, log: &[Command]) -> Option<u32> {
    let at = log.iter().position(|known| *known == command)?;
    Some(at as u32 + 1)
}

impl From<AppendFailure> for Failure {
    fn from(why: AppendFailure) -> Failure {
        match why {
            AppendFailure::Stale => Failure::Moved,
            AppendFailure::Conflict | AppendFailure::Unknown => Failure::Unavailable,
        }
    }
}

fn written(command: Command) -> Vec<u8> {
    [command.client.to_be_bytes(), command.number.to_be_bytes()].concat()
}

fn read(payload: &[u8]) -> Option<Command> {
    let (client, number) = payload.split_at_checked(4)?;
    let number = u32::from_be_bytes(number.try_into().ok()?);
    Some(Command { client: u32::from_be_bytes(client.try_into().ok()?), number })
}

fn written_answer(answered: Result<u32, Failure>) -> Bytes {
    match answered {
        Ok(v) => Bytes::copy_from_slice(&v.to_be_bytes()),
        Err(Failure::Moved) => Bytes::from_static(b"m"),
        Err(Failure::Unavailable) => Bytes::new(),
    }
}

fn read_answer(answer: &[u8]) -> Result<u32, Failure> {
    match answer {
        b"m" => Err(Failure::Moved),
        v => v.try_into().map(u32::from_be_bytes).map_err(|_| Failure::Unavailable),
    }
}

fn match_index_called(call: &Call) -> usize {
    match call.about {
        crate::live::cluster::simulation::Entity::Match(id) => match_index_of(id),
        _ => usize::MAX,
    }
}
