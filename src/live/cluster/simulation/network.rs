//! The simulated bus: a broker in the manner of NATS, and one connection per node. Messages are
//! delayed and lost, and each direction can be cut.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::poll_fn;
use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::cluster::{Bus, BusError, Delivery, Inbox};

use crate::live::cluster::simulation::world::World;

/// Capacity of an inbox.
const INBOX: usize = 1024;

/// Timeout of a subscription.
const LISTENING_WITHIN: Duration = Duration::from_secs(3);

/// The broker and all connections. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Network {
    world: World,
    /// Probability that a message is lost.
    loss: f64,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    lines: Vec<Line>,
    /// The subscriptions known to the broker.
    listeners: Vec<Listener>,
    last_number: u64,
}

struct Listener {
    line: usize,
    number: u64,
    subject: String,
}

/// A node's connection to the broker.
#[derive(Default)]
struct Line {
    /// The connection state as seen by the node, and by the broker below.
    is_up: bool,
    is_known: bool,
    /// True if the node's process has ended.
    is_gone: bool,
    up: Way,
    down: Way,
    /// Counts the changes of the connection. Timers of an earlier change have no effect.
    turn: u64,
    /// Number of reconnections.
    losses: u64,
    asked: BTreeMap<u64, oneshot::Sender<Result<Bytes, BusError>>>,
    inboxes: BTreeMap<u64, (String, mpsc::Sender<Delivery>)>,
    listening: BTreeMap<u64, oneshot::Sender<()>>,
}

/// One direction of a connection. Packets arrive in order.
#[derive(Default)]
struct Way {
    cut: Option<Cut>,
    last_at: Option<Instant>,
    held: Vec<Packet>,
}

/// The treatment of packets on a cut direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Packets arrive after the cut, unless the connection was closed meanwhile.
    Holding,
    Losing,
}

/// The cut directions of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cuts {
    pub(crate) up: Option<Cut>,
    pub(crate) down: Option<Cut>,
}

#[derive(Debug)]
enum Packet {
    // From a node to the broker.
    Listen { number: u64, subject: String },
    Unlisten { number: u64 },
    Publish { subject: String, payload: Bytes, question: Option<u64> },
    Answer { line: usize, question: u64, payload: Bytes },
    // From the broker to a node.
    Listening { number: u64 },
    Deliver { number: u64, payload: Bytes, question: Option<(usize, u64)> },
    Reply { question: u64, answer: Result<Bytes, BusError> },
}

impl Network {
    pub(crate) fn new(world: &World, loss: f64) -> Network {
        Network { world: world.clone(), loss, state: Arc::default() }
    }

    fn with<T>(&self, f: impl FnOnce(&mut State) -> T) -> T {
        f(&mut self.state.lock())
    }

    /// Connects a new node. Connections are numbered consecutively.
    pub(crate) fn connect(&self) -> Arc<End> {
        let line = self.with(|state| {
            state.lines.push(Line { is_up: true, is_known: true, ..Line::default() });
            state.lines.len() - 1
        });
        Arc::new(End { network: self.clone(), line })
    }

    /// Ends a node's process. The broker detects it later.
    pub(crate) fn end(&self, line: usize) {
        self.with(|state| state.lines[line].is_gone = true);
        let slowly = self.world.chance(0.2);
        let found_out = self.world.millis(if slowly { 500..3_000 } else { 1..20 });
        self.hang_up_after(line, found_out);
    }

    /// Cuts a connection until [`Network::heal`]. Both ends detect it later.
    pub(crate) fn cut(&self, line: usize, cuts: Cuts) {
        let turn = self.with(|state| {
            let line = &mut state.lines[line];
            (line.up.cut, line.down.cut) = (cuts.up, cuts.down);
            line.turn += 1;
            line.turn
        });
        let node_finds_out = self.world.millis(50..4_000);
        let network = self.clone();
        self.world.after(node_finds_out, move || {
            network.with(|state| {
                let line = &mut state.lines[line];
                if line.turn == turn {
                    line.is_up = false;
                }
            });
        });
        self.hang_up_after(line, self.world.millis(50..4_000));
    }

    /// Closes a connection at the broker after a delay.
    fn hang_up_after(&self, line: usize, how_long: Duration) {
        let network = self.clone();
        let turn = self.with(|state| state.lines[line].turn);
        self.world.after(how_long, move || {
            network.with(|state| {
                if state.lines[line].turn == turn {
                    state.hang_up(line);
                }
            });
        });
    }

    /// Restarts the broker, which loses all subscriptions.
    pub(crate) fn restart(&self) {
        self.with(|state| (0..state.lines.len()).for_each(|line| state.hang_up(line)));
    }

    /// Repairs a connection. If one end had closed it, the node reconnects and subscribes again.
    pub(crate) fn heal(&self, line: usize) {
        let (is_connected, turn, up, down) = self.with(|state| {
            let line = &mut state.lines[line];
            line.turn += 1;
            (line.up.cut, line.down.cut) = (None, None);
            let held = (std::mem::take(&mut line.up.held), std::mem::take(&mut line.down.held));
            let is_connected = line.is_up && line.is_known;
            // Both ends discard packets of an earlier connection.
            line.is_up = is_connected;
            (is_connected, line.turn, held.0, held.1)
        });
        if is_connected {
            up.into_iter().for_each(|packet| self.send(line, Direction::Up, packet));
            down.into_iter().for_each(|packet| self.send(line, Direction::Down, packet));
            return;
        }
        let network = self.clone();
        self.world.after(self.world.millis(50..500), move || network.reconnect(line, turn));
    }

    fn reconnect(&self, line: usize, turn: u64) {
        let again: Option<Vec<(u64, String)>> = self.with(|state| {
            if state.lines[line].turn != turn || state.lines[line].is_gone {
                return None;
            }
            state.hang_up(line);
            let line = &mut state.lines[line];
            (line.is_up, line.is_known) = (true, true);
            line.losses += 1;
            let inboxes = line.inboxes.iter();
            Some(inboxes.map(|(number, (subject, _))| (*number, subject.clone())).collect())
        });
        let Some(again) = again else { return };
        self.world.note(format_args!("line {line} is there again"));
        for (number, subject) in again {
            self.send(line, Direction::Up, Packet::Listen { number, subject });
        }
    }

    /// Sends a packet.
    fn send(&self, line: usize, direction: Direction, packet: Packet) {
        let is_lost = packet.may_be_lost() && self.loss > 0.0 && self.world.chance(self.loss);
        let delay = self.world.millis(1..8);
        let delay = if self.world.chance(0.01) { delay * 50 } else { delay };
        let arrives_at = self.with(|state| {
            let line = &mut state.lines[line];
            let is_gone = line.is_gone;
            let way = line.way(direction);
            match way.cut {
                _ if is_gone => None,
                Some(Cut::Holding) => {
                    way.held.push(packet);
                    None
                }
                Some(Cut::Losing) => None,
                None if is_lost => None,
                None => {
                    let at = Instant::now() + delay;
                    let at = way.last_at.map_or(at, |last_at| at.max(last_at));
                    way.last_at = Some(at);
                    Some((at, packet))
                }
            }
        });
        let Some((at, packet)) = arrives_at else { return };
        let network = self.clone();
        self.world.at(at, move || match direction {
            Direction::Up => network.at_broker(line, packet),
            Direction::Down => network.at_node(line, packet),
        });
    }

    fn at_broker(&self, line: usize, packet: Packet) {
        if !self.with(|state| state.lines[line].is_known) {
            return;
        }
        match packet {
            Packet::Listen { number, subject } => {
                self.with(|state| state.listeners.push(Listener { line, number, subject }));
                self.send(line, Direction::Down, Packet::Listening { number });
            }
            Packet::Unlisten { number } => {
                self.with(|state| state.listeners.retain(|listener| listener.number != number));
            }
            Packet::Publish { subject, payload, question } => {
                let listeners: Vec<(usize, u64)> = self.with(|state| {
                    let all = state.listeners.iter().filter(|it| it.subject == subject);
                    all.map(|it| (it.line, it.number)).collect()
                });
                if let Some(question) = question.filter(|_| listeners.is_empty()) {
                    let answer = Err(BusError::NobodyThere);
                    self.send(line, Direction::Down, Packet::Reply { question, answer });
                }
                let question = question.map(|question| (line, question));
                for (to, number) in listeners {
                    let said = Packet::Deliver { number, payload: payload.clone(), question };
                    self.send(to, Direction::Down, said);
                }
            }
            Packet::Answer { line, question, payload } => {
                let answered = Packet::Reply { question, answer: Ok(payload) };
                self.send(line, Direction::Down, answered);
            }
            Packet::Listening { .. } | Packet::Deliver { .. } | Packet::Reply { .. } => {}
        }
    }

    fn at_node(&self, line: usize, packet: Packet) {
        if !self.with(|state| state.lines[line].is_up) {
            return;
        }
        match packet {
            Packet::Listening { number } => {
                let listening = self.with(|state| state.lines[line].listening.remove(&number));
                // The subscriber may have timed out.
                let _ = listening.map(|listening| listening.send(()));
            }
            Packet::Deliver { number, payload, question } => {
                let inbox = self.with(|state| state.lines[line].inboxes.get(&number).cloned());
                let Some((_, inbox)) = inbox else { return };
                let asker = question.map(|(asker, question)| self.answers(line, asker, question));
                // A full inbox drops the delivery.
                drop(inbox.try_send(Delivery::simulated(payload, asker)));
            }
            Packet::Reply { question, answer } => {
                let asked = self.with(|state| state.lines[line].asked.remove(&question));
                drop(asked.map(|asked| asked.send(answer)));
            }
            Packet::Listen { .. }
            | Packet::Unlisten { .. }
            | Packet::Publish { .. }
            | Packet::Answer { .. } => {}
        }
    }

    /// Returns the sender for the answer of `line` to a question of `asker`.
    fn answers(&self, line: usize, asker: usize, question: u64) -> mpsc::Sender<Bytes> {
        let (answer, mut answers) = mpsc::channel(1);
        let network = self.clone();
        tokio::spawn(async move {
            if let Some(payload) = answers.recv().await
                && network.with(|state| state.lines[line].is_up)
            {
                let answer = Packet::Answer { line: asker, question, payload };
                network.send(line, Direction::Up, answer);
            }
        });
        answer
    }
}

impl State {
    fn hang_up(&mut self, line: usize) {
        self.listeners.retain(|listener| listener.line != line);
        self.lines[line].is_known = false;
    }

    fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }
}

impl Line {
    fn way(&mut self, direction: Direction) -> &mut Way {
        match direction {
            Direction::Up => &mut self.up,
            Direction::Down => &mut self.down,
        }
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
}

impl Packet {
    /// Subscriptions are part of the connection state and are never lost alone.
    fn may_be_lost(&self) -> bool {
        !matches!(self, Packet::Listen { .. } | Packet::Unlisten { .. } | Packet::Listening { .. })
    }
}

/// A node's end of its connection.
pub(crate) struct End {
    network: Network,
    line: usize,
}

impl End {
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    fn check_up(&self) -> Result<(), BusError> {
        if self.is_up() { Ok(()) } else { Err(BusError::Down("cut".into())) }
    }
}

impl Bus for End {
    fn request(
        &self,
        subject: String,
        payload: Bytes,
        within: Duration,
    ) -> BoxFuture<'_, Result<Bytes, BusError>> {
        async move {
            self.check_up()?;
            let (asked, answered) = oneshot::channel();
            let question = self.network.with(|state| {
                let question = state.number();
                state.lines[self.line].asked.insert(question, asked);
                question
            });
            let say = Packet::Publish { subject, payload, question: Some(question) };
            self.network.send(self.line, Direction::Up, say);
            let answer = timeout(within, answered).await;
            self.network.with(|state| state.lines[self.line].asked.remove(&question));
            answer.ok().and_then(Result::ok).unwrap_or(Err(BusError::TimedOut))
        }
        .boxed()
    }

    fn publish(&self, subject: String, payload: Bytes) -> BoxFuture<'_, Result<(), BusError>> {
        async move {
            self.check_up()?;
            let say = Packet::Publish { subject, payload, question: None };
            self.network.send(self.line, Direction::Up, say);
            Ok(())
        }
        .boxed()
    }

    fn listen(&self, subject: String) -> BoxFuture<'_, Result<Inbox, BusError>> {
        async move {
            self.check_up()?;
            let (deliveries, mut inbox) = mpsc::channel(INBOX);
            let (listening, listens) = oneshot::channel();
            let number = self.network.with(|state| {
                let number = state.number();
                let line = &mut state.lines[self.line];
                line.inboxes.insert(number, (subject.clone(), deliveries.clone()));
                line.listening.insert(number, listening);
                number
            });
            let (network, line) = (self.network.clone(), self.line);
            tokio::spawn(async move {
                deliveries.closed().await;
                network.with(|state| state.lines[line].inboxes.remove(&number));
                network.send(line, Direction::Up, Packet::Unlisten { number });
            });
            self.network.send(self.line, Direction::Up, Packet::Listen { number, subject });
            match timeout(LISTENING_WITHIN, listens).await {
                Ok(Ok(())) => Ok(Inbox::new(poll_fn(move |cx| inbox.poll_recv(cx)))),
                _ => Err(BusError::Down("the broker does not answer".into())),
            }
        }
        .boxed()
    }

    fn is_up(&self) -> bool {
        self.network.with(|state| state.lines[self.line].is_up)
    }

    fn losses(&self) -> u64 {
        self.network.with(|state| state.lines[self.line].losses)
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End").field("line", &self.line).finish_non_exhaustive()
    }
}
