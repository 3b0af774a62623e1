//! Dashas: planetary periods of a life, divided into periods of the same lords down to five levels.
//!
//! A system gives the lords, their years and the part that has elapsed at birth ([`nakshatra_dasha`], [`chara`]). What
//! a year is, is a convention of its own ([`DashaYear`]). Periods are computed in years since birth and become
//! instants last, so that the periods of a level join exactly.

pub mod chara;
pub mod nakshatra_dasha;
mod year;

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, SkyError, Tt};

use super::graha::Graha;
use crate::{ayanamsha::Zodiac, sign::Sign};
pub use year::DashaYear;

/// Levels of periods: maha, antar, pratyantar, sukshma and prana dasha.
pub const MAX_LEVELS: u8 = 5;

/// The lord of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DashaLord {
    /// A graha.
    Graha(Graha),
    /// A sign, in the dashas of Jaimini.
    Sign(Sign),
}

impl DashaLord {
    /// The id of the graha or the sign.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Graha(graha) => graha.id(),
            Self::Sign(sign) => sign.id(),
        }
    }
}

/// How a period is divided into those of the next level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Division {
    /// In proportion to the years of the lords, from the lord of the period on.
    Proportional {
        lords: &'static [(Graha, f64)],
        total_years: f64,
    },
    /// Twelve equal parts, from the sign next to that of the period to that sign itself.
    TwelveSigns { forward: bool },
}

/// The dasha of a birth.
#[derive(Clone, Debug, PartialEq)]
pub struct Dasha {
    /// One cycle of maha dashas, the one at birth first. It repeats.
    cycle: Vec<(DashaLord, f64)>,
    division: Division,
    /// Years of the first maha dasha that had elapsed at birth.
    elapsed_years: f64,
}

/// A period.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// Its lord.
    pub lord: DashaLord,
    /// 1 for a maha dasha to 5.
    pub level: u8,
    /// When it begins. The first maha dasha begins before birth.
    pub start: Instant<Tt>,
    /// When it ends.
    pub end: Instant<Tt>,
    /// The periods of the next level, if they were asked for.
    pub periods: Vec<Period>,
}

/// The birth, from which years are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DashaBirth {
    /// The instant.
    pub at: Instant<Tt>,
    /// What a year is.
    pub year: DashaYear,
    /// The zodiac of the Sun's sidereal year.
    pub zodiac: Zodiac,
}

/// A period in years since birth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    lord: DashaLord,
    start: f64,
    end: f64,
}

impl Span {
    /// Whether it overlaps a range, or contains an instant given as an empty range.
    fn overlaps(&self, range: &Range<f64>) -> bool {
        self.end > range.start && (self.start < range.end || self.start <= range.start)
    }
}

/// Why there are no periods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DashaError {
    /// There are more periods than the limit.
    TooMany,
    /// The Sun or the Moon, which define the year, are not known at a boundary.
    Sky(SkyError),
}

impl From<SkyError> for DashaError {
    fn from(error: SkyError) -> Self {
        Self::Sky(error)
    }
}

impl Dasha {
    /// Returns the lord of the maha dasha at birth, and the years that remain of it.
    pub fn balance(&self) -> (DashaLord, f64) {
        let (lord, years) = self.cycle[0];
        (lord, years - self.elapsed_years)
    }

    /// Returns the years of one cycle.
    pub fn cycle_years(&self) -> f64 {
        self.cycle.iter().map(|(_, years)| years).sum()
    }

    /// Returns the maha dashas of one cycle with their years, the one at birth first.
    pub fn maha_dashas(&self) -> &[(DashaLord, f64)] {
        &self.cycle
    }

    /// Returns the instant when the first cycle ends.
    ///
    /// # Errors
    /// The Sun or the Moon, which define the year, are not known then.
    pub fn end_of_cycle(
        &self,
        ephemeris: &Ephemeris<'_>,
        birth: &DashaBirth,
    ) -> Result<Instant<Tt>, SkyError> {
        birth
            .clock(ephemeris)?
            .instant(self.cycle_years() - self.elapsed_years)
    }

    /// Returns the periods that overlap a range, with their true starts and ends. An empty range gives those that
    /// contain its instant.
    ///
    /// # Errors
    /// There are more than `limit`, or the Sun or the Moon are not known at a boundary.
    pub fn periods(
        &self,
        ephemeris: &Ephemeris<'_>,
        birth: &DashaBirth,
        range: &Range<Instant<Tt>>,
        (levels, limit): (u8, usize),
    ) -> Result<Vec<Period>, DashaError> {
        self.periods_of(&birth.clock(ephemeris)?, range, (levels, limit))
    }

    fn periods_of(
        &self,
        clock: &year::Clock<'_>,
        range: &Range<Instant<Tt>>,
        (levels, limit): (u8, usize),
    ) -> Result<Vec<Period>, DashaError> {
        let range = clock.years(range.start)?..clock.years(range.end)?;
        let levels = levels.clamp(1, MAX_LEVELS);
        let spans = self.maha_spans(&range, limit)?;
        let mut left = limit;
        for span in &spans {
            self.count(*span, &range, levels, &mut left)?;
        }
        // All of them before any level below: the last can end after the ephemeris, and a request that fails must not
        // have solved tens of thousands of boundaries. The periods below end within theirs.
        let mut mahas = Vec::with_capacity(spans.len());
        let mut start = None;
        for span in spans {
            let from = match start {
                Some(start) => start,
                None => clock.instant(span.start)?,
            };
            let to = clock.instant(span.end)?;
            mahas.push(Placed {
                span,
                start: from,
                end: to,
                level: 1,
            });
            start = Some(to);
        }
        let periods = mahas.into_iter();
        let periods: Result<Vec<_>, _> = periods
            .map(|maha| self.period(clock, maha, &range, levels))
            .collect();
        Ok(periods?)
    }

    /// The maha dashas that overlap a range of years since birth.
    fn maha_spans(&self, range: &Range<f64>, limit: usize) -> Result<Vec<Span>, DashaError> {
        let mut found = Vec::new();
        let mut start = -self.elapsed_years;
        // Skips whole cycles before the range.
        let cycle_years = self.cycle_years();
        if range.start > start + cycle_years {
            start += ((range.start - start) / cycle_years).floor() * cycle_years;
        }
        for (lord, years) in self.cycle.iter().cycle() {
            let span = Span {
                lord: *lord,
                start,
                end: start + years,
            };
            if span.start > range.start && span.start >= range.end {
                break;
            }
            if found.len() > limit {
                return Err(DashaError::TooMany);
            }
            if span.overlaps(range) {
                found.push(span);
            }
            start = span.end;
        }
        Ok(found)
    }

    /// Subtracts the number of periods below and including one.
    fn count(
        &self,
        span: Span,
        range: &Range<f64>,
        levels: u8,
        left: &mut usize,
    ) -> Result<(), DashaError> {
        *left = left.checked_sub(1).ok_or(DashaError::TooMany)?;
        if levels > 1 {
            for child in self.divide(span).filter(|it| it.overlaps(range)) {
                self.count(child, range, levels - 1, left)?;
            }
        }
        Ok(())
    }

    fn period(
        &self,
        clock: &year::Clock<'_>,
        place: Placed,
        range: &Range<f64>,
        levels: u8,
    ) -> Result<Period, SkyError> {
        let mut periods = Vec::new();
        if place.level < levels {
            let mut start = None;
            for child in self.divide(place.span) {
                if !child.overlaps(range) {
                    continue;
                }
                // The first and the last share their boundary with the period itself.
                let begin = match start {
                    Some(start) => start,
                    None if child.start <= place.span.start => place.start,
                    None => clock.instant_between(child.start, &place)?,
                };
                let end = if child.end >= place.span.end {
                    place.end
                } else {
                    clock.instant_between(child.end, &place)?
                };
                let place = Placed {
                    span: child,
                    start: begin,
                    end,
                    level: place.level + 1,
                };
                periods.push(self.period(clock, place, range, levels)?);
                start = Some(end);
            }
        }
        Ok(Period {
            lord: place.span.lord,
            level: place.level,
            start: place.start,
            end: place.end,
            periods,
        })
    }

    /// The periods of the next level.
    fn divide(&self, span: Span) -> impl Iterator<Item = Span> + use<> {
        let division = self.division;
        let years = span.end - span.start;
        let (number, first) = match (division, span.lord) {
            (Division::Proportional { lords, .. }, DashaLord::Graha(graha)) => {
                let first = lords.iter().position(|(lord, _)| *lord == graha);
                (lords.len(), first.unwrap_or(0))
            }
            (_, DashaLord::Sign(sign)) => (12, sign.index()),
            (Division::TwelveSigns { .. }, DashaLord::Graha(_)) => (0, 0),
        };
        let mut passed = 0.0;
        let mut start = span.start;
        (0..number).map(move |index| {
            let (lord, part) = match division {
                Division::Proportional { lords, total_years } => {
                    let (graha, years) = lords[(first + index) % number];
                    (DashaLord::Graha(graha), years / total_years)
                }
                Division::TwelveSigns { forward } => {
                    let steps = if forward { index + 1 } else { 11 - index };
                    (DashaLord::Sign(Sign::ALL[first].plus(steps)), 1.0 / 12.0)
                }
            };
            passed += part;
            // The last ends exactly with the period.
            let end = if index + 1 == number {
                span.end
            } else {
                span.start + years * passed
            };
            let found = Span { lord, start, end };
            start = end;
            found
        })
    }
}

/// A period with its instants.
#[derive(Clone, Copy, Debug)]
struct Placed {
    span: Span,
    start: Instant<Tt>,
    end: Instant<Tt>,
    level: u8,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ayanamsha::Ayanamsha;
    use nakshatra_dasha::vimshottari;

    #[test]
    fn a_dasha_that_outlasts_the_ephemeris_is_refused_before_the_periods_below_are_solved() {
        // 2555-01-05, 95 years before the end of the ephemeris.
        let birth = DashaBirth {
            at: Instant::from_julian_date(2_654_259.0),
            year: DashaYear::SunSidereal,
            zodiac: Zodiac::Sidereal(Ayanamsha::Lahiri),
        };
        let solved = |years: f64| {
            let clock = birth.clock(Ephemeris::embedded()).unwrap();
            let range = birth.at..birth.at.plus_days(years * 365.25);
            // The whole first cycle is ahead: 7, 20, 6, 10, 7, 18 and 16 years, then 19 years from the 84th on.
            let found = vimshottari(0.0).periods_of(&clock, &range, (3, 70_000));
            (found, clock.solved.get())
        };
        let (found, boundaries) = solved(94.9);
        assert!(matches!(found, Err(DashaError::Sky(_))), "{found:?}");
        assert!(boundaries <= 9, "eight maha dashas have nine: {boundaries}");
        let (found, boundaries) = solved(83.9);
        assert_eq!(found.unwrap().len(), 7);
        assert!(boundaries > 400, "the count counts: {boundaries}");
    }
}
