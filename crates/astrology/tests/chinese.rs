//! The Chinese calendar against published tables: the Hong Kong Observatory for 1901-2000, an independent
//! implementation for 2001-2100, and four pillars printed elsewhere.

use astrology::chinese::cycle::Pillar;
use astrology::chinese::month::{ChineseDate, day_of_date, month_of_day, months_of_year};
use astrology::chinese::pillars::{ClockTime, DayBoundary, FourPillars};
use astrology::chinese::solar_term::terms_of_year;
use ephemeris::{Calendar, Ephemeris, Instant};

const MONTHS: &str = include_str!("fixtures/chinese-months.csv");
const MONTHS_OF_PEER: &str = include_str!("fixtures/chinese-months-2001-2100.csv");
const TERMS: &str = include_str!("fixtures/chinese-terms.csv");
const PILLARS: &str = include_str!("fixtures/bazi.csv");

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

fn date_text(day_number: i64) -> String {
    let (year, month, day) = Calendar::Gregorian.date(day_number);
    format!("{year:04}-{month:02}-{day:02}")
}

fn day_number(date: &str) -> i64 {
    let part = |range: std::ops::Range<usize>| date[range].parse::<i64>().expect("a number");
    let small = |range| u8::try_from(part(range)).expect("two digits");
    let year = i32::try_from(part(0..4)).expect("four digits");
    Calendar::Gregorian.day_number(year, small(5..7), small(8..10))
}

/// `date,lunarYear,month,leap` for every month that begins in these years.
fn computed_months(years: std::ops::RangeInclusive<i32>) -> Vec<String> {
    let months_of = |year| months_of_year(Ephemeris::embedded(), year);
    let months = years.flat_map(|year| months_of(year).expect("a year of the ephemeris"));
    months
        .map(|it| {
            let date = date_text(it.first_day.number);
            let leap = u8::from(it.is_leap);
            format!("{date},{},{},{leap}", it.lunar_year, it.number)
        })
        .collect()
}

#[test]
fn months_of_1901_to_2000_are_those_of_the_hong_kong_observatory() {
    let published: Vec<&str> = MONTHS.lines().skip(1).collect();
    assert_eq!(published.len(), 1_237);
    assert_eq!(computed_months(1901..=2000), published);
}

#[test]
fn months_of_2001_to_2100_are_those_of_an_independent_implementation() {
    let published: Vec<&str> = MONTHS_OF_PEER.lines().skip(1).collect();
    let computed = computed_months(2001..=2100);
    assert_eq!(computed.len(), published.len());
    let pairs = computed.iter().map(String::as_str).zip(published);
    let different: Vec<_> = pairs.filter(|(a, b)| a != b).collect();
    // The new moon is within seconds of midnight. The peer takes the computed day, the Hong Kong Observatory has
    // published the day before.
    assert_eq!(different, [("2057-09-28,2057,9,0", "2057-09-29,2057,9,0")]);
}

#[test]
fn solar_terms_of_1901_to_2000_are_those_of_the_hong_kong_observatory() {
    let mut count = 0;
    let mut published = rows(TERMS);
    for year in 1901..=2000 {
        for found in terms_of_year(Ephemeris::embedded(), year).unwrap() {
            let row = published.next().expect("a published term");
            let computed = [
                year.to_string(),
                found.term.id().to_owned(),
                date_text(found.day.number),
            ];
            assert_eq!(row, computed);
            count += 1;
        }
    }
    assert_eq!((count, published.next()), (2_400, None));
}

#[test]
fn every_day_of_a_leap_year_reads_back() {
    // 2033 has a leap eleventh month, which many almanacs had wrong.
    let ephemeris = Ephemeris::embedded();
    let first = day_number("2033-01-31");
    for day in first..first + 400 {
        let date = month_of_day(ephemeris, day).unwrap().date(day);
        assert_eq!(day_of_date(ephemeris, date).unwrap(), Some(day), "{date:?}");
    }
    let leap = ChineseDate {
        lunar_year: 2033,
        month: 11,
        is_leap: true,
        day: 1,
    };
    let found = day_of_date(ephemeris, leap).unwrap().map(date_text);
    assert_eq!(found.as_deref(), Some("2033-12-22"));
}

#[test]
fn dates_that_do_not_exist_are_none() {
    let ephemeris = Ephemeris::embedded();
    let check = |month, is_leap, day| {
        let date = ChineseDate {
            lunar_year: 2024,
            month,
            is_leap,
            day,
        };
        assert_eq!(day_of_date(ephemeris, date).unwrap(), None, "{date:?}");
    };
    check(4, true, 1);
    check(1, false, 0);
    // The first month of 2024 had 29 days.
    check(1, false, 30);
}

fn text(pillar: Pillar) -> String {
    format!("{}-{}", pillar.stem().id(), pillar.branch().id())
}

#[test]
fn four_pillars_are_those_printed_elsewhere() {
    let mut count = 0;
    for row in rows(PILLARS) {
        let (clock, offset) = row[0].split_at(19);
        assert_eq!(offset, "+08:00");
        let part = |range: std::ops::Range<usize>| clock[range].parse::<u32>().unwrap();
        let second_of_day = part(11..13) * 3_600 + part(14..16) * 60 + part(17..19);
        let day_number = day_number(&clock[..10]);
        let unix = (day_number - 2_440_588) * 86_400 + i64::from(second_of_day) - 8 * 3_600;
        let at = Instant::from_unix_micros(unix * 1_000_000).to_tt();
        let clock = ClockTime {
            day_number,
            second_of_day,
        };
        let pillars =
            |boundary| FourPillars::at(Ephemeris::embedded(), at, clock, boundary).unwrap();
        let found = pillars(DayBoundary::Hour23);
        let all = [found.year, found.month, found.day, found.hour].map(text);
        assert_eq!(all.as_slice(), &row[2..6], "{}", row[0]);
        let from_midnight = pillars(DayBoundary::Midnight);
        assert_eq!(text(from_midnight.day), row[6], "{}", row[0]);
        assert_eq!(from_midnight.hour, found.hour, "{}", row[0]);
        count += 1;
    }
    assert_eq!(count, 30);
}
