//! Those who read everything that concerns a player, at whichever node: every other node
//! tells them of the matches and tournaments that it has.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until};
use uuid::Uuid;

use crate::live::Concern;
use crate::store::NodeId;
use chivalry_play::player::PlayerId;

use crate::http::gateway::forwarding::{AGAIN_AFTER, Gateway, Relayed};
use crate::http::gateway::outbox::Post;
use crate::http::gateway::wire;
use crate::http::gateway::wire::ToClients;
use crate::http::state::AppState;
use crate::http::stream::player_events::event_of;

/// How often a reader says that it is there still, and for how long that is believed.
const SAID_EVERY: Duration = Duration::from_secs(5);
const BELIEVED_FOR: Duration = Duration::from_secs(15);

/// What a reader here is told by the other nodes.
#[derive(Debug)]
pub(crate) struct RemoteFeed {
    relay: Arc<Gateway>,
    connection: u64,
    relayed: mpsc::Receiver<Relayed>,
    player: PlayerId,
    legal: bool,
    say_again: Interval,
}

impl RemoteFeed {
    /// A reader of what concerns the player; the others know of it once it was announced.
    pub(crate) fn of(relay: Arc<Gateway>, player: PlayerId, legal: bool) -> RemoteFeed {
        let (connection, relayed) = relay.connect(None);
        let mut say_again = interval_at(Instant::now() + SAID_EVERY, SAID_EVERY);
        say_again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        RemoteFeed { relay, connection, relayed, player, legal, say_again }
    }

    fn listens(&self) -> ToClients {
        let (node, connection) = (self.relay.me(), self.connection);
        ToClients::Listen { node, connection, player: self.player.0, legal: self.legal }
    }

    /// Lets the other nodes know: all that live tell everything from then on.
    pub(crate) async fn announce(&self) {
        let said = wire::write(&self.listens(), &[]);
        let nodes: Vec<Uuid> = self.relay.heard().keys().copied().collect();
        let telling = nodes.into_iter().map(|node| {
            let (relay, said) = (&self.relay, said.clone());
            async move {
                let subject = relay.nodes.subject_of(NodeId(node));
                while !relay.nodes.somebody_hears(&subject, said.clone()).await {
                    sleep_until(Instant::now() + AGAIN_AFTER).await;
                    if !relay.is_heard(node) {
                        break;
                    }
                }
            }
        });
        join_all(telling).await;
    }

    /// The next that is told; `None` when it was too much at once. Loses nothing when it is
    /// dropped before its end.
    pub(crate) async fn next(&mut self) -> Option<Relayed> {
        loop {
            tokio::select! {
                relayed = self.relayed.recv() => return relayed,
                _ = self.say_again.tick() => {
                    let said = wire::write(&self.listens(), &[]);
                    self.relay.publish(self.relay.nodes.subject_of_players(), said).await;
                }
            }
        }
    }
}

impl Drop for RemoteFeed {
    fn drop(&mut self) {
        self.relay.forget(self.connection, None);
    }
}

/// The node that a reader is at, and its number there.
type Key = (Uuid, u64);

/// When each reader at another node was last known to be there.
#[derive(Debug, Default)]
pub(crate) struct Listeners(Mutex<HashMap<Key, watch::Sender<Instant>>>);

impl Listeners {
    fn with<T>(&self, f: impl FnOnce(&mut HashMap<Key, watch::Sender<Instant>>) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Gateway {
    /// Tells a reader at another node what concerns a player here, for as long as it is
    /// there.
    pub(crate) fn tell_listener(
        self: &Arc<Self>,
        app: &AppState,
        key: Key,
        player: PlayerId,
        legal: bool,
    ) {
        let begins = self.listeners.with(|listeners| match listeners.get(&key) {
            Some(last_known) => {
                last_known.send_replace(Instant::now());
                None
            }
            None => {
                let (last_known, known) = watch::channel(Instant::now());
                listeners.insert(key, last_known);
                Some(known)
            }
        });
        let Some(last_known) = begins else { return };
        let (concerns, relay) = (app.live.listen(player), Arc::clone(self));
        tokio::spawn(async move {
            forward(&relay, key, concerns, legal, last_known).await;
            relay.listeners.with(|listeners| listeners.remove(&key));
        });
    }
}

async fn forward(
    relay: &Gateway,
    (node, connection): Key,
    mut concerns: broadcast::Receiver<Concern>,
    legal: bool,
    mut last_known: watch::Receiver<Instant>,
) {
    let outbox = relay.outboxes.to(node);
    loop {
        let until = *last_known.borrow_and_update() + BELIEVED_FOR;
        let post = tokio::select! {
            concern = concerns.recv() => match concern {
                Ok(concern) => event_of(&concern, legal).map(|it| Post::Frame(it.to_json().into())),
                // It is to look again for itself.
                Err(RecvError::Lagged(_)) => Some(Post::Ended),
                Err(RecvError::Closed) => return,
            },
            known = last_known.changed() => if known.is_ok() { None } else { return },
            () = sleep_until(until) => return,
        };
        if let Some(post) = post
            && outbox.send((connection, post)).await.is_err()
        {
            return;
        }
    }
}
