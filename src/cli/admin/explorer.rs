//! `chivalry explorer`: maintenance of the opening explorer.

use std::io::Write as _;
use std::time::Duration;

use clap::Subcommand;
use tokio::runtime::Runtime;
use tokio::time::interval;

use crate::live::Time;
use crate::random;
use crate::store::{ExplorerStep, Store, StoreError, StoreOptions};

use crate::cli::console::Console;
use crate::cli::error::CliError;

/// Matches added per transaction.
const AT_ONCE: u32 = 64;

/// Interval of attempts while a server does the work.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// The options of `explorer`.
#[derive(Debug, clap::Args)]
pub struct Explorer {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    store: StoreOptions,
}

/// A maintenance task.
#[derive(Debug, Subcommand)]
enum Task {
    /// Delete the index and write it again from the match logs. A server may run at the same
    /// time. Until the end, the explorer has a part of the games
    Rebuild,
}

impl Explorer {
    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        let Task::Rebuild = self.task;
        let matches = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let matches = rebuild(&store).await?;
            store.close().await;
            Ok::<usize, CliError>(matches)
        })?;
        writeln!(console, "{matches} matches read for the explorer")?;
        Ok(0)
    }
}

/// Rebuilds the index, together with servers that run on the same database. Returns the number of
/// matches that this process read.
async fn rebuild(store: &Store) -> Result<usize, StoreError> {
    let (worker, time) = (random::new_id(), Time::from_system());
    store.explorer().start_rebuild().await?;
    let mut retries = interval(RETRY_EVERY);
    let mut read = 0;
    loop {
        match store.explorer().step(worker, time.now(), AT_ONCE).await? {
            ExplorerStep::Idle => return Ok(read),
            ExplorerStep::Worked { matches } => read += matches,
            ExplorerStep::Busy => {
                retries.tick().await;
            }
        }
    }
}
