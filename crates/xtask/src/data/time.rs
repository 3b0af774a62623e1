//! `cargo xtask data time`: leap seconds, the ΔT spline and the daily ΔT of the IERS, for `ephemeris::time`.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use anyhow::{Context, Result, ensure};

use super::wheel::{Wheel, numpy_doubles};
use crate::{cargo::Workspace, check::sha256_hex};

const IERS: Wheel = Wheel {
    package: "astropy-iers-data",
    version: "0.2026.10.19.0.52.1",
    platform: None,
};
const SKYFIELD: Wheel = Wheel {
    package: "skyfield",
    version: "1.55",
    platform: None,
};

/// Daily ΔT in microseconds, little-endian `u32`.
const DAILY: &str = "data/delta-t.bin";
const TABLE: &str = "crates/ephemeris/src/time/table.rs";

/// TT - TAI, exactly.
const TT_MINUS_TAI_S: f64 = 32.184;

/// Modified Julian Date of 1972-01-01, when UTC began to step by whole seconds.
const FIRST_LEAP_MJD: u32 = 41317;

/// TAI - UTC in the years of stretched seconds: from this Modified Julian Date on, seconds at the reference
/// date, reference date, seconds a day (US Naval Observatory, tai-utc.dat; IERS).
const RATES: [(u32, f64, u32, f64); 13] = [
    (36934, 1.417_818_0, 37300, 0.001_296),
    (37300, 1.422_818_0, 37300, 0.001_296),
    (37512, 1.372_818_0, 37300, 0.001_296),
    (37665, 1.845_858_0, 37665, 0.001_123_2),
    (38334, 1.945_858_0, 37665, 0.001_123_2),
    (38395, 3.240_130_0, 38761, 0.001_296),
    (38486, 3.340_130_0, 38761, 0.001_296),
    (38639, 3.440_130_0, 38761, 0.001_296),
    (38761, 3.540_130_0, 38761, 0.001_296),
    (38820, 3.640_130_0, 38761, 0.001_296),
    (38942, 3.740_130_0, 38761, 0.001_296),
    (39004, 3.840_130_0, 38761, 0.001_296),
    (39126, 4.313_170_0, 39126, 0.002_592),
];
/// The last rate.
const LAST_RATE: (u32, f64, u32, f64) = (39887, 4.213_170_0, 39126, 0.002_592);

/// ΔT of one day.
struct Day {
    delta_t_s: f64,
    predicted: bool,
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let iers = IERS.fetch()?;
    let text =
        |inside, sha256| -> Result<String> { Ok(String::from_utf8(iers.read(inside, sha256)?)?) };
    let leaps = leap_seconds(&text(
        "astropy_iers_data/data/Leap_Second.dat",
        "6cb6f5d4b819f2e568e25db4b0b26d89dedf031fdffb18bc94d40f4e94e268d7",
    )?)?;
    let c04 = text(
        "astropy_iers_data/data/eopc04.1962-now",
        "6fc2c9d9a7cd7e9a1f597866545bb75baab292f5d51ca9358d5c64c0ce2fa64f",
    )?;
    let finals = text(
        "astropy_iers_data/data/finals2000A.all",
        "0baf00f67a39ab362a3e4f07d2a1f084842178523f56bcf5a861e7ac084d411a",
    )?;
    let days = daily(&c04, &finals, &leaps)?;
    let skyfield = SKYFIELD.fetch()?;
    let spline = skyfield.read_array(
        "skyfield/data/delta_t.npz",
        "2d12bd3e789543b78a1f53c8b76ed7fecffdf7e5149cfb6a0aed21a8b3db5ff6",
        "Table-S15.2020.txt",
    )?;
    let half_years = numpy_doubles(&skyfield.read(
        "skyfield/data/historic_deltat.npy",
        "f5346b780b36a0325b1847dc6c0083d66edc7e88b7f648b4c98a67bbd02b5d3f",
    )?)?;
    let bytes: Vec<u8> = days
        .values()
        .flat_map(|day| microseconds(day).to_le_bytes())
        .collect();
    let path = workspace.root.join(DAILY);
    fs::create_dir_all(workspace.root.join("data"))?;
    fs::write(&path, &bytes)?;
    println!(
        "{DAILY}: {} bytes, SHA-256 {}",
        bytes.len(),
        sha256_hex(&bytes)
    );
    fs::write(
        workspace.root.join(TABLE),
        source(&leaps, &days, &spline, &half_years)?,
    )?;
    super::format_source(workspace, TABLE)?;
    println!("{TABLE}: written");
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ΔT lies between 33 and 70 seconds in these years"
)]
fn microseconds(day: &Day) -> u32 {
    (day.delta_t_s * 1e6).round() as u32
}

/// First day (Modified Julian Date) and TAI - UTC of each whole-second step.
fn leap_seconds(text: &str) -> Result<Vec<(u32, u32)>> {
    let line = |line: &str| -> Result<(u32, u32)> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [mjd, _, _, _, seconds] = fields[..] else {
            anyhow::bail!("not a leap second: {line}");
        };
        let day = mjd
            .strip_suffix(".0")
            .context("a leap second inside a day")?;
        Ok((day.parse()?, seconds.parse()?))
    };
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty())
        .map(line)
        .collect()
}

/// TAI - UTC at the start of a day.
fn tai_minus_utc(mjd: u32, leaps: &[(u32, u32)]) -> Option<f64> {
    if mjd >= FIRST_LEAP_MJD {
        let (_, seconds) = leaps.iter().rev().find(|(first, _)| *first <= mjd)?;
        return Some(f64::from(*seconds));
    }
    let rates = RATES.iter().chain([&LAST_RATE]);
    let (_, seconds, reference, rate) = rates.rev().find(|(first, ..)| *first <= mjd)?;
    Some(seconds + (f64::from(mjd) - f64::from(*reference)) * rate)
}

/// C04 where available, then the rapid values and predictions of Bulletin A.
fn daily(c04: &str, finals: &str, leaps: &[(u32, u32)]) -> Result<BTreeMap<u32, Day>> {
    let mut days = BTreeMap::new();
    let mut add = |mjd: &str, ut1_minus_utc: &str, predicted| -> Result<()> {
        let (whole, _) = mjd
            .trim()
            .split_once('.')
            .context("a day without a point")?;
        let mjd: u32 = whole.parse()?;
        let ut1_minus_utc: f64 = ut1_minus_utc.trim().parse()?;
        let offset = tai_minus_utc(mjd, leaps).context("a day before UTC")?;
        let delta_t_s = TT_MINUS_TAI_S + offset - ut1_minus_utc;
        days.entry(mjd).or_insert(Day {
            delta_t_s,
            predicted,
        });
        Ok(())
    };
    for line in c04.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if let (Some(mjd), Some(value)) = (fields.get(4), fields.get(7)) {
            add(mjd, value, false)?;
        }
    }
    for line in finals.lines() {
        let (mjd, flag, value) = (line.get(7..15), line.get(57..58), line.get(58..68));
        if let (Some(mjd), Some(flag), Some(value)) = (mjd, flag, value)
            && !value.trim().is_empty()
        {
            add(mjd, value, flag == "P")?;
        }
    }
    let (first, last) = (days.first_key_value(), days.last_key_value());
    let (Some((first, _)), Some((last, _))) = (first, last) else {
        anyhow::bail!("there are no days");
    };
    ensure!(
        usize::try_from(last - first + 1)? == days.len(),
        "a day is missing between {first} and {last}"
    );
    Ok(days)
}

fn source(
    leaps: &[(u32, u32)],
    days: &BTreeMap<u32, Day>,
    spline: &[f64],
    half_years: &[f64],
) -> Result<String> {
    let (first, _) = days.first_key_value().context("no first day")?;
    let (predicted, _) = days
        .iter()
        .find(|(_, day)| day.predicted)
        .context("no predicted day")?;
    let mut text = String::from(
        "//! Tables of `cargo xtask data time`; PROVENANCE.md names their sources. Not edited by hand.\n\n",
    );
    writeln!(
        text,
        "/// First day of the daily table, as a Modified Julian Date.\npub(super) const DAILY_FIRST_MJD: i32 = {first};\n"
    )?;
    writeln!(
        text,
        "/// From this day on the daily table holds predictions.\npub(super) const DAILY_FIRST_PREDICTED_MJD: i32 = {predicted};\n"
    )?;
    writeln!(
        text,
        "/// First day (Modified Julian Date) and TAI - UTC in seconds of every whole-second step.\npub(super) const LEAP_SECONDS: [(i32, f64); {}] = [",
        leaps.len()
    )?;
    for (mjd, seconds) in leaps {
        writeln!(text, "    ({mjd}, {seconds}.0),")?;
    }
    let rates = || RATES.iter().chain([&LAST_RATE]);
    writeln!(
        text,
        "];\n\n/// From this day (Modified Julian Date): TAI - UTC in seconds at a reference day, that day, seconds a day.\npub(super) const RATES: [(i32, f64, f64, f64); {}] = [",
        rates().count()
    )?;
    for (mjd, seconds, reference, rate) in rates() {
        writeln!(
            text,
            "    ({mjd}, {}, {reference}.0, {}),",
            literal(*seconds),
            literal(*rate)
        )?;
    }
    let rows = spline.len() / 6;
    writeln!(
        text,
        "];\n\n/// Table S15 of 2020: first and last year of a piece, then a0 to a3 in seconds.\npub(super) const SPLINE: [[f64; 6]; {rows}] = ["
    )?;
    for row in 0..rows {
        // The file holds columns: from, to, and the coefficients from the highest to the lowest.
        let column = |index: usize| spline[index * rows + row];
        let [from, to, a3, a2, a1, a0] = [0, 1, 2, 3, 4, 5].map(|index| literal(column(index)));
        writeln!(text, "    [{from}, {to}, {a0}, {a1}, {a2}, {a3}],")?;
    }
    let (dates, values) = half_years.split_at(half_years.len() / 2);
    let kept: Vec<String> = dates
        .iter()
        .zip(values)
        .filter(|(date, _)| (2_435_108.0..2_437_600.0).contains(*date))
        .map(|(_, value)| literal(*value))
        .collect();
    writeln!(
        text,
        "];\n\n/// Observed ΔT in seconds at every half year from 1955.0 to 1961.5.\npub(super) const HALF_YEARS: [f64; {}] = [{}];",
        kept.len(),
        kept.join(", ")
    )?;
    Ok(text)
}

/// A number with at most seven decimals as Rust source, with digits in groups of three.
fn literal(value: f64) -> String {
    let text = format!("{value:.7}");
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, "0"));
    let decimals = decimals.trim_end_matches('0');
    let mut out = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        if left % 3 == 0
            && index > 0
            && whole.trim_start_matches('-').len() > 4
            && !out.ends_with('-')
        {
            out.push('_');
        }
        out.push(digit);
    }
    out.push('.');
    for (index, digit) in decimals.chars().enumerate() {
        if index > 0 && index % 3 == 0 {
            out.push('_');
        }
        out.push(digit);
    }
    if decimals.is_empty() {
        out.push('0');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_grouped() {
        for (value, expected) in [
            (0.001_123_2, "0.001_123_2"),
            (-720.0, "-720.0"),
            (20371.848, "20_371.848"),
            (-9999.586, "-9999.586"),
            (31.923_000_000_000_002, "31.923"),
        ] {
            assert_eq!(literal(value), expected);
        }
    }

    #[test]
    fn tai_minus_utc_follows_rates_and_steps() {
        let leaps = [(41317, 10), (41499, 11)];
        assert_eq!(tai_minus_utc(36933, &leaps), None);
        // The step to the first whole second was 0.107 758 s.
        let before = tai_minus_utc(41316, &leaps).unwrap() + 0.002_592;
        assert!((before - (10.0 - 0.107_758)).abs() < 1e-6, "{before}");
        assert_eq!(tai_minus_utc(41498, &leaps), Some(10.0));
        assert_eq!(tai_minus_utc(50000, &leaps), Some(11.0));
    }
}
