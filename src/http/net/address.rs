//! Addresses as limits count them.

use std::net::{IpAddr, Ipv6Addr};

/// The prefix of an IPv6 address that one customer usually has, in bits.
const NETWORK_BITS: u32 = 64;

/// The prefix of the largest IPv6 network that one customer usually has, in bits.
const SITE_BITS: u32 = 56;

/// An address as counted by limits: an IPv4 address, or the first 64 bits of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(address) => prefix(address, NETWORK_BITS).into(),
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl Address {
    /// The network that one customer has at most: the first 56 bits of an IPv6 address. An IPv4
    /// address is a network of its own.
    pub(crate) fn network(self) -> Address {
        match self.0 {
            IpAddr::V6(address) => Address(prefix(address, SITE_BITS).into()),
            IpAddr::V4(_) => self,
        }
    }

    /// Returns the address; the last 64 bits of an IPv6 address are zero.
    pub(crate) fn ip(self) -> IpAddr {
        self.0
    }
}

/// The first `bits` bits of an address.
fn prefix(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    (u128::from(address) & (u128::MAX << (u128::BITS - bits))).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_customer_are_one_network() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8::1:2"), address("2001:db8::ffff:2"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8:0:2::1"));
        assert_eq!(address("2001:db8:0:1::1").network(), address("2001:db8:0:ff::1").network());
        assert_ne!(address("2001:db8:0:1::1").network(), address("2001:db8:0:101::1").network());
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_eq!(address("192.0.2.1").network(), address("192.0.2.1"));
    }
}
