//! Command-line options of the HTTP server.

use std::net::SocketAddr;

use crate::http::net::rate_limit::RateLimitOptions;
use crate::http::net::scheduling::work_limits::WorkOptions;
use crate::http::net::tls::TlsOptions;
use crate::http::startup::signing::SigningOptions;
use crate::http::startup::variants::VariantOptions;
use crate::live::compute::cpu_pool::CpuPoolOptions;
use crate::live::{RetentionOptions, ScrubOptions};

/// The listening address and the limits of clients.
#[derive(Clone, Debug, clap::Args)]
pub struct HttpOptions {
    /// The address to listen on
    #[arg(long, env = "CHIVALRY_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// The public URL of the server, used in links; by default the address it listens on
    #[arg(long, env = "CHIVALRY_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Maximum commands per second over one WebSocket connection; a player may send four times as
    /// many over all connections, and one address twenty times as many
    #[arg(long, env = "CHIVALRY_COMMANDS_PER_SECOND", default_value_t = 50, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub commands_per_second: u32,
    /// Maximum matches that one WebSocket connection may watch
    #[arg(long, env = "CHIVALRY_MATCHES_WATCHED", default_value_t = 64, value_name = "COUNT")]
    pub matches_watched: usize,
    /// Days without a request or a new connection after which a sign-in expires
    #[arg(long, env = "CHIVALRY_SESSION_DAYS", default_value_t = 90, value_name = "DAYS",
          value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub session_days: u32,
    /// Let webhooks post to private networks and to this machine
    #[arg(long, env = "CHIVALRY_WEBHOOKS_TO_PRIVATE")]
    pub webhooks_to_private: bool,
    /// Rate limits and quotas.
    #[command(flatten)]
    pub rate_limits: RateLimitOptions,
    /// TLS certificate and key.
    #[command(flatten)]
    pub tls: TlsOptions,
    /// Time that requests may wait.
    #[command(flatten)]
    pub work: WorkOptions,
    /// Engine threads.
    #[command(flatten)]
    pub cpu_pools: CpuPoolOptions,
    /// Retention times.
    #[command(flatten)]
    pub retention: RetentionOptions,
    /// The scrub.
    #[command(flatten)]
    pub scrub: ScrubOptions,
    /// Additional variants.
    #[command(flatten)]
    pub variants: VariantOptions,
    /// The key that signs records.
    #[command(flatten)]
    pub signing: SigningOptions,
}

impl HttpOptions {
    /// The default options on the loopback address, with a port chosen by the system.
    #[must_use]
    pub fn local() -> HttpOptions {
        HttpOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            commands_per_second: 50,
            matches_watched: 64,
            session_days: 90,
            webhooks_to_private: false,
            rate_limits: RateLimitOptions::default(),
            tls: TlsOptions::default(),
            work: WorkOptions::default(),
            cpu_pools: CpuPoolOptions { thinkers: Some(1), analysts: 1 },
            retention: RetentionOptions::default(),
            scrub: ScrubOptions::default(),
            variants: VariantOptions::default(),
            signing: SigningOptions::default(),
        }
    }
}
