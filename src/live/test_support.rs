//! Matches and a store without a server, for tests.

use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::store::{Store, StoreOptions};
use chivalry_play::player::{Player, PlayerId};

use crate::live::registry::Live;
use crate::live::time::Time;

/// A temporary store with its writer and the matches.
pub(crate) struct TestLive {
    pub(crate) store: Store,
    pub(crate) live: Live,
    stop: CancellationToken,
    writing: JoinSet<()>,
    _directory: TempDir,
}

impl TestLive {
    pub(crate) async fn open() -> TestLive {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let options = StoreOptions::sqlite(directory.path());
        let (store, writer) = Store::open(&options).await.expect("a store that opens");
        store.migrate().await.expect("tables of this version");
        let stop = CancellationToken::new();
        let mut writing = JoinSet::new();
        writing.spawn(writer.run(stop.clone()));
        let live =
            Live::open(store.clone(), Time::from_system(), None).await.expect("matches to take up");
        TestLive { store, live, stop, writing, _directory: directory }
    }

    /// Creates guests with these names.
    pub(crate) async fn guests(&self, names: &[&str]) -> Vec<Player> {
        let mut guests = Vec::new();
        for name in names {
            let (id, at) = (PlayerId(uuid::Uuid::now_v7()), self.live.time().now());
            guests.push(
                self.store.guests().create(id, name, at).await.expect("a guest to be stored"),
            );
        }
        guests
    }

    /// Shuts down after all writes are done.
    pub(crate) async fn close(self) {
        let TestLive { store, live, stop, writing, _directory } = self;
        live.close().await;
        drop((live, store));
        stop.cancel();
        writing.join_all().await;
    }
}
