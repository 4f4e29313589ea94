//! What an operator can choose about the nodes.

use std::fmt;
use std::sync::Arc;

use crate::cluster::{Bus, BusError, connect_nats};

/// How this node reaches the others.
#[derive(Clone, Default, clap::Args)]
pub struct ClusterOptions {
    /// The NATS server (nats://host:4222), or several with commas between them, by which the
    /// nodes of one Postgres database reach each other; without one, this node is alone
    #[arg(long, env = "NATS_URL", hide_env_values = true, value_name = "URL")]
    pub nats_url: Option<String>,
}

impl ClusterOptions {
    /// The bus of the other nodes, where there may be any.
    ///
    /// # Errors
    /// As [`connect_nats`].
    pub async fn connect(&self) -> Result<Option<Arc<dyn Bus>>, BusError> {
        // An empty variable in the environment is no address.
        match self.nats_url.as_deref().filter(|url| !url.is_empty()) {
            None => Ok(None),
            Some(url) => connect_nats(url).await.map(Some),
        }
    }
}

impl fmt::Debug for ClusterOptions {
    /// Leaves out the address, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterOptions").field("has_nats_url", &self.nats_url.is_some()).finish()
    }
}
