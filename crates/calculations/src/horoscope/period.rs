//! The period of a horoscope: a day, an ISO week, a month or a year of a zone's calendar.

use std::ops::Range;

use ephemeris::{Calendar, Instant, Tt};
use http_api::{ApiError, ErrorCode, Problem, Source};
use places::Zone;

use crate::dto::instant::ResolvedDay;
use crate::dto::location::Location;
use crate::dto::meta::Warning;
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};

/// The Julian day number of 1970-01-01.
const EPOCH: i64 = 2_440_588;
/// A day in microseconds.
const DAY_US: i64 = 86_400_000_000;
/// How many days are known, that of the horoscope included: longer than the Moon stays in a sign.
const MOON_DAYS: i64 = 4;
/// The years that the ephemeris covers, with room for searches at both ends.
pub(super) const FIRST_YEAR: i32 = 1600;
pub(super) const LAST_YEAR: i32 = 2599;
/// The zone of a request that names none: a date means the same day for every caller.
const DEFAULT_ZONE: &str = "UTC";

/// The kinds of periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PeriodKind {
    Daily,
    Weekly,
    Monthly,
    Yearly,
    /// A year, for those who know the sign of their Ascendant.
    YearlyAscendant,
    /// A range of days against the chart of a birth.
    Personal,
}

impl PeriodKind {
    /// Its name in the API.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
            Self::YearlyAscendant => "yearly-ascendant",
            Self::Personal => "personal",
        }
    }
}

/// A period in a zone.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    pub(super) kind: PeriodKind,
    /// Consecutive periods of a kind have consecutive numbers, from which texts rotate.
    pub(super) number: i64,
    /// `2026-11-18`, `2026-W47`, `2026-11` or `2026`.
    pub(super) name: String,
    /// Its first and last day.
    pub(super) days: (String, String),
    /// From its first instant to the end of its last day.
    pub(super) range: Range<Instant<Tt>>,
    /// The day and the days before it, the last one first. Empty for longer periods.
    pub(super) last_days: Vec<Range<Instant<Tt>>>,
    /// The zone of its days. `None` for a local mean time.
    pub(super) zone: Option<&'static str>,
    pub(super) warnings: Vec<Warning>,
}

/// The days of a zone.
pub(super) struct ZoneDays {
    location: Location,
    history: Zone,
    zone: &'static str,
    /// The field that names the date, for errors.
    field: &'static str,
}

impl ZoneDays {
    /// The days of a zone of the tz database.
    pub(super) fn of(timezone: Option<&str>, field: &'static str) -> Result<Self, ApiError> {
        let named = Zone::named(timezone.unwrap_or(DEFAULT_ZONE));
        let zone = named.map_err(|unknown| {
            let problem = Problem::new(ErrorCode::TimezoneUnknown, unknown.to_string())
                .with_meta("suggestions", unknown.suggestions);
            problem.at(Source::Pointer("/timezone".to_owned()))
        })?;
        let location = Location {
            timezone: Some(zone.name().to_owned()),
            // A named zone does not depend on the place.
            ..Location::at(51.48, 0.0)
        };
        Ok(Self {
            location,
            history: zone,
            zone: zone.name(),
            field,
        })
    }

    /// The name of the zone.
    pub(super) const fn zone_name(&self) -> &'static str {
        self.zone
    }

    /// A day by its Julian day number.
    fn day(&self, number: i64) -> Result<ResolvedDay, ApiError> {
        let days = LocalDateTimeInput {
            date_time: "",
            date_time_field: self.field,
            location: &self.location,
            location_field: "location",
            interpretation: DateInterpretation {
                calendar: None,
                clock_change: None,
            },
        };
        let day = days.day_of(number - EPOCH).map_err(ApiError::all)?;
        Ok(day.day)
    }

    /// The day of a date.
    pub(super) fn daily(&self, date: &str) -> Result<Period, ApiError> {
        let number = day_number(date).ok_or_else(|| no_such_date(date, self.field))?;
        let mut last_days = Vec::new();
        for earlier in 0..MOON_DAYS {
            // Days that a zone skipped do not count.
            if let Ok(day) = self.day(number - earlier) {
                last_days.push(day.range);
            }
        }
        let period = self.period(PeriodKind::Daily, (number, number), number)?;
        Ok(Period {
            last_days,
            ..period
        })
    }

    /// An ISO week.
    pub(super) fn weekly(&self, year: i32, week: u8) -> Result<Period, ApiError> {
        let weeks = weeks_of(year);
        let (year, week, adjusted) = if week <= weeks {
            (year, week, None)
        } else if weeks_of(year - 1) == week {
            let detail = format!(
                "{year} has {weeks} weeks. This is week {week} of {}, which contains January 1, {year}.",
                year - 1
            );
            let warning = Warning::new("week_adjusted", detail);
            (year - 1, week, Some(warning))
        } else {
            let detail =
                format!("{year} has only {weeks} ISO weeks. Use a week from 1 to {weeks}.");
            let problem = Problem::new(ErrorCode::WeekNotFound, detail).with_meta("maximum", weeks);
            return Err(problem.at(Source::Pointer("/week".to_owned())).into());
        };
        let mut period = self.week_from(first_monday(year) + 7 * i64::from(week - 1))?;
        if adjusted.is_none() {
            period.warnings.extend(ambiguous(year, week));
        }
        period.warnings.extend(adjusted);
        Ok(period)
    }

    /// The ISO week that contains a date.
    pub(super) fn week_of(&self, date: &str) -> Result<Period, ApiError> {
        let number = day_number(date).ok_or_else(|| no_such_date(date, "date"))?;
        self.week_from(number - number.rem_euclid(7))
    }

    fn week_from(&self, monday: i64) -> Result<Period, ApiError> {
        let number = monday.div_euclid(7);
        let period = self.period(PeriodKind::Weekly, (monday, monday + 6), number)?;
        let (year, week) = iso_week(monday);
        Ok(Period {
            name: format!("{year:04}-W{week:02}"),
            ..period
        })
    }

    /// A month.
    pub(super) fn monthly(&self, year: i32, month: u8) -> Result<Period, ApiError> {
        let first = Calendar::Gregorian.day_number(year, month, 1);
        let next = match month {
            12 => Calendar::Gregorian.day_number(year + 1, 1, 1),
            _ => Calendar::Gregorian.day_number(year, month + 1, 1),
        };
        let number = i64::from(year) * 12 + i64::from(month);
        let period = self.period(PeriodKind::Monthly, (first, next - 1), number)?;
        Ok(Period {
            name: format!("{year:04}-{month:02}"),
            ..period
        })
    }

    /// The month that contains a date.
    pub(super) fn month_of(&self, date: &str) -> Result<Period, ApiError> {
        let number = day_number(date).ok_or_else(|| no_such_date(date, self.field))?;
        let (year, month, _) = Calendar::Gregorian.date(number);
        self.monthly(i32::try_from(year).unwrap_or(i32::MAX), month)
    }

    /// The year that contains a date.
    pub(super) fn year_of(&self, kind: PeriodKind, date: &str) -> Result<Period, ApiError> {
        let number = day_number(date).ok_or_else(|| no_such_date(date, self.field))?;
        let (year, ..) = Calendar::Gregorian.date(number);
        let year = i32::try_from(year).unwrap_or(i32::MAX);
        if !(FIRST_YEAR..=LAST_YEAR).contains(&year) {
            let detail =
                format!("Yearly horoscopes exist from {FIRST_YEAR} to {LAST_YEAR}, got {year}.");
            let problem = Problem::new(ErrorCode::OutsideEphemeris, detail);
            return Err(problem
                .at(Source::Pointer(format!("/{}", self.field)))
                .into());
        }
        self.yearly(kind, year)
    }

    /// The date of an instant.
    pub(super) fn today(&self, now: Instant<Tt>) -> String {
        let unix_us = now.to_utc().to_unix_micros();
        let offset = self.history.offset_at(unix_us.div_euclid(1_000_000));
        let local_us = unix_us.saturating_add(offset.microseconds());
        date_text(EPOCH + local_us.div_euclid(DAY_US))
    }

    /// A year.
    pub(super) fn yearly(&self, kind: PeriodKind, year: i32) -> Result<Period, ApiError> {
        let first = Calendar::Gregorian.day_number(year, 1, 1);
        let last = Calendar::Gregorian.day_number(year, 12, 31);
        let period = self.period(kind, (first, last), i64::from(year))?;
        Ok(Period {
            name: format!("{year:04}"),
            ..period
        })
    }

    fn period(
        &self,
        kind: PeriodKind,
        (first, last): (i64, i64),
        number: i64,
    ) -> Result<Period, ApiError> {
        let start = self.day(first)?.range.start;
        let end = self.day(last)?.range.end;
        Ok(Period {
            kind,
            number,
            name: date_text(first),
            days: (date_text(first), date_text(last)),
            range: start..end,
            last_days: Vec::new(),
            zone: Some(self.zone),
            warnings: Vec::new(),
        })
    }
}

/// The middle of a range.
pub(super) fn middle(range: &Range<Instant<Tt>>) -> Instant<Tt> {
    range.start.plus_days(range.end.minus(range.start) / 2.0)
}

/// The Julian day number of a date in the Gregorian calendar, if it exists.
pub(super) fn day_number(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    let number = Calendar::Gregorian.day_number(year, month, day);
    (date_text(number) == date).then_some(number)
}

fn date_text(day_number: i64) -> String {
    let (year, month, day) = Calendar::Gregorian.date(day_number);
    format!("{year:04}-{month:02}-{day:02}")
}

fn no_such_date(date: &str, field: &str) -> ApiError {
    let detail = format!("{date} does not exist in the Gregorian calendar.");
    let problem = Problem::new(ErrorCode::DateNotInCalendar, detail);
    problem.at(Source::Pointer(format!("/{field}"))).into()
}

/// The Monday of week 1, which contains 4 January (ISO 8601).
fn first_monday(year: i32) -> i64 {
    let fourth = Calendar::Gregorian.day_number(year, 1, 4);
    // Julian day 0 was a Monday.
    fourth - fourth.rem_euclid(7)
}

fn weeks_of(year: i32) -> u8 {
    let weeks = (first_monday(year + 1) - first_monday(year)) / 7;
    u8::try_from(weeks).unwrap_or(u8::MAX)
}

/// The week year and the week of a Monday.
fn iso_week(monday: i64) -> (i32, u8) {
    // The Thursday decides about the year.
    let (year, ..) = Calendar::Gregorian.date(monday + 3);
    let year = i32::try_from(year).unwrap_or(i32::MAX);
    let week = (monday - first_monday(year)) / 7 + 1;
    (year, u8::try_from(week).unwrap_or(u8::MAX))
}

/// A client that combines the calendar year of a date with its ISO week (`date +%Y/%V`) means another
/// week around the new year.
fn ambiguous(year: i32, week: u8) -> Option<Warning> {
    let monday = first_monday(year) + 7 * i64::from(week - 1);
    let other = match week {
        // The last days of December belong to week 1 of the next year.
        1 if has_december_in_week_1(year + 1) => Some((year + 1, 1)),
        // The first days of January belong to the last week of the year before.
        52 if is_first_week_of_january(year, 52) => Some((year - 1, 52)),
        _ => None,
    };
    other.map(|(other, week)| {
        let detail = format!(
            "This is the ISO week of {}. If you combined the calendar year of a date with its ISO \
             week, you may mean week {week} of {other}. Use `date` to select the week of a date.",
            date_text(monday)
        );
        Warning::new("week_year_ambiguous", detail)
    })
}

/// Whether 31 December of the year before is in week 1: a Monday to Wednesday.
fn has_december_in_week_1(year: i32) -> bool {
    first_monday(year) < Calendar::Gregorian.day_number(year, 1, 1)
}

/// Whether 1 January of a year is in the last week of the year before, and that week has this number.
fn is_first_week_of_january(year: i32, week: u8) -> bool {
    first_monday(year) > Calendar::Gregorian.day_number(year, 1, 1) && weeks_of(year - 1) == week
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc() -> ZoneDays {
        ZoneDays::of(None, "date").unwrap()
    }

    #[test]
    fn weeks_are_those_of_iso_8601() {
        // Examples of Markus Kuhn, "A summary of the international standard date and time notation",
        // and of `date -d … +%G-W%V`.
        let check = |date: &str, expected: &str| {
            assert_eq!(utc().week_of(date).unwrap().name, expected, "{date}");
        };
        check("1996-12-31", "1997-W01");
        check("1997-01-01", "1997-W01");
        check("2024-12-30", "2025-W01");
        check("2027-01-01", "2026-W53");
        check("2026-11-18", "2026-W47");
        check("2023-01-01", "2022-W52");
    }

    #[test]
    fn a_year_at_the_edge_of_the_ephemeris_is_refused_before_it_is_searched() {
        let code = |date| {
            let period = utc().year_of(PeriodKind::Yearly, date);
            period.map(|it| it.name).map_err(|it| it.problems()[0].code)
        };
        assert_eq!(code("1599-06-01"), Err(ErrorCode::OutsideEphemeris));
        assert_eq!(code("1600-06-01"), Ok("1600".to_owned()));
        assert_eq!(code("2599-06-01"), Ok("2599".to_owned()));
        assert_eq!(code("2600-06-01"), Err(ErrorCode::OutsideEphemeris));
    }

    #[test]
    fn a_week_runs_from_monday_to_sunday() {
        let week = utc().weekly(2026, 47).unwrap();
        assert_eq!(
            week.days,
            ("2026-11-16".to_owned(), "2026-11-22".to_owned())
        );
        assert!((week.range.end.minus(week.range.start) - 7.0).abs() < 1e-6);
        assert!(week.warnings.is_empty());
    }

    #[test]
    fn week_53_of_a_shorter_year_is_that_of_the_year_before_or_does_not_exist() {
        let adjusted = utc().weekly(2027, 53).unwrap();
        assert_eq!(adjusted.name, "2026-W53");
        assert_eq!(adjusted.warnings[0].code, "week_adjusted");
        let error = utc().weekly(2026 - 1, 53).unwrap_err();
        assert_eq!(error.problems()[0].code, ErrorCode::WeekNotFound);
    }

    #[test]
    fn a_week_that_the_calendar_year_confuses_is_named() {
        let check = |year: i32, week: u8, other: Option<&str>| {
            let period = utc().weekly(year, week).unwrap();
            let warning = period
                .warnings
                .iter()
                .find(|it| it.code == "week_year_ambiguous");
            assert_eq!(warning.is_some(), other.is_some(), "{year}-W{week}");
            if let (Some(warning), Some(other)) = (warning, other) {
                assert!(warning.detail.contains(other), "{}", warning.detail);
            }
        };
        // 2024-12-31 is a Tuesday: `date +%Y/%V` says 2024/01.
        check(2024, 1, Some("week 1 of 2025"));
        // 2023-01-01 is a Sunday: `date +%Y/%V` says 2023/52.
        check(2023, 52, Some("week 52 of 2022"));
        check(2026, 1, None);
        check(2026, 52, None);
    }

    #[test]
    fn today_is_the_date_of_the_zone() {
        // 2026-11-18T23:30Z is half past noon of the next day in Auckland, thirteen hours ahead.
        let now = Instant::from_unix_micros(1_795_044_600_000_000).to_tt();
        let today = |zone: Option<&str>| ZoneDays::of(zone, "date").unwrap().today(now);
        assert_eq!(today(None), "2026-11-18");
        assert_eq!(today(Some("Pacific/Auckland")), "2026-11-19");
        assert_eq!(today(Some("America/New_York")), "2026-11-18");
    }

    #[test]
    fn dates_that_do_not_exist_are_refused() {
        for date in ["2026-02-29", "2026-13-01", "2026-00-10"] {
            let error = utc().daily(date).unwrap_err();
            assert_eq!(
                error.problems()[0].code,
                ErrorCode::DateNotInCalendar,
                "{date}"
            );
        }
    }

    #[test]
    fn a_day_has_the_length_that_the_clocks_of_its_zone_give_it() {
        let zone = ZoneDays::of(Some("Europe/Amsterdam"), "date").unwrap();
        let hours = |date: &str| {
            let day = zone.daily(date).unwrap();
            (day.range.end.minus(day.range.start) * 24.0).round()
        };
        assert_eq!(hours("2026-03-29").to_bits(), 23.0_f64.to_bits());
        assert_eq!(hours("2026-10-25").to_bits(), 25.0_f64.to_bits());
        assert_eq!(zone.daily("2026-10-25").unwrap().last_days.len(), 4);
    }
}
