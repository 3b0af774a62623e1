//! The network addresses that a message may be sent to: those of the public internet. A person who
//! can name an endpoint must not reach hosts that only this machine or its network can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The blocks of the IANA IPv4 special-purpose address registry (RFC 6890 and its updates) that are
/// not globally reachable, with multicast (RFC 5771) and the reserved rest (RFC 1112): first address
/// and length of the prefix.
const SPECIAL_V4: &[([u8; 4], u32)] = &[
    ([0, 0, 0, 0], 8),       // this network
    ([10, 0, 0, 0], 8),      // private
    ([100, 64, 0, 0], 10),   // shared (carrier-grade NAT)
    ([127, 0, 0, 0], 8),     // loopback
    ([169, 254, 0, 0], 16),  // link-local, including cloud metadata services
    ([172, 16, 0, 0], 12),   // private
    ([192, 0, 0, 0], 24),    // protocol assignments
    ([192, 0, 2, 0], 24),    // documentation
    ([192, 88, 99, 0], 24),  // 6to4 relay anycast, deprecated
    ([192, 168, 0, 0], 16),  // private
    ([198, 18, 0, 0], 15),   // benchmarking
    ([198, 51, 100, 0], 24), // documentation
    ([203, 0, 113, 0], 24),  // documentation
    ([224, 0, 0, 0], 4),     // multicast
    ([240, 0, 0, 0], 4),     // reserved, including broadcast
];

/// The blocks within `2000::/3`, the only block allocated for global unicast (RFC 4291), that the
/// IANA IPv6 special-purpose address registry lists as not globally reachable, or that carry an
/// IPv4 address which would be reached instead.
const SPECIAL_V6: &[([u16; 8], u32)] = &[
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23), // protocol assignments, including Teredo
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), // documentation
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16), // 6to4
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20), // documentation
];

/// The block of global unicast addresses. The metadata service of one cloud has a private IPv6
/// address (`fd00:ec2::254`), and those of others have 169.254.169.254 and 100.100.100.200: all
/// inside the blocks above or outside `2000::/3`.
const GLOBAL_V6: ([u16; 8], u32) = ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// Returns `true` if an address belongs to the public internet.
///
/// # Examples
///
/// ```
/// use access::webhook::address::is_public;
///
/// assert!(is_public([9, 9, 9, 9].into()));
/// assert!(!is_public([192, 168, 0, 1].into()));
/// assert!(!is_public("::ffff:127.0.0.1".parse()?));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            // The system connects to the mapped IPv4 address.
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = u32::from(address);
    !SPECIAL_V4.iter().any(|(first, length)| {
        let first = u32::from_be_bytes(*first);
        (bits ^ first) >> (32 - length) == 0
    })
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = u128::from(address);
    let within = |(first, length): &([u16; 8], u32)| {
        let first = u128::from(Ipv6Addr::from(*first));
        (bits ^ first) >> (128 - length) == 0
    };
    within(&GLOBAL_V6) && !SPECIAL_V6.iter().any(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        let address = text.parse().unwrap();
        assert_eq!(is_public(address), expected, "{text}");
    }

    #[test]
    fn special_ipv4_blocks_are_closed_from_their_first_to_their_last_address() {
        for (first, last) in [
            ("0.0.0.0", "0.255.255.255"),
            ("10.0.0.0", "10.255.255.255"),
            ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"),
            ("169.254.0.0", "169.254.255.255"),
            ("172.16.0.0", "172.31.255.255"),
            ("192.0.0.0", "192.0.0.255"),
            ("192.0.2.0", "192.0.2.255"),
            ("192.88.99.0", "192.88.99.255"),
            ("192.168.0.0", "192.168.255.255"),
            ("198.18.0.0", "198.19.255.255"),
            ("198.51.100.0", "198.51.100.255"),
            ("203.0.113.0", "203.0.113.255"),
            ("224.0.0.0", "255.255.255.255"),
        ] {
            check(first, false);
            check(last, false);
        }
    }

    #[test]
    fn their_neighbours_are_open() {
        for address in [
            "1.0.0.0",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:200::1",
        ] {
            check(address, true);
        }
    }

    #[test]
    fn ipv6_is_closed_outside_global_unicast_and_where_it_hides_ipv4() {
        for address in [
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:10.1.2.3",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            check(address, false);
        }
        check("::ffff:8.8.8.8", true);
    }
}
