//! What an operator can choose: each module's own options, in one place.

use crate::cluster::ClusterOptions;
use crate::http::HttpOptions;
use crate::store::StoreOptions;
use crate::telemetry::TelemetryOptions;

/// All options of the server.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Where it listens, and what clients may do.
    #[command(flatten)]
    pub http: HttpOptions,
    /// Where everything is kept.
    #[command(flatten)]
    pub store: StoreOptions,
    /// How it reaches other nodes.
    #[command(flatten)]
    pub cluster: ClusterOptions,
    /// What it says of itself.
    #[command(flatten)]
    pub telemetry: TelemetryOptions,
}
