//! The domain list of a key: one to fifty patterns, compiled so that a decision takes a few
//! look-ups.

use std::collections::HashMap;
use std::fmt;

use super::pattern::{DomainPattern, Form};
use super::site::Site;

/// One to fifty patterns, compiled for look-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainList {
    patterns: Box<[DomainPattern]>,
    pub(super) any: bool,
    hosts: HashMap<Box<str>, Entry>,
}

/// The patterns for one host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entry {
    /// The host is allowed on every port.
    every_port: bool,
    /// The host is allowed on these ports.
    ports: Vec<u16>,
    /// The names below the host are allowed.
    below: bool,
}

/// The reason why patterns do not form a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainListError {
    /// There is no pattern. Removing the last pattern must never open a key to every page.
    Empty,
    /// There are more patterns than a key may have.
    TooMany {
        /// The number of patterns given.
        given: usize,
    },
}

impl fmt::Display for DomainListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "A restricted key must have at least one domain. To allow every page, use `*` or remove the restriction.",
            ),
            Self::TooMany { given } => write!(
                f,
                "A key can have at most {} domains, got {given}. A wildcard matches all subdomains of a domain.",
                DomainList::MAX
            ),
        }
    }
}

impl std::error::Error for DomainListError {}

impl DomainList {
    /// The maximum number of patterns on one key.
    pub const MAX: usize = 50;

    /// Creates a list of these patterns in this order. Duplicates count once.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no patterns or too many.
    pub fn new(patterns: impl IntoIterator<Item = DomainPattern>) -> Result<Self, DomainListError> {
        let mut unique: Vec<DomainPattern> = Vec::new();
        let mut given = 0;
        for pattern in patterns {
            given += 1;
            // Beyond the limit, only the count matters.
            if given <= Self::MAX && !unique.contains(&pattern) {
                unique.push(pattern);
            }
        }
        if given > Self::MAX {
            return Err(DomainListError::TooMany { given });
        }
        if unique.is_empty() {
            return Err(DomainListError::Empty);
        }
        let mut hosts: HashMap<Box<str>, Entry> = HashMap::new();
        for pattern in &unique {
            match &pattern.0 {
                Form::Any => {}
                Form::Below(base) => hosts.entry(base.clone()).or_default().below = true,
                Form::Host { host, port } => {
                    let entry = hosts.entry(host.clone()).or_default();
                    entry.every_port |= port.is_none();
                    entry.ports.extend(*port);
                }
            }
        }
        hosts.shrink_to_fit();
        Ok(Self {
            any: unique.iter().any(DomainPattern::is_any),
            patterns: unique.into(),
            hosts,
        })
    }

    /// Returns the patterns as given.
    pub fn patterns(&self) -> &[DomainPattern] {
        &self.patterns
    }

    /// Returns `true` if this list covers every page that `pattern` covers.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::DomainList;
    ///
    /// let list = DomainList::new(["*.example.com".parse()?])?;
    /// assert!(list.covers(&"shop.example.com".parse()?));
    /// assert!(list.covers(&"*.eu.example.com".parse()?));
    /// // A wildcard covers the names below a domain, not the domain itself.
    /// assert!(!list.covers(&"example.com".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn covers(&self, pattern: &DomainPattern) -> bool {
        if self.any {
            return true;
        }
        match &pattern.0 {
            Form::Any => false,
            Form::Host { host, port } => {
                let on_host = self.hosts.get(host).is_some_and(|entry| {
                    entry.every_port || port.is_some_and(|port| entry.ports.contains(&port))
                });
                on_host || self.covers_below_parent(host)
            }
            Form::Below(base) => {
                self.hosts.get(base).is_some_and(|entry| entry.below)
                    || self.covers_below_parent(base)
            }
        }
    }

    /// Returns `true` if a pattern covers this page.
    pub(super) fn matches(&self, site: &Site<'_>) -> bool {
        let on_host = |entry: &Entry| entry.every_port || entry.ports.contains(&site.port);
        self.hosts.get(&*site.host).is_some_and(on_host) || self.covers_below_parent(&site.host)
    }

    /// Returns `true` if a wildcard covers `host` as a name below its base. An address never
    /// matches, because no wildcard has an address, or the tail of one, as its base.
    fn covers_below_parent(&self, host: &str) -> bool {
        let mut rest = host;
        while let Some((_, parent)) = rest.split_once('.') {
            if self.hosts.get(parent).is_some_and(|entry| entry.below) {
                return true;
            }
            rest = parent;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_never_empty_and_never_long() {
        let pattern = |index| format!("a{index}.example.com").parse().unwrap();
        let list = |count| DomainList::new((0..count).map(pattern));
        assert_eq!(list(0), Err(DomainListError::Empty));
        assert_eq!(list(50).unwrap().patterns().len(), 50);
        assert_eq!(list(51), Err(DomainListError::TooMany { given: 51 }));
    }

    #[test]
    fn a_list_covers_what_is_narrower() {
        let check = |list: &[&str], pattern: &str, expected: bool| {
            let compiled = DomainList::new(list.iter().map(|it| it.parse().unwrap())).unwrap();
            let covered = compiled.covers(&pattern.parse().unwrap());
            assert_eq!(covered, expected, "{list:?} {pattern}");
        };
        check(&["*"], "*", true);
        check(&["*"], "*.example.com", true);
        check(&["example.com"], "*", false);
        check(&["example.com"], "example.com", true);
        check(&["example.com"], "example.com:81", true);
        check(&["example.com:81"], "example.com", false);
        check(&["example.com:81"], "example.com:81", true);
        check(&["*.example.com"], "example.com", false);
        check(&["*.example.com"], "a.example.com:81", true);
        check(&["*.example.com"], "*.example.com", true);
        check(&["*.example.com"], "*.a.example.com", true);
        check(&["*.a.example.com"], "*.example.com", false);
        check(&["a.example.com"], "*.a.example.com", false);
    }
}
