//! Damaged packs are rejected, and no accepted pack can make a query panic.
#![cfg(feature = "embedded")]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its fixture has failed"
)]

use ephemeris::pack::{ENTRY_BYTES, HEADER_BYTES, PADDING_BYTES};
use ephemeris::{Body, Ephemeris, Instant, PackError, Tt};
use proptest::prelude::*;

const WHOLE: &[u8] = include_bytes!("../../../data/sky.pack");

/// Records of each series in a small pack: some days around J2000.0.
const RECORDS: usize = 3;

/// Builds a pack of a few kilobytes: every series of the real one, cut to the records around
/// J2000.0.
fn small() -> Vec<u8> {
    let count = usize::try_from(u32_at(WHOLE, 12)).unwrap();
    let mut directory = Vec::new();
    let mut records: Vec<u8> = Vec::new();
    for index in 0..count {
        let start = HEADER_BYTES + index * ENTRY_BYTES;
        let mut entry = WHOLE[start..start + ENTRY_BYTES].to_vec();
        let (first, days) = (f64_at(&entry, 8), f64_at(&entry, 16));
        let size = usize::try_from(u32_at(&entry, 28)).unwrap();
        let begin = usize::try_from(u64_at(&entry, 32)).unwrap();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "some thousands"
        )]
        let skipped = (-first / days) as usize - 1;
        let from = begin + skipped * size;
        let to = HEADER_BYTES + count * ENTRY_BYTES + records.len();
        entry[8..16].copy_from_slice(&(first + skipped as f64 * days).to_le_bytes());
        entry[24..28].copy_from_slice(&u32::try_from(RECORDS).unwrap().to_le_bytes());
        entry[32..40].copy_from_slice(&(to as u64).to_le_bytes());
        directory.extend(entry);
        records.extend(&WHOLE[from..from + RECORDS * size]);
    }
    let mut bytes = WHOLE[..HEADER_BYTES].to_vec();
    bytes.extend(directory);
    bytes.extend(records);
    bytes.extend([0; PADDING_BYTES]);
    sealed(bytes)
}

/// Writes the correct length and checksum, so that only the rest is wrong.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[HEADER_BYTES..]);
    bytes[24..28].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*bytes[at..].first_chunk().unwrap())
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*bytes[at..].first_chunk().unwrap())
}

fn f64_at(bytes: &[u8], at: usize) -> f64 {
    f64::from_bits(u64_at(bytes, at))
}

/// The stack size for reading a pack, an eighth of the usual one. Recursion as deep as the input
/// would overflow it.
const STACK_BYTES: usize = 256 * 1024;

/// Runs a closure on a small stack. A panic propagates, so that proptest shrinks the input.
fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run).unwrap();
        let ended = thread.join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Opens a pack, if it is valid, and queries everything.
fn check(bytes: &[u8]) {
    on_small_stack(|| {
        if let Ok(ephemeris) = Ephemeris::open(bytes) {
            ask(&ephemeris);
        }
    });
}

/// Queries everything at some instants. Any result is accepted, a panic is not.
fn ask(ephemeris: &Ephemeris) {
    for days in [
        -400.0,
        -16.0,
        0.0,
        0.3,
        15.9,
        400.0,
        f64::NAN,
        f64::INFINITY,
        1e300,
    ] {
        let at = Instant::<Tt>::from_days_since_j2000(days);
        let Ok(sky) = ephemeris.sky(at) else {
            continue;
        };
        for body in Body::ALL {
            sky.place(*body).ok();
        }
    }
}

#[test]
fn a_small_pack_gives_the_places_of_the_whole() {
    let bytes = small();
    let cut = Ephemeris::open(&bytes).unwrap();
    let at = Instant::<Tt>::from_julian_date(2_451_545.3);
    let (cut, whole) = (cut.sky(at).unwrap(), Ephemeris::embedded().sky(at).unwrap());
    for body in Body::ALL.iter().filter(|body| **body != Body::Earth) {
        let (found, expected) = (cut.place(*body).unwrap(), whole.place(*body).unwrap());
        assert!(
            (found.longitude_deg - expected.longitude_deg).abs() < 1e-9,
            "{body:?}"
        );
    }
}

#[test]
fn a_second_pack_answers_where_the_first_knows_nothing() {
    let bytes = small();
    let both = Ephemeris::open(&bytes).unwrap().with_pack(WHOLE).unwrap();
    let early = Instant::<Tt>::from_julian_date(2_400_000.5);
    assert!(Ephemeris::open(&bytes).unwrap().sky(early).is_err());
    assert!(both.sky(early).unwrap().place(Body::Mars).is_ok());
}

#[test]
fn other_bytes_say_what_they_are_not() {
    let good = small();
    let check = |bytes: &[u8], expected: &str| {
        let error = Ephemeris::open(bytes).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    check(&[], "no coefficient pack");
    check(
        b"PK\x03\x04 something else, long enough for a header",
        "no coefficient pack",
    );
    check(&good[..good.len() - 1], "should have");
    let mut newer = good.clone();
    newer[8] = 2;
    check(&newer, "version 2");
    let mut flipped = good.clone();
    flipped[5000] ^= 1;
    assert!(matches!(
        Ephemeris::open(&flipped),
        Err(PackError::Checksum { .. })
    ));
    let mut twice = good.clone();
    twice.copy_within(
        HEADER_BYTES..HEADER_BYTES + ENTRY_BYTES,
        HEADER_BYTES + ENTRY_BYTES,
    );
    check(&sealed(twice), "series 1 repeats a quantity");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_changed_byte_is_noticed(at in 0_usize..20_000, change in 1_u8..=255) {
        let mut bytes = small();
        let at = at % bytes.len();
        // The last word of the header is not read.
        prop_assume!(!(28..HEADER_BYTES).contains(&at));
        bytes[at] ^= change;
        prop_assert!(on_small_stack(|| Ephemeris::open(&bytes).is_err()));
    }

    #[test]
    fn a_forged_directory_never_panics(
        changes in prop::collection::vec((0_usize..4096, any::<u8>()), 1..6)
    ) {
        let mut bytes = small();
        for (at, value) in changes {
            bytes[8 + at % (HEADER_BYTES + 30 * ENTRY_BYTES)] = value;
        }
        bytes[8..12].copy_from_slice(&1_u32.to_le_bytes());
        check(&sealed(bytes));
    }

    #[test]
    fn any_bytes_after_the_magic_never_panic(rest in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut bytes = b"ALMSKY\r\n\x01\0\0\0".to_vec();
        bytes.extend(rest);
        if bytes.len() >= HEADER_BYTES {
            bytes = sealed(bytes);
        }
        check(&bytes);
    }
}
