//! Domain rules: which pages may use a key, and the decision about one request.
//!
//! A domain rule protects a key in a public page against use on other people's pages. It does not
//! protect against a program that sets its own `Origin` field, and nothing here can.

mod list;
mod pattern;
mod site;

use std::borrow::Cow;

pub use list::{DomainList, DomainListError};
pub(crate) use pattern::canonical_name;
pub use pattern::{DomainPattern, DomainPatternError};
use site::{Site, SiteError, of_origin, of_referer};

/// The places that a key may be used from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainRule {
    /// From anywhere, servers included.
    Unrestricted,
    /// Only from pages that the list covers.
    List(DomainList),
}

/// The reason why a request passes the domain rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainAllowance {
    /// The key has no restriction.
    Unrestricted,
    /// The list contains `*`.
    Any,
    /// A pattern covers the page.
    Match,
}

impl DomainAllowance {
    /// Returns the machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unrestricted => "unrestricted",
            Self::Any => "any",
            Self::Match => "match",
        }
    }
}

/// The reason why a request fails the domain rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainDenial {
    /// The request has neither Origin nor Referer: it does not come from a page.
    NoOrigin,
    /// No pattern covers the page.
    NoMatch,
    /// The request has `Origin: null`.
    OriginOpaque,
    /// The Origin is not in serialized form.
    OriginMalformed,
    /// The request has several Origin fields.
    OriginAmbiguous,
    /// The Origin is neither http nor https.
    OriginScheme,
    /// The Referer is not an absolute URL, or has a user or a fragment.
    RefererMalformed,
    /// The request has several Referer fields.
    RefererAmbiguous,
    /// The Referer is neither http nor https.
    RefererScheme,
}

impl DomainDenial {
    /// Returns the machine-readable name: the `meta.reason` of `domain_not_allowed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoOrigin => "no_origin",
            Self::NoMatch => "no_match",
            Self::OriginOpaque => "origin_opaque",
            Self::OriginMalformed => "origin_malformed",
            Self::OriginAmbiguous => "origin_ambiguous",
            Self::OriginScheme => "origin_scheme",
            Self::RefererMalformed => "referer_malformed",
            Self::RefererAmbiguous => "referer_ambiguous",
            Self::RefererScheme => "referer_scheme",
        }
    }
}

/// The decision of the domain rule about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainDecision {
    /// The request passes.
    Allowed(DomainAllowance),
    /// The request fails with 403 `domain_not_allowed`.
    Denied(DomainDenial),
}

impl DomainDecision {
    /// Returns the machine-readable name of the reason.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allowed(reason) => reason.name(),
            Self::Denied(reason) => reason.name(),
        }
    }
}

/// A decision and the page it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainVerdict<'a> {
    /// The decision.
    pub decision: DomainDecision,
    /// The page's host in canonical form, for statistics; `None` if no field names one.
    pub host: Option<Cow<'a, str>>,
}

impl DomainRule {
    /// Decides whether a request with these `Origin` and `Referer` fields may use the key.
    ///
    /// The host is also found for unrestricted keys, because the ledger records it. For these keys an
    /// unreadable field does not matter.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{DomainAllowance, DomainDecision, DomainDenial, DomainList, DomainRule};
    ///
    /// let rule = DomainRule::List(DomainList::new(["*.example.com".parse()?])?);
    /// let origin: &[u8] = b"https://shop.example.com";
    /// let verdict = rule.decide([origin], []);
    /// assert_eq!(verdict.decision, DomainDecision::Allowed(DomainAllowance::Match));
    /// assert_eq!(verdict.host.as_deref(), Some("shop.example.com"));
    ///
    /// // `example.com.evil.org` ends with another domain.
    /// let origin: &[u8] = b"https://example.com.evil.org";
    /// let verdict = rule.decide([origin], []);
    /// assert_eq!(verdict.decision, DomainDecision::Denied(DomainDenial::NoMatch));
    ///
    /// // A server sends neither field.
    /// let verdict = rule.decide([], []);
    /// assert_eq!(verdict.decision, DomainDecision::Denied(DomainDenial::NoOrigin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide<'a>(
        &self,
        origins: impl IntoIterator<Item = &'a [u8]>,
        referers: impl IntoIterator<Item = &'a [u8]>,
    ) -> DomainVerdict<'a> {
        use DomainDecision::{Allowed, Denied};
        let site = page(origins, referers);
        let decision = match (self, &site) {
            (Self::Unrestricted, _) => Allowed(DomainAllowance::Unrestricted),
            (Self::List(list), _) if list.any => Allowed(DomainAllowance::Any),
            (Self::List(_), Err(denial)) => Denied(*denial),
            (Self::List(list), Ok(site)) if list.matches(site) => Allowed(DomainAllowance::Match),
            (Self::List(_), Ok(_)) => Denied(DomainDenial::NoMatch),
        };
        let host = site.ok().map(|site| site.host);
        DomainVerdict { decision, host }
    }
}

/// Returns the page that sent the request. A single Origin decides alone, even if it is unreadable:
/// a fallback to the Referer would let an attacker who can corrupt one field choose the other.
fn page<'a>(
    origins: impl IntoIterator<Item = &'a [u8]>,
    referers: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Site<'a>, DomainDenial> {
    let mut origins = origins.into_iter();
    if let Some(origin) = origins.next() {
        if origins.next().is_some() {
            return Err(DomainDenial::OriginAmbiguous);
        }
        return of_origin(origin).map_err(|error| match error {
            SiteError::Opaque => DomainDenial::OriginOpaque,
            SiteError::Malformed => DomainDenial::OriginMalformed,
            SiteError::Scheme => DomainDenial::OriginScheme,
        });
    }
    let mut referers = referers.into_iter();
    let referer = referers.next().ok_or(DomainDenial::NoOrigin)?;
    if referers.next().is_some() {
        return Err(DomainDenial::RefererAmbiguous);
    }
    of_referer(referer).map_err(|error| match error {
        SiteError::Scheme => DomainDenial::RefererScheme,
        SiteError::Opaque | SiteError::Malformed => DomainDenial::RefererMalformed,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn rule(patterns: &[&str]) -> DomainRule {
        let patterns = patterns.iter().map(|text| text.parse().unwrap());
        DomainRule::List(DomainList::new(patterns).unwrap())
    }

    fn texts(value: &Value) -> Vec<&str> {
        let list = value.as_array().unwrap().iter();
        list.map(|it| it.as_str().unwrap()).collect()
    }

    fn check_decision(case: &Value) {
        let rule = match &case["patterns"] {
            Value::Null => DomainRule::Unrestricted,
            patterns => rule(&texts(patterns)),
        };
        let fields = |name: &str| texts(&case[name]).into_iter().map(str::as_bytes);
        let verdict = rule.decide(fields("origin"), fields("referer"));
        let allowed = matches!(verdict.decision, DomainDecision::Allowed(_));
        assert_eq!(
            (allowed, verdict.decision.name()),
            (case["allow"] == true, case["reason"].as_str().unwrap()),
            "{case:#}"
        );
    }

    fn check_pattern(case: &Value) {
        let parsed = case["pattern"].as_str().unwrap().parse::<DomainPattern>();
        let found = match &parsed {
            Ok(pattern) => (true, pattern.to_string(), ""),
            Err(error) => (false, String::new(), error.name()),
        };
        let canonical = case["canonical"].as_str().unwrap().to_owned();
        let error = case["error"].as_str().unwrap();
        assert_eq!(found, (case["ok"] == true, canonical, error), "{case:#}");
    }

    #[test]
    fn known_answers_of_decisions_and_patterns() {
        let vectors = include_str!("../tests/vectors/domain.json");
        let vectors: Value = serde_json::from_str(vectors).unwrap();
        let decisions = vectors["decisions"].as_array().unwrap();
        let patterns = vectors["patterns"].as_array().unwrap();
        decisions.iter().for_each(check_decision);
        patterns.iter().for_each(check_pattern);
        println!("{} decisions, {} patterns", decisions.len(), patterns.len());
        assert_eq!((decisions.len(), patterns.len()), (102, 39));
    }

    fn host_of<'a>(rule: &DomainRule, origin: &'a str) -> Option<Cow<'a, str>> {
        rule.decide([origin.as_bytes()], []).host
    }

    #[test]
    fn the_host_is_named_whether_allowed_or_not() {
        let list = rule(&["example.com"]);
        for rule in [DomainRule::Unrestricted, list] {
            assert_eq!(host_of(&rule, "https://Evil.TEST.").unwrap(), "evil.test");
            assert_eq!(host_of(&rule, "http://[::1]:80").unwrap(), "[::1]");
            assert_eq!(host_of(&rule, "null"), None);
            assert_eq!(host_of(&rule, "https://a..b"), None);
        }
    }

    /// Generates a name below a top-level domain of RFC 2606, which has no entries in the Public
    /// Suffix List.
    fn name() -> impl Strategy<Value = String> {
        "[a-wyz][a-z0-9_-]{0,5}(\\.[a-wyz][a-z0-9]{0,5}){0,2}\\.(example|test|invalid)"
    }

    proptest! {
        #[test]
        fn a_name_never_covers_names_below_it(name in name(), label in "[a-w][a-z0-9_-]{0,8}") {
            let rule = rule(&[&name]);
            let below = format!("https://{label}.{name}");
            let verdict = rule.decide([below.as_bytes()], []);
            prop_assert_eq!(verdict.decision, DomainDecision::Denied(DomainDenial::NoMatch));
            let itself = format!("https://{name}");
            let verdict = rule.decide([itself.as_bytes()], []);
            prop_assert_eq!(verdict.decision, DomainDecision::Allowed(DomainAllowance::Match));
        }

        #[test]
        fn a_wildcard_never_covers_its_base(name in name(), label in "[a-w][a-z0-9_-]{0,8}") {
            let rule = rule(&[&format!("*.{name}")]);
            let itself = format!("https://{name}");
            let verdict = rule.decide([itself.as_bytes()], []);
            prop_assert_eq!(verdict.decision, DomainDecision::Denied(DomainDenial::NoMatch));
            let glued = format!("https://{label}{name}");
            let verdict = rule.decide([glued.as_bytes()], []);
            prop_assert_eq!(verdict.decision, DomainDecision::Denied(DomainDenial::NoMatch));
            let below = format!("https://{label}.{name}");
            let verdict = rule.decide([below.as_bytes()], []);
            prop_assert_eq!(verdict.decision, DomainDecision::Allowed(DomainAllowance::Match));
        }

        #[test]
        fn random_fields_never_pass(
            origins: Vec<Vec<u8>>,
            referers: Vec<Vec<u8>>,
        ) {
            let rule = rule(&["example.com", "*.example.com"]);
            let verdict = rule.decide(
                origins.iter().map(Vec::as_slice),
                referers.iter().map(Vec::as_slice),
            );
            prop_assert!(matches!(verdict.decision, DomainDecision::Denied(_)));
        }
    }
}
