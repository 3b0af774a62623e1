//! Values derived by hand from the definitions.

use ephemeris::{Body, Ephemeris, Instant};

use super::{
    Shadbala, ShadbalaFacts, cheshta, dig, drik, kala, naisargika, nature::Natures, required,
    sthana,
};
use crate::{
    angle::{difference_deg, separation_deg},
    sign::Sign,
    vedic::{graha::Graha, upagraha::VedicDay},
};

/// The grahas at these longitudes, the lagna at 0° Aries, the midheaven at 0° Capricorn, at noon of a Saturday.
fn facts(longitudes_deg: [f64; 9]) -> ShadbalaFacts {
    // 2000-01-01 was a Saturday.
    let noon = Instant::from_julian_date(2_451_545.0);
    ShadbalaFacts {
        longitudes_deg,
        lagna_deg: 0.0,
        midheaven_deg: 270.0,
        ayanamsha_deg: 24.0,
        sun_hour_angle_deg: 0.0,
        at: noon,
        day: VedicDay {
            sunrise: noon.plus_days(-0.25),
            sunset: noon.plus_days(0.25),
            next_sunrise: noon.plus_days(0.75),
            is_daytime: true,
            weekday: 6,
            number: 2_451_545,
        },
    }
}

/// Sun 10° Aries, Moon 3° Libra, Mars 28° Capricorn, Mercury 0°30' Aries, Jupiter 5° Cancer, Venus 27° Pisces, Saturn
/// 20° Libra, Rahu 0° Gemini.
const EXALTED: [f64; 9] = [10.0, 183.0, 298.0, 0.5, 95.0, 357.0, 200.0, 60.0, 240.0];

fn is_near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

#[test]
fn uccha_is_full_in_exaltation_and_nothing_in_debilitation() {
    for graha in Graha::SEVEN {
        let deepest = super::super::dignity::exaltation_deg(graha).unwrap();
        assert!(is_near(sthana::uccha(graha, deepest), 60.0));
        assert!(is_near(sthana::uccha(graha, deepest + 180.0), 0.0));
        assert!(is_near(sthana::uccha(graha, deepest + 90.0), 30.0));
    }
}

#[test]
fn saptavargaja_adds_the_dignities_in_seven_vargas() {
    // The Sun at 10° Aries. D1 Aries (Mars), D2 Leo (Sun), D3 Leo (Sun: 10° begins the second part), D7 Gemini
    // (Mercury: 10° is in the third part), D9 Cancer (Moon: the fourth part), D12 Leo (Sun: the fifth part), D30
    // Sagittarius (Jupiter: 10° to 18° of an odd sign).
    // Mars in Capricorn is the tenth from Aries, a friend for the time being and by nature: 22.5. Mercury in Aries is
    // a temporary enemy, by nature neutral: enemy, 3.75. The Moon in Libra is a temporary enemy, a friend by nature:
    // neutral, 7.5. Jupiter in Cancer, the fourth, is a friend in both ways: 22.5.
    let found = sthana::SthanaBala::of(Graha::Sun, &facts(EXALTED));
    let expected = 22.5 + 30.0 + 30.0 + 3.75 + 7.5 + 30.0 + 22.5;
    assert!(is_near(found.saptavargaja, expected), "{found:?}");
    // Aries is odd, Cancer is even; the first house; 10° is in the second drekkana.
    assert!(is_near(found.ojayugma, 15.0));
    assert!(is_near(found.kendradi, 60.0));
    assert!(is_near(found.drekkana, 0.0));
    assert!(is_near(found.total(), 60.0 + expected + 75.0));
}

#[test]
fn moolatrikona_counts_in_the_rashi_chart_only() {
    // The Sun at 0°30' Leo: moolatrikona in D1; its own D2 (odd sign, first half), D3 and D12 (first parts of Leo);
    // D7 Leo; D9 Aries, D30 Aries.
    let mut longitudes = EXALTED;
    longitudes[0] = 120.5;
    // Mars in Capricorn is the sixth sign from Leo: a friend by nature, an enemy for the time being.
    let found = sthana::SthanaBala::of(Graha::Sun, &facts(longitudes));
    assert!(is_near(found.saptavargaja, 45.0 + 4.0 * 30.0 + 2.0 * 7.5));
}

#[test]
fn kendradi_and_drekkana_follow_house_and_third() {
    let houses = Sign::ALL.map(|sign| sthana::kendradi(Sign::Aries, sign));
    assert_eq!(houses[..6], [60.0, 30.0, 15.0, 60.0, 30.0, 15.0]);
    assert_eq!(houses[6..], houses[..6]);
    for (graha, middle) in [
        (Graha::Sun, 5.0),
        (Graha::Mars, 5.0),
        (Graha::Jupiter, 5.0),
        (Graha::Mercury, 15.0),
        (Graha::Saturn, 15.0),
        (Graha::Moon, 25.0),
        (Graha::Venus, 25.0),
    ] {
        for at in [5.0, 15.0, 25.0] {
            let expected = if is_near(at, middle) { 15.0 } else { 0.0 };
            let found = sthana::drekkana(graha, 60.0 + at);
            assert!(is_near(found, expected), "{graha:?} {at}");
        }
    }
}

#[test]
fn direction_is_full_opposite_the_powerless_point() {
    let of = |graha: Graha, longitude_deg| {
        let mut longitudes = [0.0; 9];
        longitudes[graha.index()] = longitude_deg;
        dig::dig_bala(graha, &facts(longitudes))
    };
    // Jupiter and Mercury in the east, Sun and Mars in the south, Saturn in the west, Moon and Venus in the north.
    for (graha, direction) in [
        (Graha::Jupiter, 0.0),
        (Graha::Mercury, 0.0),
        (Graha::Sun, 270.0),
        (Graha::Mars, 270.0),
        (Graha::Saturn, 180.0),
        (Graha::Moon, 90.0),
        (Graha::Venus, 90.0),
    ] {
        assert!(is_near(of(graha, direction), 60.0), "{graha:?}");
        assert!(is_near(of(graha, direction + 180.0), 0.0), "{graha:?}");
        assert!(is_near(of(graha, direction + 45.0), 45.0), "{graha:?}");
    }
}

#[test]
fn strength_by_day_and_half_month_is_that_of_the_definitions() {
    // Three hours after noon the Sun is 45 degrees past the meridian.
    assert!(is_near(kala::natonnata(Graha::Sun, 45.0), 45.0));
    assert!(is_near(kala::natonnata(Graha::Saturn, -45.0), 15.0));
    assert!(is_near(kala::natonnata(Graha::Mercury, 45.0), 60.0));
    // The Moon is 173 degrees from the Sun, so it is a benefic and its 57.67 count twice. Mercury shares Aries with the
    // Sun alone, so it is a malefic like Mars.
    let found = Shadbala::compute(&facts(EXALTED));
    let paksha = |graha: Graha| found[graha.index()].kala.paksha;
    assert!(is_near(paksha(Graha::Jupiter), 173.0 / 3.0));
    assert!(is_near(paksha(Graha::Moon), 346.0 / 3.0));
    for graha in [Graha::Sun, Graha::Mars, Graha::Mercury, Graha::Saturn] {
        assert!(is_near(paksha(graha), 7.0 / 3.0), "{graha:?}");
    }
}

#[test]
fn mercury_is_good_in_good_company_and_the_moon_when_half_lit() {
    let mut longitudes = EXALTED;
    let natures = Natures::of(&facts(longitudes));
    assert!(!natures.is_benefic(Graha::Mercury) && natures.is_benefic(Graha::Moon));
    longitudes[Graha::Venus.index()] = 1.0;
    assert!(Natures::of(&facts(longitudes)).is_benefic(Graha::Mercury));
    longitudes[Graha::Moon.index()] = 99.0;
    assert!(!Natures::of(&facts(longitudes)).is_benefic(Graha::Moon));
    longitudes[Graha::Moon.index()] = 101.0;
    assert!(Natures::of(&facts(longitudes)).is_benefic(Graha::Moon));
}

#[test]
fn the_lords_of_time_are_those_of_the_count_of_days() {
    let facts = facts(EXALTED);
    let lords = kala::lord::TimeLords::of(facts.at, &facts.day);
    assert_eq!(lords.vara, Graha::Saturn);
    // Noon is the beginning of the seventh hora, which has the lord of the seventh after Saturn in the Chaldean order:
    // Saturn, Jupiter, Mars, Sun, Venus, Mercury, Moon.
    assert_eq!(lords.hora, Graha::Moon);
    assert_eq!(lords.tribhaga, Graha::Sun);
    // 1 January 1860 was day 714,404,108,573 (Burgess), which is Sunday's remainder 1 when divided by seven.
    let burgess: i64 = 714_404_108_573;
    assert_eq!(burgess % 7, 1);
    // The quotients by 360 and 30, times three and two, plus one, divided by seven leave the lords, from Sunday as 1.
    let of = |days: i64, factor: i64| {
        let remainder = (burgess - 1) / days * factor + 1;
        Graha::SEVEN[usize::try_from((remainder - 1) % 7).unwrap()]
    };
    let day = 2_400_411;
    assert_eq!(kala::lord::lord_of_span(day, 360), of(360, 3));
    assert_eq!(kala::lord::lord_of_span(day, 30), of(30, 2));
    // A weekday is a span of one day: 1 January 1860 was a Sunday.
    assert_eq!(kala::lord::lord_of_span(day, 1), Graha::Sun);
}

#[test]
fn ayana_follows_the_declination() {
    // At 90° the declination is the whole obliquity, at 0° it is nothing.
    for (graha, at_solstice, at_equinox) in [
        (Graha::Sun, 120.0, 60.0),
        (Graha::Mars, 60.0, 30.0),
        (Graha::Moon, 0.0, 30.0),
        (Graha::Saturn, 0.0, 30.0),
        (Graha::Mercury, 60.0, 30.0),
    ] {
        assert!((kala::ayana(graha, 90.0) - at_solstice).abs() < 1e-6);
        assert!((kala::ayana(graha, 180.0) - at_equinox).abs() < 1e-6);
    }
    assert!((kala::ayana(Graha::Mercury, 270.0) - 60.0).abs() < 1e-6);
}

#[test]
fn a_war_moves_strength_from_the_one_ahead_to_the_one_behind() {
    let mut longitudes = EXALTED;
    longitudes[Graha::Mars.index()] = 95.5;
    let found = Shadbala::compute(&facts(longitudes));
    let (mars, jupiter) = (found[Graha::Mars.index()], found[Graha::Jupiter.index()]);
    let before = |it: &Shadbala| it.sthana.total() + it.dig + it.kala.until_hora();
    let moved = (before(&mars) - before(&jupiter)).abs() / 181.0;
    assert!(is_near(jupiter.kala.yuddha, moved) && is_near(mars.kala.yuddha, -moved));
    assert!(moved > 0.0);
}

#[test]
fn mean_longitudes_are_near_the_true_heliocentric_ones() {
    // The equation of the center is at most 23.7, 0.8, 10.7, 5.6 and 6.5 degrees (2e + 5e²/4 with the eccentricities
    // 0.2056, 0.0068, 0.0934, 0.0484, 0.0542); the great inequality adds a degree.
    let heliocentric = ephemeris::View {
        center: ephemeris::Center::Heliocentric,
        ..ephemeris::View::default()
    };
    for (graha, most) in [
        (Graha::Mercury, 24.5),
        (Graha::Venus, 1.0),
        (Graha::Mars, 11.5),
        (Graha::Jupiter, 7.0),
        (Graha::Saturn, 8.0),
    ] {
        let mut mean_offset = 0.0;
        for index in 0..400 {
            let at = Instant::from_julian_date(2_415_020.0 + 197.3 * f64::from(index));
            let sky = Ephemeris::embedded().sky(at).unwrap();
            let place = sky
                .place_with(graha.body().unwrap(), &heliocentric)
                .unwrap();
            let mean = cheshta::mean_longitude_deg(graha, at).unwrap();
            let offset = difference_deg(place.longitude_deg, mean);
            assert!(offset.abs() < most, "{graha:?} {offset}");
            mean_offset += offset / 400.0;
        }
        assert!(mean_offset.abs() < 1.6, "{graha:?} {mean_offset}");
    }
    let at = Instant::from_julian_date(2_451_545.0);
    let sun = Ephemeris::embedded()
        .sky(at)
        .unwrap()
        .place(Body::Sun)
        .unwrap();
    let mean = cheshta::mean_longitude_deg(Graha::Sun, at).unwrap();
    assert!(separation_deg(sun.longitude_deg, mean) < 2.0);
}

#[test]
fn motion_is_full_at_an_opposition_and_nothing_at_a_conjunction() {
    // With true and mean longitude alike, the kendra of an outer planet is its distance from the mean Sun.
    let at = |graha: Graha, longitude_deg: f64| {
        let mut facts = facts([0.0; 9]);
        facts.longitudes_deg[graha.index()] = longitude_deg - facts.ayanamsha_deg;
        cheshta::cheshta_bala(graha, &facts)
    };
    let noon = facts([0.0; 9]).at;
    let mean = |graha| cheshta::mean_longitude_deg(graha, noon).unwrap();
    for graha in [Graha::Mars, Graha::Jupiter, Graha::Saturn] {
        let expected = separation_deg(mean(graha), mean(Graha::Sun)) / 3.0;
        assert!(is_near(at(graha, mean(graha)), expected), "{graha:?}");
    }
    // Venus at the mean Sun: the kendra is that of its shighrochcha, its own mean longitude.
    let expected = separation_deg(mean(Graha::Venus), mean(Graha::Sun)) / 3.0;
    assert!(is_near(at(Graha::Venus, mean(Graha::Sun)), expected));
    assert!(is_near(at(Graha::Sun, 10.0), 0.0));
}

#[test]
fn aspects_are_whole_on_their_houses() {
    // House, and the quarters of an aspect there: 3 and 10 one, 5 and 9 two, 4 and 8 three, 7 four.
    let houses = [
        (3, 15.0),
        (10, 15.0),
        (5, 30.0),
        (9, 30.0),
        (4, 45.0),
        (8, 45.0),
        (7, 60.0),
    ];
    for (house, virupas) in houses {
        let ahead = f64::from(house - 1) * 30.0;
        assert!(
            is_near(drik::drishti(Graha::Sun, ahead), virupas),
            "{house}"
        );
    }
    for (graha, full) in [
        (Graha::Mars, [4, 8]),
        (Graha::Jupiter, [5, 9]),
        (Graha::Saturn, [3, 10]),
    ] {
        for house in full {
            let ahead = f64::from(house - 1) * 30.0;
            assert!(
                is_near(drik::drishti(graha, ahead), 60.0),
                "{graha:?} {house}"
            );
        }
    }
    assert!(is_near(drik::drishti(Graha::Sun, 15.0), 0.0));
    assert!(is_near(drik::drishti(Graha::Sun, 330.0), 0.0));
}

#[test]
fn the_total_is_the_sum_of_the_parts() {
    let naisargika: f64 = Graha::SEVEN.map(naisargika::naisargika_bala).iter().sum();
    assert!(is_near(naisargika, 240.0));
    for it in Shadbala::compute(&facts(EXALTED)) {
        let kala = it.kala;
        let parts = [
            it.sthana.uccha,
            it.sthana.saptavargaja,
            it.sthana.ojayugma,
            it.sthana.kendradi,
            it.sthana.drekkana,
            it.dig,
            kala.natonnata,
            kala.paksha,
            kala.tribhaga,
            kala.abda,
            kala.masa,
            kala.vara,
            kala.hora,
            kala.ayana,
            kala.yuddha,
            it.cheshta,
            it.naisargika,
            it.drik,
        ];
        assert!(is_near(it.total(), parts.iter().sum()), "{it:?}");
        assert!(is_near(it.ratio(), it.rupas() * 60.0 / required(it.graha)));
    }
}
