//! Command-line options of the HTTP server.

use std::net::SocketAddr;

use crate::http::announcements::target::AnnouncementOptions;
use crate::http::api::calendar::options::CalendarOptions;
use crate::http::mail::options::MailOptions;
use crate::http::net::rate_limit::RateLimitOptions;
use crate::http::net::scheduling::work_limits::WorkOptions;
use crate::http::net::tls::TlsOptions;
use crate::http::provider::options::ProviderOptions;
use crate::http::startup::house_tournaments::HouseTournamentOptions;
use crate::http::startup::signing::SigningOptions;
use crate::http::startup::variants::VariantOptions;
use crate::live::compute::cpu_pool::CpuPoolOptions;
use crate::live::compute::tables::TableOptions;
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
    /// The URL under which clients reach this node of several directly; players are asked to
    /// reconnect to the node of their match
    #[arg(long, env = "CHIVALRY_NODE_URL", value_name = "URL", value_parser = parse_node_url)]
    pub node_url: Option<String>,
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
    /// Let webhooks and push services be in private networks and on this machine
    #[arg(long, env = "CHIVALRY_WEBHOOKS_TO_PRIVATE")]
    pub webhooks_to_private: bool,
    /// Vacations.
    #[command(flatten)]
    pub calendar: CalendarOptions,
    /// Announcements.
    #[command(flatten)]
    pub announcements: AnnouncementOptions,
    /// The mail server.
    #[command(flatten)]
    pub mail: MailOptions,
    /// The provider of sign-ins.
    #[command(flatten)]
    pub provider: ProviderOptions,
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
    /// Endgame tables.
    #[command(flatten)]
    pub tables: TableOptions,
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
    /// The server's own tournaments.
    #[command(flatten)]
    pub house_tournaments: HouseTournamentOptions,
}

impl HttpOptions {
    /// The default options on the loopback address, with a port chosen by the system.
    #[must_use]
    pub fn local() -> HttpOptions {
        HttpOptions {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            node_url: None,
            commands_per_second: 50,
            matches_watched: 64,
            session_days: 90,
            webhooks_to_private: false,
            calendar: CalendarOptions::default(),
            announcements: AnnouncementOptions::default(),
            mail: MailOptions::default(),
            provider: ProviderOptions::default(),
            rate_limits: RateLimitOptions::default(),
            tls: TlsOptions::default(),
            work: WorkOptions::default(),
            cpu_pools: CpuPoolOptions { thinkers: Some(1), analysts: 1 },
            tables: TableOptions::default(),
            retention: RetentionOptions::default(),
            scrub: ScrubOptions::default(),
            variants: VariantOptions::default(),
            signing: SigningOptions::default(),
            house_tournaments: HouseTournamentOptions::default(),
        }
    }
}

/// Reads the URL of a node: a scheme, a host and a port.
fn parse_node_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let authority = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    match authority {
        Some(authority) if !authority.is_empty() && authority.chars().all(is_allowed) => {
            Ok(url.to_owned())
        }
        _ => Err("a URL such as https://node-1.example.org, without a path".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_url_has_a_scheme_a_host_and_a_port() {
        assert_eq!(parse_node_url("https://n1.example/").as_deref(), Ok("https://n1.example"));
        assert_eq!(parse_node_url("http://[::1]:8080").as_deref(), Ok("http://[::1]:8080"));
        let refused = ["n1.example", "ws://n1", "https://", "https://n1/a", "https://n1; a"];
        assert!(refused.iter().all(|url| parse_node_url(url).is_err()));
    }
}
