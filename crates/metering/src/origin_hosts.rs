//! The different pages that usage is stored for. Anyone who has a key from a web page can invent any
//! number of pages, and usage is listed by page.

use std::collections::HashSet;

use access::Timestamp;

/// Different pages in one day; the rest is [`OTHER`].
const MAX_HOSTS: usize = 1_000;
const OTHER: &str = "other";
const DAY_MICROS: i64 = 86_400_000_000;

/// The pages of one organization or key on the current day.
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

    /// Whether nothing was stored on the day of `now`.
    pub(crate) fn is_idle(&self, now: Timestamp) -> bool {
        now.micros().div_euclid(DAY_MICROS) != self.day
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
