//! The client's address, from the connection and the headers of trusted proxies.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use crate::http::net::connection_limit::ConnectionPermit;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The prefix of an IPv6 address that one customer usually has, in bits.
const NETWORK_BITS: u32 = 64;

/// An address as counted by limits: an IPv4 address, or the first 64 bits of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & (u128::MAX << NETWORK_BITS);
                Ipv6Addr::from(network).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// The remote end of a connection and its permit.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) permit: Arc<ConnectionPermit>,
}

/// The client of a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// `None` for requests without address limits: the operator's own, and those forwarded by
    /// another node.
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
        let mut hops = [peer.address].into_iter().chain(forwarded);
        let address = hops.find(|hop| !is_in(proxies, *hop)).map(Address::from);
        let permit = Some(Arc::clone(&peer.permit));
        Caller { address, is_proxied: is_in(proxies, peer.address), permit }
    }
}

/// True if `address` is in one of the networks.
pub(crate) fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
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
        Caller::behind(&peer, &headers, &proxies)
            .address
            .map(|Address(address)| address.to_string())
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
        assert_eq!(address_of("::ffff:127.0.0.1", &["10.1.2.3"]), None);
        // Entries written by the client precede those of the proxies.
        let made_up = ["203.0.113.9, 198.51.100.7", "10.0.0.2"];
        assert_eq!(address_of("127.0.0.1", &made_up).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["[2001:db8::1]:4711"]).unwrap(), "2001:db8::");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7:80"]).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7, unknown"]), None);
    }
}
