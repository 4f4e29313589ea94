//! The events of other nodes for a reader of a player's events. Every node forwards the events of
//! its own matches and tournaments.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Interval;

use crate::live::time::delayed_ticks;
use chivalry_play::player::PlayerId;

use crate::http::owner_router::{OwnerRouter, PlayerReader, Relayed};

/// Interval of announcements by a reader.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(5);

/// Events of other nodes for one reader on this node.
#[derive(Debug)]
pub(crate) struct RemoteFeed {
    router: Arc<dyn OwnerRouter>,
    reader: PlayerReader,
    relayed: mpsc::Receiver<Relayed>,
    announce_ticks: Interval,
}

impl RemoteFeed {
    /// Creates a reader of a player's events. Other nodes send events after `announce`.
    pub(crate) fn of(router: Arc<dyn OwnerRouter>, player: PlayerId, legal: bool) -> RemoteFeed {
        let (connection, relayed) = router.connect(None);
        let announce_ticks = delayed_ticks(ANNOUNCE_INTERVAL, ANNOUNCE_INTERVAL);
        let reader = PlayerReader { connection, player, legal };
        RemoteFeed { router, reader, relayed, announce_ticks }
    }

    /// Announces the reader to all live nodes. Every event after this call is received.
    pub(crate) async fn announce(&self) {
        self.router.announce_reader(self.reader).await;
    }

    /// Receives the next event, or `None` after the queue overflowed. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<Relayed> {
        loop {
            tokio::select! {
                biased;
                relayed = self.relayed.recv() => return relayed,
                _ = self.announce_ticks.tick() => self.router.renew_reader(self.reader).await,
            }
        }
    }
}

impl Drop for RemoteFeed {
    fn drop(&mut self) {
        self.router.disconnect(self.reader.connection, None);
    }
}
