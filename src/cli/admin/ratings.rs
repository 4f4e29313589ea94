//! `chivalry ratings`: what can be done to all ratings at once.

use std::io::Write as _;

use clap::Subcommand;
use tokio::runtime::Runtime;

use crate::store::{Rebuilt, Store, StoreOptions};

use crate::cli::CliError;
use crate::cli::console::Console;

/// The options of `ratings`.
#[derive(Debug, clap::Args)]
pub struct Ratings {
    #[command(subcommand)]
    task: Task,
    #[command(flatten)]
    store: StoreOptions,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
enum Task {
    /// Rate every rated match again from its log, in the same order, and mend
    /// what the tables say otherwise; a server may run meanwhile
    Rebuild,
}

impl Ratings {
    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        let Task::Rebuild = self.task;
        let Rebuilt { matches, mended } = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let rebuilt = store.rebuild_ratings().await?;
            store.close().await;
            Ok::<Rebuilt, CliError>(rebuilt)
        })?;
        writeln!(console, "{matches} matches rated again, {mended} rows mended")?;
        Ok(0)
    }
}
