//! `chivalry moderator`: grants and revokes the moderator role.

use std::io::Write as _;

use clap::Subcommand;
use tokio::runtime::Runtime;

use crate::live::Time;
use crate::store::{Store, StoreOptions};

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};

/// The options of `moderator`.
#[derive(Debug, clap::Args)]
pub struct Moderator {
    #[command(subcommand)]
    change: Change,
    #[command(flatten)]
    store: StoreOptions,
}

/// A change of an account's role.
#[derive(Debug, Subcommand)]
enum Change {
    /// Grant an account the moderator role
    Add {
        /// The account's name; letter case is ignored
        name: String,
    },
    /// Revoke the moderator role of an account
    Remove {
        /// The account's name; letter case is ignored
        name: String,
    },
}

impl Moderator {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        let (name, since, what) = match &self.change {
            Change::Add { name } => (name, Some(Time::from_system().now()), "a moderator"),
            Change::Remove { name } => (name, None, "no moderator"),
        };
        let is_done = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let is_done = store.moderation().set_moderator(name, since).await?;
            store.close().await;
            Ok::<bool, CliError>(is_done)
        })?;
        if is_done {
            writeln!(console, "{name} is {what}")?;
            return Ok(0);
        }
        console.write_remark(&format!("chivalry: there is no account {name}"))?;
        Ok(NO)
    }
}
