//! The client's address, from the connection and the headers of trusted proxies.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use crate::http::net::address::Address;
use crate::http::net::connection_limit::ConnectionPermit;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The remote end of a connection and its permit.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) permit: Arc<ConnectionPermit>,
}

/// The client of a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// `None` for requests without address limits: those of programs on the server's machine, if
    /// it is a trusted proxy, and those forwarded by another node.
    pub(crate) address: Option<Address>,
    /// True if the connection also carries requests of other clients.
    pub(crate) is_proxied: bool,
    /// The permit that counts the connection while it is open.
    pub(crate) permit: Option<Arc<ConnectionPermit>>,
}

impl Caller {
    /// Determines the client behind `peer`. `X-Forwarded-For` is used if the peer is in one of the
    /// networks of `proxies`.
    pub(crate) fn behind(peer: &Peer, headers: &HeaderMap, proxies: &[IpNet]) -> Caller {
        let entries = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let entries: Vec<&str> = entries.flat_map(|value| value.split(',')).collect();
        // Each proxy appends its peer. Entries before the last untrusted address may be forged.
        let forwarded = entries.iter().rev().map_while(|text| parse_address(text.trim()));
        let is_proxied = is_in(proxies, peer.address);
        let mut client = peer.address;
        let mut is_local = is_proxied && is_loopback(peer.address);
        for hop in forwarded {
            if !is_in(proxies, client) {
                break;
            }
            client = hop;
            is_local = is_local && is_loopback(hop);
        }
        let address = (!is_local).then(|| client.into());
        let permit = Some(Arc::clone(&peer.permit));
        Caller { address, is_proxied, permit }
    }
}

/// True if `address` is in one of the networks.
pub(crate) fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Parses an address with or without a port.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Caller, Infallible> {
        let operator = || Caller { address: None, is_proxied: true, permit: None };
        Ok(parts.extensions.get().cloned().unwrap_or_else(operator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_of(peer: &str, forwarded: &[&str]) -> Option<String> {
        let peer = Peer { address: peer.parse().unwrap(), permit: Arc::default() };
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let proxies = ["127.0.0.0/8", "::1/128", "10.0.0.0/8"].map(|net| net.parse().unwrap());
        Caller::behind(&peer, &headers, &proxies).address.map(|address| address.ip().to_string())
    }

    #[test]
    fn forwarded_headers_of_a_client_that_is_no_proxy_are_ignored() {
        assert_eq!(address_of("192.0.2.1", &["198.51.100.7"]).unwrap(), "192.0.2.1");
        assert_eq!(address_of("::ffff:192.0.2.1", &[]).unwrap(), "192.0.2.1");
        assert_eq!(address_of("2001:db8:1:2:3:4:5:6", &[]).unwrap(), "2001:db8:1:2::");
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        assert_eq!(address_of("127.0.0.1", &[]), None);
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7"]).unwrap(), "198.51.100.7");
        assert_eq!(address_of("::1", &["127.0.0.1"]), None);
        // The first address of a chain of trusted ones is the client.
        assert_eq!(address_of("10.1.2.3", &[]).unwrap(), "10.1.2.3");
        assert_eq!(address_of("::ffff:127.0.0.1", &["10.1.2.3"]).unwrap(), "10.1.2.3");
        assert_eq!(address_of("10.1.2.3", &["127.0.0.1"]).unwrap(), "127.0.0.1");
        // Entries written by the client precede those of the proxies.
        let made_up = ["203.0.113.9, 198.51.100.7", "10.0.0.2"];
        assert_eq!(address_of("127.0.0.1", &made_up).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["[2001:db8::1]:4711"]).unwrap(), "2001:db8::");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7:80"]).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7, unknown"]), None);
    }
}
