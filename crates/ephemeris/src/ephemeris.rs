//! The ephemeris: coefficient packs, read in place, and the sky they give for an instant.

use core::fmt;
#[cfg(feature = "embedded")]
use std::sync::LazyLock;

use crate::body::Body;
use crate::nutation::NutationAngles;
use crate::pack::{Pack, PackError, Series, Span};
use crate::sky::Sky;
use crate::time::{Instant, Tdb, Tt};
use crate::vector::State;

/// Positions of the bodies of its packs. Borrows the bytes and copies none of them.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// let sky = Ephemeris::embedded().sky(Instant::from_julian_date(2_451_545.0))?;
/// let mars = sky.place(Body::Mars)?;
/// assert!((mars.longitude_deg - 327.963).abs() < 0.001);
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ephemeris<'a> {
    /// In the order they were given; the first that covers an instant answers.
    packs: Vec<Pack<'a>>,
}

/// The pack inside the program. It is checked when it is first used.
#[cfg(feature = "embedded")]
static EMBEDDED: LazyLock<Ephemeris<'static>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../data/sky.pack");
    match Ephemeris::open(bytes) {
        Ok(ephemeris) => ephemeris,
        #[expect(
            clippy::panic,
            reason = "a program with a damaged pack is a damaged program"
        )]
        Err(error) => panic!("the pack inside the program: {error}"),
    }
});

#[cfg(feature = "embedded")]
impl Ephemeris<'static> {
    /// The ephemeris of the pack inside the program: DE440 from 1550 to 2650.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }
}

impl<'a> Ephemeris<'a> {
    /// Reads a pack in place.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn open(bytes: &'a [u8]) -> Result<Self, PackError> {
        let packs = vec![Pack::open(bytes)?];
        Ok(Self { packs })
    }

    /// Adds a pack, to be asked where those before it know nothing: a longer span, more bodies.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn with_pack(mut self, bytes: &'a [u8]) -> Result<Self, PackError> {
        self.packs.push(Pack::open(bytes)?);
        Ok(self)
    }

    /// The time a body is known for by the first pack that knows it, and so by itself: places seen
    /// from the Earth need the Earth's position as well. Nodes and apsides are known as the Moon is.
    pub fn span(&self, body: Body) -> Option<Span> {
        let body = source(body);
        let series = self.packs.iter().find_map(|pack| pack.body(body));
        series.map(Series::span)
    }

    /// The sky at one instant: what all bodies share is computed once.
    ///
    /// # Errors
    /// The packs do not cover the instant.
    pub fn sky(&self, at: Instant<Tt>) -> Result<Sky<'_>, SkyError> {
        Sky::new(self, at)
    }

    /// What the series of a body tells: barycentric, geocentric for the Moon, of the barycentre of
    /// Earth and Moon for the Earth.
    #[inline]
    pub(crate) fn state(&self, body: Body, at: Instant<Tdb>) -> Result<State, SkyError> {
        let mut states = self
            .packs
            .iter()
            .filter_map(|pack| pack.body(body)?.state(at));
        states.next().ok_or_else(|| self.unknown(body, at))
    }

    /// Nutation, and the difference of TDB and TT.
    #[inline]
    pub(crate) fn nutation(&self, at: Instant<Tt>) -> Result<NutationAngles, SkyError> {
        let mut states = self
            .packs
            .iter()
            .filter_map(|pack| pack.nutation()?.state(at));
        let state = states
            .next()
            .ok_or_else(|| self.unknown(Body::Earth, at.to_tdb()))?;
        Ok(NutationAngles::from_state(state))
    }

    #[cold]
    fn unknown(&self, body: Body, at: Instant<Tdb>) -> SkyError {
        match self.span(body) {
            Some(Span { first, last }) => SkyError::OutsideSpan {
                body,
                at,
                first,
                last,
            },
            None => SkyError::UnknownBody { body },
        }
    }
}

/// The body whose series tells where this one is.
fn source(body: Body) -> Body {
    match body {
        Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => Body::Moon,
        other => other,
    }
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SkyError {
    /// The packs do not cover the instant.
    OutsideSpan {
        /// The body asked for.
        body: Body,
        /// The instant asked for.
        at: Instant<Tdb>,
        /// The first instant it is known for.
        first: Instant<Tdb>,
        /// The last instant it is known for.
        last: Instant<Tdb>,
    },
    /// No pack knows the body.
    UnknownBody {
        /// The body asked for.
        body: Body,
    },
    /// The body has no place from there: the Sun from the Sun, the Earth from the Earth, the
    /// lunar nodes from the Sun.
    NoSuchPlace {
        /// The body asked for.
        body: Body,
    },
}

impl fmt::Display for SkyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideSpan {
                body,
                at,
                first,
                last,
            } => write!(
                f,
                "{} is known from JD {} to JD {} (TDB), not at JD {}",
                body.id(),
                first.julian_date(),
                last.julian_date(),
                at.julian_date()
            ),
            Self::UnknownBody { body } => write!(f, "no pack knows {}", body.id()),
            Self::NoSuchPlace { body } => write!(f, "{} has no place from there", body.id()),
        }
    }
}

impl core::error::Error for SkyError {}
