//! Measures calculations. Prints one `name nanoseconds` pair per line. `cargo xtask bench calc`
//! runs it next to a peer and passes the instants (Julian Dates) on standard input. The clock is
//! the CPU time of this thread, so other programs do not count. With a name as its argument it
//! measures that calculation alone, for use with a profiler.
#![expect(clippy::print_stdout, reason = "a program whose output is its purpose")]

use std::{error::Error, hint::black_box, io::Read as _};

use astrology::{
    antiscia::{antiscion_deg, contra_antiscion_deg},
    aspect::{AspectSet, AspectSettings, Orbs},
    ayanamsha::{Ayanamsha, Zodiac},
    chart::{Chart, ChartError, ChartMoment, ChartOptions, NodeKind},
    explain::{Question, Reading, explain},
    fixed_star::{StarOptions, star_conjunctions},
    forecast::transit::{NatalPlace, TransitRequest, transits},
    house::{HouseFrame, HouseSystem, Houses},
    lot::Lot,
    margin::{Alternatives, FactSet, MarginRequest, margins},
    midpoint::midpoints,
    moon::{MoonAspects, moon_days},
    point::{Angle, Point},
    vedic::{
        chart::{VedicChart, VedicOptions, point},
        dasha::{DashaBirth, DashaYear, nakshatra_dasha::vimshottari},
        graha::Graha,
        panchang::{CivilDay, PanchangSettings, panchang},
        varga::{Varga, VargaVariants},
    },
};
use ephemeris::{Ephemeris, Instant, Observer, event::rise_set::Horizon};
use rustix::time::{ClockId, clock_gettime};

/// As in the service.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const AMSTERDAM: Observer = Observer {
    latitude_deg: 52.37,
    longitude_deg: 4.9,
    height_m: 0.0,
};

/// Repetitions. The best figure of each slice counts.
const ROUNDS: usize = 9;

/// Charts per slice: what a busy machine runs between two context switches, which leave cold caches
/// behind.
const SLICE: usize = 50;

/// Forecasts take a thousand times as long as charts.
const FORECASTS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let dates: Vec<f64> = text.lines().map(str::parse).collect::<Result<_, _>>()?;
    let few = &dates[..dates.len().min(FORECASTS)];
    let ephemeris = Ephemeris::embedded();
    report("placidus", &dates, |date| {
        let frame = HouseFrame {
            armc_deg: date % 360.0,
            obliquity_deg: 23.44,
            latitude_deg: date % 119.0 - 59.5,
            sun_declination_deg: 10.0,
            ayanamsha_deg: 0.0,
        };
        black_box(Houses::compute(HouseSystem::Placidus, &frame)).map_err(ChartError::from)?;
        Ok(())
    })?;
    let default = ChartOptions::default();
    report("natal", &dates, |date| {
        black_box(Chart::compute(
            ephemeris,
            moment(date),
            &AMSTERDAM,
            &default,
        )?);
        Ok(())
    })?;
    let all = everything();
    report("everything", &dates, |date| {
        chart_with_everything(ephemeris, date, &all)
    })?;
    let natal = Chart::compute(ephemeris, moment(2_448_058.02), &AMSTERDAM, &default)?;
    report("month", few, |date| forecast(ephemeris, &natal, date, 31.0))?;
    report("year", few, |date| {
        forecast(ephemeris, &natal, date, 365.25)
    })?;
    report("moonMonth", few, |date| moon_month(ephemeris, date))?;
    report("panchangYear", few, |date| panchang_year(ephemeris, date))?;
    report("vedicChart", &dates, |date| vedic_chart(ephemeris, date))?;
    report("vimshottariLife", few, |date| {
        vimshottari_of_a_life(ephemeris, date)
    })?;
    report("margins", few, |date| margins_of_a_birth(ephemeris, date))?;
    report("marginsVedic", few, |date| {
        margins_of_a_vedic_birth(ephemeris, date)
    })?;
    report("explain", few, |date| explanation(ephemeris, date))
}

fn moment(julian_date: f64) -> ChartMoment {
    ChartMoment::from_tt(Instant::from_julian_date(julian_date))
}

fn everything() -> ChartOptions {
    let mut points = Point::DEFAULT.to_vec();
    points.extend(Lot::ALL.into_iter().skip(1).map(Point::Lot));
    points.extend(Angle::ALL.map(Point::Angle));
    ChartOptions {
        points,
        aspects: AspectSettings {
            set: AspectSet::ALL,
            orbs: Orbs::natal(),
        },
        ..ChartOptions::default()
    }
}

fn chart_with_everything(
    ephemeris: &Ephemeris<'_>,
    date: f64,
    options: &ChartOptions,
) -> Result<(), Box<dyn Error>> {
    let chart = Chart::compute(ephemeris, moment(date), &AMSTERDAM, options)?;
    let places: Vec<(Point, f64)> = chart
        .points
        .iter()
        .map(|it| (it.point, it.longitude_deg))
        .collect();
    black_box(midpoints(&places[..Point::DEFAULT.len()]));
    for (_, longitude) in &places {
        black_box((antiscion_deg(*longitude), contra_antiscion_deg(*longitude)));
    }
    black_box(star_conjunctions(
        ephemeris,
        &chart,
        StarOptions::default(),
    )?);
    black_box(chart.house_rulers());
    black_box(&chart);
    Ok(())
}

fn forecast(
    ephemeris: &Ephemeris<'_>,
    chart: &Chart,
    date: f64,
    days: f64,
) -> Result<(), Box<dyn Error>> {
    let angles = [
        Angle::Ascendant,
        Angle::Midheaven,
        Angle::Descendant,
        Angle::ImumCoeli,
    ];
    let mut natal: Vec<NatalPlace> = chart
        .points
        .iter()
        .map(|it| (it.point, it.longitude_deg).into())
        .collect();
    natal.extend(
        angles
            .into_iter()
            .filter_map(|it| Some(NatalPlace::from((Point::Angle(it), chart.angle_deg(it)?)))),
    );
    let start = Instant::from_julian_date(date);
    let request = TransitRequest {
        natal: &natal,
        houses: chart.houses.as_ref(),
        moving: &Point::DEFAULT,
        aspects: AspectSettings {
            set: AspectSet::PTOLEMAIC,
            orbs: Orbs::forecast(),
        },
        zodiac: Zodiac::Tropical,
        node: NodeKind::True,
        range: start..start.plus_days(days),
    };
    black_box(transits(ephemeris, &request)?);
    Ok(())
}

fn moon_month(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let start = Instant::from_julian_date(date);
    let days: Vec<_> = (0..31)
        .map(|day| start.plus_days(f64::from(day))..start.plus_days(f64::from(day) + 1.0))
        .collect();
    black_box(moon_days(
        ephemeris,
        &days,
        &MoonAspects::default(),
        Zodiac::Tropical,
    )?);
    Ok(())
}

fn panchang_year(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let start = Instant::from_julian_date(date.floor() + 0.5);
    let days: Vec<CivilDay> = (0..365_i32)
        .map(|day| CivilDay {
            number: i64::from(day),
            range: start.plus_days(f64::from(day))..start.plus_days(f64::from(day) + 1.0),
        })
        .collect();
    let settings = PanchangSettings {
        observer: AMSTERDAM,
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        horizon: Horizon::default(),
    };
    black_box(panchang(ephemeris, &days, &settings)?);
    Ok(())
}

/// A chart with every divisional chart.
fn vedic_chart(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let options = VedicOptions::default();
    let chart = VedicChart::compute(ephemeris, moment(date), &AMSTERDAM, &options);
    let chart = chart.map_err(|error| format!("{error:?}"))?;
    let variants = VargaVariants::default();
    for varga in Varga::ALL {
        black_box(variants.sign(varga, chart.lagna_deg()));
        for longitude_deg in chart.longitudes_deg() {
            black_box(variants.sign(varga, longitude_deg));
        }
    }
    black_box(&chart);
    Ok(())
}

/// Every period of a cycle of 120 years, on five levels.
fn vimshottari_of_a_life(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let birth = DashaBirth {
        at: Instant::from_julian_date(date),
        year: DashaYear::Days(365.25),
        zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
    };
    let dasha = vimshottari(date % 360.0);
    let range = birth.at..dasha.end_of_cycle(ephemeris, &birth)?;
    let periods = dasha.periods(ephemeris, &birth, &range, (5, 70_000));
    black_box(periods.map_err(|error| format!("{error:?}"))?);
    Ok(())
}

/// A default natal chart in a window of twelve hours to each side, with every alternative.
fn margins_of_a_birth(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let request = MarginRequest {
        moment: moment(date),
        observer: AMSTERDAM,
        options: ChartOptions::default(),
        facts: FactSet {
            houses: true,
            aspects: true,
            midheaven_and_sect: true,
            ..FactSet::default()
        },
        window_days: 0.5,
        alternatives: Alternatives {
            ayanamshas: Ayanamsha::all().collect(),
            node: true,
            houses: HouseSystem::ALL.to_vec(),
        },
    };
    black_box(margins(ephemeris, &request)?);
    Ok(())
}

/// A Vedic chart with a navamsha.
fn margins_of_a_vedic_birth(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let request = MarginRequest {
        moment: moment(date),
        observer: AMSTERDAM,
        options: ChartOptions {
            points: Graha::ALL.map(point).to_vec(),
            house_system: HouseSystem::Whole,
            zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
            node: NodeKind::Mean,
            ..ChartOptions::default()
        },
        facts: FactSet {
            houses: true,
            nakshatras: true,
            vargas: vec![Varga::D9],
            ..FactSet::default()
        },
        window_days: 0.5,
        alternatives: Alternatives {
            ayanamshas: Ayanamsha::all().collect(),
            node: true,
            houses: vec![HouseSystem::Sripati],
        },
    };
    black_box(margins(ephemeris, &request)?);
    Ok(())
}

/// Fifteen longitudes and ten readings of a birth time.
fn explanation(ephemeris: &Ephemeris<'_>, date: f64) -> Result<(), Box<dyn Error>> {
    let chart = Chart::compute(
        ephemeris,
        moment(date),
        &AMSTERDAM,
        &ChartOptions::default(),
    )?;
    let places = chart.points.iter().map(|it| (it.point, it.longitude_deg));
    let question = Question {
        readings: (0..10)
            .map(|hour| Reading {
                moment: moment(date + f64::from(hour) / 24.0),
                cost: 1,
            })
            .collect(),
        observer: AMSTERDAM,
        longitudes: places
            .filter(|(point, _)| !matches!(point, Point::Lot(_)))
            .collect(),
        tolerance_deg: 1.0 / 60.0,
    };
    black_box(explain(ephemeris, &question, 5)?);
    Ok(())
}

fn report(
    name: &str,
    dates: &[f64],
    mut work: impl FnMut(f64) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).is_some_and(|only| only != name) {
        return Ok(());
    }
    let mut sum = 0.0;
    for slice in dates.chunks(if dates.len() > FORECASTS { SLICE } else { 1 }) {
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let begin = processor_nanoseconds();
            for date in slice {
                work(*date)?;
            }
            best = best.min(processor_nanoseconds() - begin);
        }
        sum += best;
    }
    println!("{name} {:.1}", sum / dates.len() as f64);
    Ok(())
}

fn processor_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
