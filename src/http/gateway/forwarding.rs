//! How clients of one node reach what another owns: their frames and requests
//! are carried to the owner, and what it tells them is carried back.
//!
//! At the owner, a connection to another node is a session like others
//! (`guests`), whose line is the bus. So what a client may see and do is
//! decided in one place, wherever it is connected.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use bytes::Bytes;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::cluster::{BusError, Inbox};
use crate::live::cluster::nodes::{Arrivals, Call, Entity, Nodes};
use crate::store::{NodeId, Store};
use chivalry_play::player::PlayerId;

use crate::http::gateway::outbox::Outboxes;
use crate::http::gateway::remote_feed::Listeners;
use crate::http::gateway::remote_session::Guests;
use crate::http::gateway::wire::{Caller, MatchCommand, ReplyCache, Sign, ToClients};
use crate::http::session::lobby::notice_frame;
use crate::http::state::AppState;

use crate::http::gateway::remote_subscriptions::Speaker;
pub(crate) use crate::http::gateway::requests::to_owner;

/// Frames from other nodes that may wait for a client; one that is further
/// behind is closed, and comes back.
const RELAYED: usize = 512;

/// How often a node says to the others that it is there, and how long it may
/// be silent before its clients are looked after by others.
const ALIVE_EVERY: Duration = Duration::from_millis(500);
const LOST_AFTER: Duration = Duration::from_secs(3);

/// How often something that moves is followed to its next owner, and how long
/// after it was found to have moved.
const TRIES: u32 = 8;
pub(crate) const AGAIN_AFTER: Duration = Duration::from_millis(100);

/// How long an owner may take to answer until it is looked up whether it lives, and how
/// long it may have been silent then to be waited for.
const ASKED_AFTER: Duration = Duration::from_millis(250);
const SILENT_AFTER: Duration = Duration::from_millis(1_200);

/// What a connection is told by other nodes.
#[derive(Debug)]
pub(crate) enum Relayed {
    /// What that node tells of something it has, to be sent as it is.
    Frame { by: Uuid, frame: Bytes },
    /// What concerns the player, to be sent as it is.
    Notice(Bytes),
    /// That node has it no more.
    Moved { by: Uuid, about: Entity },
    /// What that node told may have been lost, or it is gone.
    Lost(Uuid),
    /// What any of them told may have been lost.
    AllLost,
    /// There is another node, which knows of nobody yet.
    Joined,
}

/// Who answered what the owner of something was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnsweredBy {
    Node(Uuid),
    /// Nobody has it.
    Nobody,
    /// Whoever has it does not answer, or did and was not heard.
    NobodyInTime,
    /// The others cannot be reached.
    OutOfReach,
}

/// The lines between this node's clients and the other nodes.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub(crate) nodes: Arc<Nodes>,
    store: Store,
    began_at: Instant,
    connections: AtomicU64,
    clients: Mutex<Clients>,
    guests: Guests,
    pub(crate) listeners: Listeners,
    pub(crate) outboxes: Outboxes,
    /// When each of the others was last heard.
    heard: Mutex<HashMap<Uuid, Heard>>,
    /// How often messages may have been lost to or from this node, as far as its
    /// connections know.
    losses: AtomicU64,
    /// For the subjects on which answers to requests come.
    pub(crate) requests: AtomicU64,
}

/// The last sign of life of another node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heard {
    at: Instant,
    losses: u64,
}

/// The connections to this node.
#[derive(Debug, Default)]
struct Clients {
    lines: HashMap<u64, mpsc::Sender<Relayed>>,
    of_players: HashMap<PlayerId, HashSet<u64>>,
}

impl Gateway {
    pub(crate) fn new(nodes: Arc<Nodes>, store: Store) -> Gateway {
        Gateway {
            outboxes: Outboxes::new(Arc::clone(&nodes)),
            losses: AtomicU64::new(nodes.bus().losses()),
            nodes,
            store,
            began_at: Instant::now(),
            connections: AtomicU64::new(1),
            clients: Mutex::default(),
            guests: Guests::default(),
            listeners: Listeners::default(),
            heard: Mutex::default(),
            requests: AtomicU64::new(1),
        }
    }

    pub(crate) fn me(&self) -> Uuid {
        self.nodes.me().0
    }

    /// Whether the other nodes can be reached.
    pub(crate) fn is_in_touch(&self) -> bool {
        self.nodes.bus().is_up()
    }

    /// Makes a connection to this node known to it.
    pub(crate) fn connect(&self, player: Option<PlayerId>) -> (u64, mpsc::Receiver<Relayed>) {
        let connection = self.connections.fetch_add(1, Ordering::Relaxed);
        let (line, relayed) = mpsc::channel(RELAYED);
        let mut clients = self.clients();
        clients.lines.insert(connection, line);
        if let Some(player) = player {
            clients.of_players.entry(player).or_default().insert(connection);
        }
        (connection, relayed)
    }

    /// Forgets a connection, and lets the nodes know that spoke with it.
    pub(crate) async fn disconnect(
        &self,
        connection: u64,
        player: Option<PlayerId>,
        nodes: impl Iterator<Item = Uuid>,
    ) {
        self.forget(connection, player);
        for node in nodes.collect::<HashSet<Uuid>>() {
            let closed = ToClients::Closed { node: self.me(), connection };
            self.publish(
                self.nodes.subject_of(NodeId(node)),
                crate::http::gateway::wire::write(&closed, &[]),
            )
            .await;
        }
    }

    pub(crate) fn forget(&self, connection: u64, player: Option<PlayerId>) {
        let mut clients = self.clients();
        clients.lines.remove(&connection);
        if let Some(player) = player
            && let Some(others) = clients.of_players.get_mut(&player)
        {
            others.remove(&connection);
            if others.is_empty() {
                clients.of_players.remove(&player);
            }
        }
    }

    pub(crate) async fn publish(&self, subject: String, payload: Bytes) {
        if let Err(error) = self.nodes.bus().publish(subject, payload).await {
            tracing::debug!(%error, "another node was not told");
        }
    }

    /// Hands something over to connections. One that takes nothing is closed
    /// by its end of the line going.
    fn tell(&self, connections: &[u64], relayed: impl Fn() -> Relayed) {
        let mut clients = self.clients();
        for connection in connections {
            if let Some(line) = clients.lines.get(connection)
                && line.try_send(relayed()).is_err()
            {
                clients.lines.remove(connection);
            }
        }
    }

    fn tell_everybody(&self, relayed: impl Fn() -> Relayed) {
        let all: Vec<u64> = self.clients().lines.keys().copied().collect();
        self.tell(&all, relayed);
    }

    /// Has the lobby, wherever it is, tell a connection what concerns its player.
    pub(crate) async fn reach_lobby(&self, speaker: &Speaker) -> AnsweredBy {
        let payload =
            crate::http::gateway::wire::write(&MatchCommand::Connect(speaker.as_caller(self)), &[]);
        self.ask_owner(Entity::Lobby, &payload).await
    }

    /// Asks the owner of something, wherever it moves, to do what `payload` says.
    pub(crate) async fn ask_owner(&self, about: Entity, payload: &Bytes) -> AnsweredBy {
        for _ in 0..TRIES {
            let called = tokio::select! {
                called = self.nodes.call(about, payload) => called,
                () = self.owner_is_silent(about) => Err(BusError::TimedOut),
            };
            match called {
                Ok(answer) => match crate::http::gateway::wire::read(&answer) {
                    Some((ReplyCache::Done(sign), _)) => {
                        // It may die before it has said anything else.
                        self.hear(sign);
                        return AnsweredBy::Node(sign.by);
                    }
                    // It was on its way to another owner.
                    Some((ReplyCache::Moved, _)) | None => {
                        tokio::time::sleep_until(Instant::now() + AGAIN_AFTER).await;
                    }
                },
                Err(BusError::NobodyThere) => return AnsweredBy::Nobody,
                Err(BusError::TimedOut) => return AnsweredBy::NobodyInTime,
                Err(BusError::Down(_)) => return AnsweredBy::OutOfReach,
            }
        }
        AnsweredBy::OutOfReach
    }

    /// Waits until it is found that the owner of something has given no sign of life for
    /// long enough not to be waited for; for ever where it has.
    async fn owner_is_silent(&self, about: Entity) {
        // Who has only begun to listen has heard of nobody.
        let look_at = (Instant::now() + ASKED_AFTER).max(self.began_at + SILENT_AFTER);
        tokio::time::sleep_until(look_at).await;
        match self.store.owner(about.id()).await {
            Ok(Some(owner)) if owner != self.nodes.me() && !self.is_heard(owner.0) => {}
            _ => std::future::pending().await,
        }
    }

    pub(crate) fn is_heard(&self, node: Uuid) -> bool {
        self.heard().get(&node).is_some_and(|heard| heard.at.elapsed() < SILENT_AFTER)
    }

    fn take(self: &Arc<Self>, app: &AppState, payload: &Bytes) {
        self.look_for_losses();
        let Some((said, frame)) = crate::http::gateway::wire::read::<ToClients>(payload) else {
            return;
        };
        match said {
            ToClients::Frame { of, to } if self.hear(of) => {
                self.tell(&to, || Relayed::Frame { by: of.by, frame: frame.clone() });
            }
            ToClients::Moved { of, about, to } if self.hear(of) => {
                self.tell(&to, || Relayed::Moved { by: of.by, about: about.into() });
            }
            ToClients::Ended { of, to } if self.hear(of) => {
                self.tell(&to, || Relayed::Lost(of.by));
            }
            // They are told anew.
            ToClients::Frame { .. } | ToClients::Moved { .. } | ToClients::Ended { .. } => {}
            ToClients::Player { by, player } if by != self.me() => {
                let of_player = |clients: &Clients| {
                    let connections = clients.of_players.get(&PlayerId(player));
                    connections.into_iter().flatten().copied().collect::<Vec<u64>>()
                };
                let connections = of_player(&self.clients());
                self.tell(&connections, || Relayed::Notice(frame.clone()));
            }
            ToClients::Listen { node, connection, player, legal } if node != self.me() => {
                self.tell_listener(app, (node, connection), PlayerId(player), legal);
            }
            ToClients::Player { .. } | ToClients::Listen { .. } => {}
            ToClients::Closed { node, connection } => self.guests.close((node, connection)),
        }
    }

    /// Takes a sign of life; whether all that was said before has come.
    fn hear(&self, Sign { by, losses }: Sign) -> bool {
        if by == self.me() {
            return true;
        }
        let heard = Heard { at: Instant::now(), losses };
        let last = self.heard().insert(by, heard);
        match last {
            None => self.tell_everybody(|| Relayed::Joined),
            Some(last) if last.losses == losses => {}
            Some(_) => {
                tracing::warn!(node = %by, "what another node said may be lost");
                self.tell_everybody(|| Relayed::Lost(by));
                return false;
            }
        }
        true
    }

    /// Has all connections told anew what may not have come to this node.
    fn look_for_losses(&self) {
        let losses = self.nodes.bus().losses();
        if self.losses.swap(losses, Ordering::AcqRel) != losses {
            tracing::warn!("what other nodes said may be lost");
            self.tell_everybody(|| Relayed::AllLost);
        }
    }

    /// Finds out who has been silent for too long.
    fn look_for_lost(&self) {
        let mut heard = self.heard();
        if !self.nodes.bus().is_up() {
            // Nobody can be heard: that says nothing of them.
            heard.values_mut().for_each(|heard| heard.at = Instant::now());
            return;
        }
        let lost: Vec<Uuid> = heard
            .extract_if(|_, heard| heard.at.elapsed() > LOST_AFTER)
            .map(|(node, _)| node)
            .collect();
        drop(heard);
        for node in lost {
            tracing::warn!(%node, "another node is silent");
            self.guests.close_all_of(node);
            self.tell_everybody(|| Relayed::Lost(node));
        }
    }

    fn hand_over(&self, app: &AppState, caller: Caller, said: (Bytes, bool), call: Call) {
        self.guests.hand_over(app, &self.nodes, &self.outboxes, caller, said, call);
    }

    /// A plain lock: it is held for one look-up, never across an await.
    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn heard(&self) -> MutexGuard<'_, HashMap<Uuid, Heard>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A sign of life of this node.
pub(crate) fn sign_of(nodes: &Nodes) -> Sign {
    Sign { by: nodes.me().0, losses: nodes.bus().losses() }
}

/// Carries between this node's clients and the others until `shutdown`.
pub(crate) async fn run(
    app: AppState,
    relay: Arc<Gateway>,
    router: Router,
    arrivals: Arrivals,
    shutdown: CancellationToken,
) {
    let mut carrying = JoinSet::new();
    let bus = relay.nodes.bus();
    let subjects = [
        relay.nodes.subject_of(relay.nodes.me()),
        relay.nodes.subject_of_players(),
        relay.nodes.subject_of_the_living(),
    ];
    for (index, subject) in subjects.into_iter().enumerate() {
        let (bus, relay, app) = (Arc::clone(bus), Arc::clone(&relay), Arc::clone(&app));
        carrying.spawn(async move {
            let listening = async || loop {
                match bus.listen(subject.clone()).await {
                    Ok(inbox) => return inbox,
                    Err(error) => {
                        tracing::warn!(%error, "the other nodes cannot be heard");
                        tokio::time::sleep_until(Instant::now() + ALIVE_EVERY).await;
                    }
                }
            };
            let mut inbox: Inbox = listening().await;
            loop {
                match inbox.next().await {
                    Some(delivery) if index == 2 => {
                        if let Some((sign, _)) = crate::http::gateway::wire::read(&delivery.payload)
                        {
                            relay.hear(sign);
                        }
                    }
                    Some(delivery) => {
                        relay.take(&app, &delivery.payload);
                        // Whoever waits for that knows now that it was heard.
                        delivery.answer(Bytes::new()).await;
                    }
                    None => inbox = listening().await,
                }
            }
        });
    }
    carrying.spawn(say_alive(Arc::clone(&relay)));
    let Arrivals { mut calls, mut notices } = arrivals;
    loop {
        tokio::select! {
            Some(call) = calls.recv() => match crate::http::gateway::wire::read::<MatchCommand>(&call.payload) {
                Some((MatchCommand::Frame(caller), frame)) => {
                    relay.hand_over(&app, caller, (frame, false), call);
                }
                Some((MatchCommand::Again(caller), frame)) => {
                    relay.hand_over(&app, caller, (frame, true), call);
                }
                Some((MatchCommand::Connect(caller), _)) => {
                    relay.hand_over(&app, caller, (Bytes::new(), true), call);
                }
                Some((request @ MatchCommand::Request { .. }, body)) => {
                    crate::http::gateway::requests::answer(&app, &relay, &router, request, body, call);
                }
                None => {}
            },
            Some((player, notice)) = notices.recv() => {
                if let Some(frame) = notice_frame(&app, &notice) {
                    let to = ToClients::Player { by: relay.me(), player: player.0 };
                    relay.publish(relay.nodes.subject_of_players(), crate::http::gateway::wire::write(&to, frame.as_bytes())).await;
                }
            }
            () = shutdown.cancelled() => return,
        }
    }
}

async fn say_alive(relay: Arc<Gateway>) {
    let mut beats = interval(ALIVE_EVERY);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        relay.look_for_losses();
        let sign = crate::http::gateway::wire::write(&sign_of(&relay.nodes), &[]);
        relay.publish(relay.nodes.subject_of_the_living(), sign).await;
        relay.look_for_lost();
    }
}
