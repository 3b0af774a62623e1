//! Coefficient packs: the file format and its reader, which works in place.
//!
//! A pack consists of a header, a directory of series and their records, all little-endian:
//!
//! ```text
//! header     0  magic "ALMSKY\r\n"     8  version u32     12  number of series u32
//!           16  length of the pack u64 24  CRC-32 of everything after the header u32   28  zero u32
//! directory 32  one entry of 144 bytes for each series, see `series`
//! records       each series' records of equal size, then 264 bytes of zeros
//! ```
//!
//! Positions are in astronomical units in the axes of the J2000.0 ecliptic: the ICRS rotated about
//! its x axis by 84381.406". Bodies are barycentric, the Moon is geocentric. The argument is TDB.

mod series;

use core::fmt;

pub(crate) use series::Series;
pub use series::{ENTRY_BYTES, MAX_DEGREE};

use crate::body::Body;
use crate::time::{Instant, Tdb};

/// The first bytes of every pack. A transfer that converts line endings corrupts them.
pub const MAGIC: [u8; 8] = *b"ALMSKY\r\n";

/// The version of the format.
pub const VERSION: u32 = 1;

/// Bytes before the directory.
pub const HEADER_BYTES: usize = 32;

/// Trailing bytes that belong to no record: records are read in windows of this size.
pub const PADDING_BYTES: usize = series::WINDOW_BYTES;

/// Obliquity of the axes of a pack to the ICRS, in arcseconds.
pub const AXES_OBLIQUITY_ARCSEC: f64 = 84_381.406;

/// Unit of TDB - TT in the nutation series. It scales 1.7 ms to a few arcseconds in radians, so
/// that the quantum of the nutation corresponds to a microsecond.
pub const CLOCK_UNIT_SECONDS: f64 = 10_000.0;

/// The largest number of series in a pack.
const MAX_SERIES: usize = 256;

/// The quantity that a series gives. The codes of bodies are the NAIF ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A body with its own series. For the Earth this is the Earth-Moon barycenter.
    Body(Body),
    /// Nutation in longitude and in obliquity, in radians. The third component is TDB - TT in units
    /// of [`CLOCK_UNIT_SECONDS`]. The argument is TT.
    Nutation,
}

/// The bodies that have a series, with their codes.
const CODES: &[(Body, i32)] = &[
    (Body::Sun, 10),
    (Body::Moon, 301),
    (Body::Mercury, 1),
    (Body::Venus, 2),
    (Body::Earth, 3),
    (Body::Mars, 4),
    (Body::Jupiter, 5),
    (Body::Saturn, 6),
    (Body::Uranus, 7),
    (Body::Neptune, 8),
    (Body::Pluto, 9),
    (Body::Ceres, 2_000_001),
    (Body::Pallas, 2_000_002),
    (Body::Juno, 2_000_003),
    (Body::Vesta, 2_000_004),
    (Body::Hygiea, 2_000_010),
    (Body::Eros, 2_000_433),
    (Body::Chiron, 2_002_060),
    (Body::Pholus, 2_005_145),
    (Body::Nessus, 2_007_066),
    (Body::Chariklo, 2_010_199),
    (Body::Varuna, 2_020_000),
    (Body::Ixion, 2_028_978),
    (Body::Quaoar, 2_050_000),
    (Body::Sedna, 2_090_377),
    (Body::Orcus, 2_090_482),
    (Body::Haumea, 2_136_108),
    (Body::Eris, 2_136_199),
    (Body::Makemake, 2_136_472),
];

/// The code of the nutation series.
const NUTATION_CODE: i32 = -1;

impl Quantity {
    /// Returns the quantity with this code.
    pub fn from_code(code: i32) -> Option<Self> {
        if code == NUTATION_CODE {
            return Some(Self::Nutation);
        }
        let found = CODES.iter().find(|(_, other)| *other == code);
        found.map(|(body, _)| Self::Body(*body))
    }

    /// Returns the code, if there is one: nodes and apsides are computed from the Moon.
    pub fn code(self) -> Option<i32> {
        match self {
            Self::Nutation => Some(NUTATION_CODE),
            Self::Body(body) => CODES
                .iter()
                .find(|(other, _)| *other == body)
                .map(|(_, code)| *code),
        }
    }
}

/// A span of time covered by data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The first instant.
    pub first: Instant<Tdb>,
    /// The last instant.
    pub last: Instant<Tdb>,
}

/// Why bytes are not a valid pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    /// The magic bytes are missing.
    NotAPack,
    /// The pack has an unsupported format version.
    Version {
        /// The version found.
        found: u32,
    },
    /// The length differs from the one in the header.
    Length {
        /// The length in the header.
        expected: u64,
        /// The actual number of bytes.
        found: u64,
    },
    /// The checksum does not match.
    Checksum {
        /// The checksum in the header.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// A directory entry is invalid.
    Series {
        /// Its index in the directory.
        index: usize,
        /// What is wrong.
        reason: &'static str,
    },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPack => f.write_str("the bytes are no coefficient pack"),
            Self::Version { found } => write!(
                f,
                "the pack has format version {found}; this program reads version {VERSION}"
            ),
            Self::Length { expected, found } => write!(
                f,
                "the pack is damaged: it should have {expected} bytes and has {found}"
            ),
            Self::Checksum { expected, found } => write!(
                f,
                "the pack is damaged: its checksum should be {expected:08x} and is {found:08x}"
            ),
            Self::Series { index, reason } => {
                write!(f, "the pack is damaged: series {index} {reason}")
            }
        }
    }
}

impl core::error::Error for PackError {}

/// A pack, read in place.
#[derive(Clone, Debug)]
pub(crate) struct Pack<'a> {
    series: Vec<Series<'a>>,
    /// The index of each body's series; `ABSENT` where there is none.
    of_body: [u8; Body::ALL.len()],
    nutation: u8,
}

const ABSENT: u8 = u8::MAX;

impl<'a> Pack<'a> {
    /// Checks the checksum of all bytes, and every length before it is used.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, PackError> {
        let header: &[u8; HEADER_BYTES] = bytes.first_chunk().ok_or(PackError::NotAPack)?;
        if header[..8] != MAGIC {
            return Err(PackError::NotAPack);
        }
        let found = series::u32_at(header, 8);
        if found != VERSION {
            return Err(PackError::Version { found });
        }
        let (expected, found) = (series::u64_at(header, 16), bytes.len() as u64);
        if expected != found {
            return Err(PackError::Length { expected, found });
        }
        let expected = series::u32_at(header, 24);
        let found = crc32fast::hash(&bytes[HEADER_BYTES..]);
        if expected != found {
            return Err(PackError::Checksum { expected, found });
        }
        Self::directory(bytes, series::u32_at(header, 12) as usize)
    }

    fn directory(bytes: &'a [u8], count: usize) -> Result<Self, PackError> {
        if count > MAX_SERIES - 1 {
            let reason = "is one too many";
            return Err(PackError::Series {
                index: MAX_SERIES,
                reason,
            });
        }
        let mut pack = Self {
            series: Vec::with_capacity(count),
            of_body: [ABSENT; Body::ALL.len()],
            nutation: ABSENT,
        };
        for index in 0..count {
            let start = HEADER_BYTES + index * ENTRY_BYTES;
            let fail = |reason| PackError::Series { index, reason };
            let entry = bytes
                .get(start..)
                .and_then(<[u8]>::first_chunk)
                .ok_or(fail("is not there"))?;
            let (code, series) = Series::open(entry, bytes).map_err(fail)?;
            let slot = match Quantity::from_code(code).ok_or(fail("is of an unknown quantity"))? {
                Quantity::Body(body) => &mut pack.of_body[body.index()],
                Quantity::Nutation => &mut pack.nutation,
            };
            if *slot != ABSENT {
                return Err(fail("repeats a quantity"));
            }
            *slot = u8::try_from(index).unwrap_or(ABSENT);
            pack.series.push(series);
        }
        Ok(pack)
    }

    #[inline]
    pub(crate) fn body(&self, body: Body) -> Option<&Series<'a>> {
        self.series.get(usize::from(self.of_body[body.index()]))
    }

    #[inline]
    pub(crate) fn nutation(&self) -> Option<&Series<'a>> {
        self.series.get(usize::from(self.nutation))
    }
}
