//! Player event streams across nodes. Every node forwards the events of its own matches and
//! tournaments.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use parking_lot::Mutex;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until};
use uuid::Uuid;

use crate::live::Concern;
use crate::store::NodeId;
use chivalry_play::player::PlayerId;

use crate::http::gateway::forwarding::{Gateway, Relayed};
use crate::http::gateway::outbox::Outbound;
use crate::http::gateway::wire;
use crate::http::gateway::wire::ToClients;
use crate::http::state::AppState;
use crate::http::stream::player_events::event_of;
use crate::live::cluster::forwarding::RETRY_DELAY;

/// Interval of announcements by a reader, and the time after which a silent reader expires.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(5);
const READER_TIMEOUT: Duration = Duration::from_secs(15);

/// Events of other nodes for one reader on this node.
#[derive(Debug)]
pub(crate) struct RemoteFeed {
    relay: Arc<Gateway>,
    connection: u64,
    relayed: mpsc::Receiver<Relayed>,
    player: PlayerId,
    legal: bool,
    announce_ticks: Interval,
}

impl RemoteFeed {
    /// Creates a reader of a player's events. Other nodes send events after `announce`.
    pub(crate) fn of(relay: Arc<Gateway>, player: PlayerId, legal: bool) -> RemoteFeed {
        let (connection, relayed) = relay.connect(None);
        let mut announce_ticks = interval_at(Instant::now() + ANNOUNCE_INTERVAL, ANNOUNCE_INTERVAL);
        announce_ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        RemoteFeed { relay, connection, relayed, player, legal, announce_ticks }
    }

    fn announcement(&self) -> ToClients {
        let (node, connection) = (self.relay.me(), self.connection);
        ToClients::Listen { node, connection, player: self.player.0, legal: self.legal }
    }

    /// Announces the reader to all live nodes. Every event after this call is received.
    pub(crate) async fn announce(&self) {
        let message = wire::write(&self.announcement(), &[]);
        let nodes: Vec<Uuid> = self.relay.last_heartbeats().keys().copied().collect();
        let announcements = nodes.into_iter().map(|node| {
            let (relay, message) = (&self.relay, message.clone());
            async move {
                let subject = relay.nodes.subject_of(NodeId(node));
                while !relay.nodes.somebody_hears(&subject, message.clone()).await {
                    sleep_until(Instant::now() + RETRY_DELAY).await;
                    if !relay.is_alive(node) {
                        break;
                    }
                }
            }
        });
        join_all(announcements).await;
    }

    /// Receives the next event, or `None` after the queue overflowed. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<Relayed> {
        loop {
            tokio::select! {
                relayed = self.relayed.recv() => return relayed,
                _ = self.announce_ticks.tick() => {
                    let message = wire::write(&self.announcement(), &[]);
                    self.relay.publish(self.relay.nodes.subject_of_players(), message).await;
                }
            }
        }
    }
}

impl Drop for RemoteFeed {
    fn drop(&mut self) {
        self.relay.unregister(self.connection, None);
    }
}

/// The node of a reader, and the reader's connection number on that node.
type Key = (Uuid, u64);

/// The time of the last announcement of each reader on another node.
#[derive(Debug, Default)]
pub(crate) struct FeedSubscribers(Mutex<HashMap<Key, watch::Sender<Instant>>>);

impl FeedSubscribers {
    fn with<T>(&self, f: impl FnOnce(&mut HashMap<Key, watch::Sender<Instant>>) -> T) -> T {
        f(&mut self.0.lock())
    }
}

impl Gateway {
    /// Forwards a player's events to a reader on another node until its announcements stop.
    pub(crate) fn serve_remote_feed(
        self: &Arc<Self>,
        app: &AppState,
        key: Key,
        player: PlayerId,
        legal: bool,
    ) {
        let new_reader =
            self.feed_subscribers.with(|feed_subscribers| match feed_subscribers.get(&key) {
                Some(last_known) => {
                    last_known.send_replace(Instant::now());
                    None
                }
                None => {
                    let (last_known, known) = watch::channel(Instant::now());
                    feed_subscribers.insert(key, last_known);
                    Some(known)
                }
            });
        let Some(last_known) = new_reader else { return };
        let (events, relay) = (app.live.listen(player), Arc::clone(self));
        tokio::spawn(async move {
            forward(&relay, key, events, legal, last_known).await;
            relay.feed_subscribers.with(|feed_subscribers| feed_subscribers.remove(&key));
        });
    }
}

async fn forward(
    relay: &Gateway,
    (node, connection): Key,
    mut events: broadcast::Receiver<Concern>,
    legal: bool,
    mut last_known: watch::Receiver<Instant>,
) {
    let outbox = relay.outboxes.to(node);
    loop {
        let until = *last_known.borrow_and_update() + READER_TIMEOUT;
        let message = tokio::select! {
            event = events.recv() => match event {
                Ok(event) => event_of(&event, legal).map(|it| Outbound::Frame(it.to_json().into())),
                // The reader starts over with current state.
                Err(RecvError::Lagged(_)) => Some(Outbound::Ended),
                Err(RecvError::Closed) => return,
            },
            known = last_known.changed() => if known.is_ok() { None } else { return },
            () = sleep_until(until) => return,
        };
        if let Some(message) = message
            && outbox.send((connection, message)).await.is_err()
        {
            return;
        }
    }
}
