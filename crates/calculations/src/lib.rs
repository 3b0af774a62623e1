//! Calculations: from a request to a chart, a reading or an image. One file per calculation. The
//! API, images, batches, the command line and tests are all built from the list in [`visit`].
//!
//! Deliberately absent: callers, the database and the network. Access and price are decided before.

pub mod calculation;
pub mod card;
mod chart_link;
mod chinese;
mod compatibility;
mod composite;
pub mod context;
mod davison;
pub mod dto;
mod eclipses;
mod ephemeris_table;
mod explain;
mod failure;
mod horoscope;
pub mod image;
pub mod input;
mod list;
mod margins;
pub mod markdown;
mod moon_calendar;
mod moon_sun;
pub mod natal;
mod nativity;
mod numerology;
mod profections;
mod progressions;
mod reading_facts;
pub mod report;
mod retrograde;
mod returns;
mod shape;
pub mod sky_pack;
mod synastry;
mod transit;
pub mod vedic;
mod wheel;
mod word;

pub use calculation::Calculation;
pub use card::DrawCard;
pub use chart_link::ChartLink;
pub use context::CalculationContext;
pub use dto::FORMATS;
pub use image::Draw;
pub use list::{
    CalculationSummary, CalculationVisitor, CardSummary, card_summaries, draw_wheel, name,
    summaries, visit, wheel_path,
};
pub use shape::{CalculationRequest, ResponseShape, Shape};

pub(crate) use calculation::{OPEN, gated, spec};
pub(crate) use card::card_spec;
pub(crate) use failure::{Problems, chart_problem, is_of_minor, range_problem, sky_problem};
