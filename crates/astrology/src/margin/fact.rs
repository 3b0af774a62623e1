//! The facts of a chart that have margins: what they are, and the limits within which they hold.

use super::{
    FactSet, MarginRequest,
    motion::{Motion, Snapshot, is_made_of_signs},
    search::{Limits, Track},
};
use crate::{
    angle::{difference_deg, normalize_deg, separation_deg},
    aspect::AspectKind,
    chart::Chart,
    house::HouseSystem,
    point::{Angle, Point},
    sign::Sign,
    vedic::{
        dasha::nakshatra_dasha::VIMSHOTTARI,
        graha::Graha,
        varga::{Trimshamsha, Varga},
    },
};
use ephemeris::Body;

const NAKSHATRA_DEG: f64 = 40.0 / 3.0;
const PADA_DEG: f64 = 10.0 / 3.0;
const TITHI_DEG: f64 = 12.0;
/// Years of a cycle, which are also the degrees of nine nakshatras.
const CYCLE: f64 = 120.0;

/// Something on the ecliptic that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A point of the chart, by its index.
    Point(usize),
    Ascendant,
    Midheaven,
}

/// A fact. Its value is a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactKind {
    /// The sign of a point, 0 (Aries) to 11.
    Sign(Point),
    /// The house of a point, 1 to 12.
    House(Point),
    /// Whether two points are in aspect: 1, or 0.
    Aspect {
        /// The first point.
        a: Point,
        /// The second point.
        b: Point,
        /// The kind.
        kind: AspectKind,
        /// The largest orb, in degrees.
        allowed_deg: f64,
    },
    /// Day (1) or night (0).
    Sect,
    /// The nakshatra of a point, 1 to 27.
    Nakshatra(Point),
    /// The pada of a point: 0 for the first of Ashwini to 107 for the last of Revati.
    Pada(Point),
    /// The sign of a point in a divisional chart, 0 to 11.
    Varga(Point, Varga),
    /// The tithi, 1 to 30.
    Tithi,
    /// The lord of the Vimshottari dasha at a level: the index of a [`Graha`].
    Dasha(u8),
}

/// The place of a point.
pub(super) fn place_of(point: Point, motion: &Motion) -> Option<Place> {
    match point {
        Point::Angle(Angle::Ascendant) => Some(Place::Ascendant),
        Point::Angle(Angle::Midheaven) => Some(Place::Midheaven),
        _ => {
            let index = motion.points.iter().position(|it| *it == point);
            index.map(Place::Point)
        }
    }
}

/// The facts of a chart.
pub(super) fn kinds(
    request: &MarginRequest,
    chart: &Chart,
    motion: &Motion,
    birth: &Snapshot,
) -> Vec<FactKind> {
    let set = &request.facts;
    let ascendant = Point::Angle(Angle::Ascendant);
    let placed = || std::iter::once(ascendant).chain(motion.points.iter().copied());
    let mut found: Vec<FactKind> = placed().map(FactKind::Sign).collect();
    if set.midheaven_and_sect {
        found.push(FactKind::Sign(Point::Angle(Angle::Midheaven)));
        found.push(FactKind::Sect);
    }
    if set.houses && birth.houses.is_some() {
        found.extend(motion.points.iter().copied().map(FactKind::House));
    }
    if set.nakshatras {
        found.extend(placed().map(FactKind::Nakshatra));
        found.extend(placed().map(FactKind::Pada));
        found.push(FactKind::Tithi);
    }
    for varga in &set.vargas {
        // The sign in D1 is the sign.
        if *varga != Varga::D1 {
            found.extend(placed().map(|point| FactKind::Varga(point, *varga)));
        }
    }
    if let Some(date) = set.dasha {
        found.extend((1..=date.levels).map(FactKind::Dasha));
    }
    if set.aspects {
        let in_longitude = chart
            .aspects
            .iter()
            .filter(|it| it.kind.angle_deg().is_some());
        let moving = in_longitude.filter(|it| {
            place_of(it.point_a, motion).is_some() && place_of(it.point_b, motion).is_some()
        });
        found.extend(moving.map(|it| FactKind::Aspect {
            a: it.point_a,
            b: it.point_b,
            kind: it.kind,
            allowed_deg: it.allowed_deg,
        }));
    }
    found
}

/// The value of a fact; `None` if the chart does not have it.
pub(super) fn value(
    kind: FactKind,
    chart: &Snapshot,
    motion: &Motion,
    set: &FactSet,
) -> Option<u16> {
    let longitude = |point| Some(chart.longitude_deg(place_of(point, motion)?));
    let sign = |sign: Sign| u16::try_from(sign.index()).ok();
    match kind {
        FactKind::Sign(point) => sign(Sign::of(longitude(point)?)),
        FactKind::House(point) => Some(u16::from(
            chart.houses.as_ref()?.house_of(longitude(point)?),
        )),
        FactKind::Aspect {
            a,
            b,
            kind,
            allowed_deg,
        } => {
            let apart = separation_deg(longitude(a)?, longitude(b)?);
            let orb = (apart - kind.angle_deg()?).abs();
            Some(u16::from(orb <= allowed_deg))
        }
        FactKind::Sect => Some(u16::from(chart.sun_height > 0.0)),
        FactKind::Nakshatra(point) => Some(part(longitude(point)?, NAKSHATRA_DEG) + 1),
        FactKind::Pada(point) => Some(part(longitude(point)?, PADA_DEG)),
        FactKind::Varga(point, varga) => sign(set.variants.sign(varga, longitude(point)?)),
        FactKind::Tithi => {
            let (sun, moon) = (Point::Body(Body::Sun), Point::Body(Body::Moon));
            let apart = normalize_deg(longitude(moon)? - longitude(sun)?);
            Some(part(apart, TITHI_DEG) + 1)
        }
        FactKind::Dasha(level) => {
            let date = set.dasha?;
            let moon = longitude(Point::Body(Body::Moon))?;
            let at = motion.moment.tt.plus_days(chart.days);
            let years = vimshottari_years(moon) + date.at.minus(at) / date.year_days;
            u16::try_from(dasha(years, level).0.index()).ok()
        }
    }
}

/// The limits within which a fact holds.
pub(super) fn limits(
    kind: FactKind,
    chart: &Snapshot,
    motion: &Motion,
    set: &FactSet,
) -> Vec<Limits> {
    let of_place = |point, width: f64| {
        place_of(point, motion)
            .map(|place| even(Track::Place(place), chart.longitude_deg(place), width))
    };
    let found = match kind {
        FactKind::Sign(point) => of_place(point, 30.0),
        FactKind::Nakshatra(point) => of_place(point, NAKSHATRA_DEG),
        FactKind::Pada(point) => of_place(point, PADA_DEG),
        FactKind::Varga(point, varga) => {
            place_of(point, motion).map(|place| in_varga(place, varga, chart, set))
        }
        FactKind::House(point) => return in_house(point, chart, motion),
        FactKind::Aspect {
            a,
            b,
            kind,
            allowed_deg,
        } => in_aspect((a, b), (kind, allowed_deg), chart, motion),
        FactKind::Sect => {
            let is_day = chart.sun_height > 0.0;
            Some(Limits {
                track: Track::SunHeight,
                value: chart.sun_height,
                low: if is_day { 0.0 } else { f64::NEG_INFINITY },
                high: if is_day { f64::INFINITY } else { 0.0 },
            })
        }
        FactKind::Tithi => {
            let of = |body| place_of(Point::Body(body), motion);
            of(Body::Moon).zip(of(Body::Sun)).map(|(moon, sun)| {
                let apart = chart.longitude_deg(moon) - chart.longitude_deg(sun);
                even(Track::Apart(moon, sun), normalize_deg(apart), TITHI_DEG)
            })
        }
        FactKind::Dasha(level) => place_of(Point::Body(Body::Moon), motion)
            .zip(set.dasha)
            .map(|(moon, date)| {
                let passed = date.at.minus(motion.moment.tt) / date.year_days;
                let value = vimshottari_years(chart.longitude_deg(moon)) + passed;
                // The polynomial of the Moon may be some turns on; what counts is the change.
                let (_, low, high) = dasha(value, level);
                Limits {
                    track: Track::DashaYears(moon, date),
                    value,
                    low,
                    high,
                }
            }),
    };
    found.into_iter().collect()
}

/// The number of the part of the circle, from 0.
fn part(longitude_deg: f64, width: f64) -> u16 {
    let whole = (normalize_deg(longitude_deg) / width).floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 107"
    )]
    let number = whole as u16;
    number
}

/// The part of equal ones in which a value is.
fn even(track: Track, value: f64, width: f64) -> Limits {
    let low = (value / width).floor() * width;
    Limits {
        track,
        value,
        low,
        high: low + width,
    }
}

/// The parts of a sign around a longitude that belong to one sign of the divisional chart: neighbors may be the same.
fn in_varga(place: Place, varga: Varga, chart: &Snapshot, set: &FactSet) -> Limits {
    let value = chart.longitude_deg(place);
    let is_unequal = varga == Varga::D30 && set.variants.trimshamsha == Trimshamsha::Unequal;
    // The unequal parts end at whole degrees.
    let width = if is_unequal {
        1.0
    } else {
        30.0 / f64::from(varga.divisions())
    };
    let sign_of = |part: f64| {
        set.variants
            .sign(varga, normalize_deg((part + 0.5) * width))
    };
    let own_part = (value / width).floor();
    let own = sign_of(own_part);
    // At most a sign and its neighbors are alike.
    let alike = |direction: f64| {
        let steps = (1..=90).map(f64::from);
        steps
            .take_while(|step| sign_of(own_part + direction * step) == own)
            .last()
            .unwrap_or(0.0)
    };
    Limits {
        track: Track::Place(place),
        value,
        low: (own_part - alike(-1.0)) * width,
        high: (own_part + alike(1.0) + 1.0) * width,
    }
}

fn in_house(point: Point, chart: &Snapshot, motion: &Motion) -> Vec<Limits> {
    let (Some(place), Some(houses)) = (place_of(point, motion), chart.houses.as_ref()) else {
        return Vec::new();
    };
    let longitude_deg = chart.longitude_deg(place);
    if is_made_of_signs(houses.system) {
        let own = even(Track::Place(place), longitude_deg, 30.0);
        let ascendant = Track::Place(Place::Ascendant);
        let lagna = even(ascendant, chart.longitude_deg(Place::Ascendant), 30.0);
        return if houses.system == HouseSystem::Whole {
            vec![own, lagna]
        } else {
            vec![own]
        };
    }
    let index = usize::from(houses.house_of(longitude_deg)) - 1;
    let next = (index + 1) % 12;
    let since = normalize_deg(longitude_deg - houses.cusps_deg[index]);
    let until = normalize_deg(houses.cusps_deg[next] - longitude_deg);
    vec![
        Limits {
            track: Track::FromCusp(place, index),
            value: since,
            low: 0.0,
            high: f64::INFINITY,
        },
        Limits {
            track: Track::FromCusp(place, next),
            value: -until,
            low: f64::NEG_INFINITY,
            high: 0.0,
        },
    ]
}

fn in_aspect(
    (a, b): (Point, Point),
    (kind, allowed_deg): (AspectKind, f64),
    chart: &Snapshot,
    motion: &Motion,
) -> Option<Limits> {
    let (a, b) = (place_of(a, motion)?, place_of(b, motion)?);
    let exact = kind.angle_deg()?;
    let apart = difference_deg(chart.longitude_deg(a), chart.longitude_deg(b));
    let track = if apart < 0.0 {
        Track::Apart(b, a)
    } else {
        Track::Apart(a, b)
    };
    // Beyond a conjunction or an opposition, the distance grows or shrinks again.
    let low = if exact <= allowed_deg {
        -(exact + allowed_deg)
    } else {
        exact - allowed_deg
    };
    let high = if exact + allowed_deg >= 180.0 {
        360.0 - (exact - allowed_deg)
    } else {
        exact + allowed_deg
    };
    Some(Limits {
        track,
        value: apart.abs(),
        low,
        high,
    })
}

/// Years of Vimshottari from 0° Aries to a longitude: 120 for nine nakshatras.
pub(super) fn vimshottari_years(longitude_deg: f64) -> f64 {
    let cycles = (longitude_deg / CYCLE).floor();
    let within = (longitude_deg - cycles * CYCLE) / NAKSHATRA_DEG;
    let mut years = cycles * CYCLE;
    let mut rest = within;
    for (_, own) in VIMSHOTTARI {
        years += own * rest.clamp(0.0, 1.0);
        rest -= 1.0;
    }
    years
}

/// The lord of a level so many years after 0° Aries, and the years at which its period begins and ends.
fn dasha(years: f64, level: u8) -> (Graha, f64, f64) {
    let mut start = (years / CYCLE).floor() * CYCLE;
    let mut length = CYCLE;
    let mut first = 0;
    let mut lord = Graha::Ketu;
    for _ in 0..level {
        let whole = length;
        for step in 0..9 {
            let index = (first + step) % 9;
            length = whole * VIMSHOTTARI[index].1 / CYCLE;
            if years < start + length || step == 8 {
                (lord, first) = (VIMSHOTTARI[index].0, index);
                break;
            }
            start += length;
        }
    }
    (lord, start, start + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vedic::kp::KpLords;

    #[test]
    fn the_periods_at_birth_are_the_lords_of_the_star_and_its_subs() {
        // The bhuktis of a nakshatra's dasha are in proportion to Krishnamurti's subs of it.
        for step in 0..3_600 {
            let longitude_deg = f64::from(step) * 0.1 + 0.03;
            let lords = KpLords::of(longitude_deg);
            let years = vimshottari_years(longitude_deg);
            let found = [1, 2, 3].map(|level| dasha(years, level).0);
            assert_eq!(
                found,
                [lords.star_lord, lords.sub_lord, lords.sub_sub_lord],
                "{longitude_deg}"
            );
        }
    }
}
