//! Legal mean times without an abbreviation of their own: the tz database writes `LMT` for the mean
//! time of a capital that was already the common clock of a country, where it writes `PMT` or `RMT`
//! elsewhere.

use super::{Period, Zone};

/// Zones and the instant from which their `LMT` was a common clock, in seconds since 1970.
const LEGAL: &[(&str, i64)] = &[
    // 1884-01-01, "Lisbon MT" in the zone's lines; tz europe, Portugal, on the decree of
    // 1911-05-24.
    ("Europe/Lisbon", -2_713_908_195),
    // The same, "Lisbon MT"; tz africa, São Tomé, points there.
    ("Africa/Sao_Tome", -2_713_912_016),
    // 1890-01-01, "Lima Mean Time?": the database is not certain either.
    ("America/Lima", -2_524_503_108),
    // 1892-01-01, "Luanda MT?", with the same uncertainty.
    ("Africa/Luanda", -2_461_452_776),
];

/// Returns when the mean time of the zone's capital became legal, where the database has no name
/// for it.
pub(super) fn since(zone: Zone) -> Option<i64> {
    let is_it = |name: &str| {
        name == zone.name() || Zone::named(name).is_ok_and(|it| it.shares_history(zone))
    };
    LEGAL.iter().find(|it| is_it(it.0)).map(|it| it.1)
}

/// Splits the time without a common clock from the legal mean time. The compiled data merges them
/// where both have the same offset. The first period began at or before `from_s`.
pub(super) fn divide(periods: Vec<Period>, from_s: i64, since_s: i64) -> Vec<Period> {
    let ends: Vec<Option<i64>> = periods.iter().skip(1).map(|it| it.start_s).collect();
    let mut divided = Vec::with_capacity(periods.len() + 1);
    for (index, period) in periods.into_iter().enumerate() {
        let end = ends.get(index).copied().flatten();
        let is_legal = period.start_s.unwrap_or(from_s) >= since_s;
        let ends_later = end.is_none_or(|it| it > since_s);
        let legal = Period {
            is_local_mean: false,
            ..period.clone()
        };
        match (period.is_local_mean, is_legal) {
            (true, true) => divided.push(legal),
            (true, false) if ends_later => {
                divided.push(period);
                divided.push(Period {
                    start_s: Some(since_s),
                    ..legal
                });
            }
            _ => divided.push(period),
        }
    }
    divided
}
