//! Horoscopes: `/api/horoscope/…`. A sign is the first of twelve whole-sign houses, and the sky of the
//! period is the same for all.
//!
//! [`period`] resolves days, weeks, months and years; [`sky`] finds what happens in them; [`fact`] says
//! which text describes a fact in a house; [`compose`] makes a text of several; [`cache`] keeps the twelve
//! horoscopes of a period; [`card`] draws one; [`personal`] describes transits to a chart in the same form.

mod cache;
mod card;
mod compose;
mod fact;
mod of_period;
mod period;
mod personal;
mod reply;
mod sky;

pub(crate) use self::card::HoroscopeCard;
pub(crate) use self::of_period::{
    AllSigns, DailyInput, MonthlyInput, OneSign, WeeklyInput, YearlyAscendantInput, YearlyInput,
};
pub(crate) use self::personal::PersonalHoroscope;
