//! What an organization wants to be told.

use std::fmt;

use crate::role::Role;

/// The most thresholds of one rule.
pub const MOST_THRESHOLDS: usize = 10;
/// The highest share of a quota: overage can take use past the whole.
pub const MOST_PERCENT: u32 = 1_000;
/// The longest time in days.
pub const LONGEST_DAYS: u32 = 365;
/// The highest number of requests.
pub const MOST_REQUESTS: u64 = 1_000_000_000;

/// Who gets an e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailTo {
    /// Owners and managers: everyone who can act on an alert.
    Managers,
    /// Owners alone.
    Owners,
    /// Nobody: alerts are in the inbox and go to webhooks.
    Nobody,
}

impl MailTo {
    /// Every choice.
    pub const ALL: &'static [Self] = &[Self::Managers, Self::Owners, Self::Nobody];

    /// The name on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Managers => "managers",
            Self::Owners => "owners",
            Self::Nobody => "nobody",
        }
    }

    /// The choice of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }

    /// Whether someone of this role gets one.
    pub const fn includes(self, role: Role) -> bool {
        match (self, role) {
            (Self::Managers, Role::Owner | Role::Manager) | (Self::Owners, Role::Owner) => true,
            (Self::Managers | Self::Owners | Self::Nobody, _) => false,
        }
    }
}

/// When a key's hour is a spike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpikeLimits {
    /// Fewer requests are none.
    pub minimum_requests: u64,
    /// How many deviations above the median.
    pub deviations: u32,
}

/// When a key's errors are news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorShareLimits {
    /// This much of an hour's requests, in percent.
    pub percent: u32,
    /// Of fewer requests no share is taken.
    pub minimum_requests: u64,
}

/// What an organization wants to be told; a rule that is none or has no threshold is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertSettings {
    /// Who gets an e-mail.
    pub mail_to: MailTo,
    /// Shares of a quota in percent, rising.
    pub quota_percents: Vec<u32>,
    /// Spikes of a key.
    pub spike: Option<SpikeLimits>,
    /// Errors of a key.
    pub error_share: Option<ErrorShareLimits>,
    /// Refusals of a key for its domain rule, within 60 minutes.
    pub denied_domains: Option<u64>,
    /// Days of silence after which a key's use is news.
    pub dormant_days: Option<u32>,
    /// Days before a key's expiration, rising.
    pub expiry_days: Vec<u32>,
}

impl Default for AlertSettings {
    fn default() -> Self {
        Self {
            mail_to: MailTo::Managers,
            quota_percents: vec![50, 80, 100],
            spike: Some(SpikeLimits {
                minimum_requests: 100,
                deviations: 5,
            }),
            error_share: Some(ErrorShareLimits {
                percent: 25,
                minimum_requests: 50,
            }),
            denied_domains: Some(100),
            dormant_days: Some(30),
            expiry_days: vec![3, 14],
        }
    }
}

/// Settings that no rule could follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlertSettingsError {
    /// Which of them, as it is called on the wire.
    pub field: &'static str,
    /// The least it may be.
    pub least: u64,
    /// The most.
    pub most: u64,
}

impl fmt::Display for AlertSettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (field, least, most) = (self.field, self.least, self.most);
        write!(f, "{field} lies between {least} and {most}")
    }
}

impl std::error::Error for AlertSettingsError {}

impl AlertSettings {
    /// The same with every list in order and without repetition.
    ///
    /// # Errors
    ///
    /// What lies outside its bounds, or has too many thresholds.
    pub fn checked(mut self) -> Result<Self, AlertSettingsError> {
        let days = 1..=u64::from(LONGEST_DAYS);
        let percents = 1..=u64::from(MOST_PERCENT);
        let requests = 1..=MOST_REQUESTS;
        check_list("quotaPercents", &mut self.quota_percents, &percents)?;
        check_list("expiryDays", &mut self.expiry_days, &days)?;
        if let Some(spike) = self.spike {
            check("spike/minimumRequests", spike.minimum_requests, &requests)?;
            check("spike/deviations", spike.deviations.into(), &(1..=100))?;
        }
        if let Some(errors) = self.error_share {
            check("errorShare/percent", errors.percent.into(), &(1..=100))?;
            let minimum = errors.minimum_requests;
            check("errorShare/minimumRequests", minimum, &requests)?;
        }
        if let Some(denied) = self.denied_domains {
            check("deniedDomains", denied, &requests)?;
        }
        if let Some(dormant) = self.dormant_days {
            check("dormantDays", dormant.into(), &days)?;
        }
        Ok(self)
    }
}

type Bounds = std::ops::RangeInclusive<u64>;

fn check(field: &'static str, value: u64, bounds: &Bounds) -> Result<(), AlertSettingsError> {
    let (least, most) = (*bounds.start(), *bounds.end());
    let outside = AlertSettingsError { field, least, most };
    bounds.contains(&value).then_some(()).ok_or(outside)
}

fn check_list(
    field: &'static str,
    values: &mut Vec<u32>,
    bounds: &Bounds,
) -> Result<(), AlertSettingsError> {
    for value in values.iter() {
        check(field, u64::from(*value), bounds)?;
    }
    values.sort_unstable();
    values.dedup();
    let most = MOST_THRESHOLDS as u64;
    let too_many = AlertSettingsError {
        field,
        least: 0,
        most,
    };
    (values.len() as u64 <= most).then_some(()).ok_or(too_many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_allowed_and_warn_at_half_four_fifths_and_all_of_a_quota() {
        let defaults = AlertSettings::default();
        assert_eq!(defaults.quota_percents, [50, 80, 100]);
        assert_eq!(defaults.clone().checked(), Ok(defaults));
    }

    #[test]
    fn thresholds_are_sorted_and_counted_once() {
        let settings = AlertSettings {
            quota_percents: vec![100, 50, 100],
            ..AlertSettings::default()
        };
        assert_eq!(settings.checked().unwrap().quota_percents, [50, 100]);
    }

    #[test]
    fn what_no_rule_could_follow_is_refused() {
        let check = |change: fn(&mut AlertSettings), field: &str| {
            let mut settings = AlertSettings::default();
            change(&mut settings);
            assert_eq!(settings.checked().map_err(|it| it.field), Err(field));
        };
        check(|it| it.quota_percents = vec![0], "quotaPercents");
        check(|it| it.quota_percents = (1..=11).collect(), "quotaPercents");
        check(|it| it.expiry_days = vec![366], "expiryDays");
        check(|it| it.dormant_days = Some(0), "dormantDays");
        check(|it| it.denied_domains = Some(0), "deniedDomains");
    }

    #[test]
    fn mail_goes_to_those_who_can_act_or_to_owners_or_to_nobody() {
        for (to, roles) in [
            (MailTo::Managers, vec![Role::Owner, Role::Manager]),
            (MailTo::Owners, vec![Role::Owner]),
            (MailTo::Nobody, vec![]),
        ] {
            let all = Role::ALL.iter().copied();
            let included: Vec<_> = all.filter(|it| to.includes(*it)).collect();
            assert_eq!(included, roles, "{to:?}");
            assert_eq!(MailTo::from_name(to.name()), Some(to));
        }
    }
}
