//! The state shared by the tasks of a run.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use tokio::sync::{Barrier, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::load::book::Book;
use crate::load::plan::Plan;
use crate::load::target::Target;

/// The shared state of a run.
pub(super) struct Run {
    pub(super) plan: Plan,
    pub(super) address: SocketAddr,
    pub(super) target: Target,
    pub(super) books: Vec<Book>,
    /// The phases. True means that engine games are played.
    pub(super) phases: Vec<bool>,
    /// The index of the current phase.
    pub(super) phase: AtomicUsize,
    pub(super) engine_games: EngineGames,
    pub(super) moves: AtomicU64,
    pub(super) frames_watched: AtomicU64,
    pub(super) reconnections: AtomicU64,
    pub(super) ready_barrier: Barrier,
    pub(super) end_of_run: CancellationToken,
}

/// The state shared by the engine games of a run.
pub(super) struct EngineGames {
    at_once: u32,
    /// A permit for each concurrent game.
    pub(super) boards: Semaphore,
    pub(super) begun: AtomicU64,
    pub(super) ended: AtomicU64,
    pub(super) plies: AtomicU64,
}

impl EngineGames {
    /// Creates the state with games disabled.
    pub(super) fn new(at_once: u32) -> EngineGames {
        EngineGames {
            at_once,
            boards: Semaphore::new(0),
            begun: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            plies: AtomicU64::new(0),
        }
    }

    /// Enables games, one after another on each board.
    pub(super) fn enable(&self) {
        self.boards.add_permits(self.at_once as usize);
    }

    /// Disables new games and waits until the current ones have ended.
    pub(super) async fn disable(&self) {
        // The semaphore is fair, so that no game starts after this acquisition.
        if let Ok(boards) = self.boards.acquire_many(self.at_once).await {
            boards.forget();
        }
    }
}
