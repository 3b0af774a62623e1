//! The lords of year, month, day, hora and third of the day.
//!
//! Years of 360 and months of 30 days follow one another without end; each has the lord of the weekday on which it
//! begins (Surya Siddhanta 1.51-52). Wednesday, 2 May 1827 is day 714,404,096,641 of Raman's count (his table I), the
//! first of a year and of a month: Burgess, *Surya Siddhanta* (1860), note to 1.48-51, has 714,404,108,573 for 1 January
//! 1860, 11,932 days later.

use ephemeris::{Instant, Tt};

use crate::vedic::{graha::Graha, panchang::day_part::CHALDEAN, upagraha::VedicDay};

/// Julian day number of 2 May 1827.
const EPOCH: i64 = 2_388_479;
/// Its weekday, a Wednesday.
const EPOCH_WEEKDAY: i64 = 3;

/// The lords of an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLords {
    /// Of the year of 360 days.
    pub abda: Graha,
    /// Of the month of 30 days.
    pub masa: Graha,
    /// Of the weekday, from sunrise.
    pub vara: Graha,
    /// Of the hora: twelve of the day and twelve of the night.
    pub hora: Graha,
    /// Of the third of the day or night.
    pub tribhaga: Graha,
}

impl TimeLords {
    /// Returns the lords of an instant of a day.
    pub fn of(at: Instant<Tt>, day: &VedicDay) -> Self {
        let (start, end) = if day.is_daytime {
            (day.sunrise, day.sunset)
        } else {
            (day.sunset, day.next_sunrise)
        };
        let fraction = at.minus(start) / end.minus(start);
        let part = |parts: u8| -> usize {
            let whole = (fraction * f64::from(parts)).floor();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to 11"
            )]
            let index = whole.clamp(0.0, f64::from(parts - 1)) as usize;
            index
        };
        let first = CHALDEAN.iter().position(|it| *it == day.lord());
        let hour = part(12) + if day.is_daytime { 0 } else { 12 };
        let thirds = if day.is_daytime {
            [Graha::Mercury, Graha::Sun, Graha::Saturn]
        } else {
            [Graha::Moon, Graha::Venus, Graha::Mars]
        };
        Self {
            abda: lord_of_span(day.number, 360),
            masa: lord_of_span(day.number, 30),
            vara: day.lord(),
            hora: CHALDEAN[(first.unwrap_or_default() + hour) % 7],
            tribhaga: thirds[part(3)],
        }
    }
}

/// Returns the lord of the span of so many days that contains a day, given by its Julian day number.
pub fn lord_of_span(day_number: i64, days: i64) -> Graha {
    let begin = (day_number - EPOCH).div_euclid(days) * days;
    let weekday = (EPOCH_WEEKDAY + begin).rem_euclid(7);
    Graha::SEVEN[usize::try_from(weekday).unwrap_or_default()]
}
