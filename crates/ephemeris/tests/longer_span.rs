//! Extends the embedded ephemeris with another pack. Code that computes positions does not change.
#![cfg(feature = "embedded")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use ephemeris::event::lunation::lunations;
use ephemeris::pack::{ENTRY_BYTES, HEADER_BYTES};
use ephemeris::{Body, Ephemeris, ExtendError, Instant, Tt};

/// Days by which the pack of this test starts later than the embedded one; a whole number, because
/// the argument of a record is counted from the first day.
const LATER_DAYS: f64 = 400_000.0;

/// Builds a copy of the embedded pack with every series moved into the future: a pack of another
/// span.
fn later_pack() -> Vec<u8> {
    let mut bytes = include_bytes!("../../../data/sky.pack").to_vec();
    let count = u32::from_le_bytes(*bytes[12..].first_chunk().unwrap());
    for index in 0..usize::try_from(count).unwrap() {
        let at = HEADER_BYTES + index * ENTRY_BYTES + 8;
        let first = f64::from_le_bytes(*bytes[at..].first_chunk().unwrap());
        bytes[at..at + 8].copy_from_slice(&(first + LATER_DAYS).to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes[HEADER_BYTES..]);
    bytes[24..28].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// One test for the whole process: the embedded ephemeris is set once.
#[test]
fn a_longer_span_needs_no_change_where_positions_are_used() {
    let pack: &'static [u8] = later_pack().leak();
    let refused = Ephemeris::extend_embedded(&[&pack[1..]]);
    assert!(matches!(refused, Err(ExtendError::Pack { index: 0, .. })));
    Ephemeris::extend_embedded(&[pack]).unwrap();

    // As any caller does. The year 3000 is the later pack's copy of 1905.
    let sky = |days| Ephemeris::embedded().sky(Instant::<Tt>::from_days_since_j2000(days));
    let (then, copy) = (sky(-34_700.0).unwrap(), sky(LATER_DAYS - 34_700.0).unwrap());
    let distance = |sky: &ephemeris::Sky<'_>| sky.place(Body::Mars).unwrap().distance_au;
    assert!((distance(&then) / distance(&copy) - 1.0).abs() < 1e-9);
    // A search continues from one pack into the next.
    let start = Instant::from_days_since_j2000(237_000.0);
    let found = lunations(Ephemeris::embedded(), start..start.plus_days(60.0)).unwrap();
    assert!(found.len() >= 8, "{found:?}");

    // The span is reported as one.
    let span = Ephemeris::embedded().span(Body::Sun).unwrap();
    let alone = Ephemeris::open(include_bytes!("../../../data/sky.pack")).unwrap();
    let own = alone.span(Body::Sun).unwrap();
    assert_eq!(span.first, own.first);
    assert_eq!(span.last, own.last.plus_days(LATER_DAYS));
    let error = sky(LATER_DAYS + 300_000.0).unwrap_err().to_string();
    let expected = format!("to JD {}", span.last.julian_date());
    assert!(error.contains(&expected), "{error}");

    assert_eq!(Ephemeris::extend_embedded(&[pack]), Err(ExtendError::InUse));
}
