//! Positions of celestial bodies and times of astronomical events, computed from coefficient packs.
//!
//! ```
//! # #[cfg(feature = "embedded")] {
//! use ephemeris::{Body, Calendar, Center, CivilDateTime, Ephemeris, Observer, Utc, View};
//!
//! // 2024-04-08 18:18 UTC, an eclipse of the Sun over Mexico.
//! let civil = CivilDateTime { hour: 18, minute: 18, ..CivilDateTime::date(2024, 4, 8) };
//! let utc = civil.to_instant::<Utc>(Calendar::Gregorian).expect("a date of the calendar");
//!
//! // The quantities that all bodies share are computed once per instant. Each place is cheap then.
//! let sky = Ephemeris::embedded().sky(utc.to_tt())?;
//! let sun = sky.place(Body::Sun)?;
//! let moon = sky.place(Body::Moon)?;
//! assert!((sun.longitude_deg - 19.40).abs() < 0.01);
//! assert!((moon.longitude_deg - sun.longitude_deg).abs() < 0.1);
//! assert!((moon.longitude_speed_deg - 14.99).abs() < 0.01, "degrees a day");
//!
//! // Seen from Mazatlán, the Moon is in front of the Sun.
//! let mazatlan = Observer { latitude_deg: 23.23, longitude_deg: -106.42, height_m: 10.0 };
//! let view = View { center: Center::Topocentric(mazatlan), ..View::default() };
//! let (sun, moon) = (sky.place_with(Body::Sun, &view)?, sky.place_with(Body::Moon, &view)?);
//! assert!((moon.longitude_deg - sun.longitude_deg).abs() < 0.1);
//! assert!((moon.latitude_deg - sun.latitude_deg).abs() < 0.1);
//! # }
//! # Ok::<(), ephemeris::SkyError>(())
//! ```
//!
//! # Models
//!
//! Positions are from JPL's DE440; those of asteroids from JPL's DE441 perturber kernel, those of
//! the other small bodies from JPL Horizons. The reduction applies light time, deflection by the
//! Sun and relativistic aberration; frame bias and precession IAU 2006, nutation IAU 2000A with the
//! corrections for that precession; sidereal time IAU 2006/2000A. Speeds are derivatives of the
//! complete reduction, not differences. Planets from Jupiter outward are the barycenters of their
//! systems, see [`Body`]. The mean node and apogee are those of the mean lunar orbit and include
//! nutation; the true ones are osculating.
//!
//! # Accuracy
//!
//! Largest differences of 2445 apparent places from the full kernels reduced by ERFA, 1600 to 2600
//! (small bodies to 2500), as measured by `apparent_places_are_those_of_the_full_kernels` in
//! `tests/accuracy.rs`. The test allows about 1.5 times as much. `cargo xtask accuracy` prints the
//! differences per body and century, and the limits. At the boundaries of the pack's records,
//! places jump by at most 0.15 mas (small bodies 0.35), speeds by 0.0007" per day.
//!
//! | body | longitude, latitude (mas) | speed in longitude ("/day) |
//! |---|---|---|
//! | Sun, Mercury to Pluto | 0.06 | 0.00007 |
//! | Moon | 0.07 | 0.00008 |
//! | Ceres, Pallas, Juno, Vesta, Hygiea, Eros | 0.10 | 0.00007 |
//! | Chiron, Pholus, Nessus, Chariklo | 0.13 | 0.00007 |
//! | Eris, Sedna and the other bodies beyond Neptune | 0.14 | 0.00010 |
//! | mean node | 0.04 | 0.00007 |
//! | true node | 1.52 | 0.00006 |
//! | true apogee | 5.57 | 0.00060 |
//!
//! In the true node the error of the Moon's place is divided by the sine of the orbit's
//! inclination, and in the true apogee by its eccentricity, 0.055. The relative error of distances
//! is below 3e-10 for Sun, Moon and planets and below 6e-10 for small bodies. The mean apogee is
//! not compared with another source. Behind the Sun's disc the light deflection has no physical
//! meaning.
//!
//! # Events
//!
//! [`event`] finds crossings, stations, ingresses, lunations, seasons, aspects, rise and set,
//! twilights and eclipses. [`search`] explains why none is missed. Largest differences, measured by
//! `tests/events.rs` and `tests/eclipses.rs`:
//!
//! | event | reference | difference |
//! |---|---|---|
//! | stations of Mercury, 2011 | the full kernel and ERFA | 0.003 s |
//! | equinoxes and solstices, 1996 to 2005 | Meeus, to the second | 1.0 s |
//! | phases of the Moon, 2024 | US Naval Observatory, to the minute | none after rounding |
//! | solar eclipses, greatest | Espenak & Meeus, to the second | 0.5 s, γ 0.00005, magnitude 0.00005 |
//! | lunar eclipses, greatest | the same | 1.0 s, γ 0.0001, magnitude 0.0001 |
//! | number of eclipses of each kind, 2001 to 2100 | the same | none |
//! | apparent places of stars | ERFA | 0.03 mas |
//!
//! Times in UTC or UT1 are as accurate as ΔT: see [`delta_t`].
//!
//! # Not included
//!
//! The crate reads no file and no clock, and computing a place allocates no memory. Results are
//! bit-identical on every machine: the mathematical functions are those of `libm`, not of the
//! platform.

mod angle;
mod apparent;
mod axes;
mod body;
mod ephemeris;
pub mod event;
mod gravity;
mod lunar_orbit;
mod nutation;
mod observer;
pub mod pack;
mod place;
mod precession;
pub mod search;
mod sidereal_time;
mod sky;
mod star;
mod time;
mod vector;
mod view;

pub use angle::{difference_deg, normalize_deg};
pub use body::Body;
#[cfg(feature = "embedded")]
pub use ephemeris::ExtendError;
pub use ephemeris::{Ephemeris, SkyError};
pub use nutation::Nutation;
pub use pack::{PackError, Span};
pub use place::Place;
pub use sidereal_time::{
    apparent_sidereal_time_deg, earth_rotation_angle_deg, mean_sidereal_time_deg,
};
pub use sky::Sky;
pub use star::{Star, stars};
pub use time::{
    Calendar, CivilDateTime, CivilError, DAYS_PER_CENTURY, DeltaT, DeltaTSource, Instant,
    J2000_JULIAN_DATE, SECONDS_PER_DAY, Scale, Tdb, Tt, Ut1, Utc, delta_t,
};
pub use view::{Center, Correction, Observer, ReferenceFrame, View};
