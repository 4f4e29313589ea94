//! The addresses to which codes are sent.

use url::{Host, Url};

use crate::protocol::AppKind;

/// Maximum length of an address, in bytes.
const LONGEST: usize = 2_000;

/// The address to which a code is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RedirectUri {
    /// The address as the program wrote it. It is compared exactly.
    text: String,
    url: Url,
}

impl RedirectUri {
    /// Reads an address: of a site with TLS, of this machine with any port (RFC 8252, 7.3), or with
    /// the private scheme of a program, which is a reversed domain name (RFC 8252, 7.1).
    pub(crate) fn read(text: &str) -> Option<RedirectUri> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST)?;
        let has_extras =
            url.fragment().is_some() || !url.username().is_empty() || url.password().is_some();
        let is_allowed = match url.scheme() {
            "https" => url.host().is_some(),
            "http" => is_loopback(&url),
            scheme => scheme.contains('.'),
        };
        (is_allowed && !has_extras).then(|| RedirectUri { text: text.to_owned(), url })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The kind of the program, and the part of the address that names it.
    pub(crate) fn owner(&self) -> (AppKind, String) {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.scheme() {
            "https" if !is_loopback(&self.url) => (AppKind::Site, host.to_owned()),
            "https" | "http" => (AppKind::Program, host.to_owned()),
            scheme => (AppKind::Program, scheme.to_owned()),
        }
    }

    /// The address with these parameters.
    pub(crate) fn with(&self, params: &[(&str, &str)]) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().extend_pairs(params);
        url.into()
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_sites_machines_and_programs_are_accepted() {
        for (text, kind, host) in [
            ("https://Example.org/back?a=b", AppKind::Site, "example.org"),
            ("http://127.0.0.1:53412/", AppKind::Program, "127.0.0.1"),
            ("http://[::1]:8000/back", AppKind::Program, "[::1]"),
            ("http://localhost:9/", AppKind::Program, "localhost"),
            ("https://localhost/", AppKind::Program, "localhost"),
            ("org.example.app:/back", AppKind::Program, "org.example.app"),
        ] {
            let uri = RedirectUri::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(uri.owner(), (kind, host.to_owned()), "{text}");
            assert_eq!(uri.as_str(), text);
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        let long = format!("https://example.org/{}", "a".repeat(LONGEST));
        for text in [
            "",
            "/back",
            "http://example.org/back",
            "http://127.0.0.1.example.org/",
            "https://user@example.org/",
            "https://example.org/#fragment",
            "https://",
            "javascript:alert(1)",
            "data:text/html,hello",
            "chivalry:/back",
            long.as_str(),
        ] {
            assert_eq!(RedirectUri::read(text), None, "{text}");
        }
    }

    #[test]
    fn parameters_are_added() {
        let uri = RedirectUri::read("https://example.org/back?a=b").unwrap();
        let with = uri.with(&[("state", "x y&z")]);
        assert_eq!(with, "https://example.org/back?a=b&state=x+y%26z");
        let uri = RedirectUri::read("org.example.app:/back").unwrap();
        assert_eq!(uri.with(&[("code", "1")]), "org.example.app:/back?code=1");
    }
}
