//! Command-line options of the cluster.

use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cluster::bus::{Bus, BusError};
use crate::cluster::keys::{ClusterKeys, KeyError};
use crate::cluster::nats::{NatsOptions, connect_nats};
use crate::cluster::sealed_bus::sealed;

/// Options of the connection to the other nodes.
#[derive(Clone, Default, clap::Args)]
pub struct ClusterOptions {
    /// The NATS servers (nats://user:password@host:4222), separated by commas, that connect the nodes of one
    /// Postgres database; without them, this node runs alone
    #[arg(long, env = "NATS_URL", hide_env_values = true, value_name = "URL")]
    pub nats_url: Option<String>,
    /// Credentials and certificates for NATS.
    #[command(flatten)]
    pub nats: NatsOptions,
    /// The key that all nodes share, which seals their messages: 32 bytes in base64, for example from
    /// `openssl rand -base64 32`. Of several keys, separated by commas, the first seals, and all are
    /// accepted
    #[arg(long, env = "CHIVALRY_CLUSTER_KEY", hide_env_values = true, value_name = "KEY")]
    pub cluster_key: Option<String>,
    /// A file with the keys of the cluster, one per line, instead of --cluster-key
    #[arg(long, env = "CHIVALRY_CLUSTER_KEY_FILE", value_name = "FILE")]
    pub cluster_key_file: Option<PathBuf>,
}

/// The reason why a node cannot join its cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The nodes have no common key.
    #[error(
        "nodes share a key: --nats-url needs --cluster-key or --cluster-key-file; \
         `openssl rand -base64 32` makes one"
    )]
    NoKey,
    /// Keys are given twice.
    #[error("--cluster-key and --cluster-key-file exclude each other")]
    TwoSources,
    /// A key is invalid.
    #[error("the keys of the cluster: {0}")]
    Key(#[from] KeyError),
    /// The file of the keys cannot be read.
    #[error("{}: {source}", path.display())]
    KeyFile {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The bus cannot be reached.
    #[error(transparent)]
    Bus(#[from] BusError),
}

impl ClusterOptions {
    /// Connects to the bus, whose messages are sealed. Returns `None` without a configured server.
    ///
    /// # Errors
    /// See [`ClusterError`].
    pub async fn connect(&self) -> Result<Option<Arc<dyn Bus>>, ClusterError> {
        let Some(url) = given(self.nats_url.as_deref()) else { return Ok(None) };
        let keys = self.keys()?;
        Ok(Some(sealed(connect_nats(url, &self.nats).await?, keys)))
    }

    fn keys(&self) -> Result<ClusterKeys, ClusterError> {
        let file = self.cluster_key_file.as_ref().filter(|path| !path.as_os_str().is_empty());
        match (given(self.cluster_key.as_deref()), file) {
            (None, None) => Err(ClusterError::NoKey),
            (Some(_), Some(_)) => Err(ClusterError::TwoSources),
            (Some(text), None) => Ok(ClusterKeys::read(text)?),
            (None, Some(path)) => {
                let text = fs::read_to_string(path)
                    .map_err(|source| ClusterError::KeyFile { path: path.clone(), source })?;
                Ok(ClusterKeys::read(&text)?)
            }
        }
    }
}

/// An empty environment variable counts as unset.
fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

impl fmt::Debug for ClusterOptions {
    /// Omits the address, which may contain a password, and the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterOptions")
            .field("has_nats_url", &self.nats_url.is_some())
            .field("nats", &self.nats)
            .field("has_cluster_key", &self.cluster_key.is_some())
            .field("cluster_key_file", &self.cluster_key_file)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> ClusterOptions {
        // Nothing listens at this address, which a node without a key never calls.
        ClusterOptions { nats_url: Some("nats://127.0.0.1:1".to_owned()), ..Default::default() }
    }

    async fn error(options: &ClusterOptions) -> ClusterError {
        options.connect().await.unwrap_err()
    }

    #[tokio::test]
    async fn a_node_needs_a_key_to_join_a_cluster() {
        assert!(ClusterOptions::default().connect().await.unwrap().is_none());
        assert!(matches!(error(&options()).await, ClusterError::NoKey));
        let empty = ClusterOptions { cluster_key: Some(String::new()), ..options() };
        assert!(matches!(error(&empty).await, ClusterError::NoKey));
        let short = ClusterOptions { cluster_key: Some("secret".to_owned()), ..options() };
        let short = error(&short).await;
        assert!(matches!(short, ClusterError::Key(KeyError::Malformed)));
        assert!(!short.to_string().contains("secret"));
    }

    #[tokio::test]
    async fn the_keys_may_be_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys");
        let options = ClusterOptions { cluster_key_file: Some(file.clone()), ..options() };
        assert!(matches!(error(&options).await, ClusterError::KeyFile { .. }));
        fs::write(&file, format!("{}\n{}\n", "1".repeat(64), "2".repeat(64))).unwrap();
        assert!(matches!(error(&options).await, ClusterError::Bus(_)), "the keys are read");
        let twice = ClusterOptions { cluster_key: Some("1".repeat(64)), ..options };
        assert!(matches!(error(&twice).await, ClusterError::TwoSources));
    }
}
