//! Compares today's zone histories with those of the machine that runs the test.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use places::Zone;

/// Where Debian's `tzdata` (and `tzdata-legacy`, where it is a separate package) installs its
/// files. `cargo xtask test` installs what is missing.
const FOLDER: &str = "/usr/share/zoneinfo";

/// Corrections that an older machine does not have yet: the zone, the instant from which it
/// applies, and the greatest difference in seconds.
const CORRECTED: &[(&str, i64, i64)] = &[
    // Release 2026b: since 2022 Moldova changes its clocks at the hour of the EU, an hour later.
    ("Europe/Chisinau", 1_640_995_200, 3_600),
    ("Europe/Tiraspol", 1_640_995_200, 3_600),
];

/// From 2000-01-01 to 2026-01-01.
const SPAN: std::ops::Range<i64> = 946_684_800..1_767_225_600;

#[test]
fn every_zone_agrees_with_the_machine_from_2000_to_2025() {
    let folder = Path::new(FOLDER);
    assert!(folder.is_dir(), "this test needs the Debian package tzdata");
    let (mut missing, mut wrong) = (Vec::new(), Vec::new());
    for name in Zone::names() {
        let Ok(bytes) = fs::read(folder.join(name)) else {
            missing.push(name);
            continue;
        };
        let theirs = TimeZone::tzif(name, &bytes).unwrap();
        let ours = Zone::named(name).unwrap();
        let start = Timestamp::from_second(SPAN.start).unwrap();
        let changes = theirs.following(start).map(|it| it.timestamp().as_second());
        let changes = changes.take_while(|it| *it < SPAN.end);
        // Every twelve hours, and both sides of each clock change.
        let mut instants = SPAN
            .step_by(43_200)
            .chain(changes.flat_map(|it| [it - 1, it]));
        let differs = instants.find(|it| {
            let timestamp = Timestamp::from_second(*it).unwrap();
            let offset = i64::from(theirs.to_offset(timestamp).seconds());
            let difference_s = (ours.offset_at(*it).microseconds() / 1_000_000 - offset).abs();
            difference_s > tolerated(name, *it)
        });
        if let Some(at) = differs {
            wrong.push(format!("{name} at {}", Timestamp::from_second(at).unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(missing.is_empty(), "the machine lacks {missing:?}");
}

/// Returns how far the machine may be wrong about a zone at an instant, in seconds.
fn tolerated(name: &str, at: i64) -> i64 {
    let corrected = CORRECTED.iter().find(|it| it.0 == name && at >= it.1);
    corrected.map_or(0, |it| it.2)
}
