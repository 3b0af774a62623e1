//! Today's clocks: our zone histories against those of the machine that runs the test.

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use places::Zone;

/// Where Debian's `tzdata` puts its files.
const FOLDER: &str = "/usr/share/zoneinfo";

/// Corrections that an older machine does not have yet: the zone and the release that made it.
const CORRECTED: &[(&str, &str)] = &[
    ("Europe/Chisinau", "2026b: EU transition times since 2022"),
    ("Europe/Tiraspol", "2026b: a link to Europe/Chisinau"),
];

/// From 2000-01-01 to 2026-01-01.
const SPAN: std::ops::Range<i64> = 946_684_800..1_767_225_600;

#[test]
fn every_zone_agrees_with_the_machine_from_2000_to_2025() {
    let folder = Path::new(FOLDER);
    assert!(folder.is_dir(), "this test needs the Debian package tzdata");
    let (mut compared, mut wrong) = (0, Vec::new());
    for name in Zone::names() {
        let Ok(bytes) = fs::read(folder.join(name)) else {
            continue;
        };
        compared += 1;
        let theirs = TimeZone::tzif(name, &bytes).unwrap();
        let ours = Zone::named(name).unwrap();
        let start = Timestamp::from_second(SPAN.start).unwrap();
        let changes = theirs.following(start).map(|it| it.timestamp().as_second());
        let changes = changes.take_while(|it| *it < SPAN.end);
        // Every twelve hours, and both sides of each change of clocks.
        let mut instants = SPAN
            .step_by(43_200)
            .chain(changes.flat_map(|it| [it - 1, it]));
        let differs = instants.find(|it| {
            let timestamp = Timestamp::from_second(*it).unwrap();
            let offset = i64::from(theirs.to_offset(timestamp).seconds());
            ours.offset_at(*it).microseconds() != offset * 1_000_000
        });
        if let Some(at) = differs
            && !CORRECTED.iter().any(|it| it.0 == name)
        {
            wrong.push(format!("{name} at {}", Timestamp::from_second(at).unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        compared > 400,
        "the machine has only {compared} of our zones"
    );
}
