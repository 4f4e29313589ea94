//! Command-line options of the cluster.

use std::fmt;
use std::sync::Arc;

use crate::cluster::bus::{Bus, BusError};
use crate::cluster::nats::connect_nats;

/// Options of the connection to the other nodes.
#[derive(Clone, Default, clap::Args)]
pub struct ClusterOptions {
    /// The NATS server (nats://host:4222), or several with commas between them, by which the
    /// nodes of one Postgres database reach each other; without one, this node is alone
    #[arg(long, env = "NATS_URL", hide_env_values = true, value_name = "URL")]
    pub nats_url: Option<String>,
}

impl ClusterOptions {
    /// Connects to the bus, or returns `None` without a configured server.
    ///
    /// # Errors
    /// Returns the errors of [`connect_nats`].
    pub async fn connect(&self) -> Result<Option<Arc<dyn Bus>>, BusError> {
        // An empty environment variable counts as unset.
        match self.nats_url.as_deref().filter(|url| !url.is_empty()) {
            None => Ok(None),
            Some(url) => connect_nats(url).await.map(Some),
        }
    }
}

impl fmt::Debug for ClusterOptions {
    /// Omits the address, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterOptions").field("has_nats_url", &self.nats_url.is_some()).finish()
    }
}
