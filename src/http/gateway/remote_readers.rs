//! The readers on other nodes of the events of players. This node forwards the events of its own
//! matches and tournaments.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use crate::live::PlayerNotice;
use crate::scheduling;
use chivalry_play::player::PlayerId;

use crate::http::gateway::gateway::Gateway;
use crate::http::gateway::outbox::Outbound;
use crate::http::state::AppState;
use crate::http::stream::player_events::event_of;

/// The time after which a silent reader expires.
const READER_TIMEOUT: Duration = Duration::from_secs(15);

/// The node of a reader, and the reader's connection number on that node.
type Key = (Uuid, u64);

/// The time of the last announcement of each reader on another node.
#[derive(Clone, Debug, Default)]
pub(crate) struct RemoteReaders(Arc<Mutex<HashMap<Key, watch::Sender<Instant>>>>);

impl RemoteReaders {
    /// Forwards a player's events to a reader on another node until its announcements stop.
    pub(crate) fn serve(
        &self,
        app: &AppState,
        gateway: &Gateway,
        key: Key,
        player: PlayerId,
        legal: bool,
    ) {
        let mut readers = self.0.lock();
        if let Some(last_known) = readers.get(&key) {
            last_known.send_replace(Instant::now());
            return;
        }
        let (sender, last_known) = watch::channel(Instant::now());
        readers.insert(key, sender);
        drop(readers);
        let (readers, (node, connection)) = (self.clone(), key);
        let (events, outbox) = (app.live.listen(player), gateway.outboxes.to(node));
        scheduling::spawn(async move {
            forward(&outbox, connection, events, legal, last_known).await;
            readers.0.lock().remove(&key);
        });
    }
}

async fn forward(
    outbox: &mpsc::Sender<(u64, Outbound)>,
    connection: u64,
    mut events: broadcast::Receiver<PlayerNotice>,
    legal: bool,
    mut last_known: watch::Receiver<Instant>,
) {
    loop {
        let until = *last_known.borrow_and_update() + READER_TIMEOUT;
        let message = tokio::select! {
            biased;
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
