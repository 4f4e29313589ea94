//! `chivalry account`: helps players who cannot sign in, and records e-mails that came back.

use std::io::Write as _;

use clap::Subcommand;
use tokio::runtime::Runtime;

use crate::http::RecoveryCode;
use crate::live::Time;
use crate::store::{Store, StoreOptions};
use chivalry_play::clock::Timestamp;

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// The options of `account`.
#[derive(Debug, clap::Args)]
pub struct Account {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    store: StoreOptions,
}

/// An action of the operator.
#[derive(Debug, Subcommand)]
enum Action {
    /// Print a one-time code with which the player sets a new password; the security log of the
    /// player states it
    Reset {
        /// The account's name; letter case is ignored
        name: String,
        /// Hours until the code expires
        #[arg(long, default_value_t = 24, value_name = "HOURS",
              value_parser = clap::value_parser!(u32).range(1..=720))]
        hours: u32,
    },
    /// Disable an e-mail address whose mails came back; its players verify it again or set another
    Bounced {
        /// The address; letter case is ignored
        address: String,
    },
}

impl Account {
    pub(crate) fn run(self, console: &mut Console) -> Result<u8, CliError> {
        match &self.action {
            Action::Reset { name, hours } => self.reset(console, name, *hours),
            Action::Bounced { address } => self.disable_address(console, address),
        }
    }

    fn reset(&self, console: &mut Console, name: &str, hours: u32) -> Result<u8, CliError> {
        let (code, now) = (RecoveryCode::new(), Time::from_system().now());
        let hash = RecoveryCode::hash(code.as_str());
        let expires_at = Timestamp(now.0 + i64::from(hours) * HOUR_MS);
        let player = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let player = store.recovery().add_operator_code(name, &hash, now, expires_at).await?;
            store.close().await;
            Ok::<_, CliError>(player)
        })?;
        let Some(player) = player else {
            console.write_remark(&format!("chivalry: there is no account {name}"))?;
            return Ok(NO);
        };
        writeln!(console, "{}", code.as_str())?;
        console.write_remark(&format!(
            "{} sets a new password with this code within {hours} hours",
            player.name
        ))?;
        Ok(0)
    }

    fn disable_address(&self, console: &mut Console, address: &str) -> Result<u8, CliError> {
        let now = Time::from_system().now();
        let accounts = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let accounts = store.mail_addresses().disable(address, now).await?;
            store.close().await;
            Ok::<_, CliError>(accounts)
        })?;
        if accounts == 0 {
            console.write_remark("chivalry: no account receives e-mail at that address")?;
            return Ok(NO);
        }
        console.write_remark(&format!("the address of {accounts} accounts is disabled"))?;
        Ok(0)
    }
}
