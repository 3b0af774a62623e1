//! Compares the panchang of a year with a printed calendar: every sunrise, moonrise, end of a part, Kalam and month.
//!
//! The calendar is that of jyotisham/jyotisha for Chennai (see `PROVENANCE.md`). It takes Spica's apparent place as the
//! zero point and the center of the disc without refraction, and cuts times to the minute.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a line that cannot be read must fail loudly"
)]

use std::collections::BTreeMap;

use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::vedic::panchang::{
    CivilDay, Panchang, PanchangSettings, anga::Anga, name, panchang,
};
use ephemeris::event::rise_set::{Horizon, Limb, Stays};
use ephemeris::{Calendar, Ephemeris, Instant, Observer, SkyError, Tt, Utc};

/// Seconds that an instant may lie before or after the printed minute.
const BESIDE_S: f64 = 20.0;

/// Days since 1970-01-01 of JD 0.5.
const EPOCH: i64 = 2_440_588;

const CHENNAI: Observer = Observer {
    latitude_deg: 13.0 + 5.0 / 60.0 + 24.0 / 3600.0,
    longitude_deg: 80.0 + 16.0 / 60.0 + 12.0 / 3600.0,
    height_m: 0.0,
};

/// The center of the disc without refraction.
const GEOMETRIC: Horizon = Horizon {
    limb: Limb::Center,
    refraction: false,
};

struct Row<'a> {
    kind: &'a str,
    number: &'a str,
    at: &'a str,
    until: &'a str,
}

fn rows() -> BTreeMap<&'static str, Vec<Row<'static>>> {
    let mut days: BTreeMap<&str, Vec<Row<'_>>> = BTreeMap::new();
    let lines = include_str!("fixtures/panchang-2018-chennai.csv").lines();
    for line in lines.skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [date, kind, number, at, until] = fields[..] else {
            panic!("{line}")
        };
        days.entry(date).or_default().push(Row {
            kind,
            number,
            at,
            until,
        });
    }
    days
}

/// A local time such as `2018-01-01T06:34+05:30`.
fn instant(text: &str) -> Instant<Tt> {
    let number = |range: core::ops::Range<usize>| text[range].parse::<i32>().unwrap();
    let day = day_number(&text[..10]);
    let minutes = f64::from(number(11..13) * 60 + number(14..16));
    local_midnight(day).plus_days(minutes / 1440.0)
}

fn day_number(date: &str) -> i64 {
    let number = |range: core::ops::Range<usize>| date[range].parse::<i32>().unwrap();
    let month = u8::try_from(number(5..7)).unwrap();
    let day = u8::try_from(number(8..10)).unwrap();
    Calendar::Gregorian.day_number(number(0..4), month, day) - EPOCH
}

/// Midnight in India, five and a half hours ahead of UTC. Days are counted from 1970-01-01.
fn local_midnight(day: i64) -> Instant<Tt> {
    let julian_date = (day + EPOCH) as f64 - 0.5 - 5.5 / 24.0;
    Instant::<Utc>::from_julian_date(julian_date).to_tt()
}

fn civil_days(from: &str, count: i64) -> Vec<CivilDay> {
    let first = day_number(from);
    (first..first + count)
        .map(|number| CivilDay {
            number,
            range: local_midnight(number)..local_midnight(number + 1),
        })
        .collect()
}

/// Seconds after the printed minute.
fn seconds_after(at: Instant<Tt>, printed: &str) -> f64 {
    at.minus(instant(printed)) * 86_400.0
}

/// Collects differences and the largest deviations.
#[derive(Default)]
struct Findings {
    count: usize,
    least: f64,
    greatest: f64,
    wrong: Vec<String>,
}

impl Findings {
    fn time(&mut self, what: &str, at: Option<Instant<Tt>>, printed: &str) {
        self.count += 1;
        match (at, printed) {
            (None, "") => {}
            (Some(at), printed) if !printed.is_empty() => {
                let seconds = seconds_after(at, printed);
                self.least = self.least.min(seconds);
                self.greatest = self.greatest.max(seconds - 60.0);
                if !(-BESIDE_S..60.0 + BESIDE_S).contains(&seconds) {
                    self.wrong
                        .push(format!("{what}: {seconds:.0} s after {printed}"));
                }
            }
            (at, printed) => self
                .wrong
                .push(format!("{what}: {at:?}, printed {printed:?}")),
        }
    }

    fn equal<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &T, printed: &T) {
        self.count += 1;
        if found != printed {
            self.wrong
                .push(format!("{what}: {found:?}, printed {printed:?}"));
        }
    }
}

#[test]
fn a_year_of_panchang_agrees_with_a_printed_calendar() {
    let settings = PanchangSettings {
        observer: CHENNAI,
        zodiac: Zodiac::Sidereal(Ayanamsha::TrueCitra),
        horizon: GEOMETRIC,
    };
    let rows = rows();
    assert_eq!(rows.len(), 365);
    let days = civil_days("2018-01-01", 366);
    let found = panchang(Ephemeris::embedded(), &days, &settings).unwrap();
    let mut findings = Findings::default();
    for ((date, rows), pair) in rows.iter().zip(found.windows(2)) {
        check_day(date, rows, &pair[0], &pair[1], &mut findings);
    }
    println!(
        "{} facts; from {:.1} s before the printed minute to {:.1} s after it",
        findings.count, findings.least, findings.greatest
    );
    let wrong = &findings.wrong;
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(findings.count > 6_000, "{}", findings.count);
}

fn check_day(
    date: &str,
    rows: &[Row<'_>],
    day: &Panchang,
    next: &Panchang,
    findings: &mut Findings,
) {
    let sun = day.sun.as_ref().expect("the Sun rises in Chennai");
    let lists: [(&str, &[Anga]); 5] = [
        ("tithi", &day.tithis),
        ("nakshatra", &day.nakshatras),
        ("yoga", &day.yogas),
        ("karana", &day.karanas),
        ("moonSign", &day.moon_signs),
    ];
    for (kind, list) in lists {
        // Those that end within the day, and no others. An end within seconds of sunrise may be in either day.
        let printed: Vec<&Row<'_>> = rows.iter().filter(|it| it.kind == kind).collect();
        let sunrise = sun.next_sunrise;
        let ends = list.iter().filter(|it| it.span.end < sunrise);
        let is_close = list
            .iter()
            .any(|it| it.span.end.minus(sunrise).abs() * 86_400.0 < BESIDE_S);
        if !is_close {
            findings.equal(&format!("{date} {kind}"), &ends.count(), &printed.len());
        }
        for row in printed {
            let part = list.iter().find(|it| it.number.to_string() == row.number);
            let what = format!("{date} {kind} {}", row.number);
            findings.time(&what, part.map(|it| it.span.end), row.at);
        }
        for pair in list.windows(2) {
            assert_eq!(pair[0].span.end, pair[1].span.start, "{date} {kind}");
        }
    }
    for row in rows {
        let what = format!("{date} {}", row.kind);
        let kalam = match row.kind {
            "sunrise" => {
                findings.time(&what, Some(sun.sunrise), row.at);
                continue;
            }
            "sunset" => {
                findings.time(&what, Some(sun.sunset), row.at);
                continue;
            }
            "moonrise" => {
                // On 9 October 2018 the Moon rises four seconds after the Sun. The calendar counts it for both days.
                let after_sunrise = |at: &Instant<Tt>| at.minus(sun.next_sunrise) * 86_400.0;
                let is_close = |at: &Instant<Tt>| after_sunrise(at) < BESIDE_S;
                let moonrise = day.moonrise.or(next.moonrise.filter(is_close));
                findings.time(&what, moonrise, row.at);
                continue;
            }
            "moonset" => {
                findings.time(&what, day.moonset, row.at);
                continue;
            }
            "lunarMonthAmanta" => {
                findings.equal(&what, &day.month.number.to_string().as_str(), &row.number);
                findings.equal(&what, &day.month.is_adhika, &(row.at == "adhika"));
                continue;
            }
            "rahuKalam" => sun.rahu_kalam(),
            "yamaganda" => sun.yamaganda(),
            "gulika" => sun.gulika(),
            _ => continue,
        };
        findings.time(&what, Some(kalam.start), row.at);
        findings.time(&what, Some(kalam.end), row.until);
    }
}

#[test]
fn a_single_day_has_the_panchang_that_it_has_in_a_range() {
    let settings = PanchangSettings {
        observer: CHENNAI,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    let days = civil_days("2018-05-01", 31);
    let together = panchang(Ephemeris::embedded(), &days, &settings).unwrap();
    for (day, found) in days.iter().zip(&together) {
        let alone = panchang(Ephemeris::embedded(), std::slice::from_ref(day), &settings).unwrap();
        let alone = &alone[0];
        assert_eq!(alone.weekday, found.weekday);
        let close = |one: Instant<Tt>, other: Instant<Tt>| one.minus(other).abs() * 86_400.0 < 0.02;
        for (one, other) in [
            (&alone.tithis, &found.tithis),
            (&alone.nakshatras, &found.nakshatras),
            (&alone.yogas, &found.yogas),
            (&alone.karanas, &found.karanas),
            (&alone.moon_signs, &found.moon_signs),
        ] {
            assert_eq!(one.len(), other.len());
            for (one, other) in one.iter().zip(other) {
                assert_eq!(one.number, other.number);
                assert!(close(one.span.start, other.span.start));
                assert!(close(one.span.end, other.span.end));
            }
        }
        assert!(close(alone.day.start, found.day.start));
        assert_eq!(alone.month.number, found.month.number);
        assert_eq!(alone.samvat, found.samvat);
    }
}

/// The error names the first instant that was asked for outside the ephemeris: the end of the month after the days,
/// which is asked for before any search.
#[test]
fn days_whose_lunar_month_outlasts_the_ephemeris_are_refused_before_any_search() {
    let settings = PanchangSettings {
        observer: CHENNAI,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    let days = civil_days("2649-12-10", 31);
    let found = panchang(Ephemeris::embedded(), &days, &settings);
    let Err(SkyError::OutsideSpan { at, .. }) = found else {
        panic!("{found:?}")
    };
    let after_days = at.to_tt().minus(days[30].range.end);
    assert!((after_days - 31.0).abs() < 1e-6, "{after_days}");
    let days = civil_days("2649-11-01", 31);
    assert!(panchang(Ephemeris::embedded(), &days, &settings).is_ok());
}

/// A tithi without a sunrise is dropped, one with two is doubled. Over a year the tithis at sunrise advance by the days
/// plus the dropped ones less the doubled ones.
#[test]
fn dropped_and_doubled_tithis_account_for_every_sunrise() {
    let settings = PanchangSettings {
        observer: CHENNAI,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    let days = civil_days("2018-01-01", 365);
    let found = panchang(Ephemeris::embedded(), &days, &settings).unwrap();
    let (mut dropped, mut doubled) = (0, 0);
    for day in &found {
        let counts = day.tithis.iter().map(|it| it.contains(&day.sunrises));
        dropped += counts.filter(|count| *count == 0).count();
        // A doubled tithi is counted on the day on which it holds at the next sunrise, too.
        let first = &day.tithis[0];
        let next = day.sun.as_ref().unwrap().next_sunrise;
        doubled += usize::from(first.span.contains(&next));
    }
    let mut advanced = 0;
    for pair in found.windows(2) {
        let step = (pair[1].tithis[0].number + 30 - pair[0].tithis[0].number) % 30;
        advanced += usize::from(step);
    }
    // The steps between 365 sunrises are 364; the last day's events are after the last step.
    let last = found.last().unwrap();
    let after_last = last
        .tithis
        .iter()
        .filter(|it| it.contains(&last.sunrises) == 0);
    let doubled_last = usize::from(
        last.tithis[0]
            .span
            .contains(&last.sun.as_ref().unwrap().next_sunrise),
    );
    assert_eq!(
        advanced + doubled - doubled_last,
        364 + dropped - after_last.count()
    );
    assert!(dropped > 5 && doubled > 1, "{dropped} {doubled}");
}

#[test]
fn where_the_sun_does_not_rise_nothing_is_derived_from_sunrise() {
    let longyearbyen = Observer {
        latitude_deg: 78.22,
        longitude_deg: 15.65,
        height_m: 0.0,
    };
    let settings = PanchangSettings {
        observer: longyearbyen,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    for (date, stays) in [("2018-01-01", Stays::Below), ("2018-06-21", Stays::Above)] {
        let days = civil_days(date, 1);
        let found = panchang(Ephemeris::embedded(), &days, &settings).unwrap();
        let day = &found[0];
        assert_eq!((day.stays, day.sunrise, &day.sun), (stays, None, &None));
        assert_eq!(
            day.day, days[0].range,
            "the parts are those of the civil day"
        );
        assert!(!day.tithis.is_empty() && day.sunrises.is_empty());
    }
}

/// The Sun rises earlier each day until it rises on the evening before and no longer sets. Every civil day is answered,
/// and no part is longer than a day and a quarter.
#[test]
fn days_around_the_midnight_sun_are_answered_without_a_guess() {
    let settings = PanchangSettings {
        observer: Observer {
            latitude_deg: 69.65,
            longitude_deg: 80.27,
            height_m: 0.0,
        },
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    let days = civil_days("2018-05-01", 100);
    let found = panchang(Ephemeris::embedded(), &days, &settings).unwrap();
    let with_sun = found.iter().filter(|it| it.sun.is_some()).count();
    let above = found.iter().filter(|it| it.stays == Stays::Above).count();
    assert!(with_sun > 20 && above > 50, "{with_sun} {above}");
    for day in &found {
        let length_days = day.day.end.minus(day.day.start);
        assert!(length_days > 0.9 && length_days < 1.25, "{length_days}");
        assert_eq!(day.sun.is_some(), day.sunrise == Some(day.day.start));
    }
}

#[test]
fn names_are_unique_ids() {
    for names in [
        &name::TITHIS[..],
        &name::YOGAS,
        &name::KARANAS,
        &name::MONTHS,
        &name::VARAS,
        &name::RITUS,
        &name::SAMVATSARAS,
    ] {
        let unique: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
        let plain = |name: &str| name.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
        assert!(names.iter().all(|name| plain(name)));
    }
}
