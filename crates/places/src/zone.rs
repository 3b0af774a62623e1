//! Time zones with their complete histories: by name, by place, and their offsets at any time.

mod border;
mod legal_mean;
mod pack;

use std::fmt;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::{Dst, TimeZone};
use tzf_rs::EmbeddedFinder;

use self::pack::ZONES;
use crate::coordinates::Coordinates;
use crate::offset::Offset;

/// The boundaries of today's zones. Opening it indexes four megabytes, which takes milliseconds.
/// This happens once, at the first lookup by coordinates.
static BOUNDARIES: LazyLock<EmbeddedFinder> = LazyLock::new(EmbeddedFinder::new);

/// The abbreviation in the tz database for a zone's time before it had a common clock.
const LOCAL_MEAN: &str = "LMT";

/// A zone of the tz database, including its legacy names.
#[derive(Clone, Copy)]
pub struct Zone {
    name: &'static str,
    history: &'static TimeZone,
}

/// There is no zone with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneUnknown {
    /// The requested name.
    pub name: String,
    /// Zones with a similar name, the most similar first.
    pub suggestions: Vec<&'static str>,
}

/// A period during which a zone's clocks kept one offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    /// Seconds since 1970; `None` when it has no beginning.
    pub(crate) start_s: Option<i64>,
    /// The offset of the zone.
    pub(crate) offset: Offset,
    pub(crate) is_dst: bool,
    pub(crate) abbreviation: String,
    /// Whether there was no common clock yet: every place had the mean time of its own meridian.
    pub(crate) is_local_mean: bool,
}

impl Zone {
    /// Returns the zone with this name, ignoring letter case. [`Zone::name`] has the spelling of
    /// the tz database.
    ///
    /// # Errors
    ///
    /// [`ZoneUnknown`] with similar names if there is no such zone.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::Zone;
    ///
    /// assert_eq!(Zone::named("europe/rome")?.name(), "Europe/Rome");
    /// let unknown = Zone::named("Europe/Amsterdm").expect_err("a letter is missing");
    /// assert_eq!(unknown.suggestions[0], "Europe/Amsterdam");
    /// # Ok::<(), places::ZoneUnknown>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, ZoneUnknown> {
        let names = &ZONES.names;
        let found = names
            .binary_search_by(|it| it.0.cmp(name))
            .ok()
            .or_else(|| names.iter().position(|it| it.0.eq_ignore_ascii_case(name)));
        match found {
            Some(index) => Ok(Self::entry(names[index])),
            None => Err(ZoneUnknown {
                name: name.to_owned(),
                suggestions: suggestions(name),
            }),
        }
    }

    fn entry((name, history): (&'static str, usize)) -> Self {
        Self {
            name,
            history: ZONES.history(history),
        }
    }

    /// Returns the zone at coordinates by today's boundaries, or the nautical zone at sea
    /// (`Etc/GMT+3` is three hours *behind* UTC). Québec and Northern Ireland share the clocks of
    /// Toronto and London today, but have zones of their own for their past.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{Coordinates, Zone};
    ///
    /// assert_eq!(Zone::at(Coordinates::new(40.71, -74.01)?).name(), "America/New_York");
    /// // In the middle of the Atlantic, 45 degrees west.
    /// assert_eq!(Zone::at(Coordinates::new(30.0, -45.0)?).name(), "Etc/GMT+3");
    /// # Ok::<(), places::CoordinatesError>(())
    /// ```
    pub fn at(coordinates: Coordinates) -> Self {
        let found = BOUNDARIES.get_tz_name(coordinates.longitude_deg(), coordinates.latitude_deg());
        let name = border::refine(found, coordinates);
        Self::named(name)
            .or_else(|_| Self::named(nautical(coordinates)))
            .unwrap_or_else(|_| Self::entry(ZONES.names[0]))
    }

    /// Returns its name in the tz database.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns every name, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ZONES.names.iter().map(|it| it.0)
    }

    /// Returns the release of the tz database that the histories come from.
    pub fn data_version() -> &'static str {
        ZONES.version
    }

    /// Returns the release of the tz database that the boundaries were drawn for.
    pub fn boundaries_version() -> &'static str {
        BOUNDARIES.data_version()
    }

    /// Returns the offset of the zone's clocks at an instant, in seconds since 1970.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{Offset, Zone};
    ///
    /// let rome = Zone::named("Europe/Rome")?;
    /// let (january, july) = (1_704_110_400, 1_719_835_200); // noon UTC on 2024-01-01 and 2024-07-01
    /// assert_eq!(rome.offset_at(january), Offset::from_seconds(3600));
    /// assert_eq!(rome.offset_at(july), Offset::from_seconds(7200));
    /// # Ok::<(), places::ZoneUnknown>(())
    /// ```
    pub fn offset_at(self, unix_s: i64) -> Offset {
        self.period(timestamp(unix_s)).offset
    }

    /// Whether this is the same zone, or another name for the same history.
    pub fn is_same(self, other: Self) -> bool {
        self == other || self.shares_history(other)
    }

    /// Whether this is another name for the same history.
    pub(crate) fn shares_history(self, other: Self) -> bool {
        std::ptr::eq(self.history, other.history)
    }

    fn period(self, at: Timestamp) -> Period {
        let info = self.history.to_offset_info(at);
        Period {
            start_s: None,
            offset: Offset::from_seconds(info.offset().seconds().into()),
            is_dst: info.dst() == Dst::Yes,
            abbreviation: info.abbreviation().to_owned(),
            is_local_mean: info.abbreviation() == LOCAL_MEAN,
        }
    }

    /// Returns the periods that overlap the time between two instants, in order. The first has no
    /// beginning.
    pub(crate) fn periods(self, from_s: i64, to_s: i64) -> Vec<Period> {
        let from = timestamp(from_s);
        let mut periods = vec![self.period(from)];
        for change in self.history.following(from) {
            if change.timestamp().as_second() > to_s {
                break;
            }
            periods.push(Period {
                start_s: Some(change.timestamp().as_second()),
                offset: Offset::from_seconds(change.offset().seconds().into()),
                is_dst: change.dst() == Dst::Yes,
                abbreviation: change.abbreviation().to_owned(),
                is_local_mean: change.abbreviation() == LOCAL_MEAN,
            });
        }
        match legal_mean::since(self) {
            Some(since_s) => legal_mean::divide(periods, from_s, since_s),
            None => periods,
        }
    }
}

/// Returns the nearest instant that the calendar library can represent. Only the years -9999 and
/// 9999 are clipped.
fn timestamp(unix_s: i64) -> Timestamp {
    let (first, last) = (Timestamp::MIN.as_second(), Timestamp::MAX.as_second());
    Timestamp::from_second(unix_s.clamp(first, last)).unwrap_or_default()
}

/// Returns the nautical zone: whole hours, fifteen degrees wide.
fn nautical(coordinates: Coordinates) -> &'static str {
    const EAST: [&str; 13] = [
        "Etc/GMT",
        "Etc/GMT-1",
        "Etc/GMT-2",
        "Etc/GMT-3",
        "Etc/GMT-4",
        "Etc/GMT-5",
        "Etc/GMT-6",
        "Etc/GMT-7",
        "Etc/GMT-8",
        "Etc/GMT-9",
        "Etc/GMT-10",
        "Etc/GMT-11",
        "Etc/GMT-12",
    ];
    const WEST: [&str; 13] = [
        "Etc/GMT",
        "Etc/GMT+1",
        "Etc/GMT+2",
        "Etc/GMT+3",
        "Etc/GMT+4",
        "Etc/GMT+5",
        "Etc/GMT+6",
        "Etc/GMT+7",
        "Etc/GMT+8",
        "Etc/GMT+9",
        "Etc/GMT+10",
        "Etc/GMT+11",
        "Etc/GMT+12",
    ];
    let hours = (coordinates.longitude_deg() / 15.0).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 12"
    )]
    let index = hours.abs() as usize;
    if hours < 0.0 {
        WEST[index]
    } else {
        EAST[index]
    }
}

/// Longer names get no suggestions: no zone has such a long name, and the cost of comparing is
/// proportional to the length.
const MAX_COMPARED_CHARS: usize = 64;

/// Returns the zones whose name or city differs by at most a third.
fn suggestions(name: &str) -> Vec<&'static str> {
    if name.chars().nth(MAX_COMPARED_CHARS).is_some() {
        return Vec::new();
    }
    let wanted = name.trim().to_lowercase().replace(' ', "_");
    let wanted_city = city(&wanted);
    let allowed = wanted_city.chars().count() / 3;
    let mut found: Vec<(usize, usize, &'static str)> = Zone::names()
        .filter_map(|it| {
            let known = it.to_lowercase();
            let by_city = distance_within(allowed, wanted_city, city(&known));
            let by_name = distance_within(allowed, &wanted, &known);
            let near = by_city.into_iter().chain(by_name).min()?;
            let whole = by_name.unwrap_or_else(|| strsim::levenshtein(&wanted, &known));
            Some((near, whole, it))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|it| it.2).take(3).collect()
}

fn city(zone: &str) -> &str {
    zone.rsplit('/').next().unwrap_or_default()
}

/// Returns the edit distance of two texts, if it is at most `allowed`. It is at least the
/// difference of their lengths, which rules out most names without comparing them.
fn distance_within(allowed: usize, left: &str, right: &str) -> Option<usize> {
    let difference = left.chars().count().abs_diff(right.chars().count());
    if difference > allowed {
        return None;
    }
    Some(strsim::levenshtein(left, right)).filter(|it| *it <= allowed)
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

impl fmt::Debug for Zone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Zone({})", self.name)
    }
}

impl fmt::Display for ZoneUnknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "The time zone `{}` does not exist.", self.name)?;
        match self.suggestions.as_slice() {
            [] => {
                formatter.write_str(" Use a name from the tz database, such as `Europe/Amsterdam`.")
            }
            some => write!(formatter, " Did you mean `{}`?", some.join("`, `")),
        }
    }
}

impl std::error::Error for ZoneUnknown {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(latitude_deg: f64, longitude_deg: f64, expected: &str) {
        let zone = Zone::at(Coordinates::new(latitude_deg, longitude_deg).unwrap());
        assert_eq!(zone.name(), expected);
    }

    #[test]
    fn zones_are_found_by_place() {
        check(52.37, 4.89, "Europe/Amsterdam");
        check(40.7128, -74.006, "America/New_York");
        check(-33.87, 151.21, "Australia/Sydney");
        check(27.7172, 85.324, "Asia/Kathmandu");
        check(30.0, -40.0, "Etc/GMT+3");
        check(90.0, 180.0, "Etc/GMT-12");
    }

    #[test]
    fn quebec_and_ontario_are_told_apart() {
        check(45.5019, -73.5674, "America/Montreal");
        check(46.8139, -71.208, "America/Montreal");
        check(45.4765, -75.7013, "America/Montreal");
        check(45.4215, -75.6972, "America/Toronto");
        check(43.6532, -79.3832, "America/Toronto");
        check(46.3091, -79.4608, "America/Toronto");
        check(48.2366, -79.0231, "America/Montreal");
        check(58.1, -68.42, "America/Montreal");
        check(45.0275, -74.7400, "America/Toronto");
    }

    #[test]
    fn northern_ireland_and_great_britain_are_told_apart() {
        check(54.597, -5.93, "Europe/Belfast");
        check(54.998, -7.309, "Europe/Belfast");
        check(55.29, -6.2, "Europe/Belfast");
        check(54.843, -5.117, "Europe/London");
        check(55.425, -5.605, "Europe/London");
        check(55.63, -6.19, "Europe/London");
        check(51.5, -0.12, "Europe/London");
    }

    #[test]
    fn legacy_names_resolve_and_case_does_not_matter() {
        assert_eq!(
            Zone::named("europe/amsterdam").unwrap().name(),
            "Europe/Amsterdam"
        );
        for legacy in [
            "Asia/Calcutta",
            "US/Eastern",
            "Europe/Kiev",
            "America/Indianapolis",
            "GB",
        ] {
            assert_eq!(Zone::named(legacy).unwrap().name(), legacy);
        }
    }

    #[test]
    fn an_unknown_zone_comes_with_suggestions() {
        let unknown = Zone::named("Europe/Amsterdm").unwrap_err();
        assert_eq!(unknown.suggestions[0], "Europe/Amsterdam");
        let unknown = Zone::named("New York").unwrap_err();
        assert_eq!(unknown.suggestions[0], "America/New_York");
        assert!(
            Zone::named("Mars/Olympus")
                .unwrap_err()
                .suggestions
                .is_empty()
        );
    }
}
