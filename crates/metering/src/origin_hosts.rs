//! The different pages that usage is stored for. Anyone who has a key from a web page can invent any
//! number of pages, and usage is listed by page.

use std::collections::HashSet;

use access::Timestamp;

/// Different pages in one day; the rest is [`OTHER`].
const MAX_HOSTS: usize = 1_000;
/// The name of all further pages, and of what is no page's name.
pub(crate) const OTHER: &str = "other";
/// The length of the longest name in DNS (RFC 1035, section 2.3.4).
const MAX_HOST_BYTES: usize = 253;
const DAY_MICROS: i64 = 86_400_000_000;

/// Returns a page's name, or [`OTHER`] if it cannot be the host of one. Names arrive in canonical form
/// (`access::DomainVerdict`); this keeps everything else out of the database.
pub(crate) fn valid_name(host: &str) -> &str {
    let is_host_byte = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b':' | b'[' | b']');
    if host.len() <= MAX_HOST_BYTES && host.bytes().all(is_host_byte) {
        host
    } else {
        OTHER
    }
}

/// The pages of one organization on the current day.
#[derive(Debug, Default)]
pub(crate) struct OriginHosts {
    day: i64,
    hosts: HashSet<String>,
}

impl OriginHosts {
    /// The name under which use from a page is stored.
    pub(crate) fn stored_name<'a>(&mut self, host: &'a str, now: Timestamp) -> &'a str {
        let day = now.micros().div_euclid(DAY_MICROS);
        if day != self.day {
            self.day = day;
            self.hosts.clear();
        }
        let host = valid_name(host);
        // Most requests have no page: they come from servers.
        if host.is_empty() || self.hosts.contains(host) {
            return host;
        }
        if self.hosts.len() >= MAX_HOSTS {
            return OTHER;
        }
        self.hosts.insert(host.to_owned());
        host
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_a_pages_host_is_other() {
        let longest = format!("{}example.com", "a.".repeat(121));
        assert_eq!(longest.len(), MAX_HOST_BYTES);
        for valid in [
            "",
            "app.example.com",
            "my_app.example",
            "[::1]",
            "10.0.0.1",
            &longest,
        ] {
            assert_eq!(valid_name(valid), valid);
        }
        for invalid in [
            &*format!("a{longest}"),
            "two words",
            "Caps.example",
            "ä.example",
            "a\0b",
        ] {
            assert_eq!(valid_name(invalid), OTHER);
        }
    }

    #[test]
    fn the_number_of_pages_of_a_day_is_limited() {
        let today = Timestamp::from_micros(7 * DAY_MICROS);
        let mut hosts = OriginHosts::default();
        for number in 0..MAX_HOSTS {
            let host = format!("{number}.example.com");
            assert_eq!(hosts.stored_name(&host, today), host);
        }
        assert_eq!(hosts.stored_name("late.example.com", today), OTHER);
        assert_eq!(hosts.stored_name("7.example.com", today), "7.example.com");
        assert_eq!(hosts.stored_name("", today), "");
        let tomorrow = Timestamp::from_micros(8 * DAY_MICROS);
        assert_eq!(
            hosts.stored_name("late.example.com", tomorrow),
            "late.example.com"
        );
    }
}
