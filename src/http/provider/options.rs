//! The options of the provider.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

/// The operator's provider of sign-ins.
#[derive(Clone, Default, clap::Args)]
pub struct ProviderOptions {
    /// The issuer of the OpenID Connect provider through which players may sign in, such as
    /// `https://id.example.org`
    #[arg(long, env = "CHIVALRY_OIDC_ISSUER", value_name = "URL", requires = "oidc_client_id",
          value_parser = parse_issuer)]
    pub oidc_issuer: Option<String>,
    /// The id of this server at the provider
    #[arg(long, env = "CHIVALRY_OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// The secret of this server at the provider; a public client has none
    #[arg(
        long,
        env = "CHIVALRY_OIDC_CLIENT_SECRET",
        hide_env_values = true,
        value_name = "SECRET"
    )]
    pub oidc_client_secret: Option<String>,
    /// The name of the provider on the page; by default its host
    #[arg(long, env = "CHIVALRY_OIDC_NAME", value_name = "NAME")]
    pub oidc_name: Option<String>,
}

impl fmt::Debug for ProviderOptions {
    /// Omits the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderOptions")
            .field("oidc_issuer", &self.oidc_issuer)
            .field("oidc_client_id", &self.oidc_client_id)
            .field("oidc_name", &self.oidc_name)
            .finish_non_exhaustive()
    }
}

/// Reads an issuer. It needs TLS, except on this machine. An empty text counts as unset.
fn parse_issuer(text: &str) -> Result<String, String> {
    match text.is_empty() || is_trusted(text) {
        true => Ok(text.to_owned()),
        false => Err("a URL such as https://id.example.org".to_owned()),
    }
}

/// True for a URL with TLS, or of this machine.
pub(crate) fn is_trusted(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_needs_tls_except_on_this_machine() {
        for url in ["https://id.example.org", "http://127.0.0.1:9/a", "http://[::1]", ""] {
            assert!(parse_issuer(url).is_ok(), "{url}");
        }
        for url in ["http://id.example.org", "id.example.org", "ftp://localhost", "https://"] {
            assert!(parse_issuer(url).is_err(), "{url}");
        }
    }
}
