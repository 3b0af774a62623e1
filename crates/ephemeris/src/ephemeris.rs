//! The ephemeris: coefficient packs, read in place, and the sky they give at an instant.

use core::fmt;
use core::ops::Range;
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

/// An ephemeris of the bodies in its packs. It borrows the bytes and does not copy them.
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
    /// In the order of addition. The first pack that covers an instant is used.
    packs: Arc<[Pack<'a>]>,
    /// Cancels running work, see [`Ephemeris::stopped_by`].
    stop: Option<Arc<AtomicBool>>,
}

#[cfg(feature = "embedded")]
static BYTES: &[u8] = include_bytes!("../../../data/sky.pack");

/// The embedded ephemeris, set on first use.
#[cfg(feature = "embedded")]
static EMBEDDED: OnceLock<Ephemeris<'static>> = OnceLock::new();

#[cfg(feature = "embedded")]
impl Ephemeris<'static> {
    /// Returns the ephemeris of the embedded pack, DE440 from 1550 to 2650, with the packs added by
    /// [`Ephemeris::extend_embedded`]. The pack is checked on first use.
    pub fn embedded() -> &'static Self {
        EMBEDDED.get_or_init(Self::of_the_program)
    }

    /// Adds packs to the embedded ephemeris, for a longer span or more bodies. Every later call of
    /// [`Ephemeris::embedded`] includes them. Call it at program start. The caller reads the bytes.
    ///
    /// # Errors
    /// A pack is damaged, or the ephemeris is already in use: it never changes between two results.
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

    /// Checks that the embedded pack is intact, so that a program can report damage before it
    /// computes the first place.
    ///
    /// # Errors
    /// The pack is damaged.
    pub fn check_embedded() -> Result<(), PackError> {
        Self::open(BYTES).map(drop)
    }
}

/// Why packs cannot be added to the embedded ephemeris.
#[cfg(feature = "embedded")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendError {
    /// One of them is not a valid pack.
    Pack {
        /// Its index, counted from 0.
        index: usize,
        /// What is wrong with it.
        error: PackError,
    },
    /// The ephemeris is already in use.
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
    /// Opens a pack in place.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn open(bytes: &'a [u8]) -> Result<Self, PackError> {
        let packs = Arc::new([Pack::open(bytes)?]);
        Ok(Self { packs, stop: None })
    }

    /// Adds a pack that is used where the packs before it have no data: a longer span, more bodies.
    ///
    /// # Errors
    /// The bytes are not a pack, or are damaged.
    pub fn with_pack(self, bytes: &'a [u8]) -> Result<Self, PackError> {
        let added = Pack::open(bytes)?;
        let packs = self.packs.iter().cloned().chain([added]).collect();
        Ok(Self { packs, ..self })
    }

    /// Returns the same ephemeris with a cancellation flag. Once `stop` is true, [`Ephemeris::sky`]
    /// returns [`SkyError::Stopped`], and so does every search at its next sample.
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

    /// Returns the contiguous time span of a body, starting with the first pack that contains it.
    /// Places seen from the Earth also need the Earth's position. Nodes and apsides have the span
    /// of the Moon.
    pub fn span(&self, body: Body) -> Option<Span> {
        let body = source(body);
        let spans = || self.packs.iter().filter_map(|pack| pack.body(body));
        let mut whole = spans().next()?.span();
        // Each pass may connect packs that the pass before made adjacent.
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

    /// Checks that the places of some bodies are available at both ends of a range, so that a search
    /// fails before it has worked through the range.
    ///
    /// # Errors
    /// The packs do not cover one of the ends, or the work was stopped.
    pub fn require(&self, bodies: &[Body], range: &Range<Instant<Tt>>) -> Result<(), SkyError> {
        for at in [range.start, range.end] {
            let sky = self.sky(at)?;
            for body in bodies {
                sky.longitude(*body)?;
            }
        }
        Ok(())
    }

    /// Returns the sky at an instant. Everything that the bodies share is computed once.
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

    /// Evaluates the series of a body: barycentric, geocentric for the Moon, the Earth-Moon
    /// barycenter for the Earth.
    #[inline]
    pub(crate) fn state(&self, body: Body, at: Instant<Tdb>) -> Result<State, SkyError> {
        let mut states = self
            .packs
            .iter()
            .filter_map(|pack| pack.body(body)?.state(at));
        states.next().ok_or_else(|| self.unknown(body, at))
    }

    /// Returns a position with a relative error of a ten-thousandth, enough for a perturbing
    /// acceleration.
    pub(crate) fn rough_position(&self, body: Body, at: Instant<Tdb>) -> Result<Vector, SkyError> {
        let mut positions = self
            .packs
            .iter()
            .filter_map(|pack| pack.body(body)?.rough_position(at));
        positions.next().ok_or_else(|| self.unknown(body, at))
    }

    /// Returns the nutation, and TDB - TT.
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

/// Returns the body whose series gives the position of this one.
fn source(body: Body) -> Body {
    match body {
        Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee => Body::Moon,
        other => other,
    }
}

/// Why a place cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SkyError {
    /// The packs do not cover the instant.
    OutsideSpan {
        /// The requested body.
        body: Body,
        /// The requested instant.
        at: Instant<Tdb>,
        /// The first instant covered.
        first: Instant<Tdb>,
        /// The last instant covered.
        last: Instant<Tdb>,
    },
    /// No pack contains the body.
    UnknownBody {
        /// The requested body.
        body: Body,
    },
    /// The body has no place from this center: the Sun from the Sun, the Earth from the Earth, the
    /// lunar nodes from the Sun.
    NoSuchPlace {
        /// The requested body.
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
                "{} is available from JD {} to JD {} (TDB), not at JD {}.",
                body.id(),
                first.julian_date(),
                last.julian_date(),
                at.julian_date()
            ),
            Self::UnknownBody { body } => {
                write!(f, "No ephemeris pack has data for {}.", body.id())
            }
            Self::NoSuchPlace { body } => write!(f, "{} has no position from there.", body.id()),
            Self::Stopped => f.write_str("The calculation was stopped."),
        }
    }
}

impl core::error::Error for SkyError {}
