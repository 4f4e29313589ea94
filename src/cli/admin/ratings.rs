//! `chivalry ratings`: maintenance of all ratings.

use std::io::Write as _;

use clap::Subcommand;
use tokio::runtime::Runtime;

use crate::store::{Rebuilt, Store, StoreOptions};

use crate::cli::console::{Console, counted};
use crate::cli::error::CliError;

/// The options of `ratings`.
#[derive(Debug, clap::Args)]
pub struct Ratings {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    store: StoreOptions,
}

/// A maintenance task.
#[derive(Debug, Subcommand)]
enum Task {
    /// Recalculate all ratings from the match logs, in the original order, and correct the
    /// tables where they differ. A server may run at the same time
    Rebuild,
}

impl Ratings {
    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        let Task::Rebuild = self.task;
        let Rebuilt { matches, mended } = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let rebuilt = store.rating_rebuild().run().await?;
            store.close().await;
            Ok::<Rebuilt, CliError>(rebuilt)
        })?;
        let matches = counted(matches, "match", "matches");
        let mended = counted(mended, "row", "rows");
        writeln!(console, "{matches} rated again, {mended} mended")?;
        Ok(0)
    }
}
