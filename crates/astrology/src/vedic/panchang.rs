//! The panchang: the five limbs of a day (weekday, tithi, nakshatra, yoga, karana) with their true ends, and the times
//! that follow from them and from the Sun.
//!
//! The day runs from sunrise to the next sunrise and is named by the civil date of its sunrise. Parts are listed whole,
//! with their true starts and ends, also beyond the day. What counts as sunrise ([`Horizon`]) and the zero point of the
//! zodiac are the conventions on which panchangs differ most.
//!
//! Where the Sun does not rise on a civil day, near the poles, the parts are those of the civil day, and everything
//! that depends on sunrise is absent.

pub mod anga;
pub mod bala;
pub mod day_part;
pub mod lunar_month;
pub mod name;
pub mod year;

use core::ops::Range;

use ephemeris::event::rise_set::{
    AtHorizon, Horizon, HorizonEvent, HorizonKind, Stays, horizon_crossings,
};
use ephemeris::{Body, Ephemeris, Instant, Observer, SkyError, Tt};

use self::{
    anga::{Anga, Angas, overlapping},
    bala::Bhadra,
    day_part::SolarDay,
    lunar_month::LunarMonth,
    year::{Samvat, Season},
};
use crate::{angle::normalize_deg, ayanamsha::Zodiac};

/// Longest time from one sunrise to the next that counts as a day, in days. Near the polar circles the Sun rises up to
/// half an hour earlier or later each day.
const LONGEST_DAY_DAYS: f64 = 1.25;

/// A civil day of the place.
#[derive(Debug, Clone, PartialEq)]
pub struct CivilDay {
    /// Days since 1970-01-01, a Thursday.
    pub number: i64,
    /// From its first instant to that of the next day.
    pub range: Range<Instant<Tt>>,
}

/// The conventions of a panchang.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PanchangSettings {
    /// The place.
    pub observer: Observer,
    /// The zodiac of nakshatras, yogas and signs.
    pub zodiac: Zodiac,
    /// What counts as rising and setting, for the Sun and the Moon.
    pub horizon: Horizon,
}

/// The panchang of a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Panchang {
    /// The civil day.
    pub civil_day: CivilDay,
    /// From 0 (Sunday) to 6 (Saturday).
    pub weekday: u8,
    /// From sunrise to the next sunrise. The civil day where the Sun does not rise and set.
    pub day: Range<Instant<Tt>>,
    /// The Sun, if it rises on this civil day and sets before it rises again.
    pub sun: Option<SolarDay>,
    /// Sunrise of this civil day, even if the Sun does not set before it rises again.
    pub sunrise: Option<Instant<Tt>>,
    /// Whether the Sun stays above or below the horizon during the civil day.
    pub stays: Stays,
    /// First rise of the Moon in the day.
    pub moonrise: Option<Instant<Tt>>,
    /// First set of the Moon in the day.
    pub moonset: Option<Instant<Tt>>,
    /// Tithis, from 1 to 30.
    pub tithis: Vec<Anga>,
    /// Nakshatras of the Moon, from 1 to 27.
    pub nakshatras: Vec<Anga>,
    /// Yogas, from 1 to 27.
    pub yogas: Vec<Anga>,
    /// Karanas, from 1 to 60.
    pub karanas: Vec<Anga>,
    /// Signs of the Moon, from 1 to 12.
    pub moon_signs: Vec<Anga>,
    /// Sunrises from the day before to the day after, by which a part is dropped (none) or doubled (two).
    pub sunrises: Vec<Instant<Tt>>,
    /// Varjyams, to be avoided.
    pub varjyam: Vec<Range<Instant<Tt>>>,
    /// Amrita Kalams.
    pub amrit_kalam: Vec<Range<Instant<Tt>>>,
    /// Vishti karanas.
    pub bhadras: Vec<Bhadra>,
    /// The Moon's stay in Aquarius and Pisces.
    pub panchaka: Option<Range<Instant<Tt>>>,
    /// The lunar month at the beginning of the day.
    pub month: LunarMonth,
    /// Season and half-year by the tropical Sun at the beginning of the day.
    pub season_drik: Season,
    /// The same by the sidereal Sun.
    pub season_vedic: Season,
    /// Years at the beginning of the day.
    pub samvat: Samvat,
}

/// How far before and after a day the search for its lunar month can reach, in days: the longest month has 29.9.
const MONTH_DAYS: f64 = 31.0;

/// Returns the panchang of each of several days, in the order given.
///
/// # Examples
///
/// Ugadi 2018 at Chennai: the new moon ended on the evening before, so the first tithi of Chaitra held at sunrise. It
/// had begun after the sunrise before and ended before the next, as a printed calendar says.
///
/// ```
/// use astrology::ayanamsha::{Ayanamsha, Zodiac};
/// use astrology::vedic::panchang::{CivilDay, PanchangSettings, panchang};
/// use ephemeris::{Ephemeris, Instant, Observer, Utc};
///
/// let settings = PanchangSettings {
///     observer: Observer { latitude_deg: 13.09, longitude_deg: 80.27, height_m: 0.0 },
///     zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
///     horizon: Default::default(),
/// };
/// // 2018-03-18 in India, a Sunday, begins at 18:30 UTC of the day before.
/// let start = Instant::<Utc>::from_julian_date(2_458_195.270_833).to_tt();
/// let day = CivilDay { number: 17_608, range: start..start.plus_days(1.0) };
/// let days = panchang(Ephemeris::embedded(), &[day], &settings)?;
/// let ugadi = &days[0];
/// assert_eq!((ugadi.weekday, ugadi.tithis[0].number, ugadi.month.number), (0, 1, 1));
/// assert_eq!(ugadi.samvat.shaka, 1940);
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover a month before and after the days.
pub fn panchang(
    ephemeris: &Ephemeris<'_>,
    days: &[CivilDay],
    settings: &PanchangSettings,
) -> Result<Vec<Panchang>, SkyError> {
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Ok(Vec::new());
    };
    // The lunar month of a day is found last and needs the most: without it, nothing else is worth finding.
    let months = first.range.start.plus_days(-MONTH_DAYS)..last.range.end.plus_days(MONTH_DAYS);
    ephemeris.require(&[Body::Sun, Body::Moon], &months)?;
    let around =
        first.range.start.plus_days(-LONGEST_DAY_DAYS)..last.range.end.plus_days(LONGEST_DAY_DAYS);
    let crossings = |body| {
        let body = (body, settings.horizon);
        horizon_crossings(ephemeris, body, &settings.observer, around.clone())
    };
    let (sun, moon) = (crossings(Body::Sun)?, crossings(Body::Moon)?);
    let angas = Angas::of_range(ephemeris, &around, settings.zodiac)?;
    let mut month: Option<LunarMonth> = None;
    let mut found = Vec::with_capacity(days.len());
    for civil_day in days {
        let light = Light::of(civil_day, &sun);
        let start = light.day.start;
        let current = match month {
            Some(it) if it.span.contains(&start) => it,
            _ => LunarMonth::at(ephemeris, settings.zodiac, start)?,
        };
        let parts = Parts {
            angas: &angas,
            moon: &moon,
        };
        let sky = ephemeris.sky(start)?;
        let (sun_deg, _) = sky.longitude(Body::Sun)?;
        let offset_deg = settings.zodiac.offset_deg(start, sky.nutation().dpsi_deg);
        let seasons = [sun_deg, sun_deg - offset_deg].map(Season::of);
        found.push(parts.of_day(civil_day, light, &current, seasons));
        month = Some(current);
    }
    Ok(found)
}

/// The parts of all days.
struct Parts<'a> {
    angas: &'a Angas,
    moon: &'a AtHorizon,
}

impl Parts<'_> {
    fn of_day(
        &self,
        civil_day: &CivilDay,
        light: Light,
        month: &LunarMonth,
        [season_drik, season_vedic]: [Season; 2],
    ) -> Panchang {
        let angas = self.angas;
        let day = light.day;
        let of_moon = |kind| first(&self.moon.events, kind, &day);
        let nakshatras = overlapping(&angas.nakshatras, &day);
        Panchang {
            weekday: weekday(civil_day.number),
            moonrise: of_moon(HorizonKind::Rise),
            moonset: of_moon(HorizonKind::Set),
            tithis: overlapping(&angas.tithis, &day),
            varjyam: bala::varjyam(&nakshatras, &day),
            amrit_kalam: bala::amrit_kalam(&nakshatras, &day),
            nakshatras,
            yogas: overlapping(&angas.yogas, &day),
            bhadras: bala::bhadras(&angas.karanas, &angas.moon_signs, &day),
            karanas: overlapping(&angas.karanas, &day),
            moon_signs: overlapping(&angas.moon_signs, &day),
            panchaka: bala::panchaka(&angas.moon_signs, &day),
            samvat: Samvat::of(month, day.start),
            month: month.clone(),
            season_drik,
            season_vedic,
            civil_day: civil_day.clone(),
            sun: light.sun,
            sunrise: light.sunrise,
            stays: light.stays,
            sunrises: light.sunrises,
            day,
        }
    }
}

/// The Sun on a civil day.
struct Light {
    day: Range<Instant<Tt>>,
    sun: Option<SolarDay>,
    sunrise: Option<Instant<Tt>>,
    stays: Stays,
    sunrises: Vec<Instant<Tt>>,
}

impl Light {
    fn of(civil_day: &CivilDay, sun: &AtHorizon) -> Self {
        let civil = &civil_day.range;
        let sunrise = first(&sun.events, HorizonKind::Rise, civil);
        let Some(sunrise) = sunrise else {
            return Self {
                day: civil.clone(),
                sun: None,
                sunrise: None,
                stays: stays(sun, civil),
                sunrises: Vec::new(),
            };
        };
        let later = sunrise.plus_days(1e-6)..sunrise.plus_days(LONGEST_DAY_DAYS);
        let next_sunrise = first(&sun.events, HorizonKind::Rise, &later);
        let sunset = first(&sun.events, HorizonKind::Set, &later);
        let earlier = sunrise.plus_days(-LONGEST_DAY_DAYS)..sunrise;
        let last = |kind| {
            let mut events = sun.events.iter().rev();
            let event = events.find(|it| it.kind == kind && earlier.contains(&it.at));
            event.map(|it| it.at)
        };
        let previous_sunrise = last(HorizonKind::Rise);
        let sunrises = [previous_sunrise, Some(sunrise), next_sunrise];
        let solar = match (sunset, next_sunrise) {
            (Some(sunset), Some(next_sunrise)) if sunset < next_sunrise => Some(SolarDay {
                weekday: weekday(civil_day.number),
                previous_sunset: last(HorizonKind::Set),
                sunrise,
                sunset,
                next_sunrise,
            }),
            _ => None,
        };
        let day = match &solar {
            Some(solar) => solar.sunrise..solar.next_sunrise,
            None => civil.clone(),
        };
        Self {
            day,
            sun: solar,
            sunrise: Some(sunrise),
            stays: Stays::CrossesTheHorizon,
            sunrises: sunrises.into_iter().flatten().collect(),
        }
    }
}

/// Returns the first event of a kind in a range.
fn first(
    events: &[HorizonEvent],
    kind: HorizonKind,
    range: &Range<Instant<Tt>>,
) -> Option<Instant<Tt>> {
    let mut events = events.iter();
    let event = events.find(|it| it.kind == kind && range.contains(&it.at));
    event.map(|it| it.at)
}

/// Returns whether the Sun stays above or below the horizon during a range without a rise.
fn stays(sun: &AtHorizon, range: &Range<Instant<Tt>>) -> Stays {
    if sun.events.iter().any(|it| range.contains(&it.at)) {
        return Stays::CrossesTheHorizon;
    }
    let before = sun.events.iter().rev().find(|it| it.at < range.start);
    let after = sun.events.iter().find(|it| it.at >= range.end);
    match (before, after) {
        (Some(before), _) if before.kind == HorizonKind::Rise => Stays::Above,
        (None, Some(after)) if after.kind == HorizonKind::Set => Stays::Above,
        (None, None) => sun.stays,
        _ => Stays::Below,
    }
}

/// Returns the weekday of a day since 1970-01-01, from 0 (Sunday) to 6.
fn weekday(number: i64) -> u8 {
    u8::try_from((number + 4).rem_euclid(7)).unwrap_or_default()
}

/// Returns which of `count` equal parts of the circle contains an angle, from 0.
pub(crate) fn part_of(angle_deg: f64, count: u8) -> u8 {
    let part = normalize_deg(angle_deg) / 360.0 * f64::from(count);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the count"
    )]
    let part = part as u8;
    part.min(count - 1)
}
