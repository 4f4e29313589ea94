//! The messages that arrive from other nodes, and the heartbeats of this node.
//!
//! On the owner, a remote client is a regular session (`remote_session`) whose transport is the
//! bus. Permissions are therefore checked in one place for all clients.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use bytes::Bytes;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::cluster::Inbox;
use crate::live::cluster::nodes::{Arrivals, Call, Nodes};
use crate::live::time::ticks;
use crate::scheduling;
use chivalry_play::matches::MatchId;
use chivalry_play::player::PlayerId;

use crate::http::gateway::gateway::Gateway;
use crate::http::gateway::remote_readers::RemoteReaders;
use crate::http::gateway::remote_session::RemoteSessions;
use crate::http::gateway::requests;
use crate::http::gateway::wire;
use crate::http::gateway::wire::{Heartbeat, OwnerReply, OwnerRequest, ToClients};
use crate::http::owner_router::Relayed;
use crate::http::session::subscriptions::lobby::notice_frame;
use crate::http::state::AppState;

/// Interval of heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);

/// Serves the clients of other nodes.
struct Inbound {
    app: AppState,
    gateway: Arc<Gateway>,
    /// The routes for forwarded HTTP requests.
    router: Router,
    sessions: RemoteSessions,
    readers: RemoteReaders,
}

/// The subscriptions of a node to the messages of other nodes.
pub(crate) struct Inboxes {
    /// To the clients of this node, and to the players of all nodes.
    messages: [Inbox; 2],
    heartbeats: Inbox,
}

impl Inboxes {
    /// Subscribes. A node subscribes before it serves clients, because answers to them would
    /// otherwise be lost.
    pub(crate) async fn open(gateway: &Gateway) -> Inboxes {
        let nodes = &gateway.nodes;
        Inboxes {
            messages: [
                subscribe(nodes, &nodes.subject_of(nodes.me())).await,
                subscribe(nodes, &nodes.subject_of_players()).await,
            ],
            heartbeats: subscribe(nodes, &nodes.subject_of_the_living()).await,
        }
    }
}

/// Subscribes to a subject, and retries until that succeeds.
async fn subscribe(nodes: &Nodes, subject: &str) -> Inbox {
    loop {
        match nodes.bus().listen(subject.to_owned()).await {
            Ok(inbox) => return inbox,
            Err(error) => {
                tracing::warn!(%error, "failed to subscribe to messages of other nodes");
                sleep_until(Instant::now() + HEARTBEAT_INTERVAL).await;
            }
        }
    }
}

/// Runs the gateway until `shutdown`.
pub(crate) async fn run(
    app: AppState,
    gateway: Arc<Gateway>,
    router: Router,
    (inboxes, arrivals): (Inboxes, Arrivals),
    shutdown: CancellationToken,
) {
    let (sessions, readers) = (RemoteSessions::default(), RemoteReaders::default());
    let inbound = Arc::new(Inbound { app, gateway, router, sessions, readers });
    let nodes = &inbound.gateway.nodes;
    let mut tasks = JoinSet::new();
    let subjects = [nodes.subject_of(nodes.me()), nodes.subject_of_players()];
    for (subject, inbox) in subjects.into_iter().zip(inboxes.messages) {
        tasks.spawn(scheduling::task(Arc::clone(&inbound).receive_messages(subject, inbox)));
    }
    let subject = nodes.subject_of_the_living();
    let heartbeats = Arc::clone(&inbound).receive_heartbeats(subject, inboxes.heartbeats);
    tasks.spawn(scheduling::task(heartbeats));
    tasks.spawn(scheduling::task(Arc::clone(&inbound).send_heartbeats()));
    let Arrivals { mut calls, mut notices, mut offers } = arrivals;
    loop {
        tokio::select! {
            biased;
            () = shutdown.cancelled() => return,
            Some(call) = calls.recv() => inbound.on_call(call).await,
            Some((player, notice)) = notices.recv() => {
                if let Some(frame) = notice_frame(&inbound.app.live, &notice) {
                    let to = ToClients::Player { by: inbound.gateway.me(), player: player.0 };
                    let message = wire::write(&to, frame.as_bytes());
                    inbound.gateway.publish(nodes.subject_of_players(), message).await;
                }
            }
            Some((to, matches)) = offers.recv() => {
                let matches = matches.into_iter().map(|id| id.0).collect();
                let message = wire::write(&ToClients::TakeOver { matches }, &[]);
                inbound.gateway.publish(nodes.subject_of(to), message).await;
            }
        }
    }
}

impl Inbound {
    async fn receive_messages(self: Arc<Self>, subject: String, mut inbox: Inbox) {
        loop {
            match inbox.next().await {
                Some(delivery) => {
                    self.on_message(&delivery.payload);
                    // Confirms the delivery to the sender.
                    delivery.answer(Bytes::new()).await;
                }
                None => inbox = subscribe(&self.gateway.nodes, &subject).await,
            }
        }
    }

    async fn receive_heartbeats(self: Arc<Self>, subject: String, mut inbox: Inbox) {
        loop {
            match inbox.next().await {
                Some(delivery) => {
                    if let Some((heartbeat, _)) = wire::read(&delivery.payload) {
                        self.gateway.on_heartbeat(heartbeat);
                    }
                }
                None => inbox = subscribe(&self.gateway.nodes, &subject).await,
            }
        }
    }

    async fn send_heartbeats(self: Arc<Self>) {
        let gateway = &self.gateway;
        let mut ticks = ticks(HEARTBEAT_INTERVAL);
        loop {
            ticks.tick().await;
            gateway.check_for_losses();
            let heartbeat = wire::write(&Heartbeat::of(&gateway.nodes), &[]);
            gateway.publish(gateway.nodes.subject_of_the_living(), heartbeat).await;
            for node in gateway.remove_silent_nodes() {
                self.sessions.close_all_of(node);
            }
        }
    }

    /// Answers a request to this node as the owner of an entity.
    async fn on_call(&self, call: Call) {
        let Some((request, body)) = wire::read::<OwnerRequest>(&call.payload) else {
            tracing::debug!(about = ?call.about, "a call of another version");
            return call.delivery.answer(wire::write(&OwnerReply::Unsupported, &[])).await;
        };
        let (client, frame) = match request {
            OwnerRequest::Frame(client) => (client, (body, false)),
            OwnerRequest::Again(client) => (client, (body, true)),
            OwnerRequest::Connect(client) => (client, (Bytes::new(), true)),
            OwnerRequest::Request { .. } => {
                return requests::answer(
                    &self.app,
                    &self.gateway,
                    &self.router,
                    request,
                    body,
                    call,
                );
            }
        };
        let Gateway { nodes, outboxes, .. } = &*self.gateway;
        self.sessions.hand_over(&self.app, nodes, outboxes, client, frame, call);
    }

    fn on_message(&self, payload: &Bytes) {
        self.gateway.check_for_losses();
        let Some((message, frame)) = wire::read::<ToClients>(payload) else {
            return;
        };
        match message {
            ToClients::Frame { of, to } if self.gateway.on_heartbeat(of) => {
                self.gateway.deliver(&to, || Relayed::Frame { by: of.by, frame: frame.clone() });
            }
            ToClients::Answer { of, to, number } => {
                // The answer is valid even if other messages were lost.
                self.gateway.on_heartbeat(of);
                self.gateway.deliver(&[to], || Relayed::Answer { number, frame: frame.clone() });
            }
            ToClients::Moved { of, about, to } if self.gateway.on_heartbeat(of) => {
                self.gateway.deliver(&to, || Relayed::Moved { by: of.by, about: about.into() });
            }
            ToClients::Ended { of, to } if self.gateway.on_heartbeat(of) => {
                self.gateway.deliver(&to, || Relayed::Lost(of.by));
            }
            // Messages were lost; the connections resubscribe.
            ToClients::Frame { .. } | ToClients::Moved { .. } | ToClients::Ended { .. } => {}
            ToClients::Player { by, player } if by != self.gateway.me() => {
                let connections = self.gateway.connections_of(PlayerId(player));
                self.gateway.deliver(&connections, || Relayed::Notice(frame.clone()));
            }
            ToClients::Listen { node, connection, player, legal } if node != self.gateway.me() => {
                self.readers.serve(
                    &self.app,
                    &self.gateway,
                    (node, connection),
                    PlayerId(player),
                    legal,
                );
            }
            ToClients::Player { .. } | ToClients::Listen { .. } => {}
            ToClients::TokensEnded { tokens } => {
                tokens.iter().for_each(|token| self.app.open_tokens.end(token));
            }
            ToClients::Closed { node, connection } => self.sessions.close((node, connection)),
            ToClients::TakeOver { matches } => {
                matches.into_iter().for_each(|id| self.app.live.take_over(MatchId(id)));
            }
        }
    }
}
