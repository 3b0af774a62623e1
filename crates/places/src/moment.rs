//! Conversion of the clock time at a place to an instant. All birth times are resolved here.
//!
//! A zone's clock shows some times twice and skips others. That is a value here, not a guess:
//! [`Resolution`] has both readings. Where the tz database says `LMT` a zone had no common clock
//! yet and every place kept its own mean time, so the longitude of the place counts, not that of
//! the zone's city. The instant of the change to a common clock is that of the zone. Legal mean
//! times (`AMT`, `PMT`, `RMT` …, and the few that the database also calls `LMT`) were common clocks
//! and are kept, except where a town is known to have used another clock (`jurisdiction.rs`).

mod alternative;
mod caution;
mod day;
mod resolution;

use std::fmt;

use crate::coordinates::Coordinates;
use crate::date::CivilDate;
use crate::jurisdiction::{self, Attested, Reading, Spell};
use crate::offset::Offset;
use crate::stated::ClockTime;
use crate::zone::Zone;

pub use crate::confidence::Confidence;
pub use alternative::Alternative;
pub use caution::Caution;
pub use day::{DayError, DaySpan, resolve_day};
pub use resolution::{ClockChange, Resolution};

/// The equation of time: apparent minus mean solar time in seconds, at an instant in microseconds
/// since 1970 UTC. The caller supplies it because this crate has no ephemeris. `None` is outside
/// the span of the ephemeris.
pub type EquationOfTime<'a> = &'a dyn Fn(i64) -> Option<f64>;

/// Apparent solar time cannot be converted: the position of the Sun is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SunUnknown {
    /// The approximate instant, in microseconds since 1970 UTC.
    pub unix_us: i64,
}

impl fmt::Display for SunUnknown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "Local apparent time depends on the Sun's position, which the ephemeris does not cover at this date.",
        )
    }
}

impl std::error::Error for SunUnknown {}

/// The clock that a birth time refers to.
#[derive(Clone, Copy)]
pub enum BirthClock<'a> {
    /// The common clock of a zone, with its history, wherever the place is.
    Zone(Zone),
    /// The clock of the place, which is in this zone by today's boundaries: that of the zone, or of
    /// the state that the place belonged to.
    Place(Zone),
    /// A known offset from UTC.
    Offset(Offset),
    /// The local mean time of the birthplace.
    LocalMean,
    /// The local apparent time of the birthplace, as on a sundial. Clocks showed it before about
    /// 1800.
    LocalApparent(EquationOfTime<'a>),
}

/// A resolved birth moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CivilMoment {
    /// Microseconds since 1970-01-01T00:00 UTC, without leap seconds. Before 1972 UTC means
    /// Greenwich mean solar time.
    pub unix_us: i64,
    /// The offset of the clock from UTC.
    pub offset: Offset,
    /// The source of the offset.
    pub source: OffsetSource,
    /// Whether daylight saving time was in effect; `None` where that has no meaning.
    pub is_dst: Option<bool>,
    /// The abbreviation in the tz database: `CET`, `AMT`, `LMT`.
    pub abbreviation: Option<String>,
    /// The zone, where one was used: that of the place, or the one it was named.
    pub zone: Option<Zone>,
    /// The rule of a historical jurisdiction, where the offset comes from one.
    pub jurisdiction: Option<Attested>,
    /// The zone whose history the offset comes from, if it is not `zone`.
    pub history_of: Option<Zone>,
    /// Other readings of the same local time that cannot be excluded.
    pub alternatives: Vec<Alternative>,
}

/// The source of an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetSource {
    /// It was given with the time.
    ParsedDateTime,
    /// The history of the zone.
    Zone,
    /// The history of the state that the place belonged to, or of the town.
    Jurisdiction,
    /// The zone had no common clock yet: local mean time.
    LocalMeanOfZone,
    /// Local mean time was requested.
    LocalMean,
    /// Local apparent time was requested.
    LocalApparent,
}

impl OffsetSource {
    /// Returns its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ParsedDateTime => "stated",
            Self::Zone => "zone",
            Self::Jurisdiction => "jurisdiction",
            Self::LocalMeanOfZone => "localMeanTimeOfZone",
            Self::LocalMean => "localMeanTime",
            Self::LocalApparent => "localApparentTime",
        }
    }
}

impl CivilMoment {
    /// Creates a moment without a zone.
    pub const fn of_offset(unix_us: i64, offset: Offset, source: OffsetSource) -> Self {
        Self {
            unix_us,
            offset,
            source,
            is_dst: None,
            abbreviation: None,
            zone: None,
            jurisdiction: None,
            history_of: None,
            alternatives: Vec::new(),
        }
    }

    /// Returns the known doubts about this time and place, most important first.
    pub fn cautions(&self) -> Vec<Caution> {
        caution::of(self)
    }

    /// Returns how reliable the offset is.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{CivilDate, BirthClock, ClockChange, ClockTime, Confidence, Coordinates, Zone, resolve};
    ///
    /// let berlin = Coordinates::new(52.52, 13.41)?;
    /// let clock = BirthClock::Zone(Zone::named("Europe/Berlin")?);
    /// let noon = ClockTime::new(12, 0, 0)?;
    /// let confidence = |year| {
    ///     let date = CivilDate::new(year, 6, 15, None).expect("a day of every year");
    ///     let moment = resolve(date, noon, clock, berlin).map(|it| it.choose(ClockChange::Earlier));
    ///     moment.map(|it| it.confidence())
    /// };
    /// assert_eq!(confidence(1990)?, Confidence::High);
    /// // Germany had no common clock before 1893. The mean time of the place is used.
    /// assert_eq!(confidence(1880)?, Confidence::Medium);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn confidence(&self) -> Confidence {
        caution::confidence(self)
    }
}

/// Returns the instant, or the instants, at which a clock at a place showed this time.
///
/// # Errors
///
/// [`SunUnknown`] if the clock is a sundial and its equation of time is unknown at this date.
///
/// # Examples
///
/// Dutch clocks were set to Amsterdam mean time, 19 minutes and 32 seconds ahead of Greenwich,
/// until
/// 1937. In summer they were an hour further ahead.
///
/// ```
/// use places::{CivilDate, BirthClock, ClockTime, Coordinates, Resolution, Zone, resolve};
///
/// let amsterdam = Coordinates::new(52.37, 4.89)?;
/// let clock = BirthClock::Zone(Zone::named("Europe/Amsterdam")?);
/// let date = CivilDate::new(1930, 6, 1, None)?;
/// let Resolution::Unique(moment) = resolve(date, ClockTime::new(12, 0, 0)?, clock, amsterdam)? else {
///     return Err("clocks did not change on this day".into());
/// };
/// assert_eq!(moment.offset.to_string(), "+01:19:32");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve(
    date: CivilDate,
    time: ClockTime,
    clock: BirthClock<'_>,
    place: Coordinates,
) -> Result<Resolution, SunUnknown> {
    const DAY_US: i64 = 86_400_000_000;
    let local_us = date.days_since_1970() * DAY_US + time.microseconds();
    resolve_local(local_us, clock, place)
}

/// Resolves a local time given in microseconds since 1970-01-01T00:00 on the same clock.
fn resolve_local(
    local_us: i64,
    clock: BirthClock<'_>,
    place: Coordinates,
) -> Result<Resolution, SunUnknown> {
    let plain = |offset: Offset, source| {
        let unix_us = local_us - offset.microseconds();
        Resolution::Unique(CivilMoment::of_offset(unix_us, offset, source))
    };
    Ok(match clock {
        BirthClock::Zone(zone) => {
            let window = window(local_us);
            let spells = zone.periods(window.0, window.1).into_iter();
            let spells = spells.map(|period| Spell {
                period,
                rule: None,
                zone,
            });
            on_clock(local_us, spells, zone, place)
        }
        BirthClock::Place(zone) => {
            let read = |reading| {
                let spells = jurisdiction::spells(zone, place, window(local_us), reading);
                on_clock(local_us, spells.into_iter(), zone, place)
            };
            alternative::added(read(Reading::Likely), zone, place, &read)
        }
        BirthClock::Offset(offset) => plain(offset, OffsetSource::ParsedDateTime),
        BirthClock::LocalMean => {
            let offset = Offset::local_mean(place.longitude_deg());
            plain(offset, OffsetSource::LocalMean)
        }
        BirthClock::LocalApparent(equation_of_time) => {
            let offset = apparent(local_us, equation_of_time, place)?;
            plain(offset, OffsetSource::LocalApparent)
        }
    })
}

/// Resolves local apparent time. The equation of time changes by at most 30 seconds per day, so
/// each iteration leaves less than a two-thousandth of the previous error: three leave less than a
/// microsecond.
fn apparent(
    local_us: i64,
    equation_of_time: EquationOfTime<'_>,
    place: Coordinates,
) -> Result<Offset, SunUnknown> {
    let mean = Offset::local_mean(place.longitude_deg());
    let mut offset = mean;
    for _ in 0..3 {
        let unix_us = local_us - offset.microseconds();
        let seconds = equation_of_time(unix_us).ok_or(SunUnknown { unix_us })?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "seventeen minutes in microseconds"
        )]
        let equation_us = (seconds * 1e6).round() as i64;
        offset = Offset::from_microseconds(mean.microseconds() + equation_us);
    }
    Ok(offset)
}

/// A period of a clock at a place, for comparison with a local time.
struct Stretch {
    start_us: Option<i64>,
    moment: CivilMoment,
}

impl Stretch {
    fn new(spell: Spell, zone: Zone, place: Coordinates) -> Self {
        let Spell {
            period,
            rule,
            zone: history_of,
        } = spell;
        let offset = if period.is_local_mean {
            Offset::local_mean(place.longitude_deg()).on_the_date_of(period.offset)
        } else {
            period.offset
        };
        let source = match (period.is_local_mean, rule) {
            (true, _) => OffsetSource::LocalMeanOfZone,
            (false, Some(_)) => OffsetSource::Jurisdiction,
            (false, None) => OffsetSource::Zone,
        };
        Self {
            start_us: period.start_s.map(|it| it * 1_000_000),
            moment: CivilMoment {
                is_dst: Some(period.is_dst),
                abbreviation: Some(period.abbreviation),
                zone: Some(zone),
                jurisdiction: rule,
                history_of: (history_of != zone).then_some(history_of),
                ..CivilMoment::of_offset(0, offset, source)
            },
        }
    }

    fn at(&self, local_us: i64) -> CivilMoment {
        CivilMoment {
            unix_us: local_us - self.moment.offset.microseconds(),
            ..self.moment.clone()
        }
    }
}

/// The seconds around a local time within which clocks matter. No two clocks ever differed by more
/// than 26 hours: anything farther away is irrelevant.
fn window(local_us: i64) -> (i64, i64) {
    const REACH_S: i64 = 2 * 86_400;
    let local_s = local_us.div_euclid(1_000_000);
    (local_s - REACH_S, local_s + REACH_S)
}

fn on_clock(
    local_us: i64,
    spells: impl Iterator<Item = Spell>,
    zone: Zone,
    place: Coordinates,
) -> Resolution {
    let stretches: Vec<Stretch> = spells.map(|it| Stretch::new(it, zone, place)).collect();
    let has_begun = |it: &Stretch| {
        it.start_us
            .is_none_or(|start| it.at(local_us).unix_us >= start)
    };
    let mut found = stretches.iter().enumerate().filter(|(index, it)| {
        let end = stretches.get(index + 1).and_then(|next| next.start_us);
        has_begun(it) && end.is_none_or(|end| it.at(local_us).unix_us < end)
    });
    match (found.next(), found.next_back()) {
        (Some((_, only)), None) => Resolution::Unique(only.at(local_us)),
        (Some((_, first)), Some((_, last))) => Resolution::Fold {
            earlier: first.at(local_us),
            later: last.at(local_us),
        },
        (None, _) => {
            // The last stretch that has begun by this local time has also ended by it, and the next
            // has not begun: the clock skipped it there. The first has no beginning.
            let before = stretches.iter().rposition(has_begun).unwrap_or(0);
            let after = (before + 1).min(stretches.len() - 1);
            Resolution::Gap {
                before: stretches[before].at(local_us),
                after: stretches[after].at(local_us),
            }
        }
    }
}

impl fmt::Debug for BirthClock<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zone(zone) => write!(formatter, "Clock({})", zone.name()),
            Self::Place(zone) => write!(formatter, "Clock(place in {})", zone.name()),
            Self::Offset(offset) => write!(formatter, "Clock({offset})"),
            Self::LocalMean => write!(formatter, "Clock(LMT)"),
            Self::LocalApparent(_) => write!(formatter, "Clock(LAT)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str, clock: BirthClock<'_>, place: (f64, f64)) -> Resolution {
        let stated = crate::ParsedDateTime::parse(text, None).unwrap();
        let place = Coordinates::new(place.0, place.1).unwrap();
        resolve(stated.date, stated.time.unwrap(), clock, place).unwrap()
    }

    fn zone(name: &str) -> BirthClock<'static> {
        BirthClock::Zone(Zone::named(name).unwrap())
    }

    #[test]
    fn noon_came_twice_to_new_york_and_never_to_buffalo() {
        // Allen, History of the Adoption of Standard Time (1884): at noon of the 75th meridian,
        // 17:00 at Greenwich, New York set its clocks back four minutes, Buffalo forward fifteen.
        let new_york = at(
            "1883-11-18T12:02",
            zone("America/New_York"),
            (40.7143, -74.006),
        );
        let Resolution::Fold { earlier, later } = new_york else {
            panic!("{new_york:?}");
        };
        assert_eq!(earlier.offset.to_string(), "-04:56:01.44");
        assert_eq!(earlier.source, OffsetSource::LocalMeanOfZone);
        assert_eq!(later.offset.to_string(), "-05:00");
        let buffalo = at(
            "1883-11-18T11:50",
            zone("America/New_York"),
            (42.8865, -78.8784),
        );
        let Resolution::Gap { before, after } = buffalo else {
            panic!("{buffalo:?}");
        };
        assert_eq!(before.offset.to_string(), "-05:15:30.816");
        assert_eq!(after.offset.to_string(), "-05:00");
        assert!(
            after.unix_us < before.unix_us,
            "a greater offset is an earlier instant"
        );
    }

    #[test]
    fn a_repeated_hour_has_two_readings_and_a_skipped_one_has_too() {
        let rome = (41.9, 12.5);
        let Resolution::Fold { earlier, later } = at("2023-10-29T02:30", zone("Europe/Rome"), rome)
        else {
            panic!("the hour before the end of summer time occurs twice");
        };
        assert_eq!(later.unix_us - earlier.unix_us, 3_600_000_000);
        assert_eq!((earlier.is_dst, later.is_dst), (Some(true), Some(false)));
        let Resolution::Gap { before, after } = at("2023-03-26T02:30", zone("Europe/Rome"), rome)
        else {
            panic!("the first hour of summer time does not exist");
        };
        assert_eq!((before.is_dst, after.is_dst), (Some(false), Some(true)));
    }

    #[test]
    fn a_skipped_day_is_a_gap() {
        let samoa = at("2011-12-30T12:00", zone("Pacific/Apia"), (-13.83, -171.76));
        assert!(matches!(samoa, Resolution::Gap { .. }), "{samoa:?}");
        assert!(samoa.crosses_date_line());
        let rome = at("2023-03-26T02:30", zone("Europe/Rome"), (41.9, 12.5));
        assert!(!rome.crosses_date_line(), "summer time begins");
    }

    #[test]
    fn mean_time_keeps_the_date_of_its_zone() {
        // Sitka was Russian, with the date of Asia, until October 1867.
        let Resolution::Unique(sitka) =
            at("1860-06-01T12:00", zone("America/Sitka"), (57.05, -135.33))
        else {
            panic!("an ordinary day");
        };
        assert_eq!(sitka.offset.to_string(), "+14:58:40.8");
    }

    #[test]
    fn stated_offset_mean_and_apparent_time_need_no_zone() {
        let offset = |clock| match at("1790-11-03T12:00", clock, (48.2, 15.0)) {
            Resolution::Unique(moment) => (moment.offset.to_string(), moment.unix_us),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            offset(BirthClock::Offset(Offset::from_seconds(3600))).0,
            "+01:00"
        );
        let (mean, mean_us) = offset(BirthClock::LocalMean);
        assert_eq!(mean, "+01:00");
        // In early November the sundial is 16 minutes 24 seconds ahead of the clock.
        let (apparent, apparent_us) = offset(BirthClock::LocalApparent(&|_| Some(984.0)));
        assert_eq!(apparent, "+01:16:24");
        assert_eq!(
            mean_us - apparent_us,
            984_000_000,
            "the sun's noon is earlier"
        );
    }

    #[test]
    fn apparent_time_is_solved_for_the_instant_itself() {
        // A steep line instead of the Sun: 30 s per day, and zero at the local time.
        let slope = |unix_us: i64| unix_us as f64 / 86_400e6 * 30.0;
        let place = Coordinates::new(0.0, 90.0).unwrap();
        let offset = apparent(0, &|unix_us| Some(slope(unix_us)), place).unwrap();
        let residual =
            offset.microseconds() as f64 - 21_600e6 - slope(-offset.microseconds()) * 1e6;
        assert!(residual.abs() <= 1.0, "{residual} microseconds");
    }

    #[test]
    fn a_sundial_without_a_sun_is_not_read() {
        let place = Coordinates::new(48.2, 15.0).unwrap();
        let date = CivilDate::new(2900, 6, 1, None).unwrap();
        let clock = BirthClock::LocalApparent(&|_| None);
        let refused = resolve(date, ClockTime::MIDNIGHT, clock, place).unwrap_err();
        assert!(
            refused.to_string().contains("the Sun's position"),
            "{refused}"
        );
        assert_eq!(
            resolve_day(date, clock, place),
            Err(DayError::SunUnknown(refused))
        );
    }

    proptest! {
        /// A resolved moment shows the local time it was resolved from, and matches the zone.
        #[test]
        fn a_resolved_moment_shows_its_local_time(
            zone_index in 0_usize..590,
            local_s in -4_000_000_000_i64..3_000_000_000,
            longitude_deg in -180.0_f64..180.0,
        ) {
            let name = Zone::names().nth(zone_index).unwrap();
            let zone = Zone::named(name).unwrap();
            let place = Coordinates::new(10.0, longitude_deg).unwrap();
            let local_us = local_s * 1_000_000;
            let resolution = resolve_local(local_us, BirthClock::Zone(zone), place).unwrap();
            for moment in resolution.readings() {
                prop_assert_eq!(moment.unix_us + moment.offset.microseconds(), local_us);
            }
            if let Resolution::Unique(moment) = resolution
                && moment.source == OffsetSource::Zone
            {
                let unix_s = moment.unix_us.div_euclid(1_000_000);
                prop_assert_eq!(moment.offset, zone.offset_at(unix_s));
            }
        }

        /// Every instant is among the readings of the local time that its zone showed.
        #[test]
        fn every_instant_is_among_the_readings_of_its_own_local_time(
            zone_index in 0_usize..590,
            unix_s in -2_000_000_000_i64..2_500_000_000,
        ) {
            let name = Zone::names().nth(zone_index).unwrap();
            let zone = Zone::named(name).unwrap();
            let offset = zone.offset_at(unix_s);
            let place = Coordinates::new(0.0, 0.0).unwrap();
            let local_us = unix_s * 1_000_000 + offset.microseconds();
            let resolution = resolve_local(local_us, BirthClock::Zone(zone), place).unwrap();
            let readings = resolution.readings();
            let is_local = readings.iter().any(|it| it.source == OffsetSource::LocalMeanOfZone);
            let found = readings.iter().any(|it| it.unix_us == unix_s * 1_000_000);
            prop_assert!(found || is_local, "{} {}", name, unix_s);
        }
    }
}
