//! Charts and examples that others have published, each with its source. Published values are rounded or cut to what
//! they show; the tolerances are that grain.

#![expect(
    clippy::unwrap_used,
    reason = "a value that is missing must fail loudly"
)]

use astrology::{
    angle::separation_deg,
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartOptions, Moment},
    dignity::triplicity,
    forecast::retrograde::retrograde_periods,
    house::{Angles, HouseFrame, HouseSystem, Houses},
    lot::{Lot, LotFormula, LotPoints},
    moon::{MoonAspects, void_of_course},
    point::Point,
    profection::{CalendarMoment, profections},
    sect::Sect,
    sign::Sign,
};
use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Observer, Tt, Utc};

use Sign::{
    Aquarius, Aries, Cancer, Capricorn, Gemini, Leo, Libra, Pisces, Sagittarius, Scorpio, Taurus,
    Virgo,
};

const MINUTE_DEG: f64 = 1.0 / 60.0;

fn utc(year: i32, month: u8, day: u8, hours: f64) -> Instant<Utc> {
    let midnight: Instant<Utc> = CivilDateTime::date(year, month, day)
        .to_instant(Calendar::Gregorian)
        .unwrap();
    midnight.plus_days(hours / 24.0)
}

fn at(sign: Sign, degrees: f64, minutes: f64) -> f64 {
    sign.begin_deg() + degrees + minutes * MINUTE_DEG
}

fn near(name: &str, ours_deg: f64, published_deg: f64, tolerance_deg: f64) {
    let off = separation_deg(ours_deg, published_deg);
    assert!(
        off <= tolerance_deg,
        "{name}: {ours_deg} instead of {published_deg}, {:.2}' off",
        off * 60.0
    );
}

fn chart(utc: Instant<Utc>, latitude_deg: f64, longitude_deg: f64) -> Chart {
    let observer = Observer {
        latitude_deg,
        longitude_deg,
        height_m: 0.0,
    };
    Chart::compute(
        Ephemeris::embedded(),
        Moment::from_utc(utc),
        &observer,
        &ChartOptions::default(),
    )
    .unwrap()
}

fn body(chart: &Chart, body: Body) -> f64 {
    chart.point(Point::Body(body)).unwrap().longitude_deg
}

/// A printed natal report of Diana, Princess of Wales (mojan.com): 1961-07-01 19:45 BST, Sandringham 52N50 0E30,
/// Placidus.
#[test]
fn the_report_of_diana_spencer() {
    let chart = chart(utc(1961, 7, 1, 18.75), 52.0 + 50.0 / 60.0, 0.5);
    for (found, longitude) in [
        (Body::Sun, at(Cancer, 9.0, 40.0)),
        (Body::Moon, at(Aquarius, 25.0, 2.0)),
        (Body::Mercury, at(Cancer, 3.0, 12.0)),
        (Body::Venus, at(Taurus, 24.0, 24.0)),
        (Body::Mars, at(Virgo, 1.0, 39.0)),
        (Body::Jupiter, at(Aquarius, 5.0, 6.0)),
        (Body::Saturn, at(Capricorn, 27.0, 49.0)),
        (Body::Uranus, at(Leo, 23.0, 20.0)),
        (Body::Neptune, at(Scorpio, 8.0, 38.0)),
        (Body::Pluto, at(Virgo, 6.0, 3.0)),
    ] {
        near(found.id(), body(&chart, found), longitude, MINUTE_DEG);
    }
    let node = chart.point(Point::NorthNode).unwrap().longitude_deg;
    near("node", node, at(Leo, 28.0, 11.0), MINUTE_DEG);
    let cusps = chart.houses.unwrap().cusps_deg;
    for (house, longitude) in [
        (1, at(Sagittarius, 18.0, 25.0)),
        (2, at(Capricorn, 29.0, 49.0)),
        (3, at(Pisces, 18.0, 22.0)),
        (5, at(Taurus, 16.0, 3.0)),
        (6, at(Gemini, 3.0, 18.0)),
        (10, at(Libra, 23.0, 3.0)),
    ] {
        near(
            &format!("cusp {house}"),
            cusps[house - 1],
            longitude,
            MINUTE_DEG,
        );
    }
    assert_eq!(chart.point(Point::Body(Body::Sun)).unwrap().house, Some(7));
    assert_eq!(chart.sect, Some(Sect::Day));
}

/// Psychic Eye Book Shops, relationship report (docslib.org/doc/3572275): J. F. Kennedy, 1917-05-29 20:00 GMT,
/// Brookline 42N20 71W07.
#[test]
fn the_report_of_john_kennedy() {
    let chart = chart(
        utc(1917, 5, 29, 20.0),
        42.0 + 20.0 / 60.0,
        -(71.0 + 7.0 / 60.0),
    );
    let angles = chart.angles.unwrap();
    near(
        "ascendant",
        angles.ascendant_deg,
        at(Libra, 20.0, 0.0),
        MINUTE_DEG,
    );
    near(
        "midheaven",
        angles.midheaven_deg,
        at(Cancer, 23.0, 47.0),
        MINUTE_DEG,
    );
    near(
        "sun",
        body(&chart, Body::Sun),
        at(Gemini, 7.0, 51.0),
        MINUTE_DEG,
    );
    near(
        "mercury",
        body(&chart, Body::Mercury),
        at(Taurus, 20.0, 36.0),
        MINUTE_DEG,
    );
    near(
        "jupiter",
        body(&chart, Body::Jupiter),
        at(Taurus, 23.0, 3.0),
        MINUTE_DEG,
    );
}

/// The same report: Marilyn Monroe, 1926-06-01 17:30 GMT, Los Angeles 34N03 118W15.
#[test]
fn the_report_of_marilyn_monroe() {
    let chart = chart(utc(1926, 6, 1, 17.5), 34.05, -118.25);
    let angles = chart.angles.unwrap();
    near(
        "ascendant",
        angles.ascendant_deg,
        at(Leo, 13.0, 4.0),
        MINUTE_DEG,
    );
    near(
        "midheaven",
        angles.midheaven_deg,
        at(Taurus, 6.0, 0.0),
        MINUTE_DEG,
    );
    near(
        "sun",
        body(&chart, Body::Sun),
        at(Gemini, 10.0, 27.0),
        MINUTE_DEG,
    );
    near(
        "moon",
        body(&chart, Body::Moon),
        at(Aquarius, 19.0, 6.0),
        MINUTE_DEG,
    );
}

/// J. Downey, Stars over Washington (2018): Albert Einstein, 1879-03-14 11:30 local mean time, Ulm 48N24 10E00.
#[test]
fn the_chart_of_albert_einstein() {
    let chart = chart(utc(1879, 3, 14, 11.5 - 10.0 / 15.0), 48.4, 10.0);
    let ascendant = chart.angles.unwrap().ascendant_deg;
    near("ascendant", ascendant, at(Cancer, 11.0, 38.0), MINUTE_DEG);
    near(
        "sun",
        body(&chart, Body::Sun),
        at(Pisces, 23.0, 30.0),
        MINUTE_DEG,
    );
    near(
        "moon",
        body(&chart, Body::Moon),
        at(Sagittarius, 14.0, 31.0),
        MINUTE_DEG,
    );
}

fn frame(armc_deg: f64, obliquity_deg: f64, latitude_deg: f64) -> HouseFrame {
    HouseFrame {
        armc_deg,
        obliquity_deg,
        latitude_deg,
        sun_declination_deg: 0.0,
        ayanamsha_deg: 0.0,
    }
}

/// Raphael's Tables of Houses for London, 51°32' N: the line of sidereal time 0h 0m 0s. Intermediate cusps are printed to
/// the whole degree, the Ascendant to the minute.
#[test]
fn raphaels_table_for_london() {
    let frame = frame(0.0, 23.45, 51.0 + 32.0 / 60.0);
    let cusps = Houses::compute(HouseSystem::Placidus, &frame)
        .unwrap()
        .cusps_deg;
    near(
        "ascendant",
        cusps[0],
        at(Cancer, 26.0, 36.0),
        1.5 * MINUTE_DEG,
    );
    for (house, longitude) in [
        (10, at(Aries, 0.0, 0.0)),
        (11, at(Taurus, 9.0, 0.0)),
        (12, at(Gemini, 22.0, 0.0)),
        (2, at(Leo, 12.0, 0.0)),
        (3, at(Virgo, 3.0, 0.0)),
    ] {
        near(&format!("cusp {house}"), cusps[house - 1], longitude, 1.0);
    }
}

/// Tables of Houses, Placidus System, as quoted in a lesson on erecting charts (mysticwicks.com, 2001): Midheaven to the
/// second, Ascendant to a tenth of a minute, for 18h 24m and 18h 28m at 32 and 33 degrees north.
#[test]
fn the_tables_of_a_lesson() {
    for (minutes, midheaven, ascendant, latitude) in [
        (24.0, (5.0, 30.0, 29.0), (8.0, 56.9), 32.0),
        (28.0, (6.0, 25.0, 38.0), (10.0, 25.8), 32.0),
        (28.0, (6.0, 25.0, 38.0), (10.0, 35.0), 33.0),
    ] {
        let armc_deg = (18.0 + minutes / 60.0) * 15.0;
        let angles = Angles::compute(&frame(armc_deg, 23.443, latitude));
        let (degrees, arcminutes, seconds) = midheaven;
        let published = at(Capricorn, degrees, arcminutes + seconds / 60.0);
        near("midheaven", angles.midheaven_deg, published, 2.0 / 3600.0);
        let published = at(Aries, ascendant.0, ascendant.1);
        near(
            "ascendant",
            angles.ascendant_deg,
            published,
            0.15 * MINUTE_DEG,
        );
    }
}

/// A. Harvey (alt.astrology.moderated, 2000): the Indian Astronomical Ephemeris's formula gives 23°51'25" for J2000, and
/// software with nutation 23°51'10".
#[test]
fn the_indian_ephemeris_for_the_year_2000() {
    let at = Instant::<Tt>::from_julian_date(2_451_545.0);
    let mean = Ayanamsha::Lahiri.mean_deg(at);
    near(
        "mean",
        mean,
        23.0 + 51.0 / 60.0 + 25.5 / 3600.0,
        1.0 / 3600.0,
    );
    let nutation_deg = Ephemeris::embedded().sky(at).unwrap().nutation().dpsi_deg;
    near(
        "true",
        mean + nutation_deg,
        23.0 + 51.0 / 60.0 + 10.0 / 3600.0,
        2.0 / 3600.0,
    );
}

fn lots(ascendant_deg: f64, sun_deg: f64, moon_deg: f64) -> LotPoints {
    LotPoints {
        ascendant_deg,
        sun_deg,
        moon_deg,
        mercury_deg: 0.0,
        venus_deg: 0.0,
        mars_deg: 0.0,
        jupiter_deg: 0.0,
        saturn_deg: 0.0,
    }
}

/// M. Heindel, Simplified Scientific Astrology (1919), p. 70: Ascendant 18°56' Virgo, Sun 9°36' Leo, Moon 19°18' Aquarius give
/// the Part of Fortune in 28°38' Pisces.
#[test]
fn heindels_part_of_fortune() {
    let points = lots(
        at(Virgo, 18.0, 56.0),
        at(Leo, 9.0, 36.0),
        at(Aquarius, 19.0, 18.0),
    );
    let fortune = Lot::Fortune.longitude_deg(&points, Sect::Day, LotFormula::Sect);
    near("fortune", fortune, at(Pisces, 28.0, 38.0), 1e-9);
}

/// Vettius Valens, Anthology II.22: four nativities by sign, with the lots of Fortune and of Exaltation, and the lords of the
/// triplicity of the luminary of the sect.
#[test]
fn four_nativities_of_vettius_valens() {
    for (ascendant, sun, moon, sect, fortune, exaltation) in [
        (Libra, Scorpio, Cancer, Sect::Night, Aquarius, Leo),
        (Cancer, Taurus, Aries, Sect::Day, Gemini, Gemini),
        (Leo, Taurus, Aquarius, Sect::Day, Taurus, Cancer),
        (Leo, Scorpio, Aries, Sect::Night, Pisces, Virgo),
    ] {
        // Signs are counted whole: all points at the same degree, the exaltations at the beginning of their signs.
        let points = lots(ascendant.begin_deg(), sun.begin_deg(), moon.begin_deg());
        let sign_of = |lot: Lot| Sign::of(lot.longitude_deg(&points, sect, LotFormula::Sect));
        assert_eq!(sign_of(Lot::Fortune), fortune);
        assert_eq!(sign_of(Lot::Exaltation), exaltation);
    }
    for (sign, sect, lords) in [
        (Cancer, Sect::Night, [Body::Mars, Body::Venus, Body::Moon]),
        (Taurus, Sect::Day, [Body::Venus, Body::Moon, Body::Mars]),
        (Aries, Sect::Night, [Body::Jupiter, Body::Sun, Body::Saturn]),
    ] {
        let rulers = triplicity(sign.element());
        let (first, second) = match sect {
            Sect::Day => (rulers.day, rulers.night),
            Sect::Night => (rulers.night, rulers.day),
        };
        assert_eq!([first, second, rulers.participating], lords);
    }
}

/// natalchart.co, Annual Profections: who turns 33 has the tenth house; Scorpio gives the year to Mars, Aquarius to Saturn,
/// Pisces to Jupiter.
#[test]
fn profections_of_a_guide() {
    let day = |year| CalendarMoment {
        year,
        month: 6,
        day: 15,
        second_of_day: 0.0,
    };
    for (ascendant, lord) in [
        (Aquarius, Body::Mars),  // tenth from Aquarius: Scorpio
        (Taurus, Body::Saturn),  // Aquarius
        (Gemini, Body::Jupiter), // Pisces
    ] {
        let found = profections(ascendant, day(1990), day(2023)).unwrap();
        assert_eq!(
            (found.age, found.annual.house, found.annual.lord),
            (33, 10, lord)
        );
    }
    for age in [0, 12, 24, 36, 48, 60, 72] {
        let found = profections(Leo, day(1900), day(1900 + age)).unwrap();
        assert_eq!(found.annual.house, 1);
    }
}

fn minutes_between(ours: Instant<Tt>, published: Instant<Utc>) -> f64 {
    (ours.minus(published.to_tt()) * 1440.0).abs()
}

/// Atlas Astrology, Moon void and ingress times, February 2015: void from a trine to the Sun at 20°34' Libra, 11:58 UT on the
/// 9th, until the Moon enters Scorpio at 7:05 UT on the 10th; next void from a trine to Mars, 5:32 UT on the 12th.
#[test]
fn void_of_course_in_february_2015() {
    let range = utc(2015, 2, 9, 12.0).to_tt()..utc(2015, 2, 12, 6.0).to_tt();
    let voids = void_of_course(
        Ephemeris::embedded(),
        &range,
        &MoonAspects::default(),
        Zodiac::Tropical,
    )
    .unwrap();
    assert_eq!(voids.len(), 2);
    let first = &voids[0];
    assert!(minutes_between(first.start, utc(2015, 2, 9, 11.0 + 58.0 / 60.0)) <= 1.0);
    assert!(minutes_between(first.end, utc(2015, 2, 10, 7.0 + 5.0 / 60.0)) <= 1.0);
    assert_eq!(first.last_aspect.unwrap().body, Body::Sun);
    assert_eq!((first.sign, first.next_sign), (Libra, Scorpio));
    let second = &voids[1];
    assert!(minutes_between(second.start, utc(2015, 2, 12, 5.0 + 32.0 / 60.0)) <= 1.0);
    assert_eq!(second.last_aspect.unwrap().body, Body::Mars);
}

/// Tracy's Astro Salon (2024) and Cafe Astrology: Mercury's retrograde period of April 2024 with its shadow, times in PDT.
#[test]
fn mercury_retrograde_in_april_2024() {
    let range = utc(2024, 4, 10, 0.0).to_tt()..utc(2024, 4, 11, 0.0).to_tt();
    let periods = retrograde_periods(
        Ephemeris::embedded(),
        Body::Mercury,
        Zodiac::Tropical,
        &range,
    )
    .unwrap();
    assert_eq!(periods.len(), 1);
    let period = &periods[0];
    let pdt =
        |month, day, hour: f64, minute: f64| utc(2024, month, day, hour + minute / 60.0 + 7.0);
    assert!(minutes_between(period.shadow_start, pdt(3, 18, 20.0, 39.0)) <= 1.5);
    assert!(minutes_between(period.retrograde.at, pdt(4, 1, 15.0, 14.0)) <= 1.0);
    assert!(minutes_between(period.direct.at, pdt(4, 25, 5.0, 54.0)) <= 1.0);
    assert!(minutes_between(period.shadow_end, pdt(5, 13, 2.0, 2.0)) <= 1.5);
    near(
        "retrograde",
        period.retrograde.longitude_deg,
        at(Aries, 27.0, 13.0),
        MINUTE_DEG,
    );
    near(
        "direct",
        period.direct.longitude_deg,
        at(Aries, 15.0, 58.5),
        MINUTE_DEG,
    );
    assert_eq!(period.signs, [Aries]);
}
