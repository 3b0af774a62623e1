//! Measures the look-up of the texts of a natal response, one `name nanoseconds` per line: `cargo
//! xtask bench texts` runs it. Measures the CPU time of this thread, which excludes other programs.
#![expect(clippy::print_stdout, reason = "a program whose output is its purpose")]

use std::hint::black_box;

use interpretation::key::Key;
use interpretation::library::Library;
use interpretation::overlay::{OverlayText, TextCatalog, TextOverlay};
use interpretation::reading::{ChartFacts, MadeAspect, PlacedPoint, aspect_key, select};
use interpretation::vocabulary::{ASPECTS, POINTS, SIGNS};
use rustix::time::{ClockId, clock_gettime};

/// The number of texts in a natal response: each point in its sign and house, two angles, the rest
/// aspects.
const TEXTS: usize = 60;
/// The number of charts that are looked up in turn, so that no text is cached from the chart
/// before.
const CHARTS: usize = 500;
/// The number of repetitions, of which the best counts.
const ROUNDS: usize = 40;
/// The organization has rewritten every third text.
const REWRITTEN: usize = 3;

fn main() {
    let library = Library::embedded();
    let overlay = rewritten(library);
    let charts: Vec<_> = (0..CHARTS).map(chart).collect();
    for (name, overlay) in [("library", None), ("overlay", Some(&overlay))] {
        let shelf = TextCatalog::new(library, overlay);
        report(name, &charts, |chart| {
            let found = texts_of(chart, &shelf);
            assert_eq!(found, TEXTS, "every text is there");
        });
    }
    report("selection", &charts, |chart| {
        black_box(select(chart, 24));
    });
}

/// Returns a chart that differs from its neighbors. Its contents depend on its number alone.
fn chart(number: usize) -> ChartFacts<'static> {
    let spread = |step: usize, of: usize| (number * 7919 + step * 104_729) % of;
    let point = |(step, id): (usize, &&'static str)| PlacedPoint {
        id,
        sign: Some(SIGNS[spread(step, 12)]),
        house: u8::try_from(1 + spread(step + 15, 12)).ok(),
    };
    // Mercury and Venus stay near the Sun, so not every aspect between the three exists.
    let far = &POINTS[4..12];
    let pairs = (0..8).flat_map(|a| (a + 1..8).map(move |b| (far[a], far[b])));
    let aspect = |(step, (point_a, point_b))| MadeAspect {
        point_a,
        point_b,
        aspect: ASPECTS[spread(step, 5)],
        exactness: spread(step, 100) as f64 / 100.0,
    };
    ChartFacts {
        points: POINTS.iter().enumerate().map(point).collect(),
        angles: vec![
            ("ascendant", SIGNS[spread(40, 12)]),
            ("midheaven", SIGNS[spread(43, 12)]),
        ],
        aspects: pairs
            .enumerate()
            .map(aspect)
            .take(TEXTS - 2 * POINTS.len() - 2)
            .collect(),
        chart_ruler: Some(POINTS[spread(50, 7)]),
    }
}

/// Looks up every text of a chart, as a response does, and returns how many there were.
fn texts_of(chart: &ChartFacts<'_>, shelf: &TextCatalog<'_>) -> usize {
    let in_sign = chart.points.iter().filter_map(|it| {
        Key::new(
            "natal",
            "planet-in-sign",
            &format!("{}:{}", it.id, it.sign?),
        )
    });
    let in_house = chart.points.iter().filter_map(|it| {
        Key::new(
            "natal",
            "planet-in-house",
            &format!("{}:house-{}", it.id, it.house?),
        )
    });
    let angles = chart
        .angles
        .iter()
        .filter_map(|(angle, sign)| Key::new("natal", "angle-in-sign", &format!("{angle}:{sign}")));
    let aspects = chart
        .aspects
        .iter()
        .filter_map(|it| aspect_key("natal", (it.point_a, it.point_b), it.aspect));
    let keys = in_sign.chain(in_house).chain(angles).chain(aspects);
    let passages = keys.filter_map(|key| black_box(shelf.passage(&key, "en")));
    passages.count()
}

fn rewritten(library: &Library<'static>) -> TextOverlay {
    let mut overlay = TextOverlay::default();
    for text in library.texts().iter().step_by(REWRITTEN) {
        let own = OverlayText {
            title: text.title.into(),
            body: text.body.into(),
            teaser: text.teaser.into(),
            long: text.long.into(),
            origin: "own".into(),
        };
        overlay.insert(&text.urn(), own);
    }
    overlay
}

fn report(name: &str, charts: &[ChartFacts<'_>], mut work: impl FnMut(&ChartFacts<'_>)) {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = processor_nanoseconds();
        charts.iter().for_each(&mut work);
        best = best.min((processor_nanoseconds() - begin) / charts.len() as f64);
    }
    println!("{name} {best:.1}");
}

fn processor_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
