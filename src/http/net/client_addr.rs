//! Which address a client comes from, by the connection and by what proxies say.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use crate::http::net::connection_limit::ConnectionPermit;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The part of an IPv6 address that one customer is usually given, in bits.
const NETWORK_BITS: u32 = 64;

/// An address as far as limits tell clients apart: an IPv4 address, or the first 64 bits
/// of an IPv6 address.
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

/// The other end of a connection, and its place among those that may be open.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) place: Arc<ConnectionPermit>,
}

/// From where a request comes.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// `None` when it is the operator's own: from a proxy that speaks for nobody, or from
    /// another node, which has looked at it already.
    pub(crate) address: Option<Address>,
    /// Whether other clients' requests come over the same connection.
    pub(crate) is_proxied: bool,
    /// What counts the connection for as long as somebody has it.
    pub(crate) place: Option<Arc<ConnectionPermit>>,
}

impl Caller {
    /// Whoever has a connection from that peer, which is believed about others if it is in
    /// one of the networks of `proxies`.
    pub(crate) fn behind(peer: &Peer, headers: &HeaderMap, proxies: &[IpNet]) -> Caller {
        let said = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let said: Vec<&str> = said.flat_map(|value| value.split(',')).collect();
        // Each proxy adds whom it hears from at the end: what is before the last one that is
        // not trusted may be made up.
        let told = said.iter().rev().map_while(|text| read(text.trim()));
        let mut hops = [peer.address].into_iter().chain(told);
        let address = hops.find(|hop| !is_in(proxies, *hop)).map(Address::from);
        let place = Some(Arc::clone(&peer.place));
        Caller { address, is_proxied: is_in(proxies, peer.address), place }
    }
}

/// Whether the address is in one of the networks.
pub(crate) fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// An address, with or without a port.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Caller, Infallible> {
        let nobody = || Caller { address: None, is_proxied: true, place: None };
        Ok(parts.extensions.get().cloned().unwrap_or_else(nobody))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_of(peer: &str, forwarded: &[&str]) -> Option<String> {
        let peer = Peer { address: peer.parse().unwrap(), place: Arc::default() };
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
    fn who_is_not_a_proxy_speaks_for_nobody_else() {
        assert_eq!(address_of("192.0.2.1", &["198.51.100.7"]).unwrap(), "192.0.2.1");
        assert_eq!(address_of("::ffff:192.0.2.1", &[]).unwrap(), "192.0.2.1");
        assert_eq!(address_of("2001:db8:1:2:3:4:5:6", &[]).unwrap(), "2001:db8:1:2::");
    }

    #[test]
    fn proxies_are_believed_as_far_as_they_are_known() {
        assert_eq!(address_of("127.0.0.1", &[]), None);
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7"]).unwrap(), "198.51.100.7");
        assert_eq!(address_of("::ffff:127.0.0.1", &["10.1.2.3"]), None);
        // What the client itself wrote is before what the proxies did.
        let made_up = ["203.0.113.9, 198.51.100.7", "10.0.0.2"];
        assert_eq!(address_of("127.0.0.1", &made_up).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["[2001:db8::1]:4711"]).unwrap(), "2001:db8::");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7:80"]).unwrap(), "198.51.100.7");
        assert_eq!(address_of("127.0.0.1", &["198.51.100.7, unknown"]), None);
    }
}
