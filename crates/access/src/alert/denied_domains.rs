//! The rule for keys that are used from pages they do not allow.

use super::{Alert, AlertFacts, AlertSubject, date};
use crate::id::KeyId;
use crate::timestamp::Timestamp;

/// A key's refusals under its domain rule within 60 minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeniedHour {
    /// The first instant of the 60 minutes.
    pub from: Timestamp,
    /// Refused requests by page; the name is empty if the request did not name a page.
    pub by_host: Vec<(String, u64)>,
}

/// Returns an alert if the number of refusals reaches the threshold.
pub fn denied_domains(key: KeyId, denied: &DeniedHour, threshold: u64) -> Option<Alert> {
    let requests = denied
        .by_host
        .iter()
        .fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
    if requests < threshold.max(1) {
        return None;
    }
    // On a tie, the alphabetically first page wins, so that the same rows give the same alert.
    let top = denied
        .by_host
        .iter()
        .max_by(|(one, many), (other, more)| many.cmp(more).then_with(|| other.cmp(one)));
    let (top_host, top_requests) = top?;
    Some(Alert {
        subject: AlertSubject::Key(key),
        period: date(denied.from),
        threshold,
        facts: AlertFacts::DeniedDomains {
            from: denied.from,
            requests,
            hosts: denied.by_host.len() as u64,
            top_host: top_host.clone(),
            top_requests: *top_requests,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    const FROM: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn found(by_host: &[(&str, u64)], threshold: u64) -> Option<AlertFacts> {
        let key = KeyId::new(FROM, &Counting(Cell::new(1)));
        let owned = |(host, count): &(&str, u64)| ((*host).to_owned(), *count);
        let denied = DeniedHour {
            from: FROM,
            by_host: by_host.iter().map(owned).collect(),
        };
        denied_domains(key, &denied, threshold).map(|it| it.facts)
    }

    #[test]
    fn pages_are_added_up_and_the_busiest_is_named() {
        let pages = &[("a.example", 40), ("b.example", 50), ("", 10)];
        let expected = AlertFacts::DeniedDomains {
            from: FROM,
            requests: 100,
            hosts: 3,
            top_host: "b.example".to_owned(),
            top_requests: 50,
        };
        assert_eq!(found(pages, 100), Some(expected));
        assert_eq!(found(pages, 101), None);
    }

    #[test]
    fn nothing_refused_is_no_news() {
        assert_eq!(found(&[], 1), None);
    }
}
