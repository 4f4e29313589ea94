//! Logging to standard error.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::EnvFilter;

/// Logging options.
#[derive(Clone, Debug, clap::Args)]
pub struct TelemetryOptions {
    /// Log filter: a level (error, warn, info, debug, trace), or levels by module
    #[arg(long, env = "CHIVALRY_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
}

/// Starts logging. A second call changes nothing.
pub fn init(options: &TelemetryOptions) {
    let filter = EnvFilter::try_new(&options.log);
    let is_faulty = filter.is_err();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter.unwrap_or_else(|_| EnvFilter::new("info")))
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    let is_first = subscriber.try_init().is_ok();
    if is_first && is_faulty {
        tracing::warn!(filter = options.log, "invalid log filter, logging at level info");
    }
}
