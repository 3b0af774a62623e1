//! ΔT = TT - UT1.
//!
//! | from | source | expected error |
//! |---|---|---|
//! | before -720 | parabola of Stephenson, Morrison & Hohenkerk (2016), blended into the spline | minutes to hours |
//! | -720 | their spline, Table S15 in the revision of 2020 (with Zawilski, 2021) | 500 s, 50 s in 1000, 20 s in 1500, 5 s in 1700, 1 s in 1800, 0.1 s in 1900 |
//! | 1955 | observed half-yearly values (US Naval Observatory) | 0.05 s |
//! | 1962 | IERS C04, daily | 2 ms, 0.4 ms from 1980, 0.1 ms from 1984 |
//! | today | IERS Bulletin A, daily for one year | 0.25 ms times days to the power 0.75 |
//! | then | blended into the parabola, which applies from 2500 on | 20 s in 2080, 5 min in 2300 |
//!
//! The pieces are continuous. Errors before 1900: Morrison & Stephenson (2004) to 1200, Stephenson
//! & Houlden (1986) from 1700, both as tabulated by Espenak & Meeus (Five Millennium Canon of Solar
//! Eclipses, 2006, section 2.7); future errors: Huber (2000), as given there.

use super::table::{DAILY_FIRST_MJD, DAILY_FIRST_PREDICTED_MJD, HALF_YEARS, SPLINE};
use super::{Instant, Ut1};

/// ΔT at the beginning of each day, in microseconds.
static DAILY: &[u8] = include_bytes!("../../../../data/delta-t.bin");

/// Modified Julian Date of J2000.0.
const J2000_MJD: f64 = 51_544.5;

/// Modified Julian Date of 1955-01-01.
const OBSERVED_FIRST_MJD: f64 = 35_108.0;

/// Years over which the spline is blended into the first observed value: the spline is 0.66 s too
/// small there, and 0.2 s in 1950.
const APPROACH_YEARS: f64 = 10.0;

/// The parabola alone applies from this year on.
const PARABOLA_YEAR: f64 = 2500.0;

/// Years over which the parabola is blended into the first value of the spline.
const ANCIENT_YEARS: f64 = 1000.0;

/// TT - UT1 at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeltaT {
    /// The difference in seconds.
    pub seconds: f64,
    /// Its expected error (one standard deviation) in seconds.
    pub sigma_seconds: f64,
    /// Its source.
    pub source: DeltaTSource,
}

/// The source of a value of ΔT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeltaTSource {
    /// The parabola of Stephenson, Morrison & Hohenkerk (2016), or the transition to it.
    Parabola,
    /// Their spline, Table S15 of 2020.
    Spline,
    /// Observed half-yearly values, 1955 to 1961.
    HalfYearly,
    /// Measured daily by the IERS.
    Measured,
    /// Predicted by the IERS for the next year.
    Predicted,
}

/// Returns TT - UT1 at an instant of UT1.
///
/// ```
/// use ephemeris::{DeltaTSource, Instant, Ut1, delta_t};
///
/// // 2000-01-01: 63.8285 s as the US Naval Observatory has it.
/// let value = delta_t(Instant::<Ut1>::from_julian_date(2_451_544.5));
/// assert!((value.seconds - 63.8285).abs() < 0.0005);
/// assert_eq!(value.source, DeltaTSource::Measured);
///
/// // Year 1000: about half an hour, known to a minute.
/// let value = delta_t(Instant::<Ut1>::from_julian_date(2_086_308.0));
/// assert!((value.seconds - 1650.0).abs() < 5.0 && value.sigma_seconds > 40.0);
/// ```
pub fn delta_t(at: Instant<Ut1>) -> DeltaT {
    let mjd = at.days_since_j2000() + J2000_MJD;
    let year = year_of(mjd);
    let (seconds, source) = seconds_and_source(mjd, year);
    DeltaT {
        seconds,
        sigma_seconds: sigma(mjd, year, source),
        source,
    }
}

/// Returns the value alone, for conversions.
pub(super) fn delta_t_seconds(at: Instant<Ut1>) -> f64 {
    let mjd = at.days_since_j2000() + J2000_MJD;
    seconds_and_source(mjd, year_of(mjd)).0
}

/// Returns the decimal year. The irregularities of the calendar are far below the errors of the
/// models that use it.
fn year_of(mjd: f64) -> f64 {
    2000.0 + (mjd - 51_544.0) / 365.2425
}

fn seconds_and_source(mjd: f64, year: f64) -> (f64, DeltaTSource) {
    if mjd >= f64::from(DAILY_FIRST_MJD) {
        return match daily(mjd) {
            Some(seconds) if mjd < f64::from(DAILY_FIRST_PREDICTED_MJD) => {
                (seconds, DeltaTSource::Measured)
            }
            Some(seconds) => (seconds, DeltaTSource::Predicted),
            None => (future(year), DeltaTSource::Parabola),
        };
    }
    if mjd >= OBSERVED_FIRST_MJD {
        return (half_yearly(mjd), DeltaTSource::HalfYearly);
    }
    if year >= SPLINE[0][0] {
        let observed_year = year_of(OBSERVED_FIRST_MJD);
        let approach = ((year - observed_year) / APPROACH_YEARS + 1.0).max(0.0);
        let miss = HALF_YEARS[0] - spline(observed_year);
        return (
            spline(year) + miss * approach * approach,
            DeltaTSource::Spline,
        );
    }
    let first = SPLINE[0][0];
    let approach = ((year - first) / ANCIENT_YEARS + 1.0).max(0.0);
    let miss = spline(first) - parabola(first);
    (parabola(year) + miss * approach, DeltaTSource::Parabola)
}

/// Evaluates the long-term parabola (Stephenson, Morrison & Hohenkerk 2016, section 4).
fn parabola(year: f64) -> f64 {
    let t = (year - 1825.0) / 100.0;
    -320.0 + 32.5 * t * t
}

fn parabola_rate(year: f64) -> f64 {
    2.0 * 32.5 * (year - 1825.0) / 10_000.0
}

/// Evaluates Table S15: a cubic per piece.
fn spline(year: f64) -> f64 {
    let after = SPLINE.partition_point(|piece| piece[0] <= year);
    let [from, to, a0, a1, a2, a3] = SPLINE[after.saturating_sub(1)];
    let t = (year - from) / (to - from);
    a0 + t * (a1 + t * (a2 + t * a3))
}

/// Interpolates linearly between the half years, the last of them to the first daily value.
fn half_yearly(mjd: f64) -> f64 {
    let steps = HALF_YEARS.len() as f64;
    let position =
        (mjd - OBSERVED_FIRST_MJD) / (f64::from(DAILY_FIRST_MJD) - OBSERVED_FIRST_MJD) * steps;
    let index = index_of(position).min(HALF_YEARS.len() - 1);
    let left = HALF_YEARS[index];
    let right = HALF_YEARS.get(index + 1).copied().unwrap_or_else(|| day(0));
    left + (right - left) * (position - index as f64)
}

/// Interpolates with a cubic through four days: the fortnightly tides move UT1 by a millisecond.
fn daily(mjd: f64) -> Option<f64> {
    let last = DAILY.len() / 4 - 1;
    let position = mjd - f64::from(DAILY_FIRST_MJD);
    if position > last as f64 {
        return None;
    }
    let first = index_of(position).saturating_sub(1).min(last - 3);
    let x = position - first as f64;
    let [a, b, c, d] = [0, 1, 2, 3].map(|step| day(first + step));
    let (ab, bc, cd) = (b - a, c - b, d - c);
    let (abc, bcd) = (bc - ab, cd - bc);
    Some(a + x * (ab + (x - 1.0) / 2.0 * (abc + (x - 2.0) / 3.0 * (bcd - abc))))
}

fn day(index: usize) -> f64 {
    let (days, _) = DAILY.as_chunks::<4>();
    f64::from(u32::from_le_bytes(days[index])) * 1e-6
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positions in a table: not negative, and bounded by their callers"
)]
fn index_of(position: f64) -> usize {
    position as usize
}

/// Blends from the last prediction with its annual trend to the parabola. Value and rate are
/// continuous at both ends.
fn future(year: f64) -> f64 {
    if year >= PARABOLA_YEAR {
        return parabola(year);
    }
    let last = DAILY.len() / 4 - 1;
    let from = year_of(f64::from(DAILY_FIRST_MJD) + last as f64);
    let start = day(last);
    let start_rate = (start - day(last - 365)) / (365.0 / 365.2425);
    let width = PARABOLA_YEAR - from;
    let t = (year - from) / width;
    let (end, end_rate) = (parabola(PARABOLA_YEAR), parabola_rate(PARABOLA_YEAR));
    let (t2, t3) = (t * t, t * t * t);
    start * (2.0 * t3 - 3.0 * t2 + 1.0)
        + start_rate * width * (t3 - 2.0 * t2 + t)
        + end * (3.0 * t2 - 2.0 * t3)
        + end_rate * width * (t3 - t2)
}

fn sigma(mjd: f64, year: f64, source: DeltaTSource) -> f64 {
    match source {
        DeltaTSource::Measured => match year {
            ..1980.0 => 0.002,
            ..1984.0 => 0.000_4,
            _ => 0.000_1,
        },
        // Accuracy statement of every IERS Bulletin A.
        DeltaTSource::Predicted => {
            let days = mjd - f64::from(DAILY_FIRST_PREDICTED_MJD);
            0.000_25 * days.max(1.0).powf(0.75)
        }
        DeltaTSource::HalfYearly => 0.05,
        DeltaTSource::Parabola if year > 2000.0 => {
            let n = year - year_of(f64::from(DAILY_FIRST_PREDICTED_MJD));
            365.25 * n * (n * 0.058 / 3.0 * (1.0 + n / 2500.0)).sqrt() / 1000.0
        }
        DeltaTSource::Spline | DeltaTSource::Parabola => historic_sigma(year),
    }
}

fn historic_sigma(year: f64) -> f64 {
    /// Year and standard deviation. Its logarithm is interpolated linearly.
    const KNOTS: [(f64, f64); 6] = [
        (1200.0, 30.752),
        (1300.0, 20.0),
        (1600.0, 20.0),
        (1700.0, 5.0),
        (1800.0, 1.0),
        (1900.0, 0.1),
    ];
    let (first, last) = (KNOTS[0], KNOTS[KNOTS.len() - 1]);
    if year <= first.0 {
        let t = (year - 1820.0) / 100.0;
        return 0.8 * t * t;
    }
    for pair in KNOTS.windows(2) {
        let [(from, left), (to, right)] = [pair[0], pair[1]];
        if year < to {
            return left * (right / left).powf((year - from) / (to - from));
        }
    }
    last.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mjd_of(year: f64) -> f64 {
        (year - 2000.0) * 365.2425 + 51_544.0
    }

    fn at_year(year: f64) -> Instant<Ut1> {
        Instant::from_days_since_j2000(mjd_of(year) - J2000_MJD)
    }

    #[test]
    fn published_values_are_met() {
        // Astronomical Almanac, ΔT at the beginning of the year; before 1955 the knots of Table
        // S15.
        for (mjd, expected, tolerance) in [
            (35108.0, 31.07, 1e-9),
            (36934.0, 33.15, 0.005),
            (37665.0, 34.00, 0.005),
            (40587.0, 40.18, 0.005),
            (44239.0, 50.54, 0.005),
            (47892.0, 56.86, 0.005),
            (51544.0, 63.83, 0.005),
            (55197.0, 66.07, 0.005),
            (58849.0, 69.36, 0.005),
        ] {
            let value = delta_t(Instant::from_days_since_j2000(mjd - J2000_MJD));
            let off = (value.seconds - expected).abs();
            println!("{mjd}: {off:.4} s");
            assert!(off <= tolerance, "{mjd} {value:?}");
        }
        for (year, expected) in [
            (-720.0, 20371.848),
            (1000.0, 1650.393),
            (1600.0, 109.127),
            (1900.0, -1.977),
        ] {
            let value = delta_t(at_year(year));
            let off = (value.seconds - expected).abs();
            println!("{year}: {off:.1e} s");
            assert!(off < 1e-9, "{year} {value:?}");
        }
    }

    // Within the spline the published coefficients jump by up to a millisecond from piece to piece.
    #[test]
    fn the_pieces_meet_without_a_step() {
        let joins = [
            mjd_of(SPLINE[0][0]),
            OBSERVED_FIRST_MJD,
            f64::from(DAILY_FIRST_MJD),
            f64::from(DAILY_FIRST_PREDICTED_MJD),
            f64::from(DAILY_FIRST_MJD) + (DAILY.len() / 4 - 1) as f64,
            mjd_of(PARABOLA_YEAR),
        ];
        for mjd in joins {
            let [before, after] = [-1e-4, 1e-4].map(|days| {
                delta_t_seconds(Instant::from_days_since_j2000(mjd + days - J2000_MJD))
            });
            assert!((before - after).abs() < 2e-5, "{mjd}: {before} {after}");
        }
    }

    #[test]
    fn the_expected_error_is_smallest_today_and_grows_both_ways() {
        let sigma = |year| delta_t(at_year(year)).sigma_seconds;
        let years = [
            -2000.0, -720.0, 0.0, 1000.0, 1250.0, 1650.0, 1750.0, 1850.0, 1910.0, 1958.0, 1970.0,
            1982.0, 2020.0,
        ];
        assert!(years.windows(2).all(|pair| sigma(pair[0]) > sigma(pair[1])));
        let years = [2020.0, 2027.0, 2040.0, 2100.0, 2500.0, 2600.0];
        assert!(years.windows(2).all(|pair| sigma(pair[0]) < sigma(pair[1])));
    }
}
