//! The rule for keys that send far more requests than in the same hour of other weeks.
//!
//! The baseline is the same hour of the last [`HISTORY_WEEKS`] weeks: their median `m`, and the
//! median of their distances from it, the median absolute deviation `d`. Both are robust: up to
//! half of the values may be outliers. For normally distributed values, 1.4826 `d` is the standard
//! deviation (Rousseeuw and Croux 1993, eq. 1.2). Weeks that happen to be alike give a `d` near
//! zero. Therefore the deviation is at least √`m`, the scatter of independent requests at a
//! constant rate (Poisson), and at least 1.
//!
//! An hour is a spike if it has all of the following:
//! 1. at least the minimum number of requests from the settings;
//! 2. more than `m` plus the number of deviations from the settings (five by default);
//! 3. at least twice `m`, because a rare number need not be a large one;
//! 4. more than twice the requests of the same hour of the previous day, and of the previous week:
//!    a new level that stays triggers an alert once, not every day until the median catches up.
//!
//! A key needs [`MIN_WEEKS`] weeks of history: with less, the baseline is not reliable.

use super::{Alert, AlertFacts, AlertSubject, SpikeLimits, date};
use crate::id::KeyId;
use crate::timestamp::Timestamp;

/// The number of weeks in the baseline.
pub const HISTORY_WEEKS: u32 = 8;
/// The minimum number of weeks for a baseline.
pub const MIN_WEEKS: usize = 4;

/// 1 / Φ⁻¹(3/4): a normal distribution's standard deviation in median absolute deviations.
const NORMAL_SCALE: f64 = 1.482_602_218_505_602;

/// The usual number of requests in an hour of the week.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baseline {
    /// The number of weeks it is computed from.
    pub weeks: u32,
    /// The median of their requests.
    pub median: f64,
    /// The median of their distances from the median.
    pub median_deviation: f64,
    /// One deviation, in requests.
    pub deviation: f64,
}

/// An hour of a key, and the hours to compare it with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HourOfWeek {
    /// The first instant of the hour.
    pub hour: Timestamp,
    /// Requests in the hour so far.
    pub requests: u64,
    /// Requests in the same hour of earlier weeks, most recent first, as far back as the key
    /// existed.
    pub earlier_weeks: Vec<u64>,
    /// Requests in the same hour of the previous day.
    pub day_before: u64,
}

impl Baseline {
    /// Calculates the baseline of these weeks. Returns `None` if there are too few.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::Baseline;
    ///
    /// // One odd week does not move the median. The others are alike: one deviation is √100.
    /// let usual = Baseline::of(&[100, 100, 900, 100, 100]).expect("five weeks are enough");
    /// assert_eq!(usual.median, 100.0);
    /// assert_eq!(usual.line(5), 150.0);
    /// assert_eq!(Baseline::of(&[100, 100]), None);
    /// ```
    pub fn of(weeks: &[u64]) -> Option<Self> {
        if weeks.len() < MIN_WEEKS {
            return None;
        }
        let counts: Vec<f64> = weeks.iter().map(|it| *it as f64).collect();
        let median = median(counts.clone());
        let distances = counts.iter().map(|it| (it - median).abs()).collect();
        let median_deviation = self::median(distances);
        Some(Self {
            weeks: u32::try_from(weeks.len()).unwrap_or(u32::MAX),
            median,
            median_deviation,
            deviation: (NORMAL_SCALE * median_deviation)
                .max(median.sqrt())
                .max(1.0),
        })
    }

    /// Returns the number of requests above which an hour is unusual.
    pub fn line(&self, deviations: u32) -> f64 {
        self.median + f64::from(deviations) * self.deviation
    }
}

/// Returns the middle value, or the mean of the two middle values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

/// Returns an alert if the hour is a spike.
pub fn spike(key: KeyId, hour: &HourOfWeek, limits: SpikeLimits) -> Option<Alert> {
    let baseline = Baseline::of(&hour.earlier_weeks)?;
    let requests = hour.requests as f64;
    let week_before = hour.earlier_weeks.first().copied().unwrap_or(0);
    let lately = week_before.max(hour.day_before) as f64;
    let is_spike = hour.requests >= limits.minimum_requests
        && requests > baseline.line(limits.deviations)
        && requests >= 2.0 * baseline.median
        && requests > 2.0 * lately;
    is_spike.then(|| Alert {
        subject: AlertSubject::Key(key),
        period: date(hour.hour),
        threshold: limits.deviations.into(),
        facts: AlertFacts::Spike {
            hour: hour.hour,
            requests: hour.requests,
            baseline,
            day_before: hour.day_before,
            week_before,
        },
    })
}

#[cfg(test)]
mod tests;
