//! The client's address behind proxies.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The client's address. `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: from
/// the right, each entry was added by the address before it. The first one that is not a trusted
/// proxy is the client. So a header from the client itself is never trusted.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let forwarded: Vec<_> = headers
        .get_all(X_FORWARDED_FOR)
        .iter()
        .flat_map(|it| it.to_str().unwrap_or_default().split(','))
        .map(|it| it.trim().parse::<IpAddr>())
        .collect();
    let mut client = peer;
    for entry in forwarded.into_iter().rev() {
        if !is_trusted(&client) {
            break;
        }
        // An entry that is not an address: nothing to the left of it can be attributed.
        let Ok(address) = entry else { break };
        client = address;
    }
    client
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn check(peer: &str, forwarded: &[&'static str], trusted: &[&str], expected: &str) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_static(value));
        }
        let trusted: Vec<_> = trusted.iter().map(|it| it.parse().unwrap()).collect();
        let found = client_address(peer.parse().unwrap(), &headers, &trusted);
        assert_eq!(
            found,
            expected.parse::<IpAddr>().unwrap(),
            "{peer} {forwarded:?}"
        );
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let nets = &["10.0.0.0/8", "::1/128"];
        check("203.0.113.9", &["198.51.100.1"], &[], "203.0.113.9");
        check("203.0.113.9", &["198.51.100.1"], nets, "203.0.113.9");
        check("10.0.0.1", &[], nets, "10.0.0.1");
        check("10.0.0.1", &["198.51.100.1"], nets, "198.51.100.1");
        check("::1", &["2001:db8::7"], nets, "2001:db8::7");
    }

    #[test]
    fn a_client_cannot_put_itself_behind_an_invented_address() {
        let nets = &["10.0.0.0/8"];
        check(
            "10.0.0.1",
            &["192.0.2.66, 198.51.100.1, 10.0.0.2"],
            nets,
            "198.51.100.1",
        );
        check(
            "10.0.0.1",
            &["192.0.2.66", "198.51.100.1"],
            nets,
            "198.51.100.1",
        );
        check("10.0.0.1", &["192.0.2.66, nonsense"], nets, "10.0.0.1");
    }
}
