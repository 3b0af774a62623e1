//! Comparison with published tables that are not part of the repository: positions by JPL Horizons,
//! seasons, phases of the Moon, rise and set by the US Naval Observatory. The files in the folder
//! have their formats.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, bail};
use ephemeris::{
    Body, Calendar, CivilDateTime, Ephemeris, Instant, Observer, SECONDS_PER_DAY, Tt, Ut1, Utc,
    difference_deg,
    event::{
        lunation::{Phase, lunations},
        rise_set::{HorizonKind, rise_set},
        season::{SeasonKind, seasons},
    },
};

/// From here on Horizons' UT is UTC, before it UT1: 1962-01-01.
const UTC_FIRST_JD: f64 = 2_437_665.5;

/// Horizons' own UT of later dates was a prediction.
const LAST_JD: f64 = 2_460_600.0;

/// Beyond this latitude refraction makes rise and set uncertain by minutes.
const HIGHEST_LATITUDE_DEG: f64 = 60.0;

/// Prints every comparison. Returns an error if a limit is exceeded.
pub(super) fn compare(ephemeris: &Ephemeris<'_>, folder: &Path) -> Result<()> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let mut failures = horizons(ephemeris, &read("horizons-apparent.csv")?)?;
    failures.extend(season_table(ephemeris, &read("seasons.txt")?)?);
    failures.extend(phase_table(ephemeris, &read("moon-phases.txt")?)?);
    failures.extend(rise_set_table(ephemeris, &read("rise-set.txt")?)?);
    if failures.is_empty() {
        return Ok(());
    }
    bail!("over the limit: {}", failures.join(", "))
}

/// The residual in longitude in arcseconds, without the offset that all bodies of a date share
/// (Horizons' older precession).
fn horizons(ephemeris: &Ephemeris<'_>, text: &str) -> Result<Vec<String>> {
    let mut dates: BTreeMap<u64, Vec<(Body, f64)>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, jd, _, longitude, ..] = fields[..] else {
            bail!("no place: {line}");
        };
        let body =
            Body::from_id(&name.to_lowercase()).with_context(|| format!("no body: {line}"))?;
        let (jd, longitude_deg): (f64, f64) = (jd.parse()?, longitude.parse()?);
        if jd < LAST_JD {
            // The bit patterns of positive numbers have the same order as the numbers.
            dates
                .entry(jd.to_bits())
                .or_default()
                .push((body, longitude_deg));
        }
    }
    let mut worst: BTreeMap<(bool, Body), f64> = BTreeMap::new();
    for (jd, places) in dates.into_iter().filter(|(_, places)| places.len() >= 10) {
        let jd = f64::from_bits(jd);
        let sky = ephemeris.sky(tt_of_horizons(jd))?;
        let mut residuals = Vec::new();
        for (body, longitude_deg) in places {
            let found = sky.place(body)?.longitude_deg;
            residuals.push((body, difference_deg(found, longitude_deg) * 3600.0));
        }
        let others = residuals.iter().filter(|(body, _)| *body != Body::Moon);
        let offset = median(others.map(|(_, arcsec)| *arcsec).collect());
        for (body, arcsec) in residuals {
            let largest = worst.entry((jd >= UTC_FIRST_JD, body)).or_default();
            *largest = largest.max((arcsec - offset).abs());
        }
    }
    let mut failures = Vec::new();
    println!(
        "{:10} {:>12} {:>10} {:>10}",
        "Horizons", "from", "arcsec", "at most"
    );
    for ((is_utc, body), arcsec) in worst {
        let (from, limit) = match (is_utc, body) {
            (true, Body::Moon) => ("1962", 0.05),
            (true, _) => ("1962", 0.02),
            // Before the atomic clocks, models of UT differ.
            (false, Body::Moon) => ("1900", 0.5),
            (false, Body::Sun | Body::Mercury | Body::Venus) => ("1900", 0.08),
            (false, _) => ("1900", 0.05),
        };
        println!("{:10} {from:>12} {arcsec:>10.4} {limit:>10}", body.id());
        if arcsec > limit {
            failures.push(format!("{} from {from}", body.id()));
        }
    }
    Ok(failures)
}

fn tt_of_horizons(jd: f64) -> Instant<Tt> {
    if jd >= UTC_FIRST_JD {
        Instant::<Utc>::from_julian_date(jd).to_tt()
    } else {
        Instant::<Ut1>::from_julian_date(jd).to_tt()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => f64::midpoint(values[middle - 1], values[middle]),
        _ => values[middle],
    }
}

fn season_table(ephemeris: &Ephemeris<'_>, text: &str) -> Result<Vec<String>> {
    let mut published = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (time, kind) = line
            .split_once(' ')
            .with_context(|| format!("no event: {line}"))?;
        if matches!(kind.trim(), "Equinox" | "Solstice") {
            let kind = match &time[5..7] {
                "03" => SeasonKind::MarchEquinox,
                "06" => SeasonKind::JuneSolstice,
                "09" => SeasonKind::SeptemberEquinox,
                _ => SeasonKind::DecemberSolstice,
            };
            published.push((kind as usize, instant(time)?));
        }
    }
    let found = seasons(ephemeris, around(&published)?)?;
    let found: Vec<_> = found.iter().map(|it| (it.kind as usize, it.at)).collect();
    Ok(late("seasons", &published, &found))
}

fn phase_table(ephemeris: &Ephemeris<'_>, text: &str) -> Result<Vec<String>> {
    let mut published = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (phase, time) = line
            .split_once(' ')
            .with_context(|| format!("no phase: {line}"))?;
        published.push((phase.parse::<usize>()?, instant(time.trim())?));
    }
    let found = lunations(ephemeris, around(&published)?)?;
    let index = |phase: Phase| Phase::ALL.iter().position(|it| *it == phase).unwrap_or(0);
    let found: Vec<_> = found.iter().map(|it| (index(it.phase), it.at)).collect();
    Ok(late("phases", &published, &found))
}

/// A month more than the events on both sides.
fn around(events: &[(usize, Instant<Tt>)]) -> Result<core::ops::Range<Instant<Tt>>> {
    let mut days: Vec<f64> = events.iter().map(|(_, at)| at.julian_date()).collect();
    days.sort_by(f64::total_cmp);
    let (first, last) = days.first().zip(days.last()).context("an empty table")?;
    Ok(Instant::from_julian_date(first - 30.0)..Instant::from_julian_date(last + 30.0))
}

/// Seconds from each published event to the nearest found one of its kind. Tables are rounded to
/// the minute.
fn late(
    name: &str,
    published: &[(usize, Instant<Tt>)],
    found: &[(usize, Instant<Tt>)],
) -> Vec<String> {
    let mut worst = [0.0f64; 2];
    for (kind, at) in published {
        let after = found.partition_point(|(_, it)| it < at);
        // Each kind occurs once among eight neighbors.
        let near = found[after.saturating_sub(4)..(after + 4).min(found.len())].iter();
        let seconds = near
            .filter(|(of, _)| of == kind)
            .map(|(_, it)| (it.minus(*at) * SECONDS_PER_DAY).abs())
            .fold(f64::INFINITY, f64::min);
        worst[0] = worst[0].max(seconds);
        // 1900 to 2030.
        if (2_415_020.5..2_462_502.5).contains(&at.julian_date()) {
            worst[1] = worst[1].max(seconds);
        }
    }
    println!(
        "{name}: {} events, largest {:.0} s (at most 90), 1900 to 2030 {:.0} s (at most 50)",
        published.len(),
        worst[0],
        worst[1]
    );
    let broken = worst[0] > 90.0 || worst[1] > 50.0;
    broken.then(|| name.to_owned()).into_iter().collect()
}

fn rise_set_table(ephemeris: &Ephemeris<'_>, text: &str) -> Result<Vec<String>> {
    let mut places: BTreeMap<[&str; 4], Vec<(HorizonKind, Instant<Tt>)>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [body, longitude, latitude, time, kind] = fields[..] else {
            bail!("no rise or set: {line}");
        };
        let kind = if kind == "r" {
            HorizonKind::Rise
        } else {
            HorizonKind::Set
        };
        let year = &time[..4];
        let events = places.entry([body, longitude, latitude, year]).or_default();
        events.push((kind, instant(time)?));
    }
    let (mut within, mut all) = (0, 0);
    for ([body, longitude, latitude, _], published) in &places {
        let observer = Observer {
            latitude_deg: latitude.parse()?,
            longitude_deg: longitude.parse()?,
            height_m: 0.0,
        };
        if observer.latitude_deg.abs() > HIGHEST_LATITUDE_DEG {
            continue;
        }
        let body = Body::from_id(&body.to_lowercase()).context("no body")?;
        let timed: Vec<(usize, Instant<Tt>)> = published.iter().map(|it| (0, it.1)).collect();
        let found = rise_set(ephemeris, body, &observer, around(&timed)?)?;
        for (kind, at) in published {
            let near = found.events.iter().filter(|it| it.kind == *kind);
            let seconds = near.map(|it| (it.at.minus(*at) * SECONDS_PER_DAY).abs());
            all += 1;
            within += usize::from(seconds.fold(f64::INFINITY, f64::min) <= 60.0);
        }
    }
    println!("rise and set below {HIGHEST_LATITUDE_DEG} degrees: {within} of {all} within 60 s");
    let broken = within < all;
    Ok(broken
        .then(|| "rise and set".to_owned())
        .into_iter()
        .collect())
}

/// `2024-03-20T03:06Z`, with or without seconds.
fn instant(text: &str) -> Result<Instant<Tt>> {
    let part = |range: core::ops::Range<usize>| -> Result<u8> {
        let digits = text
            .get(range)
            .with_context(|| format!("no time: {text}"))?;
        digits.parse().with_context(|| format!("no time: {text}"))
    };
    let year = text
        .get(..4)
        .with_context(|| format!("no time: {text}"))?
        .parse()?;
    let second = text.get(17..19).map_or(Ok(0.0), str::parse)?;
    let civil = CivilDateTime {
        hour: part(11..13)?,
        minute: part(14..16)?,
        second,
        ..CivilDateTime::date(year, part(5..7)?, part(8..10)?)
    };
    let utc: Instant<Utc> = civil.to_instant(Calendar::Gregorian)?;
    Ok(utc.to_tt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let jd = |text: &str| instant(text).unwrap().to_utc().julian_date();
        assert!((jd("2000-01-01T12:00Z") - 2_451_545.0).abs() < 1e-6);
        assert!((jd("1800-03-20T20:12:30.000Z") - 2_378_575.342_014).abs() < 1e-5);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        assert!((median(vec![3.0, 1.0, 2.0, 10.0]) - 2.5).abs() < 1e-12);
    }
}
