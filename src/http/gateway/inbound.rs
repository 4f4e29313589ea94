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
use crate::live::cluster::nodes::{Arrivals, Call};
use crate::live::time::ticks;
use crate::scheduling;
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

/// Runs the gateway until `shutdown`.
pub(crate) async fn run(
    app: AppState,
    gateway: Arc<Gateway>,
    router: Router,
    arrivals: Arrivals,
    shutdown: CancellationToken,
) {
    let (sessions, readers) = (RemoteSessions::default(), RemoteReaders::default());
    let inbound = Arc::new(Inbound { app, gateway, router, sessions, readers });
    let nodes = &inbound.gateway.nodes;
    let mut tasks = JoinSet::new();
    for subject in [nodes.subject_of(nodes.me()), nodes.subject_of_players()] {
        tasks.spawn(scheduling::task(Arc::clone(&inbound).receive_messages(subject)));
    }
    tasks.spawn(scheduling::task(
        Arc::clone(&inbound).receive_heartbeats(nodes.subject_of_the_living()),
    ));
    tasks.spawn(scheduling::task(Arc::clone(&inbound).send_heartbeats()));
    let Arrivals { mut calls, mut notices } = arrivals;
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
        }
    }
}

impl Inbound {
    async fn receive_messages(self: Arc<Self>, subject: String) {
        let mut inbox = self.subscribe(&subject).await;
        loop {
            match inbox.next().await {
                Some(delivery) => {
                    self.on_message(&delivery.payload);
                    // Confirms the delivery to the sender.
                    delivery.answer(Bytes::new()).await;
                }
                None => inbox = self.subscribe(&subject).await,
            }
        }
    }

    async fn receive_heartbeats(self: Arc<Self>, subject: String) {
        let mut inbox = self.subscribe(&subject).await;
        loop {
            match inbox.next().await {
                Some(delivery) => {
                    if let Some((heartbeat, _)) = wire::read(&delivery.payload) {
                        self.gateway.on_heartbeat(heartbeat);
                    }
                }
                None => inbox = self.subscribe(&subject).await,
            }
        }
    }

    async fn subscribe(&self, subject: &str) -> Inbox {
        loop {
            match self.gateway.nodes.bus().listen(subject.to_owned()).await {
                Ok(inbox) => return inbox,
                Err(error) => {
                    tracing::warn!(%error, "failed to subscribe to messages of other nodes");
                    sleep_until(Instant::now() + HEARTBEAT_INTERVAL).await;
                }
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
        }
    }
}
