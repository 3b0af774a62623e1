//! Turns positions into charts: zodiacs, houses, aspects, returns, progressions, transits.
//!
//! Pure: no I/O, no clock, no serde. Angles are degrees at the public surface (`_deg`), longitudes in [0, 360) in the zodiac
//! of the chart; instants are typed by their scale. What each word means is defined once, where it is computed.
//!
//! | question | place |
//! |---|---|
//! | one chart with everything | [`chart::Chart::compute`] with [`chart::ChartOptions`] |
//! | a birth without a time | [`chart::DayChart::compute`]; compared with others: [`chart::PossiblePlaces`] |
//! | places without a horizon, rows of an ephemeris | [`chart::positions`] |
//! | cusps and angles from sidereal time and latitude | [`house::Houses`], [`house::Angles`], [`house::Sectors`] |
//! | sidereal zodiacs | [`ayanamsha`] |
//! | aspects, orbs, figures | [`aspect`], [`pattern`] |
//! | dignities, sect, lots, phase, balance | [`dignity`], [`sect`], [`lot`], [`phase`], [`balance`] |
//! | midpoints, antiscia, nakshatras, fixed stars | [`midpoint`], [`antiscia`], [`nakshatra`], [`fixed_star`] |
//! | transits, returns, progressions, retrograde periods, profections | [`forecast`], [`profection`] |
//! | synastry, composite, Davison, compatibility | [`relation`] |
//! | the Moon's phases, signs, void of course, calendar | [`moon`] |
//!
//! # Examples
//!
//! ```
//! use astrology::{chart::{Chart, ChartOptions, Moment}, point::Point, sign::Sign};
//! use ephemeris::{Body, Ephemeris, Instant, Observer};
//!
//! let amsterdam = Observer { latitude_deg: 52.37, longitude_deg: 4.9, height_m: 0.0 };
//! let moment = Moment::from_utc(Instant::from_julian_date(2_448_058.020_833)); // 1990-06-15T12:30Z
//! let chart = Chart::compute(Ephemeris::embedded(), moment, &amsterdam, &ChartOptions::default())?;
//! let sun = chart.point(Point::Body(Body::Sun)).map(|sun| sun.sign());
//! assert_eq!(sun, Some(Sign::Gemini));
//! # Ok::<(), astrology::chart::ChartError>(())
//! ```
//!
//! # How accurate
//! Cusps and angles: within 0.000001 degree of a peer given the same sidereal time (`tests/houses.rs`, 2,001 cases, all
//! systems). Placidus: residual of its equation below 1e-9 degree. Mean ayanamshas: within 0.0005 degree of a peer where
//! defined alike (`tests/ayanamshas.rs` explains the others). Times of exact aspects, ingresses and returns: residual of the
//! defining equation below 1e-7 degree (`tests/forecast.rs`).

pub mod angle;
pub mod antiscia;
pub mod aspect;
pub mod ayanamsha;
pub mod balance;
pub mod chart;
pub mod dignity;
pub mod fixed_star;
pub mod forecast;
pub mod house;
pub mod lot;
pub mod midpoint;
pub mod moon;
pub mod nakshatra;
pub mod pattern;
pub mod phase;
pub mod point;
pub mod profection;
pub mod relation;
pub mod sect;
pub mod sign;
