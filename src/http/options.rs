//! What an operator can choose about the edge.

use std::net::SocketAddr;

use crate::http::net::rate_limit::RateLimitOptions;
use crate::http::net::tls::TlsOptions;
use crate::http::startup::signing::SigningOptions;
use crate::http::startup::variants::VariantOptions;
use crate::live::RetentionOptions;
use crate::live::compute::cpu_pool::ThinkOptions;

/// The address to serve, and the limits of what clients may do.
#[derive(Clone, Debug, clap::Args)]
pub struct HttpOptions {
    /// The address to listen on
    #[arg(long, env = "CHIVALRY_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// The address by which players reach the server, for the links it gives out; by default the
    /// one it listens on
    #[arg(long, env = "CHIVALRY_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// How many commands a second one WebSocket connection may send; a player four times that
    /// over all connections, and whoever is at one address twenty times that
    #[arg(long, env = "CHIVALRY_COMMANDS_PER_SECOND", default_value_t = 50, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub commands_per_second: u32,
    /// How many matches one WebSocket connection may watch
    #[arg(long, env = "CHIVALRY_MATCHES_WATCHED", default_value_t = 64, value_name = "COUNT")]
    pub matches_watched: usize,
    /// Let webhooks post into private networks and to this machine too
    #[arg(long, env = "CHIVALRY_WEBHOOKS_TO_PRIVATE")]
    pub webhooks_to_private: bool,
    /// What clients may have and do at most.
    #[command(flatten)]
    pub allowances: RateLimitOptions,
    /// The certificate.
    #[command(flatten)]
    pub tls: TlsOptions,
    /// Who thinks, and with how many threads.
    #[command(flatten)]
    pub think: ThinkOptions,
    /// For how long what is kept.
    #[command(flatten)]
    pub retention: RetentionOptions,
    /// What is played besides the built-in variants.
    #[command(flatten)]
    pub variants: VariantOptions,
    /// What records are signed with.
    #[command(flatten)]
    pub signing: SigningOptions,
}

impl HttpOptions {
    /// The default options, on a port of the loopback address that the system
    /// chooses.
    #[must_use]
    pub fn local() -> HttpOptions {
        HttpOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            commands_per_second: 50,
            matches_watched: 64,
            webhooks_to_private: false,
            allowances: RateLimitOptions::default(),
            tls: TlsOptions::default(),
            think: ThinkOptions { thinkers: Some(1), analysts: 1 },
            retention: RetentionOptions::default(),
            variants: VariantOptions::default(),
            signing: SigningOptions::default(),
        }
    }
}
