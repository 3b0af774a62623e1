//! Alert settings of an organization.

use std::fmt;

use crate::role::Role;

/// The maximum number of thresholds per rule.
pub const MAX_THRESHOLDS: usize = 10;
/// The highest percentage of a quota. Overage can take usage past 100.
pub const MAX_PERCENT: u32 = 1_000;
/// The maximum number of days.
pub const MAX_DAYS: u32 = 365;
/// The maximum number of requests.
pub const MAX_REQUESTS: u64 = 1_000_000_000;

/// The recipients of alert e-mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailTo {
    /// Owners and managers: everyone who can act on an alert.
    Managers,
    /// Owners only.
    Owners,
    /// Nobody: alerts only appear in the inbox and go to webhooks.
    Nobody,
}

impl MailTo {
    /// All choices.
    pub const ALL: &'static [Self] = &[Self::Managers, Self::Owners, Self::Nobody];

    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Managers => "managers",
            Self::Owners => "owners",
            Self::Nobody => "nobody",
        }
    }

    /// Returns the choice with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }

    /// Returns `true` if a member with this role receives e-mails.
    pub const fn includes(self, role: Role) -> bool {
        match (self, role) {
            (Self::Managers, Role::Owner | Role::Manager) | (Self::Owners, Role::Owner) => true,
            (Self::Managers | Self::Owners | Self::Nobody, _) => false,
        }
    }
}

/// The limits above which a key's hour is a spike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpikeLimits {
    /// The minimum number of requests of a spike.
    pub minimum_requests: u64,
    /// The number of deviations above the median.
    pub deviations: u32,
}

/// The limits above which a key's errors trigger an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorShareLimits {
    /// The share of an hour's requests, in percent.
    pub percent: u32,
    /// The minimum number of requests. With fewer, the share is not computed.
    pub minimum_requests: u64,
}

/// The alert settings of an organization. A rule that is `None` or has no threshold is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertSettings {
    /// The recipients of e-mails.
    pub mail_to: MailTo,
    /// Percentages of a quota, ascending.
    pub quota_percents: Vec<u32>,
    /// The limits for spikes.
    pub spike: Option<SpikeLimits>,
    /// The limits for errors.
    pub error_share: Option<ErrorShareLimits>,
    /// The number of refusals under a key's domain rule within 60 minutes.
    pub denied_domains: Option<u64>,
    /// The number of days without use after which a key's use triggers an alert.
    pub dormant_days: Option<u32>,
    /// Days before a key's expiration, ascending.
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

/// Settings that are out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlertSettingsError {
    /// The setting, by its name on the wire.
    pub field: &'static str,
    /// The minimum.
    pub least: u64,
    /// The maximum.
    pub most: u64,
}

impl fmt::Display for AlertSettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (field, least, most) = (self.field, self.least, self.most);
        write!(f, "`{field}` must be between {least} and {most}.")
    }
}

impl std::error::Error for AlertSettingsError {}

impl AlertSettings {
    /// Returns the settings with every list sorted and without duplicates.
    ///
    /// # Errors
    ///
    /// Returns the first setting that is out of bounds or has too many thresholds.
    pub fn checked(mut self) -> Result<Self, AlertSettingsError> {
        let days = 1..=u64::from(MAX_DAYS);
        let percents = 1..=u64::from(MAX_PERCENT);
        let requests = 1..=MAX_REQUESTS;
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
    let most = MAX_THRESHOLDS as u64;
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
