//! Places and times of births: city search, time zone from coordinates, civil time to instant.
//!
//! Nothing is guessed: an ambiguous clock time is a [`Resolution`] with two readings, an unknown
//! birth time is a [`DaySpan`], a doubtful period is a [`Caution`] with [`Alternative`] readings.
//! Nothing is read at run time: places and zone histories are embedded in the program.
//!
//! # Examples
//!
//! ```
//! use places::gazetteer::{Gazetteer, Search};
//! let search = Search { text: "Amst", limit: 1, country_code: None, near: None };
//! let found = Gazetteer::embedded().search(&search)?;
//! assert_eq!(found[0].place.name(), "Amsterdam");
//! # Ok::<(), places::gazetteer::SearchError>(())
//! ```

mod confidence;
mod coordinates;
mod date;
pub mod gazetteer;
pub mod jurisdiction;
mod moment;
mod offset;
pub mod reform;
mod stated;
mod zone;

pub use calendar::Calendar;
pub use coordinates::{Coordinates, CoordinatesError};
pub use date::{CivilDate, DateError};
pub use gazetteer::Gazetteer;
pub use moment::{
    Alternative, BirthClock, Caution, CivilMoment, ClockChange, Confidence, DayError, DaySpan,
    EquationOfTime, OffsetSource, Resolution, SunUnknown, resolve, resolve_day,
};
pub use offset::Offset;
pub use stated::{ClockTime, ParsedDateTime, StatedError};
pub use zone::{Zone, ZoneUnknown};
