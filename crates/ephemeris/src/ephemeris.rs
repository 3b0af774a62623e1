//! The ephemeris: coefficient packs, read in place, and the sky they give for an instant.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
#[cfg(feature = "embedded")]
use std::sync::OnceLock;

use crate::body::Body;
use crate::nutation::NutationAngles;
use crate::pack::{Pack, PackError, Series, Span};
use crate::sky::Sky;
use crate::time::{Instant, Tdb, Tt};
use crate::vector::{State, Vector};

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
    packs: Arc<[Pack<'a>]>,
    /// Ends the work of whoever asks, see [`Ephemeris::stopped_by`].
    stop: Option<Arc<AtomicBool>>,
}

#[cfg(feature = "embedded")]
static BYTES: &[u8] = include_bytes!("../../../data/sky.pack");

/// The program's own ephemeris, once it is used.
#[cfg(feature = "embedded")]
static EMBEDDED: OnceLock<Ephemeris<'static>> = OnceLock::new();

#[cfg(feature = "embedded")]
impl Ephemeris<'static> {
    /// The ephemeris of the pack inside the program: DE440 from 1550 to 2650, and what
    /// [`Ephemeris::extend_embedded`] has added. The pack is checked when it is first used.
    pub fn embedded() -> &'static Self {
        EMBEDDED.get_or_init(Self::of_the_program)
    }

    /// Adds packs to the program's ephemeris, for a longer span or more bodies: whoever asks
    /// [`Ephemeris::embedded`] for positions has them then. It belongs where a program starts; the
    /// bytes are the caller's to read.
    ///
    /// # Errors
    /// A pack is damaged, or the ephemeris is in use already: it never changes between two answers.
    pub fn extend_embedded(packs: &[&'static [u8]]) -> Result<(), ExtendError> {
        let mut ephemeris = Self::of_the_program();
        for (index, bytes) in packs.iter().enumerate() {
            let broken = |error| ExtendError::Pack { index, error };
            ephemeris = ephemeris.with_pack(bytes).map_err(broken)?;
        }
        EMBEDDED.set(ephemeris).map_err(|_| ExtendError::InUse)
    }

    fn of_the_program() -> Self {
        match Ephemeris::open(BYTES) {
            Ok(ephemeris) => ephemeris,
            #[expect(
                clippy::panic,
                reason = "a program with a damaged pack is a damaged program"
            )]
            Err(error) => panic!("the pack inside the program: {error}"),
        }
    }

    /// Whether the pack inside the program is whole, for a program that wants to say so before
    /// anyone asks it for a place.
    ///
    /// # Errors
    /// The pack is damaged.
    pub fn check_embedded() -> Result<(), PackError> {
        Self::open(BYTES).map(drop)
    }
}

/// Why packs cannot be added to the program's ephemeris.
#[cfg(feature = "embedded")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendError {
    /// One of them is no pack.
    Pack {
        /// Which, counted from 0.
        index: usize,
        /// What is wrong with it.
        error: PackError,
    },
    /// Positions have been asked for before.
    InUse,
}

#[cfg(feature = "embedded")]
impl fmt::Display for ExtendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pack { index, error } => write!(f, "pack {index}: {error}"),
            Self::InUse => f.write_str("the ephemeris of the program is in use already"),
        }
    }
}

#[cfg(feature = "embedded")]
impl core::error::Error for ExtendError {}

impl<'a> Ephemeris<'a> {
    /// Reads a pack in place.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn open(bytes: &'a [u8]) -> Result<Self, PackError> {
        let packs = Arc::new([Pack::open(bytes)?]);
        Ok(Self { packs, stop: None })
    }

    /// Adds a pack, to be asked where those before it know nothing: a longer span, more bodies.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn with_pack(self, bytes: &'a [u8]) -> Result<Self, PackError> {
        let added = Pack::open(bytes)?;
        let packs = self.packs.iter().cloned().chain([added]).collect();
        Ok(Self { packs, ..self })
    }

    /// The same ephemeris for work that may be stopped: once `stop` is true, [`Ephemeris::sky`]
    /// answers [`SkyError::Stopped`], and so does every search that looks at another instant.
    ///
    /// ```
    /// # #[cfg(feature = "embedded")] {
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use ephemeris::{Ephemeris, Instant, SkyError};
    ///
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let ephemeris = Ephemeris::embedded().stopped_by(Arc::clone(&stop));
    /// let noon = Instant::from_julian_date(2_451_545.0);
    /// assert!(ephemeris.sky(noon).is_ok());
    /// stop.store(true, Ordering::Relaxed);
    /// assert_eq!(ephemeris.sky(noon).err(), Some(SkyError::Stopped));
    /// # }
    /// ```
    #[must_use]
    pub fn stopped_by(&self, stop: Arc<AtomicBool>) -> Self {
        Self {
            packs: Arc::clone(&self.packs),
            stop: Some(stop),
        }
    }

    /// The time a body is known for without a gap, beginning with the first pack that knows it; and so by
    /// itself: places seen from the Earth need the Earth's position as well. Nodes and apsides are known as the
    /// Moon is.
    pub fn span(&self, body: Body) -> Option<Span> {
        let body = source(body);
        let spans = || self.packs.iter().filter_map(|pack| pack.body(body));
        let mut whole = spans().next()?.span();
        // Each round may reach what the one before made neighbours.
        for _ in 0..self.packs.len() {
            for Span { first, last } in spans().map(Series::span) {
                if first <= whole.last && last >= whole.first {
                    whole.first = if first < whole.first {
                        first
                    } else {
                        whole.first
                    };
                    whole.last = if last > whole.last { last } else { whole.last };
                }
            }
        }
        Some(whole)
    }

    /// The sky at one instant: what all bodies share is computed once.
    ///
    /// # Errors
    /// The packs do not cover the instant, or the work was stopped.
    pub fn sky(&self, at: Instant<Tt>) -> Result<Sky<'_>, SkyError> {
        if let Some(stop) = &self.stop
            && stop.load(Ordering::Relaxed)
        {
            return Err(SkyError::Stopped);
        }
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

    /// Where a body is, right to a ten-thousandth: enough for how it pulls others.
    pub(crate) fn rough_position(&self, body: Body, at: Instant<Tdb>) -> Result<Vector, SkyError> {
        let mut positions = self
            .packs
            .iter()
            .filter_map(|pack| pack.body(body)?.rough_position(at));
        positions.next().ok_or_else(|| self.unknown(body, at))
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
    /// The work was stopped from outside.
    Stopped,
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
            Self::Stopped => f.write_str("the work was stopped"),
        }
    }
}

impl core::error::Error for SkyError {}
