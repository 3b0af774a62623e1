//! Astrological charts from ephemeris positions: zodiacs, houses, aspects, returns, progressions,
//! transits.
//!
//! The crate is pure: no I/O, no clock, no serde. Public angles are in degrees (`_deg`), longitudes
//! in [0, 360) in the zodiac of the chart. Instants are typed by their time scale. Each term is
//! defined once, where it is computed.
//!
//! | topic | item |
//! |---|---|
//! | a complete chart | [`chart::Chart::compute`] with [`chart::ChartOptions`] |
//! | how stable the facts of a chart are | [`margin::margins`] |
//! | settings behind printed longitudes | [`explain::explain`] |
//! | a birth without a time | [`chart::DayChart::compute`]; comparisons: [`chart::PossiblePlaces`] |
//! | places without a horizon, ephemeris tables | [`chart::positions`] |
//! | cusps and angles from sidereal time and latitude | [`house::Houses`], [`house::Angles`], [`house::Sectors`] |
//! | sidereal zodiacs | [`ayanamsha`] |
//! | aspects, orbs, aspect patterns | [`aspect`], [`pattern`] |
//! | dignities, sect, lots, phase, balance | [`dignity`], [`sect`], [`lot`], [`phase`], [`balance`] |
//! | midpoints, antiscia, nakshatras, fixed stars | [`midpoint`], [`antiscia`], [`nakshatra`], [`fixed_star`] |
//! | transits, returns, progressions, retrograde periods, profections | [`forecast`], [`profection`] |
//! | synastry, composite, Davison, compatibility | [`relation`] |
//! | the Moon's phases, signs, void of course, calendar | [`moon`] |
//! | Vedic charts, periods and bindus | [`vedic`] |
//! | panchang; matching of births | [`vedic::panchang`], [`vedic::matching`] |
//!
//! # Examples
//!
//! ```
//! use astrology::{chart::{Chart, ChartOptions, ChartMoment}, point::Point, sign::Sign};
//! use ephemeris::{Body, Ephemeris, Instant, Observer};
//!
//! let amsterdam = Observer { latitude_deg: 52.37, longitude_deg: 4.9, height_m: 0.0 };
//! let moment = ChartMoment::from_utc(Instant::from_julian_date(2_448_058.020_833)); // 1990-06-15T12:30Z
//! let chart = Chart::compute(Ephemeris::embedded(), moment, &amsterdam, &ChartOptions::default())?;
//! let sun = chart.point(Point::Body(Body::Sun)).map(|sun| sun.sign());
//! assert_eq!(sun, Some(Sign::Gemini));
//! # Ok::<(), astrology::chart::ChartError>(())
//! ```
//!
//! # Accuracy
//!
//! Largest differences measured by the tests, which allow about 1.5 times as much:
//!
//! | quantity | compared with | difference | test |
//! |---|---|---|---|
//! | cusps and angles, 2,001 cases, all systems | a peer given the same sidereal time | 0.0000005°, the rounding of the fixture | `tests/houses.rs` |
//! | Placidus cusps | their defining equation | 1e-9° | `tests/properties.rs` |
//! | mean ayanamshas with the same definition | a peer | 0.0004° | `tests/ayanamshas.rs`, which explains the others |
//! | panchang of a year: 8,230 printed facts | a calendar cut to the minute | 8 s | `tests/panchang.rs` |
//! | margins of 1,000 births | exact charts a second inside and outside | 0 exceptions | `tests/margins.rs` |
//! | exact aspects, ingresses and returns | their defining equation | 3e-8° | `tests/forecast.rs` |

pub mod angle;
pub mod antiscia;
pub mod aspect;
pub mod ayanamsha;
pub mod balance;
pub mod chart;
pub mod chinese;
pub mod dignity;
pub mod explain;
pub mod fixed_star;
pub mod forecast;
pub mod horoscope;
pub mod house;
pub mod lot;
pub mod margin;
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
pub mod vedic;
