//! The configuration: the options of each module in one struct.

use crate::cluster::ClusterOptions;
use crate::http::HttpOptions;
use crate::store::StoreOptions;
use crate::telemetry::TelemetryOptions;

/// All options of the server.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Addresses and limits of the HTTP server.
    #[command(flatten)]
    pub http: HttpOptions,
    /// The database.
    #[command(flatten)]
    pub store: StoreOptions,
    /// The connection to other nodes.
    #[command(flatten)]
    pub cluster: ClusterOptions,
    /// Logging.
    #[command(flatten)]
    pub telemetry: TelemetryOptions,
}
