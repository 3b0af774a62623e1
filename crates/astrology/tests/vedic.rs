//! Properties of Vedic techniques, and known answers: varga signs against their definition at every arc minute, periods
//! that tile, numbers of bindus, and B. V. Raman's own chart.

#![expect(
    clippy::unwrap_used,
    reason = "a chart that is refused must fail loudly"
)]

use astrology::angle::difference_deg;
use astrology::ayanamsha::{Ayanamsha, Zodiac};
use astrology::chart::ChartMoment;
use astrology::sign::Sign;
use astrology::vedic::ashtakavarga::{Ashtakavarga, BinduTables};
use astrology::vedic::chart::{VedicChart, VedicOptions};
use astrology::vedic::dasha::nakshatra_dasha::{
    AshtottariStart, VIMSHOTTARI, ashtottari, vimshottari, yogini,
};
use astrology::vedic::dasha::{
    Dasha, DashaBirth, DashaError, DashaLord, DashaYear, Period, chara::chara,
};
use astrology::vedic::graha::Graha;
use astrology::vedic::varga::{
    Drekkana, Hora, Rudramsha, Shashtyamsha, Siddhamsha, Trimshamsha, Varga, VargaVariants,
};
use ephemeris::{Body, Ephemeris, Instant, Observer, Tt};
use proptest::prelude::*;

const MINUTES_IN_SIGN: usize = 1_800;

/// The sign of a part by the published rules, in whole numbers: `start` is the sign of the first part.
fn start(varga: Varga, sign: usize) -> usize {
    let is_odd = sign.is_multiple_of(2);
    let by_mode = |values: [usize; 3]| values[sign % 3];
    let by_element = |values: [usize; 4]| values[sign % 4];
    match varga {
        Varga::D2 | Varga::D24 => {
            if is_odd {
                4
            } else {
                3
            }
        }
        Varga::D6 | Varga::D40 => {
            if is_odd {
                0
            } else {
                6
            }
        }
        Varga::D7 => {
            if is_odd {
                sign
            } else {
                sign + 6
            }
        }
        Varga::D8 | Varga::D20 => by_mode([0, 8, 4]),
        Varga::D9 => by_element([0, 9, 6, 3]),
        Varga::D10 => {
            if is_odd {
                sign
            } else {
                sign + 8
            }
        }
        Varga::D16 | Varga::D45 => by_mode([0, 4, 8]),
        Varga::D27 => by_element([0, 3, 6, 9]),
        // As many signs before Aries as the sign is after it.
        Varga::D11 => 24 - sign,
        _ => sign,
    }
}

fn expected(varga: Varga, minute: usize) -> usize {
    let (sign, within) = (minute / MINUTES_IN_SIGN, minute % MINUTES_IN_SIGN);
    let part = within * usize::from(varga.divisions()) / MINUTES_IN_SIGN;
    let start = start(varga, sign);
    let found = match varga {
        Varga::D1 => sign,
        // Leo and Cancer in turn.
        Varga::D2 => {
            if part == 0 {
                start
            } else {
                7 - start
            }
        }
        Varga::D3 => start + [0, 4, 8][part],
        Varga::D4 => start + [0, 3, 6, 9][part],
        Varga::D5 if sign.is_multiple_of(2) => [0, 10, 8, 2, 6][part],
        Varga::D5 => [1, 5, 11, 9, 7][part],
        Varga::D30 => {
            let degree = within / 60;
            let (ends, signs) = if sign.is_multiple_of(2) {
                ([5, 10, 18, 25, 30], [0, 10, 8, 2, 6])
            } else {
                ([5, 12, 20, 25, 30], [1, 5, 11, 9, 7])
            };
            signs[ends.iter().position(|end| degree < *end).unwrap()]
        }
        _ => start + part,
    };
    found % 12
}

#[test]
fn the_sign_of_every_varga_agrees_with_its_definition_at_every_arc_minute() {
    let variants = VargaVariants::default();
    for varga in Varga::ALL {
        for minute in 0..12 * MINUTES_IN_SIGN {
            let found = variants.sign(varga, minute as f64 / 60.0);
            assert_eq!(
                found.index(),
                expected(varga, minute),
                "{varga:?} {minute}'"
            );
        }
    }
}

/// What a varga gives for the parts of Aries and of Taurus, from the middles of the parts.
fn of_two_signs(variants: VargaVariants, varga: Varga) -> [Vec<usize>; 2] {
    let parts = usize::from(varga.divisions());
    [0.0, 30.0].map(|begin| {
        let middle = |part: usize| begin + 30.0 * (part as f64 + 0.5) / parts as f64;
        let signs = (0..parts).map(|part| variants.sign(varga, middle(part)).index());
        signs.collect()
    })
}

#[test]
fn variants_follow_the_rules_they_are_named_after() {
    let none = VargaVariants::default();
    let hora = |hora| of_two_signs(VargaVariants { hora, ..none }, Varga::D2);
    assert_eq!(hora(Hora::UmaShambhu), [vec![0, 1], vec![3, 2]]);
    // Mars by day, then Saturn, the lord of the 11th, by night. Venus by night, then Jupiter by day.
    assert_eq!(hora(Hora::Raman), [vec![7, 9], vec![1, 11]]);
    // Aries is of Mars: Scorpio by day, Aries by night. Taurus is of Venus: Libra by day, Taurus by night.
    assert_eq!(hora(Hora::Kashinatha), [vec![7, 0], vec![1, 6]]);
    assert_eq!(hora(Hora::Parivritti), [vec![0, 1], vec![2, 3]]);
    assert_eq!(hora(Hora::Somanatha), [vec![0, 1], vec![11, 10]]);
    let drekkana = |drekkana| of_two_signs(VargaVariants { drekkana, ..none }, Varga::D3);
    // Movable signs begin with themselves, fixed ones with the 9th.
    assert_eq!(
        drekkana(Drekkana::Jagannatha),
        [vec![0, 4, 8], vec![9, 1, 5]]
    );
    assert_eq!(
        drekkana(Drekkana::Somanatha),
        [vec![0, 1, 2], vec![11, 10, 9]]
    );
    assert_eq!(
        drekkana(Drekkana::Parivritti),
        [vec![0, 1, 2], vec![3, 4, 5]]
    );
    let rudramsha = |rudramsha| of_two_signs(VargaVariants { rudramsha, ..none }, Varga::D11);
    assert_eq!(rudramsha(Rudramsha::Raman)[0][..3], [11, 10, 9]);
    assert_eq!(rudramsha(Rudramsha::Raman)[1][..3], [0, 11, 10]);
    let of_24 = |siddhamsha| of_two_signs(VargaVariants { siddhamsha, ..none }, Varga::D24);
    assert_eq!(of_24(Siddhamsha::EvenReversed)[1][..3], [3, 2, 1]);
    assert_eq!(of_24(Siddhamsha::BothLeo)[1][..3], [4, 5, 6]);
    let trimshamsha = Trimshamsha::Parivritti;
    let of_30 = of_two_signs(
        VargaVariants {
            trimshamsha,
            ..none
        },
        Varga::D30,
    );
    // Thirty parts later, at the beginning of Taurus, the count has come to Libra.
    assert_eq!((of_30[0][0], of_30[0][29], of_30[1][0]), (0, 5, 6));
    let of_60 = |shashtyamsha| {
        of_two_signs(
            VargaVariants {
                shashtyamsha,
                ..none
            },
            Varga::D60,
        )
    };
    assert_eq!(of_60(Shashtyamsha::Aries)[1][..2], [0, 1]);
    assert_eq!(of_60(Shashtyamsha::EvenReversed)[1][..3], [1, 0, 11]);
    assert_eq!(of_60(Shashtyamsha::EvenReversed)[0][..2], [0, 1]);
    assert_eq!(of_60(Shashtyamsha::AriesEvenReversed)[1][..3], [11, 10, 9]);
}

fn birth(year: DashaYear) -> DashaBirth {
    DashaBirth {
        at: Instant::from_julian_date(2_448_058.0),
        year,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
    }
}

fn periods(dasha: &Dasha, year: DashaYear, years: f64, levels: u8) -> Vec<Period> {
    let birth = birth(year);
    let end = birth.at.plus_days(years * year.mean_days());
    dasha
        .periods(
            Ephemeris::embedded(),
            &birth,
            &(birth.at..end),
            (levels, 100_000),
        )
        .unwrap()
}

/// Checks that the periods follow one another, and that those below each cover it where they are complete.
fn check_tiles(periods: &[Period], whole: Option<(Instant<Tt>, Instant<Tt>)>) {
    for pair in periods.windows(2) {
        assert_eq!(pair[0].end, pair[1].start);
        assert!(pair[0].start < pair[0].end);
    }
    if let (Some((start, end)), Some(first), Some(last)) = (whole, periods.first(), periods.last())
    {
        assert_eq!((first.start, last.end), (start, end));
    }
}

fn is_within(period: &Period, from: Instant<Tt>, to: Instant<Tt>) -> bool {
    period.start >= from && period.end <= to
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn periods_of_every_level_tile_the_period_above(moon_deg in 0.0..360.0, system in 0..3) {
        let dasha = match system {
            0 => vimshottari(moon_deg),
            1 => yogini(moon_deg),
            _ => ashtottari(moon_deg, AshtottariStart::Ardra),
        };
        let year = DashaYear::Days(365.25);
        let found = periods(&dasha, year, 60.0, 4);
        let (from, to) = (birth(year).at, birth(year).at.plus_days(60.0 * 365.25));
        prop_assert!(found[0].start <= from && found[found.len() - 1].end >= to);
        check_tiles(&found, None);
        let mut stack: Vec<&Period> = found.iter().collect();
        while let Some(period) = stack.pop() {
            let whole = is_within(period, from, to).then_some((period.start, period.end));
            check_tiles(&period.periods, whole);
            // The first period below has the lord of the period.
            if whole.is_some() && !period.periods.is_empty() {
                prop_assert_eq!(period.periods[0].lord, period.lord);
            }
            stack.extend(&period.periods);
        }
    }

    #[test]
    fn a_vimshottari_period_lasts_the_product_of_the_years_of_its_lords(moon_deg in 0.0..360.0) {
        let years = |lord: DashaLord| {
            let found = VIMSHOTTARI.iter().find(|(graha, _)| DashaLord::Graha(*graha) == lord);
            found.unwrap().1
        };
        let found = periods(&vimshottari(moon_deg), DashaYear::Days(360.0), 119.0, 3);
        for maha in &found {
            let days = maha.end.minus(maha.start);
            prop_assert!((days - years(maha.lord) * 360.0).abs() < 1e-6);
            for antar in &maha.periods {
                let antar_years = years(maha.lord) * years(antar.lord) / 120.0;
                prop_assert!((antar.end.minus(antar.start) - antar_years * 360.0).abs() < 1e-6);
                for third in &antar.periods {
                    let expected = antar_years * years(third.lord) / 120.0 * 360.0;
                    prop_assert!((third.end.minus(third.start) - expected).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn the_sum_of_all_bindus_is_337_and_386_with_the_lagna(signs in prop::array::uniform9(0..12_usize), lagna in 0..12_usize) {
        for tables in BinduTables::ALL {
            let found = Ashtakavarga::compute(tables, Sign::ALL[lagna], &signs.map(|it| Sign::ALL[it]));
            let sum = |bindus: [u8; 12]| bindus.iter().map(|it| u32::from(*it)).sum::<u32>();
            prop_assert_eq!(sum(found.sarva()), 337);
            prop_assert_eq!(sum(found.sarva_with_lagna()), 386);
            // Eight givers at most.
            prop_assert!(found.bhinna.iter().flatten().all(|it| *it <= 8));
        }
    }

    #[test]
    fn chara_periods_tile_a_life(signs in prop::array::uniform9(0..12_usize), lagna in 0..12_usize) {
        let dasha = chara(Sign::ALL[lagna], &signs.map(|it| Sign::ALL[it]));
        let found = periods(&dasha, DashaYear::Days(365.25), dasha.cycle_years() - 0.01, 2);
        prop_assert_eq!(found.len(), 12);
        check_tiles(&found, None);
        for period in &found {
            prop_assert_eq!(period.periods.len(), 12);
            check_tiles(&period.periods, Some((period.start, period.end)));
            // The sub-periods end with that of the sign itself.
            prop_assert_eq!(period.periods[11].lord, period.lord);
        }
    }
}

#[test]
fn the_stack_at_an_instant_has_one_period_of_each_level() {
    let (dasha, birth) = (vimshottari(123.4), birth(DashaYear::Days(365.25)));
    for years in [0.0, 17.3, 119.9, 130.0] {
        let at = birth.at.plus_days(years * 365.25);
        let found = dasha.periods(Ephemeris::embedded(), &birth, &(at..at), (5, 100));
        let mut level = found.unwrap();
        for number in 1..=5 {
            assert_eq!(level.len(), 1, "level {number} at {years}");
            let period = level.remove(0);
            assert!(period.start <= at && at < period.end);
            assert_eq!(period.level, number);
            level = period.periods;
        }
        assert!(level.is_empty());
    }
}

#[test]
fn more_periods_than_the_limit_are_refused() {
    let (dasha, birth) = (vimshottari(123.4), birth(DashaYear::Days(365.25)));
    let range = birth.at..birth.at.plus_days(120.0 * 365.25);
    let found = |limit| dasha.periods(Ephemeris::embedded(), &birth, &range, (2, limit));
    // Nine complete maha dashas of nine each, of which the first began before birth and comes again.
    assert_eq!(found(20), Err(DashaError::TooMany));
    assert!(found(110).is_ok());
}

#[test]
fn years_of_the_sun_bring_it_back_and_years_of_tithis_bring_the_moon_back_to_its_phase() {
    let ephemeris = Ephemeris::embedded();
    let sidereal_sun = |at: Instant<Tt>| {
        let sky = ephemeris.sky(at).unwrap();
        let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
        sky.longitude(Body::Sun).unwrap().0 - zodiac.offset_deg(at, sky.nutation().dpsi_deg)
    };
    let tropical_sun = |at: Instant<Tt>| ephemeris.sky(at).unwrap().longitude(Body::Sun).unwrap().0;
    let elongation = |at: Instant<Tt>| {
        let sky = ephemeris.sky(at).unwrap();
        sky.longitude(Body::Moon).unwrap().0 - sky.longitude(Body::Sun).unwrap().0
    };
    let check = |year, angle: &dyn Fn(Instant<Tt>) -> f64| {
        // Maha dashas have whole years, so the angle is the same at each of their beginnings.
        let found = periods(&vimshottari(200.0), year, 60.0, 1);
        for pair in found.windows(2) {
            let moved_deg = difference_deg(angle(pair[1].start), angle(pair[0].start));
            assert!(moved_deg.abs() < 1e-6, "{year:?} {moved_deg}");
        }
        // They differ from mean years, and by no more than the equation of center.
        let days = found[1].end.minus(found[1].start);
        let DashaLord::Graha(lord) = found[1].lord else {
            unreachable!("lords of Vimshottari are grahas")
        };
        let years = VIMSHOTTARI.iter().find(|(it, _)| *it == lord).unwrap().1;
        assert!((days - years * year.mean_days()).abs() < 3.0, "{year:?}");
    };
    check(DashaYear::SunSidereal, &sidereal_sun);
    check(DashaYear::SunTropical, &tropical_sun);
    check(DashaYear::Tithi, &elongation);
}

#[test]
fn the_periods_below_follow_the_sun_too() {
    // A tenth of a year of the Sun is 36 degrees, wherever in the year it falls.
    let found = periods(&vimshottari(40.0), DashaYear::SunSidereal, 10.0, 2);
    let ephemeris = Ephemeris::embedded();
    let sun = |at: Instant<Tt>| {
        let sky = ephemeris.sky(at).unwrap();
        let zodiac = Zodiac::Sidereal(Ayanamsha::Lahiri);
        sky.longitude(Body::Sun).unwrap().0 - zodiac.offset_deg(at, sky.nutation().dpsi_deg)
    };
    // The Moon's ten years begin at birth with the Moon's own: ten months.
    let antar = &found[0].periods[0];
    assert_eq!(antar.lord, DashaLord::Graha(Graha::Moon));
    let moved_deg = difference_deg(sun(antar.end), sun(antar.start));
    assert!(
        (moved_deg.rem_euclid(360.0) - 300.0).abs() < 1e-6,
        "{moved_deg}"
    );
}

#[test]
fn raman_counts_six_bindus_for_the_sun_of_8_august_1912() {
    // B. V. Raman's own birth: 8 August 1912, 7.43 p.m. Indian standard time (14:13 UT), 13° N 77°35' E. He counts six
    // bindus for the Sun in its sign.
    let at = Instant::from_julian_date(2_419_622.5 + (14.0 + 13.0 / 60.0) / 24.0);
    let bangalore = Observer {
        latitude_deg: 13.0,
        longitude_deg: 77.0 + 35.0 / 60.0,
        height_m: 0.0,
    };
    let options = VedicOptions {
        zodiac: Zodiac::Sidereal(Ayanamsha::Raman),
        ..VedicOptions::default()
    };
    let moment = ChartMoment::from_utc(at);
    let chart = VedicChart::compute(Ephemeris::embedded(), moment, &bangalore, &options).unwrap();
    assert_eq!(
        (chart.lagna(), chart.signs()[0]),
        (Sign::Aquarius, Sign::Cancer)
    );
    let found = Ashtakavarga::compute(BinduTables::Varahamihira, chart.lagna(), &chart.signs());
    assert_eq!(found.bhinna[0][Sign::Cancer.index()], 6);
    let found = Ashtakavarga::compute(BinduTables::Parashara, chart.lagna(), &chart.signs());
    assert_eq!(found.bhinna[0][Sign::Cancer.index()], 6);
}
