//! Alert messages. A message is separate from its values, so that pages and e-mails can translate
//! it. Webhooks and the API use English.

use super::AlertNotice;
use super::facts::{
    AlertDetails, DeniedDomainsFacts, DormantKeyFacts, ErrorShareFacts, KeyExpiryFacts, QuotaFacts,
    SpikeFacts,
};
use i18n::{Language, msg};

/// A value in a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// Shown with one decimal, unless it is whole.
    Decimal(f64),
    /// A name or another text.
    Text(String),
    /// An instant, RFC 3339.
    Moment(String),
}

/// A message with names in braces, and their values.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// The sentence in English, which is also its key in the catalogs.
    pub english: &'static str,
    /// The values by their names.
    pub values: Vec<(&'static str, Value)>,
}

/// The title and text of an alert.
#[derive(Clone, Debug)]
pub struct AlertMessage {
    /// The heading.
    pub title: Phrase,
    /// What happened and what to do.
    pub text: Phrase,
}

fn phrase(english: &'static str, values: &[(&'static str, Value)]) -> Phrase {
    Phrase {
        english,
        values: values.to_vec(),
    }
}

impl Phrase {
    /// The message as plain text.
    pub fn plain(&self, language: Language) -> String {
        let mut text = language.word(self.english).to_owned();
        for (name, value) in &self.values {
            text = text.replace(&format!("{{{name}}}"), &value.plain(language));
        }
        text
    }
}

impl Value {
    /// The value as text.
    pub fn plain(&self, language: Language) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Decimal(number) => {
                let mark = language.decimal_mark().to_string();
                number.to_string().replace('.', &mark)
            }
            Self::Text(text) => text.clone(),
            Self::Moment(moment) => {
                let minute = moment.get(..16).unwrap_or(moment).replace('T', " ");
                format!("{minute} UTC")
            }
        }
    }
}

/// The messages of an alert.
pub fn words(told: &AlertNotice) -> AlertMessage {
    let name = ("name", Value::Text(told.subject_name.clone()));
    let threshold = ("threshold", Value::Number(told.threshold));
    match &told.facts {
        AlertDetails::Quota(facts) => facts.words(threshold),
        AlertDetails::Spike(facts) => facts.words(name, threshold),
        AlertDetails::ErrorShare(facts) => facts.words(name, threshold),
        AlertDetails::DeniedDomains(facts) => facts.words(name, threshold),
        AlertDetails::DormantKey(facts) => facts.words(name, threshold),
        AlertDetails::KeyExpiry(facts) => facts.words(name),
    }
}

type Named = (&'static str, Value);

impl QuotaFacts {
    fn words(&self, threshold: Named) -> AlertMessage {
        AlertMessage {
            title: phrase(quota_title(self.test), &[threshold]),
            text: phrase(
                quota_text(self.test, self.overage > 0),
                &[
                    ("used", Value::Number(self.used)),
                    ("quota", Value::Number(self.quota)),
                    ("overage", Value::Number(self.overage)),
                    ("resetsAt", Value::Moment(self.resets_at.clone())),
                ],
            ),
        }
    }
}

impl SpikeFacts {
    fn words(&self, name: Named, threshold: Named) -> AlertMessage {
        AlertMessage {
            title: phrase(msg("{name}: request spike"), &[name]),
            text: phrase(
                msg(
                    "{requests} requests in the hour starting {hour}. The median for the same hour \
                     over {weeks} previous weeks is {median}, with a median absolute deviation of \
                     {medianDeviation}. The estimated standard deviation is {deviation} requests. \
                     The limit is {line}: the median plus {threshold} standard deviations. The same \
                     hour had {dayBefore} requests the day before and {weekBefore} the week before.",
                ),
                &[
                    ("requests", Value::Number(self.requests)),
                    ("hour", Value::Moment(self.hour.clone())),
                    ("weeks", Value::Number(u64::from(self.weeks))),
                    ("median", Value::Decimal(self.median)),
                    ("medianDeviation", Value::Decimal(self.median_deviation)),
                    ("deviation", Value::Decimal(self.deviation)),
                    ("line", Value::Decimal(self.line)),
                    threshold,
                    ("dayBefore", Value::Number(self.day_before)),
                    ("weekBefore", Value::Number(self.week_before)),
                ],
            ),
        }
    }
}

impl ErrorShareFacts {
    fn words(&self, name: Named, threshold: Named) -> AlertMessage {
        let errors = self.refused + self.failed;
        let share = errors * 100 / self.requests.max(1);
        AlertMessage {
            title: phrase(
                msg("{name}: {share}% of requests failed"),
                &[name, ("share", Value::Number(share))],
            ),
            text: phrase(
                msg(
                    "{errors} of {requests} requests in the hour starting {hour} failed: {refused} \
                     with client errors (4xx) and {failed} with server errors (5xx, not charged). \
                     The threshold is {threshold}%.",
                ),
                &[
                    ("errors", Value::Number(errors)),
                    ("requests", Value::Number(self.requests)),
                    ("hour", Value::Moment(self.hour.clone())),
                    ("refused", Value::Number(self.refused)),
                    ("failed", Value::Number(self.failed)),
                    threshold,
                ],
            ),
        }
    }
}

impl DeniedDomainsFacts {
    fn words(&self, name: Named, threshold: Named) -> AlertMessage {
        let title = msg("{name}: requests from domains that are not allowed");
        AlertMessage {
            title: phrase(title, &[name]),
            text: phrase(
                denied_text(self.top_host.is_empty()),
                &[
                    ("requests", Value::Number(self.requests)),
                    ("from", Value::Moment(self.from.clone())),
                    ("hosts", Value::Number(self.hosts)),
                    ("topRequests", Value::Number(self.top_requests)),
                    ("topHost", Value::Text(self.top_host.clone())),
                    threshold,
                ],
            ),
        }
    }
}

impl DormantKeyFacts {
    fn words(&self, name: Named, threshold: Named) -> AlertMessage {
        let since = self.last_used.as_ref().unwrap_or(&self.created_at);
        let days = ("days", Value::Number(self.silent_days));
        AlertMessage {
            title: phrase(
                msg("{name}: used again after {days} days"),
                &[name, days.clone()],
            ),
            text: phrase(
                dormant_text(self.last_used.is_some()),
                &[
                    ("hour", Value::Moment(self.hour.clone())),
                    ("since", Value::Moment(since.clone())),
                    days,
                    threshold,
                ],
            ),
        }
    }
}

impl KeyExpiryFacts {
    fn words(&self, name: Named) -> AlertMessage {
        let title = match self.days_left {
            1 => msg("{name}: expires within a day"),
            _ => msg("{name}: expires within {days} days"),
        };
        AlertMessage {
            title: phrase(title, &[name, ("days", Value::Number(self.days_left))]),
            text: phrase(
                msg(
                    "The key stops working at {expiresAt}. Extend it before then, or rotate it and \
                     update your applications with the new key.",
                ),
                &[("expiresAt", Value::Moment(self.expires_at.clone()))],
            ),
        }
    }
}

const fn quota_title(test: bool) -> &'static str {
    if test {
        msg("{threshold}% of the test allowance used")
    } else {
        msg("{threshold}% of the quota used")
    }
}

const fn quota_text(test: bool, overage: bool) -> &'static str {
    match (test, overage) {
        (true, _) => msg(
            "Your test keys have used {used} of {quota} units of this month's test allowance. When \
             it runs out, requests with test keys are rejected until {resetsAt}.",
        ),
        (false, false) => msg(
            "Your organization has used {used} of {quota} units this month. When the quota runs \
             out, requests are rejected until {resetsAt}.",
        ),
        (false, true) => msg(
            "Your organization has used {used} of {quota} units this month. Up to {overage} more \
             units are billed as overage. After that, requests are rejected until {resetsAt}.",
        ),
    }
}

const fn denied_text(nameless: bool) -> &'static str {
    if nameless {
        msg(
            "The key's domain restriction rejected {requests} requests from {hosts} origins in the \
             60 minutes starting {from}. {topRequests} of them had no origin. Rejected requests \
             are not counted or charged. The threshold is {threshold}.",
        )
    } else {
        msg(
            "The key's domain restriction rejected {requests} requests from {hosts} origins in the \
             60 minutes starting {from}. {topRequests} of them came from {topHost}. Rejected \
             requests are not counted or charged. The threshold is {threshold}.",
        )
    }
}

const fn dormant_text(used_before: bool) -> &'static str {
    if used_before {
        msg(
            "The key was used in the hour starting {hour}, {days} days after its previous use in \
             the hour starting {since}. The threshold is {threshold} days. If you don't expect \
             this, disable or rotate the key.",
        )
    } else {
        msg(
            "The key was used for the first time in the hour starting {hour}, {days} days after it \
             was created on {since}. The threshold is {threshold} days. If you don't expect this, \
             disable or rotate the key.",
        )
    }
}

#[cfg(test)]
mod tests {
    use access::AlertId;
    use access::Timestamp;

    use super::*;
    use http_api::randomness::OsRandom;

    fn told(facts: AlertDetails, threshold: u64) -> AlertNotice {
        AlertNotice {
            id: AlertId::new(Timestamp::from_micros(0), &OsRandom),
            subject: "key_1".to_owned(),
            subject_name: "Website".to_owned(),
            period: String::new(),
            threshold,
            facts,
        }
    }

    #[test]
    fn an_alert_explains_its_numbers() {
        let facts = AlertDetails::Spike(SpikeFacts {
            hour: "2027-01-15T08:00:00Z".to_owned(),
            requests: 5_000,
            weeks: 8,
            median: 1_000.0,
            median_deviation: 12.5,
            deviation: 31.6,
            line: 1_158.1,
            day_before: 990,
            week_before: 1_010,
        });
        let words = told(facts, 5).words();
        assert_eq!(
            words.title.plain(Language::English),
            "Website: request spike"
        );
        let dutch = words.title.plain(Language::Dutch);
        assert_eq!(dutch, "Website: piek in het aantal verzoeken");
        let dutch = words.text.plain(Language::Dutch);
        assert!(
            dutch.contains("1158,1") && dutch.contains("12,5"),
            "{dutch}"
        );
        let text = words.text.plain(Language::English);
        for number in [
            "5000 requests in the hour starting 2027-01-15 08:00 UTC",
            "8 previous weeks is 1000,",
            "12.5",
            "31.6",
            "1158.1",
            "5 standard deviations",
            "990",
            "1010",
        ] {
            assert!(text.contains(number), "{number}: {text}");
        }
    }

    #[test]
    fn no_value_is_left_out_of_any_sentence() {
        let moment = || "2027-01-15T08:00:00Z".to_owned();
        let quota = |test, overage| {
            AlertDetails::Quota(QuotaFacts {
                test,
                used: 1,
                quota: 2,
                overage,
                resets_at: moment(),
            })
        };
        let denied = |host: &str| {
            AlertDetails::DeniedDomains(DeniedDomainsFacts {
                from: moment(),
                requests: 3,
                hosts: 2,
                top_host: host.to_owned(),
                top_requests: 2,
            })
        };
        let dormant = |last_used| {
            AlertDetails::DormantKey(DormantKeyFacts {
                last_used,
                created_at: moment(),
                hour: moment(),
                silent_days: 40,
            })
        };
        let expiry = |days_left| {
            AlertDetails::KeyExpiry(KeyExpiryFacts {
                expires_at: moment(),
                days_left,
            })
        };
        for facts in [
            quota(false, 0),
            quota(false, 9),
            quota(true, 0),
            AlertDetails::ErrorShare(ErrorShareFacts {
                hour: moment(),
                requests: 8,
                refused: 1,
                failed: 1,
            }),
            denied(""),
            denied("a.example"),
            dormant(None),
            dormant(Some(moment())),
            expiry(1),
            expiry(2),
        ] {
            let words = told(facts, 50).words();
            for text in [
                words.title.plain(Language::English),
                words.text.plain(Language::English),
            ] {
                assert!(!text.contains(['{', '}']), "{text}");
            }
        }
    }
}
